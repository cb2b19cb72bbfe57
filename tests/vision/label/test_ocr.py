"""Names keep their umlauts if Tesseract has the languages for them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytesseract
import pytest
from PIL import Image, ImageDraw, ImageFont

from fairsheet.sheets.drawing.typeface import FONTS
from fairsheet.vision.label import ocr
from fairsheet.vision.label.ocr import describe_missing_languages, name_languages, ocr_available, read_line


@pytest.fixture(autouse=True)
def asked_again() -> Iterator[None]:
    ocr._installed.cache_clear()
    yield
    ocr._installed.cache_clear()


@pytest.mark.parametrize(
    ("installed", "used"),
    [
        (["eng", "osd"], "eng"),
        (["deu", "eng", "jpn"], "deu+eng"),
        (["nld", "ces", "deu", "eng"], "deu+ces+nld+eng"),
    ],
)
def test_the_languages_of_names(monkeypatch: pytest.MonkeyPatch, installed: list[str], used: str) -> None:
    monkeypatch.setattr(pytesseract, "get_languages", lambda: installed)
    assert name_languages("en") == used


def test_missing_languages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytesseract, "get_languages", lambda: ["deu", "eng"])
    words = "Tesseract has no Czech, and names lose their accents (Debian: apt install tesseract-ocr-ces)"
    assert describe_missing_languages() == words
    ocr._installed.cache_clear()
    monkeypatch.setattr(pytesseract, "get_languages", lambda: ["ces", "deu", "eng"])
    assert describe_missing_languages() is None


def test_the_default_language_is_that_of_our_print(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[str]:
        raise pytesseract.TesseractNotFoundError

    monkeypatch.setattr(pytesseract, "get_languages", fail)
    assert name_languages("cs") == "eng"


@pytest.mark.skipif(
    not ocr_available() or "deu" not in pytesseract.get_languages(), reason="Tesseract has no German"
)
def test_an_umlaut_is_read() -> None:
    picture = Image.new("L", (700, 90), 255)
    font = ImageFont.truetype(FONTS / "NotoSans-Regular.ttf", 48)
    ImageDraw.Draw(picture).text((20, 15), "JÜRGEN", font=font, fill=0)
    assert read_line(np.asarray(picture), languages=name_languages("de")) == "JÜRGEN"
