"""Cases about missions: the cards, their counts, and what the sheet itself shows of these counts."""

from __future__ import annotations

from fairsheet.engine.recorded.planet._draw import drawn_of, neighbour_cards
from tests.engine.recorded.case_tables import cases, names
from tests.engine.recorded.checking import Case
from tests.engine.recorded.planet import planet_tables
from tests.engine.recorded.planet.cases import making
from tests.engine.recorded.planet.cases.making import THREE
from tests.engine.recorded.planet.planet_tables import SEED

OTHER_CARD = {1: 2}.get(neighbour_cards(drawn_of(SEED, THREE), THREE, 1)["left"], 1)
OWN_MISSIONS = drawn_of(SEED, THREE).missions.personal[1]
OTHER_MISSION = next(card for card in range(1, 29) if card not in OWN_MISSIONS)


PLACES = {  # the places of a card and its value
    "left": "mission-left.value",
    "right": "mission-right.value",
    **{f"pair-{k}": f"mission-pair.value-{k}" for k in (1, 2, 3)},
    "all": "mission-all.value",
}

CASES: list[Case] = cases(
    names(globals(), making, planet_tables),
    f"""
personal-missions error three | | 1: personal.done-1,personal.done-2=o score.personal=10
sums error seeded | 1: score.personal=5 | 1: score.personal=10
sums error seeded | 1: score.personal=5 | 1: score.personal=4
sums error three | | 1: score.personal=5
personal-missions warn three | | 1: personal.done-1=o score.personal=5
mission-pairs error three | 2: mission-card.right=- | 2: mission-card.right=8
mission-pairs error two | | 2: mission-card.pair-1=26
mission-pairs error three | 1: mission-card.all=5 2: mission-card.all=5 | 1: mission-card.all=5 2: mission-card.all=6
mission-seed error seeded | | 1: mission-card.left={OTHER_CARD}
mission-seed error seeded | 1: personal.card-2={OWN_MISSIONS[0]} | 1: personal.card-2={OTHER_MISSION}
mission-from-sheet error printed | | 1: mission-left.value=1
# Two players list theirs in any order: one of them counts lifepods.
mission-from-sheet error printed_for_two | 1: mission-pair.value-2=2 mission-pair.value-3=9
    | 1: mission-pair.value-2=3 mission-pair.value-3=9
mission-from-sheet error printed_for_two | 1: mission-card.pair-1=5 mission-pair.value-3=2 | 1: mission-card.pair-1=5
""",
    # What a mission with a neighbour counts, in any place.
    *(
        (
            f"mission-from-sheet error FLUX | 1: mission-card.{side}=25 {value}=7 meteorite.collected=7 "
            f"| 1: mission-card.{side}=25 {value}=6 meteorite.collected=7"
        )
        for side, value in PLACES.items()
    ),
    """
mission-from-sheet error FLUX | 1: own(24,1) moved(civ,2,15) | 1: own(24,1)
mission-from-sheet error one(gaia/oasis,2,23,5,5,5) | 1: own(24,1) | 1: own(24,0)
mission-from-sheet error one(gaia/wormhole) | 1: own(24,1) | 1: own(24,2)
mission-from-sheet error FLUX | 1: own(27,7) meteorite.collected=7 | 1: own(27,7) meteorite.collected=8
mission-from-sheet error FLUX | 1: own(26,4) pods(4) | 1: own(26,4) pods(5)
# A player without crossed lifepods on tracks or technologies may not have kept the lifepods there.
mission-from-sheet error one(ksb-4156/cosmos) | 1: own(26,3) pods(1) | 1: own(26,3) pods(1,track-civ.h09)
mission-from-sheet error one(ksb-4156/cosmos) | 1: kept(26,done=True) meteorite.collected=2 pods(1)
    | 1: kept(26,done=True) meteorite.collected=2 pods(1,track-civ.h09)
mission-from-sheet error one(ksb-4156/jump-drive) | 1: own(26,3) pods(1) | 1: own(26,3) pods(1,jump-tech.a)
mission-from-sheet error one(ksb-4156/jump-drive) | 1: kept(26,done=True) meteorite.collected=2 pods(1)
    | 1: kept(26,done=True) meteorite.collected=2 pods(1,jump-tech.a)
mission-from-sheet error one(gaia/cosmos) | 1: own(28,1) track-civ.h09=x | 1: own(28,1) pods(1,track-civ.h09)
mission-from-sheet error one(gaia/jump-drive) | 1: own(28,1) jump-tech.a=x | 1: own(28,1) pods(1,jump-tech.a)
# Personal missions: the top of a track, from below and from above.
mission-from-sheet error FLUX | 1: kept(19,done=True) moved(civ,2,15) | 1: kept(19) moved(civ,2,15)
mission-from-sheet error FLUX | 1: kept(19,done=True) moved(civ,2,15) | 1: kept(19,done=True) moved(civ,2,14)
mission-from-sheet error FLUX | 1: kept(20,done=True) moved(tech,5,15) | 1: kept(20) moved(tech,5,15)
mission-from-sheet error FLUX | 1: kept(20,done=True) moved(tech,5,15) | 1: kept(20,done=True) moved(tech,5,14)
mission-from-sheet error FLUX | 1: kept(21,done=True) moved(biomass,5,15) | 1: kept(21) moved(biomass,5,15)
mission-from-sheet error FLUX | 1: kept(21,done=True) moved(biomass,5,15) | 1: kept(21,done=True) moved(biomass,5,14)
mission-from-sheet error FLUX | 1: kept(22,done=True) moved(water,5,15) | 1: kept(22) moved(water,5,15)
mission-from-sheet error FLUX | 1: kept(22,done=True) moved(water,5,15) | 1: kept(22,done=True) moved(water,5,14)
mission-from-sheet error FLUX | 1: kept(23,done=True) moved(rover,5,15) | 1: kept(23) moved(rover,5,15)
mission-from-sheet error FLUX | 1: kept(23,done=True) moved(rover,5,15) | 1: kept(23,done=True) moved(rover,5,14)
mission-from-sheet error FLUX | 1: kept(25,done=True) meteorite.collected=9
    | 1: kept(25,done=True) meteorite.collected=8
# A player who rings none and writes the points did not keep the rings.
mission-from-sheet error PERSONAL | 1: kept(25) meteorite.collected=9 score.personal=5
    | 1: kept(25) meteorite.collected=9 score.personal=-
mission-from-sheet error PERSONAL | 1: kept(25) meteorite.collected=9 score.personal=5
    | 1: kept(25) meteorite.collected=9 score.personal=0
mission-from-sheet error PERSONAL | 1: kept(20) moved(tech,5,15) score.personal=5
    | 1: kept(20) moved(tech,5,15) score.personal=-
mission-from-sheet error PERSONAL | 1: kept(20) moved(tech,5,15) score.personal=5
    | 1: kept(20) moved(tech,5,15) score.personal=0
mission-from-sheet error FLUX | 1: kept(26,done=True) pods(2) meteorite.collected=1
    | 1: kept(26,done=True) pods(1) meteorite.collected=1
mission-from-sheet error FLUX | 1: kept(27,done=True) cell.r01c06=x | 1: kept(27,done=True) cell.r02c04=x
mission-from-sheet error FLUX | 1: kept(28,done=True) cell.r02c04=x | 1: kept(28,done=True) cell.r01c06=x
# One cell may be ice or land.
mission-from-sheet error one(persephone/flux) | 1: kept(27,done=True) cell.r06c12=x
    | 1: kept(27,done=True) cell.r06c11=x
mission-from-sheet error one(persephone/flux) | 1: kept(27) cell.r06c12=x | 1: kept(27) cell.r01c06=x
mission-from-sheet error one(persephone/flux) | 1: kept(28,done=True) cell.r06c12=x
    | 1: kept(28,done=True) cell.r01c06=x
mission-from-sheet error one(persephone/flux) | 1: kept(28) cell.r06c12=x | 1: kept(28) cell.r06c11=x
mission-from-sheet error one(petra/flux) | 1: kept(27) | 1: kept(27,done=True)
mission-from-sheet error one(petra/flux) | 1: kept(28,done=True) cell.r02c05=x | 1: kept(28,done=True) cell.r01c06=x
mission-bounds warn FLUX | 1: own(6,95) cell.r01c06=x | 1: own(6,96) cell.r01c06=x
mission-bounds warn FLUX | 1: own(17,95) cell.r01c06=x | 1: own(17,96) cell.r01c06=x
# An uncovered current is energy.
mission-bounds warn one(petra/flux) | 1: own(8,96) cell.r02c05=x | 1: own(9,96) cell.r02c05=x
mission-bounds warn one(petra/flux) | 1: own(14,96) cell.r02c05=x | 1: own(15,96) cell.r02c05=x
""",
    *(
        f"mission-bounds warn FLUX | 1: mission-card.{side}=3 {value}=22 | 1: mission-card.{side}=3 {value}=23"
        for side, value in PLACES.items()
    ),
    """
mission-bounds warn FLUX | 1: own(18,23) cards(r3-free-tile) | 1: own(18,23)
solo-target note alone | 1: personal.done-2=o |
""",
)
