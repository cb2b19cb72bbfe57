"""Draw digits and capitals several lines high with block characters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import zip_longest

_ROWS = 5  # height of a letter in pixels
_GLYPHS = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# ..# ..#",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "A": "### #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": "### #.. #.. #.. ###",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ### #.. ###",
    "F": "### #.. ### #.. #..",
    "G": "#### #... #.## #..# ####",
    "H": "#.# #.# ### #.# #.#",
    "I": "# # # # #",
    "J": "..# ..# ..# #.# ###",
    "K": "#..# #.#. ##.. #.#. #..#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": "### #.# #.# #.# ###",
    "P": "### #.# ### #.. #..",
    "Q": "###. #.#. #.#. ###. ...#",
    "R": "##. #.# ##. #.# #.#",
    "S": "### #.. ### ..# ###",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    " ": "... ... ... ... ...",
}
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def height(scale: int) -> int:
    """Return the number of lines that a text of this scale needs."""
    return _ROWS * scale or (_ROWS + 1) // 2


@lru_cache(maxsize=256)  # the search for an arrangement draws the same words hundreds of times
def draw_large(text: str, scale: int, *, blocks: bool = True) -> tuple[str, ...]:
    """Return the lines of a text with pixels of `2 * scale` characters by `scale` lines.

    Scale 0 is the smallest, with half blocks: a pixel is one character wide and half a line high. Without `blocks`,
    pixels are # characters, and there is no scale 0.

    >>> print("\\n".join(draw_large("7", 1, blocks=False)))
    ######
        ##
        ##
        ##
        ##
    """
    plain = unicodedata.normalize("NFD", text.upper())  # accents are not drawn
    glyphs = [_GLYPHS[character].split() for character in plain if not unicodedata.combining(character)]
    pixels = [".".join(glyph[row] for glyph in glyphs) for row in range(_ROWS)]
    if scale == 0:
        pairs = zip_longest(pixels[::2], pixels[1::2], fillvalue="." * len(pixels[0]))
        return tuple(
            "".join(_HALVES[top == "#", low == "#"] for top, low in zip(*pair, strict=True)) for pair in pairs
        )
    inked = ("█" if blocks else "#") * 2 * scale
    lines = ["".join(inked if pixel == "#" else " " * len(inked) for pixel in row) for row in pixels]
    return tuple(line for line in lines for _ in range(scale))
