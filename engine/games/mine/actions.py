"""The actions of mine: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import IllegalStep
from engine.games.base.equals import is_choice
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
    if not is_choice(ink, chosen(facts, player, action, ink.by), facts.equals, player.marks):
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
