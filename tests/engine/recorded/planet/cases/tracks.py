"""Cases about trackers: one on each track, and no further up than turns allow."""

from __future__ import annotations

from tests.engine.recorded.case_tables import cases, names
from tests.engine.recorded.checking import Case
from tests.engine.recorded.planet import planet_tables
from tests.engine.recorded.planet.cases import making
from tests.engine.recorded.planet.cases.making import cards, crossed
from tests.engine.recorded.planet.planet_tables import TRACKS as NAMES

HELD = cards("r1-points-1", "r2-points-1")  # these advance no tracker
EMPTY = crossed("r12c06")  # 19 tiles have at most 95 cells

CASES: list[Case] = cases(
    names(globals(), making, planet_tables),
    *(
        f"one-ring-per-track warn three | | 2: track-{track}.h{at:02d}=-"
        for track, at in zip(NAMES, (2, 5, 5, 5, 5), strict=True)
    ),
    *(f"one-ring-per-track error three | | 1: track-{track}.h02=o" for track in NAMES),
    """
one-ring-per-track error WORMHOLE | | 1: track-biomass.s2=o
one-ring-per-track error one(ksb-4156/makeshift) | 1: track-civ.h02=- track-water.h02=o | 1: track-water.h02=o
one-ring-per-track warn one(ksb-4156/makeshift) | 1: track-civ.h02=- track-water.h02=o | 1: track-civ.h02=-
one-ring-per-track error one(gaia/oasis,5,8,5,4,5) | | 1: moved(civ,5,4)
one-ring-per-track error one(gaia/oasis,5,18,9,4,5) | | 1: moved(biomass,9,10)
advance-budget error one(gaia/universal-coalition,7,11,9,9,9,turns=21) | 1: HELD | 1: end.turns=20 HELD
advance-budget error one(gaia/horizon,15,15,15,15,14) | 1: HELD | 1: end.turns=21 HELD
advance-budget error one(gaia/universal-coalition,7,11,9,9,9,turns=19) | 1: EMPTY cards(r2-three-trackers)
    | 1: EMPTY cards(r2-two-trackers)
advance-budget error one(gaia/universal-coalition,15,15,15,15,10,turns=19)
    | 1: EMPTY cards(r4-points-2-advance) moved(rover,15,13) | 1: EMPTY cards(r4-points-2-advance)
advance-budget error one(gaia/universal-coalition,15,15,15,15,9,turns=22) | 1: cards(r3-all-to-five)
    | 1: cards(r3-three-trackers)
advance-budget-others warn one(gaia/flux,15,15,15,15,9) | | 1: end.turns=21
advance-budget-others warn one(gaia/oasis,15,23,15,15,1) | | 1: end.turns=21
""",
)
