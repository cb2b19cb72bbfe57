"""The drawings of the icons, by name. All are our own; they are distinguished by shape, not by colour.

Old prints are read by drawing them again: a drawing that has been in a release stays, a better one gets a new name.
"""

from __future__ import annotations

from math import cos, pi, sin

from fairsheet.sheets.drawing.icon_paths import Drawing, Layer, TextSpot, shifted


def _corners(count: int, radius: float, inner: float = 0.0, turn: float = 0.0) -> str:
    """A regular polygon about the middle, first corner on top; with `inner` a star of that inner radius."""
    radii = (radius, inner) if inner else (radius,)
    steps = count * len(radii)
    points = []
    for i in range(steps):
        angle = 2 * pi * i / steps + turn
        reach = radii[i % len(radii)]
        points.append(f"{50 + reach * sin(angle):.2f} {50 - reach * cos(angle):.2f}")
    return f"M {points[0]} L {' '.join(points[1:])} Z"


def _ring(count: int, distance: float, radius: float) -> str:
    """Small circles around the middle, the first on top."""
    angles = [2 * pi * i / count for i in range(count)]
    spots = [(50 + distance * sin(a), 50 - distance * cos(a)) for a in angles]
    return " ".join(f"O {x:.2f} {y:.2f} {radius} {radius}" for x, y in spots)


def _spokes(count: int, start: float, end: float, turn: float = 0.0) -> str:
    """Straight lines away from the middle, the first one upwards."""
    angles = [2 * pi * i / count + turn for i in range(count)]
    ends = [(start * sin(a), start * cos(a), end * sin(a), end * cos(a)) for a in angles]
    return " ".join(f"M {50 + a:.2f} {50 - b:.2f} L {50 + c:.2f} {50 - d:.2f}" for a, b, c, d in ends)


# ---------------------------------------------------------------- shapes that several icons share

_HULL = "M 50 3 C 62 12 69 27 69 45 C 69 56 67 64 64 72 L 36 72 C 33 64 31 56 31 45 C 31 27 38 12 50 3 Z"
_FINS = "M 31 50 C 19 56 13 67 13 83 L 35 72 Z M 69 50 C 81 56 87 67 87 83 L 65 72 Z"
_FLAME = "M 41 77 L 59 77 C 59 86 54 91 50 98 C 46 91 41 86 41 77 Z"
_SOLID_ROCKET = (Layer(f"{_HULL} {_FINS} {_FLAME}", "solid"), Layer("O 50 36 9 9", "hole"))
_OUTLINED_ROCKET = (Layer(f"{_FINS} {_FLAME} {_HULL}", "body"), Layer("O 50 36 8 8"))
_PALE_ROCKET = (Layer(_FLAME, "shade"), Layer(f"{_FINS} {_HULL}", "body"), Layer("O 50 36 8 8", "shade"))

_DIAMOND = "M 50 2 L 98 50 L 50 98 L 2 50 Z"
_OCTAGON = "M 31 4 L 69 4 L 96 31 L 96 69 L 69 96 L 31 96 L 4 69 L 4 31 Z"
_HEXAGON = "M 27 10 L 73 10 L 97 50 L 73 90 L 27 90 L 3 50 Z"
_ARROW = "M 5 35 L 52 35 L 52 13 L 96 50 L 52 87 L 52 65 L 5 65 Z"
_STAR = _corners(5, 48, 20)
_DROP = "M 50 4 C 62 27 82 46 82 66 C 82 84 68 96 50 96 C 32 96 18 84 18 66 C 18 46 38 27 50 4 Z"
_SPROUT = (
    Layer("M 50 90 C 50 76 50 64 50 50", "line", 2.2),
    Layer("M 49 64 C 28 65 12 52 9 29 C 34 29 49 42 49 64 Z", "solid"),
    Layer("M 51 49 C 51 26 66 12 91 9 C 92 34 77 49 51 49 Z", "solid"),
    Layer("M 22 95 C 32 85 68 85 78 95 Z", "solid"),
)
_BOLT = "M 60 3 L 20 56 L 46 56 L 38 97 L 80 42 L 54 42 Z"
_CIRCLE = "O 50 50 46 46"
_FULL_CIRCLE_TEXT = TextSpot(height=36, width=72)


