"""Test the capacity of sheets for further numbers."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fairsheet.engine.games.base.capacity import Capacity
from fairsheet.engine.games.base.crossed_capacity import CrossedCapacity
from fairsheet.sheets.model.marks import Mark

ROWS = [tuple(f"{row}-{column}" for column in range(5)) for row in range(5)]
COLUMNS = list(zip(*ROWS, strict=True))


@st.composite
def filled(draw: st.DrawFn) -> dict[str, Mark]:
    """Return a square in which numbers ascend along every row and column."""
    numbers = {
        slot: 1 + 2 * row + column for row, zone in enumerate(ROWS) for column, slot in enumerate(zone)
    }
    kept = draw(st.dictionaries(st.sampled_from(sorted(numbers)), st.booleans(), max_size=12))
    return {slot: numbers[slot] if is_number else "X" for slot, is_number in kept.items()}


def is_close(one: float, other: float) -> bool:
    return abs(one - other) < 1e-5  # roots of a rounded 0 differ by more than 1e-6


@given(filled(), st.data())
def test_cost_of_a_mark_is_the_loss_of_capacity(marks: dict[str, Mark], data: st.DataObject) -> None:
    slot = data.draw(st.sampled_from([slot for zone in ROWS for slot in zone if slot not in marks]))
    mark = data.draw(st.sampled_from(["X", *range(18)]))
    for capacities, zones in ((Capacity, ROWS), (CrossedCapacity, [*ROWS, *COLUMNS])):
        before = capacities(zones, marks)
        gaps = [zone for zone in zones if slot in zone]
        if isinstance(mark, int) and not all(_ascends(zone, {**marks, slot: mark}) for zone in gaps):
            continue
        assert is_close(
            before.taken(slot, mark), before.worth - capacities(zones, {**marks, slot: mark}).worth
        )


def _ascends(zone: tuple[str, ...], marks: dict[str, Mark]) -> bool:
    numbers = [mark for slot in zone if isinstance(mark := marks.get(slot), int)]
    return all(one < other for one, other in pairwise(numbers))


@given(filled())
def test_slots_of_one_zone_have_the_same_room_in_both_directions(marks: dict[str, Mark]) -> None:
    assert is_close(Capacity(ROWS, marks).worth, CrossedCapacity(ROWS, marks).worth)


def test_best_numbers_leave_room() -> None:
    (zone, *_) = ROWS
    capacity = Capacity([zone], {})
    assert min(zone, key=lambda slot: capacity.taken(slot, 8)) == zone[2]
    assert capacity.taken(zone[0], 2) < capacity.taken(zone[4], 2)
    assert capacity.taken(zone[4], 14) < capacity.taken(zone[0], 14)


def test_x_is_best_in_slots_that_accept_no_number() -> None:
    (zone, *_) = ROWS
    capacity = Capacity([zone], {zone[0]: 7, zone[2]: 8})
    assert is_close(capacity.taken(zone[1], "X"), 0)
    assert capacity.taken(zone[3], "X") > 0


def test_closed_slots_count_less() -> None:
    assert Capacity(ROWS, {}, closed=ROWS[0]).worth < Capacity(ROWS, {}).worth
