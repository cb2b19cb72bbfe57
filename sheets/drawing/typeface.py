"""The fonts of the print: files, widths of words, and replacements for characters that no font has.

The fonts are Noto Sans, shipped with their licence in `sheets/drawing/fonts`; all have tabular digits.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

FONT_FILES = {
    "regular": "NotoSans-Regular.ttf",
    "bold": "NotoSans-Bold.ttf",
    "condensed": "NotoSans-CondensedMedium.ttf",
    "condensed-bold": "NotoSans-CondensedBold.ttf",
}
FONTS = Path(__file__).parent / "fonts"
LEAST_PRINTED = 6.0  # points on paper, of words on every page
MM_PER_POINT = 25.4 / 72
CAP_HEIGHT = 0.714  # share of the font's size
LEADING = 1.2  # distance of lines, as a share of the font's size
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_STAND_INS = {"\N{MINUS SIGN}": "\N{EN DASH}"}  # the font lacks the sign; the dash looks the same


def legible(size: float, scale: float) -> float:
    """Return a size in points, raised to at least 6 points on paper of `scale`."""
    return max(size, LEAST_PRINTED / scale)


def line_height(size: float) -> float:
    """Return the distance of lines, mm; `size` is in points."""
    return size * MM_PER_POINT * LEADING


@cache
def load_font(font: str) -> TTFont:
    """Return the font of a name in FONT_FILES, registered for reportlab under `registered_name`."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    loaded = TTFont(registered_name(font), str(FONTS / FONT_FILES[font]))
    registerFont(loaded)
    return loaded


def registered_name(font: str) -> str:
    """Return the name of a font in reportlab."""
    return f"fairsheet-{font}"


def printable(text: str, font: str = "regular") -> str:
    """Return the text with each character that the font lacks replaced by a visible one."""
    widths = load_font(font).face.charWidths
    replaced = (_STAND_INS.get(character, character) for character in text)
    return "".join(character if ord(character) in widths else REPLACEMENT for character in replaced)


def without_glyph(text: str, font: str = "regular") -> list[str]:
    """Return the characters of a text that the font lacks, each once.

    >>> without_glyph("a rocket: \N{ROCKET}\N{ROCKET}")
    ['\N{ROCKET}']
    """
    shown = zip(text, printable(text, font), strict=True)
    return list(dict.fromkeys(each for each, print_ in shown if print_ == REPLACEMENT != each))


def format_character(character: str) -> str:
    """Return a character with its Unicode number, for looking it up.

    >>> format_character("é"), format_character("\N{ZERO WIDTH SPACE}")
    ('é (U+00E9)', 'U+200B')
    """
    number = f"U+{ord(character):04X}"
    return f"{character} ({number})" if character.isprintable() else number


def text_width(text: str, size: float, font: str = "regular") -> float:
    """Return the width in mm of one line of text; `size` is in points."""
    return float(load_font(font).stringWidth(printable(text, font), size)) * MM_PER_POINT


def fitted_size(text: str, size: float, width: float, font: str = "regular") -> float:
    """Return the size in points, at most `size`, at which the text is no wider than `width` mm."""
    natural = text_width(text, size, font)
    return size if natural <= width else size * width / natural


def wrapped(text: str, size: float, width: float, font: str = "regular") -> list[str]:
    """Return the text as lines no wider than `width` mm, broken at spaces (a single longer word stays whole)."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, font) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
