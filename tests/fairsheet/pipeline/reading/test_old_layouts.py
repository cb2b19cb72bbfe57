"""An old print is read by the layout that it names, and judged by the rules of today."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click import Command
from click.testing import CliRunner
from msgspec.structs import replace

from fairsheet.commands import score, verify
from fairsheet.engine.records.record import Record, write_record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.languages.catalogues import ENGLISH
from fairsheet.pipeline.reading.photos import record_of, scan_file
from fairsheet.pipeline.reading.picture_files import page_arrays
from fairsheet.sheets.library import templates
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.simulator.camera import SCAN, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import GEL_BLACK
from fairsheet.wording.labels import labels_of

PX_PER_MM = 10


@cache
def old_sheet() -> Sheet:
    """Return journey with a higher place for the total and with errors that cost ten times as much."""
    sheet = load_sheet("journey")
    fields = tuple(
        replace(field, rect=field.rect.moved(0, -0.5)) if field.id == "score.total" else field
        for field in sheet.fields
    )
    ladders = tuple(
        replace(ladder, values=tuple(10 * value for value in ladder.values), last=10 * ladder.last)
        for ladder in sheet.ladders
    )
    return replace(sheet, fields=fields, ladders=ladders)


@cache
def play_old_game() -> Played:
    """Return a game on the old sheets, with claimed missions and errors."""
    (game,) = simulate(old_sheet(), "old print", 2, policy="greedy")
    return game


@pytest.fixture
def released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Store the old layout among the released ones."""
    load_sheet("journey")
    monkeypatch.setattr(templates, "RELEASED", tmp_path / "released")
    (tmp_path / "released").mkdir()
    path = templates.single_path("journey", old_sheet().fingerprint)
    path.write_bytes(gzip.compress(msgspec.json.encode(old_sheet())))


@pytest.fixture
def records(tmp_path: Path) -> list[str]:
    """Return the record files of that game."""
    paths = [tmp_path / f"seat-{record.seat}.json" for record in play_old_game().records]
    for path, record in zip(paths, play_old_game().records, strict=True):
        path.write_bytes(write_record(record))
    return [str(path) for path in paths]


def run_json(command: Command, *words: str) -> dict[str, Any]:
    """Run a command in this process and return its JSON document."""
    document: dict[str, Any] = json.loads(CliRunner().invoke(command, [*words, "--json"]).stdout)
    return document


@pytest.mark.usefixtures("released")
def test_an_old_print_is_verified_by_the_rules_of_today(records: list[str]) -> None:
    document = run_json(verify.command, *records)
    assert [sheet["verdict"] for sheet in document["sheets"]] == ["legal", "legal"]


@pytest.mark.usefixtures("released")
def test_an_old_print_is_scored_by_the_formulas_of_today(records: list[str]) -> None:
    now = load_sheet("journey")
    by_now = ruleset_of(now).score([Record.on(now, r.game, r.seat, r.marks) for r in play_old_game().records])
    by_then = ruleset_of(old_sheet()).score(play_old_game().records)
    document = run_json(score.command, *records)
    assert [player["total"] for player in document["players"]] == [p.total for p in by_now.players]
    assert [p.total for p in by_then.players] != [p.total for p in by_now.players], "both count the same"


@pytest.mark.usefixtures("released")
def test_a_photo_of_an_old_print_is_read_by_its_layout(tmp_path: Path) -> None:
    sheet, record = old_sheet(), play_old_game().records[0]
    (page,) = page_arrays(draw_pages(sheet, labels_of(sheet, record.game, [1])), PX_PER_MM)
    chance = np.random.default_rng(1)
    filled = fill_in(page, sheet, record.marks, sample_hands()[0], GEL_BLACK, chance,
                     px_per_mm=PX_PER_MM, origin=PAPERS["a4"].offset)  # fmt: skip
    path = tmp_path / "old.jpg"
    path.write_bytes(to_jpeg(photograph(filled, chance, SCAN, px_per_mm=PX_PER_MM), chance, SCAN))
    (scanned,) = scan_file(path, overlay=ENGLISH)
    assert scanned.reading.error is None and scanned.overlay is not None
    (reading,) = scanned.reading.sheets
    assert (reading.sheet.fields, reading.sheet.shapes) == (sheet.fields, sheet.shapes)
    assert reading.sheet.ladders == load_sheet("journey").ladders
    read = record_of(reading)
    assert (read.sheet, read.layout, read.game) == ("journey", sheet.fingerprint, record.game)
    boxes = [box for box in record.marks if box.startswith("mission.")]
    assert {box: read.marks.get(box) for box in boxes} == {box: record.marks[box] for box in boxes}


def test_unknown_layout_is_refused(records: list[str]) -> None:
    ended = CliRunner().invoke(verify.command, records)
    words = str(ended.exception)
    assert f"layout: no layout {old_sheet().fingerprint} of the sheet journey is known" in words
    assert "update fairsheet" in words


def test_sheets_of_two_layouts_are_of_two_tables() -> None:
    now = load_sheet("journey").fingerprint
    first, second = play_old_game().records
    with pytest.raises(FairsheetError, match=f"layouts {old_sheet().fingerprint} and {now}"):
        ruleset_of(old_sheet()).score([first, replace(second, layout=now)])
    with pytest.raises(FairsheetError, match="give the sheet that they name"):
        ruleset_of(load_sheet("journey")).score([first, second])
