"""What a game is to the rest of the program: a start, the legal steps, playing one, and what it is worth.

A game is played in *steps*: one decision of one player (a number, an X, an arrow, a claim, …) with the ink that the
player chooses. `play` adds the ink that the rules then force. Every state is a frozen value; nothing is undone, one
keeps the earlier state instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from engine.deal import Deal
from engine.ink import History, Ink, Mark
from sheets.model import Sheet


class Step(msgspec.Struct, frozen=True):
    """One decision: the seat that takes it, its kind (`number`, `build-x`, `pass`, …) and the ink it chooses."""

    seat: int
    kind: str
    ink: tuple[Ink, ...] = ()
    offer: int | None = None


class Contradiction(msgspec.Struct, frozen=True):
    """Marks that cannot stand together, and why, in words for players. `rule` is a stable code such as 'ascend'."""

    fields: tuple[str, ...]
    why: str
    rule: str


class IllegalStep(Exception):
    """A step that the rules do not allow; the message says why."""


class Game(Protocol):
    """The rules of one scenario on one sheet. States are opaque to callers."""

    sheet: Sheet

    def start(self, deal: Deal) -> Any:
        """The state of the first turn of a game with the deal's players and missions."""

    def to_move(self, state: Any) -> int | None:
        """The seat that decides next, or None when the game is over."""

    def legal_steps(self, state: Any) -> Sequence[Step]:
        """Every step that the seat to move may take; never empty before the game is over."""

    def play(self, state: Any, step: Step) -> Any:
        """The state after the step. Raises IllegalStep."""

    def turn(self, state: Any) -> int:
        """The turn being played, from 1."""

    def marks(self, state: Any, seat: int) -> Mapping[str, Mark]:
        """The ink on a seat's sheet."""

    def history(self, state: Any, seat: int) -> History:
        """How that ink came about."""

    def is_over(self, marks: Mapping[str, Mark]) -> bool:
        """Whether this ink alone ends the game for the whole table."""

    def check(self, marks: Mapping[str, Mark], deal: Deal | None) -> list[Contradiction]:
        """Everything about one sheet's ink that is impossible whatever the order of play."""
