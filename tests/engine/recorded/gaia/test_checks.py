"""Every check of Gaia Project, by its name, just met and just not; no honest table is accused."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.recorded.gaia._box import box
from fairsheet.engine.recorded.gaia._checks import CHECKS_IN_PYTHON
from fairsheet.engine.recorded.recorded_tables import table_sheets, with_boxes
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.recorded.checking import findings, statement_of
from tests.engine.recorded.gaia.gaia_changes import Make, three_lost_fleets
from tests.engine.recorded.gaia.gaia_count_cases import COUNT_CASES
from tests.engine.recorded.gaia.gaia_faction_cases import BEGINNINGS, FACTION_CASES
from tests.engine.recorded.gaia.gaia_map_cases import MAP_CASES
from tests.engine.recorded.gaia.gaia_tables import (
    alone,
    changed,
    circled,
    pair,
    pass_points,
    seed_with,
    seeded,
    three,
)
from tests.engine.recorded.gaia.gaia_tile_cases import TILE_CASES

CASES = [*FACTION_CASES, *TILE_CASES, *MAP_CASES, *COUNT_CASES]
NUMBERED = pytest.mark.parametrize(
    "number", range(len(CASES)), ids=[f"{case[0]}-{k}" for k, case in enumerate(CASES)]
)


@NUMBERED
def test_nothing_is_wrong_about_a_table_that_just_meets_a_check(number: int) -> None:
    check, level, make, met, _ = CASES[number]
    table = changed(make(), met)
    if check != "scores":
        table = with_boxes(table_sheets(table))  # of other levels and counts the players note other points
    assert [
        found
        for found in findings(table)
        if found.level == "error"
        or (found.level, level) == ("warn", "error")
        or (found.check, found.level) == (check, level)
    ] == []


@cache
def told(number: int) -> tuple[Finding, ...]:
    """What the check of a case finds on the table that just does not meet it."""
    check, level, make, _, broken = CASES[number]
    return tuple(
        found for found in findings(changed(make(), broken)) if (found.check, found.level) == (check, level)
    )


@NUMBERED
def test_a_check_that_is_just_not_met_tells_with_fields(number: int) -> None:
    assert told(number)
    assert all(found.fields for found in told(number))


def test_every_statement_of_the_templates_and_every_check_in_python_is_tried() -> None:
    stated = {
        (check.id, check.level, check.why)
        for name in ("record", "automa", "setup")
        for check in load_sheet(f"gaia-{name}").checks
    }
    found = {
        (each.check, each.level, statement_of(each)) for number in range(len(CASES)) for each in told(number)
    }
    assert stated - found == set()
    assert {check for check, _, _ in found} == {check for check, _, _ in stated} | set(CHECKS_IN_PYTHON)


@pytest.mark.parametrize("name", BEGINNINGS)
def test_a_faction_has_what_it_begins_with(name: str) -> None:
    home, structures, areas = BEGINNINGS[name]
    for planets, level, expected in (
        (structures, 1, set()),
        (structures - 1, 1, {"start-planets"}),
        (structures, 0, {"start-level"} if areas else set()),
    ):
        marks = circled(f"faction.{name}", *(f"{area}.l{level}" for area in areas))
        marks |= {f"planet.{home}": planets, "planet.gaia": 1}
        record = Record.on(load_sheet("gaia-record"), Table(None, 3), 1, marks)
        assert {found.check for found in findings([record])} & {"start-planets", "start-level"} == expected


def test_a_faction_is_in_the_game_once_and_nobody_else_from_its_home() -> None:
    for both in combinations_with_replacement(BEGINNINGS, 2):
        table = [
            Record.on(load_sheet("gaia-record"), Table(None, 3), seat, circled(f"faction.{name}"))
            for seat, name in enumerate(both, 1)
        ]
        homes = {BEGINNINGS[name][0] for name in both}
        assert ("faction-clash" in {found.check for found in findings(table)}) == (len(homes) == 1)


@pytest.mark.parametrize("level", [1, 4, 5])
@pytest.mark.parametrize("tile", box().round_tiles)
def test_the_automa_takes_what_the_table_says(tile: str, level: int) -> None:
    for number in (3, 4):
        seed = seed_with(1, lambda drawn, at=number - 1: drawn.round_tiles[at] == tile)
        points = pass_points(tile, number)
        expected = points + (points > 0 and level == 5)
        table = alone(seed, level)
        for written_points in {max(0, expected - 1), expected, expected + 1}:
            marks = {"automa": {f"automa-pass.r{number}": written_points}}
            told = {found.check for found in findings(changed(table, marks))}
            assert ("automa-pass-vp" in told) == (written_points != expected)


def test_ultoma_takes_six_for_trading_stations_in_round_four() -> None:
    seed = seed_with(1, lambda drawn: drawn.round_tiles[3] == "rs-trading-3")
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
