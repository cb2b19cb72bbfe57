"""Load photos and scans of all `FORMATS` as grey pictures; a PDF scan may have many pages.

The orientation stored by the camera is ignored: the fiducials show which way up a sheet is. Files are decoded
in a separate process (`fairsheet.vision.loading._decoder`). Only a person's own JPEG and PNG files are decoded
in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from fairsheet.languages.messages import Message, either
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.extras import install_command
from fairsheet.sheets.support.input_files import format_path, read_file
from fairsheet.vision.loading._decoder import decoder
from fairsheet.vision.loading._opening import MOST_PAGES, OpenFile, check_size, gray_of, is_pdf, open_file
from fairsheet.vision.loading._undecodable import Undecodable
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.readings.left_out import LeftOut

MOST_BYTES = 256 * 2**20  # of one file ...
MOST_PICTURE_BYTES = 128 * 2**20  # ... and of one that is not a PDF
DECODED_HERE = (b"\xff\xd8", b"\x89PNG")  # the first bytes of JPEG and PNG files

FORMATS = either(("JPEG", "PNG", "HEIC", "AVIF", "TIFF", "WebP", "JPEG 2000", "PDF"))

COPY_AGAIN, SCAN_AGAIN = Message("copy it from the camera again"), Message("make the scan again")
PDF_PROBLEMS = {  # for a whole PDF and for one of its pages: the problem and what to do
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
        Message("the PDF is too complex"),
        Message("the page is too complex"),
        Message("make the scan again, as pictures only"),
    ),
}
OURS = {  # other files of fairsheet, by their ending: what each is and what to do with it
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

SMALLER = Message("make it smaller than {most} megapixels; 12 are plenty")


@dataclass(frozen=True, eq=False)
class Photo:
    """One picture as grey bytes (height, width).

    `page` counts from 1 in files of several pages; None in others. `taken` is its time, as returned by
    `taken_at`.
    """

    file: str
    gray: Gray
    page: int | None = None
    taken: str | None = None

    @property
    def name(self) -> str:
        """The file, with the page if it has several."""
        return _page_name(self.file, self.page)


@dataclass(frozen=True, eq=False)
class PhotoFile:
    """The bytes of a picture file in memory, and its name in messages."""

    name: str
    data: bytes


PhotoSource = str | Path | PhotoFile | Photo


def _page_name(file: str, page: int | None) -> str:
    return file if page is None else f"{file} page {page}"


def load_pages(
    source: PhotoSource, counted: Callable[[int], None] | None = None, *, is_foreign: bool = False
) -> Iterator[Photo | LeftOut | FairsheetError]:
    """Yield the pictures of one file, in order, one in memory at a time.

    A page that is not a whole picture of a usable size yields an error that names it; a bad file yields one
    error. A foreign file is never decoded in this process. `counted` is called with the number of pages, before
    the first, if the file can be read. Raises FairsheetError if the decoder process cannot start.
    """
    if isinstance(source, Photo):
        yield source
        return
    name = source.name if isinstance(source, PhotoFile) else format_path(source)
    try:
        data = source.data if isinstance(source, PhotoFile) else read_file(Path(source), MOST_BYTES + 1)
        _check_bytes(name, data)
    except FairsheetError as error:
        yield error
        return
    with _choose_opener(data, is_foreign) as opened:
        try:
            file = opened(data)
            _check_pages(name, file.count)
        except Undecodable as error:
            yield _problem(error, name, data)
            return
        except FairsheetError as error:
            yield error
            return
        if counted is not None:
            counted(file.count)
        for number in range(1, file.count + 1):
            yield _page(file, number, name, data)


def _page(file: OpenFile, number: int, name: str, data: bytes) -> Photo | LeftOut | FairsheetError:
    page = number if file.count > 1 else None
    try:
        gray = file.page(number)
    except Undecodable as error:
        return _problem(error, _page_name(name, page), data, of_page=True)
    if gray is None:
        return LeftOut(_page_name(name, page), number, "thumbnail")
    return Photo(name, gray, page, file.taken)


@contextmanager
def _choose_opener(data: bytes, is_foreign: bool) -> Iterator[Callable[[bytes], OpenFile]]:
    """Yield the function that opens a file. Raises FairsheetError."""
    if data.startswith(DECODED_HERE) and not is_pdf(data) and not is_foreign:
        yield open_file
    else:
        with decoder() as process:
            yield process.open


def photo_of_array(name: str, pixels: NDArray[np.uint8]) -> Photo:
    """Return a picture from bytes in memory: grey (height, width), RGB or RGBA (height, width, 3 or 4).

    Raises FairsheetError if the array has another shape or type, or is too large or too small.
    """
    if pixels.dtype != np.uint8 or not (pixels.ndim == 2 or (pixels.ndim == 3 and pixels.shape[2] in (3, 4))):
        words = Message("this is not a picture but {kind} of the shape {shape}")
        problem = words.filled(kind=str(pixels.dtype), shape=str(pixels.shape))
        hint = Message("give uint8 of (height, width) or (height, width, 3)")
        raise FairsheetError(problem, code=ErrorCode.NOT_A_PICTURE, where=name, hint=hint)
    try:
        check_size(pixels.shape[1], pixels.shape[0])
    except Undecodable as error:
        raise _problem(error, name, b"") from None
    return Photo(name, gray_of(Image.fromarray(np.ascontiguousarray(pixels))))


def _check_bytes(name: str, data: bytes) -> None:
    if not data:
        raise FairsheetError(
            Message("the file is empty"), code=ErrorCode.EMPTY_FILE, where=name, hint=COPY_AGAIN
        )
    most = MOST_BYTES if is_pdf(data) else MOST_PICTURE_BYTES
    if len(data) > most:
        raise FairsheetError(
            Message("a photo of {size} MB or more is too large", size=len(data) // 2**20),
            code=ErrorCode.TOO_LARGE,
            where=name,
            hint=Message("give a file of at most {most} MB", most=most // 2**20),
        )


def _check_pages(name: str, count: int) -> None:
    if count == 0:
        raise FairsheetError(
            Message("the PDF has no pages"), code=ErrorCode.NOTHING_TO_READ, where=name, hint=SCAN_AGAIN
        )
    if count > MOST_PAGES:
        raise FairsheetError(
            Message("{count} pages are too many for one file", count=count),
            code=ErrorCode.TOO_LARGE,
            where=name,
            hint=Message("give only the pages with sheets, at most {most} in a file", most=MOST_PAGES),
        )


def _problem(error: Undecodable, name: str, data: bytes, *, of_page: bool = False) -> FairsheetError:
    """Return the error for a person about a file or page that cannot be decoded."""
    width, height, suffix = error.width, error.height, Path(name).suffix.lower()
    code = ErrorCode.NOT_A_PICTURE
    match error.problem:
        case problem if is_pdf(data) and problem in PDF_PROBLEMS:
            whole, page, hint = PDF_PROBLEMS[problem]
            words = page if of_page else whole
            code = ErrorCode.OUT_OF_RESOURCES if problem == "too much" else code
        case "no picture" if suffix in OURS:
            words, hint = OURS[suffix]
            code = ErrorCode.WRONG_KIND_OF_FILE
        case "no picture":
            words = Message("this is not a picture")
            hint = Message("give a photo as {formats}", formats=FORMATS)
        case "too few pixels":
            words = Message(
                "{width} x {height} pixels are too few to read a sheet", width=width, height=height
            )
            hint = Message("take the photo at full size (8 megapixels or more)")
        case "too many pixels":
            millions = round(width * height / 1e6)
            pixels = Message("{width} x {height} = {millions} megapixels are too many")
            words = pixels.filled(width=width, height=height, millions=millions)
            hint = SMALLER.filled(most=error.most // 10**6)
            code = ErrorCode.TOO_LARGE
        case "far too many pixels":
            words = Message("far too many pixels")
            hint = SMALLER.filled(most=error.most // 10**6)
            code = ErrorCode.TOO_LARGE
        case "too little memory":
            words = Message("there is too little memory to read the picture")
            hint = Message("save it smaller; 12 megapixels are plenty")
            code = ErrorCode.OUT_OF_RESOURCES
        case "too much":
            words = Message("the picture takes too much time or memory, or is damaged")
            hint = Message("save it as JPEG; 12 megapixels are plenty")
            code = ErrorCode.OUT_OF_RESOURCES
        case "no HEIC decoder":
            words = Message("HEIC pictures need another package")
            hint = Message("{command}; or save the picture as JPEG", command=install_command("heif"))
            code = ErrorCode.MISSING_DEPENDENCY
        case _:
            words = Message("the picture is damaged or cut off")
            hint = COPY_AGAIN
    return FairsheetError(words, code=code, where=name, hint=hint)
