"""The caller in a terminal: draws the view, waits for keys, keeps the turn; restores the terminal whatever happens."""

from __future__ import annotations

import contextlib
import locale
import os
import select
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from fairsheet.caller.bookmark import keep
from fairsheet.caller.state import Call, press
from fairsheet.caller.view import Game, Terminal, view
from sheets.errors import FairsheetError

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


def call_turns(game: Game, call: Call) -> Left:
    """Call turns until the user quits. Raises FairsheetError where the terminal cannot be drawn on."""
    if not _can_be_drawn_on():
        raise FairsheetError(
            "no caller can be drawn on this terminal", where=f"TERM={os.environ.get('TERM', '')}",
            hint="list the turns with --turns 40",
        )  # fmt: skip
    import curses

    curses.set_escdelay(ESCAPE_WAIT)
    return curses.wrapper(_run, game, call)


def _run(window: curses.window, game: Game, call: Call) -> Left:
    import curses

    with contextlib.suppress(curses.error):  # terminals without colours
        curses.use_default_colors()
    with contextlib.suppress(curses.error):  # terminals that cannot hide the cursor
        curses.curs_set(0)
    keys = NAMED_KEYS | {
        curses.KEY_RIGHT: "next", curses.KEY_DOWN: "next", curses.KEY_NPAGE: "next", curses.KEY_LEFT: "back",
        curses.KEY_UP: "back", curses.KEY_PPAGE: "back", curses.KEY_ENTER: "enter", curses.KEY_BACKSPACE: "erase",
    }  # fmt: skip
    kept, call = _keep(game, call)
    window.timeout(LOOK_AGAIN)
    at_end = 0
    while True:
        _draw(window, game, call)
        try:
            key = window.get_wch()
        except curses.error:  # no key so far
            at_end = at_end + 1 if select.select([sys.stdin], [], [], 0)[0] else 0
            if at_end > TRIES_AT_END:
                return Left(call.turn, kept)
            continue
        if key in QUIT:
            return Left(call.turn, kept)
        moved = press(call, keys.get(key, key if isinstance(key, str) else ""))
        if moved.turn != call.turn:
            kept, moved = _keep(game, moved)
        call = moved


def _keep(game: Game, call: Call) -> tuple[bool, Call]:
    """Keep the turn for the next time; where it cannot be kept, say so on the screen."""
    try:
        keep(game.deal, call.turn)
    except (FairsheetError, RuntimeError) as error:
        return False, replace(call, notice=f"This turn cannot be kept for the next time: {error}")
    return True, call


def _draw(window: curses.window, game: Game, call: Call) -> None:
    import curses

    height, width = window.getmaxyx()
    charset = locale.nl_langinfo(locale.CODESET)
    blocks = charset.lower().replace("-", "") == "utf8"
    window.erase()
    for row, line in enumerate(view(game, call, Terminal(width, height, blocks))[:height]):
        with contextlib.suppress(curses.error):  # raised once the last character of the last line is drawn
            window.addstr(row, 0, line.encode(charset, "replace").decode(charset))
    window.refresh()
