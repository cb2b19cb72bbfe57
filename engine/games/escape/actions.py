"""The actions of escape: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import IllegalStep
from engine.games.base.equals import is_choice
from engine.games.base.facts import ASTRONAUT, ENERGY, PLANT
from engine.games.base.marks import first_blank
from engine.games.base.pen import Player, slot_just_written
from engine.games.escape.facts import Facts
from engine.games.escape.pen import EscapePen
from engine.ink import Cause, Ink


def chosen(facts: Facts, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
    marks, written = player.marks, slot_just_written(player)
    match action:
        case "robot":
            for airlock in facts.drawable(marks):
                yield Ink(airlock, "drawn", by)
        case "water":
            tank = facts.tank_of.get(written)
            if tank is not None and tank not in marks:
                yield Ink(tank, "circled", by)
        case "plant" | "energy" | "astronaut":
            field = first_blank(_next_of(facts, player, action), marks)
            if field is not None:
                yield Ink(field, "crossed" if action == ASTRONAUT else "circled", by)
        case "planning":
            for slot in facts.open_slots(marks):
                yield Ink(slot, "X", by)


def take(facts: Facts, player: Player, action: str, ink: Ink) -> EscapePen:
    """The pen after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    if not is_choice(ink, chosen(facts, player, action, ink.by), facts.equals, player.marks):
        raise IllegalStep(f"{action} does not allow {ink.mark} in {ink.field} now")
    pen = EscapePen(facts, player)
    match action:
        case "astronaut":
            pen.cross_astronaut(ink.by, ink.field)
        case "planning":
            pen.write_x(ink.field, ink.by)
        case _:
            pen.make(ink)
    return pen


def _next_of(facts: Facts, player: Player, action: str) -> Sequence[str]:
    """The fields of which an action marks the next, in the order of habit."""
    ship = facts.ship_of.get(slot_just_written(player), "")
    fields: dict[str, Sequence[str]] = {
        PLANT: player.habit.plants.get(ship, ()),
        ENERGY: player.habit.reactors.get(ship, ()),
        ASTRONAUT: player.habit.panels[ASTRONAUT].symbols,
    }
    return fields.get(action, ())
