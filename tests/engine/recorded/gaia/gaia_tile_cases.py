"""Cases of the checks of Gaia Project that ask what a player has: levels, tokens, ships, artifacts, tech tiles."""

from __future__ import annotations

from fairsheet.engine.recorded.gaia._draw import drawn_of
from fairsheet.engine.records.record import Table
from tests.engine.recorded.gaia.gaia_changes import (
    DRAWN,
    SHIPS,
    Case,
    advanced,
    artifacts,
    climbs,
    flips,
    plays,
    ships,
    three_lost_fleets,
    two_of_the_example,
)
from tests.engine.recorded.gaia.gaia_tables import alone, is_example, pair, seed_with, seeded, three

TOKEN = DRAWN.ship_federations["eclipse"]
OTHER_TOKEN = next(
    token for token in ("sf-vp-12", "sf-credits", "sf-know") if token not in DRAWN.ship_federations.values()
)
TECH = dict(zip(("rebellion", "tf-mars", "eclipse"), DRAWN.ship_tech, strict=True))
SCIENCE = DRAWN.advanced_tech[5]
NOT_DRAWN = next(tile for tile in ("at-ore-3", "at-know-3", "at-gaia-2") if tile not in DRAWN.advanced_tech)
ARTIFACT = next(one for one in DRAWN.artifacts if one not in ("ar-asteroid", "ar-protoplanet"))
NO_ARTIFACT = next(one for one in ("ar-deep", "ar-types", "ar-power") if one not in DRAWN.artifacts)
L5_TOKEN = DRAWN.level_5_token
FOUR_TOKENS = {f"ship-federation.{t}": "circled" for t in ("sf-vp-12", "sf-credits", "sf-know", "sf-tech")}
PAIR = seed_with(2, is_example)
SHIP_TECH_OF_TWO = drawn_of(PAIR, Table(PAIR, 2)).ship_tech
NOT_OF_TWO = next(
    tile for tile in ("sp-range-1", "sp-mine-2-steps", "sp-ore-know-3") if tile not in SHIP_TECH_OF_TWO
)

