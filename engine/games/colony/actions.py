"""The actions of colony: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import IllegalStep
from engine.games.base.equals import is_choice
from engine.games.base.facts import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.marks import first_blank
from engine.games.base.pen import Player, slot_just_written
from engine.games.colony.facts import Facts
from engine.games.colony.pen import ColonyPen
from engine.ink import Ink


def chosen(facts: Facts, player: Player, action: str) -> Iterator[Ink]:
    """The marks that a player can choose for an action; none where it does nothing. Of astronauts the first."""
    for field, mark in _fields(facts, player, action):
        yield Ink(field, mark, "action")


def _fields(facts: Facts, player: Player, action: str) -> Iterator[tuple[str, str]]:
    marks, slot = player.marks, slot_just_written(player)
    if action == WATER:
        tank = facts.tank_of.get(slot)
        if tank is not None and tank not in marks:
            yield tank, "circled"
    elif action == PLANT:
        greenhouse = first_blank(facts.quarter_of[slot].greenhouses, marks)
        if greenhouse is not None:
            yield greenhouse, "circled"
    elif action == ROBOT:
        for tunnel in facts.network.open_tunnels(marks):
            yield tunnel, "drawn"
    elif action == ENERGY:
        for ladder in facts.factors.values():
            if (box := first_blank(ladder.fields, marks)) is not None:
                yield box, "crossed"
    elif action == ASTRONAUT:
        if (symbol := first_blank(player.habit, marks)) is not None:
            yield symbol, "crossed"
    elif action == PLANNING:
        for empty in facts.slots:
            if empty not in marks:
                yield empty, "X"


def take(facts: Facts, player: Player, action: str, ink: Ink) -> ColonyPen:
    """The pen after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    if not is_choice(ink, chosen(facts, player, action), facts.equals, player.marks):
        raise IllegalStep(_why_not(facts, player, action, ink))
    pen = ColonyPen(facts, player)
    pen.due = []
    if action == ROBOT:
        pen.draw_tunnel(ink.field, ink.by)
    elif action == PLANNING:
        pen.write_x(ink.field, ink.by)
    else:
        pen.make(ink)
    return pen


def _why_not(facts: Facts, player: Player, action: str, ink: Ink) -> str:
    """Why an action does not make a mark, in words for players."""
    slot = slot_just_written(player)
    if ink.field in player.marks:
        return f"{ink.field} is marked already"
    if action == ROBOT and ink.field in facts.network.ends:
        return f"{ink.field} does not begin at a place that is connected to the rocket"
    if action == WATER and ink.field in facts.tank_of.values():
        return f"{ink.field} is not the tank of {slot}, where the number stands"
    if action == PLANT and ink.field in facts.quarter_of[slot].greenhouses:
        return f"{ink.field} is not the next greenhouse of its quarter"
    if action == PLANT and any(ink.field in quarter.greenhouses for quarter in facts.quarters.values()):
        return f"{ink.field} is not in the quarter of {slot}, where the number stands"
    if action == ENERGY and ink.field in facts.factor_of:
        return f"{ink.field} is not the lowest box left of its ladder"
    return f"{action} does not allow {ink.mark} in {ink.field}"
