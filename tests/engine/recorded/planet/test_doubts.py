"""Planet Unknown: where something is not known, its checks accuse nobody."""

from __future__ import annotations

import pytest

from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.records.table_options import Option
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.checking import Changes, changed, findings
from tests.engine.recorded.planet.cases.making import cards, ended, moved
from tests.engine.recorded.planet.cases.strip import EVENTS, FIRST, noted_alone, noted_by_two
from tests.engine.recorded.planet.planet_tables import SEED, depot_of, noted, record, three

NO_TRACKS: Changes = {
    "1": {
        f"track-{track}.h{space:02d}": None
        for track in ("civ", "water", "biomass", "rover", "tech")
        for space in range(16)
    }
    | {f"track-biomass.s{step}": None for step in range(6)}
}
OF_THE_STATION = {"depots", "area-exact", "tiles-seeded", "buildings-floor", "mission-bounds"}


@pytest.mark.parametrize(
    ("players", "tiles"), [(1, None), (1, "shuffled"), (2, None), (2, "shuffled"), (2, "seeded")]
)
def test_only_who_chose_the_stacks_of_the_seed_is_held_to_them(players: int, tiles: str | None) -> None:
    options: dict[str, Option] = {"events": EVENTS} if players == 1 else {"station": "clockwise"}
    game = Table(
        SEED, players, 1 if players == 1 else None, options=options | ({"tiles": tiles} if tiles else {})
    )
    others = noted(game, stacks="another")
    blank: Changes = {
        str(each.seat): {f"turn-{turn:02d}.depot": None for turn in range(1, 19)} for each in others
    }
    tables = (others, changed(others, blank), changed(others, {"1": {"strip.offset": None}}))
    accused = {found.check for table in tables for found in findings(table) if found.level != "note"}
    assert accused <= OF_THE_STATION if tiles == "seeded" else accused == set()
    assert bool(accused) == (tiles == "seeded")


@pytest.mark.parametrize("corporation", ["makeshift", "oasis", "republic"])
def test_who_advances_in_other_ways_has_no_floor(corporation: str) -> None:
    assert "buildings-floor" not in {found.check for found in findings(at_the_start(corporation))}


@pytest.mark.parametrize(
    "corporation", ["universal-coalition", "cosmos", "flux", "horizon", "jump-drive", "wormhole"]
)
def test_who_advances_as_usual_has_one(corporation: str) -> None:
    told = [found for found in findings(at_the_start(corporation)) if found.check == "buildings-floor"]
    assert {found.fields[0].partition(".")[0] for found in told} >= {"track-civ", "track-rover", "track-tech"}
    assert not {"track-water.h00", "track-biomass.s0"} & {found.fields[0] for found in told}


def at_the_start(corporation: str) -> list[Record]:
    """Two who note every turn; trackers of the first have not moved."""
    table = noted_by_two(first=corporation)
    tracks = [field.id for field in load_sheet(table[0].sheet).fields if field.id.startswith("track-")]
    begin = (".h00", ".p00", ".s0")
    start: dict[str, Mark | None] = {field: "circled" if field.endswith(begin) else None for field in tracks}
    return changed(table, {"1": start})


@pytest.mark.parametrize("missing", ["turn-05.depot", "strip.offset"])
def test_where_the_depot_is_not_written_a_tile_may_be_of_any_of_them(missing: str) -> None:
    table = changed(noted_alone(), {"1": {missing: None}})
    assert "area-exact" not in {found.check for found in findings(table)}


def test_a_card_may_be_missing_where_a_deck_may_be_empty() -> None:
    table = three()
    beside = [table[0], table[1], record(Table(None, 3), 3, "gaia/republic")]
    gone: Changes = {"1": {"civ-card.r3-meteorite-set": None}}
    assert "civ-count" not in {found.check for found in findings(changed(beside, gone))}
    assert "civ-count" not in {found.check for found in findings(changed(table, gone)[:2])}


@pytest.mark.parametrize(
    ("neighbours", "levels"), [(7 + 2, []), (7, ["warn"]), (7 + 5, ["warn"]), (7 + 1, ["error"])]
)
def test_what_an_equal_best_value_among_all_brings_is_not_sure(neighbours: int, levels: list[str]) -> None:
    values = {
        seat: {"mission-card.all": 7, "mission-all.value": value} for seat, value in enumerate((7, 7, 0), 1)
    }
    written: Changes = {
        "1": {**values[1], "score.neighbours": neighbours, "score.total": 46 - 7 + neighbours},
        "2": {**values[2], "score.neighbours": None, "score.total": None},
        "3": values[3],
    }
    told = [found for found in findings(changed(three(), written)) if found.check == "sums"]
    assert [found.level for found in told] == levels


def test_with_a_tile_card_at_the_table_nobody_knows_the_tiles() -> None:
    lower = moved("civ", FIRST["civ"], FIRST["civ"] - 1)
    table = changed(noted_by_two(), {"1": lower, "2": cards("r3-free-tile")})
    assert "buildings-floor" not in {found.check for found in findings(table)}


def test_who_notes_no_tracker_may_have_any_technology() -> None:
    apart: Changes = {"1": {f"cell.r{row:02d}c07": "crossed" for row in range(1, 13)}}
    table = changed([record(Table(None, 2), 1, "ksb-4156/universal-coalition", (2, 5, 5, 5, 2))], apart)
    assert "connected" in {found.check for found in findings(table)}
    assert "connected" not in {found.check for found in findings(changed(table, NO_TRACKS))}
    on_tiles: Changes = {"1": {"patch.placed": 6, **moved("tech", FIRST["tech"], 4)}}
    table = changed(noted_by_two(first="wormhole"), on_tiles)
    assert "area-exact" in {found.check for found in findings(table) if found.level == "error"}
    assert "area-exact" not in {found.check for found in findings(changed(table, NO_TRACKS))}


def test_who_may_not_have_filled_in_the_cards_may_hold_tile_cards() -> None:
    early = dict.fromkeys("123", ended(22))
    assert "depot-empty" in {found.check for found in findings(changed(three(), early))}
    no_cards: dict[str, Mark | None] = {f: None for f in three()[0].marks if f.startswith("civ-card.")}
    blank = {**early, "1": {**early["1"], **no_cards}}
    assert "depot-empty" not in {found.check for found in findings(changed(three(), blank))}


@pytest.mark.parametrize(("value", "told"), [(1, True), (2, False), (5, False)])
def test_lifepods_elsewhere_are_some_of_those_collected_where_none_is_scored(value: int, told: bool) -> None:
    pods: dict[str, Mark | None] = {
        "jump-tech.a": "crossed",
        "jump-tech.b": "crossed",
        "lifepod.1": None,
        "mission-card.left": 26,
        "mission-left.value": value,
    }
    (one,) = changed([record(Table(None, 3), 1, "gaia/jump-drive")], {"1": pods})
    assert ("mission-from-sheet" in {found.check for found in findings([one])}) == told


def test_depots_are_counted_round() -> None:
    assert [depot_of(1, turn, 1) for turn in range(7)] == [1, 2, 3, 4, 5, 6, 1]
