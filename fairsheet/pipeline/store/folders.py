"""Recognise the folder of a batch's results and the folders inside it."""

from __future__ import annotations

import os
from pathlib import Path

from fairsheet.languages.messages import Message
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of

RECORDS = "records"  # the folder of the records from photos, written by demo and batch

LOG = "batch.log"
STORE = "batch.sqlite"  # a folder with this file is the output of a batch, and no input
OVERLAYS = "overlays"
DIGITS = 12
"""Hexadecimal digits of a hash in a file name. With 100,000 files of one name, one batch in 50,000 has a collision."""
OUTPUTS = (RECORDS, OVERLAYS, "report")  # the folders that a batch makes


def is_output(folder: Path, out: Path) -> bool:
    """Check whether an input folder is the output folder, or a folder that a batch makes in it."""
    inside = Path(os.path.realpath(out))
    return Path(os.path.realpath(folder)) in {inside, *(inside / name for name in OUTPUTS)}


def check_output(out: Path) -> None:
    """Check that an output folder holds no other files. Raises FairsheetError if it does."""
    try:
        names = {path.name for path in out.iterdir() if not path.name.startswith(".")}
    except OSError:  # there is none yet, or making it fails
        return
    if names and not names & {STORE, LOG}:
        raise FairsheetError(
            Message("this folder has other files in it"),
            code=ErrorCode.FOLDER_IN_USE,
            where=f"-o {format_path(out)}",
            hint=Message("choose a new folder, such as {folder}", folder=format_path(out / "results")),
        )


def has_batch(folder: Path) -> bool:
    """Check whether a batch wrote its results into a folder."""
    return kind_of(folder / STORE) == "file"


def batch_of(record: Path) -> Path | None:
    """Return the output folder of the batch that wrote a record; None for any other record."""
    folder = record.absolute().parent
    return folder.parent if folder.name == RECORDS and has_batch(folder.parent) else None


def folder_to_review(path: Path) -> Path:
    """Return the folder that `review` opens for a record or a folder of records.

    This is the output folder if a batch wrote the records, otherwise their own folder.
    """
    folder = path if path.is_dir() else path.parent
    return folder if batch_of(folder / RECORDS) is None else Path(os.path.normpath(folder / os.pardir))
