"""The colours of the print, by name.

Print under a person's ink is `mid` or lighter, so that a camera can distinguish ink from print. The tints of the
actions are pale and differ in grey as well as in hue. They never carry meaning alone, so that a printer without colour
loses nothing.
"""

from __future__ import annotations

Rgb = tuple[float, float, float]


def _grey(level: float) -> Rgb:
    return (level, level, level)


def _hex(code: str) -> Rgb:
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return (red, green, blue)


PALETTE: dict[str, Rgb] = {  # red, green and blue from 0 to 1
    "ink": _grey(0.0),  # words, fiducials, the label: black, because printers dissolve dark greys into dots
    "dark": _grey(0.3),
    "mid": _grey(0.5),
    "light": _grey(0.7),
    "pale": _grey(0.85),
    "faint": _grey(0.94),
    "paper": _grey(1.0),
    "pen": _hex("1c3d7a"),  # examples of handwriting
    "robot": _hex("d9dfe6"),
    "energy": _hex("fbf0bd"),
    "plant": _hex("c3e2b3"),
    "water": _hex("b0d6f3"),
    "astronaut": _hex("f9e1d0"),
    "planning": _hex("cbb9dd"),
    "wild": _hex("f5f5f5"),
    "rust": _hex("f2aaa2"),
    "earth": _hex("d3b795"),
    "red": _hex("c8322d"),  # saturated colours, only next to places for ink
    "orange": _hex("ee7f1d"),
    "yellow": _hex("f5c531"),
    "green": _hex("3a8f4a"),
    "blue": _hex("2a6fb8"),
    "violet": _hex("7b4ea3"),
    "brown": _hex("7d5233"),
}


def luminance(colour: str) -> float:
    """Return how light a colour of the palette prints in grey, from 0 (black) to 1 (weights of ITU-R BT.601)."""
    red, green, blue = PALETTE[colour]
    return 0.299 * red + 0.587 * green + 0.114 * blue
