"""Run the caller in a terminal: begin a game, or continue where it was left."""

from __future__ import annotations

from functools import partial

from fairsheet.caller import _call, solo_state
from fairsheet.caller._bookmark import keep, keep_used, read_bookmark, read_solo_bookmark
from fairsheet.caller._call import TURNS, call_at
from fairsheet.caller._screen import AnyCall, Caller, call_turns
from fairsheet.caller._view import CalledGame, view
from fairsheet.caller.solo_state import SoloCall, uses_of
from fairsheet.caller.solo_view import CalledSoloGame, is_over, solo_view
from fairsheet.engine.dealing.deal import Deal, SoloDeal, deal, most_players
from fairsheet.engine.records.ink import History
from fairsheet.languages.messages import Message
from fairsheet.process.console import say
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.wording.formatting import format_missions


def players_before(sheet: Sheet, seed: str) -> int | None:
    """Return the number of players of the only earlier game with this seed; None if there is none, or several."""
    counts = range(1, most_players(sheet) + 1)
    known = [players for players in counts if read_bookmark(deal(sheet, seed, players)) is not None]
    return known[0] if len(known) == 1 else None


def call_table(sheet: Sheet, dealt: Deal, first: int | None) -> None:
    """Call the turns on the screen, from `first` or where the caller of this game was left.

    Raises FairsheetError if `first` is not within `TURNS`.
    """
    if first is not None and first not in TURNS:
        hint = f"give {TURNS[0]} to {TURNS[-1]}"
        problem = "there is no such turn"
        raise FairsheetError(problem, code=ErrorCode.BAD_TURN, where=f"--from {first}", hint=hint)
    left = read_bookmark(dealt) if first is None else None
    if left is None or left == TURNS[0]:
        call = call_at(first or TURNS[0])
    else:
        call = call_at(left, Message("This game continues where you left it; 1 and Enter starts it again."))
    game = CalledGame(dealt, format_missions(sheet, dealt.missions))
    caller = Caller(partial(view, game), _call.press, lambda call: keep(dealt, call.reached))
    _call_turns(caller, call, dealt)


def call_solo(sheet: Sheet, dealt: SoloDeal, history: History | None, first: int | None) -> None:
    """Call the turns of a solo game on the screen, from turn `first`, after a history, or where it was left.

    Raises FairsheetError if the turns before `first` are not played yet, or the game was left at another level.
    """
    left = history is None and first != TURNS[0]
    used = read_solo_bookmark(dealt) if left else uses_of(history or ())
    if first is not None and first > len(used) + 1:
        hint = f"give 1 to {len(used) + 1}"
        problem = "the turns before it are not played yet"
        raise FairsheetError(problem, code=ErrorCode.BAD_TURN, where=f"--from {first}", hint=hint)
    used = used if first is None else used[: first - 1]
    continued = Message("This game continues where you left it; to start again, add --from 1.")
    notice = continued if left and used else ""
    game = CalledSoloGame(sheet, dealt, format_missions(sheet, dealt.missions))
    caller = Caller(
        partial(solo_view, game),
        lambda call, key: solo_state.press(call, key, is_over=is_over(game, call)),
        lambda call: keep_used(dealt, call.used),
    )
    _call_turns(caller, SoloCall(used, notice=notice), dealt)


def _call_turns(caller: Caller[AnyCall], call: AnyCall, dealt: Deal) -> None:
    turn, is_kept = call_turns(caller, call)
    words = Message(
        "left at turn {turn} of seed {seed}; the turn could not be kept: to continue there, add --from {turn}"
    )
    if is_kept:
        words = Message(
            "left at turn {turn} of seed {seed}; to continue there, run the command with this seed again"
        )
    say(words.filled(turn=turn, seed=dealt.seed))
