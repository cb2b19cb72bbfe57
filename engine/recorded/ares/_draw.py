"""The draws of a seed for Ares Expedition; each draw has its own stream, so that none shifts another."""

from __future__ import annotations

from functools import cache

from fairsheet.engine.dealing.deal import Draw
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.ares._printed import RECORD
from fairsheet.sheets.library.templates import load_sheet

GAME = "ares-expedition"
PHASES = ("development", "construction", "action", "production", "research")
STEP_PHASES = frozenset(PHASES[:3])  # the phases that can move a parameter
BLOCKS = 4  # shuffles of the dummy's phases; the player decides in the last five rounds
ROUNDS = len(PHASES) * (BLOCKS + 1)
OCEANS = (
    "plants-2", "plants-2", "money-4", "card-1", "card-1", "card-money", "card-plant", "money-2-plant", "money-1-plant",
)  # fmt: skip


class AresDraw(Draw, frozen=True):
    """All draws of a seed."""

    dummy_phases: tuple[tuple[str, ...], ...]  # of rounds 1 to 20, in blocks of five
    corporation_pairs: tuple[str, ...]  # two for each seat, those of the first seat first
    ocean_order: tuple[str, ...]  # in which the tiles are turned over

    def corporations_of(self, seat: int) -> tuple[str, ...]:
        """Return the two corporations from which a seat chooses."""
        return self.corporation_pairs[2 * seat - 2 : 2 * seat]

    @property
    def phases(self) -> tuple[str, ...]:
        """The dummy's phases, round by round."""
        return tuple(phase for block in self.dummy_phases for phase in block)


@cache
def corporations() -> tuple[str, ...]:
    """Return all corporations, in the order of the record."""
    fields = (field.id for field in load_sheet(RECORD).fields)
    return tuple(id_.removeprefix("corp.") for id_ in fields if id_.startswith("corp."))


def drawn_of(seed: str) -> AresDraw:
    """Return all draws of a seed.

    >>> drawn_of("coral-otter-42").corporations_of(1)
    ('tharsis-republic', 'mining-guild')
    """
    dummy = Stream(seed, f"{GAME}/dummy-phases")
    return AresDraw(
        dummy_phases=tuple(tuple(dummy.shuffled(PHASES)) for _ in range(BLOCKS)),
        corporation_pairs=tuple(Stream(seed, f"{GAME}/corporation-pairs").shuffled(corporations())),
        ocean_order=tuple(Stream(seed, f"{GAME}/ocean-order").shuffled(OCEANS)),
    )
