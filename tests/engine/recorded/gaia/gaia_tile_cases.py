"""Cases for the checks of Gaia Project about possessions: levels, tokens, ships, artifacts, tech tiles."""

from __future__ import annotations

from fairsheet.engine.recorded.gaia._draw import drawn_of
from fairsheet.engine.records.record import Table
from tests.engine.recorded.case_tables import cases, names
from tests.engine.recorded.checking import Case
from tests.engine.recorded.gaia import gaia_changes, gaia_tables
from tests.engine.recorded.gaia.gaia_changes import DRAWN
from tests.engine.recorded.gaia.gaia_tables import is_example, seed_with

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

TILE_CASES: list[Case] = cases(
    names(globals(), gaia_changes, gaia_tables),
    f"""
one-level-per-area warn three | | 1: science.l1=-
one-level-per-area error three | | 1: science.l2=o
one-level-per-area warn alone | | automa: automa-science.l0=-
one-level-per-area error alone | | automa: automa-science.l1=o
level-5-alone error three | 2: climbs(science,4,5) flips(1) | 2: climbs(navigation,0,5) flips(1) built.lost-planet=o
level-5-alone error alone | 1: climbs(economy,3,4) | 1: climbs(economy,3,5)
lost-planet-owner error three | | 1: built.lost-planet=-
lost-planet-owner error three | | 2: built.lost-planet=o
flips error three | | 1: federation.flipped=1
flips error three | | 1: federation.flipped=3
flips warn three | 3: federation.ft-ore=1 | 1: federation.flipped=-
flips warn three | | 1: advanced.at-mine-3=-
green-enough error three | 1: federation.ft-vp-12=- | 1: federation.ft-ore,federation.ft-qic=-
green-enough warn three | | 1: federation.ft-ore=- federation.ft-vp-12=3
level-5-token error seeded | 3: climbs(terraforming,2,5) flips(1,{L5_TOKEN}) | 3: climbs(terraforming,2,5) flips(1)
federation-supply error three | 2: federation.ft-qic=2 | 2: federation.ft-qic=2 3: federation.ft-qic=1
federation-supply error alone | 1: federation.ft-qic=2 | 1: federation.ft-qic=3
ship-federation-unique error seeded | 1: ship-federation.{TOKEN}=o
    | 1: ship-federation.{TOKEN}=o 2: ship-federation.{TOKEN}=o
ship-federation-unique error seeded | 1: ship-federation.{TOKEN}=o | 1: ship-federation.{OTHER_TOKEN}=o
ship-federation-access error seeded | 1: ship-federation.{TOKEN}=o | 3: ship-federation.{TOKEN},ship.rebellion=o
# Without a ship none was kept; marks that only a ship gives show that there was one.
ship-federation-access warn three | 1: ship-federation.sf-know=o | 1: ship-federation.sf-know=o ship.eclipse=-
ship-tech-access warn three | 1: tech.sp-range-1=o | 1: tech.sp-range-1=o ship.eclipse=-
artifact-access warn three | 1: artifacts(ar-power) | 1: artifact.ar-power=o ship.eclipse=-
advanced-extension warn three_lost_fleets | | 3: ship.twilight,ship.rebellion,ship.tf-mars=-
moweyds-ship warn three | 3: plays(moweyds,ice) | 3: plays(moweyds,ice) ship.tf-mars=-
token-count error three | 1: FOUR_TOKENS | 1: FOUR_TOKENS 2: ship-federation.sf-power=o
token-count error three | 1: tech.sp-range-1=o | 1: tech.sp-range-1,tech.sp-ore-know-3=o
ship-limit error three | 3: ships(3) | 3: ships(4)
ship-limit error alone | 1: ships(2,rebellion,tf-mars) | 1: ships(3,rebellion,tf-mars,eclipse)
ship-limit error alone | 1: ships(1,rebellion) | 1: ships(1)
ship-limit warn three | 3: plays(moweyds,ice) ships(3) | 3: plays(moweyds,ice) ships(4)
ship-limit error two_of_the_example | 1: ship.tf-mars=o | 1: ship.rebellion=o
ship-tech-access error seeded | 1: tech.{TECH["eclipse"]}=o | 1: tech.{TECH["rebellion"]}=o
ship-tech-access error pair({PAIR}) | 2: tech.{SHIP_TECH_OF_TWO[1]}=o | 2: tech.{NOT_OF_TWO}=o
artifact-access error three | 1: artifacts(ar-power) | 1: artifact.ar-power=o
artifact-unique error three | 1: artifacts(ar-power) 2: artifacts(ar-deep)
    | 1: artifacts(ar-power) 2: artifacts(ar-power)
artifact-unique error seeded | 1: artifacts({ARTIFACT}) | 1: artifacts({NO_ARTIFACT})
artifact-unique error three | 1: artifacts(ar-power,ar-deep,ar-types)
    | 1: artifacts(ar-power,ar-deep,ar-types,ar-science)
artifact-unique error alone(-) | | 1: artifact.ar-power=o
advanced-unique error three | 2: advanced(at-know-3,covering=st-credits-4)
    | 2: advanced(at-mine-3,covering=st-credits-4)
advanced-unique error seeded | 2: advanced({SCIENCE},covering=st-credits-4)
    | 2: advanced({NOT_DRAWN},covering=st-credits-4)
advanced-level error seeded | 2: advanced({SCIENCE},covering=st-credits-4) | 3: advanced({SCIENCE},covering=st-gaia-3)
advanced-level error seeded | 1: climbs(economy,4,5) federation.ft-credits=1 federation.flipped=3
    | 1: climbs(economy,4,3)
advanced-extension error three_lost_fleets | | 3: ship.tf-mars=-
covered-count error three | | 1: tech.st-vp-7=o
covered-count warn three | | 2: tech.st-credits-4=ox
tech-floor warn three | | 3: tech.st-gaia-3=-
tech-floor warn three | 3: tech.st-gaia-3=- ship.twilight=o | 3: tech.st-gaia-3=- ship.rebellion=o
tech-floor warn three | 3: tech.st-gaia-3=- plays(firaks) | 3: tech.st-gaia-3=- plays(itars)
tech-ceiling note three | | 3: tech.st-vp-7=o
tech-ceiling note three | 3: tech.st-vp-7=o plays(bescods) | 3: tech.st-vp-7=o plays(firaks)
""",
)
