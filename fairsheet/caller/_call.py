"""Where the caller is, and what a key does to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

TURNS = range(1, 101)  # that are called: piles are renewed for ever, but a sheet has room for 61 at most
MOST_DIGITS = len(str(TURNS[-1]))

Key = Literal["next", "back", "enter", "erase", "cancel"]


@dataclass(frozen=True)
class Call:
    """The turn on the screen, the digits typed so far of one to jump to, and a notice until the next key."""

    turn: int = TURNS[0]
    typed: str = ""
    notice: str = ""


def press(call: Call, key: Key | str) -> Call:
    """The caller after a key: one of `Key`, or a digit. Other keys do nothing.

    >>> press(Call(4), "next").turn, press(Call(1), "back").turn
    (5, 1)
    >>> press(press(Call(4, "1"), "7"), "enter")
    Call(turn=17, typed='', notice='')
    """
    match key:
        case "next":
            return Call(min(call.turn + 1, TURNS[-1]))
        case "back":
            return Call(max(call.turn - 1, TURNS[0]))
        case "enter":
            return _jump(call) if call.typed else press(call, "next")
        case "erase":
            return replace(call, typed=call.typed[:-1], notice="")
        case "cancel":
            return Call(call.turn)
    if key.isascii() and key.isdigit() and len(call.typed) < MOST_DIGITS:
        return replace(call, typed=call.typed + key, notice="")
    return call


def _jump(call: Call) -> Call:
    turn = int(call.typed)
    if turn in TURNS:
        return Call(turn)
    return Call(call.turn, notice=f"There is no turn {turn}: they are {TURNS[0]} to {TURNS[-1]}.")
