"""Evacuation: a quarter without an empty slot gets its ring. Rings that players draw after the game have no effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.engine.games.virus._board import Board, VirusEditor
from fairsheet.engine.games.virus._proof_sheet import SheetModel
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Mark, Marks


def evacuate(editor: VirusEditor) -> None:
    """Circle the ring of every quarter that has become complete."""
    for id_, quarter in editor.board.quarters.items():
        if quarter.ring not in editor.marks and editor.board.is_complete(id_, editor.marks):
            editor.mark(quarter.ring, "circled", "incident")


def draw_late_rings(editor: VirusEditor) -> None:
    """Draw, after the game, the rings that the player wants round quarters with empty slots."""
    for quarter in editor.board.quarters.values():
        if quarter.ring in editor.mark_order.fields and quarter.ring not in editor.marks:
            editor.mark(quarter.ring, "circled", "incident")


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions on a final sheet about complete quarters without their ring."""
    for id_, quarter in board.quarters.items():
        if quarter.ring not in marks and board.is_complete(id_, marks):
            why = Message("{ring} is not circled, but {id} has no empty slot", id=id_, ring=quarter.ring)
            yield Contradiction.counting(
                (quarter.ring, *quarter.slots), why, RuleCode.EVACUATION, few=(quarter.ring,)
            )


def late_rings(board: Board, marks: Marks) -> dict[str, str]:
    """Return the rings of a final sheet that were drawn after the game, with their quarters."""
    quarters = board.quarters.items()
    return {q.ring: id_ for id_, q in quarters if q.ring in marks and not board.is_complete(id_, marks)}


def without_late_rings(board: Board, marks: Marks) -> dict[str, Mark]:
    """Return the marks of a final sheet without the rings that were drawn after the game."""
    late = late_rings(board, marks)
    return {field: mark for field, mark in marks.items() if field not in late}


def state_no_late_rings(sheet: SheetModel, others: Sequence[int]) -> None:
    """State that no ring is drawn round a quarter with an empty slot, because the game is not over.

    On the sheets of other seats the rule names the last error, which would have ended the game.
    """
    words = Message("player {seat} circled {ring}, but {id} has an empty slot and nobody ended the game")
    for ring, id_ in late_rings(sheet.board, sheet.marks).items():
        why = words.filled(seat=sheet.seat, ring=ring, id=id_)
        empty = [slot for slot in sheet.board.quarters[id_].slots if slot not in sheet.marks]
        marks = [*sheet.name(ring, *empty), *((other, sheet.board.errors[-1]) for other in others)]
        with sheet.model.rule(RuleCode.EVACUATION, marks, why):
            sheet.model.clause()
