"""Cases of every check of Gaia Project, by its name: tables that just meet it, and that just do not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.ink import Mark
from engine.record import NO_SEAT, Record, Table
from engine.recorded.gaia.draw import drawn_of
from engine.recorded.gaia.map import planet_counts
from sheets.library import load_sheet

from .gaia_tables import (
    Changes,
    alone,
    changed,
    circled,
    is_example,
    pair,
    seed_with,
    seeded,
    three,
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
NEW = {"2": faction("terrans", "moweyds"), "3": faction("ambas", "tinkeroids")}
EARLIER, LATER = sorted(NEW, key=lambda seat: DRAWN["seat-order"].index(int(seat)))


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
            EARLIER: {**NEW[EARLIER], **coloured("oxide", *row(["oxide"], 2))},
            LATER: {**NEW[LATER], **coloured("oxide", *row(["oxide"], 4)[2:])},
        },
        {
            EARLIER: {**NEW[EARLIER], **coloured("oxide", *row(["oxide"], 4)[2:])},
            LATER: {**NEW[LATER], **coloured("oxide", *row(["oxide"], 2))},
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
