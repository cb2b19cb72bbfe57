"""The examples say what their README says."""

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


def expanded(word: str) -> list[str]:
    return sorted(path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.glob(word)) or [word]


@pytest.mark.parametrize(("words", "shown"), RUNS, ids=[words for words, _ in RUNS])
def test_examples_do_what_they_show(fairsheet: Any, words: str, shown: str) -> None:
    ended = fairsheet(*(part for word in shlex.split(words) for part in expanded(word)), cwd=EXAMPLES)
    said = [line.rstrip() for line in ended.out.splitlines()]
    wanted = [line.rstrip() for line in shown.splitlines() if line]
    assert [line for line in wanted if line not in said] == []


def test_there_are_examples() -> None:
    assert len(RUNS) == 8
