"""What looks good to a sensible player of launch, for the greedy bot."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import PASS, Step
from engine.games.launch.facts import WILD, Facts
from engine.ink import Mark

_NUMBERS = 15  # the greatest number on a card
_WILD_COST = 2.0  # the wild floor is kept for numbers that fit nowhere else


def appeal(facts: Facts, marks: Mapping[str, Mark], step: Step) -> float:
    """Prefers claims, then slots where the number lies about where it belongs and sections that are nearly done."""
    if step.kind == PASS:
        return -1000.0
    mark = step.ink[-1].mark
    target = step.ink[-1].field
    if target in facts.section_of:
        worth = _section_worth(facts, marks, target)
        return worth - _misfit(facts, marks, target, mark) if isinstance(mark, int) else worth
    if target in facts.section_of_arrow:
        return _arrow_worth(facts, marks, target)
    return 0.0


def _section_worth(facts: Facts, marks: Mapping[str, Mark], slot: str) -> float:
    """How near the section is to completion, weighed by what hangs in it."""
    section = facts.section_of[slot]
    left = sum(other not in marks for other in section.slots)
    prize = sum(facts.rockets.get(effect, 1) for effect in section.effects)
    return prize / left


def _misfit(facts: Facts, marks: Mapping[str, Mark], slot: str, number: int) -> float:
    """How far a number is from its fair place between its neighbours; 0 fits best."""
    floor = facts.floor_of[slot]
    slots = facts.floors[floor]
    here = slots.index(slot)
    low, high = 0, _NUMBERS + 1
    left, right = -1, len(slots)
    for place, other in enumerate(slots):
        mark = marks.get(other)
        if isinstance(mark, int):
            if place < here:
                low, left = mark, place
            else:
                high, right = mark, place
                break
    fair = low + (high - low) * (here - left) / (right - left)
    crowded = max(0, (here - left - 1) - (number - low - 1)) + max(
        0, (right - here - 1) - (high - number - 1)
    )
    return abs(number - fair) + 3 * crowded + (_WILD_COST if facts.action[floor] == WILD else 0.0)


def _arrow_worth(facts: Facts, marks: Mapping[str, Mark], arrow: str) -> float:
    """Rockets of the idle effect, sooner where the section is fuller."""
    section = facts.section_of_arrow[arrow]
    idle = next(effect for effect, needed in facts.arrow_of.items() if needed == arrow)
    return facts.rockets[idle] + sum(slot in marks for slot in section.slots) / len(section.slots)
