"""Cases for the checks of Gaia Project about places of structures, and checks that follow the rounds."""

from __future__ import annotations

from tests.engine.by_hand import circled
from tests.engine.recorded.case_tables import cases, names
from tests.engine.recorded.checking import Case
from tests.engine.recorded.gaia import gaia_changes, gaia_tables
from tests.engine.recorded.gaia.gaia_changes import MAP, Marks


def on_asteroids(count: int) -> Marks:
    """Return Cyril on two home planets and `count` asteroids, with a structure on each."""
    return {
        "built.mines": count,
        "planet.swamp": 2,
        "planet.ice": None,
        "planet.asteroid": count,
        "ship.eclipse": "circled",
    }


GAIA = MAP["gaia"] + MAP["transdim"] - 9  # planets left for Cyril if Anna and Bob have nine
MUCH_GAIA: dict[str, Marks] = {
    "1": {"planet.gaia": 6, "planet.oxide": 2, "planet.ice": None},
    "2": {"planet.gaia": 3, "planet.terra": 2},
}


def on_gaia(count: int) -> Marks:
    """Return Cyril on `count` gaia planets, with twelve pieces, an institute and an academy on three types."""
    return {
        "built.mines": 8,
        "built.trading": 4,
        "planet.ice": None,
        "planet.swamp": 13 - count,
        "planet.gaia": count,
    }


FOUR_SECTORS = circled("sector.s01", "sector.s03", "sector.s04", "sector.s05")

MAP_CASES: list[Case] = cases(
    names(globals(), gaia_changes, gaia_tables),
    f"""
planet-sum error three | 1: built.mines=- | 1: built.mines=5
planet-sum error three | 1: artifacts(ar-asteroid) | 1: artifacts(ar-asteroid) built.mines=8
planet-sum error three | 2: faction(terrans,lantids) built.mines=7 built.guest-mines=2
    | 2: faction(terrans,lantids) built.mines=7 built.guest-mines=1
planet-sum warn three | 1: artifacts(ar-asteroid) | 1: artifacts(ar-asteroid) built.mines=7
planet-sum warn three | 1: artifacts(ar-asteroid) | 1: artifacts(ar-asteroid) planet.asteroid=4
planet-supply error seeded | 3: on_asteroids({MAP["asteroid"] - 6}) final-1.count={MAP["asteroid"] - 6}
    | 3: on_asteroids({MAP["asteroid"] - 5}) final-1.count={MAP["asteroid"] - 5}
planet-supply error three | 3: on_asteroids(5) | 3: on_asteroids(6)
planet-supply error three | 3: on_asteroids(6) artifacts(ar-asteroid) | 3: on_asteroids(6) artifacts(ar-protoplanet)
planet-supply error three | 2: planet.swamp=1 planet.terra=3 | 2: planet.swamp,planet.terra=2
planet-supply error seeded | 1: planet.gaia=6 planet.oxide=2 planet.ice=- 2: planet.gaia=3 planet.terra=2 3:
    on_gaia({GAIA}) | 1: planet.gaia=6 planet.oxide=2 planet.ice=- 2: planet.gaia=3 planet.terra=2 3:
    on_gaia({GAIA + 1})
sector-bound error three | 3: FOUR_SECTORS | 3: FOUR_SECTORS interspace.colonies=1
sector-bound error three | 3: sector.s09=o | 3: sector.s08=o
sector-bound error two_of_the_example | 1: deep.s16=o | 1: deep.s17=o
asteroid-formers warn three | 1: former.on-asteroids,planet.ice=- planet.oxide=3 planet.asteroid=6
    | 1: former.on-asteroids=2 ship.eclipse=-
asteroid-formers warn three | 3: plays(darkanians) planet.asteroid=2 planet.ice=-
    | 3: plays(darkanians) planet.asteroid=3 planet.ice=- planet.swamp=3
formers-unlocked error three | 2: former.on-asteroids=2 | 2: former.on-asteroids=3
formers-unlocked error three | 3: former.on-asteroids=1 | 3: climbs(gaia-project,1,0)
guest-bound error three | 2: faction(terrans,lantids) built.mines,built.guest-mines=7
    planet.asteroid,planet.gaia,former.on-asteroids=- planet.terra=3
    | 2: faction(terrans,lantids) built.mines=7 built.guest-mines=8
guest-bound error three | 1: planet.asteroid=2 planet.ice=3 | 1: planet.asteroid=1 planet.ice=4
booster-one error three | 1: round-2.booster-a,round-3.booster-b=o | 1: round-2.booster-a,round-2.booster-b=o
booster-one error three | 1: round-2.booster-a,round-4.booster-a=o | 1: round-2.booster-a,round-3.booster-a=o
booster-one error three | 1: round-2.booster-a=o 2: round-2.booster-b=o
    | 1: round-2.booster-a=o 2: round-2.booster-a=o
booster-one error three | 1: round-1.booster-f=o | 1: round-1.booster-g=o
booster-one error alone | 1: round-1.booster-e=o | 1: round-1.booster-f=o
pass-order error three | 1: round-1.pass-1=o 2: round-1.pass-3=o | 1: round-1.pass-3=o 2: round-1.pass-3=o
pass-order error three | | 1: round-1.pass-1,round-1.pass-2=o
pass-order error three | 1: round-1.pass-3=o | 1: round-1.pass-4=o
pass-order error alone | 1: round-1.pass-2=o | 1: round-1.pass-3=o
""",
)

HITS = {  # number of pieces of its kind, by round tile
    "rs-lab-4": 3, "rs-big-5-first": 3, "rs-big-5-second": 3, "rs-trading-4": 4, "rs-trading-3": 4, "rs-mine-2": 8,
}  # fmt: skip
MAP_CASES += cases(
    names(globals(), gaia_changes, gaia_tables),
    # Cyril plays the Ambas, who build again.
    *(
        (
            f"hits-ceiling note playing_round({number},{tile}) | 1: round-{number}.hits={most} "
            f"3: round-{number}.hits={most + 1} | 1: round-{number}.hits={most + 1}"
        )
        for number, (tile, most) in enumerate(HITS.items(), 1)
    ),
)

# By round tile, Anna's greatest number of hits: 18 levels, 12 structures, one of them from the start,
# three tokens and perhaps one of a ship, and so on.
MOST_HITS = {
    "rs-research-2": 18, "rs-mine-2": 11, "rs-new-type-3": 4, "rs-new-sector-3": 5, "rs-gaia-4": 2, "rs-gaia-3": 2,
    "rs-federation-5": 4,
}  # fmt: skip
MAP_CASES += cases(
    names(globals(), gaia_changes, gaia_tables),
    *(
        (
            f"hits-bound warn playing_round({number % 6 + 1},{tile}) | 1: round-{number % 6 + 1}.hits={most} "
            f"| 1: round-{number % 6 + 1}.hits={most + 1}"
        )
        for number, (tile, most) in enumerate(MOST_HITS.items())
    ),
    """
# A player who has explored Twilight may have scored a token twice.
hits-bound warn playing_round(1,rs-federation-5) | 1: round-1.hits=5 ship.twilight=o | 1: round-1.hits=5
hits-bound warn playing_round(1,rs-federation-5) | | 1: round-1.hits=5 ship.eclipse=-
""",
)
