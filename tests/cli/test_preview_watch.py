"""`fairsheet preview --watch`: the picture follows the template."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fairsheet.watching import versions

GOOD = 'sheet x "X"\nzone z\n  slot a at: 10, 10\n'


def test_a_file_comes_again_after_each_change(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("a")
    changes: list[Callable[[], object]] = [
        lambda: None,
        lambda: path.write_text("ab"),
        lambda: path.unlink(),
        lambda: path.write_text("abc"),
    ]
    waits: list[int] = []

    def wait() -> None:
        waits.append(len(waits))
        changes[waits[-1]]()

    seen = versions(path, wait)
    next(seen)
    assert waits == []
    next(seen)
    assert waits == [0, 1]
    next(seen)
    assert waits == [0, 1, 2, 3]


def test_what_is_saved_while_it_is_drawn_is_drawn_again(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("a")
    seen = versions(path, lambda: None)
    next(seen)
    path.write_text("ab")
    next(seen)


def save(path: Path, text: str) -> None:
    """As editors do: nobody sees half of the file."""
    path.with_suffix(".new").write_text(text)
    path.with_suffix(".new").replace(path)


def test_the_picture_follows_the_template(tmp_path: Path) -> None:
    path = tmp_path / "x.sheet"
    path.write_text(GOOD)
    command = [
        sys.executable,
        "-uc",
        "from fairsheet.cli import main; main()",
        "preview",
        str(path),
        "--dpi",
        "36",
        "--watch",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == f"{path.with_suffix('.preview.png')}\n"
            first = path.with_suffix(".preview.png").read_bytes()
            save(path, GOOD + "nonsense\n")
            assert "x.sheet:4:1: there is no word nonsense" in process.stdout.readline()
            save(path, GOOD + "slot b at: 40, 40\n")
            assert process.stdout.readline() == f"{path.with_suffix('.preview.png')}\n"
            assert path.with_suffix(".preview.png").read_bytes() != first
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
        finally:
            process.kill()


def test_it_is_not_for_programs(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "x.sheet").write_text(GOOD)
    ended = fairsheet("preview", tmp_path / "x.sheet", "--watch", "--json")
    assert ended.code == 2 and "--watch goes without --json" in ended.err
