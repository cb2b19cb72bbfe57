"""The reading benchmark: which photos it makes, and how it counts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.filled_sheets import LEVELS, PENS, Case, cases, some_hand
from benchmarks.reading import Folder, Outcome, outcome_of, report, sheet_on
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.support.errors import FairsheetError
from tools.training._handwriting_sets import HELD_OUT_TOO, half_of

CASE = Case("launch", "flat scan", "pencil", 1, 0, "test")


def test_every_pen_writes_on_every_sheet() -> None:
    names = scenario_names()
    found = cases(list(LEVELS), 0, len(PENS) * len(names), "1", names)
    assert len({(case.sheet, case.pen) for case in found}) == len(PENS) * len(names)
    assert len({case.name for case in found}) == len(found) == len(LEVELS) * len(PENS) * len(names)
    assert found[: len(LEVELS)] == cases(list(LEVELS), 0, 1, "1", names)  # a larger run begins alike


def test_no_writer_is_in_both_halves() -> None:
    rng = np.random.default_rng(0)
    writers = [{some_hand(half, None, rng).name for _ in range(60)} for half in (0, 1)]
    assert min(map(len, writers)) >= 3 and not writers[0] & writers[1]
    assert {half_of(writer) for writer in HELD_OUT_TOO} == {0, 1}


def test_outcomes_that_are_wrong_without_a_question_are_silent() -> None:
    right = Outcome(CASE, 100, wrong={"a": (1, 7)}, fields=100, right=True)
    asked = Outcome(CASE, 100, wrong={"a": (1, 7)}, asked={"a": "?", "b": "?"}, fields=100, ink_wrong=1)
    silent = Outcome(CASE, 100, wrong={"a": (1, 7)}, fields=100, ink_wrong=1)
    refused = Outcome(CASE, 100, refused="no sheet")
    assert [outcome.silent for outcome in (right, asked, silent, refused)] == [False, False, True, False]
    assert [outcome.needed for outcome in (right, asked, silent, refused)] == [0, 1, 0, 0]
    row = next(
        line for line in report([right, asked, silent, refused]).splitlines() if line.startswith("flat scan")
    )
    #                                  settled, right, exact, questions, needed, silent, refused
    assert row.split()[2:10] == ["4", "50.0%", "25.0%", "0.0%", "0.67", "50%", "1", "1"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """Return a folder in which a photo was made and read."""
    made = Folder(tmp_path_factory.mktemp("reading"), None, fresh=False)
    outcome_of(CASE, made, ())
    return made


def test_photos_are_made_once_and_reread_from_stored_files(folder: Folder) -> None:
    first = outcome_of(CASE, folder, ())
    kept = {file: file.stat().st_mtime_ns for file in folder.path.iterdir()}
    assert {"".join(file.suffixes).split("-")[0] for file in kept} == {
        ".bold", ".jpg", ".marks.json", ".page.json", ".png", ".txt",
    }  # fmt: skip
    assert first.refused is None and first.fields > 100
    assert outcome_of(CASE, folder, ()) == first
    assert {file: file.stat().st_mtime_ns for file in folder.path.iterdir()} == kept
    assert outcome_of(CASE, folder, ("rules", "adaptation")).fields == first.fields


def test_stopped_run_keeps_no_unfinished_files(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = outcome_of(CASE, folder, ())
    for scores in folder.path.glob("*.npz"):
        scores.unlink()
    with monkeypatch.context() as stopped, pytest.raises(KeyboardInterrupt):
        stopped.setattr(Path, "replace", interrupted)
        outcome_of(CASE, folder, ())
    assert outcome_of(CASE, folder, ()) == whole


def interrupted(*_: object) -> None:
    """Act as Ctrl-C does before a file has its name."""
    raise KeyboardInterrupt


def test_folder_does_not_mix_handwriting_sources(tmp_path: Path) -> None:
    Folder(tmp_path, None, fresh=False)
    Folder(tmp_path, None, fresh=True)
    with pytest.raises(FairsheetError, match="bundled, not of the collections"):
        Folder(tmp_path, Path("/collections"), fresh=False)


@pytest.mark.soak
def test_photos_of_a_sheet_with_choices_show_one_players_choices(tmp_path: Path) -> None:
    folder = Folder(tmp_path, None, fresh=False)
    case = Case("planet-record", "flat scan", "pencil", 1, 0, "test")
    assert outcome_of(case, folder, ()).refused is None
    label = folder.page(case).label
    assert label is not None and template_of(label.sheet) == "planet-record"
    assert label.sheet != load_sheet("planet-record").name
    assert folder.marks(case).keys() <= sheet_on(case, label).field.keys()
