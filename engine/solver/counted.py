"""Equals in time: how many of some fields were inked by a turn is known, not which of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fairsheet.engine.solver.conditions import CannotState
from fairsheet.engine.solver.constraint_model import Lit


class Counted(dict[int, Lit]):
    """By turn, whether one of some equals was inked in it; `fields` are those that bear ink, as they are inked."""

    def __init__(self, made: dict[int, Lit], fields: Sequence[str]) -> None:
        super().__init__(made)
        self.fields = fields


def wants_all(wanted: Collection[str], equals: Collection[str]) -> bool:
    """Whether all of some equals are wanted, rather than none. Raises CannotState for a part of them.

    >>> wants_all({"a", "b", "c"}, ["a", "b"]), wants_all({"c"}, ["a", "b"])
    (True, False)
    """
    found = [field for field in equals if field in wanted]
    if found and len(found) < len(equals):
        raise CannotState(f"some of {', '.join(equals)}")
    return bool(found)
