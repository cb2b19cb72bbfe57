"""Ascending numbers: where one can go, and which stand wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Contradiction
from engine.ink import Marks


def slots_for(slots: Sequence[str], number: int, marks: Marks) -> list[str]:
    """The empty slots that take a number: all before it are smaller, all after it greater. X bounds nothing."""
    gap: list[str] = []
    for slot in slots:
        mark = marks.get(slot)
        if mark is None:
            gap.append(slot)
        elif isinstance(mark, int):
            if mark == number:
                return []
            if mark > number:
                break
            gap.clear()
    return gap


def not_ascending(slots: Sequence[str], marks: Marks, where: str, right: str) -> Iterator[Contradiction]:
    """Neighbouring numbers that do not ascend. `where` and `right` say in words which slots, and which way."""
    before, below = "", 0
    for slot in slots:
        mark = marks.get(slot)
        if isinstance(mark, int):
            if before and mark <= below:
                why = f"numbers ascend {where}, but {mark} stands {right} {below}"
                yield Contradiction((before, slot), why, "ascend")
            before, below = slot, mark
