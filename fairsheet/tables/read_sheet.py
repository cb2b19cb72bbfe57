"""A sheet as the commands take it: from a record, or from photos."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairsheet.doubts.doubt_files import Correction, DoubtsFile
from fairsheet.engine.records.record import Record
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.wording.formatting import how_to_answer, without_unseen_part
from fairsheet.wording.table_words import with_no_seat


@dataclass(frozen=True)
class ReadSheet:
    """A sheet with the file it is from; `doubts` is None where it came from no photo.

    `overlays` are the pictures of what was read, JPEG, where photos were read and pictures asked for; `kept` is what
    lies beside a record in a file, of a photo what would; `changes` are what people changed in a record since it was
    read; `unsure` is what the ink of a photo says of fields of which it is not certain.
    """

    file: str
    sheet: Sheet
    record: Record
    doubts: tuple[Doubt, ...] | None = None
    overlays: tuple[bytes, ...] = ()
    kept: DoubtsFile | None = None
    unsure: tuple[FieldReading, ...] = ()
    changes: tuple[Correction, ...] = ()


def answering(tables: Iterable[Sequence[ReadSheet]], folders: Iterable[Path]) -> str | None:
    """What answers the doubts of tables whose records lie in the folders; None where there are none."""
    doubtful = [each for table in tables for each in table if without_unseen_part(each.doubts)]
    if not doubtful:
        return None
    are_records = all(each.file.endswith(".json") for each in doubtful)
    return how_to_answer(str(folder) for folder in folders if are_records)


def with_changes(document: dict[str, Any], table: Sequence[ReadSheet]) -> dict[str, Any]:
    """A JSON document about a table, with what people changed in its records, if anything; what nobody noted has null
    for who and when, and where it is not known what was changed for the field as well."""
    changes = [
        {"file": each.file, "seat": each.record.seat or None, "field": change.field or None, "was": change.was,
         "mark": change.mark, "by": change.by or None, "at": change.at or None}
        for each in table
        for change in each.changes
    ]  # fmt: skip
    return document | {"corrections": changes} if changes else document


def tables_document(
    name: str,
    what: str,
    results: Sequence[object],
    tables: Sequence[Sequence[ReadSheet]],
    said: Callable[[str], str],
) -> dict[str, Any]:
    """The JSON document of what came out, `what`, for each table: of one alone its own, else one with the name; `said`
    gives messages their words."""
    documents = [
        with_changes(with_no_seat(each, said), table) for each, table in zip(results, tables, strict=True)
    ]
    if len(documents) == 1:
        return documents[0]
    games = [(table[0].record.sheet, table[0].record.game) for table in tables]
    return {
        "format": name,
        "tables": [
            {"table": game.name, "sheet": sheet, "seed": game.seed, "players": game.players, what: document}
            for (sheet, game), document in zip(games, documents, strict=True)
        ],
    }
