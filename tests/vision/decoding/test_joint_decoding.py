"""Hypotheses of a sheet that differ in one mark, compared with a test of every pair."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fairsheet.vision.decoding._hypotheses import Changes
from fairsheet.vision.decoding._joint_decoding import Hypothesis, _find_one_mark_off

CHANGES: st.SearchStrategy[Changes] = st.dictionaries(
    st.sampled_from("abcd"), st.sampled_from([None, 1, 2]), max_size=4
)


def differing(one: Changes, other: Changes) -> int:
    """Return the fields in which two hypotheses differ."""
    unchanged = object()
    return sum(one.get(field, unchanged) != other.get(field, unchanged) for field in one | other)


@given(st.lists(CHANGES, max_size=5), st.lists(CHANGES, max_size=5))
def test_readings_that_differ_in_one_mark_are_found(broken: list[Changes], lawful: list[Changes]) -> None:
    broken = [changes for changes in broken if changes not in lawful]
    found = _find_one_mark_off(
        [Hypothesis(changes, 1.0) for changes in broken], [Hypothesis(changes, 1.0) for changes in lawful]
    )
    assert [hypothesis.changes for hypothesis in found] == [
        changes for changes in broken if any(differing(changes, other) == 1 for other in lawful)
    ]
