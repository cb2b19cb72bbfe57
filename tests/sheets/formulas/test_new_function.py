"""A new function of formulas is one entry: templates can use it, and it is checked, computed, explained and
shown."""

from __future__ import annotations

import pytest

from docs.gallery import page, sheet_of
from docs.generate import functions_page
from fairsheet.engine.checks.consistency import findings_on
from fairsheet.engine.scoring.summands import summands_of_total
from fairsheet.sheets.formulas.formula import compile_formula, fields_in
from fairsheet.sheets.formulas.functions.function import (
    Arguments,
    Example,
    Explanation,
    Formula,
    Function,
    Unmet,
    written,
)
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.intervals import bounds
from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place


def _beyond(asked: Arguments[Formula], marks: Marks) -> list[str]:
    limit = asked.number(0)(marks)
    return [field for field in asked.fields if isinstance(mark := marks.get(field), int) and mark > limit]


def _explained(unmet: Unmet) -> Explanation:
    beyond = _beyond(unmet.arguments, unmet.marks)
    return Explanation(f"{len(beyond)} beyond", tuple(beyond))


ABOVE = Function(
    "above(5, a, b)", ("number", "values"), "how many of the fields have a number greater than it",
    value=lambda asked: lambda marks: len(_beyond(asked, marks)),
    bounds=lambda asked: (0, len(asked.fields)),
    explain=_explained,
    example=Example("How many numbers are greater than one.", """\
row at: 4, 4 gap: 4
  repeat i: 1..3
    box day.{i} to: 9
  box points to: 3
score points is: above(5, every("day.*"))
""", written("day", 6, 2, 9)),
)  # fmt: skip

TEMPLATE = """
sheet garden "The garden"

row at: 0, 10 gap: 3
  repeat k: 1..3
    box day.{k} from: 0 to: 9
  box limit from: 0 to: 9
  box score.total from: 0 to: 6
zone bed
  row at: 0, 60 gap: 3
    slot bed.1
icon gate seal size: 9 at: 100, 60
"""


@pytest.fixture(autouse=True)
def above(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FUNCTIONS, ABOVE.name, ABOVE)


def sheet(*lines: str) -> Sheet:
    total = 'score score.total sign: "=" is: 2 * above(limit, every("day.*"))'
    return place(parse("\n".join((TEMPLATE, total, *lines, "")), "garden.sheet")).sheet


def test_a_score_line_with_it_is_computed_within_its_bounds() -> None:
    formula = sheet().scores[0].formula
    assert bounds(formula, sheet()) == (0, 6)
    assert compile_formula(formula, sheet())({"day.1": 7, "day.2": 3, "day.3": 9, "limit": 3}) == 4
    assert fields_in(formula, sheet()) == ("limit", "day.1", "day.2", "day.3")
    assert [each.name for each in summands_of_total(sheet())] == ["limit, day"]


def test_lint_compares_its_bounds_with_the_box() -> None:
    problems = [
        finding.problem
        for finding in lint(sheet("box low to: 1 at: 0, 30", 'score low is: above(2, every("day.*"))'))
    ]
    assert problems == ["its formula gives 0 to 3, but it accepts 0 to 1"]


def test_a_check_with_it_reports_contradictions_and_places() -> None:
    checked = sheet('check low needs: above(5, every("day.*")) = 0 text: "Days are short."')
    (found,) = findings_on(checked, {"day.1": 7, "day.2": 3, "day.3": 9})
    assert found.why == "Days are short (2 beyond)."
    assert found.fields == ("day.1", "day.3", "day.2")
    assert list(findings_on(checked, {"day.1": 5})) == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("check a needs: above(5) = 0", "above takes at least 2 arguments, not 1; it gives how many of the fields"),
        ("check a needs: above(crossed, day.1) = 0", "nothing is named crossed"),
        ("check a needs: above(5, days) = 0", "nothing is named days"),
        ("check a needs: above(5, day.1)", "expected a condition, not a number"),
        ("check a needs: abov(5, day.1) = 0", "did you mean above?"),
        ("group none none value: 1; check a needs: above(5, none) = 0", "above needs fields, but none has none"),
        ("score limit is: above(5, limit)", "limit is needed to compute itself"),
        ("formula above is: 3", "above means something in formulas already"),
    ],
)  # fmt: skip
def test_fields_it_cannot_use_are_a_template_fault(line: str, problem: str) -> None:
    with pytest.raises(TemplateError) as found:
        sheet(f'{line} text: "x"' if "check" in line else line)
    assert problem in str(found.value)


def test_the_pages_of_the_language_show_it() -> None:
    assert "| `above(5, a, b)` | how many of the fields have a number greater than it |" in functions_page()
    assert "### above" in page()
    assert ABOVE.example is not None
    shown = sheet_of(ABOVE.example)
    assert compile_formula(shown.scores[0].formula, shown)(ABOVE.example.marks) == 2
