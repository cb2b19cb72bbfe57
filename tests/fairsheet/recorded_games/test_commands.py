"""Commands on a recorded game with several kinds of sheets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fairsheet.engine.records.record import NO_SEAT, Table, read_record, write_record
from fairsheet.engine.records.table_choices import LEVELS
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.labels import drawn_prints, labels_of
from tests.doubts_beside import write_doubts
from tests.engine.recorded.ares.ares_tables import together
from tests.engine.recorded.checking import with_marks


def test_verify_reports_doubts_of_every_kind_of_sheet(fairsheet: Any, tmp_path: Path) -> None:
    assert fairsheet("simulate", "gaia-record", "--seed", "otter", "--solo", "4", "-o", tmp_path).code == 0
    folder = tmp_path / "otter"
    for name, field in (("seat-1", "vp.track"), ("gaia-automa", "automa-vp.track")):
        path = folder / f"{name}.json"
        mark = read_record(path.read_bytes(), "")[1].marks[field]
        write_doubts(
            path, f"{name}.jpg", [Doubt(field, ((mark, 0.6), (99, 0.4)), mark, Message("it looks like both"))]
        )
    verdict = fairsheet("verify", folder)
    assert verdict.code == 3
    assert "gaia-automa.json: slot “On the track”" in verdict.err
    assert "seat-1.json: slot “On the track”" in verdict.err


def test_scan_lists_the_sheet_of_the_table_without_a_seat(fairsheet: Any, tmp_path: Path) -> None:
    sheet, game = load_sheet("pulsar-table"), Table("otter", 3)
    (label,) = labels_of(sheet, game, [0])
    page = tmp_path / "table.pdf"
    page.write_bytes(draw_pages(sheet, [label], drawn=drawn_prints(sheet, game, [0])))
    scanned = fairsheet("scan", page)
    assert scanned.code == 0
    (row,) = (line for line in scanned.out.splitlines() if "pulsar-table" in line)
    assert row.split()[-3:] == ["table", "0", "0"]


def test_scan_reports_a_missing_page(fairsheet: Any, tmp_path: Path) -> None:
    sheet, game = load_sheet("gaia-record"), Table("otter", 1, 3)
    path = tmp_path / "page.pdf"
    path.write_bytes(draw_pages(sheet, labels_of(sheet, game, [1])[1:], drawn=drawn_prints(sheet, game, [1])))
    scanned = fairsheet("scan", path)
    assert scanned.code == 3
    assert "page 1 of gaia-record of player 1 is missing" in scanned.err
    assert "ASTRA" not in scanned.err


def test_words_of_an_automa_level_name_its_first_points() -> None:
    automa = load_sheet("gaia-automa")
    starts = [field.attrs["value"] for field in automa.fields if field.id.startswith("level.")]
    assert len(starts) == len(LEVELS["gaia-lost-fleet"])
    for words, start in zip(LEVELS["gaia-lost-fleet"], starts, strict=True):
        assert f"with {start}" in words


def test_verify_keeps_sentences_and_shortens_lists_of_marks(fairsheet: Any, tmp_path: Path) -> None:
    gone = ("r15.", "temp.s19")
    for each in together():
        marks: dict[str, Mark | None] = {"tr.final": 5, "score.total": None}
        if each.seat == NO_SEAT:
            marks = {field: None for field in each.marks if field.startswith(gone)}
        path = tmp_path / "records" / f"{each.sheet}-{each.seat}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(write_record(with_marks(each, marks)))
    lines = fairsheet("verify", tmp_path / "records").out.splitlines()
    sentence = next(line for line in lines if "each step raises one by 1" in line)
    assert "only cards lower it" in sentence
    warned = next(
        number
        for number, line in enumerate(lines)
        if line.strip().startswith("warn: The log ends before round 15")
    )
    assert lines[warned + 1].strip().startswith("marks: ") and " and " in lines[warned + 1]
    assert lines[warned + 1].count(";") == 7


def test_option_that_needs_a_seed_makes_one(fairsheet: Any, tmp_path: Path) -> None:
    typed = ("print", "planet-unknown", "--players", 2, "--json", "-o", tmp_path / "sheets.pdf")
    assert json.loads(fairsheet(*typed).out)["seed"] is None
    assert json.loads(fairsheet(*typed, "--option", "tiles=seeded").out)["seed"]
