"""The set-up: before the first turn every player circles an empty target and strikes a slot of its quarter."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.virus._board import Board, VirusEditor
from fairsheet.engine.games.virus._proof_sheet import SheetModel
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.solver.constraint_model import FALSE
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks

SETUP = "setup"  # the kind of the step before the first turn


def steps(board: Board, seat: int) -> list[Step]:
    """Return a step for every empty target with every slot of its quarter."""
    return [
        Step(seat, SETUP, (Ink(quarter.target, "circled", "setup"), Ink(slot, "struck", "setup")))
        for quarter in board.quarters.values()
        if quarter.target in board.empty_targets
        for slot in quarter.slots
    ]


def play(editor: VirusEditor, step: Step) -> None:
    """Circle a target and strike a slot. Raises IllegalStep."""
    if step not in steps(editor.board, editor.before.seat):
        raise IllegalStep(
            RuleCode.SET_UP, "setting up, circle one empty target and strike one slot of its quarter"
        )
    for ink in step.ink:
        editor.make(ink)


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction on a final sheet unless one empty target is circled and a slot of its quarter is struck."""
    chosen = [target for target in board.empty_targets if target in marks]
    if len(chosen) != 1:
        why = Message(
            "{chosen} empty targets are circled, but every player circles one when setting up",
            chosen=len(chosen),
        )
        fields = tuple(chosen) or board.empty_targets
        yield Contradiction.counting(fields, why, RuleCode.SET_UP, few=fields)
        return
    quarter = board.home_of[chosen[0]]
    if all(marks.get(slot) != "struck" for slot in quarter.slots):
        why = Message(
            "{chosen} is circled, but no slot of {quarter} is struck, although the set-up strikes one",
            chosen=chosen[0],
            quarter=quarter.id,
        )
        yield Contradiction.counting((chosen[0], *quarter.slots), why, RuleCode.SET_UP, few=(chosen[0],))


def in_time(sheet: SheetModel) -> None:
    """State that one slot was struck before the first turn."""
    first = [event.at(0) for event in sheet.struck.values() if event.at(0) != FALSE]
    why = Message("player {seat} struck exactly one slot when setting up", seat=sheet.seat)
    with sheet.model.rule(RuleCode.SET_UP, sheet.name(*sheet.grey, *sheet.struck), why):
        sheet.model.exactly_one(first)
