"""Reading lines of print and block letters with Tesseract, where it is installed.

pytesseract is imported when it is first needed: the import takes longer than reading a photo.
"""

from __future__ import annotations

import shutil
from functools import cache
from typing import NamedTuple

import cv2

from fairsheet.languages.messages import listed
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.printed.illumination import Gray

PROGRAM = "tesseract"
TIMEOUT = 10  # s; one line takes a fifth of a second
LEAST_CONFIDENCE = 40.0  # of 100; below, Tesseract is guessing
ONE_LINE = "--psm 7"
PRINT = "eng"  # what we print ourselves
ACCENTED = ("deu", "ces", "fra", "pol", "spa", "hun", "slk", "swe", "dan", "nor", "fin", "por", "ita", "nld")
OURS = {"cs": "ces", "de": "deu"}  # of those, the ones that our sheets speak
NAMES = {"ces": "Czech", "deu": "German"}
MOST_LANGUAGES = 4  # beside our own: each takes as long as the first


def ocr_available() -> bool:
    """Whether Tesseract is installed."""
    return shutil.which(PROGRAM) is not None


def name_languages(of_sheet: str) -> str:
    """The languages of names as Tesseract takes them, such as `deu+ces+eng`: those of `ACCENTED` that are installed,
    before all others that of the sheet.

    English is the last of them, for Tesseract leans towards the first, and English has no ü.
    """
    ordered = sorted(ACCENTED, key=lambda each: each != OURS.get(of_sheet))
    return "+".join([*[each for each in ordered if each in _installed()][:MOST_LANGUAGES], PRINT])


def missing_languages_line() -> str | None:
    """Which languages of our players Tesseract lacks, and how to install them; None where it has them."""
    missing = [language for language in NAMES if language not in _installed()]
    if not missing:
        return None
    packages = " ".join(f"tesseract-ocr-{language}" for language in missing)
    names = listed([NAMES[language] for language in missing])
    return f"Tesseract has no {names}, and names lose their accents (Debian: apt install {packages})"


@cache
def _installed() -> frozenset[str]:
    """The languages that Tesseract has."""
    import pytesseract

    try:
        return frozenset(pytesseract.get_languages())
    except (pytesseract.TesseractError, pytesseract.TesseractNotFoundError, OSError):
        return frozenset()


class Word(NamedTuple):
    """A word as Tesseract read it, and how sure it is of it, 0 to 100."""

    text: str
    confidence: float


def read_line(gray: Gray, least_confidence: float = LEAST_CONFIDENCE, languages: str | None = None) -> str:
    """One line of text, "" where nothing can be read; words that Tesseract is less sure of are left out.

    Raises FairsheetError as `read_words` does.
    """
    words = read_words(gray, languages)
    return " ".join(word.text for word in words if word.confidence >= least_confidence)


def read_words(gray: Gray, languages: str | None = None) -> list[Word]:
    """The words of one line of text; `languages` are those of `name_languages`, or else that of our own print.

    Raises FairsheetError where Tesseract is not installed.
    """
    if not ocr_available():
        raise FairsheetError(
            "reading text needs the program Tesseract, which is not installed",
            hint="install it (Debian: apt install tesseract-ocr), or scan with --no-names",
        )
    import pytesseract

    padded = cv2.copyMakeBorder(gray, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255)
    try:
        read = pytesseract.image_to_data(
            padded,
            lang=languages or PRINT,
            config=ONE_LINE,
            timeout=TIMEOUT,
            output_type=pytesseract.Output.DICT,
        )
    except (pytesseract.TesseractError, RuntimeError):
        return []
    words = zip(read["text"], read["conf"], strict=True)
    return [Word(text, float(confidence)) for text, confidence in words if text.strip()]
