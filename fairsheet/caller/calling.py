"""The caller in a terminal: it begins a game, or goes on where the game was left."""

from __future__ import annotations

from fairsheet.caller._bookmark import left_at, used_at
from fairsheet.caller._call import Call
from fairsheet.caller._callers import SoloCaller, TableCaller
from fairsheet.caller._screen import Left, call_turns
from fairsheet.caller._solo_state import SoloCall, uses_of
from fairsheet.caller._solo_view import CalledSoloGame
from fairsheet.caller._view import CalledGame
from fairsheet.engine.dealing.deal import TURNS, Deal, SoloDeal
from fairsheet.engine.records.ink import History
from fairsheet.process.console import say
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.wording.formatting import format_missions


def call_table(sheet: Sheet, dealt: Deal, first: int | None) -> None:
    """Calls the turns on the screen, from `first` or where the caller of this game was left."""
    left = left_at(dealt) if first is None else None
    if left is None or left == TURNS[0]:
        call = Call(first or TURNS[0])
    else:
        call = Call(
            left, notice=f"This game goes on where it was left; {TURNS[0]} and Enter starts it again."
        )
    _call(TableCaller(CalledGame(dealt, tuple(format_missions(sheet, dealt))), call), dealt)


def call_solo(sheet: Sheet, dealt: SoloDeal, history: History | None, first: int | None) -> None:
    """Calls the turns of a solo game on the screen, from turn `first`, after a history, or where it was left.

    Raises FairsheetError where the turns before `first` were not played yet, or the game was left at another level.
    """
    left = history is None and first != TURNS[0]
    used = used_at(dealt) if left else uses_of(history or ())
    if first is not None and first > len(used) + 1:
        hint = f"begin with one of 1 to {len(used) + 1}"
        raise FairsheetError("the turns before it were not played yet", where=f"--from {first}", hint=hint)
    used = used if first is None else used[: first - 1]
    notice = (
        "This game goes on where it was left; call it with --from 1 to start again." if left and used else ""
    )
    game = CalledSoloGame(sheet, dealt, tuple(format_missions(sheet, dealt)))
    _call(SoloCaller(game, SoloCall(used, notice=notice)), dealt)


def _call(caller: TableCaller | SoloCaller, dealt: Deal) -> None:
    ended = call_turns(caller)
    say(f"left at turn {ended.turn} of seed {dealt.seed}; {_going_on(ended)}")


def _going_on(left: Left) -> str:
    """How the caller goes on where it was left."""
    if left.is_kept:
        return "called again with it, the game goes on there"
    return f"this could not be kept: call it again with --from {left.turn} to go on there"
