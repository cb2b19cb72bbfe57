"""The documents of a batch, derived from what its store holds: equal for equal files, whenever written. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Any

import msgspec
from msgspec import structs

from fairsheet.engine.checks.verdict import Verdict, VerdictWord
from fairsheet.engine.records.record import NO_SEAT
from fairsheet.languages.messages import Message, counted, joined, listed
from fairsheet.pipeline.base.doubt_files import asked
from fairsheet.pipeline.base.values import FileOutcome, SheetOfFile
from fairsheet.pipeline.grouping.grouping import table_named
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.joining.joining import different_photos
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.store.folders import DIGITS, OVERLAYS, RECORDS
from fairsheet.process.inputs import shown_names
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.vision.readings.left_out import left_out_words
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.formatting import without_unseen_part
from fairsheet.wording.table_words import with_no_seat


def raised_doubts(outcomes: Iterable[JudgedTable], catalog: Catalog) -> dict[tuple[str, int], list[Doubt]]:
    """What only the proof brought into doubt, by the sheet that shows it: the content of its file and its number.

    Of several photos it belongs to those that were read like all together; where none was, to each that shows the field
    and does not doubt it already, about the mark that was read there.
    """
    found: dict[tuple[str, int], list[Doubt]] = {}
    for outcome in outcomes:
        raised = outcome.result.raised if outcome.result else ()
        for place, doubts in zip(outcome.table.places, raised, strict=False):
            for doubt in doubts:
                for seen, about in _about_photos(doubt, place, catalog):
                    found.setdefault((seen.sha256, seen.number), []).append(about)
    return found


def _about_photos(doubt: Doubt, place: SeatSheet, catalog: Catalog) -> list[tuple[SheetOfFile, Doubt]]:
    """The readings of a seat that a raised doubt belongs to, each with the doubt about its own mark."""
    photos = different_photos(place.showing(doubt.field, catalog))
    alike = [each for each in photos if each.sheet.record.marks.get(doubt.field) == doubt.chosen]
    if alike:
        return [(each, doubt) for each in alike]
    return [
        (each, structs.replace(doubt, chosen=each.sheet.record.marks.get(doubt.field)))
        for each in photos
        if all(own.field != doubt.field for own in asked(each.sheet.doubts or ()))
    ]


def file_stem(outcome: FileOutcome) -> str:
    """A name for what is written about a file: readable, harmless, and of this name and content alone.

    >>> from fairsheet.pipeline.base.values import Source
    >>> file_stem(FileOutcome(Source(PurePosixPath("x"), "club 7/a=b.jpg"), "1f3a9c0d2b55", None))
    'a_b-1f3a9c0d2b55'
    """
    readable = re.sub(r"[^A-Za-z0-9._-]+", "_", PurePosixPath(outcome.source.name).stem)[:60].strip("._-")
    return f"{readable or 'photo'}-{outcome.sha256[:DIGITS]}"


def record_name(outcome: FileOutcome, number: int) -> str:
    """Where the record of a sheet of a file is, below the folder of outputs."""
    return f"{RECORDS}/{_numbered(outcome, number)}.json"


def overlay_name(outcome: FileOutcome, number: int) -> str:
    """Where a picture of what was read of a file is, below the folder of outputs."""
    return f"{OVERLAYS}/{_numbered(outcome, number)}.jpg"


def _numbered(outcome: FileOutcome, number: int) -> str:
    return file_stem(outcome) + (f"-{number + 1}" if number else "")


def photos_lines(outcomes: Iterable[FileOutcome]) -> bytes:
    """`photos.jsonl`: a line for every file that was read."""
    return _lines(
        {
            "file": each.source.name,
            "sha256": each.sha256 or None,
            "error": each.found.error,
            "sheets": [
                {
                    "sheet": sheet.record.sheet,
                    "seed": sheet.record.game.seed,
                    "players": sheet.record.game.players,
                    "solo": sheet.record.game.solo,
                    "seat": None if sheet.record.seat == NO_SEAT else sheet.record.seat,
                    "doubts": len(sheet.doubts or ()),
                    "record": record_name(each, number),
                }
                for number, sheet in enumerate(each.found.sheets)
            ],
            "left_out": list(each.found.left_out),
        }
        for each in outcomes
        if each.found is not None and not each.found.foreign
    )


def tables_lines(outcomes: Iterable[JudgedTable]) -> bytes:
    """`tables.jsonl`: a line for every table that was judged."""
    return _lines(
        {
            "table": each.table.key.name,
            "sheet": each.table.key.sheet,
            "seed": each.table.key.seed,
            "players": each.table.key.players,
            "solo": each.table.key.solo,
            "print": each.table.key.print,
            "missing": each.table.missing,
            "doubts": each.table.doubts,
            "verdict": _without_seconds(each.proof) if each.proof else None,
            "score": with_no_seat(each.score) if each.score else None,
        }
        for each in outcomes
        if each.result is not None
    )


def _without_seconds(verdict: Verdict) -> dict[str, Any]:
    """The verdict as `fairsheet.verdict/1` has it, without its seconds."""
    document = with_no_seat(verdict)
    for sheet in document["sheets"]:
        del sheet["seconds"]
    return document


class BatchSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a batch (`fairsheet.batch/1`): counts of files, tables by verdict, and doubts.

    `errors` counts unreadable files, `incomplete` tables without all their sheets. `out` is the folder of the results.
    """

    format: str = "fairsheet.batch/1"
    photos: int
    errors: int
    tables: int
    legal: int
    illegal: int
    undecided: int
    incomplete: int
    doubts: int
    out: str


