"""Reading the records of a table from files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.record import Record, read_record
from sheets.errors import InputError


def read_records(paths: Sequence[Path]) -> list[Record]:
    """The records in some files. Raises InputError naming the file."""
    return [read_record(read_bytes(path), str(path)) for path in paths]


def read_bytes(path: Path) -> bytes:
    """The content of a file. Raises InputError naming it."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError("no such file", where=str(path), mend="check the name") from None
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", where=str(path)) from None


def seat_name(record: Record) -> str:
    """The player's name with the seat, or the seat alone."""
    return f"{record.player} (seat {record.seat})" if record.player else f"seat {record.seat}"
