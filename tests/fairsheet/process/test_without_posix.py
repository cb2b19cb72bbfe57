"""fairsheet works on a system that has only what Windows has; no real Windows takes part."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
HIDING = ROOT / "tests" / "data" / "without_posix"
SETTING = {"PYTHONPATH": os.pathsep.join(map(str, (HIDING, ROOT))), "PYTHONIOENCODING": "cp1252:strict"}


def run(*words: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, *map(str, words)]
    return subprocess.run(
        command, env={**os.environ, **SETTING}, capture_output=True, timeout=300, check=False
    )


def test_the_table_is_read_proved_and_ranked(table: list[Path], tmp_path: Path) -> None:
    """The batch locks its folder and has workers; names that cp1252 lacks are replaced on stdout."""
    record = json.loads(table[0].read_bytes())
    (tmp_path / "seat-1.json").write_text(json.dumps({**record, "player": "Čeněk"}), encoding="utf-8")
    records = [tmp_path / "seat-1.json", *table[1:]]
    ended = run("-m", "fairsheet", "batch", *records, "-o", tmp_path / "out")
    assert ended.returncode == 0 and "1 table: 1 legal" in ended.stdout.decode("cp1252"), ended.stderr
    assert "Čeněk" in (tmp_path / "out" / "results.csv").read_text("utf-8")
    shown = run("-m", "fairsheet", "score", *records)
    assert shown.returncode == 0 and "?en?k" in shown.stdout.decode("cp1252"), shown.stderr


def test_only_one_process_locks_a_file(tmp_path: Path) -> None:
    file = f"open({str(tmp_path / 'lock')!r}, 'a')"
    lock = f"from fairsheet.sheets.support.system import lock_file; lock_file(file := {file})"
    again = f"{lock}; import subprocess, sys; sys.exit(subprocess.run([sys.executable, '-c', {lock!r}]).returncode)"
    assert run("-c", lock).returncode == 0
    assert b"BlockingIOError" in run("-c", again).stderr


@pytest.mark.parametrize("module", ["fcntl", "resource"])
def test_the_tests_here_hide_something(module: str) -> None:
    assert run("-c", f"import {module}").returncode == 1


def test_links_that_became_text_files_are_explained(tmp_path: Path) -> None:
    package = tmp_path / "fairsheet"
    package.mkdir()
    for name in ("__init__.py", "__main__.py"):
        shutil.copy(ROOT / "fairsheet" / name, package)
    (package / "sheets").write_text("../sheets")
    ended = subprocess.run(
        [sys.executable, "-m", "fairsheet"], cwd=tmp_path, env={}, capture_output=True, check=False
    )
    assert ended.returncode == 2 and b"git clone -c core.symlinks=true" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
