"""The actions of escape: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.game import IllegalStep
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
            field = first_blank(_equals(facts, player, action), marks)
            if field is not None:
                yield Ink(field, "crossed" if action == ASTRONAUT else "circled", by)
        case "planning":
            for slot in facts.open_slots(marks):
                yield Ink(slot, "X", by)


def take(facts: Facts, player: Player, action: str, ink: Ink) -> EscapePen:
    """The pen after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    allowed = {other.field: other for other in chosen(facts, player, action, ink.by)}
    if ink != allowed.get(ink.field) and not _is_equal(facts, player, action, ink, allowed.values()):
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


def _equals(facts: Facts, player: Player, action: str) -> Sequence[str]:
    """The fields between which an action makes no difference, in the order of habit."""
    ship = facts.ship_of.get(slot_just_written(player), "")
    fields: dict[str, Sequence[str]] = {
        PLANT: player.habit.plants.get(ship, ()),
        ENERGY: player.habit.reactors.get(ship, ()),
        ASTRONAUT: player.habit.panels[ASTRONAUT].symbols,
    }
    return fields.get(action, ())


def _is_equal(facts: Facts, player: Player, action: str, ink: Ink, allowed: Iterable[Ink]) -> bool:
    """Whether a mark does the same as the one allowed: another plant of the greenhouse, and so on."""
    blank = [field for field in _equals(facts, player, action) if field not in player.marks]
    return ink.field in blank and any(ink.mark == other.mark for other in allowed)
