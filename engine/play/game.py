"""The interface of a game: a start, the legal steps, playing one, and the points.

A game is played in *steps*: one decision of one player (a number, an X, an arrow, a claim, …) with the ink that the
player chooses. `play` adds the ink that the rules then force. Every state is a frozen value; to undo a step, keep the
earlier state.

If there is a choice between equal fields (a rocket of a row, an error), `legal_steps` offers one of them and `play`
accepts any. Forced ink uses the first by the player's *mark order*, which is given at the start.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Protocol, runtime_checkable

import msgspec

from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.play.notation import format_step, parse_step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History, Ink, Turn
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet

FEW = 3  # fields that a person can easily look at
PASS = "pass"  # the kind of every step that declines an option

MarkOrders = Mapping[int, Sequence[tuple[str, Mark]]]


class Step(msgspec.Struct, frozen=True):
    """One decision: the seat that takes it, its kind (`number`, `build-x`, `pass`, …) and the ink it chooses.

    `card`: in the solo game, the card of the turn, from 1, that leaves the game.
    """

    seat: int
    kind: Annotated[str, msgspec.Meta(pattern="^[a-z-]+$")]
    ink: tuple[Ink, ...] = ()
    offer: int | None = None
    card: int | None = None

    def __str__(self) -> str:
        """Return the step as text; see `notation`."""
        return format_step(self.seat, self.kind, self.ink, self.offer, self.card)

    @classmethod
    def parse(cls, text: str) -> Step:
        """Return the step in a text such as "s1 o2 floor-3.4=11". Raises FairsheetError if it is none."""
        return cls(**parse_step(text))


class Outside(msgspec.Struct, frozen=True):
    """Effects on other players in a turn, from players whose sheets are not available.

    `ink` are the fields that they marked for everybody (a sabotage, a race won, a mission claimed).
    """

    turn: int
    ink: tuple[str, ...]


class Reason(msgspec.Struct, frozen=True):
    """A step of an explanation: marks of the sheet, the code of a rule (or several, joined by +), and its words."""

    fields: tuple[str, ...]
    rule: str
    why: Message


class Contradiction(msgspec.Struct, frozen=True, omit_defaults=True):
    """Marks that are impossible together, and the reason in words for players.

    Players look at `fields` first. Further fields are `counted`: the words give at most their number.

    `rule` is the code of the rule that they break; on a sheet without rules in the program, it is the id of the check.
    If several rules are needed, `rule` has their codes joined by +, `steps` leads to the contradiction, and `why` joins
    the words of the steps. `certificate` is the folder of the certificate, if one was asked for.
    """

    fields: tuple[str, ...]
    why: Message
    rule: str
    steps: tuple[Reason, ...] = ()
    certificate: str = ""
    counted: tuple[str, ...] = ()

    @classmethod
    def counting(cls, fields: Sequence[str], why: Message, rule: str, *, few: Sequence[str]) -> Contradiction:
        """Return a contradiction of fields that names at most a `few` of them, or all if `few` is empty."""
        shown = tuple(few[:FEW] or fields)
        return cls(shown, why, rule, counted=tuple(field for field in fields if field not in shown))

    @property
    def involved(self) -> tuple[str, ...]:
        """All fields whose marks are part of the contradiction."""
        return (*self.fields, *self.counted)

    @property
    def codes(self) -> tuple[RuleCode, ...]:
        """The rules of the contradiction; none if the proof names no rule."""
        return tuple(RuleCode(code) for code in self.rule.split("+") if code)


def few_of(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Return a few fields of a wrong count: its smaller side, or the last ones of the other side.

    >>> few_of(["a", "b"], ["c"]), few_of(["a"], []), few_of("abcd", "efghi")
    (('c',), ('a',), ('i',))
    """
    few, many = sorted((one, other), key=len)
    return tuple(few if 0 < len(few) <= FEW else many[len(few) :][:FEW] or many[-1:])


def off_by(surplus: int) -> Message:
    """Return by how much a count is too large, or too small if the surplus is negative."""
    return (Message("{n} too few") if surplus < 0 else Message("{n} too many")).filled(n=abs(surplus))


