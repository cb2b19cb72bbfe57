"""The actions of mine: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import IllegalStep
from engine.games.base.facts import ENERGY
from engine.games.base.marks import first_blank
from engine.games.base.pen import Player, slot_just_written
from engine.games.mine.facts import Facts
from engine.games.mine.pen import MinePen
from engine.ink import Cause, Ink


def chosen(facts: Facts, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
    match action:
        case "energy" | "robot":
            needs = player.habit.energies if action == ENERGY else player.habit.robots
            for fields in needs.values():
                if (need := first_blank(fields, player.marks)) is not None:
                    yield Ink(need, "crossed", by)
        case "plant" | "water":
            for resource in facts.around.get(slot_just_written(player), ()):
                if facts.kind_of[resource] == action and resource not in player.marks:
                    yield Ink(resource, "circled", by)
        case "astronaut":
            if (symbol := first_blank(player.habit.astronauts, player.marks)) is not None:
                yield Ink(symbol, "crossed", by)
        case "planning":
            for slot in facts.slots:
                if slot not in player.marks:
                    yield Ink(slot, "X", by)


def take(facts: Facts, player: Player, action: str, ink: Ink) -> MinePen:
    """The pen after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    allowed = list(chosen(facts, player, action, ink.by))
    if ink not in allowed and not _is_equal(facts, player, action, ink, allowed):
        raise IllegalStep(f"{action} does not allow {ink.mark} in {ink.field} now")
    pen = MinePen(facts, player)
    pen.due = pen.due[1:]
    match action:
        case "energy" | "robot":
            pen.cross_need(ink.field, ink.by)
        case "planning":
            pen.write_x(ink.field, ink.by)
        case _:
            pen.make(ink)
    return pen


def _is_equal(facts: Facts, player: Player, action: str, ink: Ink, allowed: list[Ink]) -> bool:
    """Whether a mark does the same as one of the allowed ones: another robot of the factory, and so on."""
    if ink.mark != "crossed" or ink.field in player.marks:
        return False
    match action:
        case "energy" | "robot":
            factory = facts.factory_of.get(ink.field)
            peers = () if factory is None else factory.energies if action == ENERGY else factory.robots
        case "astronaut":
            peers = facts.astronauts
        case _:
            return False
    return ink.field in peers and any(other.field in peers for other in allowed)
