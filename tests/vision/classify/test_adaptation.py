"""Adaptation to the writer: unsure marks compared with certain ones of the same sheet."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairsheet.vision.classify.adaptation import adapt
from fairsheet.vision.classify.areas import KINDS
from fairsheet.vision.classify.mark_reader import Scores
from fairsheet.vision.readings.classes import CLASSES

ONE, SEVEN, BLANK, CIRCLED, BOTH = (
    CLASSES.index(name) for name in ("1", "7", "blank", "circled", "circled+crossed")
)


def scores(marks: list[tuple[dict[int, float], tuple[float, float]]], kind: str = "slot") -> Scores:
    """Return scores with logits of some classes, -10 for others, and features."""
    logits = np.full((len(marks), len(CLASSES)), -10.0)
    for row, (values, _) in zip(logits, marks, strict=True):
        row[list(values)] = list(values.values())
    features = np.array([features for _, features in marks])
    kinds = np.full(len(marks), KINDS.index(kind))
    return Scores(logits, features, np.ones(logits.shape, bool), kinds, np.full(len(kinds), -np.inf))


LIKE_SEVENS = [
    ({SEVEN: 10.0}, (0.0, 1.0)),
    ({SEVEN: 10.0}, (0.1, 1.0)),
    ({ONE: 10.0}, (1.0, 0.0)),
    ({ONE: 0.5, SEVEN: 0.0}, (0.05, 1.0)),
]


def test_unsure_numbers_move_to_similar_ones() -> None:
    before, after = scores(LIKE_SEVENS), adapt(scores(LIKE_SEVENS))
    assert before.distributions[3].argmax() == ONE
    assert after.distributions[3].argmax() == SEVEN
    np.testing.assert_array_equal(after.logits[:3], before.logits[:3])  # certain ones stay
    assert before.logits[3, SEVEN] == 0.0  # the input is not changed


def test_a_number_is_not_compared_with_itself() -> None:
    lonely = scores([({ONE: 4.0, SEVEN: 0.0}, (1.0, 0.0)), ({SEVEN: 10.0}, (0.0, 1.0))])
    assert 0.97 < lonely.distributions[0, ONE] < 0.995  # certain enough to compare with, and still unsure
    assert adapt(lonely).logits[0, ONE] < lonely.logits[0, ONE]


def test_numbers_are_not_compared_with_no_ink() -> None:
    faint = scores([({BLANK: 10.0}, (0.0, 1.0)), ({ONE: 0.5, BLANK: 0.0}, (0.0, 1.0))])
    np.testing.assert_array_equal(adapt(faint).logits, faint.logits)


def test_icons_are_compared_only_with_icons() -> None:
    marks = [
        ({BOTH: 10.0}, (0.0, 1.0)),
        ({BOTH: 10.0}, (0.1, 1.0)),
        ({CIRCLED: 10.0}, (1.0, 0.0)),
        ({CIRCLED: 0.5, BOTH: 0.0}, (0.05, 1.0)),
    ]
    icons = scores(marks, "icon")
    assert icons.distributions[3].argmax() == CIRCLED
    assert adapt(icons).distributions[3].argmax() == BOTH
    apart = replace(icons, kinds=np.array([KINDS.index(kind) for kind in ("sign", "sign", "sign", "icon")]))
    np.testing.assert_array_equal(adapt(apart).logits, apart.logits)


def test_icons_get_only_marks_that_they_accept() -> None:
    icons = scores([({BOTH: 10.0}, (0.0, 1.0)), ({CIRCLED: 0.5, BOTH: 0.0}, (0.0, 1.0))], "icon")
    icons.allowed[1, BOTH] = False
    np.testing.assert_array_equal(adapt(icons).logits, icons.logits)


def test_habits_of_a_hand_are_not_overwriting() -> None:
    sevens = scores([({SEVEN: 10.0}, (0.0, 1.0))] * 5 + [({ONE: 10.0}, (1.0, 0.0))] * 5)
    always_slashed, one_of_many = (
        np.array([6.0, 5.5, 14.0, 6.0, 5.5]),
        np.array([6.0, -8.0, -9.0, -8.0, -7.0]),
    )
    page = replace(sevens, over=np.concatenate([always_slashed, one_of_many]))
    assert adapt(page).overwritten.tolist() == [
        *(over == 14 for over in always_slashed),
        True,
        *[False] * 4,
    ]
    scribbles = replace(page, logits=np.where(np.isin(CLASSES, "cancelled"), 20.0, page.logits))
    assert adapt(scribbles).overwritten[:5].all()


def test_an_empty_page() -> None:
    nothing = np.zeros((0, len(CLASSES)))
    empty = Scores(nothing, np.zeros((0, 2)), nothing.astype(bool), np.zeros(0, int), np.zeros(0))
    assert adapt(empty).logits.shape == (0, len(CLASSES))
