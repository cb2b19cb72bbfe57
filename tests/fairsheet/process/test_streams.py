"""Closed, full or abandoned standard streams do not change the exit code."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from fairsheet.process.console import complain, printable
from tests.conftest import Fairsheet

PROGRAM = f"{sys.executable} -m fairsheet"
DEAL = "deal launch --seed x --players 2 --turns 3"
PRINT = "print launch --seed x --players 2"

FULL = "/dev/full" if Path("/dev/full").exists() else "&-"  # some systems have no full device


def run_shell(line: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a line in a shell."""
    return subprocess.run(
        ["sh", "-c", line.replace("fairsheet", PROGRAM)], cwd=folder, env=os.environ | env,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "where"),
    [("sheets", ">&-"), ("sheets --json", f">{FULL}"), ("--help", ">&-")],
)
def test_unwritable_result_is_an_error(tmp_path: Path, words: str, where: str) -> None:
    ended = run_shell(f"fairsheet {words} {where}", tmp_path)
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert line.startswith("fairsheet: standard output: cannot be written (")


@pytest.mark.parametrize(
    ("words", "code", "where"),
    [(f"{PRINT} -o x.pdf", 0, "2>&-"), ("score none.json", 2, f"2>{FULL}")],
)
def test_unwritable_message_does_not_change_the_result(
    fairsheet: Fairsheet, tmp_path: Path, words: str, code: int, where: str
) -> None:
    shown = fairsheet(*words.split(), cwd=tmp_path)
    ended = run_shell(f"fairsheet {words} {where}", tmp_path)
    assert shown.code == code and shown.err
    assert (ended.returncode, ended.stdout, ended.stderr) == (code, shown.out, "")


def test_streams_in_one_file_have_each_line_once(tmp_path: Path) -> None:
    (tmp_path / "bad.sheet").write_text('sheet bad "Bad"\nslot a size: 5\nslot b size: 6 at: 20, 20\n')
    ended = run_shell("fairsheet lint bad.sheet 2>&1", tmp_path)
    lines = ended.stdout.splitlines()
    assert len(lines) > 1 and lines[0].startswith("fairsheet: bad.sheet:2:1: ")
    apart = run_shell("fairsheet lint bad.sheet", tmp_path)
    assert (apart.stderr.splitlines(), apart.stdout.splitlines()[1:]) == (lines[:1], lines[1:])


def test_closed_streams_are_not_mistaken_for_output_files(tmp_path: Path) -> None:
    ended = run_shell(f"fairsheet {PRINT} -o x.pdf <&- >&- 2>&-", tmp_path)
    assert ended.returncode == 0
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


def test_deal_without_stdin_lists_the_turns(tmp_path: Path) -> None:
    ended = run_shell(f"fairsheet {DEAL} <&-", tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "") and "turn" in ended.stdout


def test_closed_pipe_does_not_change_the_exit_code(tmp_path: Path, table: list[Path]) -> None:
    """The verdict stays illegal without a reader, and files are still written."""
    record = json.loads(table[0].read_text())
    record["marks"] = {f"floor-6.{place}": 15 for place in (1, 2)}
    (tmp_path / "x.json").write_text(json.dumps(record))
    ended = run_shell("{ fairsheet verify x.json; echo $? >&2; } | :", tmp_path)
    assert ended.stderr.endswith("\n1\n")
    ended = run_shell("{ fairsheet simulate launch --seed x --players 2 -o out; echo $? >&2; } | :", tmp_path)
    assert ended.stderr == "0\n" and (tmp_path / "out" / "x" / "history-2.json").exists()


def run_in_terminal(code: str) -> str:
    """Run Python code in a terminal and return its output."""
    seen = b""
    main, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=terminal, stdout=terminal, stderr=terminal,
        env=os.environ | {"TERM": "xterm"},
    ):  # fmt: skip
        os.close(terminal)
        try:
            while part := os.read(main, 4096):
                seen += part
        except OSError:  # the other side of the terminal is closed
            pass
    os.close(main)
    return seen.decode()


def test_messages_and_the_progress_bar_never_share_a_line() -> None:
    shown = run_in_terminal(
        "from fairsheet.process.console import complain, progress, say\n"
        "with progress('reading', 2) as advance:\n"
        "    for n in range(2): say('first \\x1b[31m [red] ' + 'x' * 200); complain('second'); advance()"
    )
    lines = [line.rpartition("\x1b[2K")[2] for line in shown.split("\r\n")]
    messages = [line for line in lines if "first" in line or "second" in line]
    assert messages == ["first \ufffd[31m [red]", "second"] * 2
    assert [line.strip() for line in lines if "xx" in line] == ["x" * 200] * 2  # a word is never broken
    assert "reading" in shown


def test_progress_counts_earlier_things_as_done_but_not_in_the_time_left() -> None:
    shown = run_in_terminal(
        "import rich.console\n"
        "from fairsheet.process.console import progress\n"
        "rich.console.monotonic = lambda: now\n"
        "now = 0\n"
        "with progress('reading', 40, 10) as advance:\n"
        "    now = 60\n"
        "    for n in range(6): advance()"
    )
    assert " 25%" in shown and " 40%" in shown and "0:04:00" in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\x1b]0;x\x07b", "a\ufffd]0;x\ufffdb"), ("Foto 3\u202fPM\u00a0.jpg",) * 2, ("\u202egpj", "\ufffdgpj"),
     ("\udcff", "\ufffd"), ("👩\u200d🚀 ü 日",) * 2],
)  # fmt: skip
def test_text_cannot_control_a_terminal(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_file_names_cannot_control_a_terminal(fairsheet: Fairsheet, tmp_path: Path) -> None:
    name = "\x1b[31mx\x9b.jpg"
    (tmp_path / name).write_bytes(b"no picture")
    for words in (["scan", name], ["score", name], ["print", "launch", "-o", name]):
        ended = fairsheet(*words, cwd=tmp_path)
        assert not {"\x1b", "\x9b"} & {*ended.out, *ended.err}
        assert "\ufffd[31mx\ufffd.jpg" in ended.err


def test_errors_shorten_long_arguments(fairsheet: Fairsheet, capsys: pytest.CaptureFixture[str]) -> None:
    complain("x" * 10_000)
    assert len(capsys.readouterr().err) < 2_500
    for words in (
        f"print {'x' * 5000} --players 2 -o x.pdf",
        f"score {'y' * 5000}",
        f"deal launch --{'z' * 5000}",
    ):
        ended = fairsheet(*words.split())
        ended.refused()
        assert len(ended.err) < 2_500
