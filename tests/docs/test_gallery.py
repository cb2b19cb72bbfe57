"""The gallery of the layout language has short examples and pictures of every word and function."""

from __future__ import annotations

import re

import pytest

from docs.gallery import marks_of, page, picture_of, sections, sheet_of
from fairsheet.sheets.drawing.icons import ICONS
from fairsheet.sheets.formulas.functions.function import Example
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.language.evaluation import LAYOUT_FUNCTIONS
from fairsheet.sheets.language.words import WORDS
from fairsheet.sheets.lint.lint import lint

EXAMPLES = [example for section in sections().values() for example in section]
UNFINISHED = ("in no zone", "no score line")  # findings about parts that short examples leave out


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])
def test_example_is_short_and_sound_and_has_a_picture(example: Example) -> None:
    sheet = sheet_of(example)
    assert 3 <= len(example.lines.splitlines()) <= 7
    assert max(map(len, example.lines.splitlines())) <= 120
    problems = [finding.problem for finding in lint(sheet)]
    assert [problem for problem in problems if not any(words in problem for words in UNFINISHED)] == []
    assert set(marks_of(example, sheet)) <= set(sheet.field)
    assert picture_of(example).convert("L").getextrema() not in ((0, 0), (255, 255))  # something is drawn


def test_examples_show_every_word_and_function() -> None:
    lines = "\n".join(example.lines for example in EXAMPLES)
    words = set(re.findall(r"(?:^|;) *([a-z-]+)", lines, re.MULTILINE))
    assert set(WORDS) - words == {"include"}
    missing = {*FUNCTIONS, *LAYOUT_FUNCTIONS} - set(re.findall(r"([a-z-]+)\(", lines)) - {"list"}
    assert not missing, "show them in docs/gallery_examples.txt"


def test_every_icon_is_named() -> None:
    text = page()
    assert all(f"`{icon}`" in text for icon in ICONS)
