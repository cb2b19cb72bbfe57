"""JSON documents of tables, and what a command says of their open questions."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fairsheet.languages.messages import Message
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.pipeline.reading.records import is_record
from fairsheet.pipeline.store.folders import folder_to_review
from fairsheet.sheets.support.input_files import format_path
from fairsheet.wording.formatting import how_to_answer, without_unseen_part
from fairsheet.wording.table_words import with_no_seat


def answering(tables: Iterable[SeatedTable]) -> Message | None:
    """Return what answers the questions of tables; None if there are none."""
    doubtful = [each for table in tables for each in table.places if without_unseen_part(each.doubts)]
    if not doubtful:
        return None
    records = [each.source.path for place in doubtful for each in place.seen if is_record(each.source.path)]
    if len(records) < sum(len(place.seen) for place in doubtful):
        if records:  # a photo that says otherwise than its record
            words = Message("To answer, say which mark is right: fairsheet correct {record} FIELD=MARK")
            return words.filled(record=shlex.quote(format_path(records[0])))
        return how_to_answer([])
    return how_to_answer(format_path(folder_to_review(record)) for record in records)


def with_changes(document: dict[str, Any], tables: Iterable[SeatedTable]) -> dict[str, Any]:
    """Return a JSON document about tables, with what people changed in their records, if anything. A change without a
    note has null for who and when, and if only the digest shows it, for the field as well."""
    changes = [
        {"file": each.name, "seat": place.record.seat or None, "field": change.field or None,
         "was": change.was, "mark": change.mark, "by": change.by or None, "at": change.at or None}
        for table in tables
        for place in table.places
        for each in place.seen
        for change in each.sheet.changes
    ]  # fmt: skip
    return document | {"corrections": changes} if changes else document


def tables_document(
    name: str,
    what: str,
    results: Sequence[object],
    tables: Sequence[SeatedTable],
    said: Callable[[str], str],
) -> dict[str, Any]:
    """Return the JSON document of `what` was found of each table: of one alone its own, otherwise one with the name;
    `said` translates messages."""
    documents = [
        with_changes(with_no_seat(each, said), [table]) for each, table in zip(results, tables, strict=True)
    ]
    if len(documents) == 1:
        return documents[0]
    games = [(table.places[0].record.sheet, table.places[0].record.game) for table in tables]
    return {
        "format": name,
        "tables": [
            {"table": game.name, "sheet": sheet, "seed": game.seed, "players": game.players, what: document}
            for (sheet, game), document in zip(games, documents, strict=True)
        ],
    }
