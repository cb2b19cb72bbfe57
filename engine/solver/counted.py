"""Equal fields in time: the model counts the fields inked by a turn, but does not decide which ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fairsheet.engine.solver.conditions import CannotState
from fairsheet.engine.solver.constraint_model import Lit


class Counted(dict[int, Lit]):
    """By turn, whether one of some equal fields was inked in it; `fields` are those with ink, in order of inking."""

    def __init__(self, made: dict[int, Lit], fields: Sequence[str]) -> None:
        super().__init__(made)
        self.fields = fields


def wants_all(wanted: set[str], equals: Collection[str]) -> bool:
    """Return whether all of some equal fields are wanted, rather than none. Raises CannotState if only some are wanted.

    >>> wants_all({"a", "b", "c"}, ["a", "b"]), wants_all({"c"}, ["a", "b"])
    (True, False)
    """
    if wanted.isdisjoint(equals):
        return False
    if not wanted.issuperset(equals):
        raise CannotState(f"some of {', '.join(equals)}")
    return True