def summary(files: Sequence[FileOutcome], tables: Sequence[JudgedTable], out: str) -> BatchSummary:
    """Sum up a batch; verdicts are counted by table."""
    said = [each.verdict for each in tables]
    ours = [each for each in files if each.found is not None and not each.found.foreign]
    return BatchSummary(
        photos=len(ours),
        errors=sum(each.found is not None and each.found.error is not None for each in ours),
        tables=len(tables),
        legal=said.count("legal"),
        illegal=said.count("illegal"),
        undecided=said.count("undecided"),
        incomplete=incomplete_tables(tables),
        doubts=sum(each.table.doubts for each in tables),
        out=out,
    )


def left_out_line(files: Iterable[FileOutcome]) -> str | None:
    """Say how many pages of all files are left out; None if there are none."""
    pages = [what for each in files if each.found is not None for what in each.found.left_out.values()]
    return left_out_words(pages) if pages else None


def verdicts_line(tables: Sequence[JudgedTable]) -> str:
    """How many tables have which verdict; and how many of all, whatever their verdict, lack a sheet or have doubts."""
    said = Counter(each.word for each in tables)
    words: dict[VerdictWord | None, Message] = {
        "legal": Message("{n} legal", "{n} legal"),
        "illegal": Message("{n} illegal", "{n} illegal"),
        "in conflict": Message("{n} in conflict", "{n} in conflict"),
        "undecided": Message("{n} undecided", "{n} undecided"),
        None: Message("{n} without a verdict", "{n} without a verdict"),
    }
    verdicts = joined(
        ", ", (each.filled(n=said[verdict]) for verdict, each in words.items() if said[verdict])
    )
    line = joined(": ", filter(None, (counted(len(tables), "table"), verdicts)))
    lacking, doubted = incomplete_tables(tables), sum(bool(each.table.doubts) for each in tables)
    some, lacks = len(tables) > 1, Message("it lacks a sheet")
    if some:
        lacks = Message("{n} lacks a sheet", "{n} lack a sheet", n=lacking)
    has_doubts = Message("it has marks in doubt")
    if some:
        has_doubts = Message("{n} has marks in doubt", "{n} have marks in doubt", n=doubted)
    if not (of_them := [words for words, number in ((lacks, lacking), (has_doubts, doubted)) if number]):
        return line
    if not some:
        return joined("; ", (line, listed(of_them)))
    return Message("{tables}; of all {number}, {some}", tables=line, number=len(tables), some=listed(of_them))


def unnamed_files(outcomes: Iterable[FileOutcome], table_by: re.Pattern[str]) -> list[str]:
    """The files with sheets whose prints tell no table and in whose own names `table_by` finds none."""
    return [
        each.source.name
        for each in outcomes
        if each.found is not None
        and any(sheet.record.game.name is sheet.record.game.print is None for sheet in each.found.sheets)
        and table_named(each.source.name, table_by) is None
    ]


def incomplete_tables(tables: Iterable[JudgedTable]) -> int:
    """How many tables lack a sheet."""
    return sum(bool(each.table.missing) for each in tables)


def unused_line(outcomes: Iterable[FileOutcome]) -> str | None:
    """Which sheets bear no ink, so that they belong to no table; None where there is none."""
    names = [
        each.source.name for each in outcomes if each.found for sheet in each.found.sheets if sheet.is_unused
    ]
    if not names:
        return None
    files = shown_names(list(dict.fromkeys(names)))
    return Message(
        "{n} sheet bears no ink and is left out: {files}",
        "{n} sheets bear no ink and are left out: {files}",
        n=len(names),
        files=files,
    )


def marks_asked_about(tables: Iterable[JudgedTable]) -> int:
    """How many marks in doubt `review` asks about."""
    return sum(len(without_unseen_part(place.doubts)) for each in tables for place in each.table.places)


def not_joined_line(tables: Iterable[JudgedTable]) -> str | None:
    """Of how many sheets the photos could not be read together, and what became of them; None where there is none."""
    number = sum(place.not_joined is not None for each in tables for place in each.table.places)
    if not number:
        return None
    return Message(
        "photos of {n} sheet could not be read together, so their marks are held against each other; "
        "the report says why",
        "photos of {n} sheets could not be read together, so their marks are held against each other; "
        "the report says why",
        n=number,
    )


def _lines(documents: Iterable[object]) -> bytes:
    encoder = msgspec.json.Encoder(enc_hook=str)
    return b"".join(encoder.encode(document) + b"\n" for document in documents)
