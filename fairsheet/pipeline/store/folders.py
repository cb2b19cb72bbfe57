"""The folder of a batch's results: what a batch makes in it, and how such a folder is known."""

from __future__ import annotations

import os
from pathlib import Path

from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of

RECORDS = "records"  # what demo and batch call the folder of the records as they were read

LOG = "batch.log"
STORE = "batch.sqlite"  # a folder with it holds what a batch wrote, and is nobody's input
OVERLAYS = "overlays"
DIGITS = 12
"""Of a hash in the name of a file, in base 16: of 100,000 files that are called alike two get one name once in 50,000
batches."""
OUTPUTS = (RECORDS, OVERLAYS, "report")  # the folders that a batch makes


def is_output(folder: Path, out: Path) -> bool:
    """Whether a folder to be read is the folder of outputs, or one that a batch makes in it."""
    inside = Path(os.path.realpath(out))
    return Path(os.path.realpath(folder)) in {inside, *(inside / name for name in OUTPUTS)}


def check_output(out: Path) -> None:
    """Raises FairsheetError for a folder with other things in it, among which the results would lie."""
    try:
        names = {path.name for path in out.iterdir() if not path.name.startswith(".")}
    except OSError:  # there is none yet, or making it fails
        return
    if names and not names & {STORE, LOG}:
        raise FairsheetError(
            "there is something else in this folder, which the results would mix with",
            where=f"-o {format_path(out)}",
            hint=f"choose a new folder, such as {format_path(out / 'results')}",
        )


def has_batch(folder: Path) -> bool:
    """Whether a batch wrote its results into a folder."""
    return kind_of(folder / STORE) == "file"


def batch_of(record: Path) -> Path | None:
    """The folder of results of the batch that wrote a record; None for any other record."""
    folder = record.absolute().parent
    return folder.parent if folder.name == RECORDS and has_batch(folder.parent) else None


def folder_to_review(path: Path) -> Path:
    """The folder that `review` takes for a record or a folder of records: of those of a batch that of its results."""
    folder = path if path.is_dir() else path.parent
    return folder if batch_of(folder / RECORDS) is None else Path(os.path.normpath(folder / os.pardir))
