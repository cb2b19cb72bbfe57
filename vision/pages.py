"""The pages of one sheet, read from one photo or several, joined into one reading."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable

from msgspec import structs

from sheets.label import Label
from vision.reading import PhotoReading, SheetReading

Place = tuple[
    int, int
]  # of a sheet: the number of the photo on which it was first seen, and its number in it


class PageJoiner:
    """Joins pages as they are read, photo after photo, each in a time that does not grow with their number.

    Pages belong together where their labels agree in everything but the page. A page that was read twice begins
    another sheet, as a second photo of a sheet of one page does.
    """

    def __init__(self) -> None:
        self._photos: list[PhotoReading] = []
        self._sheets: list[list[SheetReading]] = []  # by photo
        self._lacking: defaultdict[Label, deque[Place]] = defaultdict(
            deque
        )  # by the label of the page they lack

    def add(self, photo: PhotoReading) -> list[tuple[Place, PhotoReading, SheetReading]]:
        """The sheets that this photo makes whole, each with its place and the photo on which it was first seen."""
        self._photos.append(photo)
        self._sheets.append([])
        touched = sorted({self._joined(page) for page in photo.sheets})
        sheets = [(place, self._photos[place[0]], self._sheets[place[0]][place[1]]) for place in touched]
        return [(place, first, sheet) for place, first, sheet in sheets if sheet.is_whole]

    @property
    def photos(self) -> list[PhotoReading]:
        """The photos in their order, with the ink of all pages of a sheet in the first one that was read."""
        pairs = zip(self._photos, self._sheets, strict=True)
        return [structs.replace(photo, sheets=tuple(sheets)) for photo, sheets in pairs]

    def _joined(self, page: SheetReading) -> Place:
        """The place of the sheet that the page belongs to: the first that lacks it, or a new one."""
        waiting = self._lacking[page.label]
        if waiting:
            photo, number = place = waiting.popleft()
            self._sheets[photo][number] = _with_page(self._sheets[photo][number], page)
            return place
        self._sheets[-1].append(page)
        place = len(self._sheets) - 1, len(self._sheets[-1]) - 1
        for lacking in range(1, page.sheet.pages + 1):
            if lacking != page.label.page:
                self._lacking[structs.replace(page.label, page=lacking)].append(place)
        return place


def join_pages(photos: Iterable[PhotoReading]) -> list[PhotoReading]:
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
    joiner = PageJoiner()
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
