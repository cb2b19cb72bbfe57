"""The caller in a terminal: it begins a game, or goes on where the game was left."""

from __future__ import annotations

from functools import partial

from fairsheet.caller import _call, solo_state
from fairsheet.caller._bookmark import keep, keep_used, left_at, used_at
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
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.wording.formatting import format_missions


def players_before(sheet: Sheet, seed: str) -> int | None:
    """How many play the one game with this seed that was called before; None where there is none, or several."""
    counts = range(1, most_players(sheet) + 1)
    known = [players for players in counts if left_at(deal(sheet, seed, players)) is not None]
    return known[0] if len(known) == 1 else None


def call_table(sheet: Sheet, dealt: Deal, first: int | None) -> None:
    """Calls the turns on the screen, from `first` or where the caller of this game was left.

    Raises FairsheetError where no game lasts until `first`.
    """
    if first is not None and first not in TURNS:
        hint = f"begin with one of {TURNS[0]} to {TURNS[-1]}"
        raise FairsheetError("no game lasts so long", where=f"--from {first}", hint=hint)
    left = left_at(dealt) if first is None else None
    if left is None or left == TURNS[0]:
        call = call_at(first or TURNS[0])
    else:
        call = call_at(left, Message("This game goes on where it was left; 1 and Enter starts it again."))
    game = CalledGame(dealt, format_missions(sheet, dealt.missions))
    caller = Caller(partial(view, game), _call.press, lambda call: keep(dealt, call.reached))
    _call_turns(caller, call, dealt)


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
    again = Message("This game goes on where it was left; call it with --from 1 to start again.")
    notice = again if left and used else ""
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
        "left at turn {turn} of seed {seed}; this could not be kept: call it again with --from {turn} to go on there"
    )
    if is_kept:
        words = Message("left at turn {turn} of seed {seed}; called again with it, the game goes on there")
    say(words.filled(turn=turn, seed=dealt.seed))
