"""The greys that sheets are printed in, by name: 0 is black, 1 is white. Light enough under fields for ink to stand out."""

from __future__ import annotations

PALETTE: dict[str, float] = {
    "ink": 0.0,
    "dark": 0.25,
    "mid": 0.5,
    "light": 0.7,
    "pale": 0.85,
    "faint": 0.94,
    "paper": 1.0,
}
