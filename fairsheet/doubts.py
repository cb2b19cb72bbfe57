"""What was doubtful on a photo, kept in a file beside the record: `seat-1.doubts` beside `seat-1.json`.

The file also tells that the record came from a photo at all. A doubt is resolved as soon as the record says something
else than the reader chose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.record import LARGEST, Record
from fairsheet.files import write_file
from sheets.errors import FairsheetError
from sheets.model import Sheet

if TYPE_CHECKING:  # spares commands without photos the import of numpy
    from vision.reading import Doubt

FORMAT = "fairsheet.doubts/1"
SUFFIX = ".doubts"


def doubts_path(record: Path) -> Path:
    """Where the doubts about the record in a file are kept."""
    return record.with_suffix(SUFFIX)


def write_doubts(record: Path, photo: str, doubts: Sequence[Doubt]) -> None:
    """Keep the doubts about a record that was read from a photo, in place of older ones. Raises FairsheetError."""
    document = {"format": FORMAT, "photo": photo, "doubts": doubts}
    content = msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
    write_file(doubts_path(record), content)


def read_doubts(path: Path, sheet: Sheet, record: Record) -> tuple[Doubt, ...] | None:
    """The doubts about a record that are not resolved; None for one that came from no photo. Raises FairsheetError."""
    path = doubts_path(path)
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            doubts = _doubts_in(file.read(LARGEST))
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _unreadable(path) from error
    if not all(doubt.field in sheet.field and all(map(str.isprintable, _texts(doubt))) for doubt in doubts):
        raise _unreadable(path)
    return tuple(doubt for doubt in doubts if record.marks.get(doubt.field) == doubt.chosen)


def _doubts_in(content: bytes) -> tuple[Doubt, ...]:
    from vision.reading import Doubt

    document = msgspec.json.decode(content, type=dict[str, msgspec.Raw])
    if msgspec.json.decode(document.get("format", b"null")) != FORMAT:
        raise msgspec.ValidationError("another format")
    return msgspec.json.decode(document.get("doubts", b"null"), type=tuple[Doubt, ...])


def _texts(doubt: Doubt) -> Iterator[str]:
    yield doubt.because
    for mark, _ in doubt.candidates:
        yield str(mark)


def _unreadable(path: Path) -> FairsheetError:
    return FairsheetError(
        "the doubts of a photo cannot be read from it",
        where=str(path),
        hint="scan the photo again, or remove it",
    )
