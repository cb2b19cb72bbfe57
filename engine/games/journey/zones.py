"""Numbers ascend in their zone, a part of the trajectory between two cuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from engine.game import Contradiction
from engine.games.journey.board import Board
from engine.ink import Marks
from engine.proof.model import BoolVar
from engine.proof.timeline import Choice, Event
from engine.rules import ascending
from engine.rules.codes import RuleCode

if TYPE_CHECKING:
    from engine.games.journey.proof_sheet import SheetModel


def places_for(board: Board, number: int, marks: Marks) -> Iterator[str]:
    """In play: the empty slots that take a number."""
    for zone in board.trajectory.segments(marks):
        yield from ascending.slots_for(zone, number, marks)


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """On a final sheet: what does not ascend in the zones of the end, into which others were split."""
    for zone in board.trajectory.segments(marks):
        yield from ascending.contradictions(zone, marks, "in every zone", "after")


def cuts_between(sheet: SheetModel, one: str, other: str) -> list[Choice]:
    """In time: the drawn cuts between two slots."""
    a, b = sorted((sheet.board.trajectory.index_of[one], sheet.board.trajectory.index_of[other]))
    return [event for cut, event in sheet.cuts.items() if a < sheet.board.trajectory.links[cut] <= b]


def in_time(sheet: SheetModel) -> None:
    """In time: where two numbers do not ascend, a cut between them is older than the later one."""
    for (one, first), (other, second) in combinations(sheet.number_in.items(), 2):
        if first < second:
            continue
        cuts = cuts_between(sheet, one, other)
        why = f"a cut between {one} = {first} and {other} = {second} is older than the later of the two"
        drawn = [cut for cut, event in sheet.cuts.items() if event in cuts]
        with sheet.model.rule(RuleCode.ASCEND, sheet.name(one, other, *drawn), why):
            for turn in sheet.turns:
                before = [cut.by(turn - 1) for cut in cuts]
                for early, late in ((one, other), (other, one)):
                    now = sheet.numbers[late].at(turn)
                    sheet.model.clause(-now, -sheet.numbers[early].by(turn), *before)


def closed(sheet: SheetModel, number: int, turn: int) -> Iterator[list[BoolVar]]:
    """In time: a slot is closed by ink, or by a number of its zone."""
    for slot in sheet.board.slots:
        reasons = [sheet.filled[slot].by(turn)] if slot in sheet.filled else []
        for other, cuts in _bounds(sheet, slot, number):
            uncut = (-cut.by(turn) for cut in cuts)
            reasons.append(sheet.model.all_of([other.by(turn), *uncut]))
        yield reasons


def _bounds(sheet: SheetModel, slot: str, number: int) -> Sequence[tuple[Event, Sequence[Choice]]]:
    """The numbers that keep another one out of a slot as long as no cut is between them, with those cuts."""
    bounds = sheet.bounds.get((slot, number))
    if bounds is None:
        others = ascending.bounding(sheet.board.trajectory.slots, slot, number, sheet.number_in)
        bounds = [(sheet.numbers[other], cuts_between(sheet, slot, other)) for other in others]
        sheet.bounds[slot, number] = bounds
    return bounds
