"""Reading lines of print and block letters with Tesseract, where it is installed."""

from __future__ import annotations

import shutil

import cv2
import pytesseract

from sheets.errors import InputError
from vision.light import Gray

TIMEOUT = 10  # s; one line takes a fifth of a second
LEAST_CONFIDENCE = 40.0  # of 100; below, Tesseract is guessing


def ocr_available() -> bool:
    """Whether Tesseract is installed."""
    return shutil.which(pytesseract.pytesseract.tesseract_cmd) is not None


def read_line(gray: Gray, letters: str = "") -> str:
    """One line of text, "" where nothing can be read; `letters` limits what it may consist of.

    Raises InputError where Tesseract is not installed.
    """
    if not ocr_available():
        raise InputError(
            "reading text needs the program Tesseract, which is not installed",
            mend="install it (Debian: apt install tesseract-ocr) or give --sheet and --seed",
        )
    options = "--psm 7" + (f" -c tessedit_char_whitelist={letters}" if letters else "")
    padded = cv2.copyMakeBorder(gray, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255)
    try:
        words = pytesseract.image_to_data(
            padded, lang="eng", config=options, timeout=TIMEOUT, output_type=pytesseract.Output.DICT
        )
    except (pytesseract.TesseractError, RuntimeError):
        return ""
    sure = [
        word
        for word, confidence in zip(words["text"], words["conf"], strict=True)
        if word.strip() and float(confidence) >= LEAST_CONFIDENCE
    ]
    return " ".join(sure)
