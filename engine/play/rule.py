"""A rule of a sheet as one value, with its readings side by side, each written apart from the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from fairsheet.engine.play.game import Contradiction
from fairsheet.sheets.model.marks import Marks

A = TypeVar("A")
S = TypeVar("S", contravariant=True)


class Rule(msgspec.Struct, Generic[S], frozen=True):
    """What contradicts a rule on a final sheet, and what it asks of the turns of marks; by default nothing.

    What it lets a player do stands beside them: it is asked for where the player acts.
    """

    def contradictions(self, marks: Marks) -> Iterable[Contradiction]:
        """On a final sheet: the marks that no order of play can explain."""
        return ()

    def in_time(self, sheet: S) -> None:
        """In time: states what the rule asks of one sheet."""


class OwnRule(Rule[S], Generic[A, S], frozen=True):
    """A rule that only one scenario has, by the functions of its module: what it is about goes to the first of them."""

    about: A
    on_sheet: Callable[[A, Marks], Iterable[Contradiction]] | None = None
    stated: Callable[[S], None] | None = None

    def contradictions(self, marks: Marks) -> Iterable[Contradiction]:
        """See `Rule.contradictions`."""
        return () if self.on_sheet is None else self.on_sheet(self.about, marks)

    def in_time(self, sheet: S) -> None:
        """See `Rule.in_time`."""
        if self.stated is not None:
            self.stated(sheet)
