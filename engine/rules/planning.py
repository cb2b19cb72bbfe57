"""An X goes into any empty slot; it crosses a planning symbol as long as one is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules.account import Account, Tally
from fairsheet.sheets.model.marks import Marks


def choices(slots: Iterable[str], marks: Marks, by: Cause) -> Iterator[Ink]:
    """In play: every X that can be written."""
    return (Ink(slot, "X", by) for slot in slots if slot not in marks)


def symbols_crossed(slots: tuple[str, ...], symbols: tuple[str, ...]) -> Account:
    """On a final sheet: as many symbols crossed as X written, as long as any are left."""
    words = "there are {earned} X, but {made} planning symbols crossed"
    return Account(RuleCode.PLANNING, words, Tally(slots, "X"), Tally(symbols))
