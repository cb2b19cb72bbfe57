"""The files given to a command: by name, in folders, or as standard input (`-`)."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairsheet.languages.messages import Message, joined
from fairsheet.process.output_files import is_former, will_read
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, read_file

if TYPE_CHECKING:  # so that commands without photos do not import numpy
    from fairsheet.vision.loading.load import PhotoSource

STDIN = Path("-")
PHOTOS = {
    ".jpg", ".jpeg", ".png", ".heic", ".heif", ".avif", ".tif", ".tiff", ".webp", ".jp2", ".j2k", ".j2c", ".jpc",
    ".jpf", ".jpx", ".gif", ".bmp", ".pdf",
}  # fmt: skip
START = 12  # first bytes of a file, which show the kind of picture
_STARTS = (
    (b"\xff\xd8\xff", ".jpg"), (b"\x89PNG\r\n", ".png"), (b"%PDF-", ".pdf"), (b"II*\0", ".tif"), (b"MM\0*", ".tif"),
    (b"\0\0\0\x0cjP  ", ".jp2"), (b"\xff\x4f\xff\x51", ".j2k"),
)  # fmt: skip
OVERLAY = ".overlay.jpg"  # ends the name of a photo's overlay, so that it differs from the photo's name
OUR_PDF = b"/Creator (fairsheet"  # in prints and reports
OUR_PNG = b"drawn by fairsheet"  # a comment before the pixels
OUR_OVERLAY = b"overlay by fairsheet"  # a comment at the beginning of the JPEG file
_OF_PHOTO = re.compile(OUR_OVERLAY + b" of ([0-9a-f]+)")
_COMMENT_BY = 1_000  # first bytes of an overlay or PNG file, which include the comment
SHOWN = 5  # names in a message
MOST_BYTES = 256 * 2**20  # of standard input, the same as of a photo
_CREATOR_WITHIN = 2**20  # bytes: a print has it after about 220 bytes for each page, a report near its end


@dataclass(frozen=True)
class InputFile:
    """A file to read. `found` is true if it was found in a given folder; `data` has the bytes of standard input."""

    path: Path
    found: bool = False
    data: bytes | None = None

    @property
    def name(self) -> str:
        """The name in messages and records."""
        return "stdin" if self.data is not None else format_path(self.path)

    @property
    def is_photo(self) -> bool:
        """Whether its name has the ending of a photo or scan."""
        return self.path.suffix.lower() in PHOTOS

    @property
    def is_drawn(self) -> bool:
        """Whether fairsheet made it: an overlay, or, found in a folder, a print, a report or another drawing."""
        return is_overlay(self.path) or (self.found and _is_print_or_drawing(self.path))


def suffix_by_start(data: bytes) -> str | None:
    r"""Return the usual ending of a picture or PDF by its first `START` bytes; None for anything else.

    >>> suffix_by_start(b"%PDF-1.7"), suffix_by_start(b"RIFF\0\0\0\0WEBP"), suffix_by_start(b"hello")
    ('.pdf', '.webp', None)
    """
    if data[4:12] in (b"ftypavif", b"ftypavis"):
        return ".avif"
    if data[4:8] == b"ftyp":
        return ".heic"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ".webp"
    return next((suffix for start, suffix in _STARTS if data.startswith(start)), None)


def is_overlay(path: Path) -> bool:
    """Return whether fairsheet drew a file as an overlay, by its name and its comment."""
    return path.name.lower().endswith(OVERLAY) and _starts_with(path, OUR_OVERLAY, _COMMENT_BY)


def _is_print_or_drawing(path: Path) -> bool:
    if path.suffix.lower() == ".pdf":
        return any(OUR_PDF in _read_part(path, _CREATOR_WITHIN, at_end=end) for end in (False, True))
    return path.suffix.lower() == ".png" and _starts_with(path, OUR_PNG, _COMMENT_BY)


def shows_another_photo(path: Path, overlay: bytes) -> bool:
    """Return whether the path of a new overlay has a file that is not an earlier overlay of the same photo.

    Overlays of earlier releases do not name their photo and never count as another's.
    """
    if kind_of(path) is None:
        return False
    return not is_overlay(path) or _photo_mark(_read_part(path, _COMMENT_BY)) not in (
        None,
        _photo_mark(overlay[:_COMMENT_BY]),
    )


def _photo_mark(overlay: bytes) -> bytes | None:
    found = _OF_PHOTO.search(overlay)
    return found.group(1) if found else None


def _starts_with(path: Path, words: bytes, most: int) -> bool:
    """Return whether the first `most` bytes of a file contain these words; False if it cannot be read."""
    return words in _read_part(path, most)


def _read_part(path: Path, most: int, *, at_end: bool = False) -> bytes:
    try:
        return read_file(path, most, at_end=at_end)
    except FairsheetError:
        return b""


def input_files(paths: Sequence[Path]) -> list[InputFile]:
    """Return the files at the paths; a folder gives its files, sorted by name, and `-` gives standard input.

    Hidden files and subfolders are left out. A file that is given twice, such as by `records records/*.json`, occurs
    once. Raises FairsheetError.
    """
    if list(paths).count(STDIN) > 1:
        problem = "standard input can be read only once"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="-", hint="give - only once")
    once: dict[str, InputFile] = {}
    for path in paths:
        for file in _files_of(path):
            place = "-" if file.data is not None else os.path.realpath(file.path)
            first = once.setdefault(place, file)
            once[place] = replace(first, found=first.found and file.found)
    return list(once.values())


def photo_files(paths: Sequence[Path]) -> tuple[list[InputFile], list[InputFile]]:
    """Return the photos and scans at the paths, and the files passed over: overlays, and other files in folders.

    Raises FairsheetError if there is no photo.
    """
    files = input_files(paths)
    photos: list[InputFile] = []
    passed_over: list[InputFile] = []
    for file in files:
        is_photo = not file.is_drawn and (file.is_photo or not file.found)
        (photos if is_photo else passed_over).append(file)
    if not photos:
        problem = Message("no photo or scan found")
        hint = Message("give photos, or a folder of photos{more}", more=photo_folder_hint(paths))
        raise FairsheetError(problem, code=ErrorCode.NOTHING_TO_READ, where=format_path(paths[0]), hint=hint)
    keep_from_writing(photos)
    return photos, passed_over


def keep_from_writing(files: Sequence[InputFile]) -> None:
    """Protect the files from being written in this run. Raises FairsheetError if that is already planned."""
    for file in files:
        if file.data is None:
            will_read(file.path)


def passed_over_lines(files: Sequence[InputFile]) -> Iterator[str]:
    """Yield messages about the files passed over, except those that fairsheet moved aside."""
    if names := [file.name for file in files if not is_former(file.path)]:
        yield Message("passed over: {files}", files=shown_names(names))
    if any(file.found and _is_print_or_drawing(file.path) for file in files):
        yield Message(
            "files that fairsheet printed or drew are read as photos only if you name the files themselves"
        )


def shown_names(names: Sequence[str]) -> str:
    """Return names for a message: the first few, and the number of the others.

    >>> shown_names(["a", "b"]), shown_names([f"IMG_{number}" for number in range(7)])
    ('a, b', 'IMG_0, IMG_1, IMG_2, IMG_3, IMG_4, 2 more')
    """
    left = len(names) - SHOWN
    return joined(", ", [*names[:SHOWN], *([Message("{n} more", "{n} more", n=left)] if left > 0 else [])])


def folders_in(folder: Path) -> list[Path]:
    """Return the folders in a folder, sorted by name, without hidden ones; none if it cannot be read."""
    if folder == STDIN or kind_of(folder) != "folder":
        return []
    try:
        inside = [path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")]
    except OSError:
        return []
    return sorted(inside, key=lambda path: natural_order(path.name))


def photo_folder_hint(folders: Sequence[Path]) -> str:
    """Return the end of a hint that names the first subfolder with a photo; "" if there is none."""
    for each in (inside for folder in folders for inside in folders_in(folder)):
        with contextlib.suppress(OSError):  # the folder may be locked
            if any(path.suffix.lower() in PHOTOS for path in each.iterdir()):
                return f", such as {format_path(each)}"
    return ""


def file_of_photo(name: str) -> str:
    """Return the file name from the name of a reading, which may include a page.

    >>> file_of_photo("scan.pdf page 2"), file_of_photo("IMG_1.jpg")
    ('scan.pdf', 'IMG_1.jpg')
    """
    return re.sub(r" page [0-9]+\Z", "", name)


def check_no_photo(record: Path) -> None:
    """Raise FairsheetError if a photo is given instead of a record."""
    if InputFile(record).is_photo:
        hint = Message("read it first: fairsheet scan {photo} -o records", photo=format_path(record))
        problem = Message("this is a photo, not a record")
        raise FairsheetError(problem, code=ErrorCode.WRONG_KIND_OF_FILE, where=format_path(record), hint=hint)


def photo_source(file: InputFile) -> PhotoSource:
    """Return a file in the form that the scanner accepts."""
    from fairsheet.vision.loading.load import PhotoFile

    return file.path if file.data is None else PhotoFile(file.name, file.data)


def _files_of(path: Path) -> Iterator[InputFile]:
    if path == STDIN:
        yield InputFile(path, data=_standard_input())
    elif kind_of(path) == "folder":
        yield from (InputFile(file, found=True) for file in _files_in(path))
    else:
        yield InputFile(path)


def _standard_input() -> bytes:
    if sys.stdin.isatty():
        hint = Message("give file names, or redirect a file: {call}", call="fairsheet verify - < seat-1.json")
        problem = Message("standard input is a terminal, not a file")
        raise FairsheetError(problem, code=ErrorCode.NOTHING_TO_READ, where="-", hint=hint)
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if not data:
        problem = Message("standard input is empty")
        hint = Message("redirect a record or a photo to it")
        raise FairsheetError(problem, code=ErrorCode.EMPTY_FILE, where="-", hint=hint)
    if len(data) > MOST_BYTES:
        hint = Message("send at most {most} MB", most=MOST_BYTES // 2**20)
        problem = Message("standard input is too large")
        raise FairsheetError(problem, code=ErrorCode.TOO_LARGE, where="-", hint=hint)
    return data


def _files_in(folder: Path) -> list[Path]:
    try:
        files = [path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")]
    except OSError as error:
        problem = Message("cannot be read ({why})", why=str(error.strerror))
        raise FairsheetError(
            problem,
            code=ErrorCode.UNREADABLE_FILE,
            where=format_path(folder),
            hint=Message("check the folder and its permissions"),
        ) from None
    return sorted(files, key=lambda path: natural_order(path.name))


def natural_order(name: str) -> tuple[str | int, ...]:
    """Return a sort key for names that compares numbers in them by value.

    >>> sorted(["IMG_10.jpg", "IMG_9.jpg", "img_1.jpg"], key=natural_order)
    ['img_1.jpg', 'IMG_9.jpg', 'IMG_10.jpg']
    """
    # text and numbers alternate, so that text is compared with text and numbers with numbers
    parts = re.split(r"([0-9]+)", name.casefold())
    return tuple(int(part) if index % 2 else part for index, part in enumerate(parts))
