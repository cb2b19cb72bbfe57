"""One table: its sheets from files, records or photos, and its ranks."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.phrases import listed
from engine.record import LARGEST, Record, read_record
from engine.score import (
    Score,
    broken_ties,
    missing_seats,
    missing_words,
    seat_twice_hint,
    table_of_record,
    unknown_boxes,
)
from fairsheet.doubts import SUFFIX, read_doubts
from sheets.errors import FairsheetError
from sheets.files import read_file
from sheets.library import BUNDLED, Catalog
from sheets.library import SUFFIX as TEMPLATE
from sheets.model import Sheet

if TYPE_CHECKING:
    from vision.reading import Doubt

PHOTOS = {".jpg", ".jpeg", ".png", ".heic", ".heif", ".tif", ".tiff", ".webp", ".gif", ".bmp", ".pdf"}


@dataclass(frozen=True)
class ReadSheet:
    """A sheet of the table with the file it is from; `doubts` is None where it came from no photo."""

    file: str
    sheet: Sheet
    record: Record
    doubts: tuple[Doubt, ...] | None = None


def read_records(paths: Sequence[Path], catalog: Catalog = BUNDLED) -> list[ReadSheet]:
    """The records of one table, on sheets of `catalog`, with their doubts where they were read from photos.

    Files of doubts among the paths are passed over. Raises FairsheetError naming the file.
    """
    return _of_one_table([_read_record(path, catalog) for path in _without_doubts(paths)])


def read_sheets(paths: Sequence[Path]) -> list[ReadSheet]:
    """The sheets of one table from its records, `.json`, or photos, as `read_records` does. Raises FairsheetError."""
    given = _without_doubts(paths)
    sheets = [_read_record(path) for path in given if path.suffix.lower() == ".json"]
    photos = [path for path in given if path.suffix.lower() != ".json"]
    return _of_one_table(sheets + (_read_photos(photos) if photos else []))


def _without_doubts(paths: Sequence[Path]) -> list[Path]:
    records = [path for path in paths if path.suffix != SUFFIX]
    if not records:
        problem = "this holds only what was doubtful about a record"
        raise FairsheetError(problem, where=str(paths[0]), hint="give the record, the .json beside it")
    return records


def _read_record(path: Path, catalog: Catalog = BUNDLED) -> ReadSheet:
    content = read_file(path, LARGEST + 1)
    if path.suffix.lower() in PHOTOS:
        hint = f"read it first: fairsheet scan {shlex.quote(str(path))} -o records"
        raise FairsheetError("this is a photo, not a record", where=str(path), hint=hint)
    if path.suffix == TEMPLATE:
        hint = "give the records, of a custom sheet with --sheet and this template: fairsheet score --help"
        raise FairsheetError("this is a template, not a record", where=str(path), hint=hint)
    sheet, record = read_record(content, str(path), catalog)
    return ReadSheet(str(path), sheet, record, read_doubts(path, sheet, record))


def _read_photos(paths: Sequence[Path]) -> list[ReadSheet]:
    """The sheets in some photos, the pages of each joined. Raises FairsheetError for the first that cannot be read."""
    from fairsheet.scanning import record_of, scan_file
    from vision.pages import join_pages

    readings = []
    for path in paths:
        for scanned in scan_file(path):
            if scanned.reading.error is not None:
                raise FairsheetError(scanned.reading.error)
            readings.append(scanned.reading)
    return [
        ReadSheet(reading.file, sheet.sheet, record_of(sheet), sheet.doubts)
        for reading in join_pages(readings)
        for sheet in reading.sheets
    ]


def _of_one_table(sheets: list[ReadSheet]) -> list[ReadSheet]:
    """The sheets, unless two are of different games or of one seat. Raises FairsheetError naming their files."""
    for other in sheets[1:]:
        if table_of_record(other.record) != table_of_record(sheets[0].record):
            with_layout = other.record.layout != sheets[0].record.layout
            files = " and ".join(
                f"{each.file} ({_record_words(each.record, with_layout=with_layout)})"
                for each in (sheets[0], other)
            )
            problem = f"these are from different tables: {files}"
            raise FairsheetError(problem, hint="give one table's sheets at a time")
    for seat in sorted(each.record.seat for each in sheets):
        of_seat = [each.file for each in sheets if each.record.seat == seat]
        if len(of_seat) > 1:
            problem = f"there are two records of seat {seat}: {' and '.join(of_seat)}"
            raise FairsheetError(problem, hint=seat_twice_hint(sheets[0].sheet))
    return sheets


def _record_words(record: Record, *, with_layout: bool) -> str:
    words = table_words(record.sheet, record.game.seed, record.game.players, record.game.name)
    return f"{words}, layout {record.layout}" if with_layout else words


def table_words(sheet: str, seed: str | None, players: int, table: str | None = None) -> str:
    """What tells one table from another; `seed` is None for physical cards, `table` is the table's name.

    >>> table_words("launch", "coral-otter-42", 3)
    'launch, seed coral-otter-42, 3 players'
    >>> table_words("launch", None, 2, "Club 7")
    'launch, physical cards, 2 players, table Club 7'
    """
    cards = "physical cards" if seed is None else f"seed {seed}"
    named = "" if table is None else f", table {table}"
    return f"{sheet}, {cards}, {players} players{named}"


def seat_name(record: Record) -> str:
    """The player's name with the seat, or the seat alone."""
    return f"{record.player} (seat {record.seat})" if record.player else f"seat {record.seat}"


def part_name(box: str) -> str:
    """A box of the score in short; of a sheet that two players share with the side on which it stands.

    >>> part_name("score.most-zones"), part_name("near-score.plants"), part_name("altitude")
    ('most-zones', 'near-plants', 'altitude')
    """
    owner, _, name = box.partition(".")
    if not owner.endswith("score"):
        return box
    side = owner.removesuffix("score").rstrip("-")
    return f"{side}-{name}" if side else name


def missing_line(sheet: Sheet, records: Sequence[Record]) -> str | None:
    """Which sheets are missing and what cannot be known without them; None where all are at hand."""
    seats = missing_seats(records)
    if not seats:
        return None
    unknown = unknown_boxes(sheet, records)
    told = f"{listed([part_name(box) for box in unknown])} cannot be known; " if unknown else ""
    return f"{missing_words(seats)}: {told}the rank is only among the sheets at hand"


def ranks(score: Score) -> list[tuple[int, tuple[int, ...]]]:
    """(rank, seats) from the winner down; those who tie share a rank, and the ranks after them are left out."""
    return [
        (1 + sum(len(better) for better in score.ranking[:place]), seats)
        for place, seats in enumerate(score.ranking)
    ]


def tie_lines(sheet: Sheet, records: Sequence[Record], score: Score) -> list[str]:
    """What told players of equal totals apart, in a line for each tie that was broken."""
    name = {record.seat: seat_name(record) for record in records}
    lines = []
    for tie in broken_ties(sheet, records, score):
        better, others = (" and ".join(name[seat] for seat in seats) for seats in (tie.better, tie.others))
        more, less = tie.numbers
        lines.append(f"{better} before {others}, at equal totals: {tie.words} ({more} against {less})")
    return lines
