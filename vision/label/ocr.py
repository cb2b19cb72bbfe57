"""Reading lines of print and block letters with Tesseract, where it is installed.

pytesseract is imported when it is first needed: the import takes longer than reading a photo.
"""

from __future__ import annotations

import shutil
from functools import cache

import cv2

from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.printed.illumination import Gray

PROGRAM = "tesseract"
TIMEOUT = 10  # s; one line takes a fifth of a second
LEAST_CONFIDENCE = 40.0  # of 100; below, Tesseract is guessing
ONE_LINE = "--psm 7"
PRINT = "eng"  # what we print ourselves
ACCENTED = ("deu", "ces", "fra", "pol", "spa", "hun", "slk", "swe", "dan", "nor", "fin", "por", "ita", "nld")
MOST_LANGUAGES = 4  # beside our own: each takes as long as the first


def ocr_available() -> bool:
    """Whether Tesseract is installed."""
    return shutil.which(PROGRAM) is not None


@cache
def name_languages() -> str:
    """The languages of names as Tesseract takes them, such as `deu+ces+eng`: those of `ACCENTED` that are installed.

    Ours is the last of them, for Tesseract leans towards the first, and English has no ü.
    """
    import pytesseract

    try:
        installed = set(pytesseract.get_languages())
    except (pytesseract.TesseractError, pytesseract.TesseractNotFoundError, OSError):
        return PRINT
    return "+".join([*[each for each in ACCENTED if each in installed][:MOST_LANGUAGES], PRINT])


def read_line(gray: Gray, least_confidence: float = LEAST_CONFIDENCE, languages: str | None = None) -> str:
    """One line of text, "" where nothing can be read; words that Tesseract is less sure of (0 to 100) are
    left out. `languages` are those of `name_languages`, or else that of our own print.

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
        words = pytesseract.image_to_data(
            padded,
            lang=languages or PRINT,
            config=ONE_LINE,
            timeout=TIMEOUT,
            output_type=pytesseract.Output.DICT,
        )
    except (pytesseract.TesseractError, RuntimeError):
        return ""
    sure = [
        word
        for word, confidence in zip(words["text"], words["conf"], strict=True)
        if word.strip() and float(confidence) >= least_confidence
    ]
    return " ".join(sure)
