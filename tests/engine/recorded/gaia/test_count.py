"""Test the count of Gaia Project: worked examples, final tiles, resources, colours, and an independent count."""

from __future__ import annotations

import pytest

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.recorded.base.counts import allowed_numbers
from fairsheet.engine.recorded.gaia._box import box
from fairsheet.engine.recorded.gaia._draw import drawn_of
from fairsheet.engine.recorded.gaia._factions import factions, three_step_colours
from fairsheet.engine.recorded.gaia._final import markers, places_shared
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.records.record import Record, Table
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.formulas.functions.game_facts import drawn_name
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.checking import Changes, changed, findings
from tests.engine.recorded.gaia.gaia_changes import DRAWN
from tests.engine.recorded.gaia.gaia_scoring import MARKER, totals
from tests.engine.recorded.gaia.gaia_tables import (
    AREAS,
    EXAMPLE,
    alone,
    pair,
    seed_with,
    seeded,
    three,
    written,
)


def test_worked_example_counts_as_computed_by_hand() -> None:
    for table in (three(), seeded()):
        assert findings(table) == []
        score = score_recorded(table_sheets(table))
        anna = score.players[0]
        assert anna.parts == {
            "score.final-1": 15,
            "score.final-2": 18,
            "score.research": 28,
            "score.resources": 4,
        }
        assert anna.total == 157
        assert [player.parts["score.final-1"] for player in score.players] == [15, 15, 6]
        assert [player.parts["score.final-2"] for player in score.players] == [18, 0, 12]
        assert score.ranking == ((1,), (2,), (3,))
    assert DRAWN.final_tiles == EXAMPLE


def test_places_are_shared_and_the_marker_takes_one() -> None:
    assert places_shared([3, 3, 1]) == [15, 15, 6]
    assert places_shared([9, 0, 6]) == [18, 0, 12]
    assert places_shared([4, 2, 3])[:2] == [18, 6]
    assert places_shared([3, 2, 3])[:2] == [15, 6]
    assert places_shared([5, 5, 5, 5]) == [9, 9, 9, 9]
    assert places_shared([7, 5, 5, 5]) == [18, 6, 6, 6]
    assert places_shared([0, 0, 0]) == [0, 0, 0]


def test_artifact_that_may_count_as_a_structure_allows_two_counts() -> None:
    record = Record.on(
        load_sheet("gaia-record"),
        Table(None, 2),
        1,
        {"built.mines": 3, "built.trading": 1, "built.labs": 0, "artifact.ar-asteroid": "circled"},
    )
    (sheet,) = table_sheets([record])
    there: dict[str, Mark] = {drawn_name("final-1", "fs-structures"): 1}
    assert allowed_numbers(sheet, "final-1.count", there) == [4, 5]


def two_with_asteroids(first: int, second: int, **setup: Mark) -> list[Record]:
    """Return two players with these counts of asteroids, which are their first final tile."""
    seed = seed_with(2, lambda drawn: drawn.final_tiles[0] == "fs-asteroids")
    counts: Changes = {
        "1": {"planet.asteroid": first, "final-1.count": first, "score.final-1": None},
        "2": {"planet.asteroid": second, "final-1.count": second, "score.final-1": None},
        "setup": {name.replace("_", "."): mark for name, mark in setup.items()},
    }
    return changed(pair(seed), counts)


def findings_on_first_tile(table: list[Record]) -> list[Finding]:
    """Return the findings about the points of the first final tile."""
    return [found for found in findings(table) if "The counts of all sides" in found.why]


def test_place_of_the_marker_is_doubtful_until_it_is_noted() -> None:
    assert {tile: marker.number for tile, marker in markers().items()} == MARKER
    assert tuple(markers()) == box().final_tiles
    unsure = {tile for tile, marker in markers().items() if not marker.is_sure}
    assert unsure == {"fs-types", "fs-asteroids", "fs-distance", "fs-deep"}
    table = two_with_asteroids(4, 2)
    other = changed(table, {"2": {"score.final-1": 12}})  # as if the marker were at 1
    assert [found.level for found in findings_on_first_tile(other)] == ["warn"]
    assert score_recorded(table_sheets(other)).players[1].parts["score.final-1"] == 12
    noted = changed(two_with_asteroids(4, 2, marker_1=1), {"2": {"score.final-1": 12}})
    assert findings_on_first_tile(noted) == []
    wrong = changed(two_with_asteroids(4, 2, marker_1=3), {"2": {"score.final-1": 12}})
    assert {found.level for found in findings_on_first_tile(wrong)} == {"error"}


