"""What the commands say of a recorded game, whose sheets are of several kinds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairsheet.engine.records.record import NO_SEAT, Table, read_record, write_record
from fairsheet.engine.records.table_choices import LEVELS
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.labels import drawn_on, labels_of
from tests.doubts_beside import write_doubts
from tests.engine.recorded.ares.ares_tables import together
from tests.engine.recorded.checking import with_marks


def test_doubts_are_told_of_every_kind_of_sheet(fairsheet: Any, tmp_path: Path) -> None:
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


def test_who_plays_alone_has_no_rank_but_wins_or_loses(fairsheet: Any, tmp_path: Path) -> None:
    assert fairsheet("simulate", "ares-record", "--seed", "otter", "--solo", "2", "-o", tmp_path).code == 0
    score = fairsheet("score", tmp_path / "otter")
    assert score.code == 0
    assert "rank" not in score.out
    assert "the player wins" in score.out
    log = fairsheet("score", tmp_path / "otter" / "ares-solo.json")
    assert (log.code, log.out.splitlines()[0].partition(":")[0]) == (3, "the sheet “alone”")


def test_a_photo_of_the_tables_sheet_is_no_seats(fairsheet: Any, tmp_path: Path) -> None:
    sheet, game = load_sheet("pulsar-table"), Table("otter", 3)
    (label,) = labels_of(sheet, game, [0])
    page = tmp_path / "table.pdf"
    page.write_bytes(draw_pages(sheet, [label], drawn=drawn_on(sheet, game, [0])))
    scanned = fairsheet("scan", page)
    assert scanned.code == 0
    (row,) = (line for line in scanned.out.splitlines() if "pulsar-table" in line)
    assert row.split()[-3:] == ["table", "0", "0"]


@pytest.mark.parametrize(("page", "code"), [(1, 0), (2, 3)])
def test_scan_misses_the_page_that_all_fill_in(fairsheet: Any, tmp_path: Path, page: int, code: int) -> None:
    sheet, game = load_sheet("gaia-record"), Table("otter", 1, 3)
    labels = labels_of(sheet, game, [1])
    path = tmp_path / "page.pdf"
    path.write_bytes(draw_pages(sheet, labels[page - 1 : page], drawn=drawn_on(sheet, game, [1])))
    scanned = fairsheet("scan", path)
    assert scanned.code == code
    assert ("page 1 of gaia-record of seat 1 is missing" in scanned.err) == (page == 2)
    assert "ASTRA" not in scanned.err


@pytest.mark.parametrize("level", [0, 6, 9])
def test_a_level_that_there_is_none_of_names_those_there_are(fairsheet: Any, level: int) -> None:
    refused = fairsheet("print", "gaia-automa", "--solo", str(level))
    assert refused.code == 2
    assert f"--solo: there is no level {level} of the one-player game; give one of 1 to 5" in refused.err
    assert ": 1 Automalein, who begins with 0 points; 2 Automa, with 15" in refused.err
    assert "levels are 1 to 8" in fairsheet("print", "launch", "--solo", "9").err


def test_the_words_of_a_level_of_the_automa_say_with_what_it_begins() -> None:
    automa = load_sheet("gaia-automa")
    starts = [field.attrs["value"] for field in automa.fields if field.id.startswith("level.")]
    assert len(starts) == len(LEVELS["gaia-lost-fleet"])
    for words, start in zip(LEVELS["gaia-lost-fleet"], starts, strict=True):
        assert f"with {start}" in words


@pytest.mark.parametrize("sheet", ["ares-coop --option mode=coop", "gaia-setup"])
def test_who_prints_the_tables_sheet_chooses_for_no_seat(fairsheet: Any, tmp_path: Path, sheet: str) -> None:
    typed = [*sheet.split(), "--players", "2", "--seed", "otter", "--choose", "9=zz"]
    refused = fairsheet("print", *typed, "-o", tmp_path / "sheet.pdf")
    assert refused.code == 2
    assert "--choose: this sheet is one for the table" in refused.err


def test_sentences_stay_whole_and_long_lists_of_marks_are_cut(fairsheet: Any, tmp_path: Path) -> None:
    gone = ("r15.", "temp.s19")
    for each in together():
        marks: dict[str, Mark | None] = {"tr.final": 5, "score.total": None}
        if each.seat == NO_SEAT:
            marks = {field: None for field in each.marks if field.startswith(gone)}
        path = tmp_path / "records" / f"{each.sheet}-{each.seat}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(write_record(with_marks(each, marks)))
    lines = fairsheet("verify", tmp_path / "records").out.splitlines()
    sentence = next(line for line in lines if "Each step raises a rating by 1" in line)
    assert "it falls only by cards" in sentence
    warned = next(
        number
        for number, line in enumerate(lines)
        if line.strip().startswith("warn: The log ends before round 15")
    )
    assert lines[warned + 1].strip().startswith("marks: ") and " and " in lines[warned + 1]
    assert lines[warned + 1].count(";") == 7


def test_who_asks_for_what_the_seed_draws_gets_a_seed(fairsheet: Any, tmp_path: Path) -> None:
    typed = ("print", "planet-unknown", "--players", 2, "--json", "-o", tmp_path / "sheets.pdf")
    assert json.loads(fairsheet(*typed).out)["seed"] is None
    assert json.loads(fairsheet(*typed, "--option", "tiles=seeded").out)["seed"]
