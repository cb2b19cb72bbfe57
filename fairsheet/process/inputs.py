"""The files that people give to a command: by their names, in folders, or as standard input (`-`)."""

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
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, read_file

if TYPE_CHECKING:  # spares commands without photos the import of numpy
    from fairsheet.vision.loading.load import PhotoSource

STDIN = Path("-")
PHOTOS = {
    ".jpg", ".jpeg", ".png", ".heic", ".heif", ".avif", ".tif", ".tiff", ".webp", ".jp2", ".j2k", ".j2c", ".jpc",
    ".jpf", ".jpx", ".gif", ".bmp", ".pdf",
}  # fmt: skip
START = 12  # bytes of a file, by which a kind of picture is known
_STARTS = (
    (b"\xff\xd8\xff", ".jpg"), (b"\x89PNG\r\n", ".png"), (b"%PDF-", ".pdf"), (b"II*\0", ".tif"), (b"MM\0*", ".tif"),
    (b"\0\0\0\x0cjP  ", ".jp2"), (b"\xff\x4f\xff\x51", ".j2k"),
)  # fmt: skip
OVERLAY = ".overlay.jpg"  # ends the name of a photo's overlay, so that it never is the name of the photo
OUR_PDF = b"/Creator (fairsheet"  # of prints, whose creator it is alone, and of reports
OUR_PNG = b"drawn by fairsheet"  # a comment before the pixels
OUR_OVERLAY = b"overlay by fairsheet"  # a comment at the beginning of the JPEG file
_OF_PHOTO = re.compile(OUR_OVERLAY + b" of ([0-9a-f]+)")
_COMMENT_BY = 1_000  # bytes of an overlay or PNG file, within which the comment stands
SHOWN = 5  # names in a message
MOST_BYTES = 256 * 2**20  # of standard input, as of a photo
_CREATOR_WITHIN = 2**20  # bytes: a print tells it after about 220 bytes for each page, a report near its end


@dataclass(frozen=True)
class InputFile:
    """A file to read. `found`: it lay in a folder that was named; `data` holds standard input."""

    path: Path
    found: bool = False
    data: bytes | None = None

    @property
    def name(self) -> str:
        """What messages and records call it."""
        return "stdin" if self.data is not None else format_path(self.path)

    @property
    def is_photo(self) -> bool:
        """Whether it is called like a photo or scan."""
        return self.path.suffix.lower() in PHOTOS

    @property
    def is_drawn(self) -> bool:
        """Whether this program has made it: an overlay, or in a folder a print, a report or another drawing."""
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
    """Whether a file is an overlay that this program drew: it is called so, and says so itself."""
    return path.name.lower().endswith(OVERLAY) and _begins_with(path, OUR_OVERLAY, _COMMENT_BY)


def _is_print_or_drawing(path: Path) -> bool:
    if path.suffix.lower() == ".pdf":
        return any(OUR_PDF in _part(path, _CREATOR_WITHIN, at_end=end) for end in (False, True))
    return path.suffix.lower() == ".png" and _begins_with(path, OUR_PNG, _COMMENT_BY)


def shows_another_photo(path: Path, overlay: bytes) -> bool:
    """Whether there is a file in the place of a new overlay that is no earlier one of the same photo.

    Those that an earlier release drew do not say of which photo they are.
    """
    if kind_of(path) is None:
        return False
    return not is_overlay(path) or _photo_mark(_part(path, _COMMENT_BY)) not in (
        None,
        _photo_mark(overlay[:_COMMENT_BY]),
    )


def _photo_mark(overlay: bytes) -> bytes | None:
    found = _OF_PHOTO.search(overlay)
    return found.group(1) if found else None


def _begins_with(path: Path, words: bytes, most: int) -> bool:
    """Whether the first `most` bytes of a file have these words; never where it cannot be read."""
    return words in _part(path, most)


def _part(path: Path, most: int, *, at_end: bool = False) -> bytes:
    try:
        return read_file(path, most, at_end=at_end)
    except FairsheetError:
        return b""


def input_files(paths: Sequence[Path]) -> list[InputFile]:
    """The files that the paths name: a folder stands for the files in it, sorted by name, `-` for standard input.

    Hidden files and folders in a folder are left out; a file that is named twice, as by `records records/*.json`, comes
    once. Raises FairsheetError.
    """
    if list(paths).count(STDIN) > 1:
        raise FairsheetError("standard input can be read only once", where="-", hint="give one - at most")
    once: dict[str, InputFile] = {}
    for path in paths:
        for file in _files_of(path):
            place = "-" if file.data is not None else os.path.realpath(file.path)
            first = once.setdefault(place, file)
            once[place] = replace(first, found=first.found and file.found)
    return list(once.values())


