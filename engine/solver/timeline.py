"""Events in time: the turn in which a mark was made, or a section was completed.

Every event has two kinds of literals: `at(t)`, it happened in turn t, and `by(t)`, it happened in turn t or before (the
*order encoding*). Both are TRUE or FALSE if the turn is decided.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model, Solution


class Event(ABC):
    """Something that happens in exactly one turn, or never."""

    def __init__(self, model: Model, first: int, last: int) -> None:
        self.model = model
        self.first = first  # it cannot happen before this turn
        self.last = last  # nor after this turn
        self._at: dict[int, Lit] = {}

    @abstractmethod
    def by(self, turn: int) -> Lit:
        """Return whether it has happened by the end of a turn."""

    def at(self, turn: int) -> Lit:
        """Return whether it happens in a turn."""
        if not self.first <= turn <= self.last:
            return FALSE
        literal = self._at.get(turn)
        if literal is None:
            literal = self._at[turn] = self.model.all_of((self.by(turn), -self.by(turn - 1)))
        return literal

    def turn(self, solution: Solution) -> int | None:
        """Return the turn in which it happened; None for never."""
        return next(
            (turn for turn in range(self.first, self.last + 1) if solution.holds(self.by(turn))), None
        )


class Condition(Protocol):
    """A condition at the end of a turn."""

    def by(self, turn: int) -> Lit:
        """Return whether it holds at the end of a turn."""


class NotYet(msgspec.Struct, frozen=True):
    """A condition that holds until an event happens."""

    event: Event

    def by(self, turn: int) -> Lit:
        """Return whether the event has not happened by the end of a turn."""
        return -self.event.by(turn)


class Never(Event):
    """An event that does not happen."""

    def __init__(self, model: Model) -> None:
        super().__init__(model, 1, 0)

    def by(self, turn: int) -> Lit:
        """Return FALSE."""
        return FALSE


class Choice(Event):
    """An event in one of the given turns, which the solver chooses."""

    def __init__(self, model: Model, turns: Sequence[int]) -> None:
        super().__init__(model, turns[0] if turns else 1, turns[-1] if turns else 0)
        self.turns = turns
        self._by: dict[int, Lit] = {}
        self._at = dict(zip(turns, model.one_of(len(turns)), strict=True))
        happened = FALSE
        for turn in range(self.first, self.last + 1):
            if turn in self._at:
                happened = TRUE if turn == self.last else model.disjoint_or(happened, self._at[turn])
            self._by[turn] = happened

    def at(self, turn: int) -> Lit:
        """Return whether it happens in a turn."""
        return self._at.get(turn, FALSE)

    def by(self, turn: int) -> Lit:
        """Return whether it has happened by the end of a turn."""
        if turn < self.first:
            return FALSE
        return self._by[min(turn, self.last)] if self.turns else FALSE


class Joint(Event):
    """An event that depends on others: `joined` computes whether it has happened from whether each of them has."""

    def __init__(
        self, model: Model, events: Sequence[Event], first: int, joined: Callable[[Sequence[Lit]], Lit]
    ) -> None:
        super().__init__(model, first, max((event.last for event in events), default=0))
        self._events, self._joined = events, joined
        self._by: dict[int, Lit] = {}

    def by(self, turn: int) -> Lit:
        """Return whether it has happened by the end of a turn."""
        if turn < self.first:
            return FALSE
        turn = min(turn, self.last)
        literal = self._by.get(turn)
        if literal is None:
            literal = self._by[turn] = self._joined([event.by(turn) for event in self._events])
            for earlier, later in ((turn - 1, turn), (turn, turn + 1)):
                if earlier in self._by and later in self._by:
                    self.model.implies(self._by[earlier], self._by[later])
        return literal


class Last(Joint):
    """An event that happens with the last of some events; never if one of them never happens."""

    def __init__(self, model: Model, events: Iterable[Event]) -> None:
        events = tuple(events)
        super().__init__(model, events, max((event.first for event in events), default=1), model.all_of)


class First(Joint):
    """An event that happens with the first of some events; never if none of them happens."""

    def __init__(self, model: Model, events: Iterable[Event]) -> None:
        events = tuple(events)
        super().__init__(model, events, min((event.first for event in events), default=1), model.any_of)


class Turns:
    """The turns of a game, from 1: at least the first `least` were played and at most `most`."""

    def __init__(self, model: Model, least: int, most: int) -> None:
        self.least, self.most = least, most
        self._played = [TRUE if turn <= least else model.literal() for turn in range(most + 1)]
        for earlier, later in zip(self._played[1:], self._played[2:], strict=False):
            model.implies(later, earlier)

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self.most + 1))

    def played(self, turn: int) -> Lit:
        """Return whether a turn was played."""
        return self._played[turn] if turn <= self.most else FALSE

    def count(self, solution: Solution) -> int:
        """Return the number of turns played."""
        return sum(solution.holds(self._played[turn]) for turn in self)


def first_among(
    model: Model, events: Mapping[int, Event], turns: Turns, absent: int, earliest: int = 1
) -> Event:
    """Return the first of some players' events, by seat; absent players may be earlier, from turn `earliest` on."""
    if not absent:
        return First(model, events.values())
    earliest = min([earliest, *(event.first for event in events.values())])
    first = Choice(model, [turn for turn in turns if turn >= earliest])
    for turn in turns:
        model.implies(first.at(turn), turns.played(turn))
        for event in events.values():
            model.implies(event.by(turn), first.by(turn))
    return first


def is_among_first(model: Model, event: Event, first: Event, turns: Turns) -> Lit:
    """Return whether a player's event was in the turn of the first one."""
    among = model.literal()
    for turn in turns:
        model.clause(-among, -first.by(turn), event.by(turn))
        model.clause(among, -event.by(turn), first.by(turn - 1))
    return among
