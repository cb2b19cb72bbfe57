"""What is refused about a table of a recorded game names what there is."""

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


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("ares --players 3", "did you mean ares-expedition?"),
        ("planet-unknown --players 2 --option events.red=30", "choose 0 to 20"),
        ("ares-expedition --players 3 --choose 1=gaia/cosmos", "this sheet leaves nothing to choose"),
        ("pulsar-2849 --solo 1", "--solo: there is no one-player game with this sheet; it is for 2, 3 or 4"),
        ("gaia-project --players 2", "did you mean gaia-lost-fleet?"),
        ("gaia-lost-fleet --players 2 --option extension=drawn", "the extension asks for 25 points"),
        ("planet-unknown --solo 1 --option personal=no", "four personal missions in any case"),
    ],
)
def test_a_refusal_names_what_there_is(typed: str, told: str) -> None:
    error = CliRunner().invoke(program, ["print", *typed.split()]).exception
    assert isinstance(error, FairsheetError) and told in str(error)


def test_nobody_is_told_to_leave_out_what_was_not_given() -> None:
    typed = ["print", "planet-unknown", "--solo", "1", "--option", "events.red=8"]
    error = CliRunner().invoke(program, typed).exception
    assert isinstance(error, FairsheetError) and "leave events.green out" not in str(error)


@pytest.mark.parametrize("paper", ["A4", "Letter", "LETTER"])
def test_paper_is_named_as_shops_write_it(paper: str, tmp_path: Path) -> None:
    file = tmp_path / "x.pdf"
    typed = ["print", "ares-record", "--players", "3", "--paper", paper, "--json", "-o", str(file)]
    printed = json.loads(CliRunner().invoke(program, typed).output)
    assert file.exists() and printed["paper"] == paper.lower()


@pytest.mark.parametrize("typed", ["planet-unknown", "planet-record", "ares-expedition", "ares-record"])
def test_a_print_is_named_as_typed(typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended = CliRunner().invoke(program, ["print", typed, "--players", "3", "--json"])
    printed = json.loads(ended.output)
    assert (template_of(printed["sheet"]), printed["file"]) == (typed, f"{typed}.pdf")
    assert ("sheets" in printed) == (typed in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_sheets_lists_those_of_a_game_with_what_its_tables_choose(game: str) -> None:
    told = CliRunner().invoke(program, ["sheets", game]).output
    names = [template_of(sheet.name) for sheet in sheets_of_game(game)]
    listed = json.loads(CliRunner().invoke(program, ["sheets", game, "--json"]).output)["sheets"]
    assert [entry["sheet"] for entry in listed] == names
    assert all(name in told for name in names) and "launch" not in told
    assert all(f"--option {option['option']}" in told for entry in listed for option in entry["options"])
    assert not any(f"\n {other} " in told for other in GAMES if other != game)


def test_sheets_lists_one_sheet_and_refuses_what_there_is_not() -> None:
    told = CliRunner().invoke(program, ["sheets", "launch", "--json"]).output
    assert [entry["sheet"] for entry in json.loads(told)["sheets"]] == ["launch"]
    for typed, problem in {
        "gaia-project": "did you mean gaia-lost-fleet?",
        "lunch": "did you mean launch?",
        "garden.txt": "the file of a template ends in .sheet",
    }.items():
        error = CliRunner().invoke(program, ["sheets", typed]).exception
        assert isinstance(error, FairsheetError) and problem in str(error)
