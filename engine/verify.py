"""The verdict on a table: which sheets are legal, with a history, and which cannot be, and why.

All sheets of a table are proved together, since sabotages, races and the end bind them.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET

from fairsheet.engine.checks.consistency import consistency_of
from fairsheet.engine.checks.verdict import Judgement, SheetVerdict, Verdict
from fairsheet.engine.dealing.piles import FoundCards
from fairsheet.engine.games.registry import has_rules, rules_of
from fairsheet.engine.play.game import Contradiction, Game
from fairsheet.engine.proof.blame import Blame, blame
from fairsheet.engine.proof.certificates.certificate import Certificate, certified_outcome
from fairsheet.engine.proof.certificates.evidence import request_of
from fairsheet.engine.proof.certificates.why_illegal import explained
from fairsheet.engine.proof.contradiction import contradiction_for
from fairsheet.engine.proof.prove import Outcome, Proof, prove
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.proof.wrong_seed import doubt_of_seed
from fairsheet.engine.recorded.recorded_tables import table_sheets, verify_recorded
from fairsheet.engine.recorded.registry import is_recorded
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import Record
from fairsheet.engine.records.solo_pages import blank_half
from fairsheet.engine.records.table_records import check_table
from fairsheet.engine.solver.budget import Budget
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.sheet import Sheet

WORK_LIMIT = 30.0  # for one table: about as many seconds of a current processor
# of it, at most, that go into finding a deck where the cards are not known; of more in proportion
DEALING = 5.0
TIME_LIMIT = 120.0  # seconds for one table, a guard on slow and busy machines


class _Finding(msgspec.Struct, frozen=True):
    """The verdict on one sheet, and why.

    `alone` is whether it is impossible whatever the other players did; otherwise `conflict_with` are the players whose
    sheets it contradicts.

    `certificates` has one for each contradiction, None for one that is only a question. `cards`: see `Verdict`.
    """

    verdict: Judgement
    history: History | None = None
    contradictions: tuple[Contradiction, ...] = ()
    certificates: tuple[Certificate | None, ...] = ()
    alone: bool = False
    conflict_with: tuple[int, ...] = ()
    cut_short: bool = False
    cards: FoundCards | None = None


def can_verify(sheet: Sheet) -> bool:
    """Whether there is anything to verify on a sheet: rules in the program, or checks in its template."""
    return has_rules(sheet) or sheet.has_checks


def verify_table(
    sheet: Sheet,
    records: Sequence[Record],
    time_limit: float = TIME_LIMIT,
    work_limit: float = WORK_LIMIT,
    catalog: Catalog = BUNDLED,
) -> Verdict:
    """Legal, illegal or undecided for each of one table's records on such sheets, with the work of `work_limit`.

    The verdict is the same on every machine, unless the guard of `time_limit` seconds cut it short: then it says so.
    Sheets without rules in the program are checked by what their template says; those of a game that is recorded on
    several sheets also against each other, whatever kinds of its sheets the records are on; `catalog` has those.
    Seats without a record are taken to have done whatever fits the sheets available. Without a seed a deck is looked
    for that gave all offers. Raises FairsheetError unless the records belong together.
    """
    return verify_certified(sheet, records, time_limit, work_limit, catalog)[0]


def verify_certified(
    sheet: Sheet,
    records: Sequence[Record],
    time_limit: float = TIME_LIMIT,
    work_limit: float = WORK_LIMIT,
    catalog: Catalog = BUNDLED,
) -> tuple[Verdict, Mapping[int, Sequence[Certificate | None]]]:
    """What `verify_table` says, and by seat a certificate for each contradiction; None for one that is a question.

    Sheets that are checked by formulas have none: anybody can work these out.
    """
    start = time.perf_counter()
    if is_recorded(sheet):
        return verify_recorded(table_sheets(records, catalog)), {}
    check_table(sheet, records)
    if not has_rules(sheet):
        return consistency_of(sheet, records), {}
    game, request = rules_of(sheet), request_of(sheet, records)
    if blank_half(sheet, records) is not None:  # nothing is found out about half a solo game
        findings = {seat: _Finding("undecided") for seat in request.sheets}
    else:
        findings = _findings(game, request, Budget(work_limit, time_limit))
    over = any(game.is_over(record.marks) for record in records)
    seconds = (time.perf_counter() - start) / len(records)
    verdict = Verdict(
        tuple(
            SheetVerdict(
                seat=seat,
                verdict=found.verdict,
                over=over,
                history=found.history,
                contradiction=found.contradictions,
                seconds=seconds,
                cut_short=found.cut_short or UNSET,
                conflict_with=found.conflict_with if found.verdict == "illegal" else UNSET,
            )
            for seat, found in sorted(findings.items())
        ),
        cards=next((found.cards for found in findings.values() if found.cards), UNSET),
    )
    return verdict, {seat: found.certificates for seat, found in findings.items()}


def quick_outcome(
    sheet: Sheet, records: Sequence[Record], budget: Budget, catalog: Catalog = BUNDLED
) -> Outcome:
    """Return whether records of a table can stand, each by itself and all together, quicker than a verdict.

    By the rules of a game no history is looked for, and no contradiction is made small; `impossible` is either a
    contradiction at first look or certified. Other sheets get their whole verdict.
    """
    if is_recorded(sheet) or not has_rules(sheet):
        verdict = verify_table(sheet, records, catalog=catalog)
        return "impossible" if any(found.verdict == "illegal" for found in verdict.sheets) else "possible"
    game, request = rules_of(sheet), request_of(sheet, records)
    for marks in request.sheets.values():
        if any(True for _ in game.contradictions(marks, request.deal, request.missions)):
            return "impossible"
    return certified_outcome(game, request, budget, budget)


def _findings(game: Game, request: ProofRequest, budget: Budget) -> dict[int, _Finding]:
    """Sheets that contradict themselves are set apart first and count as absent for the others."""
    found: dict[int, _Finding] = {}
    for seat, marks in request.sheets.items():
        if contradictions := list(game.contradictions(marks, request.deal, request.missions)):
            at_first_look = tuple(Certificate((seat,), place=place) for place in range(len(contradictions)))
            found[seat] = _Finding("illegal", None, tuple(contradictions), at_first_look, alone=True)
    while left := [seat for seat in request.sheets if seat not in found]:
        if found and request.players == 1:  # its other sheet says too little without it
            found.update(_undecided(request.only(left), budget))
        else:
            found.update(_judge(game, request.only(left), budget))
    if request.deal is not None:
        alone = {seat: each.contradictions for seat, each in found.items() if each.alone}
        for seat, question in doubt_of_seed(request.deal.seed, alone, list(request.sheets)).items():
            doubted = (question, *found[seat].contradictions)
            certificates = (None, *found[seat].certificates)
            found[seat] = msgspec.structs.replace(
                found[seat], contradictions=doubted, certificates=certificates
            )
    return found


def _judge(game: Game, request: ProofRequest, budget: Budget) -> dict[int, _Finding]:
    """Findings for one or more of the sheets of a request."""
    proof = prove(game, request, budget)
    if proof.outcome == "possible" and request.deal is None:
        of_one_deck = msgspec.structs.replace(request, one_deck=True)
        with_deck = prove(game, of_one_deck, budget.share(DEALING * max(1.0, budget.left / WORK_LIMIT)))
        if with_deck.outcome == "impossible":
            request = of_one_deck
        if with_deck.outcome != "undecided":
            proof = with_deck
    if proof.outcome == "possible":
        return {
            seat: _Finding("legal", proof.histories.get(seat), cards=proof.cards) for seat in request.sheets
        }
    if proof.outcome == "undecided":
        return _undecided(request, budget)

    def ask(seats: Sequence[int]) -> Proof:
        return prove(game, request.only(seats), budget)

    seats = list(request.sheets)
    blamed = [Blame(tuple(seats), tuple(seats))] if request.players == 1 else blame(seats, ask)
    if not blamed:
        return _undecided(request, budget)
    found: dict[int, _Finding] = {}
    for each in blamed:
        repaired = None
        if len(each.seats) == 1:
            others = {seat for other in blamed if other is not each for seat in other.seats}
            repaired = each.seats[0], request.only([seat for seat in seats if seat not in others])
        why = explained(game, request.only(each.conflict), budget, repaired)
        if why is None:  # nobody could check it
            return _undecided(request, budget)
        for seat in each.seats:
            together = each.conflict if request.players > 1 else ()
            contradiction = contradiction_for(
                seat,
                request.sheets[seat],
                why.rules,
                why.steps,
                partial=why.partial,
                together=together,
                repair=why.repair,
            )
            found[seat] = _Finding(
                "illegal",
                None,
                (contradiction,),
                (why.certificate,),
                alone=each.conflict == (seat,),
                conflict_with=tuple(other for other in each.conflict if other != seat)
                if request.players > 1
                else (),
                cut_short=budget.overdue,
            )
    return found


def _undecided(request: ProofRequest, budget: Budget) -> dict[int, _Finding]:
    return {seat: _Finding("undecided", cut_short=budget.overdue) for seat in request.sheets}
