"""`import fairsheet`: the names that programs may use, what importing costs and changes, errors of bad input."""

from __future__ import annotations

import importlib
import json
import operator
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

import fairsheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.loading.load import PhotoFile
from tests.photographs import load_photos

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples/legal"
PROMISED = {  # by docs/guides/library.md
    "load_sheet", "print_pdf", "deal", "scan", "verify", "score", "replay", "read_record", "write_record",
    "FairsheetError",
}  # fmt: skip

IMPORTED = """
import logging, os, signal, sys, threading
def process():
    handlers = [signal.getsignal(number) for number in signal.valid_signals()]
    return dict(os.environ), handlers, sys.excepthook, list(logging.root.handlers), os.getcwd()
before = process()
import fairsheet
fairsheet.deal, fairsheet.load_sheet("launch"), fairsheet.FairsheetError, fairsheet.write_record
assert process() == before
assert threading.active_count() == 1
print(*sys.modules)
"""

PROGRAM = """
from pathlib import Path

import numpy as np

import fairsheet

sheet: fairsheet.Sheet = fairsheet.load_sheet("launch")
pdf: bytes = fairsheet.print_pdf(sheet, seed="coral-otter-42", players=3)
deal: fairsheet.Deal = fairsheet.deal(sheet, "coral-otter-42", players=3)
reading: fairsheet.Reading = fairsheet.scan(np.zeros((3000, 2000), dtype=np.uint8))
doubts: tuple[fairsheet.Doubt, ...] = reading.sheets[0].doubts
records: list[fairsheet.Record] = [fairsheet.read_record(path) for path in Path("records").glob("*.json")]
verdict: fairsheet.Verdict = fairsheet.verify(records)
score: fairsheet.Score = fairsheet.score(records)
histories: dict[int, fairsheet.History] = {
    each.seat: each.history for each in verdict.sheets if each.history is not None
}
replayed: tuple[fairsheet.Record, ...] = fairsheet.replay(deal, histories)
text: str = fairsheet.write_record(replayed[0])
try:
    fairsheet.load_sheet("lunch")
except fairsheet.FairsheetError as error:
    reveal_type(error.hint)
fairsheet.verify(sheet)
fairsheet.no_such_name
"""


