"""The caller in a terminal: draw the view, wait for keys, keep the turn; always restore the terminal at the end."""

from __future__ import annotations

import contextlib
import locale
import os
import select
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from fairsheet.caller._call import Call
from fairsheet.caller._view import Terminal
from fairsheet.caller.solo_state import SoloCall
from fairsheet.languages.messages import Message
from fairsheet.process.spoken import command_language
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

if TYPE_CHECKING:
    import curses

ESCAPE_WAIT = 25  # ms to wait for the rest of an arrow key's sequence
NAMED_KEYS = {
    "\n": "enter", "\r": "enter", " ": "next", "\x1b": "cancel", "\x7f": "erase", "\b": "erase",
    "b": "back", "B": "back",
}  # fmt: skip
KEY_WAIT = 500  # ms to wait for a key; a resize just before the wait is noticed after it
TRIES_AT_END = 3  # reads of a ready terminal without a key; then the terminal is closed
QUIT = ("q", "Q", "\x04")


AnyCall = TypeVar("AnyCall", Call, SoloCall)


@dataclass(frozen=True)
class Caller(Generic[AnyCall]):
    """Functions that call turns: draw the screen, handle a key, and keep the turn for the next time.

    A key is a value of `NAMED_KEYS` or a character. `keep` raises FairsheetError or RuntimeError if it fails.
    """

    lines: Callable[[AnyCall, Terminal], list[str]]
    press: Callable[[AnyCall, str], AnyCall]
    keep: Callable[[AnyCall], None]


def _can_be_drawn_on() -> bool:
    """Return whether the system has curses and curses can move the cursor of this terminal."""
    try:
        import curses
    except ImportError:
        return False
    try:
        curses.setupterm()
    except curses.error:
        return False
    return bool(curses.tigetstr("cup"))


def call_turns(caller: Caller[AnyCall], call: AnyCall) -> tuple[int, bool]:
    """Call turns until the user quits; return the reached turn and whether it is kept for the next time.

    Raises FairsheetError if the terminal cannot show the caller.
    """
    if not _can_be_drawn_on():
        raise FairsheetError(
            "this terminal cannot show the caller", code=ErrorCode.MISSING_DEPENDENCY,
            where=f"TERM={os.environ.get('TERM', '')}", hint="list the turns with --turns 20"
        )  # fmt: skip
    import curses

    curses.set_escdelay(ESCAPE_WAIT)
    return curses.wrapper(_run, caller, call)


def _run(window: curses.window, caller: Caller[AnyCall], call: AnyCall) -> tuple[int, bool]:
    import curses

    with contextlib.suppress(curses.error):  # terminals without colours
        curses.use_default_colors()
    with contextlib.suppress(curses.error):  # terminals that cannot hide the cursor
        curses.curs_set(0)
    keys = NAMED_KEYS | {
        curses.KEY_RIGHT: "next", curses.KEY_DOWN: "next", curses.KEY_NPAGE: "next", curses.KEY_LEFT: "back",
        curses.KEY_UP: "back", curses.KEY_PPAGE: "back", curses.KEY_ENTER: "enter", curses.KEY_BACKSPACE: "erase",
    }  # fmt: skip
    kept, call = _keep(caller, call)
    window.timeout(KEY_WAIT)
    at_end = 0
    while True:
        _draw(window, partial(caller.lines, call))
        try:
            key = window.get_wch()
        except curses.error:  # no key yet
            at_end = at_end + 1 if select.select([sys.stdin], [], [], 0)[0] else 0
            if at_end > TRIES_AT_END:
                return call.reached, kept
            continue
        at_end = 0
        if key in QUIT:
            return call.reached, kept
        moved = caller.press(call, keys.get(key, key if isinstance(key, str) else ""))
        if moved.reached != call.reached:
            kept, moved = _keep(caller, moved)
        call = moved


def _keep(caller: Caller[AnyCall], call: AnyCall) -> tuple[bool, AnyCall]:
    """Keep the turn for the next time; if that fails, show a notice on the screen."""
    try:
        caller.keep(call)
    except (FairsheetError, RuntimeError) as error:
        return False, replace(
            call, notice=Message("This turn cannot be kept for the next time: {why}", why=str(error))
        )
    return True, call


def _draw(window: curses.window, lines: Callable[[Terminal], list[str]]) -> None:
    import curses

    height, width = window.getmaxyx()
    charset = locale.getencoding()
    blocks = charset.lower().replace("-", "") == "utf8"
    window.erase()
    for row, line in enumerate(lines(Terminal(width, height, blocks, command_language()))[:height]):
        # curses raises it after drawing the last character of the screen
        with contextlib.suppress(curses.error):
            window.addstr(row, 0, line.encode(charset, "replace").decode(charset))
    window.refresh()
