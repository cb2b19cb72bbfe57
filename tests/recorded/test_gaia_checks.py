"""Every check of Gaia Project, by its name: a table that just meets it, and one that just does not; and the count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import pytest

from engine.ink import Mark
from engine.record import NO_SEAT, Record, Table
from engine.recorded.gaia.box import FINAL_TILES, MARKERS, ROUND_TILES, UNSURE_MARKERS
from engine.recorded.gaia.checks import BETWEEN
from engine.recorded.gaia.draw import drawn_of
from engine.recorded.gaia.factions import factions, three_step_colours
from engine.recorded.gaia.final import places_shared
from engine.recorded.gaia.map import planet_counts
from engine.recorded.tables import score_recorded, table_sheets
from fairsheet.recording import records_of_table
from sheets.library import load_sheet

from .checking import findings
from .gaia_scoring import MARKER, totals
from .gaia_tables import (
    AREAS,
    EXAMPLE,
    Changes,
    alone,
    changed,
    circled,
    is_example,
    pair,
    pass_points,
    seed_with,
    seeded,
    three,
    written,
)

Make = Callable[[], Sequence[Record]]
Marks = dict[str, Mark | None]

SEED = seed_with(3, is_example)
DRAWN = drawn_of(SEED, Table(SEED, 3))
TOKEN = DRAWN["ship-federations"]["eclipse"]
OTHER_TOKEN = next(
    token
    for token in ("sf-vp-12", "sf-credits", "sf-know")
    if token not in DRAWN["ship-federations"].values()
)
TECH = dict(zip(("rebellion", "tf-mars", "eclipse"), DRAWN["ship-tech"], strict=True))
ECONOMY, SCIENCE, EXTENSION = (DRAWN["advanced-tech"][place] for place in (4, 5, 6))
NOT_DRAWN = next(
    tile for tile in ("at-ore-3", "at-know-3", "at-gaia-2") if tile not in DRAWN["advanced-tech"]
)
ARTIFACT = DRAWN["artifacts"][0]
NO_ARTIFACT = next(one for one in ("ar-deep", "ar-types", "ar-power") if one not in DRAWN["artifacts"])
SHIPS = ("twilight", "rebellion", "tf-mars", "eclipse")
L5_TOKEN = DRAWN["level-5-token"]
MAP = planet_counts(DRAWN, 3)


def drawing(place: int, tile: str, players: int = 3) -> Make:
    """Makes a table with a seed that draws a final tile at a place."""
    seed = seed_with(players, lambda drawn: bool(drawn["final-tiles"][place - 1] == tile))
    return lambda: three(seed) if players == 3 else pair(seed)


def playing_round(number: int, tile: str) -> Make:
    seed = seed_with(3, lambda drawn: bool(drawn["round-tiles"][number - 1] == tile))
    return lambda: three(seed)


def level_5_by_faction(before: int = 4) -> Make:
    return lambda: alone(level=before)


def three_lost_fleets() -> list[Record]:
    """Three ships explored by Cyril, with the extension's tile, where the side asks for ships."""
    return changed(
        seeded(),
        {
            "3": {
                **ships(3),
                f"advanced.{EXTENSION}": "circled",
                "tech.st-gaia-3": "circled+crossed",
                "tech.st-ore-charge": None,
                "federation.ft-credits": 1,
                "federation.flipped": 1,
            }
        },
    )


def with_setup() -> list[Record]:
    table = seeded()
    return [*table, Record.on(load_sheet("gaia-setup"), table[0].game, NO_SEAT, {})]


def rich() -> list[Record]:
    """Cyril with so many credits that what a player can hold may bind the exchange."""
    blank_boxes: Marks = blank("score.resources", "score.total")
    return changed(three(), {"3": {"left.credits": 24, "left.area-3": 4, **blank_boxes}})


def ships(count: int, of: Sequence[str] = SHIPS) -> Marks:
    return {f"ship.{ship}": "circled" for ship in of[:count]}


def faction(before: str, after: str) -> Marks:
    return {f"faction.{before}": None, f"faction.{after}": "circled"}


