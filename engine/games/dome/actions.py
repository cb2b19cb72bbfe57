"""The actions of dome: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import IllegalStep, Step
from engine.games.base.editor import Player, slot_just_written
from engine.games.base.equals import is_choice
from engine.games.dome.board import Board
from engine.games.dome.editor import DomeEditor
from engine.ink import Cause, Ink
from engine.rules import ladders
from engine.rules.codes import RuleCode

BY: Cause = "action"


def action_steps(board: Board, player: Player, action: str) -> Iterator[Step]:
    """Every way to take an action once the number is written; none where it does nothing. Of equals the first."""
    for ink in _chosen(board, player, action):
        yield Step(player.seat, action, ink)


def take(board: Board, player: Player, step: Step) -> DomeEditor:
    """The editor after a step of `action_steps`, or an equal of one. Raises IllegalStep."""
    if not any(_is_choice(board, player, step.ink, ink) for ink in _chosen(board, player, step.kind)):
        what = " and ".join(f"{ink.mark} in {ink.field}" for ink in step.ink) or "nothing"
        raise IllegalStep(RuleCode.ACTION, f"{step.kind} does not allow {what} now: {_reason(step.kind)}")
    editor = DomeEditor(board, player)
    editor.pending = []
    for ink in step.ink:
        if ink.mark == "X":
            editor.write_x(ink.field, ink.by)
        else:
            editor.make(ink)
    return editor


def _chosen(board: Board, player: Player, action: str) -> Iterator[tuple[Ink, ...]]:
    """The marks that can be chosen for an action."""
    marks = player.marks
    slot = slot_just_written(player)
    level = board.level_of.get(slot)
    match action:
        case "robot":
            for piece in board.open_pieces(marks):
                if piece.odd == bool(int(marks[slot]) % 2):
                    yield tuple(Ink(link, "drawn", BY) for link in piece.links if link not in marks)
        case "energy":
            for rows in board.areas.values():
                if (row := ladders.next_of(rows, marks)) is not None:
                    yield (Ink(row, "crossed", BY),)
        case "plant" if level is not None:
            if (plant := ladders.next_of(player.mark_order.plants[level.id], marks)) is not None:
                yield (Ink(plant, "circled", BY),)
        case "water" if level is not None:
            if level.water not in marks:
                yield (Ink(level.water, "circled", BY),)
        case "astronaut":
            if (astronaut := ladders.next_of(player.mark_order.astronauts, marks)) is not None:
                yield (Ink(astronaut, "crossed", BY),)
        case "planning":
            for tower in board.towers:
                for place in board.growing(tower, marks):
                    yield (Ink(place, "X", BY),)


def _is_choice(board: Board, player: Player, made: tuple[Ink, ...], choice: tuple[Ink, ...]) -> bool:
    """Whether marks, in any order, are those that can be chosen together, or an equal of the one."""
    if len(made) == len(choice) == 1:
        return is_choice(made[0], choice, board.equals, player.marks)
    return len(made) == len(choice) and set(made) == set(choice)


def _reason(action: str) -> str:
    return {
        "robot": "it builds the first part or half from a foot, whole, of the number's parity",
        "energy": "it crosses the topmost row of a table that is not crossed",
        "plant": "it circles a plant on the level of the number",
        "water": "it circles the water on the level of the number",
        "astronaut": "it crosses one astronaut",
        "planning": "an X goes where a tower can grow",
    }[action]