def photo_files(paths: Sequence[Path]) -> tuple[list[InputFile], list[InputFile]]:
    """The photos and scans that the paths name, and what is passed over: overlays, and what else lies in a folder.

    Raises FairsheetError where there are none.
    """
    files = input_files(paths)
    photos: list[InputFile] = []
    passed_over: list[InputFile] = []
    for file in files:
        is_photo = not file.is_drawn and (file.is_photo or not file.found)
        (photos if is_photo else passed_over).append(file)
    if not photos:
        problem = "there is no photo or scan here"
        hint = f"give photos, or the folder that they are in{such_as_folder_inside(paths)}"
        raise FairsheetError(problem, where=format_path(paths[0]), hint=hint)
    keep_from_writing(photos)
    return photos, passed_over


def keep_from_writing(files: Sequence[InputFile]) -> None:
    """Keep the files from being written to in this run. Raises FairsheetError where that is planned."""
    for file in files:
        if file.data is None:
            will_read(file.path)


def passed_over_lines(files: Sequence[InputFile]) -> Iterator[str]:
    """Yield which files were left out, but for those that were put aside."""
    if names := [file.name for file in files if not is_former(file.path)]:
        yield Message("passed over: {files}", files=shown_names(names))
    if any(file.found and _is_print_or_drawing(file.path) for file in files):
        yield Message("what this program printed or drew is read as a photo where the file itself is named")


def shown_names(names: Sequence[str]) -> str:
    """The names in a message: the first, and how many more there are.

    >>> shown_names(["a", "b"]), shown_names([f"IMG_{number}" for number in range(7)])
    ('a, b', 'IMG_0, IMG_1, IMG_2, IMG_3, IMG_4, 2 more')
    """
    left = len(names) - SHOWN
    return joined(", ", [*names[:SHOWN], *([Message("{n} more", "{n} more", n=left)] if left > 0 else [])])


def folders_in(folder: Path) -> list[Path]:
    """The folders in a folder, sorted by name; none of what is no folder or cannot be read, nor hidden ones."""
    if folder == STDIN or kind_of(folder) != "folder":
        return []
    try:
        inside = [path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")]
    except OSError:
        return []
    return sorted(inside, key=lambda path: natural_order(path.name))


def such_as_folder_inside(folders: Sequence[Path]) -> str:
    """The end of a hint: the first folder in some folders in which something is called like a photo."""
    for each in (inside for folder in folders for inside in folders_in(folder)):
        with contextlib.suppress(OSError):  # the folder may be locked
            if any(path.suffix.lower() in PHOTOS for path in each.iterdir()):
                return f", such as {format_path(each)}"
    return ""


def file_of_photo(name: str) -> str:
    """The file of a photo that the reader names, which may be a page of it.

    >>> file_of_photo("scan.pdf page 2"), file_of_photo("IMG_1.jpg")
    ('scan.pdf', 'IMG_1.jpg')
    """
    return re.sub(r" page [0-9]+\Z", "", name)


def check_no_photo(record: Path) -> None:
    """Raises FairsheetError for a photo where a record is to be named."""
    if InputFile(record).is_photo:
        hint = f"read it first: fairsheet scan {format_path(record)} -o records"
        raise FairsheetError("this is a photo, not a record", where=format_path(record), hint=hint)


def photo_source(file: InputFile) -> PhotoSource:
    """The file as the reader takes it."""
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
        hint = "name the files, or send one into it: fairsheet verify - < seat-1.json"
        raise FairsheetError("nothing is sent into standard input", where="-", hint=hint)
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if not data:
        raise FairsheetError("standard input is empty", where="-", hint="send a record or a photo into it")
    if len(data) > MOST_BYTES:
        raise FairsheetError(
            "standard input is too large", where="-", hint=f"send at most {MOST_BYTES // 2**20} MB"
        )
    return data


def _files_in(folder: Path) -> list[Path]:
    try:
        files = [path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")]
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
        raise FairsheetError(
            problem, where=format_path(folder), hint="check the folder and who may read it"
        ) from None
    return sorted(files, key=lambda path: natural_order(path.name))


def natural_order(name: str) -> tuple[str | int, ...]:
    """A sort key by which numbers in names count as such.

    >>> sorted(["IMG_10.jpg", "IMG_9.jpg", "img_1.jpg"], key=natural_order)
    ['img_1.jpg', 'IMG_9.jpg', 'IMG_10.jpg']
    """
    # text and number in turn, so that like is compared with like
    parts = re.split(r"([0-9]+)", name.casefold())
    return tuple(int(part) if index % 2 else part for index, part in enumerate(parts))
