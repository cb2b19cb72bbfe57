"""Error messages about tables of recorded games name the valid values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairsheet.cli import program
from fairsheet.engine.recorded.registry import GAMES
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.templates import sheets_of_game
from fairsheet.sheets.support.errors import FairsheetError


def test_hint_does_not_mention_options_that_were_not_given() -> None:
    typed = ["print", "planet-unknown", "--solo", "1", "--option", "events.red=8"]
    error = CliRunner().invoke(program, typed).exception
    assert isinstance(error, FairsheetError) and "leave events.green out" not in str(error)


def test_paper_name_may_have_a_capital_letter(tmp_path: Path) -> None:
    file = tmp_path / "x.pdf"
    typed = ["print", "ares-record", "--players", "3", "--paper", "Letter", "--json", "-o", str(file)]
    printed = json.loads(CliRunner().invoke(program, typed).output)
    assert file.exists() and printed["paper"] == "letter"


@pytest.mark.parametrize("typed", ["planet-record", "ares-expedition"])
def test_print_has_the_typed_name(typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended = CliRunner().invoke(program, ["print", typed, "--players", "3", "--json"])
    printed = json.loads(ended.output)
    assert (template_of(printed["sheet"]), printed["file"]) == (typed, f"{typed}.pdf")
    assert ("sheets" in printed) == (typed in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_sheets_lists_the_sheets_and_options_of_one_game(game: str) -> None:
    output = CliRunner().invoke(program, ["sheets", game]).output
    names = [template_of(sheet.name) for sheet in sheets_of_game(game)]
    listed = json.loads(CliRunner().invoke(program, ["sheets", game, "--json"]).output)["sheets"]
    assert [entry["sheet"] for entry in listed] == names
    assert all(name in output for name in names) and "launch" not in output
    assert all(f"--option {option['option']}" in output for entry in listed for option in entry["options"])
    assert not any(f"\n {other} " in output for other in GAMES if other != game)


def test_sheets_lists_one_sheet() -> None:
    output = CliRunner().invoke(program, ["sheets", "launch", "--json"]).output
    assert [entry["sheet"] for entry in json.loads(output)["sheets"]] == ["launch"]
