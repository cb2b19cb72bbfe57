"""What no order of play can explain about one sheet of journey.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Contradiction
from engine.games.base.checks import (
    crosses_on,
    numbers_on,
    raced_prizes,
    unearned_wilds,
    unnumbered_tanks,
    unplanned_crosses,
)
from engine.games.base.facts import ASTRONAUT, PLANNING
from engine.games.base.marks import is_circled, is_crossed
from engine.games.base.numbers import not_ascending
from engine.games.journey.facts import Facts
from engine.ink import Marks


def contradictions(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(facts, marks)
    yield from _energies(facts, marks)
    yield from _errors(facts, marks)
    yield from unnumbered_tanks(facts.tank_of, marks)
    yield from _stations(facts, marks)
    yield from _panels(facts, marks)
    yield from _budget(facts, marks)


def _ascending(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    for zone in facts.trajectory.stretches(marks):
        yield from not_ascending(zone, marks, "in every zone", "after")


def _energies(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """Energies are crossed in full pairs, each of which gives a cut."""
    drawn = [cut for cut in facts.cuts if cut in marks]
    crossed = [energy for energy in facts.energies if is_crossed(marks, energy)]
    for energy in crossed:
        if energy not in facts.printed and not is_circled(marks, energy):
            yield Contradiction((energy,), f"{energy} is crossed without being circled", "energy-not-circled")
    left = facts.open_energies(marks)
    if len(left) >= facts.pair:
        why = f"{len(left)} energies are circled and not crossed, but a full pair is crossed at once"
        yield Contradiction(tuple(left), why, "energy-pair")
    if len(crossed) != facts.pair * len(drawn):
        why = f"{len(crossed)} energies are crossed, but {len(drawn)} cuts drawn: every pair gives one"
        yield Contradiction((*crossed, *drawn) or facts.energies, why, "cuts")


def _errors(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    given = [error for error in facts.errors if error in marks and error in facts.rewarded]
    gained = [energy for energy in facts.energies if is_circled(marks, energy)]
    if len(gained) < len(given):
        why = f"{len(given)} errors give an energy each, but {len(gained)} are circled"
        yield Contradiction((*given, *facts.energies), why, "error-energy")


def _stations(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """A station whose robots are all circled has one of its multipliers circled."""
    for station in facts.stations.values():
        yield from raced_prizes(station.high, station.low, station.robots, marks, "multiplier")


def _panels(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    yield from unplanned_crosses(facts.panels[PLANNING].symbols, crosses_on(facts, marks), marks)
    for panel in facts.panels.values():
        yield from unearned_wilds(panel, marks)


def _budget(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """Every number carries at most one action, and each of these marks took one."""
    numbers = numbers_on(facts, marks)
    stations = facts.stations.values()
    used = [field for station in stations for field in (*station.robots, *station.plants) if field in marks]
    used += [tank for tank in facts.tank_of.values() if tank in marks]
    used += crosses_on(facts, marks)
    used += [symbol for symbol in facts.panels[ASTRONAUT].symbols if symbol in marks]
    gained = [energy for energy in facts.energies if is_circled(marks, energy)]
    given = sum(error in marks for error in facts.rewarded)
    actions = len(used) + max(0, len(gained) - given)
    if actions > len(numbers):
        why = f"the marks took {actions} actions, but only {len(numbers)} numbers are written"
        yield Contradiction((*used, *gained, *numbers), why, "actions")
    wilds = [wild for panel in facts.panels.values() for wild in panel.wilds if is_crossed(marks, wild)]
    if len(wilds) > len(numbers):
        yield Contradiction((*wilds, *numbers), "there are more wilds used than numbers", "wilds")
