"""Every check of Planet Unknown, by its name: a table that just meets it, and one that just does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import pytest

from engine.ink import Mark
from engine.options import Option
from engine.record import Record, Table
from engine.recorded.planet.checks import CHECKS_IN_PYTHON
from engine.recorded.planet.components import CIV_CARDS
from engine.recorded.planet.draw import drawn_of, neighbour_cards
from engine.recorded.tables import score_recorded, table_sheets
from sheets.library import load_sheet

from .checking import assert_check, findings
from .planet_tables import SEED, alone, buildings, changed, depot_of, noted, record, taken, three, two

Changes = Mapping[int, Mapping[str, Mark | None]]
Make = Callable[[], Sequence[Record]]

EVENTS: Option = {"red": 0, "orange": 20, "green": 0}
SOLO = Table(SEED, 1, 1, options={"events": EVENTS, "tiles": "seeded"})
PAIR = Table(SEED, 2, options={"station": "clockwise", "tiles": "seeded"})
THREE = Table(SEED, 3, options={"personal": True})


def one(chosen: str, heights: Sequence[int] = (2, 5, 5, 5, 5), turns: int = 22) -> Make:
    """One of three sheets."""
    return lambda: [record(Table(None, 3), 1, chosen, heights, turns=turns)]


def seeded() -> list[Record]:
    """Three players with the missions that the seed draws."""
    found = []
    for seat, chosen in ((1, "gaia/cosmos"), (2, "tartarus/flux"), (3, "lacuna/makeshift")):
        cards = neighbour_cards(drawn_of(SEED, THREE), THREE, seat)
        marks: dict[str, Mark] = {f"mission-card.{side}": card for side, card in cards.items()}
        personal = drawn_of(SEED, THREE)["missions"]["personal"][str(seat)]
        found.append(record(THREE, seat, chosen, further={**marks, "personal.card-1": personal[1]}))
    return found


def noted_alone() -> list[Record]:
    return noted(SOLO)


def noted_by_two() -> list[Record]:
    return noted(PAIR)


def noted_by(first: str) -> Make:
    """Two who note every turn, the first with some corporation."""
    return lambda: noted(PAIR, first=first)


def crossed(*cells: str) -> dict[str, Mark | None]:
    return {f"cell.{cell}": "crossed" for cell in cells}


def cards(*names: str) -> dict[str, Mark | None]:
    return {f"civ-card.{name}": "crossed" for name in names}


def moved(track: str, before: int, after: int) -> dict[str, Mark | None]:
    return {f"track-{track}.h{before:02d}": None, f"track-{track}.h{after:02d}": "circled"}


def ended(turns: int, cause: str = "depot-empty") -> dict[str, Mark | None]:
    return {"end.turns": turns, "end.cause-no-room": None, f"end.cause-{cause}": "crossed"}


def for_all(changes: Mapping[str, Mark | None]) -> Changes:
    return dict.fromkeys((1, 2, 3), changes)


EDGE = (
    "r01c06", "r01c07", "r02c04", "r02c05", "r02c08", "r02c09", "r03c03", "r03c10", "r04c02", "r04c11", "r05c02",
    "r05c11", "r06c01", "r06c12", "r07c01", "r07c12", "r08c02", "r08c11", "r09c02", "r09c11", "r10c03", "r10c10",
    "r11c04", "r11c05", "r11c08", "r11c09", "r12c06", "r12c07",
)  # fmt: skip
CRATER = ("r06c06", "r06c07", "r07c06", "r07c07")
DECK = drawn_of(SEED, THREE)["civ-deck"]["2"]
UNDRAWN = next(card for card in CIV_CARDS if card.startswith("r2") and card not in DECK)
SYMBOLS = sum(meteor for _, meteor in taken(SOLO, 17)[1])
FIRST_CIV = buildings(PAIR, 1, 18)["civ"]
PLACED_CIV = FIRST_CIV - ("civ" in ("civ energy", "energy water", "rover tech", "tech biomass", "water rover",
                                    "biomass civ")[taken(PAIR, 18)[1][-1][0]].split())  # fmt: skip
FIRST_TECH = buildings(PAIR, 1, 18)["tech"]
OTHER_CARD = {1: 2}.get(neighbour_cards(drawn_of(SEED, THREE), THREE, 1)["left"], 1)
OWN_MISSIONS = drawn_of(SEED, THREE)["missions"]["personal"]["1"]
OTHER_MISSION = next(card for card in range(1, 29) if card not in OWN_MISSIONS)
FLUX, WORMHOLE = one("ksb-4156/flux"), one("ksb-4156/wormhole")
UNIVERSAL = one("ksb-4156/universal-coalition")


def own(card: int, value: int) -> dict[str, Mark | None]:
    return {"mission-card.left": card, "mission-left.value": value}


def kept(card: int, *, done: bool = False) -> dict[str, Mark | None]:
    return {"personal.card-2": card, "personal.done-2": "circled" if done else None}


# check, level, table, what just meets it, what just does not
CASES: list[tuple[str, str, Make, Changes, Changes]] = [
    ("cell-both", "error", three, {}, {1: {"cell.r05c06": "circled+crossed"}}),
    ("one-ring-per-track", "error", three, {}, {1: {"track-civ.h10": None}}),
    ("one-ring-per-track", "error", three, {}, {1: {"track-civ.h02": "circled"}}),
    ("one-ring-per-track", "error", WORMHOLE, {}, {1: {"track-biomass.s2": "circled"}}),
    (
        "one-ring-per-track",
        "error",
        one("ksb-4156/makeshift"),
        {1: {"track-civ.h02": None, "track-water.h02": "circled"}},
        {1: {"track-water.h02": "circled"}},
    ),
    ("one-ring-per-track", "error", one("gaia/oasis", (5, 8, 5, 4, 5)), {}, {1: moved("civ", 5, 4)}),
    ("one-ring-per-track", "error", one("gaia/oasis", (5, 18, 9, 4, 5)), {}, {1: moved("biomass", 9, 10)}),
    ("connected", "error", FLUX, {1: crossed("r01c07")}, {1: crossed("r01c07", "r02c06")}),
    (
        "connected",
        "error",
        one("ksb-4156/horizon", (2, 5, 5, 5, 2)),
        {1: {**crossed("r01c07", "r02c06"), **moved("tech", 2, 3)}},
        {1: crossed("r01c07", "r02c06")},
    ),
    ("first-tile", "error", FLUX, {1: crossed(*EDGE[1:])}, {1: crossed(*EDGE)}),
    (  # the first tile lies before there is a technology
        "first-tile",
        "error",
        one("ksb-4156/universal-coalition"),
        {1: crossed(*EDGE[1:])},
        {1: crossed(*EDGE)},
    ),
    ("first-tile", "error", one("charybda/flux"), {1: crossed(*CRATER[1:])}, {1: crossed(*CRATER)}),
    (
        "pods",
        "error",
        one("gaia/cosmos"),
        {1: {**{f"lifepod.{k}": "crossed" for k in range(1, 6)}, "track-civ.h09": "crossed"}},
        {1: {**{f"lifepod.{k}": "crossed" for k in range(1, 7)}, "track-civ.h09": "crossed"}},
    ),
    (
        "pods",
        "error",
        one("gaia/jump-drive"),
        {1: {**{f"lifepod.{k}": "crossed" for k in range(1, 6)}, "jump-tech.f": "crossed"}},
        {1: {**{f"lifepod.{k}": "crossed" for k in range(1, 7)}, "jump-tech.f": "crossed"}},
    ),
    (
        "meteors",
        "error",
        FLUX,
        {1: {"meteorite.collected": 20, "cell.r01c06": "circled", "cell.r01c07": "circled"}},
        {1: {"meteorite.collected": 21, "cell.r01c06": "circled", "cell.r01c07": "circled"}},
    ),
    (
        "meteors",
        "error",
        FLUX,
        {1: {"meteorite.collected": 24, **cards("r1-free-tile-no-advance", "r3-free-tile")}},
        {1: {"meteorite.collected": 25, **cards("r1-free-tile-no-advance", "r3-free-tile")}},
    ),
    ("meteors", "error", alone, {1: {"meteorite.collected": 22}}, {1: {"meteorite.collected": 23}}),
    ("area", "error", FLUX, {1: {"end.turns": 20}}, {1: {"end.turns": 19}}),
    (
        "area",
        "error",
        FLUX,
        {1: {"end.turns": 19, "patch.placed": 1}},
        {1: {"end.turns": 18, "patch.placed": 5}},
    ),
    ("area", "error", FLUX, {1: {"end.turns": 49}}, {1: {"end.turns": 50}}),
    (
        "area",
        "error",
        WORMHOLE,
        {1: {"end.turns": 49, "patch.placed": 5}},
        {1: {"end.turns": 49, "patch.placed": 5, **moved("tech", 5, 4)}},
    ),
    ("area-exact", "error", noted_alone, {}, {1: crossed("r01c06")}),
    (
        "area-exact",
        "error",
        noted_alone,
        {1: {"patch.placed": 1, "cell.r12c07": None}},
        {1: {"patch.placed": 1}},
    ),
    (  # the depot of a small tile is not known: it may have 2 to 4 cells
        "area-exact",
        "error",
        noted_by_two,
        {1: {"end.turns": None}},
        {1: {"cell.r12c06": None, "cell.r12c07": None}},
    ),
    (
        "tiles-seeded",
        "error",
        noted_alone,
        {1: {"meteorite.collected": SYMBOLS + 2}},
        {1: {"meteorite.collected": SYMBOLS + 3}},
    ),
    (
        "tiles-seeded",
        "error",
        noted_alone,
        {1: {f"turn-{turn:02d}.depot": 1 for turn in range(1, 11)}},
        {1: {f"turn-{turn:02d}.depot": 1 for turn in range(1, 19)}},
    ),
    (
        "buildings-floor",
        "error",
        noted_by_two,
        {},
        {1: moved("civ", FIRST_CIV, FIRST_CIV - 1)},
    ),
    *(
        (
            "buildings-floor",
            "error",
            noted_by(corporation),
            {},
            {1: moved("tech", FIRST_TECH, FIRST_TECH - 1)},
        )
        for corporation in ("universal-coalition", "flux", "horizon", "jump-drive", "wormhole")
    ),
    (
        "buildings-floor",
        "error",
        noted_by("jump-drive"),
        {1: {"jump-tech.d": "crossed", **moved("tech", FIRST_TECH, FIRST_TECH - 1)}},
        {1: {"jump-tech.d": "crossed", **moved("civ", FIRST_CIV, FIRST_CIV - 1)}},
    ),
    (  # lifepods may have been on the last six spaces
        "buildings-floor",
        "error",
        lambda: noted(PAIR, 28, "cosmos"),
        {1: moved("civ", buildings(PAIR, 1, 28)["civ"], 9)},
        {1: moved("civ", buildings(PAIR, 1, 28)["civ"], 8)},
    ),
    (
        "advance-budget",
        "error",
        one("gaia/universal-coalition", (7, 11, 9, 9, 9), 21),
        {},
        {1: {"end.turns": 20}},
    ),
    ("advance-budget", "error", one("gaia/horizon", (15, 15, 15, 15, 14)), {}, {1: {"end.turns": 21}}),
    (
        "advance-budget",
        "error",
        one("gaia/universal-coalition", (7, 11, 9, 9, 9), 19),
        {1: cards("r2-three-trackers")},
        {1: cards("r2-two-trackers")},
    ),
    (
        "advance-budget",
        "error",
        one("gaia/universal-coalition", (15, 15, 15, 15, 10), 19),
        {1: {**cards("r4-points-2-advance"), **moved("rover", 15, 13)}},
        {1: cards("r4-points-2-advance")},
    ),
    ("advance-budget-others", "warn", one("gaia/flux", (15, 15, 15, 15, 9)), {}, {1: {"end.turns": 21}}),
    ("advance-budget-others", "warn", one("gaia/oasis", (15, 23, 15, 15, 1)), {}, {1: {"end.turns": 21}}),
    (
        "civ-count",
        "error",
        UNIVERSAL,
        {1: {**cards("r1-patch"), **moved("civ", 2, 3)}},
        {1: cards("r1-patch")},
    ),
    (
        "civ-count",
        "error",
        UNIVERSAL,
        {1: moved("civ", 2, 7)},
        {1: {**moved("civ", 2, 7), **cards("r2-teleport", "r2-points-1")}},
    ),
    ("civ-count", "error", three, {}, {1: {"civ-card.r3-meteorite-set": None}}),
    (
        "civ-count-republic",
        "warn",
        one("gaia/republic"),
        {1: cards("r1-patch", "r2-teleport", "r4-points-4")},
        {1: cards("r1-patch", "r2-teleport", "r4-points-4", "r4-patches-3")},
    ),
    (
        "civ-count-others",
        "warn",
        FLUX,
        {1: cards("r1-patch", "r2-teleport", "r4-points-4", "r4-patches-3", "r3-points-2")},
        {1: cards("r1-patch", "r2-teleport", "r4-points-4", "r4-patches-3", "r3-points-2", "r3-points-3")},
    ),
    ("civ-unique", "error", three, {2: cards("r1-points-1")}, {2: cards("r1-points-2")}),
    (
        "civ-deck",
        "error",
        three,
        {2: cards("r1-patch", "r1-moves-4", "r1-points-1")},
        {2: cards("r1-patch", "r1-moves-4", "r1-points-1", "r1-trade-set")},
    ),
    ("civ-deck", "error", seeded, {1: cards(*DECK)}, {1: cards(UNDRAWN)}),
    ("depot-empty", "error", three, for_all(ended(24)), for_all(ended(23))),
    (
        "depot-empty",
        "error",
        three,
        {**for_all(ended(23)), 3: {**ended(23), **cards("r3-free-tile")}},
        {**for_all(ended(22)), 3: {**ended(22), **cards("r3-free-tile")}},
    ),
    ("turns-equal", "error", three, {2: {"end.turns": None}}, {2: {"end.turns": 21}}),
    (
        "turns-equal",
        "warn",
        three,
        {2: {"end.cause-depot-empty": "crossed"}},
        {2: {"end.cause-no-room": None, "end.cause-depot-empty": "crossed"}},
    ),
    (
        "turns-equal",
        "error",
        three,
        for_all(ended(24)),
        {**for_all(ended(24)), 3: ended(24, "events-out")},
    ),
    (
        "sums",
        "error",
        three,
        {1: {"score.neighbours": None}},
        {1: {"score.neighbours": None, "score.civ": 3}},
    ),
    ("sums", "error", alone, {}, {1: {"score.total": 1}}),
    ("mission-pairs", "error", three, {2: {"mission-card.right": None}}, {2: {"mission-card.right": 8}}),
    ("mission-pairs", "error", two, {}, {2: {"mission-card.pair-1": 26}}),
    (
        "mission-pairs",
        "error",
        three,
        {1: {"mission-card.all": 5}, 2: {"mission-card.all": 5}},
        {1: {"mission-card.all": 5}, 2: {"mission-card.all": 6}},
    ),
    ("mission-seed", "error", seeded, {}, {1: {"mission-card.left": OTHER_CARD}}),
    (
        "mission-seed",
        "error",
        seeded,
        {1: {"personal.card-2": OWN_MISSIONS[0]}},
        {1: {"personal.card-2": OTHER_MISSION}},
    ),
    ("mission-from-sheet", "error", FLUX, {1: {**own(24, 1), **moved("civ", 2, 15)}}, {1: own(24, 1)}),
    ("mission-from-sheet", "error", one("gaia/oasis", (2, 23, 5, 5, 5)), {1: own(24, 1)}, {1: own(24, 0)}),
    ("mission-from-sheet", "error", one("gaia/wormhole"), {1: own(24, 1)}, {1: own(24, 2)}),
    ("mission-from-sheet", "error", three, {1: own(25, 7)}, {1: own(25, 6)}),
    ("mission-from-sheet", "error", three, {1: own(27, 7)}, {1: own(27, 8)}),
    ("mission-from-sheet", "error", three, {1: own(26, 4)}, {1: own(26, 5)}),
    (
        "mission-from-sheet",
        "error",
        one("gaia/cosmos"),
        {1: {**own(28, 1), "track-civ.h09": "crossed"}},
        {1: own(28, 1)},
    ),
    (
        "mission-from-sheet",
        "error",
        FLUX,
        {1: {**kept(19, done=True), **moved("civ", 2, 15)}},
        {1: {**kept(19), **moved("civ", 2, 15)}},
    ),
    *(
        (
            "mission-from-sheet",
            "error",
            FLUX,
            {1: {**kept(card, done=True), **moved(track, 5, 15)}},
            {1: kept(card, done=True)},
        )
        for card, track in ((20, "tech"), (21, "biomass"), (22, "water"), (23, "rover"))
    ),
    (
        "mission-from-sheet",
        "error",
        FLUX,
        {1: {**kept(25, done=True), "meteorite.collected": 9}},
        {1: {**kept(25, done=True), "meteorite.collected": 8}},
    ),
    (
        "mission-from-sheet",
        "error",
        FLUX,
        {1: {**kept(26, done=True), "lifepod.1": "crossed"}},
        {1: {**kept(26), "lifepod.1": "crossed"}},
    ),
    (
        "mission-from-sheet",
        "error",
        FLUX,
        {1: {**kept(27, done=True), **crossed("r01c06")}},
        {1: {**kept(27, done=True), **crossed("r02c04")}},
    ),
    (
        "mission-from-sheet",
        "error",
        FLUX,
        {1: {**kept(28, done=True), **crossed("r02c04")}},
        {1: {**kept(28, done=True), **crossed("r01c06")}},
    ),
    *(  # of persephone one cell may be ice or land
        ("mission-from-sheet", "error", one("persephone/flux"), {1: met}, {1: broken})
        for met, broken in (
            ({**kept(27, done=True), **crossed("r06c12")}, {**kept(27, done=True), **crossed("r06c11")}),
            ({**kept(27), **crossed("r06c12")}, kept(27)),
            ({**kept(28, done=True), **crossed("r06c12")}, {**kept(28, done=True), **crossed("r01c06")}),
            ({**kept(28), **crossed("r06c12")}, {**kept(28), **crossed("r06c11")}),
        )
    ),
    ("mission-from-sheet", "error", one("petra/flux"), {1: kept(27)}, {1: kept(27, done=True)}),
    (
        "mission-from-sheet",
        "error",
        one("petra/flux"),
        {1: {**kept(28, done=True), **crossed("r02c05")}},
        {1: {**kept(28, done=True), **crossed("r01c06")}},
    ),
    (
        "mission-bounds",
        "warn",
        FLUX,
        {1: {**own(6, 95), **crossed("r01c06")}},
        {1: {**own(6, 96), **crossed("r01c06")}},
    ),
    (
        "mission-bounds",
        "warn",
        one("petra/flux"),
        {1: {**own(8, 96), **crossed("r02c05")}},
        {1: {**own(9, 96), **crossed("r02c05")}},
    ),
    ("mission-bounds", "warn", FLUX, {1: own(3, 22)}, {1: own(3, 23)}),
    ("mission-bounds", "warn", FLUX, {1: {**own(18, 23), **cards("r3-free-tile")}}, {1: own(18, 23)}),
    (
        "mission-bounds",
        "warn",
        noted_by_two,
        {1: {"mission-card.pair-1": 23, "mission-pair.value-1": PLACED_CIV}},
        {1: {"mission-card.pair-1": 23, "mission-pair.value-1": PLACED_CIV + 1}},
    ),
    (
        "mission-bounds",
        "warn",
        noted_by_two,
        {1: {"mission-card.pair-1": 1, "mission-pair.value-1": PLACED_CIV}},
        {1: {"mission-card.pair-1": 1, "mission-pair.value-1": PLACED_CIV + 1}},
    ),
    ("sums", "error", three, {}, {1: {"score.planet": 15}}),
    ("sums", "error", three, {1: {"score.total": None}}, {1: {"score.total": 47}}),
    (
        "sums",
        "error",
        three,
        {2: {"mission-right.value": None}},
        {1: {"score.neighbours": 8, "score.total": 47}},
    ),
    (  # the second point of each lifepod may stand in either box, and only in one
        "sums",
        "error",
        three,
        {1: {**cards("r4-lifepods-double"), "score.lifepods": 8, "score.total": 50}},
        {1: {**cards("r4-lifepods-double"), "score.lifepods": 8, "score.civ": 6, "score.total": 54}},
    ),
    (
        "sums",
        "error",
        three,
        {1: {**cards("r4-lifepods-double"), "score.civ": 6, "score.total": 50}},
        {1: {**cards("r4-lifepods-double"), "score.total": 50}},
    ),
    ("sums", "error", alone, {1: {"solo.target": 58}}, {1: {"solo.target": 57}}),
    ("solo-turns", "error", alone, {}, {1: {"end.turns": 21}}),
    ("solo-target", "note", alone, {1: {"personal.done-2": "circled"}}, {}),
    ("strip-rows", "error", noted_alone, {}, {1: {"turn-05.inner": None}}),
    ("strip-rows", "error", noted_alone, {}, {1: {"turn-05.outer": "circled"}}),
    ("strip-rows", "error", noted_alone, {}, {1: {"turn-19.inner": "circled"}}),
    ("strip-rows", "error", noted_alone, {1: {"end.turns": None}}, {1: {"end.turns": 17}}),
    ("strip-rows", "error", noted_alone, {}, {1: {"turn-05.inner": "crossed"}}),
    ("events-out", "error", alone, {}, {1: {"end.turns": 19}}),
    ("events-out", "error", three, {}, for_all({"end.cause-events-out": "crossed", "end.turns": 20})),
]


@pytest.mark.parametrize(
    ("check", "level", "make", "met", "broken"), CASES, ids=[f"{case[0]}-{k}" for k, case in enumerate(CASES)]
)
def test_a_check_is_just_met_and_just_not(
    check: str, level: str, make: Make, met: Changes, broken: Changes
) -> None:
    table = make()
    assert_check(check, level, changed(table, met), changed(table, broken))


def test_every_check_is_tried() -> None:
    sheets = [load_sheet(f"planet-record/petra/{each}") for each in ("flux", "republic", "horizon", "oasis")]
    assert {case[0] for case in CASES} == {check.id for sheet in sheets for check in sheet.checks} | set(
        CHECKS_IN_PYTHON
    )


@pytest.mark.parametrize("make", [three, two, seeded, noted_alone, noted_by_two])
def test_no_part_of_an_honest_table_is_accused(make: Make) -> None:
    table = make()
    for count in range(1, len(table) + 1):
        for part in combinations(table, count):
            assert [found for found in findings(part) if found.level != "note"] == []
            assert all(player.differences == () for player in score_recorded(table_sheets(part)).players)


OF_THE_STATION = {"area-exact", "tiles-seeded", "buildings-floor", "mission-bounds"}


@pytest.mark.parametrize(
    ("players", "tiles"), [(1, None), (1, "shuffled"), (2, None), (2, "shuffled"), (2, "seeded")]
)
def test_only_who_chose_the_stacks_of_the_seed_is_held_to_them(players: int, tiles: str | None) -> None:
    options: dict[str, Option] = {"events": EVENTS} if players == 1 else {"station": "clockwise"}
    game = Table(
        SEED, players, 1 if players == 1 else None, options=options | ({"tiles": tiles} if tiles else {})
    )
    others = noted(game, stacks="another")
    blank: Changes = {each.seat: {f"turn-{turn:02d}.depot": None for turn in range(1, 19)} for each in others}
    tables = (others, changed(others, blank), changed(others, {1: {"strip.offset": None}}))
    accused = {found.check for table in tables for found in findings(table) if found.level != "note"}
    assert accused <= OF_THE_STATION if tiles == "seeded" else accused == set()
    assert bool(accused) == (tiles == "seeded")


@pytest.mark.parametrize("corporation", ["makeshift", "oasis", "republic"])
def test_who_advances_in_other_ways_has_no_floor(corporation: str) -> None:
    table = noted_by(corporation)()
    assert "buildings-floor" not in {found.check for found in findings(changed(table, {1: {
        field: "circled" if field.endswith(("h00", "p00")) else None
        for field in (each.id for each in load_sheet(table[0].sheet).fields) if field.startswith("track-")
    }}))}  # fmt: skip


@pytest.mark.parametrize("missing", ["turn-05.depot", "strip.offset"])
def test_where_the_depot_is_not_written_a_tile_may_be_of_any_of_them(missing: str) -> None:
    table = changed(noted_alone(), {1: {missing: None}})
    assert "area-exact" not in {found.check for found in findings(table)}


def test_a_card_may_be_missing_where_a_deck_may_be_empty() -> None:
    table = three()
    beside = [table[0], table[1], record(Table(None, 3), 3, "gaia/republic")]
    gone: Changes = {1: {"civ-card.r3-meteorite-set": None}}
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
        1: {**values[1], "score.neighbours": neighbours, "score.total": 46 - 7 + neighbours},
        2: {**values[2], "score.neighbours": None, "score.total": None},
        3: values[3],
    }
    told = [found for found in findings(changed(three(), written)) if found.check == "sums"]
    assert [found.level for found in told] == levels


def test_with_a_tile_card_at_the_table_nobody_knows_the_tiles() -> None:
    table = changed(noted_by_two(), {1: moved("civ", FIRST_CIV, FIRST_CIV - 1), 2: cards("r3-free-tile")})
    assert "buildings-floor" not in {found.check for found in findings(table)}


def test_depots_are_counted_round() -> None:
    assert [depot_of(1, turn, 1) for turn in range(7)] == [1, 2, 3, 4, 5, 6, 1]
