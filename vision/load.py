"""Loading photos and scans as grey pictures: JPEG, PNG, HEIC, TIFF, WebP, and PDF scans of many pages.

How a camera says that it was held (EXIF) is ignored: the fiducials tell which way up a sheet is.
"""

from __future__ import annotations

import io
import math
import os
import stat
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2
import simplejpeg
from PIL import Image, UnidentifiedImageError
from pillow_heif import register_heif_opener

from sheets.errors import FairsheetError
from vision.illumination import Gray

MOST_PIXELS = 80_000_000  # of one picture; decoded as many bytes, in colour on the way four times that
MOST_BYTES = 256 * 2**20  # of one file
MOST_PAGES = 200  # of one file: more is no scan of a game night, and reading would take for ever
LEAST_SIDE = 300  # px; below, a sheet has less than 2 px/mm and nobody can read it
PDF_DPI = 250  # a little finer than the flat page
PDF_MOST_PIXELS = 24_000_000  # larger pages than A3 are drawn coarser

FORMATS = "JPEG, PNG, HEIC, TIFF, WebP or PDF"
DECODERS = ("JPEG", "PNG", "HEIF", "TIFF", "WEBP", "BMP", "GIF")  # others may start programs: EPS does

OURS = {  # other files of ours, by their ending: what each is and what can be done with it
    ".json": ("record", "give it to fairsheet verify or fairsheet score"),
    ".doubts": ("list of doubts", "leave it out"),
    ".sheet": ("template", "print it with fairsheet print, and give the photos of the sheets"),
}

register_heif_opener()


@dataclass(frozen=True, eq=False)
class Photo:
    """One picture as gray bytes (height, width); `page` counts from 1 in files of several pages, else it is
    None."""

    file: str
    gray: Gray
    page: int | None = None

    @property
    def name(self) -> str:
        """The file, and the page where it has several."""
        return _page_name(self.file, self.page)


def _page_name(file: str, page: int | None) -> str:
    return file if page is None else f"{file} page {page}"


def load_photos(path: str | Path) -> Iterator[Photo]:
    """The pictures of one file, in order, one in memory at a time.

    Raises FairsheetError naming the file for anything that is no whole picture of a sane size.
    """
    for page in load_pages(path):
        if isinstance(page, FairsheetError):
            raise page
        yield page


def load_pages(path: str | Path) -> Iterator[Photo | FairsheetError]:
    """The same, with an error in the place of every page that cannot be read; a bad file is one error."""
    name = os.fsencode(path).decode("utf-8", "replace")  # readable and fit for JSON, whatever bytes it has
    try:
        data = _read(Path(path), name)
        if b"%PDF-" in data[:1024]:
            yield from _pdf_pages(name, data)
        elif data[:2] == b"\xff\xd8":
            yield Photo(name, _jpeg(name, data))
        else:
            yield from _pictures(name, data)
    except FairsheetError as error:
        yield error


def _read(path: Path, name: str) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise FairsheetError("this is a folder", where=name, hint="name the photos in it")
        if not stat.S_ISREG(status.st_mode):  # a pipe or a device might never end
            raise FairsheetError("this is no file", where=name, hint="save the photo to a file first")
        if status.st_size > MOST_BYTES:
            raise FairsheetError(
                f"{status.st_size // 2**20} MB are too much for one photo",
                where=name,
                hint=f"give a file of at most {MOST_BYTES // 2**20} MB",
            )
        data = path.read_bytes()
    except FileNotFoundError:
        raise FairsheetError("no such file", where=name, hint="check the name") from None
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
        raise FairsheetError(problem, where=name, hint="check the file and who may read it") from None
    if not data:
        raise FairsheetError("the file is empty", where=name, hint="copy it from the camera again")
    return data


def _check_size(name: str, width: int, height: int) -> None:
    """Before anything is decoded: a small file can claim to be a huge picture."""
    if width * height > MOST_PIXELS:
        raise FairsheetError(
            f"{width} x {height} = {width * height / 1e6:.0f} megapixels are too many",
            where=name,
            hint=f"make it smaller than {MOST_PIXELS // 10**6} megapixels; 12 are plenty",
        )
    if min(width, height) < LEAST_SIDE:
        raise FairsheetError(
            f"{width} x {height} pixels are too few to read a sheet",
            where=name,
            hint="take the photo at full size (8 megapixels or more)",
        )


def _check_pages(name: str, count: int) -> None:
    if count > MOST_PAGES:
        raise FairsheetError(
            f"{count} pages are too many for one file",
            where=name,
            hint=f"give the pages with our sheets, {MOST_PAGES} at most in a file",
        )


