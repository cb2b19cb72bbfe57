"""What the box of Gaia Project with The Lost Fleet holds, by the ids that sheets and draws use; the order counts."""

from __future__ import annotations

GAME = "gaia-lost-fleet"
AREAS = (  # of research
    "terraforming", "navigation", "artificial-intelligence", "gaia-project", "economy", "science",
)  # fmt: skip
HOMES = (  # planet types
    "terra", "oxide", "volcanic", "desert", "swamp", "titanium", "ice",
)  # fmt: skip
PLANETS = (*HOMES, "gaia", "asteroid", "protoplanet")  # those that are counted
ROUND_TILES = (
    "rs-step-2", "rs-research-2", "rs-mine-2", "rs-federation-5", "rs-trading-4", "rs-gaia-4", "rs-big-5-first",
    "rs-trading-3", "rs-gaia-3", "rs-big-5-second", "rs-new-sector-3", "rs-new-type-3", "rs-lab-4",
)  # fmt: skip
FINAL_TILES = (
    "fs-structures", "fs-in-federations", "fs-types", "fs-gaia", "fs-sectors", "fs-satellites", "fs-asteroids",
    "fs-distance", "fs-deep",
)  # fmt: skip
BOOSTERS = (
    "rb-know-ore", "rb-ore-tokens", "rb-qic-credits", "rb-credits-step", "rb-charge-range", "rb-ore-mines",
    "rb-ore-trading", "rb-know-labs", "rb-charge-big", "rb-credits-gaia", "rb-ore-formers", "rb-ore-types",
    "rb-credits-deep", "rb-charge-instant",
)  # fmt: skip
STANDARD_TECH = (
    "st-ore-qic", "st-types-know", "st-big-power", "st-vp-7", "st-ore-charge", "st-know-credit", "st-gaia-3",
    "st-credits-4", "st-charge-4",
)  # fmt: skip
SHIP_TECH = (
    "sp-range-1", "sp-mine-2-steps", "sp-ore-know-3",
)  # fmt: skip
ADVANCED_TECH = (
    "at-fed-pass-3", "at-research-2", "at-qic-credits", "at-mines-2", "at-labs-pass-3", "at-sector-ore",
    "at-types-pass-1", "at-gaia-2", "at-trading-4", "at-sector-2", "at-ore-3", "at-fed-5", "at-know-3", "at-mine-3",
    "at-trading-3", "at-asteroid-pass-2", "at-big-6", "at-deep-4", "at-deep-pass-2", "at-qic-4", "at-step-2",
)  # fmt: skip
FEDERATIONS = (  # three of each
    "ft-vp-12", "ft-qic", "ft-tokens", "ft-ore", "ft-credits", "ft-know",
)  # fmt: skip
SHIP_FEDERATIONS = (
    "sf-vp-12", "sf-credits", "sf-know", "sf-ore-qic", "sf-power", "sf-mine-range", "sf-tech", "sf-mine-3-steps",
)  # fmt: skip
ARTIFACTS = (
    "ar-know-ore", "ar-ore-credits", "ar-know-qic", "ar-credits-ore", "ar-power", "ar-asteroid", "ar-protoplanet",
    "ar-science", "ar-gaia-project", "ar-level-3", "ar-types", "ar-deep", "ar-federation",
)  # fmt: skip
ECONOMY_SIDES = ("eco-power", "eco-vp")
EXTENSION_SIDES = ("vp-25", "ships-3")
SHIPS = ("twilight", "rebellion", "tf-mars", "eclipse")
TECH_SHIPS = SHIPS[1:]  # with a place for a tech tile

# Where the neutral marker stands that takes a place with one or two players; of some, sources differ or are silent.
MARKERS = {
    "fs-structures": 11,
    "fs-in-federations": 10,
    "fs-types": 6,
    "fs-gaia": 4,
    "fs-sectors": 6,
    "fs-satellites": 8,
    "fs-asteroids": 3,
    "fs-distance": 8,
    "fs-deep": 3,
}
UNSURE_MARKERS = ("fs-types", "fs-asteroids", "fs-distance", "fs-deep")
