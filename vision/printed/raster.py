"""The page as we print it, as a picture: what the reader compares a photograph with."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, wraps
from typing import Any, TypeVar, TypeVarTuple

import numpy as np

from fairsheet.sheets.label.label import Label, LabelledPage
from fairsheet.sheets.model.drawn_print import DrawnPrint, shapes_left_out
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FRAME, Paper, frame_of
from fairsheet.sheets.model.sheet import MissionPlace, Sheet
from fairsheet.sheets.printing.draw_pages import draw_table, draw_unlabelled
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.printed.illumination import Gray

_FRAME_PAPER = Paper("frame", FRAME.w, FRAME.h, is_cut=False)
_CACHED_PAGES = 8  # as many as the missions of a scenario make; 10 MB each with what is made of it
_CACHED_DRAWINGS = 32  # half a MB each; to draw one takes 40 ms
_AROUND_CARD = 0.5  # mm by which the outline of a mission card may reach beyond its place

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(frozen=True, eq=False)
class PrintedPage:
    """The frame of a page as we print it; read-only. With it is kept what is made of it to read photos, see
    `made_once`."""

    gray: Gray
    made: dict[Hashable, Any] = field(default_factory=dict, repr=False)


def made_once(make: Callable[[PrintedPage, *Ts], T]) -> Callable[[PrintedPage, *Ts], T]:
    """The function, which must be pure, asked once for each page and other arguments, of which there must be few.

    What it makes goes when the page does: a cache of its own would keep pages that nobody else knows any more.
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
    """What all prints of a page with these missions have in common, those that save ink or the others: all but the
    label; without what is for components that a seed did not draw.

    Raises FairsheetError for a page or a mission that the sheet has not.
    """
    letters = {place.letter for place in sheet.mission_places if place.page == page}
    shown = [name for name in missions if name not in sheet.mission or sheet.mission[name].letter in letters]
    return _printed(
        _Unlabelled(
            sheet.digest,
            page,
            tuple(shown),
            px_per_mm,
            shapes_left_out(sheet, drawn),
            ink_saving,
            sheet,
            drawn,
        )
    )


def blank_page(sheet: Sheet, label: Label, px_per_mm: float, drawn: DrawnPrint | None = None) -> Gray:
    """The frame of the printed page (not the paper's margin) in grey, 0 black to 255 white.

    The shape is (height, width) of `page_geometry.FRAME` times px_per_mm, rounded; `drawn` is what a seed draws on it.
    Raises FairsheetError where the label does not fit the sheet, or for a px_per_mm below 1 or above 40.
    """
    if not 1 <= px_per_mm <= 40:
        raise FairsheetError(
            f"{px_per_mm} px per mm is not a usable resolution", hint="choose one from 1 to 40"
        )
    return _raster(draw_table([LabelledPage(sheet, label, drawn)], _FRAME_PAPER), _shape(sheet, px_per_mm))


def _raster(pdf: bytes, shape: tuple[int, int]) -> Gray:
    height, width = shape
    return render_page(pdf, 0, width, height)


def _shape(sheet: Sheet, px_per_mm: float) -> tuple[int, int]:
    """Height and width of the frame, px."""
    frame = frame_of(sheet)
    return round(frame.h * px_per_mm), round(frame.w * px_per_mm)


@dataclass(frozen=True)
class _Unlabelled:
    """What identifies a page without its label; of what a seed draws, the shapes that it leaves out."""

    digest: str
    page: int
    missions: tuple[str, ...]
    px_per_mm: int
    left_out: frozenset[int]
    ink_saving: bool
    sheet: Sheet = field(compare=False)
    drawn: DrawnPrint | None = field(compare=False)


@lru_cache(maxsize=_CACHED_PAGES)
def _printed(request: _Unlabelled) -> PrintedPage:
    drawn = _drawn_of(request.digest, request.page, request.px_per_mm, request.left_out, request.ink_saving)
    gray = drawn.page(request)
    gray.flags.writeable = False
    return PrintedPage(gray)


@lru_cache(maxsize=_CACHED_DRAWINGS)
def _drawn_of(digest: str, page: int, px_per_mm: int, left_out: frozenset[int], ink_saving: bool) -> _Drawn:
    return _Drawn()


class _Drawn:
    """What has been drawn of a page. Pages with other missions differ in their mission cards only, so they are put
    together from those."""

    def __init__(self) -> None:
        self._base: bytes | None = None  # compressed: a tenth of the memory, for 6 ms
        self._cards: dict[tuple[int, str | None], Gray] = {}  # by place and mission

    def page(self, request: _Unlabelled) -> Gray:
        """The page, put together where all its cards have been drawn before."""
        sheet, shape = request.sheet, _shape(request.sheet, request.px_per_mm)
        places = [place for place in sheet.mission_places if place.page == request.page]
        by_letter = {sheet.mission[name].letter: name for name in request.missions if name in sheet.mission}
        cards = {(k, by_letter.get(place.letter)): _area(place, request) for k, place in enumerate(places)}
        if (
            self._base is None
            or len(by_letter) < len(request.missions)
            or not cards.keys() <= self._cards.keys()
        ):
            drawn = request.drawn and replace(request.drawn, shapes={})  # they differ from seat to seat
            pdf = draw_unlabelled(
                sheet, request.page, request.missions, _FRAME_PAPER, drawn, ink_saving=request.ink_saving
            )
            whole = _raster(pdf, shape)
            self._cards.update({card: whole[area].copy() for card, area in cards.items()})
            self._base = self._base or zlib.compress(whole.tobytes(), level=1)
            return whole
        page = np.frombuffer(zlib.decompress(self._base), np.uint8).reshape(shape).copy()
        for card, area in cards.items():
            page[area] = self._cards[card]
        return page


def _area(place: MissionPlace, request: _Unlabelled) -> tuple[slice, slice]:
    """The rows and columns of a page that show a mission card."""
    turn = math.radians(place.turn)
    across, down = abs(math.cos(turn)), abs(math.sin(turn))
    rect, middle = place.rect, place.rect.center
    w, h = rect.w * across + rect.h * down, rect.w * down + rect.h * across
    area = Rect(middle.x - w / 2, middle.y - h / 2, w, h).grown(_AROUND_CARD)
    rows, columns = (
        slice(max(0, math.floor(start * request.px_per_mm)), math.ceil(end * request.px_per_mm))
        for start, end in ((area.y, area.bottom), (area.x, area.right))
    )
    return rows, columns


def window(place: Rect, px_per_mm: float) -> tuple[slice, slice]:
    """The rows and columns of a page that show a place, as far as that does not lie above the page or left of it."""
    left, top, right, bottom = (
        max(0, round(side * px_per_mm)) for side in (place.x, place.y, place.right, place.bottom)
    )
    return slice(top, bottom), slice(left, right)


def render_page(pdf: bytes, page: int, width: int, height: int) -> Gray:
    """A page of a PDF, counted from 0, in grey and width by height pixels."""
    import pypdfium2
    from pypdfium2 import raw

    document = pypdfium2.PdfDocument(pdf)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_Gray)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, document[page], 0, 0, width, height, 0, raw.FPDF_GRAYSCALE)
    pixels: Gray = bitmap.to_numpy().reshape(height, width).copy()
    document.close()
    return pixels
