"""What looks good to a sensible player of launch, for the greedy bot."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import PASS, Step
from engine.games.launch.facts import WILD, Facts
from engine.ink import Mark

_CROWDED = 3.0  # for every slot that no number could reach any more
_WILD_COST = 2.0  # the wild floor is kept for numbers that fit nowhere else


def appeal(facts: Facts, marks: Mapping[str, Mark], step: Step) -> float:
    """Prefers anything to passing, sections that are nearly done, and numbers about where they belong."""
    if step.kind == PASS:
        return float("-inf")
    target, mark = step.ink[-1].field, step.ink[-1].mark
    if target in facts.section_of:
        worth = _section_worth(facts, marks, target)
        return worth - _misfit(facts, marks, target, mark) if isinstance(mark, int) else worth
    if target in facts.section_of_arrow:
        return _arrow_worth(facts, marks, target)
    return 0.0


def _section_worth(facts: Facts, marks: Mapping[str, Mark], slot: str) -> float:
    """What hangs in the section of a slot, in rockets, over the slots that it still lacks."""
    section = facts.section_of[slot]
    lacking = 0
    for other in section.slots:
        lacking += other not in marks
    return facts.prize[section.id] / lacking


def _misfit(facts: Facts, marks: Mapping[str, Mark], slot: str, number: int) -> float:
    """How far a number is from its fair place between the numbers beside it; 0 fits best."""
    floor = facts.floor_of[slot]
    slots = facts.floors[floor]
    here = slots.index(slot)
    left, low = here - 1, facts.least - 1
    while left >= 0:
        mark = marks.get(slots[left])
        if isinstance(mark, int):
            low = mark
            break
        left -= 1
    right, high = here + 1, facts.greatest + 1
    while right < len(slots):
        mark = marks.get(slots[right])
        if isinstance(mark, int):
            high = mark
            break
        right += 1
    before, after = here - left, right - here
    fair = low + (high - low) * before / (before + after)
    unreachable = max(0, before - (number - low)) + max(0, after - (high - number))
    return abs(number - fair) + _CROWDED * unreachable + (_WILD_COST if facts.action[floor] == WILD else 0.0)


def _arrow_worth(facts: Facts, marks: Mapping[str, Mark], arrow: str) -> float:
    """Rockets of the idle effect, sooner where the section is fuller."""
    section = facts.section_of_arrow[arrow]
    return facts.idle_of[arrow] + sum(slot in marks for slot in section.slots) / len(section.slots)
