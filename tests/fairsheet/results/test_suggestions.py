"""Corrections that messages suggest work exactly as shown."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from fairsheet.engine.records.record import read_record
from fairsheet.languages.catalogues import catalogue
from fairsheet.languages.messages import render
from fairsheet.pipeline.base.doubt_files import doubts_path
from fairsheet.pipeline.base.values import KeptSheet, SheetOfFile, Source
from fairsheet.pipeline.grouping.grouping import tables_of
from fairsheet.results.documents.table_documents import how_to_answer_tables
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.readings.reading import Doubt
from fairsheet.vision.readings.reasons import alike
from tests.conftest import Fairsheet
from tests.doubts_beside import write_doubts
from tests.fairsheet.here import records_of, write_records


def type_in(fairsheet: Fairsheet, message: str) -> None:
    """Type the command at the end of a message."""
    ended = fairsheet(*shlex.split(message[message.index("fairsheet correct") :])[1:])
    assert ended.code == 0, (message, ended.err)


@pytest.mark.parametrize(("language", "field"), [("en", "floor-1.1"), ("cs", "error.1"), ("de", "error.1")])
def test_suggested_answer_works(fairsheet: Fairsheet, tmp_path: Path, language: str, field: str) -> None:
    path, *_ = write_records(tmp_path / "my club", records_of("launch", "first"))
    record = read_record(path.read_bytes(), "")[1]
    mark: Mark = record.marks.get(field, "circled")
    doubt = Doubt.of(field, ((mark, 0.6), (None, 0.4)), mark, alike(mark, None), matters=True)
    seen = (
        SheetOfFile(Source(Path(name), name), name, 0, KeptSheet(record, (doubt,)))
        for name in (str(path), "a.jpg")
    )
    (table,) = tables_of(seen)
    places = tuple(replace(each, doubts=(doubt,)) for each in table.places)
    for words in (catalogue(language), catalogue(language).with_ids()):
        type_in(
            fairsheet, render(how_to_answer_tables([replace(table, places=places)], BUNDLED) or "", words)
        )
        assert read_record(path.read_bytes(), "")[1].marks[field] == mark
        assert f'"{field}"' in doubts_path(path).read_text()
        doubts_path(path).unlink()


def test_suggested_undo_works(fairsheet: Fairsheet, tmp_path: Path) -> None:
    path, *_ = write_records(tmp_path / "my club", records_of("launch", "first"))
    record = read_record(path.read_bytes(), "")[1]
    mark = record.marks["floor-1.1"]
    write_doubts(path, "a.jpg", [Doubt.of("floor-1.1", ((mark, 0.6), (9, 0.4)), mark, alike(mark, 9))])
    fairsheet("correct", path, "floor-1.1=9")
    type_in(fairsheet, fairsheet("review", path, "--lang", "cs").err.splitlines()[0])
    assert read_record(path.read_bytes(), "")[1].marks == record.marks
