"""Cases about the planet and the things on it."""

from __future__ import annotations

from tests.engine.recorded.case_tables import cases, names, text_of
from tests.engine.recorded.checking import Case
from tests.engine.recorded.planet import planet_tables
from tests.engine.recorded.planet.cases import making
from tests.engine.recorded.planet.cases.making import Marks, crossed

EDGE = (
    "r01c06", "r01c07", "r02c04", "r02c05", "r02c08", "r02c09", "r03c03", "r03c10", "r04c02", "r04c11", "r05c02",
    "r05c11", "r06c01", "r06c12", "r07c01", "r07c12", "r08c02", "r08c11", "r09c02", "r09c11", "r10c03", "r10c10",
    "r11c04", "r11c05", "r11c08", "r11c09", "r12c06", "r12c07",
)  # fmt: skip
CRATER = ("r06c06", "r06c07", "r07c06", "r07c07")
TWO_HIT = {"cell.r01c06": "circled", "cell.r01c07": "circled"}

HIT: Marks = {"cell.r05c05": "circled"}  # the planet has ink

CASES: list[Case] = cases(
    names(globals(), making, planet_tables),
    """
cell-both error three | | 1: cell.r05c06=ox
connected error FLUX | 1: cell.r01c07=x | 1: cell.r01c07,cell.r02c06=x
""",
    *(
        (
            f"connected error one(ksb-4156/{corporation},2,5,5,5,2) | 1: cell.r01c07,cell.r02c06=x moved(tech,2,3) "
            "| 1: cell.r01c07,cell.r02c06=x"
        )
        for corporation in ("horizon", "universal-coalition")
    ),
    f"""
first-tile error FLUX | 1: {text_of(crossed(*EDGE[1:]))} | 1: {text_of(crossed(*EDGE))}
# The first tile is placed before any technology.
first-tile error UNIVERSAL | 1: {text_of(crossed(*EDGE[1:]))} | 1: {text_of(crossed(*EDGE))}
first-tile error one(charybda/flux) | 1: {text_of(crossed(*CRATER[1:]))} | 1: {text_of(crossed(*CRATER))}
pods error one(gaia/cosmos) | 1: pods(5,track-civ.h09) | 1: pods(6,track-civ.h09)
pods error one(gaia/jump-drive) | 1: pods(5,jump-tech.f) | 1: pods(6,jump-tech.f)
meteors error FLUX | 1: meteorite.collected=20 TWO_HIT | 1: meteorite.collected=21 TWO_HIT
meteors error FLUX | 1: meteorite.collected=24 cards(r1-free-tile-no-advance,r3-free-tile)
    | 1: meteorite.collected=25 cards(r1-free-tile-no-advance,r3-free-tile)
meteors error alone | 1: meteorite.collected=22 | 1: meteorite.collected=23
area error FLUX | 1: end.turns=20 HIT | 1: end.turns=19 HIT
area error FLUX | 1: end.turns=19 HIT patch.placed=1 | 1: end.turns=18 HIT patch.placed=5
area error FLUX | 1: end.turns=19 HIT cards(r1-free-tile-no-advance)
    | 1: end.turns=18 HIT cards(r1-free-tile-no-advance)
area error FLUX | 1: end.turns=49 | 1: end.turns=50
# Its patches may be on tiles.
area error WORMHOLE | 1: end.turns=49 patch.placed=5 | 1: end.turns=49 patch.placed=5 moved(tech,5,4)
area error WORMHOLE | 1: end.turns=20 HIT | 1: end.turns=19 HIT
""",
)
