"""Read the label of a page: its DataMatrix or the copy at an edge.

Both are restored if they are blurred or noisy. If both fail, the plain text at the foot of the page is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import cv2
import numpy as np
import zxingcpp

from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.label.label import Label, decode_code
from fairsheet.sheets.label.label_text import parse_label_text
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import LABEL_CODE, LABEL_COPIES, LABEL_TEXT
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.geometry.rectify import Surface, flatten
from fairsheet.vision.label._code_restoration import COPIES, restore_codes
from fairsheet.vision.label.ocr import ocr_available, read_line
from fairsheet.vision.printed.illumination import Gray, even_light
from fairsheet.vision.printed.softness import is_blurred

LABEL_OPTIONS = "--seed (or --physical-cards), --players and --seat"
MARGIN = 3.0  # mm around the code: the fiducials place it only to about one, ...
WIDE_MARGIN = 10.0  # ... but not if the corner of the sheet is bent up or its fiducial is covered
LOOKS = ((8, MARGIN), (8, WIDE_MARGIN), (16, MARGIN), (12, MARGIN), (16, WIDE_MARGIN))
"""Px/mm at which the code is sampled, and what is looked at; twice the natural size rescues blurred ones."""
COPY_SCALE = 12  # px/mm across a copy; half along it, because its modules are about twice as long
COPY_MARGINS = (1.0, 4.0)  # mm; it lies between two fiducials, which place it well
COPY_REACH = 6.0  # mm around its place, for restoring it
# px/mm and mm: a single try at the copy takes a hundredth of the time of a photo
CHECKED_AT, CHECKED_MARGIN = 8, 2.5
RESTORED_AT = 12  # px/mm
RESTORED_MARGIN = 8.0  # mm
BLURRED_AT = 4  # px/mm of the whole sheet, checked for blur if its code cannot be read
SMOOTH = 0.15  # mm: a third of a module; removes the noise of dark photos
TEXT_SCALES = (16, 12, 24)  # px/mm; about 400 dpi suits Tesseract best
TEXT_MARGIN = 0.5  # mm around the line of text


class UnreadableLabel(FairsheetError):
    """A label whose code and text cannot be read; the remedy depends on what you can give instead."""


def read_label(photo: Gray, surface: Surface, name: str) -> Label:
    """Return the label of the page at `surface` in the photo.

    Raises FairsheetError naming the photo if the code is not ours, UnreadableLabel if code and text cannot be
    read.
    """
    label = _from_code(photo, surface, name) or _from_text(photo, surface)
    if label is None:
        code = ErrorCode.DAMAGED_LABEL
        words = Message("the code at the top right of the sheet cannot be read")
        if not ocr_available():
            words = Message(
                "the code at the top right of the sheet cannot be read (the plain text below could be read with "
                "Tesseract installed)"
            )
        if is_blurred(flatten(photo, surface, BLURRED_AT)):
            code = ErrorCode.BLURRED_PHOTO
            words = Message("the photo is blurred: the code at the top right of the sheet cannot be read")
        hint = Message("take a sharper photo, or give --sheet, {options}", options=LABEL_OPTIONS)
        raise UnreadableLabel(words, code=code, where=name, hint=hint)
    return label


def check_copy(photo: Gray, surface: Surface, label: Label, place: Rect, name: str) -> None:
    """Raise UnreadableLabel if the copy of the code is clearly visible at its place and is of another page.

    One code may be pasted over, or belong to another sheet on top of this one: only people can decide.
    """
    picture = _turn_copy(flatten(photo, surface, CHECKED_AT, place.grown(CHECKED_MARGIN)))
    for copy in _labels_in(picture):
        if differs := _differences(label, copy):
            words = Message("the two codes of this sheet differ: {one} at the top right; {other} at the edge")
            text = _from_text(photo, surface)  # slow, but honest sheets never get here
            at_top = Message("the words at the foot agree with the code at the top right")
            at_edge = Message("the words at the foot agree with the code at the edge")
            agrees = [
                agreeing
                for agreeing, each in ((at_top, label), (at_edge, copy))
                if text is not None and not _differences(each, text)
            ]
            differ = words.filled(one=_describe(label, differs), other=_describe(copy, differs))
            raise UnreadableLabel(
                joined("; ", [differ, *agrees]),
                code=ErrorCode.DAMAGED_LABEL,
                where=name,
                hint=Message(
                    "check whether one is pasted over or two sheets overlap, and name the game: "
                    "give --sheet, {options}",
                    options=LABEL_OPTIONS,
                ),
            )


def _labels_in(picture: Gray) -> Iterator[Label]:
    for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(zxingcpp.DataMatrix)):
        with suppress(FairsheetError):
            yield decode_code(code.text, code.bytes)


def _differences(one: Label, other: Label) -> list[str]:
    """Return the parts in which two labels differ, except the player's name, which only one code has."""
    parts = (field for field in Label.__struct_fields__ if field != "player")
    return [field for field in parts if getattr(one, field) != getattr(other, field)]


