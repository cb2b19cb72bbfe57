"""SVG paths: the result of every letter, and limits; faulty templates are in `tests/sheets/language`."""

import math
from itertools import pairwise

import pytest

from fairsheet.sheets.drawing.svg_path import icon_path
from fairsheet.sheets.support.errors import FairsheetError

SQUARE = (0.0, 0.0, 100.0, 100.0)


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        ("M10,20 30-5e0 L.5.5", "M 10 20 L 30 -5 L 0.5 0.5"),
        ("m10 20 5 5 h5 v-5 H1 V2 z l1 1", "M 10 20 L 15 25 L 20 25 L 20 20 L 1 20 L 1 2 Z L 11 21"),
        ("M0 0c1 2 3 4 5 6s3 4 5 6", "M 0 0 C 1 2 3 4 5 6 C 7 8 8 10 10 12"),
        ("M0 0S3 4 5 6", "M 0 0 C 0 0 3 4 5 6"),
        ("M0 0Q3 3 6 0t6 0", "M 0 0 C 2 2 4 2 6 0 C 8 -2 10 -2 12 0"),
        ("M5 5A0 9 0 0 0 7 7A3 3 0 0 0 7 7", "M 5 5 L 7 7"),
    ],
)
def test_every_letter_in_terms_of_four(path: str, plain: str) -> None:
    top = 5.0  # some ends are slightly higher
    moved = icon_path(path, (0, -top, 100, 100)).split()
    shown, k = [], 0
    for word in moved:
        k = 0 if word.isalpha() else k + 1
        shown.append(word if word.isalpha() else f"{float(word) - (0 if k % 2 else top):g}")
    assert " ".join(shown) == plain


@pytest.mark.parametrize(("flags", "length"), [("00", 0.5), ("01", 0.5), ("10", 1.5), ("11", 1.5)])
def test_an_arc_stays_on_its_circle_the_long_or_the_short_way(flags: str, length: float) -> None:
    """Check flags without separators; the ends are a quarter of the circle of 20 apart."""
    words = icon_path(f"M40 40a20 20 0 {flags}20 20", SQUARE).split(" ")
    numbers = [float(word) for word in words if not word.isalpha()]
    ends = [(40.0, 40.0), *((numbers[k + 4], numbers[k + 5]) for k in range(2, len(numbers), 6))]
    centre = (40, 60) if flags in ("01", "10") else (60, 40)
    assert all(math.dist(end, centre) == pytest.approx(20, abs=0.02) for end in ends)
    turns = [math.atan2(y - centre[1], x - centre[0]) for x, y in ends]
    turned = sum((b - a + math.pi) % (2 * math.pi) - math.pi for a, b in pairwise(turns))
    assert turned == pytest.approx((1 if flags[1] == "1" else -1) * length * math.pi, abs=0.01)


def test_a_view_box_that_is_not_square_is_centred() -> None:
    assert icon_path("M 10 10 L 30 20", (10, 10, 20, 10)) == "M 0 25 L 100 75"


@pytest.mark.parametrize("path", ["M 0 0 " + "L 1 1 " * 5000, "M 0 0 L 1e9 0", "M 0 0 L nan 0", "M ٣ 3", ""])
def test_paths_too_long_or_with_bad_numbers_are_refused(path: str) -> None:
    if path:
        with pytest.raises(FairsheetError):
            icon_path(path, SQUARE)
    else:
        assert icon_path(path, SQUARE) == ""
