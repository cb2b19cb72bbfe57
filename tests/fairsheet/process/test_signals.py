"""Ctrl-C, TERM and HUP at moments throughout the commands leave no traceback and no partial file.

A moment is the n-th time that the program opens a file or imports a module. No test depends on time.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fairsheet import print_pdf

GAME = ("launch", "--seed", "x", "--players", "2")
COMMANDS = {
    "print": ("print", *GAME, "-o", "out/x.pdf"),
    "deal": ("deal", *GAME),
    "simulate": ("simulate", *GAME, "-o", "out"),
    "score": ("score", "played"),
    "verify": ("verify", "played"),
    "report": ("report", "played", "-o", "out/evening.html"),
    "batch": ("batch", "played", "-o", "out"),
    "scan": ("scan", "page.pdf", "-o", "out", "--overlay", "out", "--no-names"),
    "demo": ("demo", "--seed", "x", "--players", "2", "-o", "out"),
}  # fmt: skip
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
PROGRAM = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever those who run the tests ignore
for name in {"SIGTERM", "SIGHUP"} & set(dir(signal)):
    signal.signal(getattr(signal, name), signal.SIG_DFL)
pipe, moment, number = (int(sys.argv.pop(1)) for _ in range(3))
def hook(event, arguments):
    global moment
    if event in ("import", "open"):
        moment -= 1
        if moment == 0:
            os.kill(os.getpid(), number)
from fairsheet.__main__ import main
sys.addaudithook(hook)
try:
    main()
finally:
    os.write(pipe, str(-moment).encode())
"""


def run(folder: Path, words: tuple[str, ...], moment: int, number: int) -> tuple[int, str, int]:
    """Return the exit code, stderr, and the number of moments after the signal."""
    reading, writing = os.pipe()
    command = [sys.executable, "-c", PROGRAM, *map(str, (writing, moment, number)), *words]
    ended = subprocess.run(
        command, cwd=folder, pass_fds=[writing], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, timeout=300,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as pipe:
        return ended.returncode, ended.stderr, int(pipe.read() or 0)


def check_command(folder: Path, table: list[Path], words: tuple[str, ...], moments: int) -> None:
    (folder / "page.pdf").write_bytes(print_pdf("launch", seed="x", players=2, seat=1))
    (folder / "played").mkdir()
    for seat, record in enumerate(table, 1):
        (folder / "played" / f"{seat}.json").write_bytes(record.read_bytes())
    code, errors, count = run(folder, words, 0, 0)
    assert code in (0, 1, 3), errors
    stopped = 0
    for step in range(1, moments + 1):
        number = SIGNALS[step % len(SIGNALS)]
        shutil.rmtree(folder / "out", ignore_errors=True)
        code, errors, _ = run(folder, words, step * count // (moments + 1), number)
        assert "Traceback" not in errors and "Exception ignored" not in errors, errors
        # some moments are after the work or before the first line of fairsheet
        assert code in (128 + number, -number, 0, 1, 3)
        stopped += code == 128 + number
        check_files(folder)
    assert stopped >= moments // 2


def check_files(folder: Path) -> None:
    for path in folder.rglob("*"):
        assert not path.name.startswith(".") or path.name == ".batch.lock"  # the lock file stays
        content = path.read_bytes() if path.is_file() else b""
        match path.suffix:
            case ".json":
                json.loads(content)
            case ".jsonl":
                assert all(map(json.loads, content.splitlines()))
            case ".html":
                assert content.rstrip().endswith(b"</html>")
            case ".pdf":
                assert content.rstrip().endswith(b"%%EOF")
            case ".jpg":
                assert content.endswith(b"\xff\xd9")


@pytest.mark.parametrize(("name", "moments"), [("simulate", 3), ("scan", 2)])
def test_a_signal_stops_a_command(tmp_path: Path, table: list[Path], name: str, moments: int) -> None:
    check_command(tmp_path, table, COMMANDS[name], moments)


@pytest.mark.soak
@pytest.mark.parametrize("name", COMMANDS)
def test_signals_at_many_moments_stop_each_command(tmp_path: Path, table: list[Path], name: str) -> None:
    check_command(tmp_path, table, COMMANDS[name], 20 * len(SIGNALS))


def test_interrupt_before_the_imports_ends_silently(tmp_path: Path) -> None:
    for moment in (1, 5, 25):
        code, errors, _ = run(tmp_path, ("sheets",), moment, signal.SIGINT)
        assert (code, errors.strip()) == (130, "")


def test_signals_ignored_by_the_caller_stay_ignored(tmp_path: Path) -> None:
    """Callers such as nohup, and shells that start background jobs, ignore signals."""
    program = (
        f"trap '' HUP INT; {sys.executable} -m fairsheet deal {' '.join(GAME)} --json & kill -HUP $!; wait $!"
    )
    ended = subprocess.run(["sh", "-c", program], cwd=tmp_path, capture_output=True, check=False, timeout=60)
    assert ended.returncode == 0 and json.loads(ended.stdout)