def _describe(label: Label, parts: Sequence[str]) -> str:
    """Return these parts of a label in words."""
    values = {part: getattr(label, part) for part in parts}
    words = {part: " ".join(value) if isinstance(value, tuple) else value for part, value in values.items()}
    return ", ".join(
        f"{part.removesuffix('_id')} {word}" if word else f"no {part}" for part, word in words.items()
    )


def _from_code(photo: Gray, surface: Surface, name: str) -> Label | None:
    was_wrong = False
    for picture in _code_pictures(photo, surface):
        for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(zxingcpp.DataMatrix)):
            try:
                return decode_code(code.text, code.bytes)
            except FairsheetError as error:
                if error.code is ErrorCode.FOREIGN_LABEL:
                    continue  # on a box nearby, or found by the reader inside our code
                if was_wrong:
                    raise FairsheetError(
                        error.problem, code=error.code, where=name, hint=error.hint
                    ) from None
                was_wrong = True  # one more try: a misread code can pass its own checks
    return None


def _code_pictures(photo: Gray, surface: Surface) -> Iterator[Gray]:
    """Yield the code and its copy: unchanged, evened out, smoothed, sharpened; then restored."""
    for scale, margin in LOOKS:
        yield from _looks(flatten(photo, surface, scale, LABEL_CODE.grown(margin)), scale)
    for place in LABEL_COPIES:
        for margin in COPY_MARGINS:
            yield from _looks(
                _turn_copy(flatten(photo, surface, COPY_SCALE, place.grown(margin))), COPY_SCALE
            )
    shown = LABEL_CODE.grown(RESTORED_MARGIN)
    place = LABEL_CODE.moved(-shown.x, -shown.y)
    yield from restore_codes(flatten(photo, surface, RESTORED_AT, shown), RESTORED_AT, place)
    for place in LABEL_COPIES:
        picture = _turn_copy(flatten(photo, surface, COPY_SCALE, place.grown(COPY_REACH)))
        lying = Rect(COPY_REACH / 2, COPY_REACH, place.h / 2, place.w)
        yield from restore_codes(picture, COPY_SCALE, lying, COPIES)


def _looks(picture: Gray, scale: float) -> Iterator[Gray]:
    """Yield a picture of `scale` px/mm unchanged, evened out, smoothed, and sharpened."""
    yield picture
    even = even_light(picture)
    yield even
    smooth = cv2.GaussianBlur(even, (0, 0), scale * SMOOTH)
    yield np.asarray(smooth, dtype=np.uint8)
    softer = cv2.GaussianBlur(smooth, (0, 0), scale * 2 * SMOOTH)
    yield np.asarray(cv2.addWeighted(smooth, 2.5, softer, -1.5, 0), dtype=np.uint8)


def _turn_copy(copy: Gray) -> Gray:
    """Turn a copy so that it reads from left to right instead of top to bottom, and halve its length."""
    turned = cv2.rotate(copy, cv2.ROTATE_90_COUNTERCLOCKWISE)
    size = turned.shape[1] // 2, turned.shape[0]
    return np.asarray(cv2.resize(turned, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _from_text(photo: Gray, surface: Surface) -> Label | None:
    if not ocr_available():
        return None
    for scale in TEXT_SCALES:
        picture = even_light(flatten(photo, surface, scale, LABEL_TEXT.grown(TEXT_MARGIN)))
        line = read_line(picture, least_confidence=0)  # the text has its own check code
        try:
            return parse_label_text(line)
        except FairsheetError:
            continue
    return None