def run(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def legal_records() -> list[fairsheet.Record]:
    return [fairsheet.read_record(path) for path in sorted(EXAMPLES.glob("*.json"))]


def test_importing_loads_nothing_heavy_and_changes_nothing() -> None:
    loaded = {name.split(".")[0] for name in run(IMPORTED).split()}
    assert "msgspec" in loaded
    assert not loaded & {
        "cv2",
        "numpy",
        "ortools",
        "onnxruntime",
        "PIL",
        "reportlab",
        "lark",
        "click",
        "rich",
    }


def test_importing_alone_loads_no_module_of_its_own() -> None:
    rooms = {"engine", "sheets", "vision", "msgspec"}
    assert not rooms & set(run("import sys, fairsheet; print(*sys.modules)").split())


def test_all_names_are_there() -> None:
    assert set(fairsheet.__all__) >= PROMISED
    assert fairsheet.__all__ == sorted(fairsheet.__all__)
    assert set(fairsheet.__all__) <= set(dir(fairsheet))
    for name in fairsheet.__all__:
        assert getattr(fairsheet, name) is not None
    assert importlib.reload(fairsheet).FairsheetError is FairsheetError
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        operator.attrgetter("no_such_name")(fairsheet)


def test_a_program_that_uses_it_is_type_checked(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    # silent: of the packages only the types count, as where they are installed
    command = ["-m", "mypy", "--strict", "--follow-imports=silent", "--explicit-package-bases", "--config-file=",
               "--ignore-missing-imports", "--cache-dir", str(ROOT / ".mypy_cache/user"), str(program)]  # fmt: skip
    ended = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=os.environ | {"MYPYPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = [line.split(": ", 1)[1] for line in ended.stdout.splitlines() if "program.py" in line]
    assert len(found) == 3, ended.stdout  # what is revealed, and the last two lines
    assert found[0].startswith('note: Revealed type is "') and "str" in found[0]
    assert 'incompatible type "Sheet"' in found[1]
    assert '"no_such_name"' in found[-1]


def test_from_print_to_reading(tmp_path: Path) -> None:
    sheet = fairsheet.load_sheet("mine")
    pdf = fairsheet.print_pdf(sheet, seed="otter", players=2, table="Club 7")
    (tmp_path / "sheets.pdf").write_bytes(pdf)
    reading = fairsheet.scan(tmp_path / "sheets.pdf")
    assert [each.record.seat for each in reading.sheets] == [1, 2]
    game = reading.sheets[0].record.game
    assert (game.seed, game.players, game.name) == ("otter", 2, "Club 7")
    assert game.missions == fairsheet.deal(sheet, "otter", players=2).missions
    assert fairsheet.scan(str(tmp_path / "sheets.pdf")) == reading


def test_arrays_are_photos() -> None:
    sheet = fairsheet.load_sheet("launch")
    pdf = fairsheet.print_pdf(sheet, players=3, seat=2, missions=["A1", "B2", "C1"])
    (page,) = load_photos(PhotoFile("x.pdf", pdf))
    colour = np.dstack([page.gray] * 3)
    for pixels in (page.gray, page.gray[:, ::-1][:, ::-1], colour):
        (read,) = fairsheet.scan(pixels).sheets
        assert (read.record.game.seed, read.record.seat, read.record.marks) == (None, 2, {})
        assert read.record.game.missions == {"A": "A1", "B": "B2", "C": "C1"}


def test_a_table_from_records_to_its_replay() -> None:
    records = legal_records()
    verdict = fairsheet.verify(records)
    assert [each.verdict for each in verdict.sheets] == ["legal"] * 3
    assert fairsheet.score(records).ranking == ((3,), (1,), (2,))
    deal = fairsheet.deal(fairsheet.load_sheet("launch"), "coral-otter-42", players=3)
    histories = [each.history for each in verdict.sheets if each.history is not None]
    replayed = fairsheet.replay(deal, histories)
    for record, original in zip(replayed, records, strict=True):
        ink = {field: mark for field, mark in original.marks.items() if not field.startswith("score.")}
        assert record.marks == ink
        assert fairsheet.read_record(fairsheet.write_record(record)) == record


def test_values_become_the_documented_json() -> None:
    verdict = msgspec.to_builtins(fairsheet.verify(legal_records()[:1]))
    assert verdict["format"] == "fairsheet.verdict/1"
    assert set(verdict["sheets"][0]) == {"seat", "verdict", "over", "history", "contradiction", "seconds"}
    pdf = fairsheet.print_pdf(fairsheet.load_sheet("launch"), seed="otter", players=2, seat=1)
    reading = msgspec.to_builtins(fairsheet.scan(pdf))
    assert set(reading) == {"format", "photos"} and reading["format"] == "fairsheet.reading/1"
    (photo,) = reading["photos"]
    assert set(photo) == {"file", "error", "sheets"}
    assert photo["sheets"][0]["record"]["format"] == "fairsheet.record/2"


def test_histories_from_json_are_replayed() -> None:
    verdict = fairsheet.verify(legal_records())
    deal = fairsheet.deal(fairsheet.load_sheet("launch"), "coral-otter-42", players=3)
    told = {each.seat: json.loads(msgspec.json.encode(each.history)) for each in verdict.sheets}
    assert [record.seat for record in fairsheet.replay(deal, told)] == [1, 2, 3]
    told[2][3]["ink"][0]["mark"] = 0
    with pytest.raises(FairsheetError) as caught:
        fairsheet.replay(deal, told)
    assert caught.value.where == "histories: seat 2, turn 4"
    with pytest.raises(FairsheetError, match="this is no history"):
        fairsheet.replay(deal, {1: json.loads('[{"turn": 1}]')})


def test_custom_sheets_are_given(tmp_path: Path) -> None:
    template = tmp_path / "garden.sheet"
    subprocess.run(
        [sys.executable, "-m", "fairsheet", "new", "garden", "--like", "rows"], cwd=tmp_path, check=True
    )
    sheet = fairsheet.load_sheet(template)
    assert fairsheet.load_sheet(str(template)) == sheet
    pdf = fairsheet.print_pdf(sheet, players=1)
    with pytest.raises(FairsheetError, match="there is no sheet 'garden'"):
        fairsheet.scan(pdf)
    (read,) = fairsheet.scan(pdf, sheets=[sheet]).sheets
    assert fairsheet.score([read.record], sheets=[sheet]).players[0].seat == 1
    assert fairsheet.read_record(fairsheet.write_record(read.record), sheets=[sheet]) == read.record
    with pytest.raises(FairsheetError, match="this sheet has nothing that could be checked"):
        fairsheet.verify([read.record], sheets=[sheet])


@pytest.mark.parametrize(
    ("call", "where", "problem"),
    [
        (lambda: fairsheet.load_sheet("lunch"), "sheet", "there is no sheet"),
        (lambda: fairsheet.load_sheet("none.sheet"), "none.sheet", "no such file"),
        (lambda: fairsheet.scan(b"no picture"), "photo", "this is no picture"),
        (lambda: fairsheet.scan("none.jpg"), "none.jpg", "no such file"),
        (lambda: fairsheet.scan(np.zeros((900, 900, 2), np.uint8)), "photo", "this is no picture but uint8"),
        (lambda: fairsheet.scan(np.zeros((90, 90), np.uint8)), "photo", "90 x 90 pixels are too few"),
        (lambda: fairsheet.read_record("none.json"), "none.json", "no such file"),
        (lambda: fairsheet.read_record("[]"), "record", "this is a list"),
        (lambda: fairsheet.read_record(b"\xff{"), "record", "this is not UTF-8"),
        (lambda: fairsheet.verify([]), "", "there is no record"),
        (lambda: fairsheet.score(iter(())), "", "there is no record"),
    ],
)
def test_what_is_wrong_is_an_error_of_ours(call: object, where: str, problem: str) -> None:
    assert callable(call)
    with pytest.raises(FairsheetError) as caught:
        call()
    assert caught.value.where == where
    assert caught.value.problem.startswith(problem)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"players": 1}, "one player alone plays against ASTRA"),
        ({"players": 9}, "9 players cannot play"),
        ({"players": 3, "seat": 4}, "there is no seat 4 among 3"),
        ({"players": 3, "seed": ""}, "a seed has 1 to 64 characters"),
        ({"players": 3, "seed": "x", "missions": ["A1"]}, "a seed deals its missions"),
        ({"players": 3, "missions": ["A1"]}, "these are not the missions of one game"),
        ({"players": 3, "table": ""}, "the name of a table has 1 to 40 characters"),
        ({"players": 3, "paper": "a3"}, "there is no paper 'a3'"),
        ({"players": 3, "options": {"mode": "coop"}}, "this sheet has no options"),
        (
            {"sheet": "ares-solo", "players": 1, "solo": 2, "missions": ["A1"]},
            "this game has no missions to deal",
        ),
    ],
)
def test_prints_that_cannot_be(words: dict[str, Any], problem: str) -> None:
    sheet = fairsheet.load_sheet(words.pop("sheet", "launch"))
    with pytest.raises(FairsheetError) as caught:
        fairsheet.print_pdf(sheet, **words)
    assert caught.value.problem.startswith(problem)


def test_records_that_do_not_fit_are_refused() -> None:
    record = legal_records()[0]
    odd = replace(record, marks={**record.marks, "no.such": 3})
    with pytest.raises(FairsheetError, match=r"seat 1: marks\.no\.such: this sheet has no field"):
        fairsheet.verify([odd])
    with pytest.raises(FairsheetError, match="different tables"):
        fairsheet.verify([record, replace(legal_records()[1], sheet="mine")])
