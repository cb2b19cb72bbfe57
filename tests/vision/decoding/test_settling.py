"""Which doubts matter: what likely readings of a sheet agree on is not asked about."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import TOTAL, Name, ScoreLine
from fairsheet.vision.decoding._settling import _rivals
from fairsheet.vision.decoding.decode import Decoded, decode
from fairsheet.vision.decoding.thresholds import LEAST_RIVAL
from fairsheet.vision.readings.reading import FieldReading
from fairsheet.vision.readings.rule_hints import RulesHint
from tests.vision.decoding.test_decode import clash
from tests.vision.toy_sheet import SHEET, SLOTS, reading

UNSURE = [reading(f"floor.{place}", **{f"n{place}": 0.6, "X": 0.4}) for place in (1, 2, 3)]


def stars(marks: Marks) -> bool:
    return "star" in marks


def settled(*readings: FieldReading, outcome: Any = stars, **rules: Any) -> Decoded:
    return decode(SHEET, readings, RulesHint(outcome=outcome, **rules))


def asked(found: Decoded) -> list[str]:
    return [doubt.field for doubt in found.doubts if doubt.matters]


def test_what_changes_nothing_is_in_doubt_and_not_asked_about() -> None:
    found = settled(*UNSURE, reading("star", crossed=0.9999))
    assert [doubt.field for doubt in found.doubts] == ["floor.1", "floor.2", "floor.3"]
    assert asked(found) == []


@pytest.mark.parametrize(
    ("share", "doubts", "questions"),
    [(0.99999, [], []), (0.95, ["floor.2"], []), (0.6, ["floor.2"], ["floor.2"])],
)
def test_a_number_over_another_is_asked_about_if_it_is_hard_to_read(
    share: float, doubts: list[str], questions: list[str]
) -> None:
    over = replace(reading("floor.2", n2=share, X=1 - share), overwritten=True)
    found = settled(UNSURE[0], over, reading("star", crossed=0.9999))
    assert asked(found) == questions
    assert [doubt.field for doubt in found.doubts if doubt.kind == "overwritten"] == doubts


@pytest.mark.parametrize(("share", "questions"), [(0.99999, []), (0.97, ["star"])])
def test_what_changes_the_points_is_asked_from_a_thousandth_on(share: float, questions: list[str]) -> None:
    assert asked(settled(reading("star", crossed=share))) == questions


def test_what_is_very_likely_and_asked_about_says_why() -> None:
    for share, words in ((0.9, "unclear"), (0.97, "another mark here could change the result")):
        (doubt,) = settled(reading("star", crossed=share)).doubts
        assert words in doubt.because


def test_rivals_have_odds_against_the_mark_that_was_chosen() -> None:
    ink: dict[Mark | None, float] = {1: 0.5, 2: 0.25, None: 0.6 * LEAST_RIVAL, 3: 0.4 * LEAST_RIVAL}
    assert _rivals(ink, 1) == pytest.approx({2: 0.5, None: 1.2 * LEAST_RIVAL})


def test_without_knowing_what_follows_nobody_knows_what_matters() -> None:
    assert {doubt.matters for doubt in settled(*UNSURE, outcome=None).doubts} == {None}


def test_a_question_is_about_the_mark_that_settles_most() -> None:
    """The points hang on how many slots are numbered; one of them is far less sure than the others."""
    readings = [reading("floor.1", n1=0.9995, X=0.0005), reading("floor.2", n2=0.7, X=0.3)]
    assert asked(settled(*readings, outcome=lambda marks: sum(mark != "X" for mark in marks.values()))) == [
        "floor.2"
    ]


def test_the_rules_and_the_ink_against_each_other_are_asked_about_where_the_ink_says_20_to_1() -> None:
    rules = {"conflicts": clash(lambda marks: marks.get("floor.2") == 3, "floor.2")}
    for share, questions in ((0.9, []), (0.99, ["floor.2"])):
        found = settled(reading("floor.2", n3=share, n8=1 - share), **rules)
        assert (found.marks["floor.2"], asked(found)) == (8, questions)


@pytest.mark.parametrize(("share", "questions"), [(0.9996, ["star"]), (0.999999, [])])
def test_a_mark_that_makes_it_illegal_is_asked_about_if_misread(share: float, questions: list[str]) -> None:
    rules = {"conflicts": clash(lambda marks: len(marks) > 1, "star", "floor.1")}
    found = settled(reading("star", crossed=share), reading("floor.1", n3=0.999999), **rules)
    assert found.marks == {"star": "crossed", "floor.1": 3} and asked(found) == questions


@pytest.mark.parametrize(("share", "questions"), [(0.9996, ["star"]), (0.999999, [])])
def test_a_mark_that_no_game_can_bear_is_asked_about_if_misread(share: float, questions: list[str]) -> None:
    found = settled(reading("star", crossed=share), possible=lambda field, mark: field != "star")
    assert found.marks == {"star": "crossed"} and asked(found) == questions


@pytest.mark.parametrize(("share", "questions"), [(0.97, list(SLOTS)), (0.99999, [])])
def test_a_sheet_is_not_called_illegal_for_marks_in_doubt(share: float, questions: list[str]) -> None:
    """All five would have to be misread, as where a hand draws them all in one odd way."""
    readings = [reading(slot, X=share) for slot in SLOTS]
    assert asked(settled(*readings, conflicts=clash(lambda marks: bool(marks), *SLOTS))) == questions


def test_another_total_that_no_game_leads_to_is_not_asked_about() -> None:
    assert asked(settled(reading("star", crossed=0.97), provable=lambda marks: "star" in marks)) == []


def test_a_total_that_disagrees_is_one_question_where_no_mark_explains_it() -> None:
    sheet = replace(SHEET, scores=(ScoreLine("sum", Name("sum"), TOTAL),))
    clear = reading("floor.1", n9=0.99999)
    rules = RulesHint(outcome=stars, sums=lambda marks: {"sum": 57})
    for written, questions in ((57, []), (58, ["sum"])):
        assert asked(decode(sheet, [clear, reading("sum", **{f"n{written}": 0.99999})], rules)) == questions


def test_what_cannot_be_seen_is_asked_about() -> None:
    rules = RulesHint(outcome=stars)
    found = decode(SHEET, [reading("floor.1"), reading("star")], rules, covered=("floor.1",))
    assert asked(found) == ["floor.1"]
