"""The program as such: help, version, usage errors, unexpected errors, interrupts, pipes that close."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from fairsheet.cli import COMMANDS
from fairsheet.process.console import print_table

HEAVY = {"numpy", "cv2", "ortools", "reportlab", "PIL", "lark", "rich", "msgspec"}


def test_help_names_every_command(fairsheet: Any) -> None:
    ended = fairsheet("--help")
    assert ended.code == 0
    assert all(f"  {name} " in ended.out for name in COMMANDS)


def test_without_words_it_shows_its_help(fairsheet: Any) -> None:
    assert fairsheet() == fairsheet("--help")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom fairsheet.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: print(*sys.modules, file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(ended.stderr.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(fairsheet: Any, name: str) -> None:
    ended = fairsheet(name, "--help")
    assert ended.code == 0
    assert ended.out.startswith(f"Usage: fairsheet {name} ")


def test_every_row_of_a_table_is_one_line_off_a_terminal(
    fairsheet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    fields = fairsheet("fields", "launch", "--json").json["fields"]
    heading, _, *rows = fairsheet("fields", "launch").out.splitlines()
    assert heading.split() == ["field", "kind", "page", "x", "y", "w", "h", "accepts"]
    for row, field in zip(rows, fields, strict=True):
        words = row.replace(",", " ").replace(" to ", " ").split()
        assert (words[0], words[7:]) == (field["id"], [str(mark) for mark in field["accepts"]])


def test_cells_are_folded_in_a_terminal_and_never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", "24")
    print_table(("seed", "candidates"), [("coral-otter-42", "12 60%, 13 39%, blank 1%")])
    shown = click.unstyle(terminal.getvalue())
    assert "…" not in shown and max(map(len, shown.splitlines())) <= 24
    assert all(word in shown for word in ("60%,", "39%,", "1%"))


@pytest.mark.parametrize(
    ("words", "offered"),
    [("previ", ["plain,preview"]), ("print la", ["plain,launch"]), ("fields garden", ["file,garden"]),
     ("scan --sheet mi", ["plain,mine"])],
)  # fmt: skip
def test_sheets_are_completed_and_files_of_templates(words: str, offered: list[str]) -> None:
    typed = f"fairsheet {words}"
    asked = {
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split()) - 1),
        "_FAIRSHEET_COMPLETE": "bash_complete",
    }
    command = [sys.executable, "-c", "from fairsheet.cli import main; main()"]
    ended = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, check=False)
    assert ended.stdout.split() == offered


def test_version(fairsheet: Any) -> None:
    ended = fairsheet("--version")
    assert ended.code == 0
    assert ended.out.startswith("fairsheet, version ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["deal"], "Missing argument 'SHEET'"),
        (["deal", "launch", "--seed", "x"], "Missing option '--players'"),
        (["deal", "launch", "--players", "three"], "'three' is not a valid integer"),
        (["sheets", "--nonsense"], "No such option"),
        (["print", "launch", "--players", "2", "--paper", "a3", "-o", "x.pdf"], "'a3' is not one of"),
    ],
)
def test_wrong_usage(fairsheet: Any, words: list[str], said: str) -> None:
    ended = fairsheet(*words)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert "--help" in ended.err
    assert len(ended.err.splitlines()) == 1


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "fairsheet", "sheets", "--nonsense"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "fairsheet sheets: No such option" in ended.stderr


def run_with_broken_command(error: str, *words: str) -> subprocess.CompletedProcess[str]:
    code = (
        f"import fairsheet.cli as c\ndef broken(*_): raise {error}\nc.Program.get_command = broken\nc.main()"
    )
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_an_unexpected_error_is_one_line() -> None:
    ended = run_with_broken_command("ValueError('odd')", "sheets")
    assert ended.returncode == 2
    assert "ValueError" in ended.stderr
    assert "report" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_debug_shows_where_it_came_from() -> None:
    ended = run_with_broken_command("ValueError('odd')", "--debug", "sheets")
    assert ended.returncode == 2
    assert "Traceback" in ended.stderr


def test_an_interrupt_ends_with_130() -> None:
    ended = run_with_broken_command("KeyboardInterrupt", "sheets")
    assert ended.returncode == 130
    assert "Traceback" not in ended.stderr


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "from fairsheet.cli import main; main()"]
    deal = [*program, "deal", "launch", "--seed", "x", "--players", "2", "--turns", "1000", "--json"]
    with subprocess.Popen(deal, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


def test_whatever_people_see_passes_through_the_console() -> None:
    """So that no name of a file steers a terminal, and no message lands in the bar."""
    for path in (Path(__file__).parents[3] / "fairsheet").rglob("*.py"):
        lines = path.read_text().splitlines() if path.name != "console.py" else []
        assert not [line for line in lines if "click.echo(" in line and "printable(" not in line], path
