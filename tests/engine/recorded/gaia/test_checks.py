"""Test every check of Gaia Project with a table that just meets it and one that just does not."""

from __future__ import annotations

from itertools import cycle

import pytest

from fairsheet.engine.recorded.gaia._box import box
from fairsheet.engine.recorded.gaia._checks import CHECKS_IN_PYTHON
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.by_hand import circled
from tests.engine.recorded.checking import (
    Case,
    assert_case,
    changed,
    each_case,
    findings,
    statements_broken,
    statements_of,
)
from tests.engine.recorded.gaia.gaia_count_cases import COUNT_CASES
from tests.engine.recorded.gaia.gaia_faction_cases import BEGINNINGS, FACTION_CASES
from tests.engine.recorded.gaia.gaia_map_cases import MAP_CASES
from tests.engine.recorded.gaia.gaia_tables import alone, pass_points, seed_with
from tests.engine.recorded.gaia.gaia_tile_cases import TILE_CASES

CASES = [*FACTION_CASES, *TILE_CASES, *MAP_CASES, *COUNT_CASES]


@each_case(CASES)
def test_check_is_just_met_and_just_unmet(case: Case) -> None:
    assert_case(case, warned=False)


def test_every_statement_of_every_check_is_tried() -> None:
    stated = statements_of(["gaia-record", "gaia-automa", "gaia-setup"])
    assert stated - statements_broken(CASES) == set()
    assert {case[0] for case in CASES} == {check for _, check, _ in stated} | set(CHECKS_IN_PYTHON)


@pytest.mark.parametrize("name", BEGINNINGS)
def test_faction_has_its_starting_marks(name: str) -> None:
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


def test_faction_and_its_home_are_in_the_game_only_once() -> None:
    """Each faction is tried with itself and the next two, because factions from one home are adjacent."""
    names = [*BEGINNINGS]
    for both in ((one, other) for k, one in enumerate(names) for other in names[k : k + 3]):
        table = [
            Record.on(load_sheet("gaia-record"), Table(None, 3), seat, circled(f"faction.{name}"))
            for seat, name in enumerate(both, 1)
        ]
        homes = {BEGINNINGS[name][0] for name in both}
        assert ("faction-clash" in {found.check for found in findings(table)}) == (len(homes) == 1)


@pytest.mark.parametrize(("tile", "level"), [*zip(box().round_tiles, cycle([5, 1, 4]))])
def test_automa_takes_the_points_of_its_table(tile: str, level: int) -> None:
    for number in (3, 4):
        seed = seed_with(1, lambda drawn, at=number - 1: drawn.round_tiles[at] == tile)
        points = pass_points(tile, number)
        expected = points + (points > 0 and level == 5)
        table = alone(seed, level)
        for written_points in {max(0, expected - 1), expected, expected + 1}:
            marks = {"automa": {f"automa-pass.r{number}": written_points}}
            reported = {found.check for found in findings(changed(table, marks))}
            assert ("automa-pass-vp" in reported) == (written_points != expected)


def test_ultoma_takes_six_for_trading_stations_in_round_four() -> None:
    seed = seed_with(1, lambda drawn: drawn.round_tiles[3] == "rs-trading-3")
    automa = next(each for each in alone(seed, 4) if each.sheet == "gaia-automa")
    assert automa.marks["automa-pass.r4"] == 6
    assert "automa-pass-vp" not in {found.check for found in findings(alone(seed, 4))}