class IllegalStep(Exception):
    """A rule does not allow a step; the message says why."""

    def __init__(self, rule: RuleCode, why: str) -> None:
        self.rule = rule
        super().__init__(why)


@runtime_checkable
class Game(Protocol):
    """The rules of one scenario on one sheet. Callers do not look into a state."""

    sheet: Sheet
    tie_break_words: Sequence[str]  # the advantage of the better player, for each number of `tie_break`
    stars: Sequence[int]  # the league's stars for the first, the second, and so on

    def start(
        self,
        deal: Deal,
        mark_orders: MarkOrders | None = None,
        seats: Sequence[int] | None = None,
        outside: Sequence[Outside] = (),
    ) -> State:
        """Return the state of the first turn, or of setting up, with the deal's players and missions.

        `mark_orders`: by the seat of a sheet, marks in the order in which they are made if the rules leave it open.
        `seats`: the sheets that are played, all by default; `outside`: effects of the other players.
        """

    def to_move(self, state: State) -> int | None:
        """Return the seat that decides next; None if the game is over."""

    def legal_steps(self, state: State) -> Sequence[Step]:
        """Return every step that the seat to move may take; never empty before the game is over."""

    def can_take(self, slot: str, number: int, offer: Offer) -> bool:
        """Return whether an offer can put a number into a slot, regardless of the rest of the sheet."""

    def play(self, state: State, step: Step) -> State:
        """Return the state after the step. Raises IllegalStep."""

    def turn(self, state: State) -> int:
        """Return the current turn, from 1, or 0 during set-up; the last turn if the game is over."""

    def situation(self, state: State) -> Hashable:
        """Return a key for the rest of the turn: equal for states that differ only in the order of the turn's steps."""

    def marks(self, state: State, seat: int) -> Marks:
        """Return the ink on a seat's sheet."""

    def history(self, state: State, seat: int) -> History:
        """Return the turns of a player with their ink on the seat's sheet, or on two sheets if they have sides."""

    def turn_played(self, state: State, seat: int, number: int) -> Turn:
        """Return a player's turn as far as it was played, without ink if nothing was done yet."""

    def endings(self, marks: Marks) -> Iterable[str]:
        """Yield the reasons on this sheet why the game ends: `missions`, `errors`, `slots`, or another word of the
        scenario.
        """

    def is_over(self, marks: Marks) -> bool:
        """Return whether this ink alone shows that the game is over for the whole table."""

    def contradictions(
        self, marks: Marks, deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> Iterator[Contradiction]:
        """Yield everything about one sheet's ink that is impossible in any order of play.

        `deal` is None for physical cards; then `missions` has the cards on the table that are known.
        """

    def turns_seen(self, marks: Marks) -> int | None:
        """Return the number of turns that a sheet's ink shows; None if it does not show it."""

    def tie_break(self, marks: Marks) -> tuple[int, ...]:
        """Return the rank of a player among equal totals: the greater tuple is better, equal tuples share the rank.

        `marks` is the player's ink; if sheets have sides, the ink on the player's sides of both.
        """

    def rival_gains(self, state: State, steps: Sequence[Step]) -> Sequence[float]:
        """Return about how many points the rival of the solo game gains by each step; 0 without a rival."""

    def wins_tie(self, marks: Marks) -> bool:
        """Return whether the player of the solo game wins if ASTRA has the same points."""

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> Sequence[float]:
        """Return for each of the legal steps how good it looks to a sensible player."""


def mark_order_of(marks: Marks) -> list[tuple[str, Mark]]:
    """Return a mark order that leads to these marks, if any does: the marked fields come first.

    >>> mark_order_of({"error.2": "circled", "error.5": "circled+crossed"})
    [('error.5', 'circled'), ('error.5', 'crossed'), ('error.2', 'circled')]
    """
    both = [field for field, mark in marks.items() if mark == "circled+crossed"]
    rest = [(field, mark) for field, mark in marks.items() if mark != "circled+crossed"]
    return [(field, part) for field in both for part in ("circled", "crossed")] + rest
