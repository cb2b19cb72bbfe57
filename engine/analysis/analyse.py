"""Where the points of a game came from: luck, the other players and losses, turn by turn, in sums that are exact.

The value of a position is the mean total that greedy bots reach from there, plus a part of the careful player's gain.
These values lead from par to the total, so `total = par + sum(luck + others - loss)`. All of them are whole tenths of a
point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from math import sqrt
from operator import call
from typing import Any

from fairsheet.engine.analysis._hindsight import best_game
from fairsheet.engine.analysis._par import par_of
from fairsheet.engine.analysis._turns import SeatTurn, plans_of, study_turn, turns_of
from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History, Ink
from fairsheet.engine.records.table_records import format_missing
from fairsheet.engine.simulation.playouts import Plans, total_of
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.frozen_values import Frozen

TENTHS = 10


class TurnAnalysis(Frozen, frozen=True):
    """A turn of a player, in points: what its cards gave, what the other sheets changed, what a better plan gained.

    `error` is the greater standard error of the last two. `better` is the ink of the better plan, if there is one.
    """

    turn: int
    luck: float
    others: float
    loss: float
    error: float
    better: tuple[Ink, ...]


class PlayerAnalysis(Frozen, frozen=True):
    """A player's total, par and turns; `best` is the best total found with all cards known."""

    seat: int
    total: int
    par: float
    best: int
    turns: tuple[TurnAnalysis, ...]


class Analysis(Frozen, frozen=True, tag_field="format", tag="fairsheet.analysis/1"):
    """The games of all players of a table."""

    players: tuple[PlayerAnalysis, ...]


Result = list[SeatTurn] | int
Task = Callable[[], Result]
# a function that performs tasks in their order, like `map`
Run = Callable[[Callable[[Task], Result], Sequence[Task]], Iterable[Any]]
Begin = Callable[[Mapping[int, int], float], None]


def _best(sheet: Sheet, start: State, seat: int, played: Plans) -> int:
    """Return the total of the best game of a seat with known cards."""
    game = rules_of(sheet)
    return total_of(game, best_game(game, start, seat, played), seat)


def analyse_game(
    sheet: Sheet, dealt: Deal, histories: Mapping[int, History], run: Run = map, begin: Begin | None = None
) -> Analysis:
    """Return the analysis of a finished game from the histories of all its players.

    Before the long part, `begin` is called with the totals by seat and par. Raises FairsheetError if the game is not
    over, a history is missing, or the table of par does not have this game.
    """
    par, gain = par_of(dealt)
    if missing := sorted(set(range(1, dealt.players + 1)) - set(histories)):
        hint = f"give those of all {dealt.players} players"
        raise FairsheetError(
            format_missing(missing), code=ErrorCode.INCOMPLETE_TABLE, where="records", hint=hint
        )
    game = rules_of(sheet)
    start, turns, end = turns_of(game, dealt, histories)
    if not end.over:
        hint = "give the sheets of a finished game"
        raise FairsheetError(
            "the game is not over", code=ErrorCode.INCOMPLETE_TABLE, where="records", hint=hint
        )
    totals = {seat: total_of(game, end, seat) for seat in histories}
    if begin is not None:
        begin(totals, par)
    pairs = zip(turns, [*turns[1:], ()], strict=True)
    studies = [partial(study_turn, sheet, turn, after, tuple(histories)) for turn, after in pairs]
    played = plans_of(chain(*turns))
    searches = [partial(_best, sheet, start, seat, played) for seat in histories]
    results = iter(list(run(call, [*searches, *studies])))
    best = list(islice(results, len(searches)))
    studied = zip(*results, strict=True)
    return Analysis(
        tuple(
            analyse_seat(seat, totals[seat], found, par, gain, each)
            for seat, found, each in zip(histories, best, studied, strict=True)
        )
    )


def analyse_seat(
    seat: int, total: int, best: int, par: float, gain: float, studied: Sequence[SeatTurn]
) -> PlayerAnalysis:
    """Return the analysis of a player from the turns of a game, in their order.

    The values of positions come from greedy steps. A careful player's are higher by a part of `gain` that falls from
    turn to turn. Points that the best plan of the next turn gains over greedy steps are not lost yet. All losses
    together are limited to the way to the `best` total, so players whose total the search did not beat lost nothing.
    If they were slow, and the others too, then the others gave them back what their steps had cost.
    """
    losses = [max(0.0, turn.loss.mean - turn.left) for turn in studied]
    lost = sum(losses) or 1.0
    regained = max(0.0, sum(losses) - (best - total))
    given_back = min(regained, max(0.0, sum(turn.others.mean for turn in studied)))
    turns = []
    first = before = round(par * TENTHS)
    for number, (turn, missed) in enumerate(zip(studied, losses, strict=True), start=1):
        after = round((turn.value + gain * (1 - number / len(studied))) * TENTHS)
        others = round((turn.others.mean - missed * given_back / lost) * TENTHS)
        loss = round(missed * (1 - regained / lost) * TENTHS)
        turns.append(
            TurnAnalysis(
                turn.turn,
                luck=(after - before - others + loss) / TENTHS,
                others=others / TENTHS,
                loss=loss / TENTHS,
                error=round(sqrt(max(turn.others.square, turn.loss.square)), 1),
                better=turn.better if loss else (),
            )
        )
        before = after
    return PlayerAnalysis(seat, total, first / TENTHS, best, tuple(turns))