_ROCKETS = {
    "rockets": Drawing(shifted(_SOLID_ROCKET, 70, 50, 0.78, 1), TextSpot(16, 50, 52, 40), bare=_SOLID_ROCKET),
    "idle-rockets": Drawing(
        shifted(_OUTLINED_ROCKET, 70, 50, 0.78, 1), TextSpot(16, 50, 52, 40), bare=_OUTLINED_ROCKET
    ),
    "row-rocket": Drawing(_PALE_ROCKET),
    "extra-rocket": Drawing(
        (
            *shifted(_PALE_ROCKET[:2], 42, 50, 0.9, 1),
            *shifted((Layer(_STAR, "solid"),), 42, 38, 0.26, 0.26),
            Layer("M 86 8 L 86 34 M 73 21 L 99 21", "line", 1.8),
        )
    ),
    "arrow": Drawing((Layer(_ARROW, "body"),)),
    "prepare": Drawing((Layer(_ARROW, "solid"),)),
    "build-x": Drawing((Layer(_OCTAGON, "body"), Layer("M 33 33 L 67 67 M 67 33 L 33 67", "line", 2.4))),
    "sabotage": Drawing(
        (
            Layer(_DIAMOND, "body"),
            Layer("M 43 22 C 43 17 57 17 57 22 L 54 56 C 54 60 46 60 46 56 Z O 50 71 6.5 6.5", "solid"),
        )
    ),
    "system-error": Drawing(
        (Layer(_DIAMOND, "body"), *shifted(_SOLID_ROCKET, 35, 50, 0.36, 0.44)), TextSpot(64, 50, 32, 34)
    ),
}

_ACTIONS = {
    "robot": Drawing(
        (
            Layer("M 50 24 L 50 10", "line", 2),
            Layer("O 50 9 6.5 6.5 R 9 40 9 22 R 82 40 9 22", "solid"),
            Layer(
                "M 32 22 L 68 22 C 76 22 80 26 80 34 L 80 66 C 80 74 76 78 68 78 L 32 78 "
                "C 24 78 20 74 20 66 L 20 34 C 20 26 24 22 32 22 Z",
                "solid",
            ),
            Layer("O 37 44 8 8 O 63 44 8 8 R 35 61 30 6", "hole"),
            Layer("M 24 97 C 24 86 34 83 50 83 C 66 83 76 86 76 97 Z", "solid"),
        )
    ),
    "energy": Drawing((Layer(_BOLT, "solid"),)),
    "plant": Drawing(_SPROUT),
    "water": Drawing((Layer(_DROP, "solid"), Layer("M 31 65 C 31 75 38 83 48 84", "gap", 2))),
    "astronaut": Drawing(
        (
            Layer("M 12 97 C 14 84 24 78 36 76 L 64 76 C 76 78 86 84 88 97 Z", "solid"),
            Layer("O 50 43 39 39", "body", 1.6),
            Layer(
                "M 23 44 C 23 30 34 26 50 26 C 66 26 77 30 77 44 C 77 57 66 63 50 63 C 34 63 23 57 23 44 Z",
                "solid",
            ),
            Layer("M 58 34 C 65 35 69 38 69 45", "gap", 2),
        )
    ),
    "planning": Drawing(
        (
            Layer(
                "M 22 14 L 78 14 C 82 14 84 16 84 20 L 84 90 C 84 94 82 96 78 96 L 22 96 C 18 96 16 94 16 90 "
                "L 16 20 C 16 16 18 14 22 14 Z",
                "body",
                1.6,
            ),
            Layer("M 36 22 L 36 10 C 36 6 38 4 42 4 L 58 4 C 62 4 64 6 64 10 L 64 22 Z", "solid"),
            Layer("M 27 43 L 34 50 L 45 36 M 27 71 L 34 78 L 45 64", "line", 1.8),
            Layer("M 54 45 L 73 45 M 54 73 L 73 73", "line", 1.8),
        )
    ),
    "wild": Drawing((Layer(f"{_ring(6, 32, 14)} O 50 50 9 9", "solid"),)),
}

