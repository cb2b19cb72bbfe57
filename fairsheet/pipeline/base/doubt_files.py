"""What was doubtful on a photo and what people corrected, in a file beside the record: `seat-1.doubts`.

What was read stays in it; a correction says what stood there before, what stands there now, who said so and when. A
doubt is resolved by a correction (also one that confirms what was read), or as soon as the record says something else
than the reader chose. The file also tells whether the record came from a photo at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from fairsheet.engine.records.record import Record, mark_in
from fairsheet.engine.records.record_checks import accepts
from fairsheet.languages.messages import Message, packed, unpacked
from fairsheet.process.output_files import write_file
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import kind_of, read_file
from fairsheet.vision.readings.kept import KeptReading
from fairsheet.vision.readings.reading import Doubt

FORMAT = "fairsheet.doubts/3"
SUFFIX = ".doubts"
LARGEST = 20_000_000  # bytes; a crop of a field has about 5,000


class Correction(msgspec.Struct, frozen=True):
    """That somebody looked at a field: what the record said, and what it says since; None is blank.

    `at` is the time in ISO 8601.
    """

    field: str
    was: Mark | None
    mark: Mark | None
    by: str
    at: str


@dataclass(frozen=True)
class DoubtsFile:
    """All that is kept beside a record. `photo` is None for a record that came from none; `crops` are JPEG by field.

    `further_photos` show the other pages of the sheet; `overlays` are the names that `scan` gives the pictures of what
    was read, one for each photo. `reading` is what other photos of the sheet are joined with; `table` what a batch
    calls the table that the sheet belongs to, where its print bears no name. `digest` is that of the record as read,
    without corrections; None where it is not known. `taken` is the time of the latest photo by the clock of its camera,
    `photo_digests` are the SHA-256 of the files of the photos, empty if they are not known.
    """

    photo: str | None
    doubts: tuple[Doubt, ...] = ()
    crops: Mapping[str, bytes] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    further_photos: tuple[str, ...] = ()
    overlays: tuple[str, ...] = ()
    reading: KeptReading | None = None
    table: str | None = None
    digest: str | None = None
    taken: str | None = None
    photo_digests: tuple[str, ...] = ()

    @property
    def photos(self) -> tuple[str, ...]:
        """The photos that show the sheet's pages."""
        return (self.photo, *self.further_photos) if self.photo else ()


def digest_of(record: Record) -> str:
    """The SHA-256 of all that a record says, whatever the order of its marks."""
    return hashlib.sha256(msgspec.json.encode(record, order="sorted")).hexdigest()


def doubts_path(record: Path) -> Path:
    """Where the doubts about the record in a file are kept."""
    return record.with_suffix(SUFFIX)


def write_doubts_file(record: Path, file: DoubtsFile) -> None:
    """Keep all of this beside a record. Raises FairsheetError."""
    write_file(doubts_path(record), doubts_document(file))


def doubts_document(file: DoubtsFile) -> bytes:
    """What is kept beside a record, as JSON."""
    document = {
        "format": FORMAT,
        "photo": file.photo,
        "further_photos": file.further_photos,
        "overlays": file.overlays,
        "doubts": [
            {**msgspec.to_builtins(doubt, enc_hook=str), "said": packed(doubt.because)}
            for doubt in file.doubts
        ],
        "corrections": file.corrections,
        "crops": file.crops,
        "table": file.table,
        "digest": file.digest,
        "taken": file.taken,
        "photo_digests": file.photo_digests,
    }
    text = msgspec.json.format(msgspec.json.encode(document), indent=2)
    if file.reading is not None:  # on one line: it is long, and for programs
        text = text.removesuffix(b"\n}") + b',\n  "reading": ' + msgspec.json.encode(file.reading) + b"\n}"
    return text + b"\n"


def open_doubts(file: DoubtsFile | None, record: Record) -> tuple[Doubt, ...] | None:
    """The doubts about a record that are not resolved, of what is kept beside it; None where it came from no photo."""
    if file is None or file.photo is None:
        return None
    said = {(each.field, each.mark) for each in file.corrections}
    return tuple(
        doubt
        for doubt in file.doubts
        if mark_in(record, doubt.field) == doubt.chosen and (doubt.field, doubt.chosen) not in said
    )


