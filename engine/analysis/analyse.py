"""Where the points of a game came from: luck, the other players and losses, turn by turn, in sums that are exact.

The value of a position is what a careful player reaches from there on average. These values lead from par to the total,
so `total = par + sum(luck + others - loss)`. All of them are whole tenths of a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import accumulate
from math import sqrt
from operator import call
from typing import Any

from fairsheet.engine.analysis._hindsight import best_game
from fairsheet.engine.analysis._par import par_of
from fairsheet.engine.analysis._smoothing import Measured, smooth_steps
from fairsheet.engine.analysis._turns import Estimate, PlayedTurn, SeatTurn, study_turn, turns_of
from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Step
from fairsheet.engine.play.replay import mark_orders_of, replay
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History, Ink
from fairsheet.engine.simulation.playouts import total_of
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.frozen_values import Frozen

PLAYOUTS = 12  # for each value
LUCK = (
    0.8  # the share of the spread of totals that comes from the cards; the rest is that of the other players
)
LEAST_STEP = 1.0  # the variance of the points of a turn if playouts do not differ
TENTHS = 10


class TurnAnalysis(Frozen, frozen=True):
    """A turn of a player, in points: what its cards gave, what the other sheets changed, what a better plan gained.

    `error` is the greatest standard error of the three. `better` is the ink of the better plan, if there is one.
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


def _study(sheet: Sheet, turn: PlayedTurn, edge: float) -> list[SeatTurn]:
    """Return what the playouts of a turn show, by seat; a player gains `edge` points over the greedy one in each."""
    return study_turn(rules_of(sheet), turn, PLAYOUTS, edge)


def _best(sheet: Sheet, start: State, seat: int, played: tuple[tuple[int, Step], ...]) -> int:
    """Return the total of the best game of a seat with known cards; the `played` steps have their turns."""
    game = rules_of(sheet)
    return total_of(game, best_game(game, start, seat, played), seat)


def analyse_game(
    sheet: Sheet, dealt: Deal, histories: Mapping[int, History], run: Run = map, begin: Begin | None = None
) -> Analysis:
    """Return the analysis of a finished game from the histories of all its players.

    Before the long part, `begin` is called with the totals by seat and par. Raises FairsheetError if the game is not
    over, a history is missing, or the table of par does not have this game.
    """
    facts = par_of(dealt)
    if set(histories) != set(range(1, dealt.players + 1)):
        raise FairsheetError(
            "the sheets of some players are missing",
            code=ErrorCode.INCOMPLETE_TABLE,
            where="records",
            hint=f"give those of all {dealt.players} players",
        )
    game = rules_of(sheet)
    steps: list[Step] = []
    replay(game, dealt, histories, taken=steps)
    start = game.start(dealt, mark_orders_of(histories))
    turns, end = turns_of(game, start, steps)
    if not end.over:
        raise FairsheetError(
            "the game is not over",
            code=ErrorCode.INCOMPLETE_TABLE,
            where="records",
            hint="give the sheets of a finished game",
        )
    totals = {seat: total_of(game, end, seat) for seat in histories}
    if begin is not None:
        begin(totals, facts.par)
    played = tuple((state.turn, step) for turn in turns for state, step in turn)
    studies = [partial(_study, sheet, turn, facts.edge) for turn in turns]
    searches = [partial(_best, sheet, start, seat, played) for seat in histories]
    results = list(run(call, [*studies, *searches]))
    by_turn, best = results[: len(studies)], results[len(studies) :]
    return Analysis(
        tuple(
            analyse_seat(
                seat,
                totals[seat],
                found,
                facts.par,
                [turn[seat - 1] for turn in by_turn],
                alone=dealt.players == 1,
            )
            for seat, found in zip(histories, best, strict=True)
        )
    )


def analyse_seat(
    seat: int, total: int, best: int, par: float, studied: Sequence[SeatTurn], *, alone: bool = False
) -> PlayerAnalysis:
    """Return the analysis of a player from its turns, in their order; if `alone`, all that is not lost is luck."""
    losses = [round(turn.loss.mean * TENTHS) for turn in studied]
    lengths = list(smooth_steps(par, _measured(total, losses, studied)))
    values = [round(each * TENTHS) for each in accumulate((length for length, _ in lengths), initial=par)]
    values[-1] = total * TENTHS + sum(losses)  # exact, because rounding errors of the sum stay below a tenth
    turns = []
    for turn, loss, index in zip(studied, losses, range(0, len(lengths), 2), strict=True):
        before, seen, after = values[index : index + 3]
        seen = after if alone else seen
        variances = (lengths[index][1], lengths[index + 1][1], turn.loss.square)
        turns.append(
            TurnAnalysis(
                turn.turn,
                luck=(seen - before) / TENTHS,
                others=(after - seen) / TENTHS,
                loss=loss / TENTHS,
                error=round(sqrt(max(variances)), 1),
                better=turn.better,
            )
        )
    return PlayerAnalysis(seat, total, values[0] / TENTHS, best, tuple(turns))


def _measured(total: int, losses: Sequence[int], studied: Sequence[SeatTurn]) -> list[Measured]:
    """Return the values after the cards and after the other sheets of each turn, as if nothing had been lost so far.

    How far a value moves in a turn follows from the spread of the playouts, which is that of all turns they had left.
    """
    left = range(len(studied), 0, -1)
    moves = [turn.before.square * PLAYOUTS / turns for turn, turns in zip(studied, left, strict=True)]
    step = max(LEAST_STEP, sum(moves) / len(moves))
    lost, found = 0.0, list[Measured]()
    for index, (turn, loss) in enumerate(zip(studied, losses, strict=True)):
        lost += loss / TENTHS
        following = studied[index + 1].before if index + 1 < len(studied) else Estimate(total, 0.0)
        found.append(Measured(turn.after.mean + lost, turn.after.square, step * LUCK))
        found.append(Measured(following.mean + lost, following.square, step * (1 - LUCK)))
    return found