def test_marker_noted_at_another_place_than_on_its_tile_is_doubtful() -> None:
    seed = seed_with(2, lambda drawn: drawn.final_tiles[0] == "fs-gaia")
    reported = {
        number: [
            (found.level, found.fields)
            for found in findings(changed(pair(seed), {"setup": {"marker.1": number}}))
            if found.check == "marker-noted"
        ]
        for number in (0, MARKER["fs-gaia"])
    }
    assert reported == {0: [("warn", ("marker.1",))], MARKER["fs-gaia"]: []}
    assert "marker-noted" not in {found.check for found in findings(two_with_asteroids(4, 2, marker_1=1))}


def test_final_tiles_of_one_or_two_are_believed_without_a_seed() -> None:
    table = changed(alone(None), {"1": {"score.final-1": 12, "score.total": 78}})
    assert "scores" not in {found.check for found in findings(table)}
    assert score_recorded(table_sheets(table)).players[0].parts["score.final-1"] == 12


@pytest.mark.parametrize(
    ("marks", "points"),
    [
        ({**written("left", area_2=5, area_3=3, credits=5, ore=2, knowledge=1, qic=1)}, 4),
        ({"faction.taklons": "circled", "left.brainstone-3": "circled"}, 1),
        ({"faction.taklons": "circled", "left.brainstone-2": "circled"}, 0),
        ({"faction.taklons": "circled", "left.brainstone-2": "circled", "left.area-2": 1}, 1),
        ({"faction.taklons": "circled", "left.brainstone-2": "circled", "left.area-2": 7}, 2),
        ({"faction.taklons": "circled", "left.brainstone-2": "circled", "left.area-2": 6}, 1),
        ({"faction.taklons": "circled", "left.brainstone-1": "circled", "left.area-2": 6}, 1),
        ({"faction.nevlas": "circled", "left.area-3": 3}, 1),
        ({"faction.nevlas": "circled", "built.institute": "circled", "left.area-3": 3}, 2),
        ({"faction.nevlas": "circled", "built.institute": "circled", "left.area-2": 6}, 2),
    ],
)
def test_remaining_resources_are_burned_and_exchanged(marks: dict[str, Mark], points: int) -> None:
    record = Record.on(load_sheet("gaia-record"), Table(None, 3), 1, marks)
    assert score_recorded(table_sheets([record])).players[0].parts["score.resources"] == points


def test_colours_follow_the_rulebooks_example() -> None:
    playing = {1: "tinkeroids", 2: "bescods", 3: "moweyds"}
    colours = ["terra", "desert", "titanium", "oxide", "ice", "swamp", "volcanic"]
    assert three_step_colours(playing, colours, [1, 2, 3]) == {
        1: {"titanium", "terra", "desert"},
        3: {"titanium", "oxide", "ice"},
    }
    assert three_step_colours(playing, colours, [3, 1, 2])[3] == {"titanium", "terra", "desert"}
    four = {1: "moweyds", 2: "bescods", 3: "xenos", 4: "nevlas"}
    assert three_step_colours(four, colours, [1, 2, 3, 4]) == {1: {"titanium", "desert", "ice"}}


def test_factions_pair_up_by_home_and_board() -> None:
    homes = [faction.home for faction in factions().values()]
    assert len(factions()) == 18
    assert {homes.count(home) for home in homes} == {2}
    assert {area for faction in factions().values() for area in faction.research} == set(AREAS)


@pytest.mark.parametrize(
    "number", [*range(12), *(pytest.param(n, marks=pytest.mark.soak) for n in range(12, 60))]
)
def test_independent_count_agrees(number: int) -> None:
    players, level = [(1, 1 + number % 5), (2, None), (3, None), (4, None)][number % 4]
    game = Table(f"twin-{number}", players, level)
    records = records_of_table(load_sheet("gaia-record"), game)
    tiles = drawn_of(f"twin-{number}", game).final_tiles
    score = score_recorded(table_sheets(records))
    counted = {f"seat {player.seat}" if player.seat else "automa": player.total for player in score.players}
    assert counted == totals(records, tiles)
