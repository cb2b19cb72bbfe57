"""Where the caller is, and what a key does to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from fairsheet.languages.messages import Message

TURNS = range(1, 101)  # that are called: piles are renewed for ever, but a sheet has room for 61 at most
MOST_DIGITS = len(str(TURNS[-1]))

Key = Literal["next", "back", "enter", "erase", "cancel"]


@dataclass(frozen=True)
class Call:
    """The turn on the screen, the digits typed so far of one to jump to, and a notice until the next key.

    `reached` is the turn with which the table goes on: a turn that was jumped to is only looked at until the next one
    is turned over.
    """

    turn: int = TURNS[0]
    typed: str = ""
    notice: str = ""
    reached: int = TURNS[0]


def call_at(turn: int, notice: str = "") -> Call:
    """The caller of a table that has reached this turn."""
    return Call(turn, notice=notice, reached=turn)


def press(call: Call, key: Key | str) -> Call:
    """The caller after a key: one of `Key`, or a digit. Other keys do nothing.

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
            "There is no turn {turn}: they are {first} to {last}.", turn=turn, first=TURNS[0], last=TURNS[-1]
        )
        return replace(call, typed="", notice=notice)
    if turn in (TURNS[0], call.reached):  # the game starts again, or is back where it was
        return call_at(turn)
    words = Message("Looked up: the game goes on at turn {turn}, or here once the next turn is shown.")
    notice = words.filled(turn=call.reached)
    return Call(turn, notice=notice, reached=call.reached)
