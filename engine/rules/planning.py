"""An X goes into any empty slot; it crosses a planning symbol as long as one is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.number_board import NumberBoard, crosses_on
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.sheets.model.marks import Marks


def choices(slots: Iterable[str], marks: Marks, by: Cause) -> Iterator[Ink]:
    """In play: every X that can be written."""
    return (Ink(slot, "X", by) for slot in slots if slot not in marks)


def contradictions(board: NumberBoard, symbols: Sequence[str], marks: Marks) -> Iterator[Contradiction]:
    """On a final sheet: more or fewer symbols crossed than X written, as long as any are left."""
    written = crosses_on(board, marks)
    planned = [symbol for symbol in symbols if symbol in marks]
    if len(planned) != min(len(written), len(symbols)):
        why = f"there are {len(written)} X, but {len(planned)} planning symbols crossed"
        yield Contradiction((*written, *planned), why, RuleCode.PLANNING)
