"""Read photos and scans: their records, the probabilities of marks, and pictures of the reading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from fairsheet.api._arguments import Progress, check, check_path, in_python, use_argument_names
from fairsheet.api.public import catalog_of
from fairsheet.languages.catalogues import catalogue
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import ENGLISH, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    from fairsheet.pipeline.reading.photos import ScannedPhoto
    from fairsheet.results.documents.reading_json import Reading
    from fairsheet.vision.loading.load import PhotoSource
    from fairsheet.vision.readings.reading import PhotoReading

    Photo = str | Path | bytes | bytearray | memoryview | BinaryIO | Image | NDArray[np.uint8]


@in_python
def scan(
    photo: Photo,
    *,
    sheets: Iterable[Sheet | str | Path] = (),
    names: bool = False,
    progress: Progress | None = None,
) -> Reading:
    """Read all sheets on a photo or in a scan: `.sheets[0].record`, and the doubts about it in `.sheets[0].doubts`.

    The photo is a path, the bytes of a file (JPEG, PNG, HEIC, AVIF, TIFF, WebP, JPEG 2000 or PDF), a binary stream, a
    picture of Pillow, or an array of bytes: grey (height, width) or RGB (height, width, 3). Labels identify bundled
    sheets; give custom sheets as `sheets`. `names` also reads the players' names, which takes longer and needs
    Tesseract. `.left_out` has the numbers of pages that are blank or thumbnails. After each page, `progress` is called
    with "reading", the number of pages read, and their total.

    Raises FairsheetError if no sheet can be read. If only some can be read, `.photos[…].error` explains the others.

    >>> from fairsheet import print_pdf
    >>> blank = print_pdf("launch", seed="coral-otter-42", players=3, seat=2)
    >>> read = scan(blank).sheets[0]
    >>> read.record.game.seed, read.record.seat, read.record.marks, read.doubts
    ('coral-otter-42', 2, {}, ())
    """
    from fairsheet.results.documents.reading_json import reading_of

    return reading_of(_read_photo(photo, sheets, names, progress), with_ink=True)


@in_python
def probabilities(
    photo: Photo, *, sheets: Iterable[Sheet | str | Path] = ()
) -> tuple[Mapping[str, tuple[tuple[Mark | None, float], ...]], ...]:
    """Return the probabilities of marks from the ink only, without the rules, for each of `scan(photo).sheets`.

    Each visible field has its marks, most likely first, with probabilities that add up to 1; None is no ink. `scan`
    also considers the rules. Arguments and errors are those of `scan`.

    >>> from fairsheet import print_pdf
    >>> blank = print_pdf("launch", seed="coral-otter-42", players=3, seat=2)
    >>> [(mark, round(share, 3)) for mark, share in probabilities(blank)[0]["floor-1.1"][:1]]
    [(None, 1.0)]
    """
    return tuple(
        {field.field: field.probabilities for field in sheet.fields}
        for reading in _read_photo(photo, sheets)
        for sheet in reading.sheets
    )


@in_python
def overlay(photo: Photo, *, sheets: Iterable[Sheet | str | Path] = ()) -> tuple[bytes, ...]:
    """Return the pictures with a sheet as JPEG, with the marks as read drawn over them.

    Arguments and errors are those of `scan`.

    >>> from fairsheet import print_pdf
    >>> overlay(print_pdf("launch", seed="coral-otter-42", players=3, seat=2))[0][:2]
    b'\xff\xd8'
    """
    scanned = _scan_pictures(photo, sheets, overlay=True)
    return tuple(each.overlay for each in scanned if each.overlay is not None)


def _read_photo(
    photo: Photo, sheets: Iterable[Sheet | str | Path], names: bool = False, progress: Progress | None = None
) -> list[PhotoReading]:
    """Return the readings of a photo or scan, its pages joined. Raises FairsheetError if it shows no sheet."""
    from fairsheet.pipeline.reading.photos import reread
    from fairsheet.vision.joining.pages import join_pages

    scanned = _scan_pictures(photo, sheets, names=names, progress=progress)
    return join_pages([each.reading for each in scanned], reread)


def _scan_pictures(
    photo: Photo,
    sheets: Iterable[Sheet | str | Path],
    *,
    names: bool = False,
    overlay: bool = False,
    progress: Progress | None = None,
) -> list[ScannedPhoto]:
    """Return the readings of the pictures of a photo or scan. Raises FairsheetError if none shows a sheet."""
    from fairsheet.pipeline.reading.photos import scan_file
    from fairsheet.vision.readings.read_choices import ReadChoices
    from fairsheet.vision.scan import ReaderSetup

    check(bool, "give True or False", names=names)
    pages = [1]
    scanned = []
    for each in scan_file(
        _source_of(photo),
        ReaderSetup(catalog_of(sheets), choices=ReadChoices(names=names)),
        overlay=catalogue(ENGLISH) if overlay else None,
        counted=pages.append,
    ):
        scanned.append(each)
        if progress is not None:
            progress("reading", len(scanned), pages[-1])
    errors = [error for each in scanned for error in each.reading.errors]
    for error in errors:
        use_argument_names(error)
    if not any(each.reading.sheets for each in scanned):
        raise errors[0]
    return scanned


def _source_of(photo: Photo) -> PhotoSource:
    """Return a photo in one of the forms that the scanner reads. Raises FairsheetError if it is no photo."""
    import numpy as np
    from PIL import Image, ImageOps

    from fairsheet.vision.loading.load import PhotoFile, photo_of_array

    read = getattr(photo, "read", None)
    data = read() if callable(read) else photo
    hint = "give a path, the bytes of a file, a binary stream, a picture or an array, one at a time"
    check_path(data, "photo", hint, bytes, bytearray, memoryview, Image.Image, np.ndarray)
    match data:
        case str() | Path() if data is photo:
            return data
        case bytes() | bytearray() | memoryview():
            return PhotoFile("photo", bytes(data))
        case Image.Image():
            return photo_of_array("photo", np.asarray(ImageOps.exif_transpose(data).convert("RGB")))
        case np.ndarray():
            return photo_of_array("photo", data)
    raise FairsheetError("this stream has text", code=ErrorCode.NOT_A_PICTURE, where="photo", hint=hint)
