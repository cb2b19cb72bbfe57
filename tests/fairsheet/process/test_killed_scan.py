"""A killed scan leaves the records of earlier files with their doubts."""

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
def hook(event, arguments):
    if event == "open" and str(arguments[0]) == "second.pdf" and os.path.exists("records/first.json"):
        os.kill(os.getpid(), signal.SIGKILL)
from fairsheet.__main__ import main
sys.addaudithook(hook)
main()
"""


def test_killed_scan_leaves_its_finished_records(tmp_path: Path) -> None:
    (tmp_path / "first.pdf").write_bytes(print_pdf("launch", seed="x", players=2, seat=1))
    (tmp_path / "second.pdf").write_bytes(b"%PDF-")
    words = [sys.executable, "-c", PROGRAM, "scan", "first.pdf", "second.pdf", "-o", "records", "--no-names"]
    ended = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False, timeout=300)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    record = tmp_path / "records" / "first.json"
    sheet, read = read_record(record.read_bytes(), "")
    kept = read_doubts_file(record, sheet)
    assert (read.game.seed, read.seat) == ("x", 1) and kept is not None and kept.photo is not None
