"""Each kind of hostile input is used, or refused in one line. `benchmarks/fuzz.py` tries thousands."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.fuzzing.targets import TARGETS

INPUTS = {"photo": 2, "template": 8, "label": 8, "label-text": 8}


@pytest.mark.parametrize("name", TARGETS)
def test_hostile_input_breaks_nothing(tmp_path: Path, name: str) -> None:
    used = [TARGETS[name].attempt(number, "tests", tmp_path) for number in range(INPUTS.get(name, 20))]
    assert not all(used)


@pytest.mark.parametrize("name", TARGETS)
def test_good_input_is_used(tmp_path: Path, name: str) -> None:
    """Show that refused input is refused for its damage, not because the format has changed."""
    assert TARGETS[name].take(TARGETS[name].good()[0], tmp_path)


def test_every_input_is_reproducible() -> None:
    for target in TARGETS.values():
        assert target.input(7, "tests") == target.input(7, "tests")
