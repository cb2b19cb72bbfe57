"""What no order of play can explain about one sheet of virus.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Contradiction
from engine.games.base.checks import (
    crosses_on,
    numbers_on,
    out_of_order,
    unearned_wilds,
    unnumbered_tanks,
    unplanned_crosses,
)
from engine.games.base.facts import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT
from engine.games.base.marks import is_circled
from engine.games.base.numbers import not_ascending
from engine.games.virus.facts import Facts
from engine.ink import Mark, Marks


def contradictions(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(facts, marks)
    yield from _set_up(facts, marks)
    yield from _tracks(facts, marks)
    yield from _viruses(facts, marks)
    yield from _strikes(facts, marks)
    yield from _rings(facts, marks)
    yield from unnumbered_tanks(facts.tank_of, marks)
    yield from _panels(facts, marks)
    yield from _budget(facts, marks)
    yield from _budget_of_quarters(facts, marks)


def without_late_rings(facts: Facts, marks: Marks) -> dict[str, Mark]:
    """The marks without the rings that were drawn round quarters with empty slots when the game was over."""
    late = {q.ring for id_, q in facts.quarters.items() if not facts.is_complete(id_, marks)}
    return {field: mark for field, mark in marks.items() if field not in late}


def _ascending(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    for slots in facts.floors.values():
        yield from not_ascending(slots, marks, "on a floor", "after")


def _set_up(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """One of the empty targets got a virus, and a slot of its quarter was struck."""
    chosen = [target for target in facts.empty_targets if target in marks]
    if len(chosen) != 1:
        why = f"{len(chosen)} of the empty targets are circled: setting up, everybody circles one"
        yield Contradiction(tuple(chosen) or facts.empty_targets, why, "set-up")
        return
    quarter = next(q for q in facts.quarters.values() if q.target == chosen[0])
    if all(marks.get(slot) != "struck" for slot in quarter.slots):
        why = f"{chosen[0]} is circled, but no slot of {quarter.id} is struck: setting up, one was"
        yield Contradiction((chosen[0], *quarter.slots), why, "set-up")


def _tracks(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """A symbol for every plant or tank circled, in order; full rows have their value and action crossed."""
    for kind, track in facts.tracks.items():
        yield from out_of_order(track.symbols, marks, f"{kind}-order")
        circled = [field for field in _sources(facts, kind) if field in marks]
        crossed = [symbol for symbol in track.symbols if symbol in marks]
        if len(crossed) != min(len(circled), len(track.symbols)):
            why = f"{len(circled)} {kind} symbols are circled in the house, but {len(crossed)} crossed below"
            yield Contradiction((*circled, *crossed), why, f"{kind}-track")
        for row in track.rows:
            full = row.symbols[-1] in marks
            for field in (row.value, row.bonus):
                if (field in marks) != full:
                    why = f"{field} is crossed when {row.symbols[-1]} is, and not before"
                    yield Contradiction((field, row.symbols[-1]), why, "row")


def _sources(facts: Facts, kind: str) -> Iterator[str]:
    """The plants, or the tanks, of the house."""
    for quarter in facts.quarters.values():
        if kind == PLANT:
            yield from quarter.plants
        elif quarter.tank:
            yield quarter.tank


def _viruses(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """A virus is active where it was activated; a symbol of a track has set off what belongs to it."""
    for activation, target in facts.target_of.items():
        if (activation in marks) != is_circled(marks, target):
            why = f"{activation} is crossed and {target} circled together, or neither"
            yield Contradiction((activation, target), why, "activation")
    for symbol, effect in facts.set_off_by.items():
        if symbol in marks and effect not in marks:
            yield Contradiction((symbol, effect), f"{symbol} is crossed, so {effect} must be", "set-off")


def _strikes(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """A slot is struck in a quarter with an active virus, or beside one that is complete."""
    reached = {slot for id_ in facts.infected(marks) for slot in facts.quarters[id_].slots}
    for id_ in facts.infected(marks):
        if facts.is_complete(id_, marks):
            for other in facts.ways_from[id_].values():
                reached.update(facts.quarters[other].slots)
    for slot in facts.slots:
        if marks.get(slot) == "struck" and slot not in reached:
            quarter = facts.quarter_of[slot].id
            why = f"{slot} is struck, but no active virus could reach {quarter}"
            yield Contradiction((slot,), why, "strike")


def _rings(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    for id_, quarter in facts.quarters.items():
        if quarter.ring not in marks and facts.is_complete(id_, marks):
            why = f"{id_} has no empty slot, so {quarter.ring} must be circled"
            yield Contradiction((quarter.ring, *quarter.slots), why, "evacuated")


def _panels(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    yield from unplanned_crosses(facts.panels[PLANNING].symbols, crosses_on(facts, marks), marks)
    for panel in facts.panels.values():
        yield from unearned_wilds(panel, marks)


def _budget(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """Every number carries at most one action; full rows give one each as well."""
    numbers = numbers_on(facts, marks)
    used = [field for kind in facts.tracks for field in _sources(facts, kind) if field in marks]
    used += [symbol for symbol in facts.panels[ASTRONAUT].symbols if symbol in marks]
    used += crosses_on(facts, marks)
    bought = len(used)
    for fields, action in ((_energies(facts), ENERGY), (list(facts.walkways), ROBOT)):
        made = [field for field in fields if field in marks]
        rows = [row for track in facts.tracks.values() for row in track.rows if row.action == action]
        bought += max(0, len(made) - sum(row.bonus in marks for row in rows))
        used += made
    if bought > len(numbers):
        why = f"the marks took {bought} actions, but only {len(numbers)} numbers are written"
        yield Contradiction((*used, *numbers), why, "actions")


def _energies(facts: Facts) -> list[str]:
    return [energy for quarter in facts.quarters.values() for energy in quarter.energies]


def _budget_of_quarters(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """Each plant and tank of a quarter took the action of a number in it."""
    for quarter in facts.quarters.values():
        numbers = [slot for slot in quarter.slots if isinstance(marks.get(slot), int)]
        circled = [field for field in (*quarter.plants, quarter.tank) if field in marks]
        if len(circled) > len(numbers):
            why = f"{len(circled)} plants and tanks of {quarter.id} are circled, with {len(numbers)} numbers in it"
            yield Contradiction((*circled, *numbers), why, "quarter-actions")
