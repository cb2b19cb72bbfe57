"""Which doubts matter: you are not asked if likely readings of a sheet agree on the outcome."""

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


def test_doubts_without_effect_are_not_asked() -> None:
    found = settled(*UNSURE, reading("star", crossed=0.9999))
    assert [doubt.field for doubt in found.doubts] == ["floor.1", "floor.2", "floor.3"]
    assert asked(found) == []


@pytest.mark.parametrize(
    ("share", "doubts", "questions"),
    [(0.99999, [], []), (0.95, ["floor.2"], []), (0.6, ["floor.2"], ["floor.2"])],
)
def test_hard_to_read_overwritten_numbers_are_asked(
    share: float, doubts: list[str], questions: list[str]
) -> None:
    over = replace(reading("floor.2", n2=share, X=1 - share), overwritten=True)
    found = settled(UNSURE[0], over, reading("star", crossed=0.9999))
    assert asked(found) == questions
    assert [doubt.field for doubt in found.doubts if doubt.kind == "overwritten"] == doubts


@pytest.mark.parametrize(("share", "questions"), [(0.99999, []), (0.97, ["star"])])
def test_marks_that_change_points_are_asked_from_1_in_1000(share: float, questions: list[str]) -> None:
    assert asked(settled(reading("star", crossed=share))) == questions


def test_very_likely_marks_that_are_asked_have_a_reason() -> None:
    for share, words in ((0.9, "unclear"), (0.97, "another mark here could change the result")):
        (doubt,) = settled(reading("star", crossed=share)).doubts
        assert words in doubt.because


def test_rivals_have_odds_against_the_chosen_mark() -> None:
    ink: dict[Mark | None, float] = {1: 0.5, 2: 0.25, None: 0.6 * LEAST_RIVAL, 3: 0.4 * LEAST_RIVAL}
    assert _rivals(ink, 1) == pytest.approx({2: 0.5, None: 1.2 * LEAST_RIVAL})


def test_without_an_outcome_nothing_is_known_to_matter() -> None:
    assert {doubt.matters for doubt in settled(*UNSURE, outcome=None).doubts} == {None}


def test_the_most_decisive_mark_is_asked() -> None:
    """Check points that depend on the number of numbered slots, one of which is far less sure."""
    readings = [reading("floor.1", n1=0.9995, X=0.0005), reading("floor.2", n2=0.7, X=0.3)]
    assert asked(settled(*readings, outcome=lambda marks: sum(mark != "X" for mark in marks.values()))) == [
        "floor.2"
    ]


def test_ink_of_20_to_1_against_the_rules_is_asked() -> None:
    rules = {"conflicts": clash(lambda marks: marks.get("floor.2") == 3, "floor.2")}
    for share, questions in ((0.9, []), (0.99, ["floor.2"])):
        found = settled(reading("floor.2", n3=share, n8=1 - share), **rules)
        assert (found.marks["floor.2"], asked(found)) == (8, questions)


@pytest.mark.parametrize(("share", "questions"), [(0.9996, ["star"]), (0.999999, [])])
def test_marks_whose_misreading_is_illegal_are_asked(share: float, questions: list[str]) -> None:
    rules = {"conflicts": clash(lambda marks: len(marks) > 1, "star", "floor.1")}
    found = settled(reading("star", crossed=share), reading("floor.1", n3=0.999999), **rules)
    assert found.marks == {"star": "crossed", "floor.1": 3} and asked(found) == questions


@pytest.mark.parametrize(("share", "questions"), [(0.9996, ["star"]), (0.999999, [])])
def test_impossible_marks_are_asked_if_maybe_misread(share: float, questions: list[str]) -> None:
    found = settled(reading("star", crossed=share), possible=lambda field, mark: field != "star")
    assert found.marks == {"star": "crossed"} and asked(found) == questions


@pytest.mark.parametrize(("share", "questions"), [(0.97, list(SLOTS)), (0.99999, [])])
def test_a_sheet_is_not_called_illegal_for_marks_in_doubt(share: float, questions: list[str]) -> None:
    """Check five marks that may all be misread, as when a hand draws them all in one odd way."""
    readings = [reading(slot, X=share) for slot in SLOTS]
    assert asked(settled(*readings, conflicts=clash(lambda marks: bool(marks), *SLOTS))) == questions


def test_totals_without_a_game_are_not_asked() -> None:
    assert asked(settled(reading("star", crossed=0.97), provable=lambda marks: "star" in marks)) == []


@pytest.mark.parametrize("answer", [True, None, False])
def test_readings_are_proved_only_if_that_can_spare_a_question(answer: bool | None) -> None:
    tried: list[Marks] = []

    def provable(marks: Marks) -> bool | None:
        tried.append(marks)
        return answer if len(tried) > 1 else True  # the first is the likeliest reading

    unsure = [reading("star", crossed=0.7), UNSURE[0]]
    found = settled(*unsure, outcome=lambda marks: sorted(marks.items(), key=str), provable=provable)
    assert asked(found) == (["floor.1"] if answer is False else ["star", "floor.1"])
    assert tried == [
        {"star": "crossed", "floor.1": 1},
        {"floor.1": 1},
    ]  # not {"star": "crossed", "floor.1": "X"}


def test_an_unexplained_wrong_total_is_one_question() -> None:
    sheet = replace(SHEET, scores=(ScoreLine("sum", Name("sum"), TOTAL),))
    clear = reading("floor.1", n9=0.99999)
    rules = RulesHint(outcome=stars, sums=lambda marks: {"sum": 57})
    for written, questions in ((57, []), (58, ["sum"])):
        assert asked(decode(sheet, [clear, reading("sum", **{f"n{written}": 0.99999})], rules)) == questions


def test_unseen_fields_are_asked() -> None:
    rules = RulesHint(outcome=stars)
    found = decode(SHEET, [reading("floor.1"), reading("star")], rules, covered=("floor.1",))
    assert asked(found) == ["floor.1"]
