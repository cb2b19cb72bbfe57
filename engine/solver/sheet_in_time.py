"""One sheet with numbers in time, for the rules that constrain it.

Every turn has a number or an error. A number may come with one action, from its offer or from a wild: the *effects* of
a turn exclude each other. Equal marks, such as crosses on astronauts, are counted, not distinguished.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence

from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.play.number_board import NumberBoard, crosses_on, numbers_on
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Model
from fairsheet.engine.solver.counted import Counted
from fairsheet.engine.solver.ink_in_time import InkInTime
from fairsheet.engine.solver.timeline import Choice, Condition, Event
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Marks


class SheetInTime(InkInTime, ABC):
    """The events of one sheet with numbers: the turns in which its marks can have been made, regardless of other
    sheets.

    `filled` has the slots, `events` all fields whose turns are chosen one by one. `counted` has the groups of equal
    fields that are only counted, among them `astronauts`.
    """

    turns: Sequence[int]
    bonuses: Collection[str] = ()  # the actions whose marks can have another cause, too

    def __init__(self, model: Model, board: NumberBoard, seat: int, marks: Marks, offered: Offers) -> None:
        self.model, self.seat, self.marks, self.offers = model, seat, marks, offered
        self.board = board
        self.number_in = numbers_on(board, marks)
        self.errors = [error for error in board.errors if error in marks]
        self.last = len(self.number_in) + len(self.errors)
        self.turns = range(1, self.last + 1)
        every = list(self.turns)
        self.numbers = {slot: Choice(model, turns) for slot, turns in self.possible_turns().items()}
        self.crosses = {slot: Choice(model, every) for slot in crosses_on(board, marks)}
        self.filled: dict[str, Event] = {**self.numbers, **self.crosses}
        self.erring = {error: Choice(model, every) for error in self.errors}
        self.events: dict[str, Event] = {**self.filled, **self.erring}
        self.counted: list[Counted] = []
        self.used = {}
        self.astronauts = self.count(board.astronauts)
        self.acts = {action: self.each_turn() for action in ACTIONS}
        self.idle = self.each_turn()  # whether no action was taken
        self.prepare()

    @abstractmethod
    def possible_turns(self) -> Mapping[str, Sequence[int]]:
        """Return for each slot with a number the turns in which it can have been written."""

    # --- for the scenarios --------------------------------------------------------------------------------

    @abstractmethod
    def prepare(self) -> None:
        """Add the scenario's own events."""

    @abstractmethod
    def effects(self, turn: int) -> Mapping[str, Sequence[Lit]]:
        """Return for each action the marks that it can leave in a turn; at most one of them is made.

        Leave out crossed astronauts, and every X, which planning leaves.
        """

    @abstractmethod
    def closings(self, number: int) -> Iterable[tuple[Condition, ...]]:
        """Yield for every slot the conditions that keep a number out of it.

        One of them must hold if the number cannot be written. Slots that never accept the number may be left out.
        """

    def wild_in(self, turn: int) -> Lit:
        """Return whether a wild replaces the action of the offer in a turn."""
        return FALSE

    def effect_fields(self, action: str) -> Sequence[str]:
        """Return the fields that an action inks, for contradictions to name; leave out astronauts and planning."""
        return ()

    # --- helpers ------------------------------------------------------------------------------------------

    def count(self, equals: Sequence[str], *, ordered: bool = False) -> Counted:
        """Return the turns in which some equal fields were inked, at most one per turn.

        They are inked in the order of the marks, or with `ordered` in the order of `equals`.
        """
        fields = [field for field in self.marks if field in equals]
        if ordered:
            fields.sort(key=equals.index)
        counted = Counted(self.some_turns(fields), fields)
        self.counted.append(counted)
        return counted

    def astronaut_crossed(self, turn: int, act: Lit) -> None:
        """State that a changed number crosses an astronaut, unless all of them are already crossed."""
        symbols = self.board.astronauts
        now = self.astronauts[turn]
        if all(symbol in self.marks for symbol in symbols):
            self.model.linear(self.until(self.astronauts, turn), len(symbols), None, given=(act, -now))
        else:
            self.model.implies(act, now)
