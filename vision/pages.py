"""The pages of one sheet, read from one photo or several, joined into one reading."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from vision.reading import PhotoReading, SheetReading


def join_pages(photos: Sequence[PhotoReading]) -> list[PhotoReading]:
    """The photos in their order, with the ink of all pages of a sheet in the reading of the first one that was read.

    Pages belong together where their labels agree in everything but the page. A page that was read twice begins
    another sheet, as a second photo of a sheet of one page does.

    >>> from sheets.label import Label
    >>> from sheets.library import load_sheet
    >>> from msgspec.structs import replace
    >>> sheet = replace(load_sheet("launch"), pages=2)
    >>> front = SheetReading(sheet, Label("launch", "26a31ea7", "otter", 2, 1, page=1), "Ada", {"floor-1.1": 3})
    >>> back = SheetReading(sheet, Label("launch", "26a31ea7", "otter", 2, 1, page=2), None, {"error.1": "circled"})
    >>> one, other = join_pages([PhotoReading("1.jpg", (front,)), PhotoReading("2.jpg", (back,))])
    >>> one.sheets[0].marks, one.sheets[0].is_whole, other.sheets
    ({'floor-1.1': 3, 'error.1': 'circled'}, True, ())
    """
    joined: list[list[SheetReading]] = []
    for photo in photos:
        joined.append([])
        for page in photo.sheets:
            place = next(
                (
                    (sheets, number)
                    for sheets in joined
                    for number, sheet in enumerate(sheets)
                    if _lacks(sheet, page)
                ),
                None,
            )
            if place is None:
                joined[-1].append(page)
            else:
                sheets, number = place
                sheets[number] = _with_page(sheets[number], page)
    return [
        structs.replace(photo, sheets=tuple(sheets)) for photo, sheets in zip(photos, joined, strict=True)
    ]


def _lacks(sheet: SheetReading, page: SheetReading) -> bool:
    """Whether this is a page of the sheet that is not in it yet."""
    return (
        not sheet.is_whole
        and page.label.page not in sheet.pages
        and structs.replace(sheet.label, page=page.label.page) == page.label
    )


def _with_page(sheet: SheetReading, page: SheetReading) -> SheetReading:
    return structs.replace(
        sheet,
        player=sheet.player or page.player,
        marks={**sheet.marks, **page.marks},
        doubts=sheet.doubts + page.doubts,
        fields=sheet.fields + page.fields,
        covered=sheet.covered + page.covered,
        crops={**sheet.crops, **page.crops},
        further_pages=(*sheet.further_pages, page.label.page),
        photos=sheet.photos + page.photos,
    )
