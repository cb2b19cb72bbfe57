"""The drawings of the icons, by name."""

from __future__ import annotations

from sheets.icon_paths import Drawing, Layer, TextSpot

_ROCKET = "M 50 2 C 66 16 70 38 66 64 L 34 64 C 30 38 34 16 50 2 Z"
_FINS = "M 33 46 L 18 72 L 34 68 Z M 67 46 L 82 72 L 66 68 Z"
_FLAME = "M 42 70 L 50 94 L 58 70 Z"
_DIAMOND = "M 50 2 L 98 50 L 50 98 L 2 50 Z"
_OCTAGON = "M 30 4 L 70 4 L 96 30 L 96 70 L 70 96 L 30 96 L 4 70 L 4 30 Z"
_ARROW = "M 4 36 L 54 36 L 54 14 L 96 50 L 54 86 L 54 64 L 4 64 Z"

DRAWINGS: dict[str, Drawing] = {
    "rockets": Drawing((Layer(_ROCKET, "solid"), Layer(_FINS, "solid"), Layer(_FLAME, "solid"))),
    "idle-rockets": Drawing((Layer(_ROCKET), Layer(_FINS), Layer(_FLAME))),
    "row-rocket": Drawing((Layer(_ROCKET), Layer(_FINS), Layer(_FLAME))),
    "extra-rocket": Drawing((Layer(_ROCKET), Layer(_FINS), Layer(_FLAME))),
    "arrow": Drawing((Layer(_ARROW, "body"),)),
    "prepare": Drawing((Layer(_ARROW, "solid"),)),
    "build-x": Drawing((Layer(_OCTAGON), Layer("M 32 32 L 68 68 M 68 32 L 32 68", weight=2))),
    "sabotage": Drawing((Layer(_DIAMOND), Layer("M 44 20 L 56 20 L 53 58 L 47 58 Z O 50 71 6 6", "solid"))),
    "system-error": Drawing((Layer(_DIAMOND), Layer("O 50 50 20 20"))),
    "mission": Drawing((Layer("M 27 8 L 73 8 L 98 50 L 73 92 L 27 92 L 2 50 Z", "body"),)),
    "row-value": Drawing((Layer("R 2 2 96 96", "body"),), TextSpot(width=86), stretches=True),
    "robot": Drawing((Layer("R 20 30 60 50"),)),
    "energy": Drawing((Layer("M 58 4 L 22 56 L 46 56 L 40 96 L 78 42 L 54 42 Z", "solid"),)),
    "plant": Drawing((Layer("M 50 96 L 50 40 C 20 40 14 20 12 6 C 40 6 50 22 50 40", "body"),)),
    "water": Drawing(
        (
            Layer(
                "M 50 4 C 62 30 82 48 82 66 C 82 84 68 96 50 96 C 32 96 18 84 18 66 C 18 48 38 30 50 4 Z",
                "solid",
            ),
        )
    ),
    "astronaut": Drawing((Layer("O 50 42 36 36", "body"), Layer("O 50 44 24 18", "solid"))),
    "planning": Drawing((Layer("R 18 12 64 80", "body"),)),
    "wild": Drawing(
        (Layer("M 50 6 L 62 38 L 96 38 L 68 58 L 79 92 L 50 71 L 21 92 L 32 58 L 4 38 L 38 38 Z", "solid"),)
    ),
}
