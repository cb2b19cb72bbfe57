"""Test draws and plausible tables of Gaia Project, and its sheets in the commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

import cv2
import pypdfium2
import pytest
from msgspec import UNSET, structs

import fairsheet as fairsheet_library
from fairsheet.engine.recorded.gaia._box import box, numbers
from fairsheet.engine.recorded.gaia._draw import drawn_of, placed_components
from fairsheet.engine.recorded.gaia._layouts import (
    DEEP_SPACE,
    INNER_RING,
    LAYOUTS,
    NEIGHBOURS,
    OUTER_RING,
    SECTORS,
    Hex,
)
from fairsheet.engine.recorded.gaia._map import (
    asteroids,
    has_equal_neighbours,
    most_planets,
    planet_counts,
    planets_on,
    ship_sets,
)
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.recorded.registry import PLAYERS, components_printed, draw_print_by_seat
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.pipeline.reading.photos import scan_file
from fairsheet.pipeline.reading.picture_files import page_arrays
from fairsheet.sheets.formulas.formula import calls_in
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_print import fields_left_out
from fairsheet.sheets.model.sheet import Name
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.vision.loading.load import PhotoFile
from fairsheet.wording.labels import drawn_prints, labels_of

SHEETS = ("gaia-record", "gaia-automa", "gaia-setup")
SEEDS = ("a", "coral-otter-42", "Žluťoučký kůň")


def is_pick(drawn: Sequence[Any], of: tuple[Any, ...], count: int) -> bool:
    """Return whether `count` items were drawn, none of them more often than the box contains it."""
    return len(drawn) == count and Counter(drawn) <= Counter(of)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_draw_is_a_permutation_of_the_box(seed: str, players: int) -> None:
    drawn, layout = drawn_of(seed, Table(seed, players)), LAYOUTS[players]
    tech_ships = [ship for ship in layout.ships if ship in box().tech_ships]
    assert is_pick(drawn.round_tiles, box().round_tiles, 6)
    assert is_pick(drawn.final_tiles, box().final_tiles, 2)
    assert is_pick(drawn.boosters, box().boosters, max(2, players) + 3)
    assert is_pick(drawn.standard_tech, box().standard_tech, 9)
    assert is_pick(drawn.advanced_tech, box().advanced_tech, 7)
    assert drawn.level_5_token in box().federations
    assert drawn.economy_side in box().economy_sides
    assert drawn.extension_side == box().extension_sides[players >= 3]
    assert is_pick(drawn.ship_tech, box().ship_tech, len(tech_ships))
    assert is_pick(list(drawn.ship_federations), layout.ships, len(layout.ships))
    assert is_pick(list(drawn.ship_federations.values()), box().ship_federations, len(layout.ships))
    assert is_pick(drawn.artifacts, box().artifacts, 0 if players == 1 else players)
    assert is_pick(drawn.centre_sectors, ("01", "02", "03", "04"), layout.centres)
    assert sorted([*drawn.centre_sectors, *drawn.outer_sectors]) == sorted(layout.sectors)
    assert len(drawn.rotations) == len(layout.sectors) and set(drawn.rotations) <= set(range(6))
    ships = [ship for ship in drawn.ship_hexes if ship is not None]
    assert sorted(ships) == sorted(layout.ships)
    assert sorted(drawn.other_interspaces) == sorted(layout.others)
    assert len(drawn.ship_hexes) == len(ships) + len(drawn.other_interspaces) == len(layout.holes)
    assert sorted(drawn.deep_order) == sorted(layout.deep_space) == sorted(drawn.deep_sides)
    assert set(drawn.deep_sides.values()) <= {"a", "b"}
    assert is_pick(drawn.deep_rotations, (0, 1, 2) * 8, len(layout.deep_space))
    assert sorted(drawn.colour_row) == sorted(box().homes)
    assert sorted(drawn.seat_order) == list(range(1, players + 1))
    assert (drawn.automa_start_ship is not None) == (players == 1)


def distance(one: Hex, other: Hex) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def test_ships_keep_their_distance_in_all_ways_of_the_rulebook() -> None:
    assert [len(ship_sets(players)) for players in (1, 2, 3, 4)] == [2, 2, 5, 21]
    for players, least in ((1, 5), (2, 5), (3, 4), (4, 4)):
        holes = LAYOUTS[players].holes
        for ships in ship_sets(players):
            assert all(distance(holes[a], holes[b]) >= least for a, b in combinations(ships, 2))


def test_sectors_holes_and_tiles_cover_a_map_without_overlap() -> None:
    for players, (sectors, holes, tiles) in {
        1: (7, 6, 6),
        2: (7, 6, 6),
        3: (9, 8, 8),
        4: (10, 10, 8),
    }.items():
        layout = LAYOUTS[players]
        counts = (len(layout.sector_hexes), len(layout.holes), len(layout.triangles))
        assert counts == (sectors, holes, tiles)
        covered = Counter[Hex](layout.holes)
        covered.update(at for three in layout.triangles for at in three)
        for middle in layout.sector_hexes:
            covered.update(
                (middle[0] + q, middle[1] + r)
                for q in range(-2, 3)
                for r in range(-2, 3)
                if distance((0, 0), (q, r)) <= 2
            )
        assert max(covered.values()) == 1
        assert len(covered) == 19 * sectors + holes + 3 * tiles
        for three in layout.triangles:
            assert all(distance(a, b) == 1 for a, b in combinations(three, 2))


def test_turned_sector_keeps_its_planets() -> None:
    for sector, face in SECTORS.items():
        for turn in range(6):
            planets = list(planets_on((0, 0), sector, turn))
            assert len({at for at, _ in planets}) == len(face.outer) + len(face.inner)
            assert all(distance((0, 0), at) in (1, 2) for at, _ in planets)
    (at,) = (at for at, planet in planets_on((3, 4), "05-front", 2) if planet == "gaia")
    assert at == (3 + NEIGHBOURS[1][0], 4 + NEIGHBOURS[1][1])


def test_map_maxima_of_planets_are_correct() -> None:
    for players, bound in {1: (9, 6, 14, 4), 2: (9, 6, 14, 4), 3: (11, 7, 20, 5), 4: (13, 7, 22, 6)}.items():
        most = most_planets(players)
        assert (most["asteroid"], most["protoplanet"], most["gaia"]) == bound[:3]
        assert {most[home] for home in box().homes} == {bound[3]}


def test_tile_16_is_turned_over_if_asteroids_are_scored_and_too_few() -> None:
    fewest = Counter[int]()
    for number in range(150):
        for players in (2, 3):
            drawn = drawn_of(f"asteroids {number}", Table("x", players))
            count = asteroids(players, drawn.deep_sides)
            assert count == planet_counts(players, drawn.deep_sides)["asteroid"]
            if "fs-asteroids" in drawn.final_tiles:
                assert count >= 6
            else:
                fewest[count] += 1
    assert fewest[5]  # some draws had to turn the tile over
    assert DEEP_SPACE["16"]["b"].count("asteroid") - DEEP_SPACE["16"]["a"].count("asteroid") == 2


@pytest.mark.parametrize("players", [1, 3, 4])
def test_fair_sectors_have_unequal_neighbours_and_other_draws_stay(players: int) -> None:
    unfair = 0
    for number in range(20):
        seed = f"fair {number}"
        plain, fair = drawn_of(seed, Table(seed, players)), drawn_of(seed, Table(seed, players, options=FAIR))
        sectors = [*fair.centre_sectors, *fair.outer_sectors]
        assert not has_equal_neighbours(LAYOUTS[players], sectors, fair.rotations)
        unfair += has_equal_neighbours(LAYOUTS[players], sectors, plain.rotations)
        assert structs.replace(plain, rotations=fair.rotations) == fair
    assert unfair


FAIR = {"rotations": "fair"}


def test_extension_is_drawn_only_on_request_of_three_or_more() -> None:
    for players in (1, 2, 3, 4):
        sides = {
            drawn_of(f"side {k}", Table("x", players, options={"extension": "drawn"})).extension_side
            for k in range(20)
        }
        assert sides == ({"vp-25"} if players < 3 else {"vp-25", "ships-3"})


GAMES = [(1, level) for level in range(1, 6)] + [(2, None), (3, None), (4, None)]
OPTIONS: list[dict[str, str]] = [{}, {"extension": "drawn"}, FAIR]


@cache
def played(number: int) -> tuple[Record, ...]:
    """Return a plausible table, alternating all counts of players, levels and options."""
    players, level = GAMES[number % len(GAMES)]
    options = OPTIONS[number % 3]
    game = Table(f"gaia-{number}", players, level)
    if options:
        game = Table(f"gaia-{number}", players, level, options=options)
    return tuple(records_of_table(load_sheet("gaia-record"), game))


@pytest.mark.soak
def test_plausible_tables_use_all_marks() -> None:
    fields = {field.id for name in SHEETS for field in load_sheet(name).fields}
    unmarked = {field for field in fields - {"player", "table.date"} if not field.startswith("seat.")}
    for number in range(400):
        unmarked.difference_update(*(each.marks for each in played(number)))
        if not unmarked:
            break
    assert unmarked == set()


def test_templates_name_only_components_that_a_seed_can_draw() -> None:
    pool = {PLAYERS: {words for players in range(1, 5) for words in (str(players), f"at-least-{players}")}}
    for number in range(400):
        game = Table(f"asked {number}", 1 + number % 4, options={"extension": "drawn"})
        for place, there in placed_components(drawn_of(game.seed or "", game), game).items():
            pool.setdefault(place, set()).update(there)
    for sheet in map(load_sheet, SHEETS):
        calls = [call for check in sheet.checks for call in calls_in(check.needs) if call.function == "drawn"]
        named = {tuple(part.name for part in call.arguments if isinstance(part, Name)) for call in calls}
        named |= {(part.place, part.component) for part in sheet.drawn_parts}
        assert [pair for pair in named if pair[1] not in pool.get(pair[0], ())] == []
        assert {place.id for place in sheet.draw_places} - {"map", "asteroids"} <= set(pool)


def text_of(name: str, game: Table, page: int = 0) -> str:
    pdf = fairsheet_library.print_pdf(load_sheet(name), seed=game.seed, players=game.players, solo=game.solo)
    return str(pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_range())


def test_only_drawn_components_are_printed_on_a_record() -> None:
    game = Table("coral-otter-42", 3)
    drawn = drawn_of("coral-otter-42", game)
    assert drawn.final_tiles == ("fs-distance", "fs-sectors")
    text = text_of("gaia-record", game)
    assert "Institute to academy" in text
    assert "Gaia planets" not in text
    assert "2 / research" in text and "at-research-2" in drawn.advanced_tech
    assert "act.: 3 ore" not in text and "at-ore-3" not in drawn.advanced_tech
    rounds = text_of("gaia-record", game, page=1)
    assert "4 / trading station" in rounds and "2 / mine" not in rounds


def test_set_up_sheet_prints_the_map() -> None:
    for game in (Table("coral-otter-42", 4), Table("otter", 1, 2)):
        drawn = drawn_of(game.seed or "", game)
        text = text_of("gaia-setup", game)
        for tile, side in drawn.deep_sides.items():
            assert f"{tile}{side}" in text
        assert f"Asteroids on the map: {asteroids(game.players, drawn.deep_sides)}" in text
        (printed,) = draw_print_by_seat(load_sheet("gaia-setup"), game, [NO_SEAT]).values()
        place = next(place.rect for place in load_sheet("gaia-setup").draw_places if place.id == "map")
        for shape in printed.shapes["map"]:
            for point in getattr(shape, "points", ()):
                assert -0.01 <= point.x <= place.w + 0.01 and -0.01 <= point.y <= place.h + 0.01


def test_unprinted_fields_are_neither_read_nor_asked_about() -> None:
    game = Table("coral-otter-42", 3)
    sheet = load_sheet("gaia-record")
    (label, *_) = labels_of(sheet, game, [1])
    page = page_arrays(draw_pages(sheet, [label], drawn=drawn_prints(sheet, game, [1])), 8)[0]
    (scanned,) = scan_file(PhotoFile("page.png", cv2.imencode(".png", page)[1].tobytes()))
    (reading,) = scanned.reading.sheets
    left_out = fields_left_out(sheet, components_printed(sheet, game))
    assert {field.split(".")[0] for field in left_out} >= {"advanced", "artifact", "sector"}
    assert (reading.marks, reading.doubts) == ({}, ())
    assert not left_out & {f"advanced.{tile}" for tile in drawn_of("coral-otter-42", game).advanced_tech}


@pytest.mark.parametrize(("player", "winner"), [(0, "opponent"), (300, "player")])
def test_automa_wins_with_more_points(player: int, winner: str) -> None:
    score = score_recorded(table_sheets(with_track(player)))
    mine, other = (each.total for each in score.players)
    assert (score.winner, score.ranking) == (winner, ((1,),))
    assert (mine > other) == (winner == "player")
    assert score_recorded(table_sheets(with_track(player + other - mine))).winner == "draw"
    assert score_recorded(table_sheets(with_track(player)[:1])).winner is UNSET


def with_track(points: int) -> list[Record]:
    """Return a game against the Automa with these points of the player on the track."""
    player, *others = played(0)
    return [structs.replace(player, marks={**player.marks, "vp.track": points}), *others]


def test_sheets_print_the_same_components_for_the_same_draw() -> None:
    record, automa, setup = map(load_sheet, SHEETS)
    printed: dict[str, list[str]] = {}
    for part in record.drawn_parts:
        printed.setdefault(part.place, []).append(part.component)
    for kind, places in {
        "round_tiles": [f"round-{number}" for number in range(1, 7)],
        "final_tiles": ["final-1", "final-2"],
        "boosters": [f"booster-{letter}" for letter in box().letters],
    }.items():
        for place in places:
            assert tuple(printed[place]) == getattr(box(), kind)
    assert [group.id for group in automa.groups_of_type("pass-points")] == [
        f"pass.{tile}" for tile in box().round_tiles
    ]
    assert [group.id for group in automa.groups_of_type("level")] == [
        group.id for group in record.groups_of_type("level")
    ]
    assert {part.component for part in setup.drawn_parts if part.place == "ships"} == set(box().ships)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_facts_about_the_map_hold_for_every_layout(players: int) -> None:
    layout = LAYOUTS[players]
    assert numbers("ships")[players] == len(layout.ships)
    hexes = {*layout.holes, *(at for three in layout.triangles for at in three)}
    hexes |= {(q + dq, r + dr) for q, r in layout.sector_hexes for dq, dr in (*OUTER_RING, *INNER_RING)}
    assert max(distance(a, b) for a, b in combinations(hexes, 2)) == {1: 14, 2: 14, 3: 18, 4: 19}[players]
