"""The guide to the layout language: its examples work, and it mentions every word, property and function."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sheets.evaluation import LAYOUT_FUNCTIONS
from sheets.functions import FUNCTIONS, MARKS
from sheets.lint import lint
from sheets.palette import PALETTE
from sheets.parser import parse
from sheets.placement import place
from sheets.placement_words import WORDS
from sheets.typeface import FONT_FILES

GUIDE = (Path(__file__).parent.parent.parent / "docs/layout-language.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```sheet\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_can_be_placed_and_read(example: str) -> None:
    placed = place(parse(example, "example.sheet"))
    findings = [
        finding for finding in lint(placed.sheet, placed.positions) if "in no zone" not in finding.problem
    ]
    assert findings == []


def test_the_last_steps_have_no_loose_slots() -> None:
    placed = place(parse(EXAMPLES[4], "example.sheet"))
    assert lint(placed.sheet) == []


def test_its_colours_are_those_of_the_print() -> None:
    listed = re.search(r"greys, from dark to light (.*?), pale tints", GUIDE, re.DOTALL)
    assert listed
    assert set(re.findall(r"`(\w+)`", listed[1])) <= set(PALETTE)


def test_every_word_property_and_function_is_in_the_guide() -> None:
    code = " ".join(re.findall(r"```sheet.*?```|`[^`\n]+`", GUIDE, re.DOTALL))
    spoken = set(re.findall(r"[A-Za-z][A-Za-z-]*", code))
    words = set(WORDS) | set(FUNCTIONS) | set(LAYOUT_FUNCTIONS) | {mark for mark in MARKS if "+" not in mark}
    keys = {key for word in WORDS.values() for key in word.keys}
    assert (words | keys | set(FONT_FILES)) - spoken == set()