def coloured(*homes: str) -> Marks:
    return dict(circled(*(f"three-step.{home}" for home in homes)))


def row(taken: Sequence[str], places: int) -> list[str]:
    """The first free colours of the row."""
    return [home for home in DRAWN["colour-row"] if home not in taken][:places]


HOMES_OF_TWO = ("oxide", "terra")  # of Anna and Bob
CYRIL_NEW: Marks = {**faction("ambas", "tinkeroids"), **coloured(*HOMES_OF_TWO, *row(HOMES_OF_TWO, 1))}
FIRST_WRONG = next(
    home for home in DRAWN["colour-row"][::-1] if home not in (*HOMES_OF_TWO, *row(HOMES_OF_TWO, 1))
)
BOTH_NEW: Marks = faction("terrans", "moweyds")


def blank(*fields: str) -> Marks:
    return dict.fromkeys(fields)


# check, level, table, what just meets it, what just does not
CASES: list[tuple[str, str, Make, Changes, Changes]] = [
    ("one-level-per-area", "error", three, {}, {"1": {"science.l1": None}}),
    ("one-level-per-area", "error", three, {}, {"1": {"science.l2": "circled"}}),
    ("one-level-per-area", "error", alone, {}, {"automa": {"automa-science.l0": None}}),
    ("level-5-alone", "error", three, {"2": {"science.l5": "circled"}}, {"2": {"navigation.l5": "circled"}}),
    (
        "level-5-alone",
        "error",
        alone,
        {"1": {"economy.l3": None, "economy.l4": "circled"}},
        {"1": {"economy.l3": None, "economy.l5": "circled"}},
    ),
    (
        "start-level",
        "error",
        three,
        {"1": {"economy.l4": None, "economy.l1": "circled"}},
        {"1": {"economy.l4": None, "economy.l0": "circled"}},
    ),
    (
        "bal-taks-navigation",
        "error",
        three,
        {"3": faction("ambas", "bal-taks")},
        {"3": {**faction("ambas", "bal-taks"), "built.institute": None}},
    ),
    ("lost-planet-owner", "error", three, {}, {"1": {"built.lost-planet": None}}),
    ("lost-planet-owner", "error", three, {}, {"2": {"built.lost-planet": "circled"}}),
    ("flips", "error", three, {}, {"1": {"federation.flipped": 1}}),
    ("flips", "error", three, {}, {"1": {"advanced.at-mine-3": None}}),
    (
        "green-enough",
        "error",
        three,
        {"1": {"federation.ft-vp-12": None}},
        {"1": {"federation.ft-ore": None, "federation.ft-vp-12": 3}},
    ),
    (
        "level-5-token",
        "error",
        seeded,
        {"3": {"terraforming.l5": "circled", f"federation.{L5_TOKEN}": 1}},
        {"3": {"terraforming.l5": "circled"}},
    ),
    (
        "federation-supply",
        "error",
        three,
        {"2": {"federation.ft-qic": 2}},
        {"2": {"federation.ft-qic": 2}, "3": {"federation.ft-qic": 1}},
    ),
    (
        "federation-supply",
        "error",
        alone,
        {"1": {"federation.ft-qic": 2}},
        {"1": {"federation.ft-qic": 3}},
    ),
    (
        "gleens-token",
        "error",
        three,
        {"3": {**faction("ambas", "gleens"), "federation.ft-gleens": "circled"}},
        {"3": {**faction("ambas", "gleens"), "federation.ft-gleens": "circled", "built.institute": None}},
    ),
    ("gleens-token", "error", three, {}, {"3": {"federation.ft-gleens": "circled"}}),
    (
        "ship-federation-unique",
        "error",
        seeded,
        {"1": {f"ship-federation.{TOKEN}": "circled"}},
        {"1": {f"ship-federation.{TOKEN}": "circled"}, "2": {f"ship-federation.{TOKEN}": "circled"}},
    ),
    (
        "ship-federation-unique",
        "error",
        seeded,
        {"1": {f"ship-federation.{TOKEN}": "circled"}},
        {"1": {f"ship-federation.{OTHER_TOKEN}": "circled"}},
    ),
    (
        "ship-federation-access",
        "error",
        seeded,
        {"1": {f"ship-federation.{TOKEN}": "circled"}},
        {"3": {f"ship-federation.{TOKEN}": "circled"}},
    ),
    (
        "token-count",
        "error",
        three,
        {"1": {f"ship-federation.{t}": "circled" for t in ("sf-vp-12", "sf-credits", "sf-know", "sf-tech")}},
        {
            "1": {
                f"ship-federation.{t}": "circled" for t in ("sf-vp-12", "sf-credits", "sf-know", "sf-tech")
            },
            "2": {"ship-federation.sf-power": "circled"},
        },
    ),
    (
        "token-count",
        "error",
        three,
        {"1": {"tech.sp-range-1": "circled"}},
        {"1": {"tech.sp-range-1": "circled", "tech.sp-ore-know-3": "circled"}},
    ),
    ("ship-limit", "error", three, {"3": ships(3)}, {"3": ships(4)}),
    ("ship-limit", "error", alone, {"1": ships(2, SHIPS[1:])}, {"1": ships(3, SHIPS[1:])}),
    ("ship-limit", "error", alone, {"1": ships(1, SHIPS[1:])}, {"1": ships(1)}),
    (
        "ship-limit",
        "warn",
        three,
        {"3": {**ships(3), **faction("ambas", "moweyds")}},
        {"3": {**ships(4), **faction("ambas", "moweyds")}},
    ),
    (
        "ship-limit",
        "error",
        lambda: pair("a"),
        {"1": {"ship.tf-mars": "circled"}},
        {"1": {"ship.rebellion": "circled"}},
    ),
    (
        "moweyds-ship",
        "error",
        three,
        {"3": {**faction("ambas", "moweyds"), "ship.tf-mars": "circled"}},
        {"3": faction("ambas", "moweyds")},
    ),
    (
        "ship-tech-access",
        "error",
        seeded,
        {"1": {f"tech.{TECH['eclipse']}": "circled"}},
        {"1": {f"tech.{TECH['rebellion']}": "circled"}},
    ),
    (
        "ship-tech-access",
        "error",
        lambda: pair("a"),
        {"2": {f"tech.{drawn_of('a', Table('a', 2))['ship-tech'][1]}": "circled"}},
        {
            "2": {
                f"tech.{tile}": "circled"
                for tile in ("sp-range-1", "sp-mine-2-steps", "sp-ore-know-3")
                if tile not in drawn_of("a", Table("a", 2))["ship-tech"]
            }
        },
    ),
    (
        "artifact-access",
        "error",
        three,
        {"1": {"artifact.ar-power": "circled", "ship.twilight": "circled"}},
        {"1": {"artifact.ar-power": "circled"}},
    ),
    (
        "artifact-unique",
        "error",
        three,
        {"1": {"artifact.ar-power": "circled"}},
        {"1": {"artifact.ar-power": "circled"}, "2": {"artifact.ar-power": "circled"}},
    ),
    (
        "artifact-unique",
        "error",
        seeded,
        {"1": {f"artifact.{ARTIFACT}": "circled"}},
        {"1": {f"artifact.{NO_ARTIFACT}": "circled"}},
    ),
    (
        "artifact-unique",
        "error",
        three,
        {"1": {f"artifact.{one}": "circled" for one in ("ar-power", "ar-deep", "ar-types")}},
        {"1": {f"artifact.{one}": "circled" for one in ("ar-power", "ar-deep", "ar-types", "ar-science")}},
    ),
    ("artifact-unique", "error", lambda: alone(None), {}, {"1": {"artifact.ar-power": "circled"}}),
    (
        "advanced-unique",
        "error",
        three,
        {"2": {"advanced.at-know-3": "circled"}},
        {"2": {"advanced.at-mine-3": "circled"}},
    ),
    ("advanced-unique", "error", seeded, {}, {"2": {f"advanced.{NOT_DRAWN}": "circled"}}),
    (
        "advanced-level",
        "error",
        seeded,
        {"2": {f"advanced.{SCIENCE}": "circled"}},
        {"1": {"economy.l4": None, "economy.l3": "circled"}},
    ),
    (
        "advanced-level",
        "error",
        seeded,
        {"1": {"economy.l4": None, "economy.l5": "circled"}},
        {"3": {f"advanced.{SCIENCE}": "circled"}},
    ),
    ("advanced-extension", "error", three_lost_fleets, {}, {"3": {"ship.tf-mars": None}}),
    ("covered-count", "error", three, {}, {"1": {"tech.st-vp-7": "circled"}}),
    ("covered-count", "error", three, {}, {"2": {"tech.st-credits-4": "circled+crossed"}}),
    ("tech-floor", "warn", three, {}, {"3": {"tech.st-gaia-3": None}}),
    (
        "tech-floor",
        "warn",
        three,
        {"3": {"tech.st-gaia-3": None, "ship.twilight": "circled"}},
        {"3": {"tech.st-gaia-3": None, "ship.rebellion": "circled"}},
    ),
    (
        "tech-floor",
        "warn",
        three,
        {"3": {"tech.st-gaia-3": None, **faction("ambas", "firaks")}},
        {"3": {"tech.st-gaia-3": None, **faction("ambas", "itars")}},
    ),
    ("tech-ceiling", "note", three, {}, {"3": {"tech.st-vp-7": "circled"}}),
    (
        "tech-ceiling",
        "note",
        three,
        {"3": {"tech.st-vp-7": "circled", **faction("ambas", "bescods")}},
        {"3": {"tech.st-vp-7": "circled", **faction("ambas", "firaks")}},
    ),
    ("planet-sum", "error", three, {"1": {"built.mines": None}}, {"1": {"built.mines": 5}}),
    (
        "planet-sum",
        "error",
        three,
        {"3": {**faction("ambas", "lantids"), "built.mines": 6, "built.guest-mines": 2}},
        {"3": {**faction("ambas", "lantids"), "built.mines": 6, "built.guest-mines": 1}},
    ),
    (
        "planet-sum",
        "warn",
        three,
        {"1": {"artifact.ar-asteroid": "circled"}},
        {"1": {"artifact.ar-asteroid": "circled", "built.mines": 7}},
    ),
    ("planet-sum", "warn", three, {}, {"1": {"artifact.ar-asteroid": "circled", "planet.asteroid": 4}}),
    (
        "planet-supply",
        "error",
        seeded,
        {"3": {"planet.asteroid": MAP["asteroid"] - 6}},
        {"3": {"planet.asteroid": MAP["asteroid"] - 5}},
    ),
    ("planet-supply", "error", three, {"3": {"planet.asteroid": 5}}, {"3": {"planet.asteroid": 6}}),
    (
        "planet-supply",
        "error",
        three,
        {"3": {"planet.asteroid": 6, "artifact.ar-asteroid": "circled"}},
        {"3": {"planet.asteroid": 6, "artifact.ar-protoplanet": "circled"}},
    ),
    ("planet-supply", "error", three, {"2": {"planet.swamp": 1}}, {"2": {"planet.swamp": 2}}),
    (
        "planet-supply",
        "error",
        seeded,
        {"3": {"planet.gaia": MAP["gaia"] + MAP["transdim"] - 3}},
        {"3": {"planet.gaia": MAP["gaia"] + MAP["transdim"] - 2}},
    ),
    (
        "sector-bound",
        "error",
        three,
        {"3": circled("sector.s01", "sector.s03", "sector.s04", "sector.s05")},
        {"3": {**circled("sector.s01", "sector.s03", "sector.s04", "sector.s05"), "interspace.colonies": 1}},
    ),
    ("sector-bound", "error", three, {"3": circled("sector.s09")}, {"3": circled("sector.s08")}),
    (
        "sector-bound",
        "error",
        lambda: pair("a"),
        {"1": circled("deep.s16")},
        {"1": circled("deep.s17")},
    ),
    (
        "asteroid-formers",
        "warn",
        three,
        {"1": {"former.on-asteroids": None, "planet.asteroid": 6}},
        {"1": {"former.on-asteroids": 2, "ship.eclipse": None}},
    ),
    (
        "asteroid-formers",
        "warn",
        three,
        {"3": {**faction("ambas", "darkanians"), "planet.asteroid": 2}},
        {"3": {**faction("ambas", "darkanians"), "planet.asteroid": 3}},
    ),
    (
        "formers-unlocked",
        "error",
        three,
        {"2": {"former.on-asteroids": 2}},
        {"2": {"former.on-asteroids": 3}},
    ),
    (
        "formers-unlocked",
        "error",
        three,
        {"3": {"former.on-asteroids": 1}},
        {"3": {"gaia-project.l1": None, "gaia-project.l0": "circled"}},
    ),
    ("guest-bound", "error", three, {"3": {"built.guest-mines": 4}}, {"3": {"built.guest-mines": 5}}),
    ("guest-bound", "error", three, {"1": {"planet.asteroid": 2}}, {"1": {"planet.asteroid": 1}}),
    (
        "three-step",
        "error",
        seeded,
        {"3": CYRIL_NEW},
        {"3": {**faction("ambas", "tinkeroids"), **coloured(*HOMES_OF_TWO, FIRST_WRONG)}},
    ),
    (
        "three-step",
        "error",
        three,
        {"3": {**faction("ambas", "moweyds"), **coloured(*HOMES_OF_TWO, "ice")}},
        {"3": {**faction("ambas", "moweyds"), **coloured("oxide", "swamp", "ice")}},
    ),
    (
        "three-step",
        "error",
        seeded,
        {
            "2": {**BOTH_NEW, **coloured("oxide", *row(["oxide"], 4)[2:])},
            "3": {**faction("ambas", "tinkeroids"), **coloured("oxide", *row(["oxide"], 2))},
        },
        {
            "2": {**BOTH_NEW, **coloured("oxide", *row(["oxide"], 2))},
            "3": {**faction("ambas", "tinkeroids"), **coloured("oxide", *row(["oxide"], 2))},
        },
    ),
    (
        "tinkering",
        "error",
        three,
        {"3": {**faction("ambas", "tinkeroids"), "tinker-1.qic-1": "crossed"}},
        {"3": {"tinker-1.qic-1": "crossed"}},
    ),
    (
        "booster-one",
        "error",
        three,
        {"1": circled("round-2.booster-a", "round-3.booster-b")},
        {"1": circled("round-2.booster-a", "round-2.booster-b")},
    ),
    (
        "booster-one",
        "error",
        three,
        {"1": circled("round-2.booster-a", "round-4.booster-a")},
        {"1": circled("round-2.booster-a", "round-3.booster-a")},
    ),
    (
        "booster-one",
        "error",
        three,
        {"1": circled("round-2.booster-a"), "2": circled("round-2.booster-b")},
        {"1": circled("round-2.booster-a"), "2": circled("round-2.booster-a")},
    ),
    ("booster-one", "error", three, {"1": circled("round-1.booster-f")}, {"1": circled("round-1.booster-g")}),
    ("booster-one", "error", alone, {"1": circled("round-1.booster-e")}, {"1": circled("round-1.booster-f")}),
    (
        "pass-order",
        "error",
        three,
        {"1": circled("round-1.pass-1"), "2": circled("round-1.pass-3")},
        {"1": circled("round-1.pass-3"), "2": circled("round-1.pass-3")},
    ),
    ("pass-order", "error", three, {}, {"1": circled("round-1.pass-1", "round-1.pass-2")}),
    ("pass-order", "error", three, {"1": circled("round-1.pass-3")}, {"1": circled("round-1.pass-4")}),
    ("pass-order", "error", alone, {"1": circled("round-1.pass-2")}, {"1": circled("round-1.pass-3")}),
    (
        "faction-clash",
        "error",
        three,
        {"3": faction("ambas", "xenos")},
        {"3": faction("ambas", "lantids")},
    ),
    (
        "faction-clash",
        "error",
        three,
        {"2": faction("terrans", "darkanians"), "3": faction("ambas", "moweyds")},
        {"2": faction("terrans", "darkanians"), "3": faction("ambas", "tinkeroids")},
    ),
    ("faction-clash", "error", three, {}, {"3": faction("ambas", "terrans")}),
    ("automa-faction", "error", alone, {}, {"automa": {"automa-faction.geodens": None}}),
    (
        "automa-faction",
        "error",
        alone,
        {"automa": {"automa-faction.geodens": None, "automa-faction.firaks": "circled"}},
        {"automa": {"automa-faction.geodens": None, "automa-faction.taklons": "circled"}},
    ),
    ("one-faction", "error", three, {}, {"1": {"faction.hadsch-hallas": None}}),
    ("one-faction", "error", three, {}, {"1": {"faction.nevlas": "circled"}}),
    (
        "faction-fields",
        "error",
        three,
        {"3": {**faction("ambas", "lantids"), "built.guest-mines": 1}},
        {"3": {"built.guest-mines": 1}},
    ),
    (
        "faction-fields",
        "error",
        three,
        {"3": {**faction("ambas", "ivits"), "built.stations": 1}},
        {"3": {"built.stations": 1}},
    ),
    (
        "faction-fields",
        "error",
        three,
        {"3": {**faction("ambas", "moweyds"), **coloured("oxide", "terra", "ice"), "built.rings": 1}},
        {"3": {"built.rings": 1}},
    ),
    (
        "faction-fields",
        "error",
        three,
        {"3": {**faction("ambas", "taklons"), "left.brainstone-none": "circled"}},
        {"3": {**faction("ambas", "taklons")}},
    ),
    ("faction-fields", "error", three, {}, {"3": {"left.brainstone-3": "circled"}}),
    (
        "faction-fields",
        "error",
        three,
        {"3": {**faction("ambas", "moweyds"), **coloured("oxide", "terra", "ice")}},
        {"3": {**faction("ambas", "moweyds"), **coloured("oxide", "terra")}},
    ),
    ("start-planets", "error", three, {"1": {"planet.oxide": 2}}, {"1": {"planet.oxide": 1}}),
    (
        "start-planets",
        "error",
        three,
        {"3": faction("ambas", "darkanians")},
        {"3": {**faction("ambas", "darkanians"), "planet.asteroid": None}},
    ),
    ("track-end", "warn", three, {}, {"1": {"vp.track": None}}),
    ("track-end", "warn", three, {"1": {"round-6.vp": 92}}, {"1": {"round-6.vp": 93}}),
    ("seat", "error", three, {"2": {"seat.2": "circled"}}, {"2": {"seat.3": "circled"}}),
    (
        "solo-level",
        "error",
        alone,
        {"automa": {"level.ultoma": None}},
        {"automa": {"level.ultoma": None, "level.automa": "circled"}},
    ),
    (
        "automa-start",
        "warn",
        alone,
        {
            "automa": {
                f"automa-ship.{ship}": None
                for ship in ("rebellion", "tf-mars", "eclipse")
                if ship != drawn_of("solo", Table("solo", 1))["automa-start-ship"]
            }
        },
        {"automa": {f"automa-ship.{drawn_of('solo', Table('solo', 1))['automa-start-ship']}": None}},
    ),
    (
        "automa-track",
        "warn",
        lambda: changed(alone(None), {"automa": {"automa-pass.r1": 4}}),
        {"automa": {"automa-vp.track": 29}},
        {"automa": {"automa-vp.track": 28}},
    ),
    ("automa-track", "warn", alone, {}, {"automa": {"automa-vp.track": None}}),
    ("marker-noted", "note", with_setup, {}, {"setup": {"marker.1": 3}}),
    (
        "fed-structures-bound",
        "error",
        drawing(1, "fs-in-federations"),
        {"1": {"final-1.count": 12}},
        {"1": {"final-1.count": 13}},
    ),
    (
        "fed-structures-bound",
        "error",
        drawing(1, "fs-in-federations"),
        {"3": {"final-1.count": 5, "federation.ft-ore": 1}},
        {"3": {"final-1.count": 5}},
    ),
    (
        "fed-structures-bound",
        "error",
        drawing(2, "fs-in-federations"),
        {"3": {"final-2.count": 5, "federation.ft-ore": 2, "terraforming.l5": "circled"}},
        {"3": {"final-2.count": 5, "federation.ft-ore": 1, "terraforming.l5": "circled"}},
    ),
    (
        "distance-needs-both",
        "error",
        seeded,
        {"3": {"final-2.count": 0, "built.academy-action": None}},
        {"3": {"built.academy-action": None}},
    ),
    ("distance-needs-both", "error", seeded, {}, {"3": {"built.institute": None}}),
    ("distance-bound", "warn", seeded, {"1": {"final-2.count": 18}}, {"1": {"final-2.count": 19}}),
    ("scores", "error", three, {"1": {"score.research": None}}, {"1": {"score.research": 32}}),
    ("scores", "error", three, {"1": {"score.resources": None}}, {"1": {"score.resources": 5}}),
    ("scores", "error", three, {"1": {"score.total": None}}, {"1": {"score.total": 158}}),
    ("scores", "error", three, {}, {"2": {"score.final-1": 18}}),
    ("scores", "error", three, {"1": blank("left.ore", "score.total")}, {"3": {"final-1.count": 3}}),
    (
        "scores",
        "warn",
        rich,
        {"3": {"score.resources": 9}},
        {"3": {"score.resources": 10}},
    ),
    ("scores", "error", alone, {}, {"automa": {"automa-score.research": 20}}),
    ("scores", "error", alone, {}, {"automa": {"automa-score.total": 20}}),
]

