"""The actions of virus: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import IllegalStep, Step
from engine.games.base.board import ASTRONAUT, ENERGY, ROBOT
from engine.games.base.editor import Player, slot_just_written
from engine.games.base.equals import is_choice
from engine.games.virus.board import Board
from engine.games.virus.editor import VirusEditor
from engine.ink import Cause, Ink
from engine.rules import ladders
from engine.rules.codes import RuleCode


def chosen(board: Board, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
    marks, written = player.marks, slot_just_written(player)
    match action:
        case "robot":
            for walkway in VirusEditor(board, player).open_walkways():
                yield Ink(walkway, "drawn", by)
        case "water":
            tank = board.tank_of.get(written)
            if tank is not None and tank not in marks:
                yield Ink(tank, "circled", by)
        case "energy" | "plant" | "astronaut":
            field = ladders.next_of(_next_of(board, player, action), marks)
            if field is not None:
                yield Ink(field, "crossed" if action == ASTRONAUT else "circled", by)
        case "planning":
            for slot in board.slots:
                if slot not in marks:
                    yield Ink(slot, "X", by)


def row_steps(board: Board, player: Player) -> Iterator[Step]:
    """The ways to take the action of a full row: a walkway anywhere, an energy of any quarter with empty slots."""
    editor, action = VirusEditor(board, player), player.pending[0]
    if action == ROBOT:
        for walkway in editor.open_walkways():
            yield Step(player.seat, action, (Ink(walkway, "drawn", "bonus"),))
    else:
        for energy in editor.energies_left():
            yield Step(player.seat, action, (Ink(energy, "circled", "bonus"),))


def take(board: Board, player: Player, action: str, ink: Ink) -> VirusEditor:
    """The editor after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    if not is_choice(ink, chosen(board, player, action, ink.by), board.equals, player.marks):
        raise IllegalStep(RuleCode.ACTION, f"{action} does not allow {ink.mark} in {ink.field} now")
    editor = VirusEditor(board, player)
    match action:
        case "astronaut":
            editor.cross_astronaut(ink.by, ink.field)
        case "planning":
            editor.write_x(ink.field, ink.by)
        case "plant" | "water":
            editor.make(ink)
            editor.advance(action, ink.by)
        case _:
            editor.make(ink)
    return editor


def take_for_row(board: Board, player: Player, action: str, ink: Ink) -> VirusEditor:
    """The editor after the mark that a full row brings. Raises IllegalStep."""
    choices = (step.ink[0] for step in row_steps(board, player))
    if not is_choice(ink, choices, board.equals, player.marks):
        raise IllegalStep(
            RuleCode.ROW, f"the {action} of a full row does not allow {ink.mark} in {ink.field} now"
        )
    editor = VirusEditor(board, player)
    editor.pending.pop(0)
    editor.make(ink)
    return editor


def _next_of(board: Board, player: Player, action: str) -> Sequence[str]:
    """The fields of which an action marks the next, in the order of mark_order."""
    quarter = board.quarter_of.get(slot_just_written(player))
    if action == ASTRONAUT:
        symbols: Sequence[str] = player.mark_order.panels[ASTRONAUT].symbols
        return symbols
    if quarter is None:
        return ()
    fields: Sequence[str] = (player.mark_order.energies if action == ENERGY else player.mark_order.plants)[
        quarter.id
    ]
    return fields
