"""Components of Planet Unknown that no sheet prints: tiles, stacks, cards and events. Their order decides the draws.

The ids are our own. The order of the stacks around the station is that of the digital edition of the game.
"""

from __future__ import annotations

from typing import NamedTuple

GAME = "planet-unknown"
RECORD = "planet-record"

SECTIONS = 6  # depots: an inner and an outer stack each
STACK = 12  # tiles of one shape: every pair of terrains without and with a meteor symbol
TERRAINS = ("civ", "water", "biomass", "rover", "tech", "energy")
PAIRS = (
    ("civ", "energy"), ("energy", "water"), ("rover", "tech"), ("tech", "biomass"), ("water", "rover"),
    ("biomass", "civ"),
)  # fmt: skip
INNER = ("i3", "t4", "v3", "l4", "i2", "o4")  # shapes of the small tiles, in the order of the stacks
OUTER = ("z5", "f5", "s4", "i4", "n5", "u5")
CELLS = {
    "i2": 2, "i3": 3, "v3": 3, "t4": 4, "l4": 4, "o4": 4, "i4": 4, "s4": 4, "f5": 5, "n5": 5, "u5": 5, "z5": 5,
}  # fmt: skip

RANKS = (1, 2, 3, 4)  # of civ cards

SOLO_EVENTS = (
    "green-extra-rover", "green-extra-civ-cards", "green-extra-mission", "green-turn-station", "red-lose-mission",
    "red-lose-stack",
)  # fmt: skip
EVENTS = {
    "green": (
        "green-extra-rover", "green-extra-civ-cards", "green-extra-mission", "green-leap-3", "green-up-rover-civ",
        "green-up-rover-tech", "green-up-rover-water", "green-up-rover-biomass", "green-up-civ-tech",
        "green-up-water-civ", "green-up-biomass-civ", "green-up-tech-water", "green-up-biomass-tech",
        "green-up-biomass-water", "green-turn-station", "green-patch", "green-synergy-1", "green-lifepod",
        "green-meteorite", "green-synergy-2",
    ),
    "orange": (
        "orange-down-rover-civ", "orange-down-rover-tech", "orange-down-rover-water", "orange-down-rover-biomass",
        "orange-down-civ-tech", "orange-down-water-civ", "orange-down-biomass-civ", "orange-down-tech-water",
        "orange-down-biomass-tech", "orange-down-biomass-water", "orange-meteorite-back", "orange-down-any",
        "orange-no-rover-water", "orange-no-rover-biomass", "orange-no-rover-energy", "orange-no-rover-rover",
        "orange-no-rover-tech", "orange-no-rover-civ", "orange-off-edge", "orange-one-advance",
    ),
    "red": (
        "red-down-any-2", "red-down-any-3", "red-meteorite-back", "red-one-advance", "red-no-milestone-1",
        "red-lose-mission", "red-lose-rover", "red-fewer-civ-cards", "red-lose-lifepod-planet",
        "red-lose-lifepod-kept", "red-lose-meteorite-kept", "red-lose-stack", "red-synergy-or-peek-1",
        "red-synergy-or-peek-2", "red-no-match", "red-off-ice-1", "red-off-ice-2", "red-no-synergy",
        "red-no-milestone-2", "red-off-edge",
    ),
}  # fmt: skip


class Tile(NamedTuple):
    """A tile of a stack: the number of its pair of terrains in `PAIRS`, and whether it has a meteor symbol."""

    pair: int
    meteor: bool


TILES = tuple(Tile(pair, meteor) for pair in range(len(PAIRS)) for meteor in (False, True))  # of each shape


def outer_of(depot: int, offset: int) -> str:
    """Return the shape of the large tiles of a depot, from 1, if the rings have this offset.

    >>> outer_of(1, 0), outer_of(6, 1)
    ('z5', 'z5')
    """
    return OUTER[(depot - 1 + offset) % SECTIONS]


def rank_of(card: str) -> int:
    """Return the rank of a civ card.

    >>> rank_of("r3-free-tile")
    3
    """
    return int(card[1])