DERIVED: dict[
    str, tuple[Marks, Marks]
] = {  # by final tile, marks of Anna that give one more, if the count does not
    "fs-structures": ({"built.mines": 6}, {"built.mines": 7}),
    "fs-types": ({"planet.ice": 1}, {"planet.swamp": 1}),
    "fs-gaia": ({"planet.gaia": 2}, {"planet.gaia": 3}),
    "fs-sectors": ({"sector.s04": "circled"}, {"sector.s04": None, "deep.s11": None}),
    "fs-satellites": ({"built.satellites": None}, {"built.satellites": 8}),
    "fs-asteroids": ({"planet.asteroid": 3}, {"planet.asteroid": 2}),
    "fs-deep": ({"deep.s11": "circled"}, {"deep.s12": "circled"}),
}
CASES += [
    ("final-count", "error", drawing(place, tile), {"1": met}, {"1": broken})
    for place, (tile, (met, broken)) in enumerate(DERIVED.items(), 1)
    for place in (1 + place % 2,)
]
CASES += [  # what is read in one of two ways is only doubted
    (
        "final-count",
        "warn",
        drawing(1, "fs-structures"),
        {"1": {"artifact.ar-asteroid": "circled", "final-1.count": 13}},
        {"1": {"artifact.ar-asteroid": "circled", "final-1.count": 12}},
    ),
    (
        "final-count",
        "warn",
        drawing(1, "fs-sectors"),
        {"1": {"final-1.count": 4}},
        {"1": {"final-1.count": 5}},
    ),
    (
        "final-count",
        "warn",
        drawing(1, "fs-asteroids"),
        {"1": {"artifact.ar-asteroid": "circled", "final-1.count": 4}},
        {"1": {"artifact.ar-asteroid": "circled", "final-1.count": 3}},
    ),
]
HITS = {
    "rs-lab-4": 3,
    "rs-big-5-first": 3,
    "rs-big-5-second": 3,
    "rs-trading-4": 4,
    "rs-trading-3": 4,
    "rs-mine-2": 8,
}
CASES += [
    (
        "hits-ceiling",
        "note",
        playing_round(1 + number, tile),
        {"1": {f"round-{1 + number}.hits": most}, "3": {f"round-{1 + number}.hits": most + 1}},
        {"1": {f"round-{1 + number}.hits": most + 1}},
    )
    for number, (tile, most) in enumerate(HITS.items())
]


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
    assert stated | {(check, "error") for check in BETWEEN} == tried | {("automa-pass-vp", "error")}


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


