"""Find the pages of a recorded sheet that everybody fills in, and those that were probably not photographed."""

from __future__ import annotations

from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.recorded.registry import recorded_game
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.model.sheet import TOTAL, Sheet


def pages_to_fill(sheet: Sheet) -> tuple[int, ...]:
    """Return the pages that have marks at the end of every game.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> pages_to_fill(load_sheet("pulsar-ledger")), pages_to_fill(load_sheet("gaia-record"))
    ((1, 2), (1,))
    """
    may_be_blank = recorded_game(sheet).may_be_blank.get(template_of(sheet.name), ())
    return tuple(page for page in range(1, sheet.pages + 1) if page not in may_be_blank)


def missing_pages(sheet: TableSheet) -> tuple[int, ...]:
    """Return the pages of a sheet that have no marks although every game fills them in.

    A sheet without a total, such as a set-up sheet, may be blank.
    """
    inked = {sheet.layout.field[field].page for field in sheet.record.marks if field in sheet.layout.field}
    if not inked and not has_total(sheet.layout):
        return ()
    return tuple(page for page in pages_to_fill(sheet.layout) if page not in inked)


def has_total(sheet: Sheet) -> bool:
    """Return whether a sheet adds up points to a total."""
    return any(line.sign == TOTAL for line in sheet.scores)
