"""The single mark that would make an impossible sheet possible if it were different: players look there first.

A field can only be the cause if all rules that are not about it can hold together. The values of that solution give the
turn of the field's mark, so only numbers that this turn offered are tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from fairsheet.engine.play.game import Game
from fairsheet.engine.proof.certificates._reasoning import Reasoning
from fairsheet.engine.proof.certificates._refuter import Unanswered
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.contradiction import Repair
from fairsheet.engine.proof.prove import prove
from fairsheet.engine.proof.request import ProofRequest, Subject
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import StatedRule
from fairsheet.sheets.model.marks import Mark, Marks, with_marks

ASKING = 0.05  # most work for the question whether a field can be the cause


def find_repair(
    game: Game,
    table: ProofRequest,
    statement: Statement,
    reasoning: Reasoning,
    seat: int,
    rules: Sequence[StatedRule],
    budget: Budget,
) -> Repair | None:
    """Return a change of one mark on a seat's sheet that makes all sheets of a table possible together.

    `rules` contradict each other by the statement. None if there is no such change, or the budget does not suffice.
    """
    for field in _fields(seat, table.sheets[seat], rules):
        turns = _turns_without(statement, reasoning, (seat, field), budget)
        if turns is None:
            continue
        for mark in _other_marks(table, seat, field, turns):
            if budget.left <= 0:
                return None
            sheets = {**table.sheets, seat: with_marks(table.sheets[seat], {field: mark})}
            changed = msgspec.structs.replace(table, sheets=sheets)
            if any(True for _ in game.contradictions(sheets[seat], table.deal, table.missions)):
                continue
            if prove(game, changed, budget).outcome == "possible":
                return Repair(field, table.sheets[seat].get(field), mark)
    return None


def _fields(seat: int, marks: Marks, rules: Iterable[StatedRule]) -> list[str]:
    """Return the fields of a seat that rules are about: numbers first, then the most frequent."""
    often = Counter(field for rule in rules for owner, field in rule.marks if owner == seat)
    return sorted(often, key=lambda field: (not isinstance(marks.get(field), int), -often[field]))


def _turns_without(
    statement: Statement, reasoning: Reasoning, mark: Subject, budget: Budget
) -> Sequence[int] | None:
    """Return the turns of a mark if all rules that are not about it can hold together; otherwise None."""
    rules = [rule for rule in reasoning.holds if mark not in rule.marks]
    try:
        if reasoning.clash(rules, (), budget, ASKING) is not None:
            return None
    except Unanswered:
        return None
    holding = set(reasoning.refuter.model)
    return [turn for literal, subject, turn in statement.facts() if subject == mark and literal in holding]


def _other_marks(request: ProofRequest, seat: int, field: str, turns: Sequence[int]) -> Iterator[Mark | None]:
    """Yield other marks that a field may have."""
    was, accepted = request.sheets[seat].get(field), request.sheet.field[field].accepts
    if isinstance(was, int) and turns and request.deal is not None:
        offered = {offer.number for turn in turns for offer in request.deal.possible_offers(turn)}
        yield from sorted(
            (mark for mark in accepted if mark in offered and mark != was), key=lambda mark: abs(mark - was)
        )
    elif was is not None:
        yield None
    else:
        yield from accepted
