"""The actions of mine: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import IllegalStep
from engine.games.base.board import ENERGY
from engine.games.base.editor import Player, slot_just_written
from engine.games.base.equals import is_choice
from engine.games.mine.board import Board
from engine.games.mine.editor import MineEditor
from engine.ink import Cause, Ink
from engine.rules import ladders
from engine.rules.codes import RuleCode


def chosen(board: Board, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
    match action:
        case "energy" | "robot":
            needs = player.mark_order.energies if action == ENERGY else player.mark_order.robots
            for fields in needs.values():
                if (need := ladders.next_of(fields, player.marks)) is not None:
                    yield Ink(need, "crossed", by)
        case "plant" | "water":
            for resource in board.around.get(slot_just_written(player), ()):
                if board.kind_of[resource] == action and resource not in player.marks:
                    yield Ink(resource, "circled", by)
        case "astronaut":
            if (symbol := ladders.next_of(player.mark_order.astronauts, player.marks)) is not None:
                yield Ink(symbol, "crossed", by)
        case "planning":
            for slot in board.slots:
                if slot not in player.marks:
                    yield Ink(slot, "X", by)


def take(board: Board, player: Player, action: str, ink: Ink) -> MineEditor:
    """The editor after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    if not is_choice(ink, chosen(board, player, action, ink.by), board.equals, player.marks):
        raise IllegalStep(RuleCode.ACTION, f"{action} does not allow {ink.mark} in {ink.field} now")
    editor = MineEditor(board, player)
    editor.pending = editor.pending[1:]
    match action:
        case "energy" | "robot":
            editor.cross_need(ink.field, ink.by)
        case "planning":
            editor.write_x(ink.field, ink.by)
        case _:
            editor.make(ink)
    return editor
