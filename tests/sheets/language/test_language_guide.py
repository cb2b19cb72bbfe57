"""The pages about the layout language: their examples work, and they mention every word and property."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairsheet.sheets.drawing.palette import PALETTE
from fairsheet.sheets.drawing.typeface import FONT_FILES
from fairsheet.sheets.language.evaluation import LAYOUT_FUNCTIONS
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.language.words import WORDS
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.marks import MARKS
from fairsheet.sheets.placement.place import place

ROOT = Path(__file__).parents[3]
PAGES = ("tutorial", "how-to", "language")
GUIDE = "\n".join((ROOT / f"docs/design/{page}.md").read_text(encoding="utf-8") for page in PAGES)
EXAMPLES = [
    pytest.param(example, id=f"{page.stem}-{number}")
    for page in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    for number, example in enumerate(
        re.findall(r"```sheet\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    )
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_lint_finds_nothing_in_the_examples(example: str) -> None:
    placed = place(parse(example, "example.sheet"))
    assert lint(placed.sheet, placed) == []


def test_examples_are_found() -> None:
    assert len(EXAMPLES) >= 7


def test_its_colours_are_those_of_the_print() -> None:
    listed = re.search(r"from\s+dark\s+to\s+light\s+(.*?),\s+pale\s+tints", GUIDE, re.DOTALL)
    assert listed
    assert set(re.findall(r"`(\w+)`", listed[1])) <= set(PALETTE)


def test_every_word_and_property_is_in_the_guide() -> None:
    code = " ".join(re.findall(r"```sheet.*?```|`[^`\n]+`", GUIDE, re.DOTALL))
    spoken = set(re.findall(r"[A-Za-z][A-Za-z-]*", code))
    words = set(WORDS) | set(LAYOUT_FUNCTIONS) | {mark for mark in MARKS if "+" not in mark}
    keys = {key for word in WORDS.values() for key in word.keys}
    assert (words | keys | set(FONT_FILES)) - spoken == set()
