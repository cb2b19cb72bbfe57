"""ASTRA's track: every card given crosses as many spaces as it has points; behind the last one ASTRA launches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fairsheet.engine.play.editor import SheetEditor, next_of
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules import ladders
from fairsheet.engine.rules.solo.panel import Panel, Track
from fairsheet.engine.solver.constraint_model import Term
from fairsheet.sheets.model.marks import Marks

if TYPE_CHECKING:
    from fairsheet.engine.games.launch._solo import SheetModel


# --- in play ----------------------------------------------------------------------------------------------


def cross(track: Track, editor: SheetEditor, spaces: int) -> None:
    """Crosses so many spaces, as far as there are any."""
    for _ in range(spaces):
        space = next_of(track.fields[track.start :], editor.marks)
        if space is not None:
            editor.mark(space, "crossed", "astra")


def is_full(track: Track, marks: Marks) -> bool:
    """Whether all spaces are crossed, so that ASTRA launches."""
    return track.fields[-1] in marks


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(panel: Panel, track: Track, marks: Marks) -> Iterator[Contradiction]:
    """As many spaces are crossed as the cards given ask for, without gaps."""
    spaces = track.fields[track.start :]
    yield from ladders.Ladder(spaces).contradictions(marks)
    given = [field for row in panel.rows.values() for field in row.fields if field in marks]
    points = sum(row.points * sum(field in marks for field in row.fields) for row in panel.rows.values())
    crossed = [space for space in spaces if space in marks]
    if len(crossed) != min(points, len(spaces)):
        why = f"the cards given to ASTRA are worth {points} spaces, but {len(crossed)} are crossed"
        yield Contradiction((*given, *crossed) or spaces[:1], why, RuleCode.ASTRA_TRACK)


# --- in time ----------------------------------------------------------------------------------------------


def in_time(sheet: SheetModel, panel: Panel, track: Track) -> None:
    """Nobody plays on after ASTRA has launched."""
    spaces = track.fields[track.start :]
    with sheet.ends_with("let ASTRA launch", [space for space in spaces if space in sheet.marks]):
        for turn in sheet.turns:
            crossed: list[Term] = [
                (row.points, literal)
                for action, row in panel.rows.items()
                for _, literal in sheet.panel_events.until(sheet.panel_events.given[action], turn)
            ]
            sheet.model.linear(crossed, None, len(spaces) - 1, given=(sheet.turns.played(turn + 1),))
