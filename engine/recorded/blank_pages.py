"""The pages of a recorded sheet: which everybody fills in, and which of a record were hardly photographed."""

from __future__ import annotations

from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.recorded.registry import recorded_game
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.model.sheet import TOTAL, Sheet


def pages_to_fill(sheet: Sheet) -> tuple[int, ...]:
    """The pages on which something stands when a game is over.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> pages_to_fill(load_sheet("pulsar-ledger")), pages_to_fill(load_sheet("gaia-record"))
    ((1, 2), (1,))
    """
    may_be_blank = recorded_game(sheet).may_be_blank.get(template_of(sheet.name), ())
    return tuple(page for page in range(1, sheet.pages + 1) if page not in may_be_blank)


def missing_pages(sheet: TableSheet) -> tuple[int, ...]:
    """The pages of a sheet that bear no ink, though something stands on them at the end.

    A sheet on which no points are added up, such as one that shows how a game is set up, may be blank.
    """
    inked = {sheet.layout.field[field].page for field in sheet.record.marks if field in sheet.layout.field}
    if not inked and not has_total(sheet.layout):
        return ()
    return tuple(page for page in pages_to_fill(sheet.layout) if page not in inked)


def has_total(sheet: Sheet) -> bool:
    """Whether points are added up on a sheet."""
    return any(line.sign == TOTAL for line in sheet.scores)
