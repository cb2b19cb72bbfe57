"""The caller in a terminal: draws the view, waits for keys, keeps the turn; restores the terminal whatever happens."""

from __future__ import annotations

import contextlib
import locale
import os
import select
import sys
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, TypeVar

from fairsheet.caller._view import Terminal
from fairsheet.sheets.support.errors import FairsheetError

if TYPE_CHECKING:
    import curses

ESCAPE_WAIT = 25  # ms in which the rest of an arrow key's sequence comes
NAMED_KEYS = {
    "\n": "enter", "\r": "enter", " ": "next", "\x1b": "cancel", "\x7f": "erase", "\b": "erase",
    "b": "back", "B": "back",
}  # fmt: skip
LOOK_AGAIN = (
    500  # milliseconds without a key; a window that changed its size just before the wait is noticed then
)
TRIES_AT_END = 3  # to read a terminal that has something to say and gives no key: nobody is there any more
QUIT = ("q", "Q", "\x04")


class Left(NamedTuple):
    """The turn at which the caller was left, and whether it is kept for the next time."""

    turn: int
    is_kept: bool


def _can_be_drawn_on() -> bool:
    """Whether there is curses, which not every system has, and it can move the cursor of this terminal."""
    try:
        import curses
    except ImportError:
        return False
    try:
        curses.setupterm()
    except curses.error:
        return False
    return bool(curses.tigetstr("cup"))


class Caller(Protocol):
    """What is called on the screen: a value that a key turns into the next one."""

    @property
    def turn(self) -> int:
        """The turn on the screen."""

    def lines(self, terminal: Terminal) -> list[str]:
        """The screen."""

    def press(self, key: str) -> Self:
        """The caller after a key: a name of `NAMED_KEYS`, or the character itself."""

    def noticed(self, words: str) -> Self:
        """The caller with a notice until the next key."""

    def keep(self) -> None:
        """Keep where it is for the next time. Raises FairsheetError or RuntimeError where that cannot be."""

    def is_kept_as(self, other: Self) -> bool:
        """Whether both are at the same place."""


AnyCaller = TypeVar("AnyCaller", bound=Caller)


def call_turns(caller: Caller) -> Left:
    """Call turns until the user quits. Raises FairsheetError where the terminal cannot be drawn on."""
    if not _can_be_drawn_on():
        raise FairsheetError(
            "no caller can be drawn on this terminal", where=f"TERM={os.environ.get('TERM', '')}",
            hint="list the turns with --turns 20",
        )  # fmt: skip
    import curses

    curses.set_escdelay(ESCAPE_WAIT)
    return curses.wrapper(_run, caller)


def _run(window: curses.window, caller: AnyCaller) -> Left:
    import curses

    with contextlib.suppress(curses.error):  # terminals without colours
        curses.use_default_colors()
    with contextlib.suppress(curses.error):  # terminals that cannot hide the cursor
        curses.curs_set(0)
    keys = NAMED_KEYS | {
        curses.KEY_RIGHT: "next", curses.KEY_DOWN: "next", curses.KEY_NPAGE: "next", curses.KEY_LEFT: "back",
        curses.KEY_UP: "back", curses.KEY_PPAGE: "back", curses.KEY_ENTER: "enter", curses.KEY_BACKSPACE: "erase",
    }  # fmt: skip
    kept, caller = _keep(caller)
    window.timeout(LOOK_AGAIN)
    at_end = 0
    while True:
        _draw(window, caller)
        try:
            key = window.get_wch()
        except curses.error:  # no key so far
            at_end = at_end + 1 if select.select([sys.stdin], [], [], 0)[0] else 0
            if at_end > TRIES_AT_END:
                return Left(caller.turn, kept)
            continue
        at_end = 0
        if key in QUIT:
            return Left(caller.turn, kept)
        moved = caller.press(keys.get(key, key if isinstance(key, str) else ""))
        if not moved.is_kept_as(caller):
            kept, moved = _keep(moved)
        caller = moved


def _keep(caller: AnyCaller) -> tuple[bool, AnyCaller]:
    """Keep the turn for the next time; where it cannot be kept, say so on the screen."""
    try:
        caller.keep()
    except (FairsheetError, RuntimeError) as error:
        return False, caller.noticed(f"This turn cannot be kept for the next time: {error}")
    return True, caller


def _draw(window: curses.window, caller: Caller) -> None:
    import curses

    height, width = window.getmaxyx()
    charset = locale.nl_langinfo(locale.CODESET)
    blocks = charset.lower().replace("-", "") == "utf8"
    window.erase()
    for row, line in enumerate(caller.lines(Terminal(width, height, blocks))[:height]):
        with contextlib.suppress(curses.error):  # raised once the last character of the last line is drawn
            window.addstr(row, 0, line.encode(charset, "replace").decode(charset))
    window.refresh()
