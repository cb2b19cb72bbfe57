"""Cases of the checks of Gaia Project that ask who plays: factions, seats, the Automa."""

from __future__ import annotations

from fairsheet.engine.recorded.gaia._draw import drawn_of
from fairsheet.engine.records.record import Table
from tests.engine.recorded.gaia.gaia_changes import (
    DRAWN,
    HOMES_OF_TWO,
    Case,
    Marks,
    climbs,
    coloured,
    faction,
    plays,
    row,
    with_setup,
)
from tests.engine.recorded.gaia.gaia_tables import alone, changed, seeded, three

# By faction, the planet type on which it begins, with how many structures, and the areas in which it is on level 1.
BEGINNINGS = {
    "terrans": ("terra", 2, ["gaia-project"]),
    "lantids": ("terra", 2, []),
    "xenos": ("desert", 3, ["artificial-intelligence"]),
    "gleens": ("desert", 2, ["navigation"]),
    "taklons": ("swamp", 2, []),
    "ambas": ("swamp", 2, ["navigation"]),
    "hadsch-hallas": ("oxide", 2, ["economy"]),
    "ivits": ("oxide", 1, []),
    "geodens": ("volcanic", 2, ["terraforming"]),
    "bal-taks": ("volcanic", 2, ["gaia-project"]),
    "firaks": ("titanium", 2, []),
    "bescods": ("titanium", 2, []),
    "nevlas": ("ice", 2, ["science"]),
    "itars": ("ice", 2, []),
    "tinkeroids": ("asteroid", 1, ["science"]),
    "darkanians": ("asteroid", 1, ["navigation", "economy"]),
    "moweyds": ("protoplanet", 1, ["gaia-project"]),
    "space-giants": ("protoplanet", 1, ["navigation"]),
}
FIRST_WRONG = next(
    home for home in DRAWN.colour_row[::-1] if home not in (*HOMES_OF_TWO, *row(HOMES_OF_TWO, 1))
)
BOB_ON_PROTOPLANETS: Marks = {
    **faction("terrans", "moweyds"),
    "planet.gaia": None,
    "planet.protoplanet": 1,
    "ship.tf-mars": "circled",
}
NEW: dict[str, Marks] = {
    "2": BOB_ON_PROTOPLANETS,
    "3": {**faction("ambas", "tinkeroids"), **climbs("science", 0, 1)},
}
EARLIER, LATER = sorted(NEW, key=lambda seat: DRAWN.seat_order.index(int(seat)))
START_SHIP = drawn_of("solo", Table("solo", 1)).automa_start_ship
OTHER_SHIPS = [ship for ship in ("rebellion", "tf-mars", "eclipse") if ship != START_SHIP]

