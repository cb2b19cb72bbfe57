"""Test that an unmet check names the numbers that contradict each other."""

from __future__ import annotations

import pytest

from fairsheet.engine.checks.consistency import findings_on, findings_together
from fairsheet.engine.checks.verdict import Finding
from fairsheet.languages.catalogues import catalogue
from fairsheet.languages.messages import render
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.wording.table_words import with_names

GARDEN = """sheet garden "The garden"
row at: 20, 20 gap: 3
  slot bed.1
  slot bed.2
  box sum from: 0 to: 40
  box score.total from: 0 to: 40
score score.total is: bed.1 + bed.2
check total needs: inked(score.total) = 0 or correct(score.total) text: "The total is not both beds."
check order needs: inked(bed.1, bed.2) < 2 or bed.1 <= bed.2 text: "The second bed is fuller"
check both needs: bed.1 >= sum - 9 and (inked(sum) = 0 or sum >= bed.1) text: "The sum is out of reach."
check few needs: bed.1 <= 6 text: "A first bed has six at most."
check none needs: not bed.2 = 3 text: "Three are none."
"""

GATE = """icon gate star at: 9, 9 accepts: circled, crossed
check way needs: count(crossed, gate) = 0 or inked(bed.2) = 1 text: "Fill it in."
check way needs: count(circled, gate) = 0 or full(bed.1, bed.2) text: "Fill both in."
"""


GATES = "".join(f"icon gate.{k} star at: {9 * k}, 9 accepts: crossed\n" for k in (1, 2))
ONE_GATE = GATES + 'check gate needs: count(crossed, gate.1, gate.2) = 1 text: "One gate is open."\n'
FULL_BED = GATES + 'check gate needs: {} text: "The gate is for a full bed."\n'
PAIRS = 'check pairs needs: inked(bed.1) = inked(bed.2, sum) text: "Beds come in pairs."\n'
DAYS = """group first day fields: bed.1
group then day fields: bed.2, sum
check days needs: last(every(day)) = score.total text: "Another day is the last."
"""


def sheet_of(more: str = "", first: str = GARDEN) -> Sheet:
    return place(parse(first + more, "garden.sheet")).sheet


@pytest.mark.parametrize(
    ("more", "marks", "expected"),
    [
        ("", {"bed.1": 2, "bed.2": 5, "score.total": 8}, ["The total is not both beds (8 written, 7 computed)."]),
        ("", {"bed.1": 5, "bed.2": 2}, ["The second bed is fuller (5 against 2)."]),
        ("", {"bed.1": 5, "sum": 4}, ["The sum is out of reach (4 against 5)."]),
        ("", {"bed.1": 2, "sum": 30}, ["The sum is out of reach (2 against 21)."]),
        ("", {"bed.1": 7}, ["A first bed has six at most."]),
        ("", {"bed.2": 3}, ["Three are none."]),
        ("", {"bed.1": 2, "bed.2": 5, "score.total": 7}, []),
        # the check names the number of marked fields
        (ONE_GATE, {}, ["One gate is open (none is marked)."]),
        (ONE_GATE, {"gate.1": "crossed", "gate.2": "crossed"}, ["One gate is open (2 are marked)."]),
        # a yes-or-no check has no numbers: a missing mark, a forbidden mark, a condition
        (FULL_BED.format("count(crossed, gate.1) = 1"), {}, ["The gate is for a full bed."]),
        (FULL_BED.format("count(crossed, gate.1, gate.2) = 0"), {"gate.2": "crossed"}, ["The gate is for a full bed."]),
        (FULL_BED.format("count(crossed, gate.1, gate.2) = if(bed.1 > 0, 1, 0)"), {"bed.1": 2},
         ["The gate is for a full bed."]),
        ('check way needs: inked(sum) = 1 text: "Fill in the sum."\n', {}, ["Fill in the sum."]),
    ],
)  # fmt: skip
def test_numbers_follow_the_text_of_a_check(more: str, marks: dict[str, Mark], expected: list[str]) -> None:
    assert [found.why for found in findings_on(sheet_of(more), marks)] == expected


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        (
            {"bed.1": 2, "bed.2": 5, "score.total": 8},
            "The total is not both beds (8 geschrieben, 7 berechnet).",
        ),
        ({"bed.1": 5, "bed.2": 2}, "The second bed is fuller (5 gegen 2)."),
    ],
)
def test_numbers_are_named_in_other_languages(marks: dict[str, Mark], expected: str) -> None:
    (found,) = findings_on(sheet_of(), marks)
    assert render(found.why, catalogue("de")) == expected


@pytest.mark.parametrize(
    ("more", "marks", "expected"),
    [
        (GATE, {"bed.1": 2, "bed.2": 5, "score.total": 8}, ("score.total", "bed.1", "bed.2")),
        (GATE, {"bed.1": 2, "score.total": 8}, ("score.total", "bed.2", "bed.1")),
        (GATE, {"bed.1": 2, "sum": 30}, ("bed.1", "sum")),
        (GATE, {"gate": "crossed"}, ("bed.2", "gate")),
        (GATE, {"gate": "circled", "bed.2": 4}, ("bed.1", "gate", "bed.2")),
        (PAIRS, {"sum": 3}, ("bed.1", "sum")),  # blanks first, even if a count of other ink asks for them
        (DAYS, {"bed.1": 5, "bed.2": 5, "score.total": 10}, ("bed.2", "score.total", "bed.1")),  # the last day with ink
    ],
)  # fmt: skip
def test_likely_wrong_marks_come_first(more: str, marks: dict[str, Mark], expected: tuple[str, ...]) -> None:
    (found,) = findings_on(sheet_of(more), marks)
    assert found.fields == expected


def findings_by_seat(more: str, table: dict[int, dict[str, Mark]]) -> dict[int, list[Finding]]:
    return {seat: list(found) for seat, found in findings_together(sheet_of(more), table).items()}


def test_each_number_of_a_shared_box_is_named() -> None:
    check = 'check same scope: table needs: best(1, bed.1) * inked(bed.1) = value(bed.1) text: "All agree."\n'
    found = findings_by_seat(check, {1: {"bed.1": 2}, 2: {"bed.1": 3}, 3: {"bed.1": 2}})
    assert [each.why for each in found[2]] == ["All agree (player 1 has 2, player 2 has 3, player 3 has 2)."]
    assert "player Ada has 2, player 2 has 3" in with_names(found[2][0].why, {1: "Ada"})
    assert not found[1] and not found[3]


def test_repeated_number_is_named() -> None:
    check = 'check once scope: table needs: different(beds) text: "Each number is there once."\n'
    found = findings_by_seat(
        f"group beds beds fields: bed.1, bed.2\n{check}", {1: {"bed.1": 2}, 2: {"bed.2": 2}}
    )
    assert found[1][0].why.startswith("Each number is there once (2 is written 2 times).")


CARD = """sheet garden "The garden"
table worth-of keys: 4, 8 values: 1, 2
row at: 20, 20 gap: 3
  box card from: 0 to: 9
  box gain from: 0 to: 9
score gain is: entry(worth-of, card, 0)
check points needs: correct(gain) text: "The card does not bring these points."
"""


def test_computed_box_is_named_with_its_marks() -> None:
    (found,) = findings_on(sheet_of(first=CARD), {"card": 8, "gain": 3})
    assert found.culprits == ("gain", "card")
