"""Players read where a field is in words; only `--ids` adds its id."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.vision.readings.reading import Doubt
from tests.conftest import Fairsheet
from tests.doubts_beside import write_doubts
from tests.fairsheet.here import content, impossible, records_of, write_records

FIELD = "score.total"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An illegal sheet, and one with a mark in doubt that somebody changed."""
    first, second = records_of("launch", "otter")
    path, _ = write_records(tmp_path / "records", [first, impossible(second)])
    mark = first.marks[FIELD]
    doubt = Doubt(FIELD, ((mark, 0.6), (1, 0.4)), mark, Message("alike"), matters=True)
    write_doubts(path, "a.jpg", [doubt])
    return path.parent


def ids_in(*texts: str) -> set[str]:
    return {id_ for id_ in load_sheet("launch").field if "." in id_ and any(id_ in each for each in texts)}


@pytest.mark.parametrize(
    "words",
    [
        "verify --history --html page",
        "score",
        "report -o page.html",
        "report -o page.txt",
        "correct --seat=1 error.3=crossed",
    ],
)
def test_an_option_shows_all_ids(fairsheet: Fairsheet, folder: Path, tmp_path: Path, words: str) -> None:
    command, *options = words.split()
    found = []
    for more in ([], ["--ids"]):
        ended = fairsheet(command, folder, *options, *more, cwd=tmp_path)
        page = next(tmp_path.glob("page*"), None)
        found.append(ids_in(ended.out, ended.err, page.read_text() if page else ""))
    assert not found[0] and found[1]


def test_pages_of_a_batch_show_no_ids(fairsheet: Fairsheet, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    told = fairsheet("batch", folder, "-o", out, "--workers", 1)
    corrected = fairsheet("correct", out, "--seat", 1, f"{FIELD}=7")
    pages = [each.decode() for name, each in content(out).items() if name.endswith(".html")]
    assert any("Changed by hand" in page or "Answered" in page for page in pages)
    assert not ids_in(told.out, told.err, corrected.out, corrected.err, *pages)
