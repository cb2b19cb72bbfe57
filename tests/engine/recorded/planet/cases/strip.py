"""Cases about the strip of turns: the cells and the buildings of the tiles that players took."""

from __future__ import annotations

from fairsheet.engine.recorded.planet._draw import drawn_of
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.records.table_options import Option
from tests.engine.recorded.case_tables import cases, names
from tests.engine.recorded.checking import Case
from tests.engine.recorded.planet.cases import making
from tests.engine.recorded.planet.cases.making import Marks
from tests.engine.recorded.planet.planet_tables import PAIRS, SEED, buildings, depot_of, noted, taken

EVENTS: Option = {"red": 0, "orange": 20, "green": 0}
SOLO = Table(SEED, 1, 1, options={"events": EVENTS, "tiles": "seeded"})
PAIR = Table(SEED, 2, options={"station": "clockwise", "tiles": "seeded"})

TRIO = Table("three-4", 3, options={"station": "clockwise", "tiles": "seeded"})

SYMBOLS = sum(meteor for _, meteor in taken(SOLO, 17)[1])
FIRST = buildings(PAIR, 1, 18)
FEWEST = buildings(TRIO, 1, 17)["water"]  # the mission of seat 1 on the left; the last tile is not placed
LAST_TILE = PAIRS[taken(PAIR, 18)[1][-1][0]].split()  # this tile was not placed
PLACED = {terrain: many - LAST_TILE.count(terrain) for terrain, many in FIRST.items()}
ALL_TILES = {"civ": 23, "tech": 18, "biomass": 21, "rover": 22, "water": 19, "energy": 20}
ON_EDGE = {"civ": 1, "energy": 2, "tech": 3, "biomass": 4, "rover": 5}

USUAL = ("civ", "biomass", "rover", "tech")
FLOORS = {  # some of the tracks that rise with each of their buildings
    "universal-coalition": USUAL,
    "flux": ("civ", "rover"),
    "horizon": ("biomass", "tech"),
    "jump-drive": ("civ", "tech"),
    "wormhole": ("civ", "rover", "tech"),
}


AS_DRAWN = depot_of(1, 5, drawn_of(SEED, PAIR).start_turn + 1)  # the depot of seat 1 in turn 5
OTHER_OFFSET = (drawn_of(SEED, PAIR).ring_offset + 1) % 6

MORE: Marks = {"cell.r12c06": None, "cell.r12c07": None}  # covered
NO_MORE: Marks = {"patch.placed": 0}


def noted_alone() -> list[Record]:
    """Return one player who notes every turn, with events."""
    return noted(SOLO)


def noted_by_two(turns: int = 18, first: str = "universal-coalition") -> list[Record]:
    """Return two players who note every turn, the first with some corporation."""
    return noted(PAIR, turns, first)


def noted_by_three() -> list[Record]:
    """Return three players who note every turn, and have not copied the printed missions of the seed."""
    return noted(TRIO)


def noted_with_free_station() -> list[Record]:
    """Return two players who note every turn, although the station need not turn by one."""
    return noted(Table(SEED, 2, options={"tiles": "seeded"}))


def noted_by_hand() -> list[Record]:
    """Return two players who note every turn, with stacks of their own."""
    return noted(Table(SEED, 2))


def at_depot(depot: int) -> Marks:
    """Return thirteen turns at one depot."""
    return {f"turn-{turn:02d}.depot": depot for turn in range(1, 14)}


def for_everybody(card: int, value: int) -> Marks:
    """Return the mission for which all players compete."""
    return {"mission-card.all": card, "mission-all.value": value}


CASES: list[Case] = cases(
    names(globals(), making),
    f"""
area-exact error noted_alone | | 1: cell.r01c06=x
area-exact error noted_alone | 1: patch.placed=1 cell.r12c07=- | 1: patch.placed=1
area-exact error noted_by_hand | 1: strip.offset=- | 1: strip.offset=- patch.placed=1
# The tiles of a strip are those of its turns: without known turns, nothing is checked.
area-exact warn noted_by_two | 1: end.turns=- | 1: MORE
area-exact error noted_by_two | 2: NO_MORE | 2: MORE NO_MORE
tiles-seeded error noted_alone | 1: meteorite.collected={SYMBOLS + 2} | 1: meteorite.collected={SYMBOLS + 3}
# Seat 1 always faces depot 1, seat 2 depot 2: 13 small tiles of a stack of 12.
tiles-seeded error noted_with_free_station | | 1: at_depot(1) 2: at_depot(2)
depots error noted_alone | | 1: turn-05.depot={AS_DRAWN % 6 + 1}
depots error noted_by_two | 2: turn-05.depot=- | 2: turn-05.depot={AS_DRAWN}
depots error noted_with_free_station | | 2: turn-05.depot={AS_DRAWN}
depots error noted_by_two | 2: strip.offset=- | 2: strip.offset={OTHER_OFFSET}
depots warn noted_by_hand | | 2: turn-05.depot={AS_DRAWN}
depots warn noted_by_hand | | 2: strip.offset={OTHER_OFFSET}
""",
    *(
        f"buildings-floor error noted_by_two(first={corporation}) | "
        f"| 1: moved({track},{FIRST[track]},{FIRST[track] - 1})"
        for corporation, tracks in FLOORS.items()
        for track in tracks
    ),
    f"""
buildings-floor error noted_by_two(first=jump-drive) | 1: jump-tech.d=x moved(tech,{FIRST["tech"]},{FIRST["tech"] - 1})
    | 1: jump-tech.d=x moved(civ,{FIRST["civ"]},{FIRST["civ"] - 1})
# Lifepods may have been on the last six spaces.
buildings-floor error noted_by_two(28,cosmos) | 1: moved(civ,{buildings(PAIR, 1, 28)["civ"]},9)
    | 1: moved(civ,{buildings(PAIR, 1, 28)["civ"]},8)
""",
    *(
        (
            f"mission-bounds warn noted_by_two | 1: for_everybody({card},{PLACED[terrain]}) "
            f"| 1: for_everybody({card},{PLACED[terrain] + 1})"
        )
        for cards in (ALL_TILES, ON_EDGE)
        for terrain, card in cards.items()
    ),
    *(
        (
            f"mission-bounds warn noted_by_two | 1: for_everybody({card},{PLACED[terrain]}) "
            f"| 1: for_everybody({card},{PLACED[terrain] - 1})"
        )
        for terrain, card in ALL_TILES.items()
    ),
    f"""
# The personal mission needs 5 energy buildings at most: there are 3, and 6 four turns later.
mission-bounds warn noted_by_two | 1: kept(24,done=True) | 1: kept(24)
mission-bounds warn noted_by_two(22) | 1: kept(24) | 1: kept(24,done=True)
# With the seed three players need not copy their numbers: on the left the fewest of water.
mission-bounds warn noted_by_three | 1: mission-left.value={FEWEST} | 1: mission-left.value={FEWEST + 1}
strip-rows error noted_alone | | 1: turn-05.inner=-
strip-rows error noted_alone | | 1: turn-05.outer=o
strip-rows error noted_alone | | 1: turn-19.inner=o
strip-rows error noted_alone | 1: end.turns=- | 1: end.turns=17
strip-rows error noted_alone | | 1: turn-05.inner=x
""",
)
