"""Make the JSON documents of tables, and explain how to answer their open questions."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

from fairsheet.engine.records.record import layout_of
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.grouping.seated_tables import SeatedTable
from fairsheet.pipeline.reading.records import is_record
from fairsheet.pipeline.store.folders import folder_to_review
from fairsheet.process.spoken import translate_for_document
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.marks import mark_name
from fairsheet.sheets.support.input_files import format_path
from fairsheet.wording.field_names import field_names
from fairsheet.wording.formatting import askable_doubts, how_to_answer
from fairsheet.wording.table_words import to_json_values


def how_to_answer_tables(tables: Iterable[SeatedTable], catalog: Catalog) -> Message | None:
    """Return how to answer the questions of tables; None if there are none."""
    doubtful = [each for table in tables for each in table.places if askable_doubts(each.doubts)]
    if not doubtful:
        return None
    seen = [(place, each.source.path) for place in doubtful for each in place.seen]
    records = [(place, path) for place, path in seen if is_record(path)]
    if len(records) == len(seen):
        return how_to_answer(format_path(folder_to_review(record)) for _, record in records)
    if not records:
        return how_to_answer([])
    place, record = records[0]  # its photo shows other marks
    doubt = askable_doubts(place.doubts)[0]
    words = Message("To answer, say which mark is right, such as: fairsheet correct {record} {argument}")
    name = field_names(layout_of(place.record, catalog))[doubt.field]
    mark = str(mark_name(doubt.chosen))  # in English, which `correct` accepts in every language
    return words.filled(record=shlex.quote(format_path(record)), argument=joined("=", (name, mark)))


def with_changes(document: dict[str, object], tables: Iterable[SeatedTable]) -> dict[str, object]:
    """Return a JSON document about tables with the changes that people made in their records, if any.

    A change without a note has null as person and time. It has null as field too if only the digest shows it.
    """
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
    name: str, what: str, results: Sequence[object], tables: Sequence[SeatedTable]
) -> dict[str, object]:
    """Return the JSON document of `what` was computed for each table.

    A single table gives its own document, several give one named `name`.
    """
    documents = [
        with_changes(to_json_values(each, translate_for_document), [table])
        for each, table in zip(results, tables, strict=True)
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