def test_the_worked_example() -> None:
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
    assert DRAWN["final-tiles"] == EXAMPLE


def test_places_are_shared_and_the_marker_takes_one() -> None:
    assert places_shared([3, 3, 1]) == [15, 15, 6]
    assert places_shared([9, 0, 6]) == [18, 0, 12]
    assert places_shared([4, 2, 3])[:2] == [18, 6]
    assert places_shared([3, 2, 3])[:2] == [15, 6]
    assert places_shared([5, 5, 5, 5]) == [9, 9, 9, 9]
    assert places_shared([7, 5, 5, 5]) == [18, 6, 6, 6]
    assert places_shared([0, 0, 0]) == [0, 0, 0]


def two_with_asteroids(first: int, second: int, **setup: Mark) -> list[Record]:
    """Two players whose first final tile is asteroids, with other counts of them."""
    seed = seed_with(2, lambda drawn: bool(drawn["final-tiles"][0] == "fs-asteroids"))
    counts: Changes = {
        "1": {"final-1.count": first, "score.final-1": None},
        "2": {"final-1.count": second, "score.final-1": None},
        "setup": {name.replace("_", "."): mark for name, mark in setup.items()},
    }
    return changed(pair(seed), counts)


def test_two_players_share_with_the_neutral_marker() -> None:
    for counts, expected in (((4, 2), [18, 6]), ((3, 2), [15, 6])):
        score = score_recorded(table_sheets(two_with_asteroids(*counts)))
        assert [player.parts["score.final-1"] for player in score.players] == expected


