"""One sheet with numbers in time, as the rules see it when they constrain it.

Every turn has a number or an error. A number may come with one action, of its offer or of a wild: the *effects* of a
turn exclude each other. What makes no difference, such as which astronaut is crossed, is counted, not distinguished.
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
    """The events of one sheet with numbers: the turns in which its marks can have been made, whatever the others did.

    `filled` has the slots, `events` all fields whose turns are chosen one by one, `counted` the equals of which one was
    inked in some turns, among them `astronauts`.
    """

    turns: Sequence[int]
    bonuses: Collection[str] = ()  # the actions whose marks something else can give, too

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
        """For each slot with a number the turns in which it can have been written."""

    # --- what a scenario fills in -------------------------------------------------------------------------

    @abstractmethod
    def prepare(self) -> None:
        """Adds the events of the scenario's own."""

    @abstractmethod
    def effects(self, turn: int) -> Mapping[str, Sequence[Lit]]:
        """For each action the marks that it can leave in a turn; at most one of them is made.

        Crossed astronauts and every X, which planning leaves, are known.
        """

    @abstractmethod
    def closings(self, number: int) -> Iterable[tuple[Condition, ...]]:
        """For every slot what keeps a number out of it, one of which must hold where nothing can be written.

        A slot into which the number can never go may be left out.
        """

    def wild_in(self, turn: int) -> Lit:
        """Whether a wild replaces the action of the offer in a turn."""
        return FALSE

    def effect_fields(self, action: str) -> Sequence[str]:
        """The fields that an action inks, for contradictions to name; those of astronauts and planning are known."""
        return ()

    def actions_taken(self) -> int:
        """At least this many turns took an action, by the marks that come of nothing else."""
        return len(self.crosses) + self.inked(self.board.astronauts)

    # --- helpers ------------------------------------------------------------------------------------------

    def count(self, equals: Sequence[str], *, ordered: bool = False) -> Counted:
        """When some equals were inked, one in a turn at most, as many as bear ink.

        They are inked in the order of the marks, or in their own.
        """
        fields = [field for field in self.marks if field in equals]
        if ordered:
            fields.sort(key=equals.index)
        counted = Counted(self.some_turns(fields), fields)
        self.counted.append(counted)
        return counted

    def astronaut_crossed(self, turn: int, act: Lit) -> None:
        """A changed number crosses an astronaut, unless all of them are crossed already."""
        symbols = self.board.astronauts
        now = self.astronauts[turn]
        if all(symbol in self.marks for symbol in symbols):
            self.model.linear(self.until(self.astronauts, turn), len(symbols), None, given=(act, -now))
        else:
            self.model.implies(act, now)
