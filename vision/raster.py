"""The page as we print it, as a picture: what the reader compares a photograph with."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sheets.draw import draw_page
from sheets.errors import FairsheetError
from sheets.label import Label
from sheets.model import Sheet
from sheets.page import FRAME, Paper

_FRAME_PAPER = Paper("frame", FRAME.w, FRAME.h)
_CACHED_PAGES = 16  # a page of 10 px per mm takes 5 MB


def blank_page(sheet: Sheet, label: Label, px_per_mm: float) -> npt.NDArray[np.uint8]:
    """The frame of the printed page (not the paper's margin) in grey, 0 black to 255 white.

    The shape is (height, width) of `sheets.page.FRAME` times px_per_mm, rounded. The array is shared between
    calls and therefore read-only. Raises FairsheetError where the label does not fit the sheet, or for a px_per_mm
    below 1 or above 40.
    """
    if not 1 <= px_per_mm <= 40:
        raise FairsheetError(
            f"{px_per_mm} px per mm is not a usable resolution", hint="choose one from 1 to 40"
        )
    return _raster(_Request(sheet.fingerprint, label, px_per_mm, sheet))


@dataclass(frozen=True)
class _Request:
    """What identifies a page; the sheet itself is told by its fingerprint."""

    fingerprint: str
    label: Label
    px_per_mm: float
    sheet: Sheet = field(compare=False)


@lru_cache(maxsize=_CACHED_PAGES)
def _raster(request: _Request) -> npt.NDArray[np.uint8]:
    pdf = draw_page(request.sheet, request.label, _FRAME_PAPER)
    pixels = render_page(pdf, 0, round(FRAME.w * request.px_per_mm), round(FRAME.h * request.px_per_mm))
    pixels.flags.writeable = False
    return pixels


def render_page(pdf: bytes, page: int, width: int, height: int) -> npt.NDArray[np.uint8]:
    """A page of a PDF, counted from 0, in grey and width by height pixels."""
    import pypdfium2
    from pypdfium2 import raw

    document = pypdfium2.PdfDocument(pdf)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_Gray)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, document[page], 0, 0, width, height, 0, raw.FPDF_GRAYSCALE)
    pixels: npt.NDArray[np.uint8] = bitmap.to_numpy().reshape(height, width).copy()
    document.close()
    return pixels
