"""The content of a certificate: clauses with their meaning, and the steps from them to a contradiction.

Everything except the steps is computed again from the sheets, by the rules and without a solver. So anybody with a
certificate can check that its clauses are those of the sheets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

import msgspec

from fairsheet.engine.games.registry import proof_request
from fairsheet.engine.play.game import Game
from fairsheet.engine.proof.certificates._lrat import Clause, Step
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.records.record import Record, deal_of, missions_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.sheets.model.sheet import Sheet

FRAME = "what turns, choices and counts are"  # for a clause without a rule


class Stated(msgspec.Struct, frozen=True):
    """The meaning of a clause: the code of a rule (empty for definitions), and the rule in words."""

    rule: str
    why: str


class Evidence(msgspec.Struct, frozen=True):
    """Clauses, numbered from 1, with the meaning of each, names of variables, and the steps."""

    variables: int
    clauses: Sequence[Clause]
    stated: Sequence[Stated]
    names: Mapping[int, str]
    steps: Sequence[Step]


def request_of(sheet: Sheet, records: Sequence[Record]) -> ProofRequest:
    """Return the proof request about records of a table."""
    deal, missions, players = deal_of(sheet, records[0]), missions_of(sheet, records), records[0].game.players
    marks = {record.seat: without_sums(sheet, record.marks) for record in records}
    return proof_request(sheet, deal, missions, players, marks)


def evidence(game: Game, request: ProofRequest, certificate: Certificate) -> Evidence | None:
    """Return the evidence for a certificate about sheets of a request; None if the certificate cannot be about them."""
    seats = certificate.seats
    if not seats or len(set(seats)) < len(seats) or not set(seats) <= set(request.sheets):
        return None
    only = request.only(seats)
    if certificate.place is not None:
        if certificate.constraints:
            return None
        return _evidence_of_first_look(game, only, certificate.place)
    contradictions = (game.contradictions(marks, only.deal, only.missions) for marks in only.sheets.values())
    if (only.sheet.solo_level is not None and only.deal is None) or any(True for _ in chain(*contradictions)):
        return None  # nothing is stated about these
    statement, numbers = Statement(only), certificate.constraints
    if list(numbers) != sorted(set(numbers)) or not set(numbers) <= set(statement.numbers):
        return None
    formula = statement.formula(numbers)
    rules = {number: statement.rule(number) for number in numbers}
    stated = {
        number: Stated(rule.code, str(rule.why)) if rule else Stated("", FRAME)
        for number, rule in rules.items()
    }
    used = {abs(literal) for clause in formula.clauses for literal in clause}
    names = {variable: name for variable, name in sorted(statement.names().items()) if variable in used}
    return Evidence(
        formula.variables,
        formula.clauses,
        [stated[number] for number in formula.sources()],
        names,
        certificate.steps,
    )


def _evidence_of_first_look(game: Game, request: ProofRequest, place: int) -> Evidence | None:
    """Return a clause for each mark of a contradiction, for the rest of the sheet, and for the rule they break."""
    (seat, marks), *others = request.sheets.items()
    contradictions = list(game.contradictions(marks, request.deal, request.missions))
    if others or not 0 <= place < len(contradictions):
        return None
    contradiction = contradictions[place]
    states = {f: f"has {marks[f]}" if f in marks else "is blank" for f in contradiction.involved}
    names = [f"seat {seat}: {field} {state}" for field, state in states.items()]
    names.append(f"seat {seat}: all else is as recorded")
    variables = range(1, len(names) + 1)
    stated = [*(Stated("", name) for name in names), Stated(contradiction.rule, str(contradiction.why))]
    clauses = [*((variable,) for variable in variables), tuple(-variable for variable in variables)]
    step = Step(len(clauses) + 1, (), tuple(range(1, len(clauses) + 1)))
    return Evidence(len(variables), clauses, stated, dict(zip(variables, names, strict=True)), [step])