_FRAMES = {
    "mission": Drawing((Layer(_HEXAGON, "body", 1.4),), TextSpot(height=42, width=60)),
    "row-value": Drawing((Layer("R 2 3 96 94", "body"),), TextSpot(height=44, width=86), stretchable=True),
    "figure": Drawing(  # a number alone; without one the sign for numbers
        (),
        TextSpot(height=76, width=100),
        stretchable=True,
        bare=(Layer("M 38 14 L 30 86 M 70 14 L 62 86 M 18 36 L 86 36 M 14 64 L 82 64", "line", 1.6),),
    ),
    "factor": Drawing((Layer(_CIRCLE, "body"),), _FULL_CIRCLE_TEXT),
    "factor-high": Drawing(
        (Layer(_CIRCLE, "body"), Layer("O 50 50 38 38", "line", 0.7)), TextSpot(height=34, width=60)
    ),
    "number-plate": Drawing(
        (
            Layer(
                "M 14 22 L 86 22 C 92 22 95 25 95 31 L 95 69 C 95 75 92 78 86 78 L 14 78 C 8 78 5 75 5 69 "
                "L 5 31 C 5 25 8 22 14 22 Z",
                "body",
            ),
            Layer("O 13 50 3 3 O 87 50 3 3", "solid"),
        ),
        TextSpot(height=34, width=60),
    ),
    "plan-value": Drawing(
        (
            Layer(
                "M 14 16 L 86 16 C 92 16 96 19 96 24 L 96 90 C 96 94 92 97 86 97 L 14 97 C 8 97 4 94 4 90 "
                "L 4 24 C 4 19 8 16 14 16 Z",
                "body",
            ),
            Layer("M 34 22 L 34 9 C 34 5 36 3 40 3 L 60 3 C 64 3 66 5 66 9 L 66 22 Z", "solid"),
        ),
        TextSpot(50, 60, 40, 72),
    ),
    "diamond": Drawing((Layer(_DIAMOND, "body"),), TextSpot(height=34, width=50)),
    "octagon": Drawing((Layer(_OCTAGON, "body"),), _FULL_CIRCLE_TEXT),
    "solo-bonus": Drawing(
        (
            Layer(_CIRCLE, "body"),
            Layer("R 30 24 30 42 R 41 35 30 42", "body"),
            Layer("M 47 46 L 65 66 M 65 46 L 47 66", "line", 1.5),
        ),
    ),
    "flag": Drawing(
        (
            Layer("M 20 96 L 20 5", "line", 2),
            Layer("M 20 8 C 40 0 56 22 88 10 L 88 54 C 56 66 40 44 20 52 Z", "solid"),
        )
    ),
    "star": Drawing((Layer(_STAR, "body"),), TextSpot(50, 54, 26, 30)),
    "seal": Drawing(
        (
            Layer("M 32 62 L 22 97 L 38 88 L 46 97 L 50 70 L 54 97 L 62 88 L 78 97 L 68 62 Z", "solid"),
            Layer(shifted((Layer(_corners(12, 48, 40)),), 50, 39, 0.78, 0.78)[0].path, "body"),
            *shifted((Layer(_STAR, "solid"),), 50, 40, 0.4, 0.4),
        )
    ),
}

