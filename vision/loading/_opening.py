"""Decode a file to grey pictures: in the decoder process, and for some files in this one.

It imports only what decoding needs, because every decoder process imports it.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
import simplejpeg
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageChops, UnidentifiedImageError
from PIL.Jpeg2KImagePlugin import Jpeg2KImageFile
from PIL.TiffImagePlugin import OPEN_INFO, OSUBFILETYPE, PHOTOMETRIC_INTERPRETATION

from fairsheet.vision.loading._undecodable import Undecodable

if TYPE_CHECKING:
    from fairsheet.vision.printed.illumination import Gray

MOST_PIXELS = 64_000_000  # of one picture; in colour, decoding takes up to eight times as many bytes
# these formats need fewer or more bytes
MOST_PIXELS_OF = {"JPEG": 80_000_000, "WEBP": 32_000_000, "AVIF": 32_000_000}
# bytes of JPEG 2000, seconds of work; larger files are decoded without their finest details
MOST_WAVELETS = 24 * 2**20
# of one picture; a larger one is reduced to a half or less, which its sheets survive
KEPT_PIXELS = 24_000_000
MOST_PAGES = 200  # of one file: no game night makes more, and reading them would take very long
NEW_SUBFILE_TYPE = 254  # TIFF tag with the kind of a page; OSUBFILETYPE in older files
LEAST_SIDE = 300  # px; below it, a sheet has less than 2 px/mm and cannot be read
THUMBNAIL = 200  # px, side of the reduced picture that shows whether a CMYK picture is inverted
# without EPS, which starts programs
DECODERS = ("JPEG", "PNG", "AVIF", "HEIF", "JPEG2000", "TIFF", "WEBP", "BMP", "GIF")
HEIF_BRANDS = (b"heic", b"heix", b"mif1", b"msf1")
PICTURE_BRANDS = (b"avif", b"avis", *HEIF_BRANDS)  # of files that begin as videos do


@dataclass(frozen=True, eq=False)
class OpenFile:
    """An opened file without any page decoded: `page` decodes a page by its number, from 1.

    A page is None if it is a thumbnail of another. `page` raises Undecodable if a page cannot be decoded.
    """

    count: int
    page: Callable[[int], Gray | None]
    taken: str | None = None


def open_file(data: bytes) -> OpenFile:
    """Open a picture or PDF. Raises Undecodable."""
    if is_pdf(data):
        return _open_pdf(data)
    if data.startswith(b"\xff\xd8"):
        return OpenFile(1, lambda number: _jpeg(data), taken_at(data))
    picture = _open_picture(data)
    frames = _count_frames(picture)

    def page(number: int) -> Gray | None:
        return None if frames > 1 and _is_thumbnail(picture, number) else _frame(picture, number)

    return OpenFile(frames, page, taken_at(data))


def is_pdf(data: bytes) -> bool:
    """Return whether a file is a PDF, which may begin with other bytes."""
    return b"%PDF-" in data[:1024]


def _open_pdf(data: bytes) -> OpenFile:
    from fairsheet.vision.loading._pdf_pages import draw_page, open_pdf

    document = open_pdf(data)

    def page(number: int) -> Gray:
        width, height, pixels = draw_page(document, number)
        check_size(width, height)
        return np.frombuffer(pixels, np.uint8).reshape(height, width)

    return OpenFile(len(document), page)


def taken_at(data: bytes) -> str | None:
    """Return the time of a photo by its camera's clock (EXIF), such as `2026-11-24T21:03:00`.

    It has the offset from UTC if the camera knows it. None if the time is unknown: a clock that was never set
    shows a year before 1990.
    """
    try:
        with _decoding():
            exif = _open_picture(data).getexif().get_ifd(ExifTags.IFD.Exif)
            moment = datetime.strptime(str(exif[ExifTags.Base.DateTimeOriginal]), "%Y:%m:%d %H:%M:%S")
            offset = str(exif.get(ExifTags.Base.OffsetTimeOriginal, "")).strip()
    except Exception:  # decoders of broken files raise many kinds of errors
        return None
    if not 1990 <= moment.year < 2100:
        return None
    return moment.isoformat() + (offset if re.fullmatch(r"[+-][01]\d:[0-5]\d", offset) else "")


def check_size(width: int, height: int, format_: str | None = None) -> None:
    """Check the size before anything is decoded: a small file can claim to be a huge picture. Raises
    Undecodable."""
    most = MOST_PIXELS_OF.get(format_ or "", MOST_PIXELS)
    if width * height > most:
        raise Undecodable("too many pixels", width, height, most)
    if min(width, height) < LEAST_SIDE:
        raise Undecodable("too few pixels", width, height)


def _jpeg(data: bytes) -> Gray:
    # The fast decoder refuses unusual files of cameras; the slower one accepts the harmless ones.
    with suppress(ValueError):
        height, width, colours, _ = simplejpeg.decode_jpeg_header(data)
        check_size(width, height, "JPEG")
        if colours in ("Gray", "YCbCr"):
            factor = _reduction(width, height)
            gray = simplejpeg.decode_jpeg(
                data, colorspace="GRAY", min_height=height // factor, min_width=width // factor
            )
            return np.asarray(gray[:, :, 0], dtype=np.uint8)
    return _frame(_open_picture(data), 1)


def _reduction(width: int, height: int) -> int:
    """Return the whole number that reduces the sides so that the picture has at most `KEPT_PIXELS`."""
    return next(factor for factor in count(1) if width * height <= KEPT_PIXELS * factor**2)


def load_decoders() -> None:
    """Register the decoders of all formats, one thread each; HEIC only if `pillow_heif` is installed.

    Without this call, only JPEG and PNG are sure to be decoded.
    """
    from PIL import AvifImagePlugin

    Image.init()
    AvifImagePlugin.DEFAULT_MAX_THREADS = 1
    for key, modes in [*OPEN_INFO.items()]:
        if key[1] == 1 and modes[0].startswith("I"):  # Pillow knows few modes in which 0 is white
            OPEN_INFO.setdefault((key[0], 0, *key[2:]), modes)
    with suppress(ImportError):
        from pillow_heif import register_heif_opener

        register_heif_opener(decode_threads=1, thumbnails=False)


def _open_picture(data: bytes) -> Image.Image:
    """Return the picture, not decoded yet; a large JPEG 2000 will be decoded at a reduced size."""
    Image.preinit()
    brand = data[8:12] if data[4:8] == b"ftyp" else b""
    if brand in HEIF_BRANDS and "HEIF" not in Image.OPEN:
        raise Undecodable("no HEIC decoder")
    with _decoding():
        try:
            picture = Image.open(io.BytesIO(data), formats=[each for each in DECODERS if each in Image.OPEN])
            if isinstance(picture, Jpeg2KImageFile):
                pixels = picture.width * picture.height
                too_much = max(pixels / KEPT_PIXELS, len(data) / MOST_WAVELETS)
                picture.reduce = next(halved for halved in count() if too_much <= 4**halved)
            return picture
        except UnidentifiedImageError:
            if brand in PICTURE_BRANDS:
                raise  # it begins as a picture, so it is a damaged one
            raise Undecodable("no picture") from None


def _count_frames(picture: Image.Image) -> int:
    """Return the number of pages of a TIFF, at most `MOST_PAGES` + 1; 1 for any other format."""
    if picture.format != "TIFF":
        return 1
    with _decoding():
        for number in range(1, MOST_PAGES + 1):
            try:
                picture.seek(number)
            except EOFError:
                picture.seek(0)
                return number
        return MOST_PAGES + 1


def _is_thumbnail(picture: Image.Image, number: int) -> bool:
    """Return whether a page of a TIFF is a smaller copy of another, or its mask (TIFF 6.0, NewSubfileType)."""
    with _decoding():
        picture.seek(number - 1)
        return bool(_tag(picture, NEW_SUBFILE_TYPE) & 5 or _tag(picture, OSUBFILETYPE) == 2)


def _tag(picture: Image.Image, tag: int, missing: int = 0) -> int:
    """Return an integer tag of a page of a TIFF; `missing` for other pictures."""
    found = getattr(picture, "tag_v2", {}).get(tag)
    return found if isinstance(found, int) else missing


def _frame(picture: Image.Image, number: int) -> Gray:
    with _decoding():
        if number > 1:
            picture.seek(number - 1)
        check_size(*picture.size, picture.format)
        return gray_of(picture)


@contextmanager
def _decoding() -> Iterator[None]:
    """Convert errors of decoders to Undecodable, and suppress their warnings."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except (Undecodable, ImportError):  # a module that cannot be loaded is not the picture's fault
        raise
    except Image.DecompressionBombError:
        raise Undecodable("far too many pixels", most=MOST_PIXELS) from None
    except MemoryError:
        raise Undecodable("too little memory") from None
    except Exception:  # decoders of broken files raise many kinds of errors
        raise Undecodable("damaged") from None