def test_where_the_marker_stands_is_doubted_until_it_is_noted() -> None:
    assert set(UNSURE_MARKERS) < set(FINAL_TILES) == set(MARKERS)
    assert MARKERS == MARKER
    table = two_with_asteroids(4, 2)
    other = changed(table, {"2": {"score.final-1": 12}})  # as with the marker at 1
    told = [found for found in findings(other) if found.fields == ("score.final-1",)]
    assert [(found.check, found.level) for found in told] == [("scores", "warn")]
    assert score_recorded(table_sheets(other)).players[1].parts["score.final-1"] == 12
    noted = changed(two_with_asteroids(4, 2, marker_1=1), {"2": {"score.final-1": 12}})
    assert [found for found in findings(noted) if found.fields == ("score.final-1",)] == []
    wrong = changed(two_with_asteroids(4, 2, marker_1=3), {"2": {"score.final-1": 12}})
    told = [found for found in findings(wrong) if found.fields == ("score.final-1",)]
    assert [(found.check, found.level) for found in told] == [("scores", "error")]


def test_without_a_seed_the_final_tiles_of_one_and_two_are_believed() -> None:
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
def test_what_is_left_is_burned_and_exchanged(marks: dict[str, Mark], points: int) -> None:
    record = Record.on(load_sheet("gaia-record"), Table(None, 3), 1, marks)
    assert score_recorded(table_sheets([record])).players[0].parts["score.resources"] == points


def test_the_colours_of_the_rulebooks_example() -> None:
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


@pytest.mark.parametrize("number", range(60))
def test_the_twin_counts_the_same(number: int) -> None:
    players, level = [(1, 1 + number % 5), (2, None), (3, None), (4, None)][number % 4]
    game = Table(f"twin-{number}", players, level)
    records = records_of_table(load_sheet("gaia-record"), game)
    tiles = drawn_of(f"twin-{number}", game)["final-tiles"]
    score = score_recorded(table_sheets(records))
    counted = {f"seat {player.seat}" if player.seat else "automa": player.total for player in score.players}
    assert counted == totals(records, tiles)