_PLACES = {
    "tank": Drawing(
        (
            Layer("M 20 18 C 20 4 80 4 80 18 L 80 82 C 80 96 20 96 20 82 Z", "body"),
            Layer("M 20 18 C 20 31 80 31 80 18"),
            *shifted((Layer(_DROP, "solid"),), 50, 59, 0.42, 0.42),
        )
    ),
    "drop": Drawing((Layer(_DROP, "body"),), TextSpot(50, 65, 34, 46)),
    "ruby": Drawing(
        (
            Layer("M 28 14 L 72 14 L 96 42 L 50 94 L 4 42 Z", "body"),
            Layer(
                "M 4 42 L 96 42 M 28 14 L 34 42 L 50 94 L 66 42 L 72 14 M 34 42 L 50 14 L 66 42", "line", 0.8
            ),
        )
    ),
    "pearl": Drawing(
        (
            Layer(
                "M 50 92 C 14 92 2 66 6 46 C 20 40 32 50 50 50 C 68 50 80 40 94 46 C 98 66 86 92 50 92 Z",
                "body",
            ),
            Layer("M 50 92 L 28 56 M 50 92 L 72 56", "line", 0.8),
            Layer("O 50 34 25 25", "body"),
            Layer("M 37 32 C 38 26 43 21 49 21", "line", 1.2),
        )
    ),
    "greenhouse": Drawing(
        (
            Layer("M 8 94 L 8 48 C 8 24 27 6 50 6 C 73 6 92 24 92 48 L 92 94 Z", "body"),
            Layer("M 50 6 L 50 30 M 8 48 L 24 48 M 76 48 L 92 48", "line", 0.8),
            *shifted(_SPROUT, 50, 66, 0.52, 0.54),
        )
    ),
    "greenhouse-pair": Drawing(
        (
            Layer(
                "M 1 94 L 1 46 C 1 28 11 16 25 16 C 38 16 46 24 50 34 C 54 24 62 16 75 16 C 89 16 99 28 99 46 "
                "L 99 94 Z",
                "body",
            ),
            Layer("M 50 34 L 50 94 M 25 16 L 25 32 M 75 16 L 75 32", "line", 0.8),
            *shifted(_SPROUT, 26, 67, 0.42, 0.52),
            *shifted(_SPROUT, 74, 67, 0.42, 0.52),
        )
    ),
    "observatory": Drawing(
        (
            Layer("M 10 70 C 10 34 28 16 50 16 C 72 16 90 34 90 70 Z", "body", 1.2),
            Layer("M 31 70 C 31 44 38 26 50 16 M 10 70 L 90 70", "line", 0.7),
            Layer("M 50 16 C 60 24 65 44 65 70 L 82 70 C 82 46 74 24 58 17 Z", "solid"),
            Layer("M 66 42 L 88 12 L 98 20 L 75 51 Z", "body", 1.2),
            Layer("M 4 70 L 96 70 L 96 86 L 4 86 Z", "body", 1.2),
            Layer("M 42 86 L 42 76 L 58 76 L 58 86 Z", "solid"),
        )
    ),
    "antenna": Drawing(
        (
            Layer("M 14 30 C 14 60 40 84 70 82 Z", "solid"),
            Layer("M 42 56 L 72 26", "line", 1.8),
            Layer("O 75 23 8 8", "solid"),
            Layer("M 34 72 L 20 96 L 62 96 L 50 80", "solid"),
        )
    ),
    "walkway": Drawing(
        (
            Layer("M 2 34 L 98 34 L 98 66 L 2 66 Z", "body"),
            Layer("M 22 34 L 22 66 M 41 34 L 41 66 M 60 34 L 60 66 M 79 34 L 79 66"),
        ),
        stretchable=True,
    ),
    "reactor": Drawing(
        (
            Layer(_CIRCLE, "body"),
            Layer(
                "M 58 36 L 70 14 C 84 22 92 36 92 50 L 66 50 C 66 44 63 39 58 36 Z "
                "M 58 64 L 70 86 C 57 94 43 94 30 86 L 42 64 C 47 67 53 67 58 64 Z "
                "M 34 50 L 8 50 C 8 36 16 22 30 14 L 42 36 C 37 39 34 44 34 50 Z",
                "solid",
            ),
            Layer("O 50 50 9 9", "solid"),
        )
    ),
    "planet-ring": Drawing(
        (
            Layer("O 50 50 28 28", "body"),
            Layer(
                "M 24 62 C 6 72 0 80 5 85 C 12 93 48 74 68 56 C 90 37 101 21 95 15 C 91 11 82 15 72 32",
                "line",
                1.6,
            ),
        )
    ),
    "planet-plate": Drawing(
        (
            Layer(
                "M 7 5 L 93 5 C 97 5 99 14 99 24 L 99 76 C 99 86 97 95 93 95 L 7 95 C 3 95 1 86 1 76 "
                "L 1 24 C 1 14 3 5 7 5 Z",
                "body",
            ),
        ),
        TextSpot(height=40, width=84),
        stretchable=True,
    ),
    "planet": Drawing(
        (Layer(_CIRCLE, "body"), Layer("M 6 44 C 30 56 70 28 92 36 M 12 70 C 36 80 66 58 94 62", "line", 0.8))
    ),
    "dome-half": Drawing(
        (
            Layer("M 96 8 L 96 92 L 4 92 C 4 44 44 8 96 8 Z", "body"),
            Layer("M 50 92 C 50 56 68 28 96 8 M 14 62 L 96 62", "line", 0.8),
        )
    ),
    "dome-cut": Drawing(
        (
            Layer("M 4 80 C 4 40 24 16 50 16 C 76 16 96 40 96 80 Z", "body"),
            Layer("M 50 4 L 42 34 L 58 52 L 46 72 L 52 96", "line", 1.6),
        )
    ),
    "tower": Drawing(
        (
            Layer("M 34 96 L 40 34 L 60 34 L 66 96 Z", "body"),
            Layer("M 24 34 L 30 10 L 70 10 L 76 34 Z", "solid"),
            Layer("M 38 58 L 62 58 M 36 77 L 64 77", "line"),
        )
    ),
    "dock": Drawing((Layer("M 8 12 L 8 88 L 92 88 L 92 12 L 70 12 L 70 62 L 30 62 L 30 12 Z", "body"),)),
    "nose-cone": Drawing(
        (
            Layer("M 2 2 C 48 4 82 24 98 50 C 82 76 48 96 2 98 Z", "body"),
            Layer("M 14 3.5 L 14 96.5", "line", 0.7),
        ),
        TextSpot(48, 50, 30, 50),
        stretchable=True,
    ),
    "bonus": Drawing(
        (Layer(_corners(8, 48, 37), "body"),),
        _FULL_CIRCLE_TEXT,
    ),
    "exit": Drawing(
        (
            Layer("M 12 96 L 12 4 L 62 4 L 62 96 Z", "body"),
            Layer("M 2 96 L 98 96", "line", 1.4),
            Layer("M 36 42 L 66 42 L 66 26 L 98 52 L 66 78 L 66 62 L 36 62 Z", "solid"),
        )
    ),
    "upgrade": Drawing(
        (Layer("M 50 6 L 90 46 L 68 46 L 68 94 L 32 94 L 32 46 L 10 46 Z", "body"),), TextSpot(50, 64, 30, 32)
    ),
}

