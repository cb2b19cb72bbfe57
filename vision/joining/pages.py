"""Join the pages of one sheet, and several photos of one page, into one reading."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.joining.combine import are_of_one_sheet, can_be_one_sheet, combine, latest
from fairsheet.vision.readings.reading import PhotoReading, SheetReading

# of a sheet: the number of the first photo that shows it, and its number in that photo
Place = tuple[int, int]
Reread = Callable[[SheetReading, SheetReading], SheetReading]
"""Return the joint reading of all pages of a sheet, from all photos, or from the clearest if these raise less."""


class PageJoiner:
    """A joiner of pages, photo after photo, each in a time independent of their number.

    `reread` is called with every sheet completed by several pages or photos, and returns their joint reading.
    Pages belong together if their labels agree except for the page, and for a missing player's name. Two photos
    of a page are combined if they can be of one sheet (`fairsheet.vision.joining.combine`). Otherwise the
    second one begins another sheet.
    """

    def __init__(self, reread: Reread = lambda sheet, best: sheet) -> None:
        self._apply_changes = reread
        self._photos: list[PhotoReading] = []
        self._sheets: list[list[SheetReading]] = []  # by photo
        self._places: list[list[Place]] = []  # by photo, the places of its pages' sheets
        self._views: dict[tuple[Place, int], list[SheetReading]] = {}  # readings of a page of a sheet
        self._last: dict[Label, Place] = {}  # by a page's label without a name
        self._lacking: defaultdict[Label, deque[Place]] = defaultdict(deque)  # by the label of a missing page

    def add(self, photo: PhotoReading) -> list[tuple[Place, PhotoReading, SheetReading]]:
        """Return the sheets that this photo completes, each with its place and the photo that first showed it."""
        self._photos.append(photo)
        self._sheets.append([])
        self._places.append([self._add_page(page) for page in photo.sheets])
        whole = []
        for place in sorted(set(self._places[-1])):
            first, number = place
            sheet = self._sheets[first][number]
            if sheet.is_whole:
                if sheet.further_pages or len(sheet.photos) > 1:
                    together, best = (self._combine_pages(place, sheet, best=each) for each in (False, True))
                    sheet = self._sheets[first][number] = self._apply_changes(together, best)
                whole.append((place, self._photos[first], sheet))
        return whole

    def _combine_pages(self, place: Place, sheet: SheetReading, *, best: bool) -> SheetReading:
        """Return the sheet with every page combined from all its photos, or from the `best` of them."""
        for page in sheet.pages:
            if len(views := self._views[place, page]) > 1:
                sheet = _combine_page(sheet, views, best=best)
        return sheet

    @property
    def photos(self) -> list[PhotoReading]:
        """The photos in their order; all ink of a sheet is in the photo that was read first."""
        pairs = zip(self._photos, self._sheets, strict=True)
        return [structs.replace(photo, sheets=tuple(sheets)) for photo, sheets in pairs]

    def by_page(self) -> list[PhotoReading]:
        """Return the photos in their order, page by page, each with its part of the whole sheet's reading.

        The doubts about a page are in its first photo.
        """
        return [
            structs.replace(photo, sheets=tuple(map(self._page_of, places, photo.sheets)))
            for photo, places in zip(self._photos, self._places, strict=True)
        ]

    def _page_of(self, place: Place, page: SheetReading) -> SheetReading:
        sheet = self._sheets[place[0]][place[1]]
        is_first = self._views[place, page.label.page][0] is page
        on_page = {field.id for field in sheet.sheet.fields if field.page == page.label.page}
        return structs.replace(
            page,
            marks={field: mark for field, mark in sheet.marks.items() if field in on_page},
            doubts=tuple(doubt for doubt in sheet.doubts if is_first and doubt.field in on_page),
        )

    def _add_page(self, page: SheetReading) -> Place:
        """Return the place of the page's sheet: one that another photo shows, the first that lacks it, or a new
        one."""
        label = structs.replace(page.label, player="")
        last = self._last.get(label)
        if last is not None:
            views = self._views[last, page.label.page]
            on_other_photos = all(view.photos != page.photos for view in views)
            if on_other_photos and can_be_one_sheet(views[0], page):
                views.append(page)
                photo, number = last
                self._sheets[photo][number] = _combine_page(self._sheets[photo][number], views)
                return last
        waiting = self._lacking[label]
        fitting = (
            each for each in waiting if are_of_one_sheet(self._sheets[each[0]][each[1]].label, page.label)
        )
        if (found := next(fitting, None)) is not None:
            waiting.remove(found)
            photo, number = place = found
            self._sheets[photo][number] = add_page(self._sheets[photo][number], page)
        else:
            self._sheets[-1].append(page)
            place = len(self._sheets) - 1, len(self._sheets[-1]) - 1
            for lacking in page.sheet.pages_of(page.label.seat):
                if lacking != page.label.page:
                    self._lacking[structs.replace(label, page=lacking)].append(place)
        self._last[label] = place
        self._views[place, page.label.page] = [page]
        return place


def join_pages(
    photos: Iterable[PhotoReading], reread: Reread = lambda sheet, best: sheet
) -> list[PhotoReading]:
    """Return the photos in their order, their pages joined by a `PageJoiner`.

    >>> from fairsheet.sheets.label.label import Label
    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> from msgspec.structs import replace
    >>> sheet = replace(load_sheet("launch"), pages=2)
    >>> front = SheetReading(sheet, Label("launch", "73f4521e", "otter", 2, 1, page=1), "Ada", {"floor-1.1": 3})
    >>> back = SheetReading(sheet, Label("launch", "73f4521e", "otter", 2, 1, page=2), None, {"error.1": "circled"})
    >>> one, other = join_pages([PhotoReading("1.jpg", (front,)), PhotoReading("2.jpg", (back,))])
    >>> one.sheets[0].marks, one.sheets[0].is_whole, other.sheets
    ({'floor-1.1': 3, 'error.1': 'circled'}, True, ())
    """
    joiner = PageJoiner(reread)
    for photo in photos:
        joiner.add(photo)
    return joiner.photos


def add_page(sheet: SheetReading, page: SheetReading) -> SheetReading:
    """Return the sheet with a page added that it lacks; its photos are in the order of their pages."""
    first, then = (page, sheet) if page.label.page < min(sheet.pages) else (sheet, page)
    return structs.replace(
        sheet,
        label=structs.replace(sheet.label, player=sheet.label.player or page.label.player),
        player=sheet.player or page.player,
        marks={**sheet.marks, **page.marks},
        doubts=sheet.doubts + page.doubts,
        fields=sheet.fields + page.fields,
        covered=sheet.covered + page.covered,
        crops={**sheet.crops, **page.crops},
        differing=sheet.differing + page.differing,
        further_pages=(*sheet.further_pages, page.label.page),
        photos=tuple(dict.fromkeys(first.photos + then.photos)),
        taken=latest([sheet, page]),
    )


def _combine_page(sheet: SheetReading, views: Sequence[SheetReading], *, best: bool = False) -> SheetReading:
    """Return the sheet with one page combined from all its photos, or from the `best` of them."""
    page = combine(views, best=best)
    on_page = {field.id for field in sheet.sheet.fields if field.page == page.label.page}
    others = structs.replace(
        sheet,
        player=None if PLAYER in on_page else sheet.player,
        marks={field: mark for field, mark in sheet.marks.items() if field not in on_page},
        doubts=tuple(doubt for doubt in sheet.doubts if doubt.field not in on_page),
        fields=tuple(field for field in sheet.fields if field.field not in on_page),
        covered=tuple(field for field in sheet.covered if field not in on_page),
        crops={field: crop for field, crop in sheet.crops.items() if field not in on_page},
        differing=tuple(doubt for doubt in sheet.differing if doubt.field not in on_page),
    )
    return structs.replace(add_page(others, page), further_pages=sheet.further_pages)
