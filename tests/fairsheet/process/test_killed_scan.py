"""A scan that is killed between two files leaves every record that it finished, with its doubts.

The moment is the n-th time that a finished file gets its name, so that no test depends on time.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.records.record import Table, read_record
from fairsheet.pipeline.base.doubt_files import read_doubts_file
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.wording.labels import labels_of

PLAYERS = 3
PROGRAM = """
import os, signal, sys
left = int(sys.argv.pop(1))
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


@pytest.mark.parametrize(("renamed", "finished"), [(1, 0), (4, 1), (5, 2)])
def test_a_killed_scan_leaves_the_records_that_it_finished(
    tmp_path: Path, renamed: int, finished: int
) -> None:
    launch, seats = load_sheet("launch"), range(1, PLAYERS + 1)
    table = Table("x", PLAYERS, None, dict(deal(launch, "x", PLAYERS).missions))
    (tmp_path / "sheets.pdf").write_bytes(draw_pages(launch, labels_of(launch, table, seats), PAPERS["a4"]))
    words = [sys.executable, "-c", PROGRAM, str(renamed), "scan", "sheets.pdf", "-o", "records", "--no-names"]
    ended = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False, timeout=300)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    records = sorted((tmp_path / "records").glob("*.json"))
    assert len(records) == finished
    for record in records:
        sheet, read = read_record(record.read_bytes(), "")
        kept = read_doubts_file(record, sheet)
        assert read.game.seed == "x" and kept is not None and kept.photo is not None
