"""The causes of propagations over time: which of two comes first, and which viruses take part.

Every cause has its propagation: an activated virus, a spread of another player, an error. They are all alike, so those
of one turn may be taken in a fixed order. Viruses activated by claims come last in their turn. Of two such viruses
either may be first.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass

from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model
from fairsheet.engine.solver.timeline import Event


@dataclass(eq=False)
class Cause:
    """The cause of a propagation that happens if `suffered` holds. `field` is what was set off, or the reason.

    A `claimed` cause comes after all others of its turn, an `early` one before all other events of its turn. `early_in`
    has, by the field of an early cause, whether the virus was already active in it, activated in the same turn.
    """

    field: str
    event: Event
    _: KW_ONLY
    claimed: bool = False
    early: bool = False
    suffered: Lit = TRUE
    early_in: Mapping[str, Lit] = dataclasses.field(default_factory=dict)
    index: int = 0  # among the causes of a sheet

    @property
    def rank(self) -> tuple[int, int]:
        """The order of the cause among those of one turn."""
        return self.claimed - self.early, self.index


class Order:
    """Which of two causes of a table comes first, and which viruses are active. Every question is stated once."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._no_later: dict[tuple[int, int, bool], Lit] = {}
        self._loose: dict[tuple[str, int, int], Lit] = {}

    def no_later(self, one: Event, other: Event, *, strictly: bool = False) -> Lit:
        """Return whether one event happens in the turn of another or before it; strictly, in an earlier turn."""
        key = (id(one), id(other), strictly)
        if key not in self._no_later:
            found = self._no_later[key] = self.model.literal()
            # if the other surely happens, cumulative literals propagate before its turn is known
            ordered = not self.model.relaxed and other.by(other.last) == TRUE
            for turn in range(other.first, other.last + 1):
                happened = one.by(turn - 1 if strictly else turn)
                not_after = other.by(turn) if ordered else other.at(turn)
                not_before = -other.by(turn - 1) if ordered else other.at(turn)
                self.model.clause(-not_after, -found, happened)
                self.model.clause(-not_before, found, -happened)
        return self._no_later[key]

    def done(self, event: Event, cause: Cause) -> Lit:
        """Return whether something that players do during a turn has happened before a propagation."""
        return self.no_later(event, cause.event, strictly=cause.early)

    def before(self, one: Cause, other: Cause) -> Lit:
        """Return whether the propagation of one cause comes before that of another."""
        if one.rank > other.rank:
            return -self.before(other, one)
        if one.claimed and other.claimed:
            earlier = self.no_later(one.event, other.event, strictly=True)
            return self._between(("before", one, other), earlier, self.no_later(one.event, other.event))
        return self.no_later(one.event, other.event)

    def active(self, virus: Cause, cause: Cause) -> Lit:
        """Return whether a virus takes part in a propagation. Of two claimed in one turn, either may be first."""
        if virus.event is cause.event:
            return TRUE
        if cause.early:
            now = virus.early_in.get(cause.field, FALSE)
            return self.model.any_of((now, self.done(virus.event, cause)))
        if not virus.claimed:
            return self.no_later(virus.event, cause.event)
        if not cause.claimed:
            return self.no_later(virus.event, cause.event, strictly=True)
        latest = self.no_later(virus.event, cause.event)
        return self._between(("active", virus, cause), self.before(virus, cause), latest)

    def _between(self, question: tuple[str, Cause, Cause], least: Lit, most: Lit) -> Lit:
        """Return a literal that follows from `least` and implies `most`."""
        kind, one, other = question
        key = (kind, id(one.event), id(other.event))
        if key not in self._loose:
            found = self._loose[key] = self.model.literal()
            self.model.implies(least, found)
            self.model.implies(found, most)
        return self._loose[key]
