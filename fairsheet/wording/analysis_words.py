"""Describe an analysis in words: totals and par, where the points came from, and the turns that cost most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from fairsheet.engine.records.ink import History, Ink
from fairsheet.languages.messages import Message, as_sentence, counted, joined
from fairsheet.languages.terms import term
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.wording.formatting import causes, in_words_of_sheet

if TYPE_CHECKING:  # pages without an analysis do not load it
    from fairsheet.engine.analysis.analyse import PlayerAnalysis, TurnAnalysis

COSTLIEST = 3  # turns shown, ...
LEAST_COST = 2  # ... if they cost as many rounded points
CHOSEN = ("setup", "number", "action", "wild", "error")  # causes of the ink shown
INSTEAD = ("bonus", "mission", "astra")  # causes of the ink shown of a plan without choices of its own


def total_line(points: int, exact: float) -> Message:
    """Return a total next to par; players above it are congratulated."""
    total, par = counted(points, "point"), round(exact)
    if points > par:
        words = Message("{total}, {points} above par ({par}): congratulations")
    elif points < par:
        words = Message("{total}, {points} below par ({par})")
    else:
        words = Message("{total}, which is par")
    return words.filled(total=total, par=par, points=abs(points - par))


def balance_rows(player: PlayerAnalysis, *, alone: bool) -> Iterator[tuple[str, str]]:
    """Yield par, the parts of the way from there to the total, the total, and the best game, with their points."""
    yield Message("par"), str(round(player.par))
    yield from _parts(player, alone=alone)
    yield Message("total"), str(player.total)
    yield _best(player)


def _parts(player: PlayerAnalysis, *, alone: bool) -> Iterator[tuple[str, str]]:
    """Yield the parts of the way from par to the total, each with its whole points over all turns.

    Luck is what is left, so that they add up as printed. A player who is `alone` has no row for the others.
    """
    par = round(player.par)
    others, lost = (round(sum(getattr(turn, part) for turn in player.turns)) for part in ("others", "loss"))
    yield Message("luck and small losses"), f"{player.total - par - others + lost:+}"
    if not alone:
        yield Message("other players"), _with_error(others, player.turns)
    yield Message("better steps missed"), _with_error(-lost, [turn for turn in player.turns if turn.loss])


def _best(player: PlayerAnalysis) -> tuple[str, str]:
    return Message("best game found with all cards known"), str(player.best)


def _with_error(points: int, turns: Iterable[TurnAnalysis]) -> str:
    """Return points won or lost in turns with their standard error; 0 without one if nothing was found."""
    error = round(sqrt(sum(turn.error**2 for turn in turns)))
    return f"{points:+} ± {error}" if points or error else "0"


def analysis_lines(player: PlayerAnalysis, sheet: Sheet, history: History, *, alone: bool) -> list[Message]:
    """Return an analysis as sentences: the total next to par, the way from par, and the costliest turns."""
    parts = (joined(": ", row) for row in (*_parts(player, alone=alone), _best(player)))
    lines = (total_line(player.total, player.par), *parts, *costly_turns(player, sheet, history))
    return list(map(as_sentence, lines))


def costly_turns(player: PlayerAnalysis, sheet: Sheet, history: History) -> list[Message]:
    """Return the turns that cost most, with what the player did and a better plan, without what both have."""
    clear = Message("turn {turn} cost {loss:.0f} ± {about:.0f}; played: {played}; better: {better}")
    unclear = Message(
        "turn {turn} may have cost {loss:.0f} ± {about:.0f}; played: {played}; better: {better}"
    )
    played = {turn.turn: turn.ink for turn in history}
    return [
        (clear if turn.loss > 2 * turn.error else unclear).filled(
            turn=turn.turn,
            loss=turn.loss,
            about=turn.error,
            played=_choices(played[turn.turn], turn.better, sheet),
            better=_choices(turn.better, played[turn.turn], sheet),
        )
        for turn in sorted(player.turns, key=lambda turn: -turn.loss)[:COSTLIEST]
        if round(turn.loss) >= LEAST_COST
    ]


def _choices(made: tuple[Ink, ...], other: tuple[Ink, ...], sheet: Sheet) -> Message:
    """Return the choices of a turn that the other ink does not have."""
    named = partial(in_words_of_sheet, sheet=sheet)
    left = [ink for ink in made if ink not in other]
    chosen = [ink for ink in left if ink.by in CHOSEN] or [ink for ink in left if ink.by in INSTEAD]
    parts = [
        joined(", ", phrases)
        if cause == "number"
        else Message("{cause}: {done}", cause=term(cause), done=joined(", ", phrases))
        for cause, phrases in causes(chosen, named)
    ]
    return joined(", ", parts or [Message("nothing more")])
