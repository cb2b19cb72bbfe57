"""Named formulas: the meaning of a name, its scope, and its faults."""

from __future__ import annotations

import pytest

from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.lint.lint import lint_template
from fairsheet.sheets.model.sheet import Expression, Sheet
from fairsheet.sheets.placement.place import place

HEAD = """sheet garden "The garden"
zone bed
  row at: 20, 20 gap: 1
    repeat i: 1..6
      slot bed.{i}
icon gate seal size: 9 at: 100, 20
box score.bed from: 0 to: 40 at: 130, 20
box score.total from: 0 to: 40 at: 130, 40
"""


def sheet_of(lines: str) -> Sheet:
    return place(parse(HEAD + lines, "garden.sheet")).sheet


def formula_of(lines: str, box: str = "score.total") -> Expression:
    return next(line.formula for line in sheet_of(lines).scores if line.box == box)


def fault_of(lines: str) -> tuple[tuple[int, int], str, str]:
    """Return the place of the first fault, with lines counted from 1 below the head, its problem and its hint."""
    with pytest.raises(TemplateError) as refused:
        sheet_of(lines)
    fault = refused.value.faults[0]
    return (fault.at.line - HEAD.count("\n"), fault.at.column), fault.problem, fault.hint


@pytest.mark.parametrize(
    ("named", "written_out"),
    [
        ("formula plants is: filled(bed)\nscore score.total is: 2 * plants", "2 * filled(bed)"),
        (
            "formula plants is: filled(bed) + 1\nscore score.total is: 3 * plants - plants",
            "3 * (filled(bed) + 1) - (filled(bed) + 1)",
        ),
        (
            "formula closed is: count(crossed, gate) = 1\nscore score.total is: if(closed and full(bed), 2, 1)",
            "if(count(crossed, gate) = 1 and full(bed), 2, 1)",
        ),
        (
            "formula plants is: filled(bed)\nformula twice is: 2 * plants\nscore score.total is: twice + 1",
            "2 * filled(bed) + 1",
        ),
        (
            "formula more is: score.bed + 2 - filled(bed)\nscore score.total is: 1 + more + 4",
            "1 + score.bed + 2 - filled(bed) + 4",
        ),
        ("formula more is: score.bed - 2\nscore score.total is: 9 - more", "9 - (score.bed - 2)"),
        (
            "formula free is: full(bed) or score.bed > 3\nscore score.total is: score.bed = 1 or free and bed.1 = 2",
            "score.bed = 1 or (full(bed) or score.bed > 3) and bed.1 = 2",
        ),
        (
            "formula free is: full(bed) or score.bed > 3\nscore score.total is: score.bed = 1 or free",
            "score.bed = 1 or full(bed) or score.bed > 3",
        ),
        ("formula all is: value(every(slot))\nscore score.total is: all", "value(every(slot))"),
        (
            "formula place is: ranked(filled(bed), 5, 2)\nscore score.total is: place",
            "ranked(filled(bed), 5, 2)",
        ),
    ],
)
def test_a_name_stands_for_its_formula_and_changes_no_layout(named: str, written_out: str) -> None:
    plain = f"score score.total is: {written_out}"
    assert formula_of(named) == formula_of(plain)
    assert sheet_of(named).fingerprint == sheet_of(plain).fingerprint


def test_repeats_and_parts_have_their_own_formulas() -> None:
    repeated = """
repeat k: 1..2  box: score.bed, score.total
  formula own is: k * bed.{k}
  score {box} is: own
"""
    parted = """
part counted box k
  formula own is: k * bed.{k}
  score {box} is: own
counted score.bed 1
counted score.total 2
"""
    for lines in (repeated, parted):
        for box, formula in (("score.bed", "1 * bed.1"), ("score.total", "2 * bed.2")):
            assert formula_of(lines, box) == formula_of(f"score {box} is: {formula}", box)


def test_the_nearest_meaning_of_a_name_counts() -> None:
    lines = """
let plants: 3
score score.bed is: plants
formula plants is: filled(bed)
repeat plants: 7
  score score.total is: plants
"""
    assert formula_of(lines, "score.bed") == formula_of("score score.bed is: 3", "score.bed")
    assert formula_of(lines) == formula_of("score score.total is: 7")


