"""Test the checks of custom sheets: formulas that a filled-in sheet must meet."""

from __future__ import annotations

from functools import cache

import pytest

from fairsheet.engine.checks.consistency import consistency_of, findings_on, findings_together
from fairsheet.engine.checks.verdict import SheetVerdict
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.known_boxes import known_boxes
from fairsheet.sheets.formulas.formula import arguments_of, calls_in
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.support.errors import FairsheetError

TEMPLATE = """
sheet quarry "The quarry"
  slots: 1..6, X

zone bed
  row at: 10, 10 gap: 3
    repeat i: 1..4
      slot bed.{i}

row at: 10, 60 gap: 4
  repeat i: 1..3
    icon step.{i} row-value text: {10 - i} size: 9
      facts value: 10 - i

ladder steps fields: every("step.*") last: 5

row at: 10, 90 gap: 4
  repeat i: 1..4
    box cart.{i} from: 0 to: 5

row at: 10, 120 gap: 4
  icon lock seal size: 9
  box score.total from: -50 to: 625

score score.total sign: "=" is: %s

check lock-needs-two
  needs: count(crossed, lock) = 0 or filled(bed) >= 2
  text: "The lock may be crossed once two numbers stand in the bed."
check carts-differ level: warn
  needs: different(every("cart.*"))
  text: "Two carts carry the same."
check heavy level: note
  needs: value(every("cart.*")) <= 11
  text: "The carts are heavy."
"""


@cache
def sheet_of(formula: str = "0") -> Sheet:
    return place(parse(TEMPLATE % formula, "quarry.sheet")).sheet


def verdict_on(marks: Marks, sheet: Sheet | None = None) -> SheetVerdict:
    sheet = sheet or sheet_of()
    (found,) = consistency_of(sheet, [Record.on(sheet, Table(None, 1), 1, marks)]).sheets
    return found


def test_honest_sheet_meets_every_check() -> None:
    honest: dict[str, Mark] = {"bed.1": 2, "bed.3": 5, "step.1": "crossed", "cart.1": 4, "lock": "crossed"}
    found = verdict_on(honest)
    assert (found.verdict, found.findings, found.contradiction) == ("legal", (), ())


@pytest.mark.parametrize(
    ("marks", "expected", "checks"),
    [
        ({"lock": "crossed", "bed.1": 3}, "illegal", ["lock-needs-two"]),
        ({"lock": "crossed", "bed.1": 3, "bed.4": "X"}, "legal", []),
        ({"bed.1": 3, "bed.2": 3}, "illegal", ["ascend"]),
        ({"bed.1": 3, "bed.2": "X", "bed.4": 2}, "illegal", ["ascend"]),
        ({"step.2": "crossed"}, "illegal", ["order"]),
        ({"cart.1": 4, "cart.3": 4}, "undecided", ["carts-differ"]),
        ({"cart.1": 5, "cart.2": 4, "cart.3": 3}, "legal", ["heavy"]),
        ({"cart.1": 5, "cart.2": 5, "cart.3": 5, "step.3": "crossed"}, "illegal", ["order", "carts-differ", "heavy"]),
    ],
)  # fmt: skip
def test_unmet_check_decides_the_verdict(marks: dict[str, Mark], expected: str, checks: list[str]) -> None:
    found = verdict_on(marks)
    assert found.verdict == expected
    assert [finding.check for finding in found.findings or ()] == checks


def test_finding_names_inked_fields_to_look_at() -> None:
    (found,) = findings_on(sheet_of(), {"lock": "crossed", "bed.1": 3})
    assert found.fields == ("bed.1", "lock")
    assert found.why == "The lock may be crossed once two numbers stand in the bed."


def test_error_replaces_warning_about_the_same_field() -> None:
    warning = """check lock-needs-two level: warn
  needs: count(crossed, lock) = 0 or filled(bed) >= 3
  text: "Three are usual."
"""
    sheet = place(parse(TEMPLATE % "0" + warning, "quarry.sheet")).sheet
    for numbers, levels in (({"bed.1": 3}, ["error"]), ({"bed.1": 3, "bed.2": 4}, ["warn"])):
        found = verdict_on({"lock": "crossed", **numbers, "cart.1": 2, "cart.2": 2}, sheet)
        assert [each.level for each in found.findings or () if each.check == "lock-needs-two"] == levels
        assert [each.level for each in found.findings or ()] == [*levels, "warn"]


def test_finding_about_equal_marks_names_only_those() -> None:
    (found,) = findings_on(sheet_of(), {"cart.1": 2, "cart.2": 3, "cart.4": 2})
    assert found.fields == ("cart.1", "cart.4")


@pytest.mark.parametrize(("other", "blamed"), [(5, {1}), (2, {1, 2})])
def test_only_players_with_equal_marks_are_blamed(other: int, blamed: set[int]) -> None:
    sheet = place(parse(TEMPLATE.replace("level: warn", "scope: table") % "0", "quarry.sheet")).sheet
    table: dict[int, dict[str, Mark]] = {
        1: {"cart.1": 2, "cart.2": 2},
        2: {"cart.1": other},
        3: {"cart.3": 4},
    }
    found = findings_together(sheet, table)
    assert {seat for seat, findings in found.items() if findings} == blamed


def test_sheet_without_checks_is_refused() -> None:
    plain = place(parse('sheet plain "Plain"\nbox points from: 0 to: 9 at: 10, 10\n', "plain.sheet")).sheet
    with pytest.raises(FairsheetError, match="nothing that could be checked"):
        verdict_on({}, plain)


def test_checks_are_linted() -> None:
    text = TEMPLATE.replace('different(every("cart.*"))', "different(steps)") % "0"
    assert not [
        f for f in lint(place(parse(TEMPLATE % "0", "quarry.sheet")).sheet) if f.about == "carts-differ"
    ]
    assert place(parse(text, "quarry.sheet")).sheet.checks


def test_order_of_marks_includes_marks_that_count_as_crosses() -> None:
    sheet = sheet_of('if(in-order(crossed, every("step.*")), 1, 0)')
    (call,) = (each for each in calls_in(sheet.scores[0].formula) if each.function == "in-order")
    arranged = FUNCTIONS["in-order"].arranged
    assert arranged is not None
    marks: dict[str, Mark] = {"step.2": "crossed", "step.3": "circled+crossed"}
    ordered = arranged(arguments_of(call, sheet), marks)
    assert ordered == {"step.1": "crossed", "step.2": "crossed"}


def test_lookup_gives_the_points_of_exactly_this_number() -> None:
    sheet = sheet_of('lookup(count(crossed, every("step.*")), 0, -5, 1, 3, 3, 12)')
    for count, points in ((0, -5), (1, 3), (3, 12)):
        marks: dict[str, Mark] = {f"step.{i}": "crossed" for i in range(1, count + 1)}
        (player,) = ruleset_of(sheet).score([Record.on(sheet, Table(None, 1), 1, marks)]).players
        assert player.total == points
    two: dict[str, Mark] = {"step.1": "crossed", "step.2": "crossed"}
    message = r"quarry: score\.total: the lookup has no entry for 2 \(seat 1\); it has 0, 1, 3: add one"
    with pytest.raises(FairsheetError, match=message):
        ruleset_of(sheet).score([Record.on(sheet, Table(None, 1), 1, two)])
    assert known_boxes(sheet, {})(two) == {}  # a photo of the sheet can still be read
