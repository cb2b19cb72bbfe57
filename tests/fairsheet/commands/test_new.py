"""`fairsheet new`: every new template is usable, and its score is right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fairsheet.commands.new import KINDS, STARTERS, template_text
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place

FILLED: dict[str, tuple[Marks, int, int]] = {  # marks, a part that they give, the total
    "blank": ({"points": 12, "star.1": "crossed"}, 0, 17),
    "dice": ({f"upper.{n}": 3 * n for n in range(1, 7)} | {"lower.2": 24, "lower.7": 19}, 35, 63 + 35 + 43),
    "rows": (
        {f"north.{n}": "crossed" for n in range(1, 5)} | {"miss.1": "crossed", "west.11": "crossed"},
        10,
        6,
    ),
    "map": (
        {f"hex.1.{p}": "crossed" for p in range(1, 4)}
        | {f"hex.2.{p}": "crossed" for p in range(1, 5)}
        | {"hex.3.2": "crossed"},
        4,
        (1 + 2 + 1) + (2 + 3 + 3 + 2) + 3 + 5 + 4,
    ),
    "columns": ({"round-1.1": 7, "round-2.1": 3, "joker.1": 1}, 10, 7 + 3 + 7 + 10),
    "campaign": ({"score.launch.1": 1, "score.dome.1": 3, "score.battle.1": 6}, 6, 1 + 3 + 6),
    "grid": ({f"cell-{c}.1": c for c in range(1, 6)} | {"cell-2.5": 7, "bonus.3": "crossed"}, 15, 27),
}


def sheet_of(kind: str) -> Sheet:
    return place(parse(template_text("my-sheet", kind), "my-sheet.sheet")).sheet


def test_every_kind_has_its_template() -> None:
    names = {path.name.removesuffix(".sheet") for path in STARTERS.iterdir()}
    assert names == set(KINDS) == set(FILLED)


@pytest.mark.parametrize("kind", KINDS)
def test_lint_finds_nothing_in_a_new_template(kind: str) -> None:
    assert lint(sheet_of(kind)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_new_template_computes_its_score(kind: str) -> None:
    sheet = sheet_of(kind)
    marks, part, total = FILLED[kind]
    (player,) = ruleset_of(sheet).score([Record.on(sheet, Table(None, 1), 1, marks)]).players
    assert player.total == total
    assert part in {0, *player.parts.values()}


@pytest.mark.parametrize("kind", KINDS)
def test_every_line_of_a_template_fits_an_editor(kind: str) -> None:
    assert max(map(len, template_text("my-sheet", kind).splitlines())) <= 120


def test_new_does_not_overwrite_a_file(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("new", "my-garden", "--like", "grid", "--json", cwd=tmp_path)
    assert ended.json == {
        "format": "fairsheet.new/1", "sheet": "my-garden", "like": "grid", "file": "my-garden.sheet",
    }  # fmt: skip
    (tmp_path / "my-garden.sheet").write_text("mine")
    fairsheet("new", "my-garden", cwd=tmp_path).refused("the file already exists")
    assert (tmp_path / "my-garden.sheet").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "problem"), [("My Garden", "cannot name a sheet"), ("launch", "a sheet launch of its own")]
)
def test_impossible_sheet_names_are_refused(fairsheet: Any, tmp_path: Path, name: str, problem: str) -> None:
    fairsheet("new", name, cwd=tmp_path).refused(problem)
    assert not list(tmp_path.iterdir())
