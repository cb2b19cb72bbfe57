"""Loading photos and scans as grey pictures: JPEG, PNG, HEIC, AVIF, TIFF, WebP, JPEG 2000, PDF scans of many pages.

How a camera says that it was held is ignored: the fiducials show which way up a sheet is.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import simplejpeg
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageChops, UnidentifiedImageError
from PIL.Jpeg2KImagePlugin import Jpeg2KImageFile
from PIL.TiffImagePlugin import OPEN_INFO, OSUBFILETYPE, PHOTOMETRIC_INTERPRETATION

from fairsheet.languages.messages import Message, either
from fairsheet.sheets.support.errors import FairsheetError, OutOfMemory
from fairsheet.sheets.support.input_files import format_path, read_file
from fairsheet.vision.loading._pdf import Pdf, PdfError, PdfProblem
from fairsheet.vision.loading._quiet import without_stderr
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.readings.left_out import LeftOut

MOST_PIXELS = 64_000_000  # of one picture; in colour up to eight times as many bytes on the way
MOST_PIXELS_OF = {
    "JPEG": 80_000_000,
    "WEBP": 32_000_000,
    "AVIF": 32_000_000,
}  # whose decoders take less and more
MOST_WAVELETS = (
    24 * 2**20
)  # bytes of JPEG 2000: seconds of work; of a larger file the finest details are not decoded
KEPT_PIXELS = 24_000_000  # of one picture; a larger one is halved, or more: its sheets can still be read
MOST_BYTES = 256 * 2**20  # of one file ...
MOST_PICTURE_BYTES = 128 * 2**20  # ... and of one that is no PDF of many pages
MOST_PAGES = 200  # of one file: more is no scan of a game night, and reading would take for ever
NEW_SUBFILE_TYPE = 254  # the tag of a page of a TIFF that says what it is; OSUBFILETYPE in older files
LEAST_SIDE = 300  # px; below, a sheet has less than 2 px/mm and nobody can read it

FORMATS = either(("JPEG", "PNG", "HEIC", "AVIF", "TIFF", "WebP", "JPEG 2000", "PDF"))
PICTURE_BRANDS = (b"avif", b"avis", b"heic", b"heix", b"mif1", b"msf1")  # of files that begin as videos do
THUMBNAIL = 200  # px, the side of the picture by which the inks of a CMYK picture are judged
DECODERS = ("JPEG", "PNG", "AVIF", "HEIF", "JPEG2000", "TIFF", "WEBP", "BMP", "GIF")  # EPS starts programs

COPY_AGAIN, SCAN_AGAIN = Message("copy it from the camera again"), Message("make the scan again")
PDF_PROBLEMS = {  # of a whole PDF, and of one of its pages: what is wrong and what can be done
    "locked": (
        Message("the PDF is locked"),
        Message("the page is locked"),
        Message("save it without a password"),
    ),
    "damaged": (
        Message("the PDF is damaged or cut off"),
        Message("the page is damaged or cut off"),
        SCAN_AGAIN,
    ),
    "too much": (
        Message("there is too much on the PDF"),
        Message("there is too much on the page"),
        Message("make the scan again, as pictures only"),
    ),
}
OURS = {  # other files of ours, by their ending: what each is and what can be done with it
    ".json": (
        Message("this is a record, not a photo"),
        Message("give it to fairsheet verify or fairsheet score"),
    ),
    ".doubts": (Message("this is a list of doubts, not a photo"), Message("leave it out")),
    ".sheet": (
        Message("this is a template, not a photo"),
        Message("print it with fairsheet print, and give the photos of the sheets"),
    ),
}


@dataclass(frozen=True, eq=False)
class Photo:
    """One picture as gray bytes (height, width); `page` counts from 1 in files of several pages, None in others.

    `taken` is when, as `taken_at` gives it.
    """

    file: str
    gray: Gray
    page: int | None = None
    taken: str | None = None

    @property
    def name(self) -> str:
        """The file, and the page where it has several."""
        return _page_name(self.file, self.page)


@dataclass(frozen=True, eq=False)
class PhotoFile:
    """The bytes of a picture file that lies in memory, and the name that messages give it."""

    name: str
    data: bytes


PhotoSource = str | Path | PhotoFile | Photo


def _page_name(file: str, page: int | None) -> str:
    return file if page is None else f"{file} page {page}"


def load_pages(
    source: PhotoSource, counted: Callable[[int], None] | None = None
) -> Iterator[Photo | LeftOut | FairsheetError]:
    """The pictures of one file, in order, one in memory at a time.

    In the place of every page that is no whole picture of a sane size is an error that names it; a bad file is one
    error. `counted` is called with the number of pages, before the first, where the file can be read at all.
    """
    if isinstance(source, Photo):
        yield source
        return
    counted = counted or (lambda pages: None)
    name = source.name if isinstance(source, PhotoFile) else format_path(source)
    try:
        data = source.data if isinstance(source, PhotoFile) else read_file(Path(source), MOST_BYTES + 1)
        _check_bytes(name, len(data), MOST_BYTES)
        if not data:
            raise FairsheetError(Message("the file is empty"), where=name, hint=COPY_AGAIN)
        if b"%PDF-" in data[:1024]:
            yield from _pdf(name, data, counted)
            return
        _check_bytes(name, len(data), MOST_PICTURE_BYTES)
        if data[:2] == b"\xff\xd8":
            yield Photo(name, _jpeg(name, data), taken=taken_at(data))
        else:
            yield from _pictures(name, data, counted)
    except FairsheetError as error:
        yield error


def taken_at(data: bytes) -> str | None:
    """When a photo was taken by the clock of its camera (EXIF), as `2026-11-24T21:03:00`, with the offset from UTC if
    the camera knows it; None where it is not said."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            said = _opened("", data).getexif().get_ifd(ExifTags.IFD.Exif)
            moment = datetime.strptime(str(said[ExifTags.Base.DateTimeOriginal]), "%Y:%m:%d %H:%M:%S")
            offset = str(said.get(ExifTags.Base.OffsetTimeOriginal, "")).strip()
    except Exception:  # decoders of broken files raise all sorts
        return None
    return moment.isoformat() + (offset if re.fullmatch(r"[+-][01]\d:[0-5]\d", offset) else "")


