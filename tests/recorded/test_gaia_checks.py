"""Every check of Gaia Project, by its name, just met and just not; no honest table is accused."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.recorded.gaia.box import ROUND_TILES
from engine.recorded.gaia.checks import CHECKS_IN_PYTHON
from sheets.library import load_sheet

from .checking import findings
from .gaia_cases import CASES, Make, three_lost_fleets
from .gaia_tables import (
    Changes,
    alone,
    changed,
    pair,
    pass_points,
    seed_with,
    seeded,
    three,
)


@pytest.mark.parametrize(
    ("check", "level", "make", "met", "broken"), CASES, ids=[f"{case[0]}-{k}" for k, case in enumerate(CASES)]
)
def test_a_check_is_just_met_and_just_not(
    check: str, level: str, make: Make, met: Changes, broken: Changes
) -> None:
    table = make()
    assert not [
        found for found in findings(changed(table, met)) if (found.check, found.level) == (check, level)
    ]
    told = [
        found for found in findings(changed(table, broken)) if (found.check, found.level) == (check, level)
    ]
    assert told
    assert all(found.fields for found in told)


def test_every_check_of_the_templates_and_between_sheets_is_tried() -> None:
    stated = {
        (check.id, check.level)
        for name in ("record", "automa", "setup")
        for check in load_sheet(f"gaia-{name}").checks
    }
    tried = {case[:2] for case in CASES}
    assert stated | {(check, "error") for check in CHECKS_IN_PYTHON} == tried | {("automa-pass-vp", "error")}


@pytest.mark.parametrize("level", [1, 4, 5])
@pytest.mark.parametrize("tile", ROUND_TILES)
def test_the_automa_takes_what_the_table_says(tile: str, level: int) -> None:
    for number in (3, 4):
        seed = seed_with(1, lambda drawn, at=number - 1: bool(drawn["round-tiles"][at] == tile))
        points = pass_points(tile, number)
        expected = points + (points > 0 and level == 5)
        table = alone(seed, level)
        for written_points in {max(0, expected - 1), expected, expected + 1}:
            marks = {"automa": {f"automa-pass.r{number}": written_points}}
            told = {found.check for found in findings(changed(table, marks))}
            assert ("automa-pass-vp" in told) == (written_points != expected)


def test_ultoma_takes_six_for_trading_stations_in_round_four() -> None:
    seed = seed_with(1, lambda drawn: bool(drawn["round-tiles"][3] == "rs-trading-3"))
    automa = next(each for each in alone(seed, 4) if each.sheet == "gaia-automa")
    assert automa.marks["automa-pass.r4"] == 6
    assert "automa-pass-vp" not in {found.check for found in findings(alone(seed, 4))}


HONEST: list[Make] = [
    three,
    seeded,
    alone,
    lambda: alone(None),
    lambda: alone("other", 5),
    lambda: pair("a"),
    three_lost_fleets,
]


@pytest.mark.parametrize("make", HONEST)
def test_no_part_of_an_honest_table_is_accused(make: Make) -> None:
    table = list(make())
    for count in range(1, len(table) + 1):
        for part in combinations(table, count):
            assert findings(part) == []
