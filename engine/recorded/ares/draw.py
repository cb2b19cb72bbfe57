"""What a seed draws for Ares Expedition; every draw has a stream of its own, so that none shifts another."""

from __future__ import annotations

from engine.recorded import Draw
from engine.shuffle import Stream

GAME = "ares-expedition"
PHASES = ("development", "construction", "action", "production", "research")
STEP_PHASES = PHASES[:3]  # those that can move a parameter
BLOCKS = 4  # shuffles of the dummy's phases; in the last five rounds the player decides
CORPORATIONS = (
    "credicor", "ecoline", "helion", "interplanetary-cinematics", "inventrix", "mining-guild",
    "phobolog", "saturn-systems", "teractor", "tharsis-republic", "thorgate", "unmi",
)  # fmt: skip
OCEANS = (
    "plants-2", "plants-2", "money-4", "card-1", "card-1", "card-money", "card-plant", "money-2-plant", "money-1-plant",
)  # fmt: skip


def drawn_of(seed: str) -> Draw:
    """All draws of a seed: `dummy-phases` for rounds 1 to 20 in blocks of five, `corporation-pairs`, `ocean-order`.

    >>> drawn_of("coral-otter-42")["corporation-pairs"][:2]
    ['tharsis-republic', 'mining-guild']
    """
    dummy = Stream(seed, f"{GAME}/dummy-phases")
    return {
        "dummy-phases": [dummy.shuffled(PHASES) for _ in range(BLOCKS)],
        "corporation-pairs": Stream(seed, f"{GAME}/corporation-pairs").shuffled(CORPORATIONS),
        "ocean-order": Stream(seed, f"{GAME}/ocean-order").shuffled(OCEANS),
    }


def corporations_of(drawn: Draw, seat: int) -> list[str]:
    """The two corporations from which a seat chooses."""
    pairs: list[str] = drawn["corporation-pairs"]
    return pairs[2 * seat - 2 : 2 * seat]
