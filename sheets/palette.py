"""The colours of the print, by name.

What may lie under a person's ink is `mid` or lighter, so that a camera can tell ink from print. The tints of
the actions are pale and never carry meaning alone, so that nothing is lost on a printer without colour.
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
    "robot": _hex("cdd3da"),
    "energy": _hex("f9ecb4"),
    "plant": _hex("cfe7c0"),
    "water": _hex("bcdcf5"),
    "astronaut": _hex("f5d6be"),
    "planning": _hex("dccbe6"),
    "wild": _hex("f3f3f3"),
}


def luminance(colour: str) -> float:
    """How light a colour of the palette prints in grey, from 0 (black) to 1 (weights of ITU-R BT.601)."""
    red, green, blue = PALETTE[colour]
    return 0.299 * red + 0.587 * green + 0.114 * blue
