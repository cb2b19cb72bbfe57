"""The deck of the base game: 63 cards, each with a number on one face and an action on the other.

>>> len(DECK), DECK[0]
(63, Card(number=1, action='robot'))
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Action = Literal["robot", "energy", "plant", "water", "astronaut", "planning"]
ACTIONS: tuple[str, ...] = get_args(Action)


class Card(msgspec.Struct, frozen=True):
    """One card: the number on its front and the action on its back."""

    number: int
    action: str


# The number of cards with each number, by action in the order of ACTIONS.
_COPIES: dict[int, tuple[int, ...]] = {
    1: (1, 1, 0, 0, 0, 0),
    2: (1, 0, 1, 0, 0, 0),
    3: (0, 0, 0, 1, 1, 1),
    4: (0, 1, 1, 0, 1, 1),
    5: (2, 2, 1, 0, 0, 0),
    6: (1, 1, 1, 1, 1, 1),
    7: (1, 2, 2, 1, 0, 0),
    8: (2, 0, 2, 1, 1, 1),
    9: (1, 2, 2, 1, 0, 0),
    10: (1, 1, 1, 1, 1, 1),
    11: (2, 2, 1, 0, 0, 0),
    12: (0, 1, 1, 0, 1, 1),
    13: (0, 0, 0, 1, 1, 1),
    14: (1, 0, 1, 0, 0, 0),
    15: (1, 1, 0, 0, 0, 0),
}

# The deck before shuffling: by number, then by action, equal cards together.
DECK: tuple[Card, ...] = tuple(
    Card(number, action)
    for number, copies in _COPIES.items()
    for action, count in zip(ACTIONS, copies, strict=True)
    for _ in range(count)
)
