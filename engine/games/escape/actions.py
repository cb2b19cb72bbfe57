"""The actions of escape: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.base.board import ASTRONAUT, ENERGY, PLANT
from engine.games.base.editor import Player, slot_just_written
from engine.games.base.equals import is_choice
from engine.games.escape import airlocks
from engine.games.escape.board import Board
from engine.games.escape.editor import EscapeEditor
from engine.ink import Cause, Ink
from engine.rules import actions, ladders, planning, tanks


def chosen(board: Board, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
    marks = player.marks
    match action:
        case "robot":
            yield from airlocks.choices(board, marks, by)
        case "water":
            yield from tanks.choices(board.tank_of, player, by)
        case "plant" | "energy" | "astronaut":
            field = ladders.next_of(_next_of(board, player, action), marks)
            if field is not None:
                yield Ink(field, "crossed" if action == ASTRONAUT else "circled", by)
        case "planning":
            yield from planning.choices(board.open_slots(marks), marks, by)


def take(board: Board, player: Player, action: str, ink: Ink) -> EscapeEditor:
    """The editor after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    if not is_choice(ink, chosen(board, player, action, ink.by), board.equals, player.marks):
        raise actions.not_allowed(action, ink)
    editor = EscapeEditor(board, player)
    match action:
        case "astronaut":
            editor.cross_astronaut(ink.by, ink.field)
        case "planning":
            editor.write_x(ink.field, ink.by)
        case _:
            editor.make(ink)
    return editor


def _next_of(board: Board, player: Player, action: str) -> Sequence[str]:
    """The fields of which an action marks the next, in the order of mark_order."""
    ship = board.ship_of.get(slot_just_written(player), "")
    fields: dict[str, Sequence[str]] = {
        PLANT: player.mark_order.plants.get(ship, ()),
        ENERGY: player.mark_order.reactors.get(ship, ()),
        ASTRONAUT: player.mark_order.panels[ASTRONAUT].symbols,
    }
    return fields.get(action, ())
