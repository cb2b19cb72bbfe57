"""Read the tables given to a command, with a progress bar, and print remarks about their files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from fairsheet.languages.messages import Message
from fairsheet.pipeline.tables_from_files import ReadTables, read_tables
from fairsheet.process.console import complain_about, progress, say
from fairsheet.process.inputs import InputFile
from fairsheet.process.spoken import command_language
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.vision.readings.read_choices import ReadChoices


def read_given_tables(
    paths: Sequence[Path], catalog: Catalog, choices: ReadChoices, *, overlays: bool = False
) -> ReadTables:
    """Read tables with `read_tables`, and print its remarks and errors. Raises FairsheetError like `read_tables`."""
    language = command_language() if overlays else None
    read = read_tables(paths, catalog, choices=choices, overlays=language, count_photos=_count_photos)
    for line in read.remarks:
        say(line)
    for error in read.unread:
        complain_about(error)
    return read


def _count_photos(photos: Sequence[InputFile]) -> Iterator[InputFile]:
    """Yield photos with a bar that counts them."""
    with progress(Message("reading"), len(photos)) as advance:
        for photo in photos:
            yield photo
            advance()
