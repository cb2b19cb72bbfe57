"""The ordered readings of a sheet, compared with trying every combination of marks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.segments import split_zones
from fairsheet.vision.decoding._hypotheses import TooUnsure, is_in_order, likely_changes
from fairsheet.vision.decoding.thresholds import LEAST_RIVAL
from fairsheet.vision.readings.distributions import Distribution, likeliest, normalized, written

SHEET = load_sheet("journey")
ZONES = split_zones(SHEET)
SLOTS = ("trajectory.1", "trajectory.2", "trajectory.3", "trajectory.5")
LINKS = tuple(sorted(ZONES[0].links, key=lambda link: ZONES[0].links[link]))[:2]
ICON = next(field.id for field in SHEET.fields if field.kind == "icon")
SHARES = st.floats(1e-5, 1)


def distributions(marks: st.SearchStrategy[Mark]) -> st.SearchStrategy[Distribution]:
    """Return random distributions of no ink and up to three marks."""
    blank = st.fixed_dictionaries({None: SHARES})
    inked = st.dictionaries(marks, SHARES, max_size=3)
    return st.builds(lambda none, some: normalized({**none, **some}), blank, inked)


UNSURE = st.fixed_dictionaries(
    {slot: distributions(st.integers(0, 17)) for slot in SLOTS}
    | {link: distributions(st.just("drawn")) for link in LINKS}
    | {ICON: distributions(st.just("crossed"))}
)


def possible(field: str, mark: Mark) -> bool:
    return mark != 13


def cost(
    changes: Mapping[str, Mark | None], chosen: Mapping[str, Mark | None], ink: Mapping[str, Distribution]
) -> float:
    return sum(
        max(0.0, math.log(ink[field][chosen[field]] / ink[field][mark])) for field, mark in changes.items()
    )


@settings(max_examples=40)
@given(UNSURE)
def test_ordered_readings_are_complete_and_sorted(ink: dict[str, Distribution]) -> None:
    chosen = {field: likeliest(distribution) for field, distribution in ink.items()}
    found = list(likely_changes(SHEET, chosen, ink, possible))
    costs = [cost(changes, chosen, ink) for changes in found]
    assert all(a <= b + 1e-9 for a, b in pairwise(costs))
    expected = set()
    for marks in product(*ink.values()):
        reading = dict(zip(ink, marks, strict=True))
        changes = {field: mark for field, mark in reading.items() if mark != chosen[field]}
        lawful = 13 not in marks and is_in_order(SHEET, written(reading), ZONES)
        if lawful and cost(changes, chosen, ink) < -math.log(LEAST_RIVAL) - 1e-9:
            expected.add(frozenset(changes.items()))
    sets = {frozenset(changes.items()) for changes in found}
    assert len(sets) == len(found) and sets >= expected
    assert all(
        cost(dict(changes), chosen, ink) > -math.log(LEAST_RIVAL) - 1e-6 for changes in sets - expected
    )


def test_a_drawn_link_ends_the_order() -> None:
    slots = SLOTS[:2]
    link = next(link for link, before in ZONES[0].links.items() if before == 1)
    ink: dict[str, Distribution] = {slots[0]: {9: 1.0}, slots[1]: {4: 1.0}, link: {"drawn": 0.6, None: 0.4}}
    chosen: dict[str, Mark | None] = {slots[0]: 9, slots[1]: 4, link: "drawn"}
    assert list(likely_changes(SHEET, chosen, ink, possible)) == [{}]
    del ink[link]
    assert not list(likely_changes(SHEET, {**chosen, link: None}, ink, possible))


def test_the_search_gives_up_in_very_noisy_zones() -> None:
    noise = normalized({None: 1.0, **dict.fromkeys(range(1, 13), 1.0)})
    ink = dict.fromkeys(ZONES[0].slots, noise)
    with pytest.raises(TooUnsure):
        for _ in likely_changes(SHEET, dict.fromkeys(ink), ink, possible):
            pass
