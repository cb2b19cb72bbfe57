"""Draw the page as we print it, for comparison with photos."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, wraps
from typing import Any, TypeVar, TypeVarTuple

from fairsheet.sheets.label.label import Label, LabelledPage
from fairsheet.sheets.model.drawn_print import DrawnPrint, shapes_left_out
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FRAME_PAPER, frame_of
from fairsheet.sheets.model.sheet import MissionPlace, Sheet
from fairsheet.sheets.printing.draw_pages import draw_table, draw_unlabelled
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.printed.illumination import Gray

_CACHED_PAGES = 1  # 9 MB with everything derived from it; the photos of a table follow each other
_CACHED_LAYOUTS = 8  # 10 MB each; drawing one takes 40 ms
_AROUND_CARD = 0.6  # mm by which the outline of a mission card may extend beyond its place

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(frozen=True, eq=False)
class PrintedPage:
    """The frame of a page as we print it, read-only, with a cache of derived values, see `made_once`.

    It differs from the first drawn page of its `layout` only in the `changed` mission cards (mm). Therefore
    most values derived from that page also hold for this one.
    """

    gray: Gray
    layout: PrintedPage | None = None
    changed: tuple[Rect, ...] = ()
    made: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    def shown_by(self, place: Rect) -> PrintedPage:
        """Return the page to use for the print at a place (mm): the layout's first one if it shows the same."""
        if self.layout is None or any(place.overlaps(card) for card in self.changed):
            return self
        return self.layout


def made_once(make: Callable[[PrintedPage, *Ts], T]) -> Callable[[PrintedPage, *Ts], T]:
    """Cache a pure function once for each page and other arguments, of which there must be few.

    The values are deleted with the page. A separate cache would keep unused pages in memory.
    """

    @wraps(make)
    def made(page: PrintedPage, *others: *Ts) -> T:
        key = (make, *others)
        if key not in page.made:
            page.made[key] = make(page, *others)
        found: T = page.made[key]
        return found

    return made


def printed_page(
    sheet: Sheet,
    page: int,
    missions: Sequence[str],
    px_per_mm: int,
    drawn: DrawnPrint | None = None,
    *,
    ink_saving: bool = False,
) -> PrintedPage:
    """Return the print that all copies of a page with these missions share: everything except the label.

    There is one version that saves ink and one that does not. Print for components that a seed did not draw is
    left out. Raises FairsheetError if the sheet lacks the page or a mission.
    """
    letters = {place.letter for place in sheet.mission_places if place.page == page}
    shown = [name for name in missions if name not in sheet.mission or sheet.mission[name].letter in letters]
    left_out = shapes_left_out(sheet, drawn)
    layout = _layout_of(_Unlabelled(sheet.digest, page, px_per_mm, left_out, ink_saving, sheet, drawn))
    return _compose_page(layout, tuple(shown))


def blank_page(sheet: Sheet, label: Label, px_per_mm: float, drawn: DrawnPrint | None = None) -> Gray:
    """Return the frame of the printed page (without the paper's margin) in grey, 0 black to 255 white.

    The shape is (height, width) of `page_geometry.FRAME` times px_per_mm, rounded. `drawn` is what a seed draws
    on it. Raises FairsheetError if the label does not fit the sheet, or if px_per_mm is below 1 or above 40.
    """
    if not 1 <= px_per_mm <= 40:
        raise FairsheetError(
            f"{px_per_mm} px per mm is not a usable resolution",
            code=ErrorCode.BAD_OPTION,
            hint="choose one from 1 to 40",
        )
    return _raster(draw_table([LabelledPage(sheet, label, drawn)], FRAME_PAPER), sheet, px_per_mm)


def _raster(pdf: bytes, sheet: Sheet, px_per_mm: float) -> Gray:
    frame = frame_of(sheet)
    return render_page(pdf, 0, round(frame.w * px_per_mm), round(frame.h * px_per_mm))


@dataclass(frozen=True)
class _Unlabelled:
    """A page without label and missions, identified by its layout and the shapes that its seed leaves out."""

    digest: str
    page: int
    px_per_mm: int
    left_out: frozenset[int]
    ink_saving: bool
    sheet: Sheet = field(compare=False)
    drawn: DrawnPrint | None = field(compare=False)


