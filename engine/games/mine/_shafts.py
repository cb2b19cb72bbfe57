"""Shafts: the mineral of a filled cave is circled, and a full column is extracted at the end of the turn.

Extraction crosses what is circled in the column, counts it in the main factories, and circles the tower.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.mine._board import Board, Column, MineEditor
from fairsheet.engine.games.mine._factories import circle_next
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules import completion, crosses
from fairsheet.engine.rules.completion import Completion
from fairsheet.engine.solver.timeline import Last
from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.model.marks import Marks, is_circled


def circle_mineral(editor: MineEditor, slot: str) -> None:
    """Circle the mineral of a cave that was filled, if it has one."""
    mineral = editor.board.mineral_in.get(slot)
    if mineral is not None:
        editor.mark(mineral, "circled", "bonus")


def extract_full_columns(board: Board, player: Player) -> Player:
    """Return the player after extracting the columns that have become full."""
    editor = MineEditor(board, player)
    for column in board.columns:
        if column.tower in editor.marks or not completion.is_complete(column.slots, editor.marks):
            continue
        for resource in column.resources:
            if is_circled(editor.marks, resource):
                editor.mark(resource, "crossed", "incident")
                circle_next(editor, board.mains[board.kind_of[resource]], "incident")
        editor.mark(column.tower, "circled", "incident")
    return editor.player()


def rules(board: Board) -> Iterator[Rule[object]]:
    """Yield the rules of shafts: minerals of filled caves are circled; only full columns have crossed resources."""
    for slot, mineral in board.mineral_in.items():
        yield Completion((slot,), mineral, "circled", RuleCode.MINERAL)
    for column in board.columns:
        yield Completion(column.slots, column.tower, "circled", RuleCode.EXTRACTION)
        yield OwnRule(column, _check_extraction)


def _check_extraction(column: Column, marks: Marks) -> Iterator[Contradiction]:
    empty = next((slot for slot in column.slots if slot not in marks), None)
    wrong_mark = "circled+crossed" if empty else "circled"
    wrong = [resource for resource in column.resources if marks.get(resource) == wrong_mark]
    yield from crosses.uncircled(column.resources, marks, RuleCode.EXTRACTION)
    if wrong and empty is None:
        words = Message(
            "{column} is full, but {resources} is not crossed",
            "{column} is full, but {resources} are not crossed",
        )
        why = words.filled(n=len(wrong), column=column.id, resources=listed(wrong))
        yield Contradiction.counting((*wrong, *column.slots), why, RuleCode.EXTRACTION, few=wrong)
    elif wrong and empty:
        words = Message(
            "{resources} is crossed, but {empty} is empty", "{resources} are crossed, but {empty} is empty"
        )
        why = words.filled(n=len(wrong), resources=listed(wrong), empty=empty)
        yield Contradiction.counting((*wrong, empty), why, RuleCode.EXTRACTION, few=[*wrong[:2], empty])


def extractions(sheet: NumberSheet, board: Board) -> dict[str, Last]:
    """Return, by tower, when each extracted column was extracted: when its last cave was filled."""
    return {
        column.tower: Last(sheet.model, [sheet.filled[slot] for slot in column.slots])
        for column in board.columns
        if completion.is_complete(column.slots, sheet.marks)
    }
