"""Handwritten names, from photos to results."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytesseract
import pytest

from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.label import ocr
from tests.conftest import Fairsheet
from tests.vision.handwritten import with_name
from tests.vision.photographed import photograph
from tests.vision.played import written

pytestmark = pytest.mark.skipif(not ocr.ocr_available(), reason="Tesseract is not installed")


@pytest.fixture(autouse=True)
def without_czech(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let Tesseract have only English."""
    monkeypatch.setattr(pytesseract, "get_languages", lambda: ["eng"])
    ocr._installed.cache_clear()
    yield
    ocr._installed.cache_clear()


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return photos of a table: one name with accents, and one that is not on the roster."""
    folder = tmp_path_factory.mktemp("evening") / "photos"
    folder.mkdir()
    for seat, name in ((1, "JIŘÍ KOVÁŘ"), (2, "BENJAMIN")):
        page = with_name(written(seat)[0], name)
        cv2.imwrite(str(folder / f"{seat}.png"), photograph(page, size=(2250, 3000)).gray)
    (folder.parent / "club.txt").write_text("Jiří Kovář\nGünther\n")
    return folder


def test_a_scan_matches_the_names_of_a_roster(fairsheet: Fairsheet, photos: Path, tmp_path: Path) -> None:
    ended = fairsheet(
        "scan", photos, "-o", tmp_path / "records", "--roster", photos.parent / "club.txt", "--json"
    )
    assert ended.code == 3 and ended.err.count("Tesseract has no Czech and German") == 1
    first, second = (each["sheets"][0] for each in ended.json["photos"])
    names = [dict(doubt["candidates"]) for doubt in first["doubts"] if doubt["field"] == PLAYER]
    assert all("Jiří Kovář" in each for each in names) if names else first["record"]["player"] == "Jiří Kovář"
    (stranger,) = (doubt for doubt in second["doubts"] if doubt["field"] == PLAYER)
    assert (stranger["kind"], stranger["chosen"]) == ("name", second["record"]["player"])


def test_a_batch_takes_a_roster_later(fairsheet: Fairsheet, photos: Path, tmp_path: Path) -> None:
    out, roster = tmp_path / "out", photos.parent / "club.txt"
    read = ("batch", photos, "-o", out, "--workers", 1, "--no-overlays")
    assert fairsheet(*read).err.count("Tesseract has no Czech and German") == 1
    assert fairsheet(*read, "--roster", roster).code == 3
    kept = [json.loads(path.read_text()) for path in sorted((out / "records").glob("*.doubts"))]
    assert any("no known player" in doubt["because"] for doubt in kept[1]["doubts"])
    done = fairsheet("correct", out, "--seat", 2, "player=Benjamin")
    assert done.code == 0, done.err
    assert "Benjamin" in (out / "results.csv").read_text()
    kept = [json.loads(path.read_text()) for path in sorted((out / "records").glob("*.doubts"))]
    assert [each["mark"] for each in kept[1]["corrections"]] == ["Benjamin"]


def test_print_without_handwriting_gives_no_language_warning(fairsheet: Fairsheet, tmp_path: Path) -> None:
    fairsheet("print", "launch", "--players", 2, "-o", tmp_path / "x.pdf")
    assert "Tesseract" not in fairsheet("scan", tmp_path / "x.pdf").err