def photo_of_array(name: str, pixels: NDArray[np.uint8]) -> Photo:
    """A picture that lies in memory as bytes: grey (height, width), RGB or RGBA (height, width, 3 or 4).

    Raises FairsheetError for an array of another shape or type, and for one that is too large or small.
    """
    if pixels.dtype != np.uint8 or not (pixels.ndim == 2 or (pixels.ndim == 3 and pixels.shape[2] in (3, 4))):
        problem = f"this is no picture but {pixels.dtype} of the shape {pixels.shape}"
        hint = "give uint8 of (height, width) or (height, width, 3)"
        raise FairsheetError(problem, where=name, hint=hint)
    _check_size(name, pixels.shape[1], pixels.shape[0])
    return Photo(name, _gray(Image.fromarray(np.ascontiguousarray(pixels))))


def _check_bytes(name: str, size: int, most: int) -> None:
    if size > most:
        raise FairsheetError(
            Message("{size} MB or more are too much for one photo", size=size // 2**20),
            where=name,
            hint=Message("give a file of at most {most} MB", most=most // 2**20),
        )


def _check_size(name: str, width: int, height: int, format_: str | None = None) -> None:
    """Before anything is decoded: a small file can claim to be a huge picture."""
    most = MOST_PIXELS_OF.get(format_ or "", MOST_PIXELS)
    if width * height > most:
        words = Message("{width} x {height} = {millions} megapixels are too many")
        raise FairsheetError(
            words.filled(width=width, height=height, millions=round(width * height / 1e6)),
            where=name,
            hint=Message("make it smaller than {most} megapixels; 12 are plenty", most=most // 10**6),
        )
    if min(width, height) < LEAST_SIDE:
        raise FairsheetError(
            Message("{width} x {height} pixels are too few to read a sheet", width=width, height=height),
            where=name,
            hint=Message("take the photo at full size (8 megapixels or more)"),
        )


def _check_pages(name: str, count: int) -> None:
    if count > MOST_PAGES:
        raise FairsheetError(
            Message("{count} pages are too many for one file", count=count),
            where=name,
            hint=Message("give the pages with our sheets, {most} at most in a file", most=MOST_PAGES),
        )


def _jpeg(name: str, data: bytes) -> Gray:
    try:
        height, width, colours, _ = simplejpeg.decode_jpeg_header(data)
    except ValueError:
        return _frame(name, _opened(name, data), 1)
    _check_size(name, width, height, "JPEG")
    if colours in ("Gray", "YCbCr"):
        factor = _reduction(width, height)
        try:
            gray = simplejpeg.decode_jpeg(
                data, colorspace="GRAY", min_height=height // factor, min_width=width // factor
            )
            return np.asarray(gray[:, :, 0], dtype=np.uint8)
        except ValueError:
            pass  # strict about harmless oddities of cameras; the slower decoder knows which are harmless
    return _frame(name, _opened(name, data), 1)


def _reduction(width: int, height: int) -> int:
    """The whole number by which the sides of a picture are divided, so that it has `KEPT_PIXELS` at most."""
    factor = 1
    while width * height > KEPT_PIXELS * factor**2:
        factor += 1
    return factor


def _pictures(
    name: str, data: bytes, counted: Callable[[int], None]
) -> Iterator[Photo | LeftOut | FairsheetError]:
    picture = _opened(name, data)
    frames = _count_frames(name, picture)
    _check_pages(name, frames)
    counted(frames)
    for number in range(1, frames + 1):
        page = number if frames > 1 else None
        try:
            if page is not None and _is_thumbnail(name, picture, number):
                yield LeftOut(_page_name(name, page), page, "thumbnail")
            else:
                yield Photo(name, _frame(_page_name(name, page), picture, number), page, taken_at(data))
        except FairsheetError as error:
            yield error


def _opened(name: str, data: bytes) -> Image.Image:
    """Return the picture, not decoded yet; a large JPEG 2000 will be decoded at a half or a quarter of its size."""
    from pi_heif import register_heif_opener  # here, for most pictures are JPEG files

    Image.init()  # registers the decoders
    for key, modes in [*OPEN_INFO.items()]:
        if key[1] == 1 and modes[0].startswith("I"):  # Pillow knows few of those whose 0 is white
            OPEN_INFO.setdefault((key[0], 0, *key[2:]), modes)
    register_heif_opener()
    with _decoding(name):
        try:
            picture = Image.open(io.BytesIO(data), formats=DECODERS)
            if isinstance(picture, Jpeg2KImageFile):
                halved = 0
                while (
                    max(picture.width * picture.height / KEPT_PIXELS, len(data) / MOST_WAVELETS) > 4**halved
                ):
                    halved += 1
                picture.reduce = halved
            return picture
        except UnidentifiedImageError:
            if data[4:8] == b"ftyp" and data[8:12] in PICTURE_BRANDS:
                raise  # it begins as a picture, so it is a damaged one
            raise _no_picture(name) from None


def _count_frames(name: str, picture: Image.Image) -> int:
    """How many pages a TIFF has, counted no further than one more than `MOST_PAGES`; of all else the first counts."""
    if picture.format != "TIFF":
        return 1
    with _decoding(name):
        for number in range(1, MOST_PAGES + 1):
            try:
                picture.seek(number)
            except EOFError:
                picture.seek(0)
                return number
        return MOST_PAGES + 1


def _is_thumbnail(name: str, picture: Image.Image, number: int) -> bool:
    """Return whether a page of a TIFF is another one made smaller, or its mask (TIFF 6.0, NewSubfileType)."""
    with _decoding(name):
        picture.seek(number - 1)
        return bool(_tag(picture, NEW_SUBFILE_TYPE) & 5 or _tag(picture, OSUBFILETYPE) == 2)


def _tag(picture: Image.Image, tag: int, missing: int = 0) -> int:
    """Return a number that a page of a TIFF has as a tag; `missing` for other pictures."""
    found = getattr(picture, "tag_v2", {}).get(tag)
    return found if isinstance(found, int) else missing


def _frame(name: str, picture: Image.Image, number: int) -> Gray:
    with _decoding(name):
        if number > 1:
            picture.seek(number - 1)
        _check_size(name, *picture.size, picture.format)
        return _gray(picture)


@contextmanager
def _decoding(name: str) -> Iterator[None]:
    """What decoders raise as errors of the picture, and without their warnings."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except FairsheetError:
        raise
    except Image.DecompressionBombError:
        hint = Message("make it smaller than {most} megapixels; 12 are plenty", most=MOST_PIXELS // 10**6)
        raise FairsheetError(Message("far too many pixels"), where=name, hint=hint) from None
    except MemoryError:
        words = Message("there is too little memory to read the picture")
        hint = Message("save it smaller; 12 megapixels are plenty")
        raise OutOfMemory(words, where=name, hint=hint) from None
    except Exception:  # decoders of broken files raise all sorts
        words = Message("the picture is damaged or cut off")
        raise FairsheetError(words, where=name, hint=COPY_AGAIN) from None


def _no_picture(name: str) -> FairsheetError:
    suffix = Path(name).suffix.lower()
    if suffix not in OURS:
        hint = Message("give a photo as {formats}", formats=FORMATS)
        return FairsheetError(Message("this is no picture"), where=name, hint=hint)
    words, hint = OURS[suffix]
    return FairsheetError(words, where=name, hint=hint)


def _gray(picture: Image.Image) -> Gray:
    """8-bit grey of a picture of any mode, reduced to `KEPT_PIXELS`; see-through parts become white paper."""
    with without_stderr() if picture.format == "TIFF" else nullcontext():  # libtiff talks
        picture.load()
    factor = _reduction(*picture.size)
    deep = picture.mode == "I" or picture.mode.startswith("I;16")
    if deep or picture.mode == "F":
        size = picture.width // factor, picture.height // factor
        levels = _levels(np.asarray(picture.resize(size, Image.Resampling.NEAREST)))
        # Pillow turns over pictures of up to 8 bits alone
        return 255 - levels if _tag(picture, PHOTOMETRIC_INTERPRETATION, 1) == 0 else levels
    if picture.mode == "CMYK":
        picture, factor = _with_right_inks(picture.copy().reduce(factor)), 1
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


def _pdf(name: str, data: bytes, counted: Callable[[int], None]) -> Iterator[Photo | FairsheetError]:
    try:
        pdf = Pdf(data)
    except PdfError as error:
        raise _pdf_problem(name, error.problem) from None
    with closing(pdf):
        if pdf.count == 0:
            raise FairsheetError(Message("the PDF has no pages"), where=name, hint=SCAN_AGAIN)
        _check_pages(name, pdf.count)
        counted(pdf.count)
        for number, drawn in enumerate(pdf.pages(), 1):
            page = number if pdf.count > 1 else None
            page_name = _page_name(name, page)
            try:
                if isinstance(drawn, str):
                    raise _pdf_problem(page_name, drawn, of_page=True)
                _check_size(page_name, drawn.shape[1], drawn.shape[0])
                yield Photo(name, drawn, page)
            except FairsheetError as error:
                yield error


def _pdf_problem(name: str, problem: PdfProblem, *, of_page: bool = False) -> FairsheetError:
    whole, page, hint = PDF_PROBLEMS[problem]
    return FairsheetError(page if of_page else whole, where=name, hint=hint)
