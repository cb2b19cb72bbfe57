"""The actions of virus: what a player can do with one, and doing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import IllegalStep, Step
from engine.games.base.equals import is_choice
from engine.games.base.facts import ASTRONAUT, ENERGY, ROBOT
from engine.games.base.marks import first_blank
from engine.games.base.pen import Player, slot_just_written
from engine.games.virus.facts import Facts
from engine.games.virus.pen import VirusPen
from engine.ink import Cause, Ink


def chosen(facts: Facts, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
    marks, written = player.marks, slot_just_written(player)
    match action:
        case "robot":
            for walkway in VirusPen(facts, player).open_walkways():
                yield Ink(walkway, "drawn", by)
        case "water":
            tank = facts.tank_of.get(written)
            if tank is not None and tank not in marks:
                yield Ink(tank, "circled", by)
        case "energy" | "plant" | "astronaut":
            field = first_blank(_next_of(facts, player, action), marks)
            if field is not None:
                yield Ink(field, "crossed" if action == ASTRONAUT else "circled", by)
        case "planning":
            for slot in facts.slots:
                if slot not in marks:
                    yield Ink(slot, "X", by)


def row_steps(facts: Facts, player: Player) -> Iterator[Step]:
    """The ways to take the action of a full row: a walkway anywhere, an energy of any quarter with empty slots."""
    pen, action = VirusPen(facts, player), player.due[0]
    if action == ROBOT:
        for walkway in pen.open_walkways():
            yield Step(player.seat, action, (Ink(walkway, "drawn", "bonus"),))
    else:
        for energy in pen.energies_left():
            yield Step(player.seat, action, (Ink(energy, "circled", "bonus"),))


def take(facts: Facts, player: Player, action: str, ink: Ink) -> VirusPen:
    """The pen after a chosen mark of an action and all that it forces. Raises IllegalStep."""
    if not is_choice(ink, chosen(facts, player, action, ink.by), facts.equals, player.marks):
        raise IllegalStep(f"{action} does not allow {ink.mark} in {ink.field} now")
    pen = VirusPen(facts, player)
    match action:
        case "astronaut":
            pen.cross_astronaut(ink.by, ink.field)
        case "planning":
            pen.write_x(ink.field, ink.by)
        case "plant" | "water":
            pen.make(ink)
            pen.advance(action, ink.by)
        case _:
            pen.make(ink)
    return pen


def take_for_row(facts: Facts, player: Player, action: str, ink: Ink) -> VirusPen:
    """The pen after the mark that a full row brings. Raises IllegalStep."""
    choices = (step.ink[0] for step in row_steps(facts, player))
    if not is_choice(ink, choices, facts.equals, player.marks):
        raise IllegalStep(f"the {action} of a full row does not allow {ink.mark} in {ink.field} now")
    pen = VirusPen(facts, player)
    pen.due.pop(0)
    pen.make(ink)
    return pen


def _next_of(facts: Facts, player: Player, action: str) -> Sequence[str]:
    """The fields of which an action marks the next, in the order of habit."""
    quarter = facts.quarter_of.get(slot_just_written(player))
    if action == ASTRONAUT:
        symbols: Sequence[str] = player.habit.panels[ASTRONAUT].symbols
        return symbols
    if quarter is None:
        return ()
    fields: Sequence[str] = (player.habit.energies if action == ENERGY else player.habit.plants)[quarter.id]
    return fields