TILE_CASES: list[Case] = [
    ("one-level-per-area", "warn", three, {}, {"1": {"science.l1": None}}),
    ("one-level-per-area", "error", three, {}, {"1": {"science.l2": "circled"}}),
    ("one-level-per-area", "warn", alone, {}, {"automa": {"automa-science.l0": None}}),
    ("one-level-per-area", "error", alone, {}, {"automa": {"automa-science.l1": "circled"}}),
    (
        "level-5-alone",
        "error",
        three,
        {"2": {**climbs("science", 4, 5), **flips(1)}},
        {"2": {**climbs("navigation", 0, 5), **flips(1), "built.lost-planet": "circled"}},
    ),
    ("level-5-alone", "error", alone, {"1": climbs("economy", 3, 4)}, {"1": climbs("economy", 3, 5)}),
    ("lost-planet-owner", "error", three, {}, {"1": {"built.lost-planet": None}}),
    ("lost-planet-owner", "error", three, {}, {"2": {"built.lost-planet": "circled"}}),
    ("flips", "error", three, {}, {"1": {"federation.flipped": 1}}),
    ("flips", "error", three, {}, {"1": {"federation.flipped": 3}}),
    ("flips", "warn", three, {"3": {"federation.ft-ore": 1}}, {"1": {"federation.flipped": None}}),
    (
        "green-enough",
        "error",
        three,
        {"1": {"federation.ft-vp-12": None}},
        {"1": {"federation.ft-ore": None, "federation.ft-qic": None}},
    ),
    ("green-enough", "warn", three, {}, {"1": {"federation.ft-ore": None, "federation.ft-vp-12": 3}}),
    (
        "level-5-token",
        "error",
        seeded,
        {"3": {**climbs("terraforming", 2, 5), **flips(1, L5_TOKEN)}},
        {"3": {**climbs("terraforming", 2, 5), **flips(1)}},
    ),
    (
        "federation-supply",
        "error",
        three,
        {"2": {"federation.ft-qic": 2}},
        {"2": {"federation.ft-qic": 2}, "3": {"federation.ft-qic": 1}},
    ),
    ("federation-supply", "error", alone, {"1": {"federation.ft-qic": 2}}, {"1": {"federation.ft-qic": 3}}),
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
        {"3": {f"ship-federation.{TOKEN}": "circled", "ship.rebellion": "circled"}},
    ),
    (
        "token-count",
        "error",
        three,
        {"1": FOUR_TOKENS},
        {"1": FOUR_TOKENS, "2": {"ship-federation.sf-power": "circled"}},
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
        {"3": {**plays("moweyds", "ice"), **ships(3)}},
        {"3": {**plays("moweyds", "ice"), **ships(4)}},
    ),
    (
        "ship-limit",
        "error",
        two_of_the_example,
        {"1": {"ship.tf-mars": "circled"}},
        {"1": {"ship.rebellion": "circled"}},
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
        lambda: pair(PAIR),
        {"2": {f"tech.{SHIP_TECH_OF_TWO[1]}": "circled"}},
        {"2": {f"tech.{NOT_OF_TWO}": "circled"}},
    ),
    (
        "artifact-access",
        "error",
        three,
        {"1": artifacts("ar-power")},
        {"1": {"artifact.ar-power": "circled"}},
    ),
    (
        "artifact-unique",
        "error",
        three,
        {"1": artifacts("ar-power"), "2": artifacts("ar-deep")},
        {"1": artifacts("ar-power"), "2": artifacts("ar-power")},
    ),
    ("artifact-unique", "error", seeded, {"1": artifacts(ARTIFACT)}, {"1": artifacts(NO_ARTIFACT)}),
    (
        "artifact-unique",
        "error",
        three,
        {"1": artifacts("ar-power", "ar-deep", "ar-types")},
        {"1": artifacts("ar-power", "ar-deep", "ar-types", "ar-science")},
    ),
    ("artifact-unique", "error", lambda: alone(None), {}, {"1": {"artifact.ar-power": "circled"}}),
    (
        "advanced-unique",
        "error",
        three,
        {"2": advanced("at-know-3", covering="st-credits-4")},
        {"2": advanced("at-mine-3", covering="st-credits-4")},
    ),
    (
        "advanced-unique",
        "error",
        seeded,
        {"2": advanced(SCIENCE, covering="st-credits-4")},
        {"2": advanced(NOT_DRAWN, covering="st-credits-4")},
    ),
    (
        "advanced-level",
        "error",
        seeded,
        {"2": advanced(SCIENCE, covering="st-credits-4")},
        {"3": advanced(SCIENCE, covering="st-gaia-3")},
    ),
    (
        "advanced-level",
        "error",
        seeded,
        {"1": {**climbs("economy", 4, 5), "federation.ft-credits": 1, "federation.flipped": 3}},
        {"1": climbs("economy", 4, 3)},
    ),
    ("advanced-extension", "error", three_lost_fleets, {}, {"3": {"ship.tf-mars": None}}),
    ("covered-count", "error", three, {}, {"1": {"tech.st-vp-7": "circled"}}),
    ("covered-count", "warn", three, {}, {"2": {"tech.st-credits-4": "circled+crossed"}}),
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
        {"3": {"tech.st-gaia-3": None, **plays("firaks")}},
        {"3": {"tech.st-gaia-3": None, **plays("itars")}},
    ),
    ("tech-ceiling", "note", three, {}, {"3": {"tech.st-vp-7": "circled"}}),
    (
        "tech-ceiling",
        "note",
        three,
        {"3": {"tech.st-vp-7": "circled", **plays("bescods")}},
        {"3": {"tech.st-vp-7": "circled", **plays("firaks")}},
    ),
]
