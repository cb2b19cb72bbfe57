"""A sheet of a scenario: rules in the program prove which sheets are legal, with a history, and which are impossible.

All sheets of a table are proved together, because sabotages, races and the end of the game connect them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from fairsheet.engine.checks.verdict import Judgement, SheetVerdict, Verdict
from fairsheet.engine.dealing.piles import FoundCards
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Contradiction, Game
from fairsheet.engine.proof.blame import Blame, blame
from fairsheet.engine.proof.certificates.certificate import Certificate, certified_outcome
from fairsheet.engine.proof.certificates.evidence import request_of
from fairsheet.engine.proof.certificates.true_game import broken_at_first_look, hold_for_true_game
from fairsheet.engine.proof.certificates.why_illegal import find_explanation
from fairsheet.engine.proof.contradiction import contradiction_for
from fairsheet.engine.proof.prove import Outcome, prove
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.proof.wrong_seed import doubt_of_seed
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import Record
from fairsheet.engine.records.side_owners import by_owner
from fairsheet.engine.records.solo_pages import blank_half
from fairsheet.engine.records.table_records import check_table
from fairsheet.engine.rulesets.formula_sheet import FormulaSheet, looked_at
from fairsheet.engine.scoring.score import (
    AstraScore,
    Score,
    Winner,
    boxes_of_table,
    without_rank,
    without_sums,
)
from fairsheet.engine.solver.budget import TIME_LIMIT, WORK_LIMIT, Budget
from fairsheet.sheets.library.solo_sheets import ASTRA_BOX, ASTRA_TOTAL
from fairsheet.sheets.model.marks import Marks

if TYPE_CHECKING:
    from fairsheet.engine.rulesets.formula_sheet import Certified

# most work for finding a deck if the cards are unknown; in proportion if the budget exceeds the work limit
DEALING = 5.0


class _Finding(Struct, frozen=True):
    """The verdict on one sheet, with its reasons.

    `alone` says whether it is impossible in itself; otherwise `conflict_with` are the players whose sheets it
    contradicts.

    `certificates` has one for each contradiction, None for one that is only a question. `cards`: see `Verdict`;
    `contradicts_true_game`: see `SheetVerdict`.
    """

    verdict: Judgement
    history: History | None = None
    contradictions: tuple[Contradiction, ...] = ()
    certificates: tuple[Certificate | None, ...] = ()
    alone: bool = False
    conflict_with: tuple[int, ...] = ()
    cut_short: bool = False
    cards: FoundCards | None = None
    contradicts_true_game: bool = False

    def verdict_of(self, seat: int, seconds: float, *, over: bool) -> SheetVerdict:
        """Return the verdict on the sheet of a seat."""
        verdict = SheetVerdict(seat, self.verdict, over, self.history, self.contradictions, seconds)
        conflict_with = self.conflict_with if self.verdict == "illegal" else UNSET
        return replace(
            verdict,
            cut_short=self.cut_short or UNSET,
            contradicts_true_game=self.contradicts_true_game or UNSET,
            conflict_with=conflict_with,
        )


class ScenarioSheet(FormulaSheet):
    """The ruleset of a sheet with rules in the program."""

    is_proved: ClassVar[bool] = True
    judges_sums: ClassVar[bool] = False

    @property
    def game(self) -> Game:
        """The rules of the scenario."""
        return rules_of(self.sheet)

    def certify(self, records: Sequence[Record], budget: Budget | None = None) -> Certified:
        """Return the verdict with its certificates. Without a seed, look for a deck that gave all offers."""
        start = time.perf_counter()
        check_table(self.sheet, records)
        request = request_of(self.sheet, records)
        if blank_half(self.sheet, records) is not None:  # half a solo game proves nothing
            findings = {seat: _Finding("undecided") for seat in request.sheets}
        else:
            findings = _findings(self.game, request, budget or Budget(WORK_LIMIT, TIME_LIMIT))
        over = any(self.game.is_over(record.marks) for record in records)
        seconds = (time.perf_counter() - start) / len(records)
        sheets = (each.verdict_of(seat, seconds, over=over) for seat, each in sorted(findings.items()))
        cards = next((each.cards for each in findings.values() if each.cards), UNSET)
        certificates = {seat: each.certificates for seat, each in findings.items()}
        return Verdict(tuple(sheets), cards=cards), certificates

    def quick_outcome(self, records: Sequence[Record]) -> Callable[[Sequence[Record], Budget], Outcome]:
        """Return a function that needs no history and shortens no contradiction; see `FormulaSheet.quick_outcome`.

        `impossible` comes from a contradiction at first look, or is certified.
        """
        looks = [self.contradictions(record) for record in records]

        def outcome(readings: Sequence[Record], budget: Budget) -> Outcome:
            if any(look(reading.marks) for look, reading in zip(looks, readings, strict=True)):
                return "impossible"
            return certified_outcome(self.game, request_of(self.sheet, readings), budget, budget)

        return outcome

    def contradictions(self, record: Record) -> Callable[[Marks], Sequence[Contradiction]]:
        """Return a function from marks to contradictions at first look; see `FormulaSheet.contradictions`.

        A contradiction by a rule that a true game breaks is left out.
        """
        request = request_of(self.sheet, [record])
        broken = cache(lambda: broken_at_first_look(self.game, request))

        def found(marks: Marks) -> list[Contradiction]:
            ink = without_sums(self.sheet, marks)
            every = self.game.contradictions(ink, request.deal, request.missions)
            return [each for each in every if broken().isdisjoint(each.codes)]

        return found

    def score(self, records: Sequence[Record]) -> Score:
        """Return the points of a table; in the solo game, with those of ASTRA and the winner.

        A solo player without a sheet has no rank.
        """
        score = super().score(records)
        if self.sheet.solo_level is None:
            return score
        table = looked_at(records)
        boxes = by_owner(self.sheet, boxes_of_table(self.sheet, table, 1), 1)
        astra_boxes = {box: value for box, value in boxes[min(boxes)].items() if box.startswith(ASTRA_BOX)}
        astra = AstraScore(self.sheet.solo_level, astra_boxes.pop(ASTRA_TOTAL), astra_boxes)
        winner: Winner | UnsetType = UNSET
        blank = blank_half(self.sheet, records)
        if blank == "sheet":
            score = without_rank(score, {1})
        if blank is None:
            lead = score.players[0].total - astra.total
            winner = "player" if lead > 0 else "astra" if lead < 0 else "draw"
            if lead == 0 and any(self.game.wins_tie(marks) for marks in table.values()):
                winner = "player"
        return replace(score, astra=astra, winner=winner)

    @property
    def tie_words(self) -> Sequence[str]:
        """The tie-breaks in words; see `FormulaSheet.tie_words`."""
        return self.game.tie_break_words

    def tie_break(self, marks: Marks) -> tuple[int, ...]:
        """Return the rank among equal totals; see `FormulaSheet.tie_break`."""
        return self.game.tie_break(marks)


def _findings(game: Game, request: ProofRequest, budget: Budget) -> dict[int, _Finding]:
    """Return findings for all sheets.

    Sheets that contradict themselves are decided first, and count as absent for the others.
    """
    findings = _findings_at_first_look(game, request, budget)
    while left := [seat for seat in request.sheets if seat not in findings]:
        if findings and request.players == 1:  # one sheet of a solo game proves too little
            findings |= dict.fromkeys(left, _undecided(budget))
        else:
            findings |= _judge(game, request.only(left), budget)
    if request.deal is not None:
        alone = {seat: each.contradictions for seat, each in findings.items() if each.alone}
        for seat, question in doubt_of_seed(request.deal.seed, alone, list(request.sheets)).items():
            old = findings[seat]
            reasons, certificates = (question, *old.contradictions), (None, *old.certificates)
            findings[seat] = replace(old, contradictions=reasons, certificates=certificates)
    return findings


def _findings_at_first_look(game: Game, request: ProofRequest, budget: Budget) -> dict[int, _Finding]:
    """Return findings for the sheets that contradict themselves.

    If a true game breaks the rule of one of its contradictions, a sheet is undecided: its others may be wrong, too.
    """
    findings: dict[int, _Finding] = {}
    for seat, marks in request.sheets.items():
        if contradictions := list(game.contradictions(marks, request.deal, request.missions)):
            certificates = tuple(Certificate((seat,), place=place) for place in range(len(contradictions)))
            findings[seat] = _Finding("illegal", None, tuple(contradictions), certificates, alone=True)
    broken = broken_at_first_look(game, request.only(list(findings))) if findings else set()
    by_wrong_rules = [
        seat
        for seat, found in findings.items()
        if any(not broken.isdisjoint(each.codes) for each in found.contradictions)
    ]
    return findings | dict.fromkeys(by_wrong_rules, _undecided(budget, contradicts_true_game=True))


def _judge(game: Game, request: ProofRequest, budget: Budget) -> dict[int, _Finding]:
    """Return findings for at least one of the sheets of a request."""
    proof = prove(game, request, budget)
    if proof.outcome == "possible" and request.deal is None:
        of_one_deck = replace(request, one_deck=True)
        with_deck = prove(game, of_one_deck, budget.share(DEALING * max(1.0, budget.left / WORK_LIMIT)))
        if with_deck.outcome != "undecided":
            request, proof = of_one_deck, with_deck
    if proof.outcome == "possible":
        return {
            seat: _Finding("legal", proof.histories.get(seat), cards=proof.cards) for seat in request.sheets
        }
    seats = tuple(request.sheets)
    if proof.outcome == "undecided":
        return dict.fromkeys(seats, _undecided(budget))
    blamed = [Blame(seats, seats)]
    if request.players > 1:
        blamed = blame(seats, lambda some: prove(game, request.only(some), budget))
    findings: dict[int, _Finding] = {}
    for each in blamed:
        others = {seat for other in blamed if other is not each for seat in other.seats}
        accused = _accuse(game, request, each, others, budget)
        if isinstance(accused, _Finding):
            return dict.fromkeys(seats, accused)
        findings |= accused
    return findings or dict.fromkeys(seats, _undecided(budget))


def _accuse(
    game: Game, request: ProofRequest, blamed: Blame, others: Collection[int], budget: Budget
) -> dict[int, _Finding] | _Finding:
    """Return findings for the blamed sheets; if their contradiction cannot be trusted, one for all sheets.

    `others` are the seats that are blamed for other conflicts.
    """
    conflict, repaired = request.only(blamed.conflict), None
    together = blamed.conflict if request.players > 1 else ()
    if len(blamed.seats) == 1:
        repaired = blamed.seats[0], request.only([seat for seat in request.sheets if seat not in others])
    why = find_explanation(game, conflict, budget, repaired)
    if why is None:  # without a certificate nobody can check it
        return _undecided(budget)
    holds = hold_for_true_game(game, conflict, {rule.code for rule in why.rules})
    if not holds:
        return _undecided(budget, contradicts_true_game=holds is False)
    findings: dict[int, _Finding] = {}
    for seat in blamed.seats:
        contradiction = contradiction_for(
            seat, request.sheets[seat], why.rules, why.steps,
            partial=why.partial, together=together, repair=why.repair,
        )  # fmt: skip
        findings[seat] = _Finding(
            "illegal",
            contradictions=(contradiction,),
            certificates=(why.certificate,),
            alone=blamed.conflict == (seat,),
            conflict_with=tuple(other for other in together if other != seat),
            cut_short=budget.overdue,
        )
    return findings


def _undecided(budget: Budget, *, contradicts_true_game: bool = False) -> _Finding:
    return _Finding("undecided", cut_short=budget.overdue, contradicts_true_game=contradicts_true_game)
