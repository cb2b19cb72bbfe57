"""Describe an analysis in words: totals and par, where the points came from, and the turns that cost most."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from fairsheet.engine.records.ink import History, Ink
from fairsheet.languages.messages import Message, as_sentence, counted, joined
from fairsheet.languages.terms import term
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.wording.formatting import causes, in_words_of_sheet

if TYPE_CHECKING:  # pages without an analysis do not load it
    from fairsheet.engine.analysis.analyse import PlayerAnalysis

COSTLIEST = 3  # turns shown
CHOSEN = ("setup", "number", "action", "wild", "error")  # causes of the ink shown; the rest follows from it


def format_points(points: float, error: float) -> Message:
    """Return points won or lost with their standard error. Unclear ones are shown too, so that a reader can add up.

    >>> format_points(6.2, 2.4), format_points(-3.0, 2.0)
    ('+6 ± 2', '-3 ± 2')
    """
    return Message("{points:+.0f} ± {error:.0f}", points=points, error=error)


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


def balance_rows(player: PlayerAnalysis) -> Iterator[tuple[str, str]]:
    """Yield the parts of the way from par to the total, each with its points over all turns."""
    error = sqrt(sum(turn.error**2 for turn in player.turns))
    lost = sqrt(sum(turn.error**2 for turn in player.turns if turn.loss))
    yield Message("par"), str(round(player.par))
    yield Message("luck and small losses"), format_points(sum(turn.luck for turn in player.turns), error)
    yield Message("other players"), format_points(sum(turn.others for turn in player.turns), error)
    yield Message("better steps missed"), format_points(-sum(turn.loss for turn in player.turns), lost)
    yield Message("total"), str(player.total)
    yield Message("best with all cards known"), str(player.best)


def analysis_lines(player: PlayerAnalysis, sheet: Sheet, history: History) -> list[Message]:
    """Return an analysis as sentences: the total, where the points came from, and the costliest turns."""
    parts = [joined(": ", row) for row in balance_rows(player)]
    return [
        as_sentence(line)
        for line in (
            total_line(player.total, player.par),
            joined(", ", parts),
            *costly_turns(player, sheet, history),
        )
    ]


def costly_turns(player: PlayerAnalysis, sheet: Sheet, history: History) -> list[Message]:
    """Return the turns that clearly cost most, with what the player did and what a careful player would have done."""
    words = Message("turn {turn} cost {loss:.0f} ± {about:.0f}; played: {played}; better: {better}")
    played = {turn.turn: turn.ink for turn in history}
    return [
        words.filled(
            turn=turn.turn,
            loss=turn.loss,
            about=turn.error,
            played=_choices(played[turn.turn], sheet),
            better=_choices(turn.better, sheet),
        )
        for turn in sorted(player.turns, key=lambda turn: -turn.loss)[:COSTLIEST]
        if turn.loss > 2 * turn.error
    ]


def _choices(made: tuple[Ink, ...], sheet: Sheet) -> Message:
    """Return the choices of a turn, without what follows from them."""
    named = partial(in_words_of_sheet, sheet=sheet)
    chosen = (ink for ink in made if ink.by in CHOSEN)
    parts = [
        joined(", ", phrases)
        if cause == "number"
        else Message("{cause}: {done}", cause=term(cause), done=joined(", ", phrases))
        for cause, phrases in causes(chosen, named)
    ]
    return joined(", ", parts or [Message("nothing")])
