"""The folder of a batch's results: what a batch makes in it, and how such a folder is known."""

from __future__ import annotations

import os
from pathlib import Path

from sheets.files import kind_of

STORE = "batch.sqlite"  # a folder with it holds what a batch wrote, and is nobody's input
RECORDS = "records"
OUTPUTS = (RECORDS, "overlays", "report")  # the folders that a batch makes


def is_output(folder: Path, out: Path) -> bool:
    """Whether a folder to be read is the folder of outputs, or one that a batch makes in it."""
    inside = Path(os.path.realpath(out))
    return Path(os.path.realpath(folder)) in {inside, *(inside / name for name in OUTPUTS)}


def has_batch(folder: Path) -> bool:
    """Whether a batch wrote its results into a folder."""
    return kind_of(folder / STORE) == "file"


def batch_of(record: Path) -> Path | None:
    """The folder of results of the batch that wrote a record; None for any other record."""
    folder = record.absolute().parent
    return folder.parent if folder.name == RECORDS and has_batch(folder.parent) else None
