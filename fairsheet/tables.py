"""One table: its sheets from files, records or photos, and its ranks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.record import LARGEST, Record, read_record
from engine.score import Score
from sheets.errors import InputError

if TYPE_CHECKING:
    from vision.reading import Doubt


def read_records(paths: Sequence[Path]) -> list[Record]:
    """The records in some files. Raises InputError naming the file."""
    return [read_record(read_bytes(path), str(path)) for path in paths]


def read_sheets(paths: Sequence[Path]) -> tuple[list[Record], list[tuple[str, Doubt]]]:
    """The records in some files, `.json` or photos, and what was doubtful on the photos. Raises InputError."""
    records: list[Record] = []
    doubts: list[tuple[str, Doubt]] = []
    for path in paths:
        if path.suffix.lower() == ".json":
            records += read_records([path])
        else:
            read, doubtful = _read_photo(path)
            records += read
            doubts += doubtful
    return records, doubts


def _read_photo(path: Path) -> tuple[list[Record], list[tuple[str, Doubt]]]:
    from fairsheet.scanning import record_of, rules_for
    from vision.scan import scan

    readings = list(scan([path], rules_for=rules_for))
    for reading in readings:
        if reading.error is not None:
            raise InputError(reading.error)
    sheets = [(reading.file, sheet) for reading in readings for sheet in reading.sheets]
    return (
        [record_of(sheet) for _, sheet in sheets],
        [(file, doubt) for file, sheet in sheets for doubt in sheet.doubts],
    )


def read_bytes(path: Path) -> bytes:
    """The content of a file, or enough of one that is too large for a record. Raises InputError naming it."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError:
        raise InputError("no such file", where=str(path), mend="check the name") from None
    except IsADirectoryError:
        raise InputError("this is a folder", where=str(path), mend="name the files in it") from None
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
        raise InputError(problem, where=str(path), mend="check the file and who may read it") from None


def seat_name(record: Record) -> str:
    """The player's name with the seat, or the seat alone."""
    return f"{record.player} (seat {record.seat})" if record.player else f"seat {record.seat}"


def ranks(score: Score) -> list[tuple[int, tuple[int, ...]]]:
    """(rank, seats) from the winner down; those who tie share a rank, and the ranks after them are left out."""
    return [
        (1 + sum(len(better) for better in score.ranking[:place]), seats)
        for place, seats in enumerate(score.ranking)
    ]
