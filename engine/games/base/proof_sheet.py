"""One sheet with numbers over time, with the rules that need no other sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, partial
from typing import Self

from fairsheet.engine.play.number_board import WATER
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.rules import actions, ascending, ladders, offers, system_errors
from fairsheet.engine.rules.races import Race
from fairsheet.engine.rules.tanks import TanksInTime
from fairsheet.engine.rules.wilds import WildsInTime
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Solution, Term
from fairsheet.engine.solver.counted import wants_all
from fairsheet.engine.solver.ink_in_time import Made
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.engine.solver.timeline import Condition, Event


class NumberSheet(SheetInTime):
    """The events of one sheet, and the constraints that need no other sheet.

    A scenario adds its own events in `prepare` and registers the marks of its actions. Its rules are stated in their
    order.
    """

    wilds: WildsInTime | None = None

    def register_counts(self, fields: Sequence[str], counts: Made | Callable[[int], list[Term]]) -> None:
        """Register how many of some fields are inked by a turn: a sum, or turns in each of which one is inked."""
        by = partial(self.until, counts) if isinstance(counts, Mapping) else counts
        self.known.append((fields, by))

    @cached_property
    def known(self) -> list[tuple[Sequence[str], Callable[[int], list[Term]]]]:
        """Groups of fields with how many are inked by a turn. Fields chosen one by one and tanks are not included."""
        return []

    def chosen(self) -> Mapping[str, Event]:
        """Return the fields whose turns missions can ask for one by one: all events, unless an event can be undone."""
        return self.events

    def count_inked(self, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `fairsheet.engine.games.base.proof_claims.SheetModel.count_inked`."""
        wanted, chosen = set(fields), self.chosen()
        terms = [term for together, by in self.known if wants_all(wanted, together) for term in by(turn)]
        terms += self.tanks.by(turn, wanted)
        return terms + [(1, chosen[field].by(turn)) for field in fields if field in chosen]

    @cached_property
    def dated_fields(self) -> Set[str]:
        """See `fairsheet.engine.games.base.proof_claims.SheetModel.dated_fields`."""
        return {*self.chosen(), *self.tanks.slots, *(field for fields, _ in self.known for field in fields)}

    def reached(self, race: Race, turn: int) -> Lit:
        """Return whether the player has reached the prize of a race by the end of a turn."""
        return FALSE

    def equals(self) -> Iterator[tuple[Sequence[str], Made]]:
        """Yield the counted fields; see `fairsheet.engine.games.base.proof_claims.SheetModel.equals`."""
        return ((each.fields, each) for each in self.counted)

    def follow(self, found: dict[str, int], solution: Solution) -> None:
        """Add the turns of tanks, which are those of their slots."""
        self.tanks.follow(found)

    def wild_in(self, turn: int) -> Lit:
        """See `SheetInTime.wild_in`."""
        return FALSE if self.wilds is None else self.wilds.used_in(turn)

    @cached_property
    def tanks(self) -> TanksInTime:
        """The tanks of the sheet, if it has any."""
        return TanksInTime(self, self.board.tank_of)

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """Yield the conditions that close each slot to a number: ink in it, or a number in one of its zones."""
        for slot, zones in self.board.zones_of.items():
            yield ascending.closing(self, slot, number, *zones)

    def leaves(self, action: str, fields: Sequence[str], made: Made | Callable[[int], Lit]) -> None:
        """Register that an action inks one of some fields, in the turns given by `made`."""
        at = made.__getitem__ if isinstance(made, Mapping) else made
        self.marks_of_action.setdefault(action, []).append((fields, at))

    @cached_property
    def marks_of_action(self) -> dict[str, list[tuple[Sequence[str], Callable[[int], Lit]]]]:
        """By action, fields with whether the action inked one of them in a turn. Tanks are not included."""
        return {}

    def effects(self, turn: int) -> Mapping[str, Sequence[Lit]]:
        """See `SheetInTime.effects`."""
        left = {action: [at(turn) for _, at in made] for action, made in self.marks_of_action.items()}
        return {**left, WATER: self.tanks.effects(turn)} if self.board.tank_of else left

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `SheetInTime.effect_fields`."""
        if action == WATER and self.board.tank_of:
            return tuple(self.tanks.slots)
        return [field for fields, _ in self.marks_of_action.get(action, ()) for field in fields]

    def possible_turns(self) -> dict[str, list[int]]:
        """Return the turns whose offers give each number, so that every number has a turn of its own."""
        return offers.possible_turns(self)

    def constrain(self, rules: Iterable[Rule[Self]]) -> None:
        """State what the sheet's marks require of each other, by the common rules and the given ones."""
        for turn in self.turns:  # every turn has one number or one error
            made = [event.at(turn) for event in self.numbers.values()]
            self.model.exactly_one([*made, *(event.at(turn) for event in self.erring.values())])
        ladders.in_time(self.model, self.erring.values(), self.turns, apart=1)
        offers.in_time(self)
        actions.in_time(self)
        for equals in self.counted:
            self.exactly(equals, equals.fields)
        system_errors.in_time(self)
        for rule in rules:
            rule.in_time(self)
