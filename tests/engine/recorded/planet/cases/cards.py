"""Cases about civ cards: equal to milestones, each only once, and from the seed's remaining deck."""

from __future__ import annotations

from fairsheet.engine.recorded.planet._draw import drawn_of
from fairsheet.engine.recorded.planet.box.component_names import civ_card_words
from fairsheet.engine.records.record import Record
from tests.engine.recorded.case_tables import cases, names, text_of
from tests.engine.recorded.checking import Case
from tests.engine.recorded.planet import planet_tables
from tests.engine.recorded.planet.cases import making
from tests.engine.recorded.planet.cases.making import FLUX, THREE, cards
from tests.engine.recorded.planet.planet_tables import SEED, three

CARDS = tuple(civ_card_words())
DECK = drawn_of(SEED, THREE).civ_deck[2]
UNDRAWN = next(card for card in CARDS if card.startswith("r2") and card not in DECK)
SPACES = {1: 3, 2: 6, 3: 10, 4: 14}  # by rank, on the usual track
OF_RANK = {rank: [card for card in CARDS if card.startswith(f"r{rank}")] for rank in SPACES}
UP_TO = {rank: cards(*(OF_RANK[one][0] for one in range(1, rank + 1))) for rank in SPACES}


def next_to_flux() -> list[Record]:
    """Return three players of whom the first may hold any cards."""
    return [*FLUX(), *three()[1:]]


CASES: list[Case] = cases(
    names(globals(), making, planet_tables),
    *(
        (
            f"civ-count error one(ksb-4156/{corporation},2,7,5,5,5) | 1: {text_of(UP_TO[rank])} moved(civ,2,{space}) "
            f"| 1: {text_of(UP_TO[rank])} moved(civ,2,{space - 1})"
        )
        for rank, space in SPACES.items()
        for corporation in ("universal-coalition", "horizon", "oasis", "wormhole")
    ),
    """
civ-count error UNIVERSAL | 1: moved(civ,2,7) | 1: moved(civ,2,7) cards(r2-teleport,r2-points-1)
civ-count error three | | 1: civ-card.r3-meteorite-set=-
civ-count-republic warn one(gaia/republic) | 1: cards(r1-patch,r2-teleport,r4-points-4)
    | 1: cards(r1-patch,r2-teleport,r4-points-4,r4-patches-3)
""",
    *(
        f"civ-count-others warn one(gaia/{corporation}) "
        "| 1: cards(r1-patch,r2-teleport,r4-points-4,r4-patches-3,r3-points-2) "
        "| 1: cards(r1-patch,r2-teleport,r4-points-4,r4-patches-3,r3-points-2,r3-points-3)"
        for corporation in ("flux", "cosmos", "jump-drive", "makeshift")
    ),
    *(
        f"civ-unique error next_to_flux | 1: cards({card}) | 1: cards({card}) 2: cards({card})"
        for card in (OF_RANK[1][0], OF_RANK[2][3], OF_RANK[3][5], OF_RANK[4][-1])
    ),
    *(
        f"civ-deck error next_to_flux | 1: {text_of(cards(*of_rank[:4]))} | 1: {text_of(cards(*of_rank[:5]))}"
        for of_rank in OF_RANK.values()
    ),
    f"""
civ-deck error seeded | 1: {text_of(cards(*DECK))} | 1: cards({UNDRAWN})
""",
)
