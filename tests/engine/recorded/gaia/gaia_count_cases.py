"""Cases for the checks of Gaia Project about the count: final tiles, remaining resources, the total."""

from __future__ import annotations

from fairsheet.engine.recorded.gaia._draw import drawn_of
from fairsheet.engine.recorded.gaia._map import planet_counts
from fairsheet.engine.records.record import Record, Table
from tests.engine.recorded.case_tables import cases, names, text_of
from tests.engine.recorded.checking import Case, Make, changed
from tests.engine.recorded.gaia import gaia_changes, gaia_tables
from tests.engine.recorded.gaia.gaia_changes import Marks, blank
from tests.engine.recorded.gaia.gaia_tables import alone, pair, seed_with, three


def rich() -> list[Record]:
    """Return Cyril with enough credits that the limit of a player's supply may affect the exchange."""
    boxes = blank("score.resources", "score.total")
    return changed(three(), {"3": {"left.credits": 24, "left.area-3": 4, **boxes}})


def bal_taks() -> list[Record]:
    """Return Cyril with a faction that may turn gaiaformers into QIC."""
    faction: Marks = {"faction.ambas": None, "faction.bal-taks": "circled"}
    return changed(three(), {"3": {**faction, "planet.swamp": None, "planet.volcanic": 4}})


def two_sides() -> list[Record]:
    """Return Cyril with one asteroid and Bob with three; the neutral marker's place on their tile is uncertain."""
    return pair(seed_with(2, lambda drawn: drawn.final_tiles[1] == "fs-asteroids"))


# By final tile, changes of Anna's sheet that keep its count, and others that do not.
DERIVED: dict[str, tuple[Marks, Marks]] = {
    "fs-structures": ({"built.mines": 6}, {"built.mines": 7}),
    "fs-types": ({"planet.ice": 1, "planet.gaia": 3}, {"planet.ice": 1, "planet.swamp": 1}),
    "fs-gaia": ({"planet.gaia": 2}, {"planet.gaia": 3, "planet.ice": 1}),
    "fs-sectors": ({"sector.s04": None, "sector.s05": "circled"}, {"sector.s04": None, "sector.s03": None}),
    "fs-satellites": ({"built.satellites": None}, {"built.satellites": 8}),
    "fs-asteroids": ({"planet.asteroid": 3}, {"planet.asteroid": 2, "planet.ice": 3}),
    "fs-deep": ({"deep.s11": None, "deep.s12": "circled"}, {"deep.s12": "circled"}),
}

COUNT_CASES: list[Case] = cases(
    names(globals(), gaia_changes, gaia_tables),
    """
track-end warn three | | 1: vp.track=-
track-end warn three | 1: round-6.vp=92 | 1: round-6.vp=93
fed-structures-bound error drawing(1,fs-in-federations) | 1: final-1.count=12 | 1: final-1.count=13
fed-structures-bound error drawing(1,fs-in-federations) | 3: final-1.count=5 federation.ft-ore=1
    | 3: final-1.count=5 federation.ft-ore=0
fed-structures-bound error drawing(2,fs-in-federations,ft-ore)
    | 3: final-2.count=5 climbs(terraforming,2,5) flips(1) federation.ft-ore=2
    | 3: final-2.count=5 climbs(terraforming,2,5) flips(1)
distance-needs-both error seeded | 3: final-2.count=0 built.academy-action,planet.ice=-
    | 3: built.academy-action,planet.ice=-
distance-needs-both error seeded | | 3: built.institute=-
distance-bound warn seeded | 1: final-2.count=18 | 1: final-2.count=19
scores note three | 1: score.research=- | 1: score.research=32
scores note three | 1: score.resources=- | 1: score.resources=5
scores note three | 1: score.total=- | 1: score.total=158
scores error three | | 2: score.final-1=18 score.total=101
scores error three | 1: left.ore,score.total=- | 3: final-1.count=3
# This holds for all counts of others, and all places of the neutral marker.
scores error three | | 2: score.final-2=18 score.total=-
scores error two_sides | | 1: score.final-2=18 score.total=-
scores error two_sides | | 1: score.final-2=5 score.total=-
scores error two_sides | | 1: score.final-2=3 score.total=-
scores error alone | | automa: automa-score.final-1=5 automa-score.total=-
scores warn rich | 3: score.resources=9 | 3: score.resources=8
scores error rich | 3: score.resources=9 | 3: score.resources=10
scores warn rich | 3: score.total=92 | 3: score.total=91
scores note bal_taks | | 3: score.resources=3 score.total=86
scores warn bal_taks | | 3: score.resources=2 score.total=85
scores warn bal_taks | | 3: score.resources=- score.total=85
scores note alone | | automa: automa-score.research=20
scores note alone | | automa: automa-score.total=20
""",
    *(
        f"final-count error drawing({1 + number % 2},{tile}) | 1: {text_of(met)} | 1: {text_of(broken)}"
        for number, (tile, (met, broken)) in enumerate(DERIVED.items())
    ),
    """
# A mark with two possible readings is only doubted.
final-count warn drawing(1,fs-structures,ar-asteroid) | 1: artifacts(ar-asteroid) final-1.count=13
    | 1: artifacts(ar-asteroid) final-1.count=12
final-count warn drawing(1,fs-asteroids,ar-asteroid) | 1: artifacts(ar-asteroid) final-1.count=4
    | 1: artifacts(ar-asteroid) final-1.count=3
final-count warn drawing(1,fs-sectors) | 1: final-1.count=4 | 1: final-1.count=5
""",
)


def seed_counting(tile: str) -> str:
    """Return a seed of a game alone with this first final tile, and a known marker on the second."""
    other = "fs-satellites" if tile == "fs-structures" else "fs-structures"
    return seed_with(1, lambda drawn: drawn.final_tiles == (tile, other))


def alone_counting(tile: str) -> Make:
    """Return a maker of a game against the Automa with such a seed; Cyril has an asteroid."""
    return lambda: alone(seed_counting(tile))


def left_for_automa(tile: str) -> int:
    """Return the number of planets for a final tile on the map of such a game, without Cyril's."""
    seed = seed_counting(tile)
    there = planet_counts(1, drawn_of(seed, Table(seed, 1)).deep_sides)
    return there["gaia"] + there["transdim"] if tile == "fs-gaia" else there["asteroid"] - 1


MOST_OF_AUTOMA = {
    "fs-structures": 8 + 4 + 3 + 2 + 1 + 1, "fs-in-federations": 18, "fs-types": 11, "fs-sectors": 7,
    "fs-satellites": 25, "fs-deep": 6, "fs-gaia": left_for_automa("fs-gaia"),
    "fs-asteroids": left_for_automa("fs-asteroids"),
}  # fmt: skip
COUNT_CASES += cases(
    names(globals(), gaia_changes, gaia_tables),
    *(
        (
            f"automa-count error alone_counting({tile}) | automa: automa-final.count-1={most} "
            f"automa-score.final-1,automa-score.total=- | automa: automa-final.count-1={most + 1}"
        )
        for tile, most in MOST_OF_AUTOMA.items()
    ),
)
