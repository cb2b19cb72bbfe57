"""Read and write the file next to a record, such as `seat-1.doubts`: its doubts, and people's corrections.

The reading is never changed. A correction has the former mark, the new mark, the person and the time. A doubt is
resolved by a correction, also one that confirms the reading, or by another mark in the record. The file also shows
whether the record is from a photo.
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
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import kind_of, read_file
from fairsheet.vision.readings.kept import KeptReading
from fairsheet.vision.readings.reading import Doubt

FORMAT = "fairsheet.doubts/3"
SUFFIX = ".doubts"
LARGEST = 20_000_000  # bytes; a crop of a field has about 5,000


class Correction(msgspec.Struct, frozen=True):
    """A look at a field by a person: the former mark of the record and the new one; None is blank.

    `at` is the time in ISO 8601.
    """

    field: str
    was: Mark | None
    mark: Mark | None
    by: str
    at: str


@dataclass(frozen=True)
class DoubtsFile:
    """Everything that is kept next to a record. `photo` is None for a record that is not from a photo; `crops` are
    JPEGs by field.

    `further_photos` show the other pages of the sheet. `overlays` are the names of the overlay pictures, one for each
    photo. `reading` is joined with other photos of the sheet. `table` is the name of the table in a batch, if its print
    has none. `digest` is the SHA-256 of the record as read, without corrections; None if unknown. `taken` is the time
    of the latest photo by the camera's clock. `photo_digests` are the SHA-256 of the photos, empty if unknown.
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
    """Return the SHA-256 of a record, whatever the order of its marks."""
    return hashlib.sha256(msgspec.json.encode(record, order="sorted")).hexdigest()


def doubts_path(record: Path) -> Path:
    """Return the path of the `.doubts` file of a record."""
    return record.with_suffix(SUFFIX)


def write_doubts_file(record: Path, file: DoubtsFile) -> None:
    """Write the file next to a record. Raises FairsheetError if it cannot be written."""
    write_file(doubts_path(record), doubts_document(file))


def doubts_document(file: DoubtsFile) -> bytes:
    """Return the content of a `.doubts` file as JSON."""
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
    if file.reading is not None:  # on one line, because it is long and only programs read it
        text = text.removesuffix(b"\n}") + b',\n  "reading": ' + msgspec.json.encode(file.reading) + b"\n}"
    return text + b"\n"


def open_doubts(file: DoubtsFile | None, record: Record) -> tuple[Doubt, ...] | None:
    """Return the unresolved doubts about a record; None if it is not from a photo."""
    if file is None or file.photo is None:
        return None
    answered = {(each.field, each.mark) for each in file.corrections}
    return tuple(
        doubt
        for doubt in file.doubts
        if mark_in(record, doubt.field) == doubt.chosen and (doubt.field, doubt.chosen) not in answered
    )


def asked(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Return the doubts that a person must answer, because verdict, points or ranking may depend on them."""
    return tuple(doubt for doubt in doubts if doubt.is_asked)


def about_marks(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Return the doubts without those about the player's name, which change neither verdict nor points."""
    return tuple(doubt for doubt in doubts if not is_name(doubt.field))


def read_doubts_file(path: Path, sheet: Sheet) -> DoubtsFile | None:
    """Return the `.doubts` file of a record, None if there is none. Raises FairsheetError if it is broken."""
    path = doubts_path(path)
    if kind_of(path) != "file":
        return None
    try:
        file = _decode(read_file(path, LARGEST))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _broken_file_error(path) from error
    named = {doubt.field for doubt in file.doubts} | {each.field for each in file.corrections}
    fits = named <= sheet.field.keys() and all(map(str.isprintable, _own_texts(file)))
    if not fits or any("\0" in name for name in file.overlays) or not _fits_sheet(sheet, file.reading):
        raise _broken_file_error(path)
    doubts = tuple(_without_invalid_candidates(sheet, doubt) for doubt in file.doubts)
    if not all(doubt.candidates for doubt in doubts):
        raise _broken_file_error(path)
    return replace(file, doubts=doubts)


def _fits_sheet(sheet: Sheet, reading: KeptReading | None) -> bool:
    """Check whether the sheet can have this reading; somebody may have edited the file."""
    if reading is None:
        return True
    marks: list[tuple[str, Mark | None, float]] = [
        (field, mark, 1.0) for field, mark in reading.marks.items()
    ]
    marks += [(each.field, mark, share) for each in reading.unsure for mark, share in each.probabilities]
    return (
        bool(reading.pages)
        and set(reading.pages) <= set(range(1, sheet.pages + 1))
        and all(each.probabilities for each in reading.unsure)
        and all(
            field in sheet.field and (mark is None or accepts(sheet.field[field], mark)) and 0 < share <= 1
            for field, mark, share in marks
        )
    )


def _without_invalid_candidates(sheet: Sheet, doubt: Doubt) -> Doubt:
    """Return the doubt without candidates that its field does not accept; somebody may have edited the file."""
    field = sheet.field[doubt.field]
    candidates = tuple(
        (mark, share) for mark, share in doubt.candidates if mark is None or accepts(field, mark)
    )
    return structs.replace(doubt, candidates=candidates)


class _Reason(msgspec.Struct):
    """The reason of a doubt as a message that can be translated."""

    said: Message | None = None


def _with_reason(doubt: Doubt, other: _Reason) -> Doubt:
    return doubt if other.said is None else structs.replace(doubt, because=other.said)


def _decode(content: bytes) -> DoubtsFile:
    document = msgspec.json.decode(content, type=dict[str, msgspec.Raw])

    def part(name: str, type_: Any) -> Any:
        return msgspec.json.decode(document.get(name, b"null"), type=type_, dec_hook=unpacked)

    if part("format", str) != FORMAT:
        raise msgspec.ValidationError("another format")
    return DoubtsFile(
        part("photo", str | None),
        tuple(map(_with_reason, part("doubts", tuple[Doubt, ...]), part("doubts", tuple[_Reason, ...]))),
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


def _own_texts(file: DoubtsFile) -> Iterator[str]:
    """Yield the texts that fairsheet wrote; names of files and people may have any character."""
    for doubt in file.doubts:
        yield doubt.because
        for mark, _ in doubt.candidates:
            yield str(mark)
    for correction in file.corrections:
        yield from (str(correction.was), str(correction.mark), correction.at)


def _broken_file_error(path: Path) -> FairsheetError:
    return FairsheetError(
        Message("this file of doubts is broken"),
        code=ErrorCode.BAD_RECORD,
        where=str(path),
        hint=Message(
            "scan the photo again, or delete {file}: then nothing in the record counts as doubtful",
            file=path.name,
        ),
    )
