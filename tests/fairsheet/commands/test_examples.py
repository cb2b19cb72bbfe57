"""The commands in the README of the examples give the output that it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
RUNS = re.findall(
    r"^\$ fairsheet (.+)\n((?:(?!\$|```).*\n)+)", (EXAMPLES / "README.md").read_text(), re.MULTILINE
)


def expand_pattern(word: str) -> list[str]:
    return sorted(path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.glob(word)) or [word]


@pytest.mark.parametrize(("words", "shown"), RUNS, ids=[words for words, _ in RUNS])
def test_examples_do_what_they_show(fairsheet: Any, words: str, shown: str) -> None:
    ended = fairsheet(*(part for word in shlex.split(words) for part in expand_pattern(word)), cwd=EXAMPLES)
    output, expected = ([line.rstrip() for line in text.splitlines() if line] for text in (ended.out, shown))
    assert output == expected


def test_readme_has_all_examples() -> None:
    assert len(RUNS) == 8
