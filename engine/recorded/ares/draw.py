"""What a seed draws for Ares Expedition; every draw has a stream of its own, so that none shifts another."""

from __future__ import annotations

from functools import cache

from engine.recorded import Draw
from engine.shuffle import Stream
from sheets.library import load_sheet

GAME = "ares-expedition"
PHASES = ("development", "construction", "action", "production", "research")
STEP_PHASES = PHASES[:3]  # those that can move a parameter
BLOCKS = 4  # shuffles of the dummy's phases; in the last five rounds the player decides
OCEANS = (
    "plants-2", "plants-2", "money-4", "card-1", "card-1", "card-money", "card-plant", "money-2-plant", "money-1-plant",
)  # fmt: skip


@cache
def corporations() -> tuple[str, ...]:
    """All corporations, in the order of the record."""
    fields = (field.id for field in load_sheet("ares-record").fields)
    return tuple(id_.removeprefix("corp.") for id_ in fields if id_.startswith("corp."))


def drawn_of(seed: str) -> Draw:
    """All draws of a seed: `dummy-phases` for rounds 1 to 20 in blocks of five, `corporation-pairs`, `ocean-order`.

    >>> drawn_of("coral-otter-42")["corporation-pairs"][:2]
    ['tharsis-republic', 'mining-guild']
    """
    dummy = Stream(seed, f"{GAME}/dummy-phases")
    return {
        "dummy-phases": [dummy.shuffled(PHASES) for _ in range(BLOCKS)],
        "corporation-pairs": Stream(seed, f"{GAME}/corporation-pairs").shuffled(corporations()),
        "ocean-order": Stream(seed, f"{GAME}/ocean-order").shuffled(OCEANS),
    }


def corporations_of(drawn: Draw, seat: int) -> list[str]:
    """The two corporations from which a seat chooses."""
    pairs: list[str] = drawn["corporation-pairs"]
    return pairs[2 * seat - 2 : 2 * seat]
