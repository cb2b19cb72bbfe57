"""The pages of one sheet, read from one photo or several, joined into one reading."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable

from msgspec import structs

from sheets.label import Label
from vision.reading import PhotoReading, SheetReading

Place = tuple[
    int, int
]  # of a sheet: the number of the photo on which it was first seen, and its number in it


Reread = Callable[[SheetReading], SheetReading]  # what all pages of a sheet say together


class PageJoiner:
    """Joins pages as they are read, photo after photo, each in a time that does not grow with their number.

    `reread` is told every sheet of several pages once it is whole, and gives what its pages say together.

    Pages belong together where their labels agree in everything but the page. A page that was read twice begins
    another sheet, as a second photo of a sheet of one page does.
    """

    def __init__(self, reread: Reread = lambda sheet: sheet) -> None:
        self._reread = reread
        self._photos: list[PhotoReading] = []
        self._sheets: list[list[SheetReading]] = []  # by photo
        self._places: list[list[Place]] = []  # by photo, of the sheets that its pages belong to
        self._lacking: defaultdict[Label, deque[Place]] = defaultdict(
            deque
        )  # by the label of the page they lack

    def add(self, photo: PhotoReading) -> list[tuple[Place, PhotoReading, SheetReading]]:
        """The sheets that this photo makes whole, each with its place and the photo on which it was first seen."""
        self._photos.append(photo)
        self._sheets.append([])
        self._places.append([self._joined(page) for page in photo.sheets])
        whole = []
        for place in sorted(set(self._places[-1])):
            first, number = place
            sheet = self._sheets[first][number]
            if sheet.is_whole:
                if sheet.further_pages:
                    sheet = self._sheets[first][number] = self._reread(sheet)
                whole.append((place, self._photos[first], sheet))
        return whole

    @property
    def photos(self) -> list[PhotoReading]:
        """The photos in their order, with the ink of all pages of a sheet in the first one that was read."""
        pairs = zip(self._photos, self._sheets, strict=True)
        return [structs.replace(photo, sheets=tuple(sheets)) for photo, sheets in pairs]

    def by_page(self) -> list[PhotoReading]:
        """The photos in their order, page by page as they were read, each with what its whole sheet says of it."""
        return [
            structs.replace(
                photo,
                sheets=tuple(
                    _page_of(self._sheets[first][number], page)
                    for page, (first, number) in zip(photo.sheets, places, strict=True)
                ),
            )
            for photo, places in zip(self._photos, self._places, strict=True)
        ]

    def _joined(self, page: SheetReading) -> Place:
        """The place of the sheet that the page belongs to: the first that lacks it, or a new one."""
        waiting = self._lacking[page.label]
        if waiting:
            photo, number = place = waiting.popleft()
            self._sheets[photo][number] = _with_page(self._sheets[photo][number], page)
            return place
        self._sheets[-1].append(page)
        place = len(self._sheets) - 1, len(self._sheets[-1]) - 1
        for lacking in page.sheet.pages_of(page.label.seat):
            if lacking != page.label.page:
                self._lacking[structs.replace(page.label, page=lacking)].append(place)
        return place


def join_pages(photos: Iterable[PhotoReading], reread: Reread = lambda sheet: sheet) -> list[PhotoReading]:
    """The photos in their order, their pages joined as a `PageJoiner` does.

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
    joiner = PageJoiner(reread)
    for photo in photos:
        joiner.add(photo)
    return joiner.photos


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


def _page_of(sheet: SheetReading, page: SheetReading) -> SheetReading:
    on_page = {field.id for field in sheet.sheet.fields if field.page == page.label.page}
    return structs.replace(
        page,
        marks={field: mark for field, mark in sheet.marks.items() if field in on_page},
        doubts=tuple(doubt for doubt in sheet.doubts if doubt.field in on_page),
    )