def _jpeg(name: str, data: bytes) -> Gray:
    try:
        height, width, colours, _ = simplejpeg.decode_jpeg_header(data)
    except ValueError:
        return _frame(name, _opened(name, data)[0], 1)
    _check_size(name, width, height)
    if colours in ("Gray", "YCbCr"):
        try:
            return np.asarray(simplejpeg.decode_jpeg(data, colorspace="GRAY")[:, :, 0], dtype=np.uint8)
        except ValueError:
            pass  # strict about harmless oddities of cameras; the slower decoder knows which are harmless
    return _frame(name, _opened(name, data)[0], 1)


def _pictures(name: str, data: bytes) -> Iterator[Photo | FairsheetError]:
    picture, frames = _opened(name, data)
    _check_pages(name, frames)
    for number in range(1, frames + 1):
        page = number if frames > 1 else None
        try:
            yield Photo(name, _frame(_page_name(name, page), picture, number), page)
        except FairsheetError as error:
            yield error


def _opened(name: str, data: bytes) -> tuple[Image.Image, int]:
    """The picture, not decoded yet, and how many pages it has."""
    Image.init()  # registers the decoders
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(data), formats=DECODERS)
            return picture, getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1
    except UnidentifiedImageError:
        raise _no_picture(name) from None
    except Image.DecompressionBombError:
        raise _too_large(name) from None
    except Exception:  # decoders of broken files raise all sorts
        raise _broken(name) from None


def _frame(name: str, picture: Image.Image, number: int) -> Gray:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if number > 1:
                picture.seek(number - 1)
            _check_size(name, *picture.size)
            return _gray(picture)
    except FairsheetError:
        raise
    except Image.DecompressionBombError:
        raise _too_large(name) from None
    except Exception:  # as above; the picture is cut off or damaged
        raise _broken(name) from None


def _no_picture(name: str) -> FairsheetError:
    suffix = Path(name).suffix.lower()
    if suffix not in OURS:
        return FairsheetError("this is no picture", where=name, hint=f"give a photo as {FORMATS}")
    kind, hint = OURS[suffix]
    return FairsheetError(f"this is a {kind}, not a photo", where=name, hint=hint)


def _too_large(name: str) -> FairsheetError:
    hint = f"make it smaller than {MOST_PIXELS // 10**6} megapixels"
    return FairsheetError("far too many pixels", where=name, hint=hint)


def _broken(name: str) -> FairsheetError:
    return FairsheetError(
        "the picture is damaged or cut off", where=name, hint="copy it from the camera again"
    )


def _gray(picture: Image.Image) -> Gray:
    """8-bit grey of a picture of any mode; see-through parts become white paper."""
    if picture.mode.startswith("I;16") or picture.mode == "I":
        deep = np.asarray(picture, dtype=np.int64)
        return np.asarray(np.clip(deep >> 8, 0, 255), dtype=np.uint8)
    if picture.mode == "F":
        return np.asarray(np.clip(np.nan_to_num(np.asarray(picture)), 0, 255), dtype=np.uint8)
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        seen = picture.convert("RGBA")
        paper = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(paper, seen)
    return np.asarray(picture.convert("L"), dtype=np.uint8)


def _pdf_pages(name: str, data: bytes) -> Iterator[Photo | FairsheetError]:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        raise FairsheetError(
            "the PDF is locked" if locked else "the PDF is damaged or cut off",
            where=name,
            hint="save it without a password" if locked else "make the scan again",
        ) from None
    try:
        if len(document) == 0:
            raise FairsheetError("the PDF has no pages", where=name, hint="make the scan again")
        _check_pages(name, len(document))
        for number in range(1, len(document) + 1):
            page = number if len(document) > 1 else None
            try:
                yield Photo(name, _pdf_page(_page_name(name, page), document, number), page)
            except FairsheetError as error:
                yield error
    finally:
        document.close()


def _pdf_page(name: str, document: pypdfium2.PdfDocument, number: int) -> Gray:
    try:
        page = document[number - 1]
        width, height = page.get_size()
        pixels = width * height * (PDF_DPI / 72) ** 2
        scale = PDF_DPI / 72 * min(1.0, (PDF_MOST_PIXELS / max(pixels, 1)) ** 0.5)
        _check_size(name, math.ceil(width * scale), math.ceil(height * scale))
        bitmap = page.render(scale=scale, grayscale=True)
        gray = np.array(bitmap.to_numpy(), dtype=np.uint8)
        page.close()
    except (pypdfium2.PdfiumError, ValueError, MemoryError):
        raise FairsheetError("the page is damaged", where=name, hint="make the scan again") from None
    return gray[:, :, 0] if gray.ndim == 3 else gray