def test_a_block_may_redefine_an_outer_name() -> None:
    lines = """
formula plants is: filled(bed)
repeat k: 1..2  box: score.bed, score.total
  formula plants is: {bed}
  score {box} is: plants
"""
    for bed in ("k * bed.{k}", "k * plants"):
        own = bed.replace("plants", "filled(bed)").replace("{k}", "2").replace("k", "2")
        assert formula_of(lines.replace("{bed}", bed)) == formula_of(f"score score.total is: {own}")
    hidden = lines.replace("  formula", "  let plants: 3\n  formula").replace("{bed}", "k * bed.{k}")
    assert formula_of(hidden) == formula_of("score score.total is: 2 * bed.2")


def test_a_formula_can_be_handed_to_a_part() -> None:
    lines = """
part total number
  score score.total is: number + 1
formula plants is: filled(bed)
total plants
"""
    assert formula_of(lines) == formula_of("score score.total is: filled(bed) + 1")


@pytest.mark.parametrize(
    ("lines", "at", "problem", "hint"),
    [
        ("formula a is: b + 1\nscore score.total is: a", (1, 15), "nothing is named b", ""),
        ("formula plants is: filled(bed)\nscore score.total is: plents", (2, 23), "nothing is named plents", "plants"),
        ("formula a is: a + 1", (1, 15), "the formula a is not known here", "cannot use itself"),
        ("formula a is: b\nformula b is: a", (1, 15), "the formula b is not known here", "lines below"),
        ("score score.total is: a\nformula a is: 1", (1, 23), "the formula a is not known here", "lines below"),
        ("repeat k: 1..2\n  formula a is: k\nscore score.total is: a", (3, 23), "the formula a is not known", ""),
        ("formula a is: filled(bad)", (1, 22), "nothing is named bad", "bed"),
        ("formula bed is: 1\nscore score.total is: bed", (1, 9), "bed is the id of a zone already", "another name"),
        ("formula game.players is: 2", (1, 9), "game.players means something in formulas already", "another name"),
        ("formula value is: 2", (1, 9), "value means something in formulas already", "another name"),
        ("formula circled is: 2", (1, 9), "circled means something in formulas already", "another name"),
        ("formula a is: 1\nformula b is: a\nformula a is: 2", (3, 9), "the formula a is given twice", "leave one out"),
        ("repeat k: 1..2\n  formula a is: k\n  formula a is: 2", (3, 11), "the formula a is given twice", ""),
        ('formula "a b" is: 1', (1, 9), "'a b' cannot name a formula", "plants"),
        ("formula a", (1, 1), "the formula a has no value", "formula plants is:"),
        ("formula a is: 1, 2", (1, 18), "is takes one formula", ""),
        ("formula a is: 1 / 2", (1, 17), "formulas have no division", ""),
        ("formula a is: 1\n  slot b", (2, 3), "formula takes no lines under it", "further left"),
        ("formula a is: filled(bed)\nscore score.total is: filled(a)", (2, 30), "a is a formula", "a zone"),
        (
            "formula a is: filled(bed)\nscore score.total is: if(a, 2, 1)",
            (2, 26), "expected a condition, not a number", "",
        ),
        (
            "formula a is: ranked(filled(bed), 5, 2)\nscore score.total is: a + 1",
            (2, 25), "ranked is not allowed here", "whole formula",
        ),
    ],
)  # fmt: skip
def test_faults_are_reported_with_their_place(
    lines: str, at: tuple[int, int], problem: str, hint: str
) -> None:
    place, fault, advice = fault_of(lines)
    assert place == at
    assert problem in fault
    assert hint in advice


def test_formulas_that_double_again_and_again_are_refused() -> None:
    doubled = "\n".join(f"formula f{k} is: f{k - 1} + f{k - 1}" for k in range(1, 60))
    place, problem, hint = fault_of(f"formula f0 is: filled(bed)\n{doubled}\nscore score.total is: f59")
    assert place[0] > 1
    assert "more than 200" in problem and "twice" in hint


def test_lint_finds_unused_formulas() -> None:
    lines = "formula plants is: filled(bed)\nformula spare is: plants + 1\nscore score.total is: 2 * plants"
    found = [
        finding
        for finding in lint_template(place(parse(HEAD + lines, "garden.sheet")))
        if "formula" in finding.problem
    ]
    assert [(finding.about, finding.severity, str(finding.at)) for finding in found] == [
        ("spare", "warning", f"garden.sheet:{HEAD.count(chr(10)) + 2}:1")
    ]
