"""Test that the checks of Planet Unknown accuse nobody if something is unknown."""

from __future__ import annotations

import pytest

from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.records.table_options import Option
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.case_tables import assert_findings, lines_of, names
from tests.engine.recorded.checking import Changes, changed, findings
from tests.engine.recorded.planet import planet_tables
from tests.engine.recorded.planet.cases import making, strip
from tests.engine.recorded.planet.cases.strip import EVENTS, FIRST, noted_by_two
from tests.engine.recorded.planet.planet_tables import SEED, depot_of, noted, record, three

OF_THE_STATION = {"depots", "area-exact", "tiles-seeded", "buildings-floor", "mission-bounds"}


@pytest.mark.parametrize(
    ("players", "tiles"), [(1, None), (1, "shuffled"), (2, None), (2, "shuffled"), (2, "seeded")]
)
def test_only_players_who_chose_the_seeds_stacks_are_checked_by_them(players: int, tiles: str | None) -> None:
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


@pytest.mark.parametrize(
    "corporation", ["universal-coalition", "cosmos", "flux", "horizon", "jump-drive", "wormhole"]
)
def test_usual_corporations_must_advance_their_trackers(corporation: str) -> None:
    hits = [found for found in findings(at_the_start(corporation)) if found.check == "buildings-floor"]
    assert {found.fields[0].partition(".")[0] for found in hits} >= {"track-civ", "track-rover", "track-tech"}
    assert not {"track-water.h00", "track-biomass.s0"} & {found.fields[0] for found in hits}


def at_the_start(corporation: str) -> list[Record]:
    """Return two players who note every turn; trackers of the first have not moved."""
    table = noted_by_two(first=corporation)
    tracks = [field.id for field in load_sheet(table[0].sheet).fields if field.id.startswith("track-")]
    begin = (".h00", ".p00", ".s0")
    start: dict[str, Mark | None] = {field: "circled" if field.endswith(begin) else None for field in tracks}
    return changed(table, {"1": start})


APART = {f"cell.r{row:02d}c07": "crossed" for row in range(1, 13)}
NO_TRACKS = {
    f"track-{track}.h{space:02d}": None
    for track in ("civ", "water", "biomass", "rover", "tech")
    for space in range(16)
} | {f"track-biomass.s{step}": None for step in range(6)}
PODS = {"jump-tech.a": "crossed", "jump-tech.b": "crossed", "lifepod.1": None, "mission-card.left": 26}
NO_CARDS = {field: None for field in three()[0].marks if field.startswith("civ-card.")}


def next_to_republic() -> list[Record]:
    """Return three players, the third of whom may have emptied a deck."""
    return [*three()[:2], record(Table(None, 3), 3, "gaia/republic")]


def without_third() -> list[Record]:
    return three()[:2]


FINDINGS = f"""
# If the depot is not written, a tile may be from any of them.
noted_alone | 1: turn-05.depot=- | -area-exact
noted_alone | 1: strip.offset=- | -area-exact
# A card may be missing if a deck may be empty.
next_to_republic | 1: civ-card.r3-meteorite-set=- | -civ-count
without_third | 1: civ-card.r3-meteorite-set=- | -civ-count
# With a tile card at the table the tiles are unknown.
noted_by_two | 1: moved(civ,{FIRST["civ"]},{FIRST["civ"] - 1}) 2: cards(r3-free-tile) | -buildings-floor
# A player who notes no tracker may have any technology.
one(ksb-4156/universal-coalition,2,5,5,5,2) | 1: APART | +connected
one(ksb-4156/universal-coalition,2,5,5,5,2) | 1: APART NO_TRACKS | -connected
noted_by_two(first=wormhole) | 1: patch.placed=6 moved(tech,{FIRST["tech"]},4) | +area-exact:error
noted_by_two(first=wormhole) | 1: patch.placed=6 moved(tech,{FIRST["tech"]},4) NO_TRACKS | -area-exact
# A player who may not have filled in the cards may hold tile cards.
three | 1,2,3: ended(22) | +depot-empty
three | 1,2,3: ended(22) 1: NO_CARDS | -depot-empty
# If no lifepod is scored, lifepods elsewhere are some of the collected ones.
one(gaia/jump-drive) | 1: PODS mission-left.value=1 | +mission-from-sheet
one(gaia/jump-drive) | 1: PODS mission-left.value=2 | -mission-from-sheet
one(gaia/jump-drive) | 1: PODS mission-left.value=5 | -mission-from-sheet
# A player who advances in other ways has no minimum.
at_the_start(makeshift) | | -buildings-floor
at_the_start(oasis) | | -buildings-floor
at_the_start(republic) | | -buildings-floor
"""
KNOWN = names(globals(), making, strip, planet_tables)


@pytest.mark.parametrize("line", lines_of(FINDINGS), ids=str)
def test_unknown_marks_accuse_nobody_and_known_ones_do(line: list[str]) -> None:
    assert_findings(line, KNOWN)


@pytest.mark.parametrize(
    ("neighbours", "levels"), [(7 + 2, []), (7, ["warn"]), (7 + 5, ["warn"]), (7 + 1, ["error"])]
)
def test_tied_best_value_among_all_has_uncertain_points(neighbours: int, levels: list[str]) -> None:
    values = {
        seat: {"mission-card.all": 7, "mission-all.value": value} for seat, value in enumerate((7, 7, 0), 1)
    }
    written: Changes = {
        "1": {**values[1], "score.neighbours": neighbours, "score.total": 46 - 7 + neighbours},
        "2": {**values[2], "score.neighbours": None, "score.total": None},
        "3": values[3],
    }
    hits = [found for found in findings(changed(three(), written)) if found.check == "sums"]
    assert [found.level for found in hits] == levels


def test_depots_are_counted_in_a_circle() -> None:
    assert [depot_of(1, turn, 1) for turn in range(7)] == [1, 2, 3, 4, 5, 6, 1]
