"""Compute the documents of a batch from its store: the same files always give the same documents. Pure."""

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
from fairsheet.wording.formatting import askable_doubts
from fairsheet.wording.table_words import to_json_values


def raised_doubts(outcomes: Iterable[JudgedTable], catalog: Catalog) -> dict[tuple[str, int], list[Doubt]]:
    """Return the doubts that only the proof raised, by the sheet that shows them: the SHA-256 of its file and its
    number.

    A doubt about several photos belongs to the photos with the joined reading of the field. If there is none, it
    belongs to each photo that shows the field without a doubt, about the mark read there.
    """
    by_sheet: dict[tuple[str, int], list[Doubt]] = {}
    for outcome in outcomes:
        raised = outcome.result.raised if outcome.result else ()
        for place, doubts in zip(outcome.table.places, raised, strict=False):
            for doubt in doubts:
                for seen, about in _about_photos(doubt, place, catalog):
                    by_sheet.setdefault((seen.sha256, seen.number), []).append(about)
    return by_sheet


def _about_photos(doubt: Doubt, place: SeatSheet, catalog: Catalog) -> list[tuple[SheetOfFile, Doubt]]:
    """Return the readings of a seat that a raised doubt belongs to, each with the doubt about its own mark."""
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
    """Return a file name for outputs about a file: readable, safe, and unique by the file's name and content.

    >>> from fairsheet.pipeline.base.values import Source
    >>> file_stem(FileOutcome(Source(PurePosixPath("x"), "club 7/a=b.jpg"), "1f3a9c0d2b55", None))
    'a_b-1f3a9c0d2b55'
    """
    readable = re.sub(r"[^A-Za-z0-9._-]+", "_", PurePosixPath(outcome.source.name).stem)[:60].strip("._-")
    return f"{readable or 'photo'}-{outcome.sha256[:DIGITS]}"


def record_name(outcome: FileOutcome, number: int) -> str:
    """Return the path of a sheet's record below the output folder."""
    return f"{RECORDS}/{_numbered(outcome, number)}.json"


def overlay_name(outcome: FileOutcome, number: int) -> str:
    """Return the path of an overlay picture below the output folder."""
    return f"{OVERLAYS}/{_numbered(outcome, number)}.jpg"


def _numbered(outcome: FileOutcome, number: int) -> str:
    return file_stem(outcome) + (f"-{number + 1}" if number else "")


def photos_lines(outcomes: Iterable[FileOutcome]) -> bytes:
    """Return `photos.jsonl`: a line for every file that was read."""
    return _lines(
        {
            "file": each.source.name,
            "sha256": each.sha256 or None,
            "error": each.found.error,
            "error_codes": each.found.codes,
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
    """Return `tables.jsonl`: a line for every table that was judged."""
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
            "score": to_json_values(each.score) if each.score else None,
        }
        for each in outcomes
        if each.result is not None
    )


def _without_seconds(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as `fairsheet.verdict/1` without its seconds."""
    document = to_json_values(verdict)
    for sheet in document["sheets"]:
        del sheet["seconds"]
    return document


class BatchSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a batch (`fairsheet.batch/1`): counts of files, tables by verdict, and doubts.

    `errors` counts unreadable files, `incomplete` tables without all their sheets. `out` is the output folder.
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
    """Return the summary of a batch; verdicts are counted by table."""
    verdicts = [each.verdict for each in tables]
    ours = [each for each in files if each.found is not None and not each.found.foreign]
    return BatchSummary(
        photos=len(ours),
        errors=sum(each.found is not None and each.found.error is not None for each in ours),
        tables=len(tables),
        legal=verdicts.count("legal"),
        illegal=verdicts.count("illegal"),
        undecided=verdicts.count("undecided"),
        incomplete=incomplete_tables(tables),
        doubts=sum(each.table.doubts for each in tables),
        out=out,
    )


def left_out_line(files: Iterable[FileOutcome]) -> str | None:
    """Return a line with the number of pages that are left out; None if there are none."""
    pages = [what for each in files if each.found is not None for what in each.found.left_out.values()]
    return left_out_words(pages) if pages else None


def verdicts_line(tables: Sequence[JudgedTable]) -> str:
    """Return a line with the number of tables by verdict, and of tables with missing sheets or doubts."""
    counts = Counter(each.word for each in tables)
    words: dict[VerdictWord | None, Message] = {
        "legal": Message("{n} legal", "{n} legal"),
        "illegal": Message("{n} illegal", "{n} illegal"),
        "in conflict": Message("{n} in conflict", "{n} in conflict"),
        "undecided": Message("{n} undecided", "{n} undecided"),
        None: Message("{n} without a verdict", "{n} without a verdict"),
    }
    verdicts = joined(
        ", ", (each.filled(n=counts[verdict]) for verdict, each in words.items() if counts[verdict])
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
    """Return the files with sheets whose prints name no table and whose names do not match `table_by`."""
    return [
        each.source.name
        for each in outcomes
        if each.found is not None
        and any(sheet.record.game.name is sheet.record.game.print is None for sheet in each.found.sheets)
        and table_named(each.source.name, table_by) is None
    ]


def incomplete_tables(tables: Iterable[JudgedTable]) -> int:
    """Return the number of tables without all their sheets."""
    return sum(bool(each.table.missing) for each in tables)


def unused_line(outcomes: Iterable[FileOutcome]) -> str | None:
    """Return a line about the sheets without ink, which belong to no table; None if there are none."""
    names = [
        each.source.name for each in outcomes if each.found for sheet in each.found.sheets if sheet.is_unused
    ]
    if not names:
        return None
    files = shown_names(list(dict.fromkeys(names)))
    return Message(
        "{n} sheet has no ink and is left out: {files}",
        "{n} sheets have no ink and are left out: {files}",
        n=len(names),
        files=files,
    )


def marks_asked_about(tables: Iterable[JudgedTable]) -> int:
    """Return the number of marks in doubt that `review` asks about."""
    return sum(len(askable_doubts(place.doubts)) for each in tables for place in each.table.places)


def not_joined_line(tables: Iterable[JudgedTable]) -> str | None:
    """Return a line about sheets whose photos could not be read together; None if there are none."""
    number = sum(place.not_joined is not None for each in tables for place in each.table.places)
    if not number:
        return None
    return Message(
        "photos of {n} sheet could not be read together, so their marks are compared one by one; "
        "the report says why",
        "photos of {n} sheets could not be read together, so their marks are compared one by one; "
        "the report says why",
        n=number,
    )


def _lines(documents: Iterable[object]) -> bytes:
    encoder = msgspec.json.Encoder(enc_hook=str)
    return b"".join(encoder.encode(document) + b"\n" for document in documents)
