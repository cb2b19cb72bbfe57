"""What looks good to a sensible player of mine, for the greedy bot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.deal import Offer
from engine.game import PASS, Step
from engine.games.base.appeal import misfit
from engine.games.base.facts import ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.pen import Player
from engine.games.mine.facts import Factory, Facts, Main, Secondary, is_complete
from engine.ink import Mark

_COLUMN = 1.5  # for every other cave of the column that is filled
_TOWER = 2.0  # for the last cave of a column
_RESOURCE = 2.0  # for a resource that it brings up
_GALLERY = 3.0  # for missions and the fill bonus
_X_COST = 3.0  # what an X costs as long as the planning factory is not upgraded
_ROBOT_WORTH = 2.0  # of a robot that a factory gives
_EXPECTED = 6  # symbols that a main factory will about count in the end
_ASTRONAUT = 1.0
_MISSION = 10.0


def appeals(facts: Facts, player: Player, offers: Sequence[Offer], steps: Sequence[Step]) -> list[float]:
    """Prefers numbers about where they belong, in columns that fill up, and of the actions what brings most."""
    marks = player.marks
    best = {
        ENERGY: _best(facts, marks, (factory.energies for factory in facts.factories)),
        ROBOT: _best(facts, marks, (factory.robots for factory in facts.factories)),
    }

    def worth(step: Step) -> float:
        if step.kind == PASS:
            return 0.0
        field, mark = step.ink[-1].field, step.ink[-1].mark
        match step.kind:
            case "number":
                fit = misfit(facts.level_of[field], field, int(mark), marks, facts.numbers)
                action = offers[(step.offer or 0) - 1].action
                hope = _gallery(facts, marks, field, action) if action in (PLANT, WATER) else best.get(action)
                return _place(facts, marks, field) - fit + (hope or 0.0)
            case "planning":
                cost = 0.0 if is_complete(facts.mains[PLANNING], marks) else _X_COST
                return _place(facts, marks, field) - cost
            case "energy" | "robot":
                return _progress(facts, marks, facts.factory_of[field])
            case "plant" | "water":
                return _goods(facts, marks, step.kind)
            case "claim":
                return _MISSION
            case _:
                return _ASTRONAUT

    return [worth(step) for step in steps]


def _place(facts: Facts, marks: Mapping[str, Mark], slot: str) -> float:
    """How much a filled cave helps its column."""
    column = facts.column_of[slot]
    empty = sum(other not in marks for other in column.slots)
    extracted = sum(resource in marks for resource in column.resources) + (slot in facts.mineral_in)
    if empty == 1:
        return _TOWER + _RESOURCE * extracted
    return _COLUMN * (len(column.slots) - empty) + (slot in facts.mineral_in)


def _gallery(facts: Facts, marks: Mapping[str, Mark], slot: str, kind: str) -> float:
    """What a plant or water beside a cave is worth, if one is left there."""
    left = any(facts.kind_of[field] == kind and field not in marks for field in facts.around[slot])
    return _goods(facts, marks, kind) if left else 0.0


def _goods(facts: Facts, marks: Mapping[str, Mark], kind: str) -> float:
    """What a plant or water is worth, with the hope of more of its kind."""
    return _GALLERY + _factor(marks, facts.mains[kind])


def _best(facts: Facts, marks: Mapping[str, Mark], needs: Iterable[Sequence[str]]) -> float:
    """What the best of these energies or robots would bring."""
    left = (field for fields in needs for field in fields if field not in marks)
    return max((_progress(facts, marks, facts.factory_of[field]) for field in left), default=0.0)


def _progress(facts: Facts, marks: Mapping[str, Mark], factory: Factory) -> float:
    """What a factory brings when it is complete, shared among what it still needs."""
    return _completion(facts, marks, factory) / sum(need not in marks for need in factory.needs)


def _completion(facts: Facts, marks: Mapping[str, Mark], factory: Factory) -> float:
    match factory:
        case Main():
            base, upgraded = factory.factors
            inked = sum(symbol in marks for symbol in factory.symbols)
            return float(abs(upgraded - base) * max(_EXPECTED, inked))
        case Secondary() if factory.kind == ROBOT:
            return _ROBOT_WORTH * len(factory.bonus_symbols)
        case Secondary():
            return float(len(factory.bonus_symbols) * _factor(marks, facts.mains[factory.kind]))
    raise TypeError(factory)


def _factor(marks: Mapping[str, Mark], main: Main) -> int:
    """What each symbol of a main factory counts now."""
    return main.factors[is_complete(main, marks)]