@lru_cache(maxsize=_CACHED_PAGES)
def _compose_page(layout: _Layout, missions: tuple[str, ...]) -> PrintedPage:
    return layout.page(missions)


@lru_cache(maxsize=_CACHED_LAYOUTS)
def _layout_of(request: _Unlabelled) -> _Layout:
    return _Layout(request)


_Card = tuple[MissionPlace, str | None]  # a place and the mission that it shows


class _Layout:
    """The drawn pages of a layout.

    Pages with other missions differ only in their mission cards, so they are composed from those.
    """

    def __init__(self, request: _Unlabelled) -> None:
        self._request, self._missions = request, request.sheet.mission
        self._first: PrintedPage | None = None
        self._on_first: list[_Card] = []
        self._cards: dict[_Card, Gray] = {}

    def page(self, missions: Sequence[str]) -> PrintedPage:
        """Return the page, composed if all its cards have been drawn before."""
        wanted, px_per_mm = self._cards_of(missions), self._request.px_per_mm
        is_drawn = self._cards.keys() >= set(wanted) and self._missions.keys() >= set(missions)
        if self._first is None or not is_drawn:
            drawn = [self._prefer_undrawn(name) for name in missions]
            whole = self._draw(drawn)
            for card in self._cards_of(drawn):
                self._cards[card] = whole[window(_area(card[0]), px_per_mm)].copy()
            if self._first is None:
                self._first, self._on_first = PrintedPage(whole), wanted
        changed = [card for card in wanted if card not in self._on_first]
        if not changed:
            return self._first
        gray = self._first.gray.copy()
        for card in changed:
            gray[window(_area(card[0]), px_per_mm)] = self._cards[card]
        gray.flags.writeable = False
        return PrintedPage(gray, self._first, tuple(_area(place) for place, _ in changed))

    def _cards_of(self, missions: Sequence[str]) -> list[_Card]:
        """Return the cards of the page with these missions."""
        by_letter = {self._missions[name].letter: name for name in missions if name in self._missions}
        places = (each for each in self._request.sheet.mission_places if each.page == self._request.page)
        return [(place, by_letter.get(place.letter)) for place in places]

    def _prefer_undrawn(self, name: str) -> str:
        """Return the mission, or if it was drawn before, an undrawn one of its letter: the next page may show
        it."""
        drawn = {mission for _, mission in self._cards}
        if name not in drawn:
            return name
        alike = (each for each in self._missions.values() if each.letter == self._missions[name].letter)
        return next((each.id for each in alike if each.id not in drawn), name)

    def _draw(self, missions: Sequence[str]) -> Gray:
        """Draw the whole page with these missions; read-only."""
        page = self._request
        drawn = page.drawn and replace(page.drawn, shapes={})  # they differ from seat to seat
        pdf = draw_unlabelled(page.sheet, page.page, missions, FRAME_PAPER, drawn, ink_saving=page.ink_saving)
        whole = _raster(pdf, page.sheet, page.px_per_mm)
        whole.flags.writeable = False
        return whole


def _area(place: MissionPlace) -> Rect:
    """Return the part of a page (mm) that shows a mission card."""
    turn = math.radians(place.turn)
    across, down = abs(math.cos(turn)), abs(math.sin(turn))
    rect, middle = place.rect, place.rect.center
    w, h = rect.w * across + rect.h * down, rect.w * down + rect.h * across
    return Rect(middle.x - w / 2, middle.y - h / 2, w, h).grown(_AROUND_CARD)


def window(place: Rect, px_per_mm: float) -> tuple[slice, slice]:
    """Return the rows and columns of a page that show a place, cut at the top and left edges of the page."""
    left, top, right, bottom = (
        max(0, round(side * px_per_mm)) for side in (place.x, place.y, place.right, place.bottom)
    )
    return slice(top, bottom), slice(left, right)


def render_page(pdf: bytes, page: int, width: int, height: int) -> Gray:
    """Return a page of a PDF, counted from 0, in grey and width by height pixels."""
    import pypdfium2
    from pypdfium2 import raw

    document = pypdfium2.PdfDocument(pdf)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_Gray)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, document[page], 0, 0, width, height, 0, raw.FPDF_GRAYSCALE)
    pixels: Gray = bitmap.to_numpy().reshape(height, width).copy()
    document.close()
    return pixels
