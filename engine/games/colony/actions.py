"""The actions of colony: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import IllegalStep
from engine.games.base.board import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.editor import Player, slot_just_written
from engine.games.base.equals import is_choice
from engine.games.colony.board import Board
from engine.games.colony.editor import ColonyEditor
from engine.ink import Ink
from engine.rules import actions, ladders
from engine.rules.codes import RuleCode


def chosen(board: Board, player: Player, action: str) -> Iterator[Ink]:
    """The marks that a player can choose for an action; none where it does nothing. Of astronauts the first."""
    for field, mark in _fields(board, player, action):
        yield Ink(field, mark, "action")


def _fields(board: Board, player: Player, action: str) -> Iterator[tuple[str, str]]:
    marks, slot = player.marks, slot_just_written(player)
    if action == WATER:
        tank = board.tank_of.get(slot)
        if tank is not None and tank not in marks:
            yield tank, "circled"
    elif action == PLANT:
        greenhouse = ladders.next_of(board.quarter_of[slot].greenhouses, marks)
        if greenhouse is not None:
            yield greenhouse, "circled"
    elif action == ROBOT:
        for tunnel in board.network.open_tunnels(marks):
            yield tunnel, "drawn"
    elif action == ENERGY:
        for ladder in board.factors.values():
            if (box := ladders.next_of(ladder.fields, marks)) is not None:
                yield box, "crossed"
    elif action == ASTRONAUT:
        if (symbol := ladders.next_of(player.mark_order, marks)) is not None:
            yield symbol, "crossed"
    elif action == PLANNING:
        for empty in board.slots:
            if empty not in marks:
                yield empty, "X"


def take(board: Board, player: Player, action: str, ink: Ink) -> ColonyEditor:
    """The editor after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    if not is_choice(ink, chosen(board, player, action), board.equals, player.marks):
        raise _refusal(board, player, action, ink)
    editor = ColonyEditor(board, player)
    editor.pending = []
    if action == ROBOT:
        editor.draw_tunnel(ink.field, ink.by)
    elif action == PLANNING:
        editor.write_x(ink.field, ink.by)
    else:
        editor.make(ink)
    return editor


def _refusal(board: Board, player: Player, action: str, ink: Ink) -> IllegalStep:
    """Why an action does not make a mark."""
    slot = slot_just_written(player)
    if ink.field in player.marks:
        return IllegalStep(RuleCode.INK, f"{ink.field} is marked already")
    if action == ROBOT and ink.field in board.network.ends:
        return IllegalStep(
            RuleCode.TUNNEL, f"{ink.field} does not begin at a place that is connected to the rocket"
        )
    if action == WATER and ink.field in board.tank_of.values():
        return IllegalStep(RuleCode.TANK, f"{ink.field} is not the tank of {slot}, where the number stands")
    if action == PLANT and ink.field in board.quarter_of[slot].greenhouses:
        return IllegalStep(RuleCode.ORDER, f"{ink.field} is not the next greenhouse of its quarter")
    if action == PLANT and any(ink.field in quarter.greenhouses for quarter in board.quarters.values()):
        return IllegalStep(
            RuleCode.LOCATION, f"{ink.field} is not in the quarter of {slot}, where the number stands"
        )
    if action == ENERGY and ink.field in board.factor_of:
        return IllegalStep(RuleCode.ORDER, f"{ink.field} is not the lowest box left of its ladder")
    return actions.not_allowed(action, ink)
