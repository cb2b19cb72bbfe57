"""One sheet with numbers in time: the turns in which its marks can have been made, whatever the others did.

Every turn has a number or an error. A number may come with one action, of its offer or of a wild: the *effects* of a
turn exclude each other. What makes no difference, such as which astronaut is crossed, is counted, not told apart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from engine.cards import ACTIONS
from engine.games.base.board import ASTRONAUT, SHIFT, NumberBoard
from engine.ink import Marks
from engine.proof.matching import matchable
from engine.proof.model import FALSE, BoolVar, Model, Term
from engine.proof.offers import Offers
from engine.proof.timeline import Choice, Event
from engine.rules import ascending, ladders
from engine.rules.codes import RuleCode

Made = Mapping[int, BoolVar]  # by turn, whether one of some equal marks was made in it


class NumberSheet(ABC):
    """The events of one sheet, and the constraints that need no other sheet.

    `filled` has the slots, `events` all fields whose turns are chosen one by one, `astronauts` when one was crossed.
    A scenario adds its own events in its `__init__` and its constraints in `constrain`.
    """

    def __init__(self, model: Model, board: NumberBoard, seat: int, marks: Marks, offers: Offers) -> None:
        self.model, self.seat, self.marks, self.offers = model, seat, marks, offers
        self.number_board = board
        self.number_in = {slot: mark for slot in board.slots if isinstance(mark := marks.get(slot), int)}
        self.errors = [error for error in board.errors if error in marks]
        self.last = len(self.number_in) + len(self.errors)
        self.turns = range(1, self.last + 1)
        every = list(self.turns)
        self.numbers = {slot: Choice(model, turns) for slot, turns in self._possible_turns().items()}
        self.crosses = {slot: Choice(model, every) for slot in board.slots if marks.get(slot) == "X"}
        self.filled: dict[str, Event] = {**self.numbers, **self.crosses}
        self.erring = {error: Choice(model, every) for error in self.errors}
        self.events: dict[str, Event] = {**self.filled, **self.erring}
        self.astronauts = self.some_turns(board.astronauts)
        self.acts = {action: self.each_turn() for action in ACTIONS}
        self.idle = self.each_turn()  # whether no action was taken

    # --- what a scenario fills in -------------------------------------------------------------------------

    @abstractmethod
    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """For each action but the astronaut's the marks that it can leave in a turn; at most one of them is made."""

    @abstractmethod
    def closed(self, number: int, turn: int) -> Iterable[list[BoolVar]]:
        """For every slot what keeps a number out of it at the end of a turn, one of which must hold."""

    def wild_in(self, turn: int) -> BoolVar:
        """Whether a wild replaces the action of the offer in a turn."""
        return FALSE

    def effect_fields(self, action: str) -> Sequence[str]:
        """The fields that an action inks, for contradictions to name; those of astronauts and planning are known."""
        return ()

    def actions_taken(self) -> int:
        """At least so many turns took an action, by the marks that come of nothing else."""
        return len(self.crosses) + self.inked(self.number_board.astronauts)

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        self._turn_by_turn()
        self._offered()
        self._effects()
        self.exactly(self.astronauts, self.number_board.astronauts)
        self._errors()

    # --- helpers ------------------------------------------------------------------------------------------

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Marks of this sheet as a rule of the model names them."""
        return [(self.seat, field) for field in fields]

    def each_turn(self) -> dict[int, BoolVar]:
        """A new literal for each turn."""
        return {turn: self.model.literal() for turn in self.turns}

    def some_turns(self, fields: Sequence[str]) -> dict[int, BoolVar]:
        """For each turn whether one of the fields was inked, if any of them bears ink."""
        if any(field in self.marks for field in fields):
            return self.each_turn()
        return dict.fromkeys(self.turns, FALSE)

    def until(self, made: Made, turn: int) -> list[Term]:
        """In how many turns up to this one a mark was made, as terms of a sum."""
        return [(1, literal) for each, literal in made.items() if each <= turn]

    def inked(self, fields: Iterable[str]) -> int:
        """How many of the fields bear ink."""
        return sum(field in self.marks for field in fields)

    def exactly(self, made: Made, fields: Iterable[str]) -> None:
        """States that a mark was made in as many turns as fields bear ink."""
        count = self.inked(fields)
        self.model.linear(self.until(made, self.last), count, count)

    # --- numbers and offers -------------------------------------------------------------------------------

    def _possible_turns(self) -> dict[str, list[int]]:
        """The turns in which each number can have been written, given that every number needs its own."""
        every = list(self.turns)
        if self.model.relaxed:
            return dict.fromkeys(self.number_in, every)
        offered = {slot: self.turns_for(number) for slot, number in self.number_in.items()}
        possible = matchable(offered, self.last, every if self.errors else [])
        if possible is None:
            self.model.clause()
        return possible or offered

    def turns_for(self, number: int) -> list[int]:
        """The turns that can give a number. Whoever changes one crosses an astronaut, while any is left."""
        changed = any(symbol in self.marks for symbol in self.number_board.astronauts)
        reach = range(number - SHIFT, number + SHIFT + 1) if changed else (number,)
        found = {turn for near in reach for turn in self.offers.turns(near, ACTIONS) if turn <= self.last}
        return sorted(found)

    def _turn_by_turn(self) -> None:
        """Every turn has one number or one error; errors come from the top."""
        for turn in self.turns:
            made = [event.at(turn) for event in self.numbers.values()]
            self.model.exactly_one([*made, *(event.at(turn) for event in self.erring.values())])
        ladders.in_time(self.model, [self.erring[error] for error in self.errors], self.turns, apart=1)

    def _offered(self) -> None:
        """A number is that of the chosen offer, or differs a little where an astronaut changed it."""
        model = self.model
        for turn in self.turns:
            chosen = {offer: model.literal() for offer in self.offers.of_turn(turn)}
            for offer, literal in chosen.items():
                model.implies(literal, self.offers.of_turn(turn)[offer])
            wild = self.wild_in(turn)
            written = model.any_of(event.at(turn) for event in self.numbers.values())
            model.exactly_one([*chosen.values(), -written])
            model.implies(wild, written)
            for action in ACTIONS:
                act = self.acts[action][turn]
                model.implies(act, wild, *(x for offer, x in chosen.items() if offer.action == action))
                model.implies(act, written)
            for slots in self._alike():
                number = self.number_in[slots[0]]
                now = model.any_of(self.numbers[slot].at(turn) for slot in slots)
                if now == FALSE:
                    continue
                why = f"{slots[0]} = {number} comes from an offer of its turn"
                with model.rule(RuleCode.OFFER, self.name(*slots), why):
                    for offer, literal in chosen.items():
                        if abs(offer.number - number) > SHIFT:
                            model.clause(-now, -literal)
                        elif offer.number != number:
                            model.clause(-now, -literal, self.acts[ASTRONAUT][turn])
                    self._offered_with_action(number, turn, now, wild)

    def _alike(self) -> list[list[str]]:
        """The slots by their numbers; each for itself where a contradiction is to name one."""
        if self.model.relaxed:
            return [[slot] for slot in self.number_in]
        numbers = dict.fromkeys(self.number_in.values())
        return [[slot for slot, its in self.number_in.items() if its == number] for number in numbers]

    def _offered_with_action(self, number: int, turn: int, now: BoolVar, wild: BoolVar) -> None:
        """A number that takes an action is offered with just that one. Follows from the rest, but saves search."""
        offered, acts = partial(self.offers.any_of, turn, number), self.acts
        near = range(number - SHIFT, number + SHIFT + 1)
        changed = [literal for other in near for literal in self.offers.any_of(turn, other, [ASTRONAUT])]
        self.model.clause(-now, wild, *changed, *offered(ACTIONS))
        self.model.clause(-now, acts[ASTRONAUT][turn], *offered(ACTIONS))
        for action in ACTIONS:
            if action != ASTRONAUT:
                self.model.clause(-now, -acts[action][turn], wild, *offered([action]))

    # --- actions ------------------------------------------------------------------------------------------

    def _effects(self) -> None:
        """At most one action a turn, which gives one effect."""
        model = self.model
        for turn in self.turns:
            effects = {**self.effects(turn), ASTRONAUT: [self.astronauts[turn]]}
            model.exactly_one([*(self.acts[action][turn] for action in ACTIONS), self.idle[turn]])
            for action in ACTIONS:
                act, made = self.acts[action][turn], effects.get(action, [])
                model.linear([(1, literal) for literal in made], None, 1)
                why = f"every {action} of seat {self.seat} took the action of an offer or a wild"
                with model.rule(RuleCode.ACTION, self.name(*self._inked_by(action)), why):
                    for literal in made:
                        model.implies(literal, act)
                if action == ASTRONAUT:
                    self.astronaut_crossed(turn, act)
                else:
                    model.implies(act, *made)
        if not model.relaxed:  # follows from the rest, but saves search
            model.linear(self.until(self.idle, self.last), None, self.last - self.actions_taken())

    def _inked_by(self, action: str) -> list[str]:
        """The marks that an action can have left."""
        match action:
            case "astronaut":
                fields: Sequence[str] = self.number_board.astronauts
            case "planning":
                fields = tuple(self.crosses)
            case _:
                fields = self.effect_fields(action)
        return [field for field in fields if field in self.marks]

    def astronaut_crossed(self, turn: int, act: BoolVar) -> None:
        """A changed number crosses an astronaut, unless all of them are crossed already."""
        symbols = self.number_board.astronauts
        now = self.astronauts[turn]
        if all(symbol in self.marks for symbol in symbols):
            self.model.linear(self.until(self.astronauts, turn), len(symbols), None, given=(act, -now))
        else:
            self.model.implies(act, now)

    # --- numbers in order ---------------------------------------------------------------------------------

    def kept_out(self, slot: str, number: int, turn: int, *zones: Sequence[str]) -> list[BoolVar]:
        """What keeps a number out of a slot of ascending zones at the end of a turn: ink, or numbers out of order."""
        closing = [self.filled[slot].by(turn)] if slot in self.filled else []
        bounds = (other for zone in zones for other in ascending.bounding(zone, slot, number, self.number_in))
        return closing + [self.numbers[other].by(turn) for other in bounds]

    # --- errors -------------------------------------------------------------------------------------------

    def _errors(self) -> None:
        """An error only where none of the numbers offered can be written, changed by astronauts or not."""
        if not self.errors:
            return
        for turn in self.turns:
            erring = self.model.any_of(event.at(turn) for event in self.erring.values())
            why = f"in turn {turn} a number could have been written"
            with self.model.rule(RuleCode.ERROR, self.name(*self.errors), why):
                for number, offered in self._writable(turn).items():
                    for closed in self.closed(number, turn - 1):
                        self.model.clause(-erring, -offered, *closed)

    def _writable(self, turn: int) -> dict[int, BoolVar]:
        """For each number whether an offer of a turn allows it."""
        allowed: dict[int, list[BoolVar]] = {}
        for offer, offered in self.offers.of_turn(turn).items():
            reach = SHIFT if offer.action == ASTRONAUT else 0
            for number in range(offer.number - reach, offer.number + reach + 1):
                if number in self.number_board.numbers:
                    allowed.setdefault(number, []).append(offered)
        return {number: self.model.any_of(offered) for number, offered in allowed.items()}
