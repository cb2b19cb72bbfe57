"""Bounds of lookups: only values that the number can reach count, and every filling is within the bounds."""

from __future__ import annotations

from itertools import product

import pytest

from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.formulas.intervals import bounds
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.placement.place import place

TEMPLATE = """sheet kites "Kites"
row at: 5, 5 gap: 4
  repeat k: 1..3
    icon kite.{{k}} star size: 9
table prizes keys: 1, 2, 9 values: 4, 6, 500
box score.total from: -99 to: 999 at: 5, 40
score score.total sign: "=" is: {formula}
"""
FLYING = 'count(crossed, every("kite.*"))'


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (f"points({FLYING}, 1, 3, 6, 10, 200, 300)", (1, 10)),
        (f"points({FLYING} - 7, 1, 3)", (1, 1)),
        (f"points(5 + {FLYING}, 1, 3)", (3, 3)),
        (f"points(1 + {FLYING}, 100, 5, 7)", (5, 7)),
        ("sum(k, 1..3, points(k, 9, 1, 2, 4) * (count(crossed, kite.{k}) = 1))", (0, 7)),
        (f"lookup({FLYING}, -5, 70, 0, 1, 1, 2, 2, 3, 3, 4, 8, 90)", (1, 4)),
        (f"thresholds({FLYING}, 1, 5, 3, 2, 4, 80)", (0, 5)),
        (f"thresholds(1 + {FLYING}, 1, 5, 3, 2)", (2, 5)),
        (f"thresholds(3 + {FLYING}, 1, 60, 3, 7, 5, 9)", (7, 9)),
        (f"entry(prizes, {FLYING}, -3)", (-3, 6)),
        ("entry(prizes, 2, -3)", (6, 6)),
        ("sum(k, 1..3, if(k > 2, 50, 1))", (52, 52)),
        (f"if({FLYING} > 2, 50, 1)", (1, 50)),
    ],
)
def test_bounds_are_what_the_number_can_reach(formula: str, expected: tuple[int, int]) -> None:
    sheet = place(parse(TEMPLATE.format(formula=formula), "kites.sheet")).sheet
    expression = sheet.scores[0].formula
    value = compile_formula(expression, sheet)
    found = {
        value({f"kite.{k}": "crossed" for k, is_flying in enumerate(flying, 1) if is_flying})
        for flying in product((False, True), repeat=3)
    }
    assert bounds(expression, sheet) == expected == (min(found), max(found))
