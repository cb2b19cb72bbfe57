"""Adaptation by the rules: numbers that the rules make certain, and similar ones."""

from __future__ import annotations

import numpy as np
import pytest

from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.classify.areas import KINDS, areas_read, field_areas
from fairsheet.vision.classify.mark_reader import Scores
from fairsheet.vision.classify.rule_adaptation import FIXED, adapt_by_rules, find_certain_by_rules
from fairsheet.vision.decoding._draft import Draft
from fairsheet.vision.decoding.decode import Decoded
from fairsheet.vision.readings.classes import BLANK_INDEX, CLASSES
from fairsheet.vision.readings.rule_hints import NO_RULES, RulesHint
from fairsheet.vision.scan import read_marks

ONE, SEVEN, TWO, CANCELLED = (CLASSES.index(name) for name in ("1", "7", "2", "cancelled"))
PLACE = Rect(20, 30, 9, 9)
SLOT = Field("slot", "slot", PLACE, tuple(range(1, 16)))
CORRECTED = Field("corrected", "slot", PLACE, tuple(range(1, 16)), correction_box=PLACE)
BOX = Field("box", "box", PLACE, (-9, 99), cells=(PLACE, PLACE))


def scores(*seen: int, sure: float = 12.0) -> Scores:
    """Return scores of areas that each show a class, blank with 0.

    The features are (1, 0) for a 1 and a 7, otherwise (0, 1).
    """
    logits = np.zeros((len(seen), len(CLASSES)))
    logits[np.arange(len(seen)), seen] = sure
    features = np.array([(1.0, 0.0) if klass in (ONE, SEVEN) else (0.0, 1.0) for klass in seen])
    kinds = np.full(len(seen), KINDS.index("slot"))
    return Scores(logits, features, np.ones(logits.shape, bool), kinds, np.full(len(kinds), -np.inf))


def certain(field: Field, area_scores: Scores, mark: Mark, probability: float) -> dict[int, str]:
    """Return the certain areas with the names of their classes, if ink and rules together read a mark in a
    field."""
    areas = field_areas([field])
    assert len(areas.kinds) == len(area_scores.kinds)
    posterior = {field.id: {mark: probability, None: 1 - probability}}
    draft = Draft(load_sheet("launch"), [], NO_RULES, posterior, posterior, {field.id: mark})
    decoded = Decoded(draft)
    return {
        area: CLASSES[klass] for area, klass in find_certain_by_rules(areas, area_scores, decoded).items()
    }


def test_rules_make_unsure_and_misread_ink_certain() -> None:
    assert certain(SLOT, scores(SEVEN), 1, 0.99) == {0: "1"}
    assert certain(SLOT, scores(ONE, sure=2.0), 1, 0.99) == {0: "1"}


@pytest.mark.parametrize(("mark", "probability"), [(1, 0.96), (7, 0.99), ("X", 0.99)])
def test_nothing_becomes_certain(mark: Mark, probability: float) -> None:
    """Check three reasons: the number is unsure, the ink is certain already, or the mark is not a number."""
    assert certain(SLOT, scores(SEVEN), mark, probability) == {}


def test_a_number_in_a_box_becomes_certain_digit_by_digit() -> None:
    assert certain(BOX, scores(TWO, SEVEN), 21, 0.99) == {1: "1"}
    assert certain(BOX, scores(0, SEVEN), 1, 0.99) == {1: "1"}
    assert certain(BOX, scores(0, SEVEN), 21, 0.99) == {}  # it is unknown which digit the ink is


def test_a_number_in_the_correction_box_becomes_certain() -> None:
    assert certain(CORRECTED, scores(CANCELLED, SEVEN), 1, 0.99) == {1: "1"}
    assert certain(CORRECTED, scores(SEVEN, 0), 1, 0.99) == {0: "1"}


def test_numbers_move_to_a_similar_certain_one() -> None:
    before = scores(SEVEN, SEVEN, TWO, sure=6.0)
    after = adapt_by_rules(before, {0: ONE})
    assert before.distributions[1].argmax() == SEVEN
    assert after.distributions[1].argmax() == ONE
    others = [0, 2]  # itself, and one that looks different
    np.testing.assert_array_equal(after.logits[others], before.logits[others])


def test_certain_ink_is_never_moved() -> None:
    before = scores(SEVEN, SEVEN, sure=12.0)
    assert before.distributions[1, SEVEN] > FIXED
    np.testing.assert_array_equal(adapt_by_rules(before, {0: ONE}).logits, before.logits)


def test_certain_numbers_that_look_the_same_count_against() -> None:
    """Check a hand that writes a 1 and a 7 alike: the last number could be either."""
    alone, joined = scores(SEVEN, SEVEN, sure=6.0), scores(SEVEN, SEVEN, SEVEN, sure=6.0)
    joined.logits[2, SEVEN] = 12.0
    moved = [adapt_by_rules(each, {0: ONE}).logits[1, ONE] - each.logits[1, ONE] for each in (alone, joined)]
    assert moved[0] > 4 * moved[1] > 0


def test_nothing_certain_changes_nothing() -> None:
    before = scores(SEVEN, TWO)
    np.testing.assert_array_equal(adapt_by_rules(before, {}).logits, before.logits)


def read_by_rules(likeliest: float) -> dict[str, Mark]:
    """Read launch with two similar sevens; the rules require a 1 in the first, whose ink is less sure."""
    sheet = load_sheet("launch")
    areas = areas_read(sheet, 1)
    logits, features = np.full(areas.allowed.shape, -20.0), np.zeros((len(areas.kinds), 2))
    logits[:, BLANK_INDEX] = 20.0
    for slot, sure in (("floor-2.1", 2.0), ("floor-4.1", likeliest)):
        at = next(
            part.start for field, part in zip(areas.fields, areas.parts, strict=True) if field.id == slot
        )
        logits[at] = -20.0
        logits[at, ONE], logits[at, SEVEN], features[at] = 0.0, sure, (1.0, 0.0)
    rules = RulesHint(possible=lambda field, mark: field != "floor-2.1" or mark == 1)
    never = np.full(len(areas.kinds), -np.inf)
    return read_marks(sheet, 1, Scores(logits, features, areas.allowed, areas.kinds, never), rules)[1].marks


def test_a_sheet_is_read_again_with_numbers_from_its_rules() -> None:
    assert read_by_rules(likeliest=6.0) == {"floor-2.1": 1, "floor-4.1": 1}
    assert read_by_rules(likeliest=12.0) == {"floor-2.1": 1, "floor-4.1": 7}
