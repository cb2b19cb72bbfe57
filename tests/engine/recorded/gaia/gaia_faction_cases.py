"""Cases for the checks of Gaia Project about factions, seats and the Automa."""

from __future__ import annotations

from fairsheet.engine.recorded.gaia._draw import drawn_of
from fairsheet.engine.records.record import Record, Table
from tests.engine.recorded.case_tables import cases, names, text_of
from tests.engine.recorded.checking import Case, changed
from tests.engine.recorded.gaia import gaia_changes, gaia_tables
from tests.engine.recorded.gaia.gaia_changes import DRAWN, HOMES_OF_TWO, Marks, climbs, coloured, faction, row
from tests.engine.recorded.gaia.gaia_tables import alone

# By faction: its first planet type, the number of its first structures, and its areas on level 1.
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


def passed_once() -> list[Record]:
    """Return a game against the Automa without a seed, with the points of the first round."""
    return changed(alone(None), {"automa": {"automa-pass.r1": 4}})


FACTION_CASES: list[Case] = cases(
    names(globals(), gaia_changes, gaia_tables),
    f"""
one-faction error three | | 1: faction.hadsch-hallas=-
one-faction error three | | 1: faction.nevlas=o
faction-clash error three | 3: plays(xenos) | 3: faction(ambas,lantids)
faction-clash error three | 2: faction(terrans,darkanians) climbs(navigation,0,1) climbs(economy,0,1) 3:
    plays(moweyds,ice) | 2: faction(terrans,darkanians) 3: faction(ambas,tinkeroids)
faction-clash error three | | 3: faction(ambas,terrans)
faction-fields error three | 2: faction(terrans,lantids) built.mines=6 built.guest-mines=1
    | 2: built.mines=6 built.guest-mines=1
faction-fields error three | 1: faction(hadsch-hallas,ivits) built.stations=1 | 1: built.stations=1
faction-fields error three | 3: plays(moweyds,ice) built.rings=1 | 3: built.rings=1
faction-fields error three | 3: plays(taklons) | 3: plays(taklons) left.brainstone-3=o
faction-fields error three | | 3: left.brainstone-3=o
faction-fields error three | 3: plays(moweyds,ice) | 3: plays(moweyds)
start-planets error three | 1: planet.oxide=2 planet.ice=4 | 1: planet.oxide=1 planet.ice=5
start-planets error three | 3: plays(darkanians) | 3: plays(darkanians) planet.asteroid=- planet.ice=2
start-planets error three | 3: plays(xenos) planet.desert=3 planet.ice=2
    | 3: plays(xenos) planet.desert=2 planet.ice=3
start-level error three | 1: climbs(economy,4,1) | 1: climbs(economy,4,0)
bal-taks-navigation error three | 3: plays(bal-taks) | 3: plays(bal-taks) built.institute=-
moweyds-ship error three | 3: plays(moweyds,ice) | 3: plays(moweyds,ice) ship.tf-mars=- ship.eclipse=o
gleens-token error three | 3: plays(gleens) federation.ft-gleens=o
    | 3: plays(gleens) federation.ft-gleens=o built.institute=-
gleens-token error three | | 3: federation.ft-gleens=o
three-step error seeded | 3: plays(tinkeroids,{row(HOMES_OF_TWO, 1)[0]})
    | 3: plays(tinkeroids,{FIRST_WRONG})
three-step error three | 3: plays(moweyds,ice) | 3: plays(moweyds,ice) three-step.terra=- three-step.swamp=o
# The seats may have another order than that of the seed.
three-step warn seeded | {EARLIER}: {text_of(NEW[EARLIER])} {text_of(coloured("oxide", *row(["oxide"], 2)))}
    {LATER}: {text_of(NEW[LATER])} {text_of(coloured("oxide", *row(["oxide"], 4)[2:]))}
    | {EARLIER}: {text_of(NEW[EARLIER])} {text_of(coloured("oxide", *row(["oxide"], 4)[2:]))} {LATER}:
    {text_of(NEW[LATER])} {text_of(coloured("oxide", *row(["oxide"], 2)))}
tinkering error three | 3: plays(tinkeroids,ice) tinker-1.qic-1=x | 3: tinker-1.qic-1=x
seat error three | 2: seat.2=o | 2: seat.3=o
automa-faction warn alone | | automa: automa-faction.geodens=-
automa-faction error alone | | automa: automa-faction.firaks=o
automa-faction error alone | automa: automa-faction.geodens=- automa-faction.firaks=o
    | automa: automa-faction.geodens=- automa-faction.taklons=o
solo-level error alone | automa: level.ultoma=- | automa: level.ultoma=- level.automa=o
automa-start warn alone | automa: {text_of({f"automa-ship.{ship}": None for ship in OTHER_SHIPS})}
    | automa: automa-ship.{START_SHIP}=-
automa-track warn passed_once | automa: automa-vp.track=29 | automa: automa-vp.track=28
automa-track warn alone | | automa: automa-vp.track=-
automa-pass-vp error alone | automa: automa-pass.r1=- | automa: automa-pass.r1=9
marker-noted note with_setup | | setup: marker.1=3
""",
)