_VIRUSES = {  # five outlines, each with its own spikes
    "virus-round": Drawing(
        (
            Layer(_spokes(12, 28, 46), "line", 1.4),
            Layer("O 50 50 29 29", "body"),
            Layer("O 41 43 5 5 O 60 47 4 4 O 47 61 5 5", "solid"),
        )
    ),
    "virus-triangle": Drawing(
        (
            Layer(_spokes(3, 30, 47), "line", 1.6),
            Layer(f"{_ring(3, 45, 4.5)}", "solid"),
            Layer(_corners(3, 38, turn=pi), "body"),
            Layer("O 50 46 7 7", "solid"),
        )
    ),
    "virus-square": Drawing(
        (
            Layer(_spokes(4, 30, 46, pi / 4), "line", 1.6),
            Layer("R 24 24 52 52", "body"),
            Layer("R 40 40 20 20", "solid"),
        )
    ),
    "virus-hexagon": Drawing(
        (
            Layer(_spokes(6, 30, 47), "line", 1.4),
            Layer(_ring(6, 44, 4.5), "solid"),
            Layer(_corners(6, 32), "body"),
            Layer("M 50 38 L 50 62 M 38 50 L 62 50", "line", 1.6),
        )
    ),
    "virus-star": Drawing(
        (Layer(_corners(7, 48, 27), "body"), Layer("M 40 40 L 60 60 M 60 40 L 40 60", "line", 1.6))
    ),
    "target": Drawing(
        (
            Layer("O 50 50 33 33", "body"),
            Layer(_spokes(4, 24, 48), "line", 1.4),
            Layer("O 50 50 5 5", "solid"),
        )
    ),
    "spread": Drawing(
        (
            Layer(_spokes(8, 14, 34), "line", 1.6),
            Layer("O 50 50 11 11", "solid"),
            Layer(_ring(8, 40, 6), "solid"),
        )
    ),
}

DRAWINGS: dict[str, Drawing] = {**_ROCKETS, **_ACTIONS, **_FRAMES, **_PLACES, **_VIRUSES}
