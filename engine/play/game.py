"""What a game is to the rest of the program: a start, the legal steps, playing one, and what it is worth.

A game is played in *steps*: one decision of one player (a number, an X, an arrow, a claim, …) with the ink
that the player chooses. `play` adds the ink that the rules then force. Every state is a frozen value; nothing
is undone, one keeps the earlier state instead.

Where equals can be chosen from (which rocket of a row, which error), `legal_steps` offers one of them and
`play` takes any. Forced ink takes the first by the player's *mark order*, an order given at the start.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, runtime_checkable

import msgspec

from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History, Ink, Turn
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet

FEW = 3  # fields that a person looks at easily
PASS = "pass"  # the kind of every step that declines what is optional

MarkOrders = Mapping[int, Sequence[tuple[str, Mark]]]


class Step(msgspec.Struct, frozen=True):
    """One decision: the seat that takes it, its kind (`number`, `build-x`, `pass`, …), the ink it chooses.

    `card`: in the solo game, the one of the turn's cards, from 1, that leaves the game.
    """

    seat: int
    kind: str
    ink: tuple[Ink, ...] = ()
    offer: int | None = None
    card: int | None = None


class Outside(msgspec.Struct, frozen=True):
    """What players whose sheets are not available did in a turn that the others feel.

    `ink` are the fields that they marked for everybody (a sabotage, a race won, a mission claimed).
    """

    turn: int
    ink: tuple[str, ...]


class Reason(msgspec.Struct, frozen=True):
    """A step of an explanation: marks of the sheet, the code of a rule, or several with a + between, and its words."""

    fields: tuple[str, ...]
    rule: str
    why: Message


class Contradiction(msgspec.Struct, frozen=True, omit_defaults=True):
    """Marks that cannot stand together, and why, in words for players.

    `fields` are those to look at first; of further ones, which are `counted`, the words give at most the number.

    `rule` is the code of the rule that they break, of a sheet without rules in the program the id of the check; where
    it takes several rules to show it, their codes with a + between, and `steps` leads to it; `why` joins their words.
    `certificate` is the folder with the certificate, where one was asked for.
    """

    fields: tuple[str, ...]
    why: Message
    rule: str
    steps: tuple[Reason, ...] = ()
    certificate: str = ""
    counted: tuple[str, ...] = ()

    @classmethod
    def counting(cls, fields: Sequence[str], why: Message, rule: str, *, few: Sequence[str]) -> Contradiction:
        """Return a contradiction of fields of which players look at a few, or at all if there are no few."""
        shown = tuple(few[:FEW] or fields)
        return cls(shown, why, rule, counted=tuple(field for field in fields if field not in shown))

    @property
    def involved(self) -> tuple[str, ...]:
        """Every field without whose mark there may be no contradiction."""
        return (*self.fields, *self.counted)

    @property
    def codes(self) -> tuple[RuleCode, ...]:
        """The rules that it takes to show it; none where the proof names no rule."""
        return tuple(RuleCode(code) for code in self.rule.split("+") if code)


def few_of(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Return a few fields of a wrong count: its smaller side, or the last ones of the other side.

    >>> few_of(["a", "b"], ["c"]), few_of(["a"], []), few_of("abcd", "efghi")
    (('c',), ('a',), ('i',))
    """
    few, many = sorted((one, other), key=len)
    return tuple(few if 0 < len(few) <= FEW else many[len(few) :][:FEW] or many[-1:])


def off_by(surplus: int) -> Message:
    """Return by how much a count is too great, or too small if the surplus is negative."""
    return (Message("{n} too few") if surplus < 0 else Message("{n} too many")).filled(n=abs(surplus))


class IllegalStep(Exception):
    """A step that a rule does not allow; the message says why."""

    def __init__(self, rule: RuleCode, why: str) -> None:
        self.rule = rule
        super().__init__(why)


@runtime_checkable
class Game(Protocol):
    """The rules of one scenario on one sheet. Callers do not look into a state."""

    sheet: Sheet
    tie_break_words: Sequence[str]  # what the better player has, for each number of `tie_break`
    stars: Sequence[int]  # what a league gives to the first, the second, and so on

    def start(
        self,
        deal: Deal,
        mark_orders: MarkOrders | None = None,
        seats: Sequence[int] | None = None,
        outside: Sequence[Outside] = (),
    ) -> State:
        """The state of the first turn, or of setting up, of a game with the deal's players and missions.

        `mark_orders`: by the seat of a sheet, marks in the order in which they are made where the rules leave it open.
        `seats`: those whose sheets are played, all by default; `outside` says what the others did.
        """

    def to_move(self, state: State) -> int | None:
        """The seat that decides next, or None when the game is over."""

    def legal_steps(self, state: State) -> Sequence[Step]:
        """Every step that the seat to move may take; never empty before the game is over."""

    def can_take(self, slot: str, number: int, offer: Offer) -> bool:
        """Whether a number can come to stand in a slot with an offer, whatever else is on the sheet."""

    def play(self, state: State, step: Step) -> State:
        """The state after the step. Raises IllegalStep."""

    def turn(self, state: State) -> int:
        """The turn being played, from 1, 0 while setting up; in a game that is over the last one."""

    def situation(self, state: State) -> Hashable:
        """What the rest of the turn depends on: equal for states that differ only in the order of the turn's steps."""

    def marks(self, state: State, seat: int) -> Marks:
        """The ink on a seat's sheet."""

    def history(self, state: State, seat: int) -> History:
        """How the ink of a player came about: that on the seat's sheet or, of sheets with sides, on two of them."""

    def turn_played(self, state: State, seat: int, number: int) -> Turn:
        """What a player has done in a turn up to the one being played; one without ink where that is nothing yet."""

    def endings(self, marks: Marks) -> Iterable[str]:
        """What on this sheet ends the game: `missions`, `errors`, `slots`, or what the scenario calls it."""

    def is_over(self, marks: Marks) -> bool:
        """Whether this ink alone shows that the game is over for the whole table."""

    def contradictions(
        self, marks: Marks, deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> Iterator[Contradiction]:
        """Everything about one sheet's ink that is impossible whatever the order of play, one by one.

        `deal` is None for physical cards; `missions` then has the cards that lie open, as far as they are known.
        """

    def turns_seen(self, marks: Marks) -> int | None:
        """How many turns a sheet has seen; None where its ink alone does not show it."""

    def tie_break(self, marks: Marks) -> tuple[int, ...]:
        """What ranks players of equal totals: the greater tuple is better, equal ones share the rank.

        `marks` is the player's ink; of sheets with sides that on the player's sides of both.
        """

    def rival_gains(self, state: State, steps: Sequence[Step]) -> Sequence[float]:
        """What the rival of the solo game gains by each of the legal steps, in points about; 0 without one."""

    def wins_tie(self, marks: Marks) -> bool:
        """Whether the player of the solo game wins where ASTRA has as many points."""

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> Sequence[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""


def mark_order_of(marks: Marks) -> list[tuple[str, Mark]]:
    """A mark order that leads to these marks where any does: what is inked in the end is inked first.

    >>> mark_order_of({"error.2": "circled", "error.5": "circled+crossed"})
    [('error.5', 'circled'), ('error.5', 'crossed'), ('error.2', 'circled')]
    """
    both = [field for field, mark in marks.items() if mark == "circled+crossed"]
    rest = [(field, mark) for field, mark in marks.items() if mark != "circled+crossed"]
    return [(field, part) for field in both for part in ("circled", "crossed")] + rest
