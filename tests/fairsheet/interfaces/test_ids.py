"""Players read the place of a field in words. Only `--ids` adds its id."""

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
    """Return a folder with an illegal sheet and a sheet with a doubtful mark."""
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
def test_only_the_option_shows_ids(fairsheet: Fairsheet, folder: Path, tmp_path: Path, words: str) -> None:
    command, *options = words.split()
    ids = []
    for more in ([], ["--ids"]):
        ended = fairsheet(command, folder, *options, *more, cwd=tmp_path)
        page = next(tmp_path.glob("page*"), None)
        ids.append(ids_in(ended.out, ended.err, page.read_text() if page else ""))
    assert not ids[0] and ids[1]


def test_pages_of_a_batch_show_no_ids(fairsheet: Fairsheet, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch_run = fairsheet("batch", folder, "-o", out, "--workers", 1)
    corrected = fairsheet("correct", out, "--seat", 1, f"{FIELD}=7")
    pages = [each.decode() for name, each in content(out).items() if name.endswith(".html")]
    assert any("Changed by hand" in page or "Answered" in page for page in pages)
    assert not ids_in(batch_run.out, batch_run.err, corrected.out, corrected.err, *pages)