def asked(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """The doubts that somebody has to look at: those on which verdict, points or ranking may hang."""
    return tuple(doubt for doubt in doubts if doubt.is_asked)


def about_marks(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """The doubts without that about whose sheet it is, on which neither verdict nor points hang."""
    return tuple(doubt for doubt in doubts if not is_name(doubt.field))


def read_doubts_file(path: Path, sheet: Sheet) -> DoubtsFile | None:
    """What is kept beside the record in a file; None where nothing is. Raises FairsheetError."""
    path = doubts_path(path)
    if kind_of(path) != "file":
        return None
    try:
        file = _decoded(read_file(path, LARGEST))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(path) from error
    named = {doubt.field for doubt in file.doubts} | {each.field for each in file.corrections}
    fits = named <= sheet.field.keys() and all(map(str.isprintable, _texts(file)))
    if not fits or any("\0" in name for name in file.overlays) or not _is_of(sheet, file.reading):
        raise _unreadable(path)
    doubts = tuple(_fitting(sheet, doubt) for doubt in file.doubts)
    if not all(doubt.candidates for doubt in doubts):
        raise _unreadable(path)
    return replace(file, doubts=doubts)


def _is_of(sheet: Sheet, reading: KeptReading | None) -> bool:
    """Whether a reading, if any, can be one of the sheet: the file may say anything."""
    if reading is None:
        return True
    said: list[tuple[str, Mark | None, float]] = [(field, mark, 1.0) for field, mark in reading.marks.items()]
    said += [(each.field, mark, share) for each in reading.unsure for mark, share in each.probabilities]
    return (
        bool(reading.pages)
        and set(reading.pages) <= set(range(1, sheet.pages + 1))
        and all(each.probabilities for each in reading.unsure)
        and all(
            field in sheet.field and (mark is None or accepts(sheet.field[field], mark)) and 0 < share <= 1
            for field, mark, share in said
        )
    )


def _fitting(sheet: Sheet, doubt: Doubt) -> Doubt:
    """The doubt without candidates that its field cannot bear: the file may say anything."""
    field = sheet.field[doubt.field]
    candidates = tuple(
        (mark, share) for mark, share in doubt.candidates if mark is None or accepts(field, mark)
    )
    return structs.replace(doubt, candidates=candidates)


class _Said(msgspec.Struct):
    """What a doubt's words are made of, for readers of other languages."""

    said: Message | None = None


def _said_otherwise(doubt: Doubt, other: _Said) -> Doubt:
    return doubt if other.said is None else structs.replace(doubt, because=other.said)


def _decoded(content: bytes) -> DoubtsFile:
    document = msgspec.json.decode(content, type=dict[str, msgspec.Raw])

    def part(name: str, type_: Any) -> Any:
        return msgspec.json.decode(document.get(name, b"null"), type=type_, dec_hook=unpacked)

    if part("format", str) != FORMAT:
        raise msgspec.ValidationError("another format")
    return DoubtsFile(
        part("photo", str | None),
        tuple(map(_said_otherwise, part("doubts", tuple[Doubt, ...]), part("doubts", tuple[_Said, ...]))),
        part("crops", dict[str, bytes] | None) or {},
        part("corrections", tuple[Correction, ...] | None) or (),
        part("further_photos", tuple[str, ...] | None) or (),
        part("overlays", tuple[str, ...] | None) or (),
        part("reading", KeptReading | None),
        part("table", str | None),
        part("digest", str | None),
        taken.isoformat() if (taken := part("taken", datetime | None)) and taken.year > 1 else None,
        part("photo_digests", tuple[str, ...] | None) or (),
    )


def _texts(file: DoubtsFile) -> Iterator[str]:
    """What the program itself wrote; names of files and people may have any character."""
    for doubt in file.doubts:
        yield doubt.because
        for mark, _ in doubt.candidates:
            yield str(mark)
    for correction in file.corrections:
        yield from (str(correction.was), str(correction.mark), correction.at)


def _unreadable(path: Path) -> FairsheetError:
    return FairsheetError(
        "the doubts of a photo cannot be read from it",
        where=str(path),
        hint=f"scan the photo again, or delete {path.name}: then nothing in the record counts as doubtful",
    )