def gray_of(picture: Image.Image) -> Gray:
    """Return 8-bit grey of a picture of any mode, reduced to `KEPT_PIXELS`; transparent parts become white."""
    picture.load()
    factor = _reduction(*picture.size)
    deep = picture.mode == "I" or picture.mode.startswith("I;16")
    if deep or picture.mode == "F":
        size = picture.width // factor, picture.height // factor
        levels = _levels(np.asarray(picture.resize(size, Image.Resampling.NEAREST)))
        # Pillow inverts only pictures of up to 8 bits
        return 255 - levels if _tag(picture, PHOTOMETRIC_INTERPRETATION, 1) == 0 else levels
    if picture.mode == "CMYK":
        picture, factor = _correct_inks(Image.Image.reduce(picture, factor)), 1
    if picture.mode == "LAB":
        return np.asarray(picture.getchannel("L").reduce(factor), dtype=np.uint8)
    if picture.has_transparency_data and "A" not in picture.getbands():  # one colour is transparent
        picture = picture.convert("RGBA")
    gray = picture.convert("L").reduce(factor)
    if picture.has_transparency_data:
        paper = Image.new("L", gray.size, "white")
        gray = Image.composite(gray, paper, picture.getchannel("A").reduce(factor))
    return np.asarray(gray, dtype=np.uint8)


def _correct_inks(picture: Image.Image) -> Image.Image:
    """Return a CMYK picture in which 0 means no ink; many files do not say this, or wrongly.

    Paper has almost no ink, but the darkest colour never has nearly all of the four inks.
    """
    thumbnail = picture.resize((THUMBNAIL, THUMBNAIL), Image.Resampling.BOX)
    least, most = np.percentile(np.asarray(thumbnail, dtype=int).sum(axis=2), (1, 99))
    return ImageChops.invert(picture) if 4 * 255 - most < least else picture


def _levels(numbers: NDArray[Any]) -> Gray:
    """Return grey levels (height, width) of numbers of any depth.

    Integers keep their highest 8 used bits. Fractions range up to 1 or up to 255.
    """
    most = np.nanmax(numbers)
    if numbers.dtype.kind == "f":
        levels = np.nan_to_num(numbers) * (255 if most <= 1 else 1)
    else:
        levels = numbers >> max(0, int(most).bit_length() - 8)
    return np.asarray(np.clip(levels, 0, 255), dtype=np.uint8)
