"""System errors: circled in turns without a writable offer, and for sabotages of others, while any is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from fairsheet.engine.games.launch._board import Board
from fairsheet.engine.games.launch._numbers import NumbersInTime
from fairsheet.engine.play.editor import Player, SheetEditor, next_of
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Term
from fairsheet.engine.solver.timeline import Event
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks

# --- in play ----------------------------------------------------------------------------------------------


def step_of(board: Board, player: Player) -> Step:
    """Return the step that circles an error if no number fits; of equal errors the first by mark order."""
    error = next_of(player.mark_order(board.errors, "circled"), player.marks)
    assert error is not None
    return Step(player.seat, "error", (Ink(error, "circled", "error"),))


def circle(board: Board, editor: SheetEditor, by: Cause) -> None:
    """Circle an error for a sabotage of others, if any is left."""
    if (error := next_of(editor.mark_order(board.errors, "circled"), editor.marks)) is not None:
        editor.mark(error, "circled", by)


def check(board: Board, error: str, marks: Marks, writable: Iterable[Step]) -> None:
    """Check that an error may be circled: one is left, and no number can be written. Raises IllegalStep otherwise."""
    if error not in board.errors:
        raise IllegalStep(RuleCode.INK, f"{error} is not a system error")
    if error in marks:
        raise IllegalStep(RuleCode.INK, f"{error} is circled already")
    for step in writable:
        ink = step.ink[0]
        problem = f"an error may only be circled when no number can be written, and {ink.mark} could"
        raise IllegalStep(RuleCode.ERROR, f"{problem} go into {ink.field}")


# --- on a final sheet -------------------------------------------------------------------------------------


def own_errors(board: Board, marks: Marks) -> tuple[int, int]:
    """Return the least and greatest number of errors that the player circled in turns without a number.

    A sabotage crossed in an open section came from others. If all errors are circled, it need not have circled one.
    """
    circled = sum(error in marks for error in board.errors)
    crossed = sum(symbol in marks for symbol in board.sabotages)
    surely = len(board.suffered(marks)) if circled < len(board.errors) else 0
    return max(0, circled - crossed), max(0, circled - surely)


# --- in time ----------------------------------------------------------------------------------------------


class Suffered(msgspec.Struct, frozen=True):
    """A sabotage crossed on the sheet: when it was set off, and whether an opponent did it."""

    event: Event
    by_others: Lit


def own_errors_in_time(numbers: NumbersInTime) -> None:
    """State that the player has an error of their own only if none of the offers can be written."""
    sheet, model = numbers.sheet, numbers.model
    for turn, error in numbers.own_error.items():
        if error == FALSE:
            continue
        model.implies(error, sheet.turns.played(turn))
        for (floor, number), offered in _writable(numbers, turn).items():
            words = Message(
                "no error was made in turn {turn} while its {number} could be written on {floor}",
                "no error was made in turns {turn} while their {number} could be written on {floor}",
                n=1,
                turn=turn,
                number=number,
                floor=floor,
            )
            with model.rule(RuleCode.ERROR, (), words):
                for closers in numbers.closed_by(floor, number):
                    closed = (sheet.filled[slot].by(turn - 1) for slot in closers)
                    model.clause(-error, -offered, *closed)


def _writable(numbers: NumbersInTime, turn: int) -> Mapping[tuple[str, int], Lit]:
    """Return, by floor and number, whether an offer of a turn allows the number there."""
    allowed: dict[tuple[str, int], list[Lit]] = {}
    for offer, offered in numbers.offers.of_turn(turn).items():
        for floor in numbers.board.floors_of[offer.action]:
            allowed.setdefault((floor, offer.number), []).append(offered)
    return {key: numbers.model.any_of(offered) for key, offered in allowed.items()}


class ErrorsInTime:
    """How many errors are circled by the end of every turn. Within a turn the player's own comes before sabotages."""

    def __init__(self, numbers: NumbersInTime, suffered: Sequence[Suffered]) -> None:
        self.sheet, self.model, self.own = numbers.sheet, numbers.sheet.model, numbers.own_error
        self.board, self.suffered = numbers.sheet.board, suffered

    def to_circle(self, turn: int, suffered_until: int | None = None) -> list[Term]:
        """Return the errors to be circled up to a turn, without regard to how many the sheet has."""
        until = turn if suffered_until is None else suffered_until
        own = [(1, literal) for earlier, literal in self.own.items() if earlier <= turn]
        return own + [(1, self.model.all_of((s.event.by(until), s.by_others))) for s in self.suffered]

    def circled(self, turn: int, suffered_until: int | None = None) -> list[Term]:
        """Return the errors circled up to a turn."""
        terms, capacity = self.to_circle(turn, suffered_until), len(self.board.errors)
        if len(self.sheet.errors) < capacity or self.model.upper_bound(terms) <= capacity:
            return terms
        return [(1, self.model.minimum(terms, [(capacity, TRUE)]))]

    def constrain(self) -> None:
        """State that each turn without a number and each sabotage of others circled one error."""
        most, circled = len(self.board.errors), len(self.sheet.errors)
        words = Message(
            "{n} error is circled, one for each turn without a number and each sabotage of others",
            "{n} errors are circled, one for each turn without a number and each sabotage of others",
            n=circled,
        )
        crossed = [symbol for symbol in self.board.sabotages if symbol in self.sheet.marks]
        with self.model.rule(RuleCode.ERROR, self.sheet.name(*self.sheet.errors, *crossed), words):
            self.model.linear(
                self.to_circle(self.sheet.turns.most), circled, None if circled == most else circled
            )

    def state_end(self) -> None:
        """State that no player plays after all errors are circled."""
        most = len(self.board.errors)
        if len(self.sheet.errors) < most:
            return
        with self.sheet.ends_with(
            Message("the game ended when player {seat} circled the last error"), self.sheet.errors
        ):
            for turn in self.sheet.turns:
                later = self.sheet.turns.played(turn + 1)
                self.model.linear(self.to_circle(turn), None, most - 1, given=(later,))
