"""Read lines of print and block letters with Tesseract, if it is installed.

The libraries are imported on first use: a program that only asks for Tesseract need not wait for them.
"""

from __future__ import annotations

import shutil
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

if TYPE_CHECKING:
    from fairsheet.vision.printed.illumination import Gray

PROGRAM = "tesseract"
TIMEOUT = 10  # s; one line takes a fifth of a second
LEAST_CONFIDENCE = 40.0  # of 100; below it, Tesseract is guessing
ONE_LINE = "--psm 7"
PRINT = "eng"  # the language of our own print
ACCENTED = ("deu", "ces", "fra", "pol", "spa", "hun", "slk", "swe", "dan", "nor", "fin", "por", "ita", "nld")
OURS = {"cs": "ces", "de": "deu"}  # those of our sheets' languages
NAMES = {"ces": "Czech", "deu": "German"}
MOST_LANGUAGES = 4  # in addition to English: each takes as long as the first


def ocr_available() -> bool:
    """Return whether Tesseract is installed."""
    return shutil.which(PROGRAM) is not None


def name_languages(of_sheet: str) -> str:
    """Return the languages for names as a Tesseract argument, such as `deu+ces+eng`.

    They are the installed ones of `ACCENTED`, that of the sheet first. English is last, because Tesseract
    prefers the first language, and English has no ü.
    """
    ordered = sorted(ACCENTED, key=lambda each: each != OURS.get(of_sheet))
    return "+".join([*[each for each in ordered if each in _installed()][:MOST_LANGUAGES], PRINT])


def describe_missing_languages() -> str | None:
    """Return a line that names the players' languages missing in Tesseract and how to install them, or None."""
    missing = [language for language in NAMES if language not in _installed()]
    if not missing:
        return None
    packages = " ".join(f"tesseract-ocr-{language}" for language in missing)
    names = listed([NAMES[language] for language in missing])
    return f"Tesseract has no {names}, and names lose their accents (Debian: apt install {packages})"


@cache
def _installed() -> frozenset[str]:
    """Return the languages that Tesseract has."""
    import pytesseract

    try:
        return frozenset(pytesseract.get_languages())
    except (pytesseract.TesseractError, pytesseract.TesseractNotFoundError, OSError):
        return frozenset()


class Word(NamedTuple):
    """A word that Tesseract read, and its confidence, 0 to 100."""

    text: str
    confidence: float


def read_line(gray: Gray, least_confidence: float = LEAST_CONFIDENCE, languages: str | None = None) -> str:
    """Return one line of text without words below `least_confidence`; "" if nothing can be read.

    Raises FairsheetError as `read_words` does.
    """
    words = read_words(gray, languages)
    return " ".join(word.text for word in words if word.confidence >= least_confidence)


def read_words(gray: Gray, languages: str | None = None) -> list[Word]:
    """Return the words of one line of text.

    `languages` are as returned by `name_languages`; the default is that of our own print. Raises FairsheetError
    if Tesseract is not installed.
    """
    if not ocr_available():
        raise FairsheetError(
            Message("reading text needs the program Tesseract, which is not installed"),
            code=ErrorCode.MISSING_DEPENDENCY,
            hint=Message("install it (Debian: apt install tesseract-ocr), or scan with --no-names"),
        )
    import cv2
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
