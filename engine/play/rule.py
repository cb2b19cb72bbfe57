"""A rule of a sheet as one value: its forms are next to each other, each written independently."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from fairsheet.engine.play.game import Contradiction
from fairsheet.sheets.model.marks import Marks

A = TypeVar("A")
S = TypeVar("S", contravariant=True)


class Rule(msgspec.Struct, Generic[S], frozen=True):
    """A rule with two forms: the contradictions on a final sheet, and constraints on the turns of marks.

    Both are empty by default. The third form, the steps that the rule allows in play, is in the code of these steps.
    """

    def contradictions(self, marks: Marks) -> Iterable[Contradiction]:
        """Yield the marks of a final sheet that no order of play can explain."""
        return ()

    def in_time(self, sheet: S) -> None:
        """State the constraints of the rule for one sheet."""


class OwnRule(Rule[S], Generic[A, S], frozen=True):
    """A rule of only one scenario, made from functions of its module; `on_sheet` gets `about` as its first argument."""

    about: A
    on_sheet: Callable[[A, Marks], Iterable[Contradiction]] | None = None
    stated: Callable[[S], None] | None = None

    def contradictions(self, marks: Marks) -> Iterable[Contradiction]:
        """Return the contradictions; see `Rule.contradictions`."""
        return () if self.on_sheet is None else self.on_sheet(self.about, marks)

    def in_time(self, sheet: S) -> None:
        """State the constraints; see `Rule.in_time`."""
        if self.stated is not None:
            self.stated(sheet)
