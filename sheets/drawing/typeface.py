"""The fonts of the print: files, widths of words, and what is shown for a character that no font has.

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
LEAST_PRINTED = 6.0  # points on paper, of what is on every page
MM_PER_POINT = 25.4 / 72
CAP_HEIGHT = 0.714  # of the font's size
LEADING = 1.2  # from line to line, of the font's size
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_STAND_INS = {"\N{MINUS SIGN}": "\N{EN DASH}"}  # the font lacks the sign; the dash looks the same


def legible(size: float, scale: float) -> float:
    """A size in points, or what makes 6 points on paper of `scale`."""
    return max(size, LEAST_PRINTED / scale)


def line_height(size: float) -> float:
    """From line to line, mm; `size` in points."""
    return size * MM_PER_POINT * LEADING


@cache
def load_font(font: str) -> TTFont:
    """The font of a name in FONT_FILES, registered for reportlab under `registered_name`."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    loaded = TTFont(registered_name(font), str(FONTS / FONT_FILES[font]))
    registerFont(loaded)
    return loaded


def registered_name(font: str) -> str:
    """The name under which reportlab knows a font."""
    return f"fairsheet-{font}"


def printable(text: str, font: str = "regular") -> str:
    """The text with everything that the font lacks replaced by a visible character, one for one."""
    widths = load_font(font).face.charWidths
    stood_in = (_STAND_INS.get(character, character) for character in text)
    return "".join(character if ord(character) in widths else REPLACEMENT for character in stood_in)


def without_glyph(text: str, font: str = "regular") -> list[str]:
    """The characters of a text that the font lacks, each once.

    >>> without_glyph("a rocket: \N{ROCKET}\N{ROCKET}")
    ['\N{ROCKET}']
    """
    shown = zip(text, printable(text, font), strict=True)
    return list(dict.fromkeys(each for each, print_ in shown if print_ == REPLACEMENT != each))


def format_character(character: str) -> str:
    """A character with its number in Unicode, by which it can be looked up.

    >>> format_character("é"), format_character("\N{ZERO WIDTH SPACE}")
    ('é (U+00E9)', 'U+200B')
    """
    number = f"U+{ord(character):04X}"
    return f"{character} ({number})" if character.isprintable() else number


def text_width(text: str, size: float, font: str = "regular") -> float:
    """The width in mm of one line of text; `size` is in points."""
    return float(load_font(font).stringWidth(printable(text, font), size)) * MM_PER_POINT


def fitted_size(text: str, size: float, width: float, font: str = "regular") -> float:
    """The size in points, at most `size`, at which the text is no wider than `width` mm."""
    natural = text_width(text, size, font)
    return size if natural <= width else size * width / natural


def wrapped(text: str, size: float, width: float, font: str = "regular") -> list[str]:
    """The text as lines no wider than `width` mm, broken at spaces (a single longer word stays whole)."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, font) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
