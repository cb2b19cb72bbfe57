"""Reading the label of a page: its DataMatrix, restored where it is blurred or noisy, and the plain text at the foot
of the page where that fails."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import zxingcpp

from sheets.errors import FairsheetError
from sheets.label import Label, decode_label
from sheets.label_text import parse_label_text
from sheets.page import FORMER_LABEL_CODE, LABEL_CODE, LABEL_TEXT
from vision.code_restoration import restored_codes
from vision.illumination import Gray, even_light
from vision.ocr import ocr_available, read_line
from vision.rectify import Surface, flatten

MARGIN = 3.0  # mm around the code: the fiducials alone place it to about one, and older prints have it further in, ...
WIDE_MARGIN = 10.0  # ... but not where the corner of the sheet stands up or its fiducial is covered
LOOKS = ((8, MARGIN), (8, WIDE_MARGIN), (16, MARGIN), (12, MARGIN), (16, WIDE_MARGIN))
"""Px/mm at which the code is sampled, and what is looked at; twice the natural size rescues blurred ones."""
RESTORED_AT = 12  # px/mm
RESTORED_MARGIN = 8.0  # mm
SMOOTH = 0.15  # mm: a third of a module; takes the noise of dark photos
TEXT_SCALES = (16, 12, 24)  # px/mm; about 400 dpi suits Tesseract best
TEXT_MARGIN = 0.5  # mm around the line of text


class UnreadableLabel(FairsheetError):
    """A label that cannot be read, in code or text; what to do about it depends on what can be told in its stead."""


def read_label(photo: Gray, surface: Surface, name: str) -> Label:
    """The label of the page that lies at `surface` in the photo.

    Raises FairsheetError naming the photo where they are not ours, UnreadableLabel where neither can be read.
    """
    label = _from_code(photo, surface, name) or _from_text(photo, surface)
    if label is None:
        advice = "" if ocr_available() else " (the plain text below could be read with Tesseract installed)"
        raise UnreadableLabel(
            f"the code at the top right of the sheet cannot be read{advice}",
            where=name,
            hint="take a sharper photo, or give --sheet, --seed (or --physical-cards), --players and --seat",
        )
    return label


def _from_code(photo: Gray, surface: Surface, name: str) -> Label | None:
    foreign = False
    for picture in _code_pictures(photo, surface):
        for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(zxingcpp.DataMatrix)):
            try:
                return decode_label(code.bytes)
            except FairsheetError as error:
                if foreign:
                    raise FairsheetError(error.problem, where=name, hint=error.hint) from None
                foreign = True  # one more look: a misread code can pass its own checks
    return None


def _code_pictures(photo: Gray, surface: Surface) -> Iterator[Gray]:
    """The code as it is, evened out, and with its noise smoothed and its edges sharpened; then otherwise seen; then
    restored."""
    for scale, margin in LOOKS:
        picture = flatten(photo, surface, scale, LABEL_CODE.grown(margin))
        yield picture
        even = even_light(picture)
        yield even
        smooth = cv2.GaussianBlur(even, (0, 0), scale * SMOOTH)
        yield np.asarray(smooth, dtype=np.uint8)
        softer = cv2.GaussianBlur(smooth, (0, 0), scale * 2 * SMOOTH)
        yield np.asarray(cv2.addWeighted(smooth, 2.5, softer, -1.5, 0), dtype=np.uint8)
    shown = LABEL_CODE.grown(RESTORED_MARGIN)
    places = [place.moved(-shown.x, -shown.y) for place in (LABEL_CODE, FORMER_LABEL_CODE)]
    yield from restored_codes(flatten(photo, surface, RESTORED_AT, shown), RESTORED_AT, places)


def _from_text(photo: Gray, surface: Surface) -> Label | None:
    if not ocr_available():
        return None
    for scale in TEXT_SCALES:
        picture = even_light(flatten(photo, surface, scale, LABEL_TEXT.grown(TEXT_MARGIN)))
        line = read_line(picture, least_confidence=0)  # the text has a check code of its own
        try:
            return parse_label_text(line)
        except FairsheetError:
            continue
    return None
