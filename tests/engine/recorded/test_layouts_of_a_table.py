"""Test tables whose sheets have several layouts, some of them custom: each is checked with its own layout."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from msgspec.structs import replace

import fairsheet as library
from fairsheet.asking.batch_answers import questions
from fairsheet.batches.again import open_batch
from fairsheet.engine.records.record import Record, write_record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import Uncertain
from fairsheet.pipeline.judging.consequences import doubt_effects
from fairsheet.pipeline.judging.judging import prove_table
from fairsheet.sheets.library.templates import RECORDED, custom_sheet, load_sheet
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import Doubt, FieldReading
from tests.doubts_beside import write_doubts
from tests.engine.recorded.ares.ares_tables import competitive
from tests.engine.recorded.pulsar.pulsar_ledger_cases import both
from tests.fairsheet.here import batch


@pytest.fixture
def our_record(tmp_path: Path) -> Path:
    """Return the template of a custom sheet of Ares Expedition."""
    copy(RECORDED / "ares.parts", tmp_path)
    template = tmp_path / "our-record.sheet"
    text = (RECORDED / "ares-record.sheet").read_text(encoding="utf-8")
    template.write_text(text.replace("sheet ares-record ", "sheet our-record ", 1), encoding="utf-8")
    return template


def on(sheet: Sheet, record: Record) -> Record:
    return replace(record, sheet=sheet.name, layout=sheet.fingerprint)


def test_one_player_may_have_a_custom_sheet(fairsheet: Any, tmp_path: Path, our_record: Path) -> None:
    first, second, _ = competitive()
    custom = custom_sheet(our_record)
    table = [second, on(custom, first)]
    files = [tmp_path / "1.json", tmp_path / "2.json"]
    for file, record in zip(files, table, strict=True):
        file.write_bytes(write_record(record))
    given = (*files, "--sheet", our_record)
    score = fairsheet("score", *given)
    assert score.code == 3 and "our-record" not in score.err, score.err
    rows = {tuple(line.split()) for line in score.out.splitlines()}
    assert {("Final", "rating", "31", "24"), ("total", "55", "30")} <= rows
    verdict = fairsheet("verify", *given)
    assert verdict.code == 0 and verdict.out.count("no contradiction") == 2
    page = tmp_path / "page.html"
    assert fairsheet("report", *given, "-o", page).code == 3  # a seat is missing
    assert "cannot be added up" not in page.read_text(encoding="utf-8")
    for records in permutations(table):
        points = library.score(records, sheets=[custom])
        assert {player.seat: player.total for player in points.players} == {1: 55, 2: 30}
        assert {each.verdict for each in library.verify(records, sheets=[custom]).sheets} == {"legal"}


def test_mark_of_another_layout_than_the_first_may_be_misread() -> None:
    records = sorted(both(), key=lambda record: record.sheet)
    wrong = next(number for number, record in enumerate(records) if record.sheet == "pulsar-ledger")
    right = records[wrong].marks.get("round-1.loss")
    records[wrong] = replace(records[wrong], marks={**records[wrong].marks, "round-1.loss": 9})
    verdict = ruleset_of(load_sheet(records[0].sheet)).verify(records)
    assert [each.verdict for each in verdict.sheets].count("illegal") == 1
    ink = FieldReading("round-1.loss", ((9, 0.98), (right, 0.02)))
    uncertain = [Uncertain((), (ink,) if number == wrong else ()) for number in range(len(records))]
    raised = prove_table(records, uncertain)[0].raised
    assert [[doubt.field for doubt in of] for of in raised] == [
        ["round-1.loss"] if number == wrong else [] for number in range(len(records))
    ]


def test_doubts_about_two_sheets_of_a_player_list_their_effects() -> None:
    """Each doubt is on its own sheet: the score before the end counts, so the last round's is not asked for."""
    records = [each for each in both() if each.seat == 2]
    assert [each.sheet for each in records] == ["pulsar-final", "pulsar-ledger"]
    doubts = []
    for record, field in zip(records, ("score.before", "round-8.score"), strict=True):
        mark = record.marks[field]
        doubts.append([Doubt(field, ((mark, 0.6), (3, 0.4)), mark, Message("faint"))])
    effects = doubt_effects(load_sheet(records[0].sheet), records, doubts, library.score(records))
    assert [list(each) for each in effects] == [["score.before"], []]


def test_batch_asks_about_every_kind_of_sheet(tmp_path: Path) -> None:
    """The table uses the ledger of seat 1, which has no such field."""
    folder, out, field = tmp_path / "club", tmp_path / "out", "score.before"
    folder.mkdir()
    for record in both():
        path = folder / f"{record.sheet}-{record.seat}.json"
        path.write_bytes(write_record(record))
        if record.sheet == "pulsar-final":
            mark = record.marks[field]
            doubt = Doubt(field, ((mark, 0.6), (3, 0.4)), mark, Message("faint"))
            write_doubts(path, "photo.jpg", (doubt,), {field: b"a picture"})
    batch(folder, out)
    with open_batch(out) as left:
        open_questions = questions(left)
    assert {(each.record.seat, each.layout.name, each.field.id) for each in open_questions} == {
        (seat, "pulsar-final", field) for seat in (2, 3)
    }
