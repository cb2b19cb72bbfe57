"""The place on a page for the second copy of its code: at an edge, between two fiducials."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import LABEL_COPIES, page_rect
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.sheets.printing.under_ink import printed_rect

_WHITE = 1.0  # mm between the copy and other print
_OVERSHOOT = 0.25  # share of a field's width and height by which ink may reach beyond it


def copy_place(sheet: Sheet, page: int) -> Rect | None:
    """Return the first of `LABEL_COPIES` that is free of the page's print and ink; None if none is free."""
    return _copy_places(sheet)[page - 1]


@remembered
def _copy_places(sheet: Sheet) -> tuple[Rect | None, ...]:
    taken = [list(_taken(sheet, page)) for page in range(1, sheet.pages + 1)]
    return tuple(
        next(
            (place for place in LABEL_COPIES if not any(map(page_rect(place, sheet.paper).overlaps, rects))),
            None,
        )
        for rects in taken
    )


def _taken(sheet: Sheet, page: int) -> Iterator[Rect]:
    for field in sheet.fields:
        if field.page == page:
            yield from (_with_ink(rect) for rect in _rects_of(field))
    for shape in sheet.shapes:
        if shape.page == page:
            yield printed_rect(shape).grown(_WHITE)
    yield from (place.rect.grown(_WHITE) for place in sheet.mission_places if place.page == page)
    yield from (place.rect.grown(_WHITE) for place in sheet.draw_places if place.page == page)


def _rects_of(field: Field) -> Iterator[Rect]:
    yield field.rect
    if field.correction_box is not None:
        yield field.correction_box


def _with_ink(rect: Rect) -> Rect:
    across, down = rect.w * _OVERSHOOT, rect.h * _OVERSHOOT
    return Rect(rect.x - across, rect.y - down, rect.w + 2 * across, rect.h + 2 * down)
