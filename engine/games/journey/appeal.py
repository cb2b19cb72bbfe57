"""What looks good to a sensible player of journey, for the greedy bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import PASS, Step
from engine.games.base.appeal import misfit
from engine.games.base.marks import is_circled
from engine.games.base.pen import Player
from engine.games.journey.actions import UNUSED
from engine.games.journey.facts import Facts, Station
from engine.games.journey.pen import CUT
from engine.ink import Mark
from engine.stretches import Stretch

_WILD_COST = 2.5  # a wild is kept for something good
_TANK_SHARE = 0.15  # a slot with a tank is kept for a water action
_IDEAL_ZONE = 7  # slots of a zone that is well filled


def appeals(facts: Facts, player: Player, steps: Sequence[Step]) -> list[float]:
    """Prefers numbers about where they belong, and of the actions what will be worth most points."""
    marks = player.marks
    zones = facts.trajectory.stretches(marks)
    zone_of = {slot: zone for zone in zones for slot in zone}
    known: dict[tuple[str, Mark], float] = {}

    def worth(step: Step) -> float:
        if step.kind in (PASS, UNUSED):
            return float("-inf") if step.kind == UNUSED else -100.0
        ink = step.ink[-1]
        cost = _WILD_COST if len(step.ink) > 1 else 0.0
        if step.kind == "error":
            return 0.0
        key = (ink.field, ink.mark)
        if key not in known:
            known[key] = _worth(facts, marks, zone_of, step.kind, *key)
        return known[key] - cost

    return [worth(step) for step in steps]


def _worth(
    facts: Facts, marks: Mapping[str, Mark], zone_of: Mapping[str, Stretch], kind: str, field: str, mark: Mark
) -> float:
    match kind:
        case "number":
            tank = facts.tank_of.get(field)
            kept = _TANK_SHARE * facts.value[tank] if tank else 0.0
            return -misfit(zone_of[field], field, int(mark), marks, facts.numbers) - kept
        case "planning":
            return 2.0 * _nearly_full(zone_of[field], marks)
        case "water":
            return float(facts.value[field])
        case "plant":
            return _multiplier(facts, marks, facts.station_of[field])
        case "robot":
            station = facts.station_of[field]
            left = sum(robot not in marks for robot in station.robots)
            return _multiplier(facts, marks, station) * 1.5 / left
        case "energy":
            return 4.0
        case _:
            return _cut_worth(facts, marks, zone_of, field) if kind == CUT else 3.0


def _multiplier(facts: Facts, marks: Mapping[str, Mark], station: Station) -> float:
    """What a plant of a station will be worth, if its robots are likely to be all circled."""
    if is_circled(marks, station.high) or is_circled(marks, station.low):
        return float(facts.value[station.high if is_circled(marks, station.high) else station.low])
    left = sum(robot not in marks for robot in station.robots)
    return facts.value[station.low if station.high in marks else station.high] * (1 - 0.2 * left)


def _nearly_full(zone: Stretch, marks: Mapping[str, Mark]) -> float:
    return sum(slot in marks for slot in zone) / len(zone)


def _cut_worth(facts: Facts, marks: Mapping[str, Mark], zone_of: Mapping[str, Stretch], cut: str) -> float:
    """Prefers cuts that leave a full zone of some size, or halve what is still wide open."""
    before = facts.trajectory.links[cut]
    zone = zone_of[facts.slots[before - 1]]
    place = zone.index(facts.slots[before - 1]) + 1
    parts = zone[:place], zone[place:]
    full = sum(10.0 for part in parts if all(slot in marks for slot in part) and len(part) > 1)
    return (
        full - abs(len(parts[0]) - len(parts[1])) * 0.2 - min(abs(len(p) - _IDEAL_ZONE) for p in parts) * 0.1
    )
