"""Decoding a file to grey pictures: what the decoder process does, and for some files this one.

Nothing here imports more than decoding needs, since every decoder process does.
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

MOST_PIXELS = 64_000_000  # of one picture; in colour up to eight times as many bytes on the way
MOST_PIXELS_OF = {"JPEG": 80_000_000, "WEBP": 32_000_000, "AVIF": 32_000_000}  # they take less, and more
MOST_WAVELETS = 24 * 2**20  # bytes of JPEG 2000: seconds of work; of a larger file finer details are left out
KEPT_PIXELS = 24_000_000  # of one picture; a larger one is halved, or more: its sheets can still be read
MOST_PAGES = 200  # of one file: more is no scan of a game night, and reading would take for ever
NEW_SUBFILE_TYPE = 254  # the tag of a page of a TIFF that says what it is; OSUBFILETYPE in older files
LEAST_SIDE = 300  # px; below, a sheet has less than 2 px/mm and nobody can read it
THUMBNAIL = 200  # px, the side of the picture by which the inks of a CMYK picture are judged
DECODERS = ("JPEG", "PNG", "AVIF", "HEIF", "JPEG2000", "TIFF", "WEBP", "BMP", "GIF")  # EPS starts programs
HEIF_BRANDS = (b"heic", b"heix", b"mif1", b"msf1")
PICTURE_BRANDS = (b"avif", b"avis", *HEIF_BRANDS)  # of files that begin as videos do


@dataclass(frozen=True, eq=False)
class OpenFile:
    """A file of which nothing is decoded yet: `page` decodes the page with a number, from 1.

    A page is None if it is a thumbnail of another. A page that cannot be decoded raises Undecodable.
    """

    count: int
    page: Callable[[int], Gray | None]
    taken: str | None = None


def open_file(data: bytes) -> OpenFile:
    """Return a picture or PDF, opened. Raises Undecodable."""
    if is_pdf(data):
        return _open_pdf(data)
    if data.startswith(b"\xff\xd8"):
        return OpenFile(1, lambda number: _jpeg(data), taken_at(data))
    picture = _opened(data)
    frames = _count_frames(picture)

    def page(number: int) -> Gray | None:
        return None if frames > 1 and _is_thumbnail(picture, number) else _frame(picture, number)

    return OpenFile(frames, page, taken_at(data))


def is_pdf(data: bytes) -> bool:
    """Return whether a file is a PDF, which may begin with something else."""
    return b"%PDF-" in data[:1024]


def _open_pdf(data: bytes) -> OpenFile:
    from fairsheet.vision.loading._pdf_pages import drawn, open_pdf

    document = open_pdf(data)

    def page(number: int) -> Gray:
        width, height, pixels = drawn(document, number)
        check_size(width, height)
        return np.frombuffer(pixels, np.uint8).reshape(height, width)

    return OpenFile(len(document), page)


def taken_at(data: bytes) -> str | None:
    """When a photo was taken by the clock of its camera (EXIF), as `2026-11-24T21:03:00`, with the offset from UTC if
    the camera knows it; None if that is not known: a clock that was never set shows some year before 1990."""
    try:
        with _decoding():
            said = _opened(data).getexif().get_ifd(ExifTags.IFD.Exif)
            moment = datetime.strptime(str(said[ExifTags.Base.DateTimeOriginal]), "%Y:%m:%d %H:%M:%S")
            offset = str(said.get(ExifTags.Base.OffsetTimeOriginal, "")).strip()
    except Exception:  # decoders of broken files raise all sorts
        return None
    if not 1990 <= moment.year < 2100:
        return None
    return moment.isoformat() + (offset if re.fullmatch(r"[+-][01]\d:[0-5]\d", offset) else "")


def check_size(width: int, height: int, format_: str | None = None) -> None:
    """Before anything is decoded: a small file can claim to be a huge picture. Raises Undecodable."""
    most = MOST_PIXELS_OF.get(format_ or "", MOST_PIXELS)
    if width * height > most:
        raise Undecodable("too many pixels", width, height, most)
    if min(width, height) < LEAST_SIDE:
        raise Undecodable("too few pixels", width, height)


def _jpeg(data: bytes) -> Gray:
    # The fast decoder refuses oddities of cameras; the slower one knows which are harmless.
    with suppress(ValueError):
        height, width, colours, _ = simplejpeg.decode_jpeg_header(data)
        check_size(width, height, "JPEG")
        if colours in ("Gray", "YCbCr"):
            factor = _reduction(width, height)
            gray = simplejpeg.decode_jpeg(
                data, colorspace="GRAY", min_height=height // factor, min_width=width // factor
            )
            return np.asarray(gray[:, :, 0], dtype=np.uint8)
    return _frame(_opened(data), 1)


def _reduction(width: int, height: int) -> int:
    """The whole number by which the sides of a picture are divided, so that it has `KEPT_PIXELS` at most."""
    return next(factor for factor in count(1) if width * height <= KEPT_PIXELS * factor**2)


def load_decoders() -> None:
    """Register the decoders of all formats, to work in one thread each; HEIC if `pillow_heif` is installed.

    Without this only JPEG and PNG can be decoded for sure.
    """
    from PIL import AvifImagePlugin

    Image.init()
    AvifImagePlugin.DEFAULT_MAX_THREADS = 1
    for key, modes in [*OPEN_INFO.items()]:
        if key[1] == 1 and modes[0].startswith("I"):  # Pillow knows few of those whose 0 is white
            OPEN_INFO.setdefault((key[0], 0, *key[2:]), modes)
    with suppress(ImportError):
        from pillow_heif import register_heif_opener

        register_heif_opener(decode_threads=1, thumbnails=False)


def _opened(data: bytes) -> Image.Image:
    """Return the picture, not decoded yet; a large JPEG 2000 will be decoded at a half or a quarter of its size."""
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
    """How many pages a TIFF has, counted no further than one more than `MOST_PAGES`; of all else the first counts."""
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
    """Return whether a page of a TIFF is another one made smaller, or its mask (TIFF 6.0, NewSubfileType)."""
    with _decoding():
        picture.seek(number - 1)
        return bool(_tag(picture, NEW_SUBFILE_TYPE) & 5 or _tag(picture, OSUBFILETYPE) == 2)


def _tag(picture: Image.Image, tag: int, missing: int = 0) -> int:
    """Return a number that a page of a TIFF has as a tag; `missing` for other pictures."""
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
    """What decoders raise as Undecodable, and without their warnings."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except (Undecodable, ImportError):  # a module that cannot be loaded is no fault of the picture
        raise
    except Image.DecompressionBombError:
        raise Undecodable("far too many pixels", most=MOST_PIXELS) from None
    except MemoryError:
        raise Undecodable("too little memory") from None
    except Exception:  # decoders of broken files raise all sorts
        raise Undecodable("damaged") from None


