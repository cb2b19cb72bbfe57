"""Encode pictures as JPEG and PNG: overlays, printed pages and embedded photos."""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pypdfium2
import simplejpeg
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from fairsheet.engine.records.record import Record
from fairsheet.languages.catalogues import ENGLISH, Catalogue
from fairsheet.languages.messages import Message
from fairsheet.process.inputs import OUR_OVERLAY, OUR_PNG
from fairsheet.sheets.drawing.typeface import MM_PER_POINT
from fairsheet.sheets.model.sheet import PLAYER, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.pictures.marked_page import marked_page
from fairsheet.vision.pictures.overlay import draw_overlay
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.readings.reading import Doubt
from fairsheet.vision.scan import SeenSheet
from fairsheet.wording.labels import drawn_prints, labels_of

QUALITY = 85  # of a JPEG
PAGE_QUALITY = 60  # of a flat page, which phones load
EMBEDDED_SIDE = 1400  # px of the longer side of a photo in a page
EMBEDDED_QUALITY = 72
LEAST_DPI, MOST_DPI = 36, 600
DRAWING_COLOURS = 64  # of a drawn page
_EVERY = 8  # px; hashing one pixel in 8 in each direction still distinguishes photos
_COMMENT = b"\xff\xfe"  # the marker of a JPEG's segment with a comment (ITU T.81, table B.1)


def overlay_jpeg(photo: Photo, sheets: Sequence[SeenSheet], language: Catalogue = ENGLISH) -> bytes:
    """Return the photo with its reading drawn on it, as JPEG; a comment inside identifies the photo."""
    pixels = draw_overlay(photo, sheets, language)
    encoded = bytes(simplejpeg.encode_jpeg(pixels, quality=QUALITY, colorsubsampling="420"))
    start, rest = encoded[:2], encoded[2:]
    seen = photo.gray[::_EVERY, ::_EVERY].tobytes()
    comment = OUR_OVERLAY + b" of " + hashlib.sha256(seen).hexdigest()[:16].encode()
    return start + _COMMENT + (len(comment) + 2).to_bytes(2, "big") + comment + rest


def page_jpeg(gray: Gray) -> bytes:
    """Return a flattened page as JPEG, in gray."""
    return bytes(simplejpeg.encode_jpeg(gray[..., None], quality=PAGE_QUALITY, colorspace="GRAY"))


def jpeg(picture: Image.Image, quality: int) -> bytes:
    """Return a picture as JPEG of a quality from 1 to 95."""
    stream = io.BytesIO()
    picture.convert("RGB").save(stream, "JPEG", quality=quality, optimize=True)
    return stream.getvalue()


def embedded_photo(file: Path | BinaryIO) -> str:
    """Return a picture file as a data URL, so that a page needs no other file.

    Raises FairsheetError if the file is damaged or not a picture.
    """
    try:
        with Image.open(file) as picture:
            shown = picture.convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        where = str(file) if isinstance(file, Path) else ""
        raise FairsheetError(
            Message("this picture cannot be read"),
            code=ErrorCode.NOT_A_PICTURE,
            where=where,
            hint=Message("make it again"),
        ) from error
    shown.thumbnail((EMBEDDED_SIDE, EMBEDDED_SIDE))
    return data_url(jpeg(shown, EMBEDDED_QUALITY), "jpeg")


def data_url(picture: bytes, kind: str) -> str:
    """Return a picture as a data URL; `kind` is `jpeg` or `png`."""
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def record_pngs(sheet: Sheet, record: Record, doubts: Sequence[Doubt] = ()) -> list[bytes]:
    """Return drawings of a record's pages with its marks as PNG; fields in doubt are numbered.

    Raises FairsheetError if the record's label cannot be printed.
    """
    marks = {**record.marks, **({PLAYER: record.player} if record.player and PLAYER in sheet.field else {})}
    tags = {doubt.field: doubt.tag for doubt in doubts}
    pictures, drawn = [], drawn_prints(sheet, record.game, [record.seat]).get(record.seat)
    for label in labels_of(sheet, record.game, [record.seat]):
        page = marked_page(sheet, label, marks, drawn=drawn, doubts=tags)
        # the usual way to choose colours loses that of a few letters
        few = page.quantize(DRAWING_COLOURS, Image.Quantize.FASTOCTREE)
        pictures.append(png(few))
    return pictures


def check_dpi(dpi: int, where: str) -> None:
    """Check the resolution of a picture of a page. Raises FairsheetError if it is too low or too high."""
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise FairsheetError(
            Message("{dpi} dpi cannot be drawn", dpi=dpi),
            code=ErrorCode.BAD_OPTION,
            where=where,
            hint=Message("give {least} to {most}", least=LEAST_DPI, most=MOST_DPI),
        )


def page_pngs(pdf: bytes, dpi: int) -> list[bytes]:
    """Return the pages of a PDF as PNG at a resolution in dpi."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [png(page.render(scale=dpi / 72).to_pil()) for page in document]


def png(picture: Image.Image) -> bytes:
    """Return a picture as PNG, with a comment that fairsheet drew it."""
    stream, comment = io.BytesIO(), PngInfo()
    comment.add_text("Comment", OUR_PNG)
    picture.save(stream, "PNG", pnginfo=comment)
    return stream.getvalue()


def numbered(path: Path, count: int) -> list[Path]:
    """Return the file names of a number of pages: the path itself for one, otherwise `page-1.png`, `page-2.png` …

    >>> [str(path) for path in numbered(Path("page.png"), 2)]
    ['page-1.png', 'page-2.png']
    """
    return [path] if count == 1 else [path.with_stem(f"{path.stem}-{n}") for n in range(1, count + 1)]


def page_arrays(pdf: bytes, px_per_mm: float) -> list[NDArray[np.uint8]]:
    """Return the pages of a PDF as RGB arrays (height, width, 3) at a resolution in px per mm."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [
            page.render(scale=px_per_mm * MM_PER_POINT, rev_byteorder=True).to_numpy().copy()
            for page in document
        ]
