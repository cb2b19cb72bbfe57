"""Prints of a custom sheet are read and scored by their own layout after its template has changed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import fairsheet as library
from tests.conftest import Fairsheet

DICE = Path(__file__).parents[3] / "examples" / "sheets" / "five-dice"
TRUTH = json.loads((DICE / "record.json").read_bytes())
THRESHOLD = "thresholds(score.upper, 63, 35)"


@pytest.fixture
def template(fairsheet: Fairsheet, tmp_path: Path) -> Path:
    """Return a template that was printed, with the photo of a print and its record next to it."""
    for name in ("five-dice.sheet", "photo.jpg", "record.json"):
        shutil.copy(DICE / name, tmp_path)
    printed = fairsheet("print", "five-dice.sheet", "--players", 2, "-o", "x.pdf", cwd=tmp_path)
    assert printed.code == 0 and "keeps the layout" in printed.err
    again = fairsheet("print", "five-dice.sheet", "--players", 2, "-o", "y.pdf", cwd=tmp_path)
    assert "keeps the layout" not in again.err
    return tmp_path / "five-dice.sheet"


def change(template: Path, before: str, after: str) -> None:
    text = template.read_text(encoding="utf-8")
    assert before in text
    template.write_text(text.replace(before, after), encoding="utf-8")


def layout_of(fairsheet: Fairsheet, template: Path) -> str:
    (entry,) = (
        each
        for each in fairsheet("sheets", template, "--json").json["sheets"]
        if each["sheet"] == template.stem
    )
    return str(entry["layout"])


def scanned(fairsheet: Fairsheet, template: Path) -> tuple[Any, str]:
    """Return the record that is read from the photo, and the output."""
    ended = fairsheet(
        "scan", template.with_name("photo.jpg"), "--sheet", template, "-o", template.parent / "read"
    )
    assert ended.code == 0, ended.out  # no questions about sums by an earlier formula
    (path,) = (template.parent / "read").glob("photo*.json")
    return json.loads(path.read_text(encoding="utf-8")), ended.err


def total(fairsheet: Fairsheet, template: Path) -> int:
    scored = fairsheet("score", template.with_name("record.json"), "--sheet", template, "--json")
    return int(scored.json["players"][0]["total"])


WORDS = {
    '"Dice of one kind add up to a multiple of it."': '"Count again."',
    'text "Upper part"': 'text "Ones to sixes"',
    'sheet five-dice "Five dice"': 'sheet five-dice "Pět kostek"',
}


@pytest.mark.parametrize(
    ("changes", "points"), [({THRESHOLD: "thresholds(score.upper, 33, 30)"}, 30), (WORDS, 0)]
)
def test_formulas_and_words_do_not_change_the_layout(
    fairsheet: Fairsheet, template: Path, changes: dict[str, str], points: int
) -> None:
    layout, former = layout_of(fairsheet, template), total(fairsheet, template)
    for before, after in changes.items():
        change(template, before, after)
    assert layout_of(fairsheet, template) == layout
    assert total(fairsheet, template) == former + points
    record, output = scanned(fairsheet, template)
    assert record["layout"] == layout and "earlier layout" not in output
    assert ("printed before score lines of five-dice changed" in output) == (points > 0)
    assert record["marks"] == TRUTH["marks"]
    output = fairsheet("score", template.parent / "read", "--sheet", template).err
    assert (f"{former} written, {former + points} computed" in output) == (points > 0)


def test_a_print_is_read_after_fields_moved(fairsheet: Fairsheet, template: Path) -> None:
    layout, former = layout_of(fairsheet, template), total(fairsheet, template)
    change(template, "column at: 0, 6", "column at: 8, 14")
    change(template, THRESHOLD, "thresholds(score.upper, 33, 30)")
    assert layout_of(fairsheet, template) != layout
    record, output = scanned(fairsheet, template)
    assert record["marks"] == TRUTH["marks"]
    assert f"an earlier layout of five-dice, {layout}; scored and judged by today's template" in output
    assert total(fairsheet, template) == former + 30
    (read,) = library.scan(template.with_name("photo.jpg"), sheets=[template]).sheets
    assert (read.record.marks, read.doubts) == (TRUTH["marks"], ())


def test_prints_without_newer_fields_are_judged_as_before(fairsheet: Fairsheet, template: Path) -> None:
    former = total(fairsheet, template)
    change(template, "score score.upper is", "box extra from: 0 to: 9 at: 150, 6\nscore score.upper is")
    change(template, "score.upper + score.bonus", "50 + score.upper + score.bonus")
    assert "because it lacks fields of today's sheet" in scanned(fairsheet, template)[1]
    assert total(fairsheet, template) == former


def test_a_layout_that_was_not_stored_is_named(fairsheet: Fairsheet, template: Path) -> None:
    kept = f"five-dice-layouts/{layout_of(fairsheet, template)}.json.gz"
    change(template, "column at: 0, 6", "column at: 8, 14")
    path = template.parent / kept
    path.write_bytes(b"\x1f\x8b no layout")
    fairsheet("score", template.with_name("record.json"), "--sheet", template).refused(kept, "delete it")
    path.unlink()
    fairsheet("score", "record.json", "--sheet", template.name, cwd=template.parent).refused(
        "no layout", "copy five-dice-layouts from the computer that printed the page"
    )


def test_printing_works_if_the_layout_cannot_be_stored(fairsheet: Fairsheet, tmp_path: Path) -> None:
    shutil.copy(DICE / "five-dice.sheet", tmp_path)
    (tmp_path / "five-dice-layouts").write_text("in the way", encoding="utf-8")
    printed = fairsheet("print", "five-dice.sheet", "--players", 2, "-o", "x.pdf", cwd=tmp_path)
    assert printed.code == 0 and (tmp_path / "x.pdf").exists()
    assert "The layout is not kept" in printed.err


def test_photos_of_a_trial_are_read_later(fairsheet: Fairsheet, tmp_path: Path) -> None:
    shutil.copy(DICE / "five-dice.sheet", tmp_path)
    tried = fairsheet("try", "five-dice.sheet", "--photos", 1, "--keep", "kept", cwd=tmp_path)
    assert "keeps the layout" in tried.err
    change(tmp_path / "five-dice.sheet", "column at: 0, 6", "column at: 8, 14")
    scored = fairsheet("score", "kept/truth/1.json", "--sheet", "five-dice.sheet", cwd=tmp_path)
    assert scored.code in (0, 1, 3), scored.err


def test_a_template_in_the_folder_is_named(fairsheet: Fairsheet, tmp_path: Path) -> None:
    for name in ("five-dice.sheet", "record.json"):
        shutil.copy(DICE / name, tmp_path)
    fairsheet("print", "five-dice", "--players", 2, cwd=tmp_path).refused("did you mean five-dice.sheet?")
    fairsheet("score", "record.json", cwd=tmp_path).refused("--sheet five-dice.sheet")