def gray_of(picture: Image.Image) -> Gray:
    """8-bit grey of a picture of any mode, reduced to `KEPT_PIXELS`; see-through parts become white paper."""
    picture.load()
    factor = _reduction(*picture.size)
    deep = picture.mode == "I" or picture.mode.startswith("I;16")
    if deep or picture.mode == "F":
        size = picture.width // factor, picture.height // factor
        levels = _levels(np.asarray(picture.resize(size, Image.Resampling.NEAREST)))
        # Pillow turns over pictures of up to 8 bits alone
        return 255 - levels if _tag(picture, PHOTOMETRIC_INTERPRETATION, 1) == 0 else levels
    if picture.mode == "CMYK":
        picture, factor = _with_right_inks(Image.Image.reduce(picture, factor)), 1
    if picture.mode == "LAB":
        return np.asarray(picture.getchannel("L").reduce(factor), dtype=np.uint8)
    if picture.has_transparency_data and "A" not in picture.getbands():  # one colour is see-through
        picture = picture.convert("RGBA")
    gray = picture.convert("L").reduce(factor)
    if picture.has_transparency_data:
        paper = Image.new("L", gray.size, "white")
        gray = Image.composite(gray, paper, picture.getchannel("A").reduce(factor))
    return np.asarray(gray, dtype=np.uint8)


def _with_right_inks(picture: Image.Image) -> Image.Image:
    """Return a CMYK picture so that 0 is no ink: whether it is so, many files do not say, or say wrongly.

    Paper bears next to no ink, but never does the darkest colour bear nearly all that the four inks could give.
    """
    thumbnail = picture.resize((THUMBNAIL, THUMBNAIL), Image.Resampling.BOX)
    least, most = np.percentile(np.asarray(thumbnail, dtype=int).sum(axis=2), (1, 99))
    return ImageChops.invert(picture) if 4 * 255 - most < least else picture


def _levels(numbers: NDArray[Any]) -> Gray:
    """Grey levels (height, width) of numbers of any depth: of whole ones the highest 8 bits that are used, of fractions
    those up to 1 or up to 255."""
    most = np.nanmax(numbers)
    if numbers.dtype.kind == "f":
        levels = np.nan_to_num(numbers) * (255 if most <= 1 else 1)
    else:
        levels = numbers >> max(0, int(most).bit_length() - 8)
    return np.asarray(np.clip(levels, 0, 255), dtype=np.uint8)
