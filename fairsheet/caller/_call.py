"""The state of the caller, and how keys change it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from fairsheet.languages.messages import Message

TURNS = range(1, 101)  # turns to call: piles are reshuffled without end, but a sheet has room for at most 61
MOST_DIGITS = len(str(TURNS[-1]))

Key = Literal["next", "back", "enter", "erase", "cancel"]


@dataclass(frozen=True)
class Call:
    """The turn on the screen, the typed digits of a turn to jump to, and a notice until the next key.

    `reached` is the turn at which the game continues. After a jump it stays the same until the next turn is shown.
    """

    turn: int = TURNS[0]
    typed: str = ""
    notice: str = ""
    reached: int = TURNS[0]


def call_at(turn: int, notice: str = "") -> Call:
    """Return the state of a caller whose table has reached this turn."""
    return Call(turn, notice=notice, reached=turn)


def press(call: Call, key: Key | str) -> Call:
    """Return the state after a key: one of `Key`, or a digit. Other keys do nothing.

    >>> press(call_at(4), "next").turn, press(call_at(1), "back").turn
    (5, 1)
    >>> looked = press(press(press(call_at(4), "1"), "7"), "enter")
    >>> looked.turn, looked.reached, press(looked, "next").reached
    (17, 4, 18)
    """
    match key:
        case "next":
            return call_at(min(call.turn + 1, TURNS[-1]))
        case "back":
            turn = max(call.turn - 1, TURNS[0])
            return call_at(turn) if call.turn == call.reached else Call(turn, reached=call.reached)
        case "enter":
            return _jump(call) if call.typed else press(call, "next")
        case "erase":
            return replace(call, typed=call.typed[:-1], notice="")
        case "cancel":
            return replace(call, typed="", notice="")
    if key.isascii() and key.isdigit() and len(call.typed) < MOST_DIGITS:
        return replace(call, typed=call.typed + key, notice="")
    return call


def _jump(call: Call) -> Call:
    turn = int(call.typed)
    if turn not in TURNS:
        notice = Message(
            "There is no turn {turn}; turns are {first} to {last}.", turn=turn, first=TURNS[0], last=TURNS[-1]
        )
        return replace(call, typed="", notice=notice)
    if turn in (TURNS[0], call.reached):  # the game starts again, or returns to its turn
        return call_at(turn)
    words = Message("Turn looked up; the game is at turn {turn}. Show the next turn to continue from here.")
    notice = words.filled(turn=call.reached)
    return Call(turn, notice=notice, reached=call.reached)