FACTION_CASES: list[Case] = [
    ("one-faction", "error", three, {}, {"1": {"faction.hadsch-hallas": None}}),
    ("one-faction", "error", three, {}, {"1": {"faction.nevlas": "circled"}}),
    ("faction-clash", "error", three, {"3": plays("xenos")}, {"3": faction("ambas", "lantids")}),
    (
        "faction-clash",
        "error",
        three,
        {
            "2": {
                **faction("terrans", "darkanians"),
                **climbs("navigation", 0, 1),
                **climbs("economy", 0, 1),
            },
            "3": plays("moweyds", "ice"),
        },
        {"2": faction("terrans", "darkanians"), "3": faction("ambas", "tinkeroids")},
    ),
    ("faction-clash", "error", three, {}, {"3": faction("ambas", "terrans")}),
    (
        "faction-fields",
        "error",
        three,
        {"2": {**faction("terrans", "lantids"), "built.mines": 6, "built.guest-mines": 1}},
        {"2": {"built.mines": 6, "built.guest-mines": 1}},
    ),
    (
        "faction-fields",
        "error",
        three,
        {"1": {**faction("hadsch-hallas", "ivits"), "built.stations": 1}},
        {"1": {"built.stations": 1}},
    ),
    (
        "faction-fields",
        "error",
        three,
        {"3": {**plays("moweyds", "ice"), "built.rings": 1}},
        {"3": {"built.rings": 1}},
    ),
    (
        "faction-fields",
        "error",
        three,
        {"3": plays("taklons")},
        {"3": {**plays("taklons"), "left.brainstone-3": "circled"}},
    ),
    ("faction-fields", "error", three, {}, {"3": {"left.brainstone-3": "circled"}}),
    (
        "faction-fields",
        "error",
        three,
        {"3": plays("moweyds", "ice")},
        {"3": plays("moweyds")},
    ),
    (
        "start-planets",
        "error",
        three,
        {"1": {"planet.oxide": 2, "planet.ice": 4}},
        {"1": {"planet.oxide": 1, "planet.ice": 5}},
    ),
    (
        "start-planets",
        "error",
        three,
        {"3": plays("darkanians")},
        {"3": {**plays("darkanians"), "planet.asteroid": None, "planet.ice": 2}},
    ),
    (
        "start-planets",
        "error",
        three,
        {"3": {**plays("xenos"), "planet.desert": 3, "planet.ice": 2}},
        {"3": {**plays("xenos"), "planet.desert": 2, "planet.ice": 3}},
    ),
    ("start-level", "error", three, {"1": climbs("economy", 4, 1)}, {"1": climbs("economy", 4, 0)}),
    (
        "bal-taks-navigation",
        "error",
        three,
        {"3": plays("bal-taks")},
        {"3": {**plays("bal-taks"), "built.institute": None}},
    ),
    (
        "moweyds-ship",
        "error",
        three,
        {"3": plays("moweyds", "ice")},
        {"3": {**plays("moweyds", "ice"), "ship.tf-mars": None, "ship.eclipse": "circled"}},
    ),
    (
        "gleens-token",
        "error",
        three,
        {"3": {**plays("gleens"), "federation.ft-gleens": "circled"}},
        {"3": {**plays("gleens"), "federation.ft-gleens": "circled", "built.institute": None}},
    ),
    ("gleens-token", "error", three, {}, {"3": {"federation.ft-gleens": "circled"}}),
    (
        "three-step",
        "error",
        seeded,
        {"3": plays("tinkeroids", *row(HOMES_OF_TWO, 1))},
        {"3": plays("tinkeroids", FIRST_WRONG)},
    ),
    (
        "three-step",
        "error",
        three,
        {"3": plays("moweyds", "ice")},
        {"3": {**plays("moweyds", "ice"), "three-step.terra": None, "three-step.swamp": "circled"}},
    ),
    (
        "three-step",  # the seats may go by another order than that of the seed
        "warn",
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
        {"3": {**plays("tinkeroids", "ice"), "tinker-1.qic-1": "crossed"}},
        {"3": {"tinker-1.qic-1": "crossed"}},
    ),
    ("seat", "error", three, {"2": {"seat.2": "circled"}}, {"2": {"seat.3": "circled"}}),
    ("automa-faction", "warn", alone, {}, {"automa": {"automa-faction.geodens": None}}),
    ("automa-faction", "error", alone, {}, {"automa": {"automa-faction.firaks": "circled"}}),
    (
        "automa-faction",
        "error",
        alone,
        {"automa": {"automa-faction.geodens": None, "automa-faction.firaks": "circled"}},
        {"automa": {"automa-faction.geodens": None, "automa-faction.taklons": "circled"}},
    ),
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
        {"automa": {f"automa-ship.{ship}": None for ship in OTHER_SHIPS}},
        {"automa": {f"automa-ship.{START_SHIP}": None}},
    ),
    (
        "automa-track",
        "warn",
        lambda: changed(alone(None), {"automa": {"automa-pass.r1": 4}}),
        {"automa": {"automa-vp.track": 29}},
        {"automa": {"automa-vp.track": 28}},
    ),
    ("automa-track", "warn", alone, {}, {"automa": {"automa-vp.track": None}}),
    (
        "automa-pass-vp",
        "error",
        alone,
        {"automa": {"automa-pass.r1": None}},
        {"automa": {"automa-pass.r1": 9}},
    ),
    ("marker-noted", "note", with_setup, {}, {"setup": {"marker.1": 3}}),
]
