"""A scan that is killed between two files leaves every record that it finished, with its doubts."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from fairsheet import print_pdf
from fairsheet.engine.records.record import read_record
from fairsheet.pipeline.base.doubt_files import read_doubts_file

PROGRAM = """
import os, signal, sys
left = 4  # files that get their names: doubts and record of the first sheet, doubts and record of the second
def hook(event, arguments):
    global left
    if event == "os.rename":
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
from fairsheet.__main__ import main
sys.addaudithook(hook)
main()
"""


def test_a_killed_scan_leaves_the_records_that_it_finished(tmp_path: Path) -> None:
    (tmp_path / "sheets.pdf").write_bytes(print_pdf("launch", seed="x", players=2))
    words = [sys.executable, "-c", PROGRAM, "scan", "sheets.pdf", "-o", "records", "--no-names"]
    ended = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False, timeout=300)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    (record,) = (tmp_path / "records").glob("*.json")
    sheet, read = read_record(record.read_bytes(), "")
    kept = read_doubts_file(record, sheet)
    assert (read.game.seed, read.seat) == ("x", 1) and kept is not None and kept.photo is not None
