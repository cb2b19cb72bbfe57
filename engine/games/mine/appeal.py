"""What looks good to a sensible player of mine, for the greedy bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import PASS, Step
from engine.games.base.appeal import misfit
from engine.games.base.facts import PLANNING, ROBOT
from engine.games.base.pen import Player
from engine.games.mine.facts import Facts, Factory, Main, Secondary, is_complete
from engine.ink import Mark

_COLUMN = 1.5  # for every other cave of the column that is filled
_RESOURCE = 0.4  # for a resource beside the cave that may be brought up
_X_COST = 3.0  # what an X costs as long as the planning factory is not upgraded
_ROBOT_WORTH = 2.0  # of a robot that a factory gives
_MISSION = 10.0
_EXPECTED = 6  # symbols that a main factory will about count in the end


def appeals(facts: Facts, player: Player, steps: Sequence[Step]) -> list[float]:
    """Prefers numbers about where they belong, in columns that fill up, and of the actions what brings most."""
    return [_worth(facts, player.marks, step) for step in steps]


def _worth(facts: Facts, marks: Mapping[str, Mark], step: Step) -> float:
    if step.kind == PASS:
        return 0.0
    field, mark = step.ink[-1].field, step.ink[-1].mark
    match step.kind:
        case "number":
            level = next(level for level in facts.levels if field in level)
            return _place(facts, marks, field) - misfit(level, facts.numbers, marks, field, int(mark))
        case "planning":
            cost = 0.0 if is_complete(facts.mains[PLANNING], marks) else _X_COST
            return _place(facts, marks, field) - cost
        case "energy" | "robot":
            factory = facts.factory_of[field]
            return _completion(facts, marks, factory) / sum(need not in marks for need in factory.needs)
        case "plant" | "water":
            return float(_factor(marks, facts.mains[step.kind]))
        case "claim":
            return _MISSION
        case _:
            return 1.0


def _place(facts: Facts, marks: Mapping[str, Mark], slot: str) -> float:
    """How much a filled cave helps its column."""
    column = facts.column_of[slot]
    filled = sum(other in marks for other in column.slots)
    near = (slot in facts.mineral_in) + sum(
        slot in caves and resource not in marks for resource, caves in facts.beside.items()
    )
    return _COLUMN * filled + _RESOURCE * near


def _factor(marks: Mapping[str, Mark], main: Main) -> int:
    """What each symbol of a main factory counts now."""
    return main.factors[is_complete(main, marks)]


def _completion(facts: Facts, marks: Mapping[str, Mark], factory: Factory) -> float:
    """What a factory brings when it is complete."""
    match factory:
        case Main():
            base, upgraded = factory.factors
            inked = sum(symbol in marks for symbol in factory.symbols)
            return abs(upgraded - base) * max(_EXPECTED, inked)
        case Secondary() if factory.kind == ROBOT:
            return _ROBOT_WORTH * len(factory.bonus_symbols)
        case Secondary():
            return len(factory.bonus_symbols) * _factor(marks, facts.mains[factory.kind])
    return 0.0
