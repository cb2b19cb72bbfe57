"""`import fairsheet`: its public names, the cost of the import, and errors of bad input."""

from __future__ import annotations

import copy
import importlib
import importlib.metadata
import inspect
import io
import json
import operator
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from PIL import ExifTags, Image

import fairsheet
from fairsheet import testing
from fairsheet.commands.new import template_text
from fairsheet.languages.messages import Message
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.loading.load import PhotoFile
from tests.fairsheet import program
from tests.photographs import load_photos

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples/legal"
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

WRONG = """
import fairsheet

fairsheet.verify(fairsheet.load_sheet("launch"))
fairsheet.deal("launch", "otter", 2).missions["A"] = "A1"
fairsheet.no_such_name
"""


def run_code(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def legal_records() -> list[fairsheet.Record]:
    return [fairsheet.read_record(path) for path in sorted(EXAMPLES.glob("*.json"))]


def test_import_is_light_and_changes_no_process_state() -> None:
    loaded = {name.split(".")[0] for name in run_code(IMPORTED).split()}
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


def test_bare_import_loads_no_package() -> None:
    packages = {"engine", "sheets", "vision", "msgspec"}
    assert not packages & set(run_code("import sys, fairsheet; print(*sys.modules)").split())


def test_public_names_exist_and_dir_lists_only_them() -> None:
    assert dir(fairsheet) == fairsheet.__all__ == sorted(fairsheet.__all__)
    for name in fairsheet.__all__:
        assert getattr(fairsheet, name) is not None
    assert fairsheet.__version__ == importlib.metadata.version("fairsheet")
    assert importlib.reload(fairsheet).FairsheetError is FairsheetError
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        operator.attrgetter("no_such_name")(fairsheet)


def with_arguments(name: str) -> str:
    """Return a public name with the names of its arguments; `=` follows those that may be left out."""
    value = operator.attrgetter(name)(fairsheet)
    is_value = isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not fairsheet.Sheet
    if not (inspect.isroutine(value) or is_value or value is fairsheet.Game):
        return name
    arguments = inspect.signature(value).parameters.values()
    words = (f"{each.name}{'' if each.default is each.empty else '='}" for each in arguments)
    return f"{name}({', '.join(words)})"


def test_what_was_public_stays_public() -> None:
    """The stored list grows with every release; a line leaves it only with a new major version."""
    stored = Path(__file__).with_name("public_names.txt").read_text(encoding="utf-8").splitlines()
    members = [f"Game.{name}" for name in dir(fairsheet.Game) if not name.startswith("_")]
    names = [*fairsheet.__all__, *members, *(f"testing.{name}" for name in testing.__all__)]
    assert sorted(map(with_arguments, [*names, "Record.on", "Step.parse"])) == stored


def structs_in(hint: object) -> Iterator[type]:
    """Yield the structs that a type contains."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in get_args(hint):
        yield from structs_in(part)


def test_reachable_structs_are_public_and_documented() -> None:
    named = [getattr(fairsheet, name) for name in fairsheet.__all__]
    classes = [each for each in named if isinstance(each, type)]
    for each in filter(callable, named):
        assert each.__doc__ and not each.__doc__.startswith(f"{each.__name__}(")
    whole = fairsheet.Sheet, fairsheet.Field  # the types of their fields are internal to the layout
    for each in classes:
        if each not in whole and issubclass(each, msgspec.Struct):
            contained = {errors for hint in get_type_hints(each).values() for errors in structs_in(hint)}
            assert contained <= set(classes), each


def test_values_are_frozen_with_their_mappings() -> None:
    record, deal = legal_records()[0], fairsheet.deal("launch", "otter", players=3)
    scored = fairsheet.score(legal_records()).players[0]
    changed = replace(record, marks={**record.marks, "floor-1.1": 3})
    for mapping in (
        *(record.marks, record.game.missions, changed.marks),
        *(deal.missions, scored.parts, scored.written),
    ):
        assert isinstance(mapping, dict)
        with pytest.raises(TypeError, match="do not change"):
            mapping["x"] = "y"
        with pytest.raises(TypeError, match="do not change"):
            mapping.clear()
    assert copy.deepcopy(record) == pickle.loads(pickle.dumps(record)) == record


def test_repr_hides_unset_values() -> None:
    verdict = fairsheet.verify(legal_records()[:1])
    assert "UNSET" not in repr((verdict, legal_records(), fairsheet.score(legal_records())))


def test_hints_are_in_terms_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    record = replace(legal_records()[0], sheet="garden")
    with pytest.raises(FairsheetError) as caught:
        fairsheet.verify([record])
    assert (
        caught.value.hint == 'if it is a custom sheet, give it as well: sheets=[load_sheet("garden.sheet")]'
    )
    monkeypatch.setattr("fairsheet.vision.label.label_reader._from_code", lambda *_: None)
    monkeypatch.setattr("fairsheet.vision.label.label_reader._from_text", lambda *_: None)
    with pytest.raises(FairsheetError, match="cannot be read") as caught:
        fairsheet.scan(fairsheet.print_pdf("launch", players=3, seat=2))
    assert caught.value.hint == "take a sharper photo"
    with pytest.raises(FairsheetError) as caught:
        fairsheet.read_record(b"")
    assert caught.value.hint == "give a record, as write_record gives it"


def test_program_that_uses_the_whole_library_type_checks(tmp_path: Path) -> None:
    written = Path(program.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r"fairsheet\.(\w+)", written)) >= set(fairsheet.__all__)
    checked = tmp_path / "program.py"
    checked.write_text(written + WRONG)
    # silent: only the types of packages count, as in an installed program
    command = ["-m", "mypy", "--strict", "--follow-imports=silent", "--explicit-package-bases", "--config-file=",
               "--ignore-missing-imports", "--cache-dir", str(ROOT / ".mypy_cache/user"), str(checked)]  # fmt: skip
    ended = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=os.environ | {"MYPYPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    errors = [line.split(": ", 1)[1] for line in ended.stdout.splitlines() if "program.py" in line]
    assert len(errors) == 3, ended.stdout  # one for each of the three wrong lines
    assert 'incompatible type "Sheet"' in errors[0]
    assert "Unsupported target for indexed assignment" in errors[1]
    assert '"no_such_name"' in errors[2]


def test_program_that_uses_the_whole_library_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program.main(tmp_path)
    assert capsys.readouterr().out.splitlines()[-1] == "2 tables, 2 legal"


def test_scan_accepts_arrays() -> None:
    sheet = fairsheet.load_sheet("launch")
    pdf = fairsheet.print_pdf(sheet, players=3, seat=2, missions=["A1", "B2", "C1"])
    (page,) = load_photos(PhotoFile("x.pdf", pdf))
    colour = np.dstack([page.gray] * 3)
    for pixels in (page.gray, page.gray[:, ::-1][:, ::-1], colour):
        (read,) = fairsheet.scan(pixels).sheets
        assert (read.record.game.seed, read.record.seat, read.record.marks) == (None, 2, {})
        assert read.record.game.missions == {"A": "A1", "B": "B2", "C": "C1"}


def test_scan_accepts_pictures_and_streams(tmp_path: Path) -> None:
    pdf = fairsheet.print_pdf("launch", seed="coral-otter-42", players=3, seat=2)
    (page,) = load_photos(PhotoFile("x.pdf", pdf))
    upright = Image.fromarray(page.gray)
    turned = upright.transpose(Image.Transpose.ROTATE_90)
    turned.getexif()[ExifTags.Base.Orientation] = 6  # to be shown turned clockwise
    stored = tmp_path / "page.png"
    upright.save(stored)
    with stored.open("rb") as stream:
        photos: list[Any] = [stream, io.BytesIO(pdf), memoryview(pdf), bytearray(pdf), upright, turned]
        for photo in photos:
            assert [sheet.record.seat for sheet in fairsheet.scan(photo).sheets] == [2]
    with pytest.raises(FairsheetError, match="this stream has text"):
        fairsheet.scan(io.StringIO("page.png"))  # type: ignore[arg-type]
    with pytest.raises(FairsheetError, match="photo: this is 5"):
        fairsheet.scan(5)  # type: ignore[arg-type]


def test_records_are_corrected_by_hand() -> None:
    record = legal_records()[0]
    field, mark = next(iter(record.marks.items()))
    changed = fairsheet.correct(record, {field: None, "score.total": 7, "player": "Ada"})
    assert changed.marks == {**{k: v for k, v in record.marks.items() if k != field}, "score.total": 7}
    assert changed.player == "Ada" and fairsheet.correct(changed, {field: mark}).marks[field] == mark
    refused: list[tuple[dict[str, Any], str]] = [
        ({"flor-1.1": None}, "marks.flor-1.1: this sheet has no field"),
        ({"floor-1.1": "circled"}, "cannot be the mark of this slot"),
        ({"floor-1.1": 1.5}, "marks: this is"),
        ({"player": "x" * 999}, "record: player"),
    ]
    for marks, problem in refused:
        with pytest.raises(FairsheetError, match=problem):
            fairsheet.correct(record, marks)


def test_answers_leave_the_other_doubts_of_a_reading() -> None:
    record = legal_records()[0]
    why = Message("faint")
    total = fairsheet.Doubt("score.total", ((95, 0.6), (96, 0.4)), 95, why, matters=True)
    error = fairsheet.Doubt("error.1", (("circled", 0.7), (None, 0.3)), "circled", why, matters=True)
    unsure = (fairsheet.FieldReading("error.1", (("circled", 0.7), (None, 0.3))),)
    read = fairsheet.ReadRecord(
        record, (total, error), False, fairsheet.KeptReading((1,), record.marks, unsure)
    )
    answered = fairsheet.correct(read, {"error.1": "circled"})
    assert answered.doubts == (total,) and not answered.settled
    assert answered.ink == fairsheet.KeptReading((1,), record.marks)
    done = fairsheet.correct(answered, {"score.total": 95})
    assert done.settled and done.record == fairsheet.correct(
        record, {"error.1": "circled", "score.total": 95}
    )


def test_fields_and_certificates_are_those_of_the_commands(tmp_path: Path) -> None:
    found = fairsheet.fields("launch", solo=4, paper="letter")
    assert found["paper"] == "letter" and {each["page"] for each in found["fields"]} == {1, 2}
    with pytest.raises(FairsheetError, match="paper"):
        fairsheet.fields("launch", paper="a3")  # type: ignore[arg-type]
    with pytest.raises(FairsheetError, match="no such folder"):
        fairsheet.check_certificate(tmp_path / "none")
    shutil.copytree(ROOT / "examples/certificates/launch", tmp_path / "copy")
    assert fairsheet.check_certificate(str(tmp_path / "copy")).seats == (1,)
    (tmp_path / "copy/formula.cnf").write_text("p cnf 1 1\n1 0\n", encoding="utf-8")
    with pytest.raises(FairsheetError):
        fairsheet.check_certificate(tmp_path / "copy")


def test_values_become_the_documented_json() -> None:
    verdict = msgspec.to_builtins(fairsheet.verify(legal_records()[:1]))
    assert verdict["format"] == "fairsheet.verdict/1"
    assert set(verdict["sheets"][0]) == {
        "seat", "verdict", "over", "history", "contradiction", "seconds", "settled"
    }  # fmt: skip
    pdf = fairsheet.print_pdf(fairsheet.load_sheet("launch"), seed="otter", players=2, seat=1)
    reading = msgspec.to_builtins(fairsheet.scan(pdf))
    assert set(reading) == {"format", "photos"} and reading["format"] == "fairsheet.reading/1"
    (photo,) = reading["photos"]
    assert set(photo) == {"file", "error", "error_codes", "sheets", "left_out"}
    assert photo["sheets"][0]["record"]["format"] == "fairsheet.record/2"


def test_photo_functions_work_for_custom_sheets(tmp_path: Path) -> None:
    template = "examples/sheets/five-dice/five-dice.sheet"
    sheet = fairsheet.load_sheet(template)
    record = fairsheet.Record.on(sheet, fairsheet.Table(None, 1), seat=1)
    with pytest.raises(FairsheetError, match="there is no sheet"):
        fairsheet.photograph(record)
    first, again, other = (fairsheet.photograph(record, seed=seed, sheets=[sheet])[0] for seed in "aab")
    assert first == again != other
    blank = fairsheet.print_pdf(sheet)
    (likely,) = fairsheet.probabilities(blank, sheets=[template])
    assert set(likely) <= set(sheet.field)
    assert all(sum(share for _, share in each) == pytest.approx(1) for each in likely.values())
    (picture,) = fairsheet.overlay(blank, sheets=[sheet])
    assert picture[:2] == b"\xff\xd8"
    small, large = (fairsheet.preview(template, dpi=dpi)[0] for dpi in (40, 80))
    assert small[:4] == b"\x89PNG" and len(small) < len(large)


def test_replay_accepts_histories_from_json() -> None:
    verdict = fairsheet.verify(legal_records())
    deal = fairsheet.deal(fairsheet.load_sheet("launch"), "coral-otter-42", players=3)
    histories = {each.seat: json.loads(msgspec.json.encode(each.history)) for each in verdict.sheets}
    for record, original in zip(fairsheet.replay(deal, histories), legal_records(), strict=True):
        ink = {field: mark for field, mark in original.marks.items() if not field.startswith("score.")}
        assert record.marks == ink
        assert fairsheet.read_record(fairsheet.write_record(record)) == record
    histories[2][3]["ink"][0]["mark"] = 0
    with pytest.raises(FairsheetError) as caught:
        fairsheet.replay(deal, histories)
    assert caught.value.where == "histories: seat 2, turn 4"
    with pytest.raises(FairsheetError, match="this is no history"):
        fairsheet.replay(deal, {1: json.loads('[{"turn": 1}]')})


def test_functions_accept_custom_sheets(tmp_path: Path) -> None:
    template = tmp_path / "garden.sheet"
    template.write_text(template_text("garden", "rows"))
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
        (lambda: fairsheet.scan(b"no picture"), "photo", "this is not a picture"),
        (lambda: fairsheet.scan("none.jpg"), "none.jpg", "no such file"),
        (
            lambda: fairsheet.scan(np.zeros((900, 900, 2), np.uint8)),
            "photo",
            "this is not a picture but uint8",
        ),
        (lambda: fairsheet.scan(np.zeros((90, 90), np.uint8)), "photo", "90 x 90 pixels are too few"),
        (lambda: fairsheet.read_record("none.json"), "none.json", "no such file"),
        (lambda: fairsheet.read_record("[]"), "record", "this is a list"),
        (lambda: fairsheet.read_record(b"\xff{"), "record", "this is not UTF-8"),
        (lambda: fairsheet.load_sheet(5), "sheet", "this is 5"),  # type: ignore[arg-type]
        (lambda: fairsheet.load_sheet("\0.sheet"), "sheet", "a path has no character NUL"),
        (lambda: fairsheet.deal("lunch", "x", 3), "sheet", "there is no sheet"),
        (lambda: fairsheet.deal("launch", "x", 1), "players", "one player alone plays"),
        (lambda: fairsheet.deal("launch", "x", "3"), "players", "this is '3'"),  # type: ignore[arg-type]
        (lambda: fairsheet.deal("launch", None, 3), "seed", "this is None"),  # type: ignore[arg-type]
        (lambda: fairsheet.print_pdf("launch", players=2, names="Ada"), "names", "this is 'Ada'"),
        (lambda: fairsheet.scan([b"one", b"two"]), "photo", "this is [b'one'"),  # type: ignore[arg-type]
        (lambda: fairsheet.read_record(5), "record", "this is 5"),  # type: ignore[arg-type]
        (lambda: fairsheet.write_record(5), "record", "this is 5"),  # type: ignore[arg-type]
        (lambda: fairsheet.score([], sheets="x.sheet"), "sheets", "this is 'x.sheet'"),
        (lambda: fairsheet.score(5), "records", "this is 5"),  # type: ignore[arg-type]
        (lambda: fairsheet.score([5]), "records", "this is 5"),  # type: ignore[list-item]
        (
            lambda: fairsheet.score([replace(legal_records()[0], game=5)]),
            "records",
            "this is <Record of launch",
        ),
        (lambda: fairsheet.verify(legal_records(), work="5"), "work", "this is '5'"),  # type: ignore[arg-type]
        (lambda: fairsheet.replay(5, []), "deal", "this is 5"),  # type: ignore[arg-type]
        (lambda: fairsheet.replay(fairsheet.deal("launch", "x", 3), 5), "histories", "this is 5"),  # type: ignore[arg-type]
        (
            lambda: fairsheet.replay(fairsheet.deal("launch", "x", 3), {4: ()}),
            "histories",
            "there is no seat 4",
        ),
        (lambda: fairsheet.replay(fairsheet.deal("launch", "x", 3), {}), "histories", "there is no history"),
        (lambda: fairsheet.replay(fairsheet.deal("launch", "x", 3), ""), "histories", "there is no history"),  # type: ignore[arg-type]
        (lambda: fairsheet.batch([], "out"), "folders", "there is no folder"),
        (lambda: fairsheet.batch([EXAMPLES], "out", league="x"), "league", "this is 'x'"),  # type: ignore[arg-type]
        (lambda: fairsheet.batch([EXAMPLES], "out", names=5), "names", "this is 5"),  # type: ignore[arg-type]
        (lambda: fairsheet.scan(b"x", names="yes"), "names", "this is 'yes'"),  # type: ignore[arg-type]
        (lambda: fairsheet.load_sheet("\ud800.sheet"), "load_sheet", r"'\ud800.sheet' is no Unicode text"),
        (
            lambda: fairsheet.write_record(replace(legal_records()[0], player="\ud800")),
            "write_record",
            r"'\ud800' is no Unicode text",
        ),
        (lambda: fairsheet.deal("ares-record", "x", 2, options=range(2)), "options", "this is range("),  # type: ignore[arg-type]
        (lambda: fairsheet.print_pdf("launch", options=np.array([1])), "options", "this is array("),  # type: ignore[arg-type]
        (lambda: fairsheet.verify(np.array(3)), "records", "this is array(3)"),
        (lambda: fairsheet.verify([msgspec.to_builtins(legal_records()[0])]), "records", "this is {"),
        (lambda: fairsheet.lint("none.sheet"), "none.sheet", "no such file"),
        (lambda: fairsheet.lint(5), "template", "this is 5"),  # type: ignore[arg-type]
        (lambda: fairsheet.preview("none.sheet"), "none.sheet", "no such file"),
        (lambda: fairsheet.preview("none.sheet", dpi=5), "dpi", "5 dpi cannot be drawn"),
        (lambda: fairsheet.photograph(5), "record", "this is 5"),  # type: ignore[arg-type]
        (lambda: fairsheet.overlay("none.jpg"), "none.jpg", "no such file"),
        (lambda: fairsheet.probabilities(b"no picture"), "photo", "this is not a picture"),
        (lambda: fairsheet.batch("photos", "out"), "folders", "this is 'photos'"),
        (lambda: fairsheet.batch(["no-such-folder"], "out"), "no-such-folder", "no such file"),
        (
            lambda: fairsheet.batch([EXAMPLES], EXAMPLES),
            f"out: {EXAMPLES}",
            "the output folder is one of the inputs",
        ),
        (lambda: fairsheet.batch([EXAMPLES], 5), "out", "this is 5"),  # type: ignore[arg-type]
        (lambda: fairsheet.batch([EXAMPLES], "out", workers=0), "workers", "0 processes"),
        (lambda: fairsheet.verify([]), "records", "there is no record"),
        (lambda: fairsheet.score(iter(())), "records", "there is no record"),
    ],
)
def test_wrong_arguments_raise_fairsheet_errors(call: object, where: str, problem: str) -> None:
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
        ({"players": 3, "options": {"mode": "coop"}}, 'this sheet has no option "mode"'),
        (
            {"sheet": "ares-solo", "players": 1, "solo": 2, "missions": ["A1"]},
            "this game has no missions to deal",
        ),
    ],
)
def test_impossible_prints_are_refused(words: dict[str, Any], problem: str) -> None:
    sheet = fairsheet.load_sheet(words.pop("sheet", "launch"))
    with pytest.raises(FairsheetError) as caught:
        fairsheet.print_pdf(sheet, **words)
    assert caught.value.problem.startswith(problem)


def test_a_record_has_only_what_its_sheet_has() -> None:
    sheet, table = fairsheet.load_sheet("launch"), fairsheet.Table("coral-otter-42", 2)
    refused: list[tuple[int, dict[str, fairsheet.Mark], str]] = [
        (1, {"flor-1.1": 3}, "marks.flor-1.1: this sheet has no field"),
        (1, {"floor-1.1": 16}, "cannot be the mark of this slot"),
        (5, {}, "seat: there is no seat 5 at a table of 2"),
        (0, {}, "there is no seat 0"),
    ]
    for seat, marks, problem in refused:
        with pytest.raises(fairsheet.FairsheetError, match=problem):
            fairsheet.Record.on(sheet, table, seat, marks)


def test_records_that_do_not_fit_are_refused() -> None:
    record = legal_records()[0]
    odd = replace(record, marks={**record.marks, "no.such": 3})
    with pytest.raises(FairsheetError, match=r"seat 1: marks\.no\.such: this sheet has no field"):
        fairsheet.verify([odd])
    with pytest.raises(FairsheetError, match="different tables"):
        fairsheet.verify([record, replace(legal_records()[1], sheet="mine")])
