"""The program in general: help, version, completion, usage errors, unexpected errors and interrupts."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import pytest

from fairsheet.cli import COMMANDS
from fairsheet.process.console import print_table

ROOT = Path(__file__).parents[3]
ENGINE = "fairsheet.engine"
HEAVY = {"numpy", "cv2", "ortools", "reportlab", "PIL", "lark", "rich", "msgspec"}
READER = {"numpy", "cv2", "onnxruntime"}


def test_help_names_every_command(fairsheet: Any) -> None:
    ended = fairsheet("--help")
    assert ended.code == 0
    assert all(f"  {name} " in ended.out for name in COMMANDS)


def test_examples_in_the_help_are_in_the_readme(fairsheet: Any) -> None:
    examples = re.findall(r"^ +(fairsheet .*)$", fairsheet("--help").out, re.MULTILINE)
    assert len(examples) == 6
    readme = (ROOT / "README.md").read_text()
    assert [example for example in examples if example not in readme] == []


def test_program_without_arguments_shows_its_help(fairsheet: Any) -> None:
    assert fairsheet() == fairsheet("--help")


def modules_after(*words: str) -> set[str]:
    """Return the modules that a process has imported when a command ends."""
    code = (
        f"import sys\nfrom fairsheet.cli import main\n"
        f"try: main({words!r})\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(ended.stderr.split())


@pytest.mark.parametrize(
    ("words", "unneeded"),
    [
        (["--help"], HEAVY),
        (["sheets"], HEAVY - {"msgspec", "rich"} | {"rich.console", f"{ENGINE}.rulesets.formula_sheet"}),
        (["verify", "examples/legal"], READER),
        (["score", "examples/legal"], READER),
    ],
    ids=["help", "sheets", "verify", "score"],
)  # fmt: skip
def test_a_command_imports_only_what_it_needs(words: list[str], unneeded: set[str]) -> None:
    imported = modules_after(*words)
    assert not unneeded & imported
    assert unneeded != READER or "fairsheet.pipeline.judging.judging" in imported


def test_only_the_workers_of_a_batch_load_the_scanner(tmp_path: Path) -> None:
    imported = modules_after("batch", "examples/legal", "-o", str(tmp_path / "out"))
    assert "fairsheet.pipeline.store.keys" in imported and not READER & imported


def test_help_and_completion_import_no_scanner_and_no_parser() -> None:
    """The command that always reads photos is an exception."""
    modules = [f"fairsheet.commands.{name}" for name in COMMANDS if name != "scan"]
    code = f"import importlib, sys\nfor name in {modules}: importlib.import_module(name)\nprint(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(modules) < set(ended.stdout.split())
    assert not (HEAVY - {"msgspec", "rich"}) & set(ended.stdout.split())


def test_scan_loads_parts_when_they_are_first_used() -> None:
    code = "import sys, fairsheet.commands.scan; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    unused = {"rich", "PIL.ImageDraw", "reportlab", "onnxruntime", "ortools", "fairsheet.asking.asking"}
    assert all(map(find_spec, unused))  # a module that was renamed would never be loaded
    assert not unused & set(ended.stdout.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(fairsheet: Any, name: str) -> None:
    assert fairsheet(name, "--help").out.startswith(f"Usage: fairsheet {name} ")


def test_command_without_its_subcommand_shows_its_help(fairsheet: Any) -> None:
    help_page, bare = fairsheet("seed", "--help"), fairsheet("seed")
    assert (bare.code, bare.out.strip()) == (0, help_page.out.strip())


def test_table_rows_are_one_line_outside_a_terminal(fairsheet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    fields = fairsheet("fields", "launch", "--json").json["fields"]
    heading, _, *rows = fairsheet("fields", "launch").out.splitlines()
    assert heading.split() == ["field", "kind", "page", "x", "y", "w", "h", "accepts"]
    for row, field in zip(rows, fields, strict=True):
        words = row.replace(",", " ").replace(" to ", " ").split()
        assert (words[0], words[7:]) == (field["id"], [str(mark) for mark in field["accepts"]])


def table_at_40_columns(
    monkeypatch: pytest.MonkeyPatch, columns: Sequence[str], rows: Sequence[Sequence[object]]
) -> str:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", "40")
    print_table(columns, rows)
    return click.unstyle(terminal.getvalue())


def test_terminal_tables_wrap_cells_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ("coral-otter-42", "12 60%, 13 39%, 15 <1%, blank <1%")
    shown = table_at_40_columns(monkeypatch, ("seed", "candidates"), [row])
    assert max(map(len, shown.splitlines())) <= 40
    assert shown.replace("─", "").split() == ["seed", "candidates", *" ".join(row).split()]


def test_narrow_terminals_show_rows_as_paragraphs(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = ("photo", "sheet", "seed", "seat#", "marks#", "doubts#")
    rows = [
        ("photos/evening-with-ada/seat-1.jpg", "launch", "coral-otter-42", 1, 129, 0),
        ("2.jpg", "mine", "", 2, 9, 1),
    ]
    assert table_at_40_columns(monkeypatch, columns, rows).splitlines() == [
        "photos/evening-with-ada/seat-1.jpg",
        "  sheet launch; seed coral-otter-42;",
        "    seat 1; marks 129; doubts 0",
        "2.jpg",
        "  sheet mine; seat 2; marks 9; doubts 1",
    ]


@pytest.mark.parametrize(
    ("words", "offered"),
    [("previ", ["plain,preview"]), ("print la", ["plain,launch"]), ("fields garden", ["file,garden"]),
     ("scan --sheet mi", ["plain,mine"])],
)  # fmt: skip
def test_completion_offers_sheets_and_template_files(
    fairsheet: Any, monkeypatch: pytest.MonkeyPatch, words: str, offered: list[str]
) -> None:
    request_completion(monkeypatch, words)
    assert fairsheet(*words.split()).out.split() == offered


def test_command_names_complete_without_heavy_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    request_completion(monkeypatch, "previ")
    assert not HEAVY & modules_after("previ")


def request_completion(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.setenv("COMP_WORDS", f"fairsheet {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
    monkeypatch.setenv("_FAIRSHEET_COMPLETE", "bash_complete")


def test_version_is_shown(fairsheet: Any) -> None:
    assert fairsheet("--version").out.startswith("fairsheet, version ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["deal"], "Missing argument 'SHEET'"),
        (["deal", "launch", "--seed", "x"], "Missing option '--players'. Printed sheets show it"),
        (["deal", "launch", "--players", "three"], "'three' is not a valid integer"),
        (["sheets", "--nonsense"], "No such option"),
        (["print", "launch", "--players", "2", "--paper", "a3", "-o", "x.pdf"], "'a3' is not one of"),
    ],
)
def test_wrong_usage_is_refused_with_a_hint(fairsheet: Any, words: list[str], message: str) -> None:
    fairsheet(*words).refused(message, "--help")


def run_with_broken_command(error: str, *words: str) -> subprocess.CompletedProcess[str]:
    code = (
        f"import fairsheet.cli as c\ndef broken(*_): raise {error}\nc.Program.get_command = broken\nc.main()"
    )
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("error", "words", "code", "message"),
    [
        ("ValueError('odd')", ["sheets"], 2, "unexpected ValueError: odd. This is a mistake in fairsheet"),
        ("ValueError('odd')", ["--debug", "sheets"], 2, "Traceback"),
        ("KeyboardInterrupt", ["sheets"], 130, ""),
    ],
)  # fmt: skip
def test_errors_and_interrupts_are_one_line(error: str, words: list[str], code: int, message: str) -> None:
    ended = run_with_broken_command(error, *words)
    assert ended.returncode == code and message in ended.stderr
    assert ("Traceback" in ended.stderr) == ("--debug" in words)
    assert len(ended.stderr.splitlines()) <= 1 or "--debug" in words


def test_all_output_passes_through_the_console() -> None:
    """This keeps file names from controlling a terminal, and messages out of the progress bar."""
    for path in (Path(__file__).parents[3] / "fairsheet").rglob("*.py"):
        lines = path.read_text().splitlines() if path.name != "console.py" else []
        assert not [line for line in lines if "click.echo(" in line and "printable(" not in line], path
