"""All facts about the sheets of scenarios, except places on the page, equal the readable files in `facts/`.

The texts were compared with independent transcriptions of the games' sheets. After a change of a template, run
`python -m tests.templates.test_facts` and read the difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

from fairsheet.sheets.library.templates import read_template, scenario_names, template_path
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.sheet import Attribute, Call, Expression, Field, Name, Number, Sheet
from fairsheet.sheets.placement.place import Placed

FACTS = Path(__file__).parent / "facts"


def facts(sheet: Sheet) -> str:
    """Return a line for each zone, group, ladder, mission, score line and set of equal fields."""
    return "\n".join(line.rstrip() for line in _lines(sheet)) + "\n"


def _lines(sheet: Sheet) -> Iterator[str]:
    for zone in sheet.zones:
        yield f"zone {zone.id}: {_names(zone.slots)}{_attributes(zone.attrs)}"
    for group in sheet.groups:
        yield f"{group.type} {group.id}:{_attributes(group.attrs)}"
    for ladder in sheet.ladders:
        steps = " ".join(map(str, (*ladder.values, ladder.last)))
        yield f"ladder {ladder.id}: {_names(ladder.fields)} {ladder.mark}, worth {steps}"
    for mission in sheet.missions:
        values = f"{mission.first} {mission.later}{_attributes(mission.attrs)}"
        yield f"mission {mission.id} of {mission.letter}: {values} needs {_formula(mission.needs)}"
    yield f"places of missions: {' '.join(place.letter for place in sheet.mission_places)}"
    for line in sheet.scores:
        yield f"score {line.sign} {line.box}: {_formula(line.formula)}"
    for fact, alike in groupby(sorted(sheet.fields, key=_field_facts), _field_facts):
        yield f"{fact}: {_names(field.id for field in alike)}"


def _field_facts(field: Field) -> str:
    accepts = _names(map(str, field.accepts))
    printed = "" if field.printed is None else f" printed {field.printed}"
    kind = f"{field.kind} {field.symbol}" if field.symbol else field.kind
    return f"{kind} [{accepts}]{printed}{_attributes(field.attrs)}"


def _attributes(attrs: Mapping[str, Attribute]) -> str:
    return "".join(
        f" {key}={f'({_names(map(str, value))})' if isinstance(value, tuple) else value}"
        for key, value in attrs.items()
    )


def _names(names: Iterable[str]) -> str:
    """Return names with one space between them. Consecutive names are joined: floor-1.1..8."""
    runs: list[tuple[str, str]] = []
    for name in names:
        stem, last = _counted(name)
        if runs and last > 0 and _counted(runs[-1][1]) == (stem, last - 1):
            runs[-1] = (runs[-1][0], name)
        else:
            runs.append((name, name))
    return " ".join(one if one == end else f"{one}..{_counted(end)[1]}" for one, end in runs)


def _counted(name: str) -> tuple[str, int]:
    """Return a name without the number at its end, and that number, or -1."""
    parts = re.fullmatch(r"(.*?)(0|[1-9]\d*)", name)
    return (parts[1], int(parts[2])) if parts else (name, -1)


def _formula(formula: Expression) -> str:
    match formula:
        case Number(value):
            return str(value)
        case Name(name):
            return name
        case Call(function, arguments):
            return f"{function}({_names(map(_formula, arguments))})"
        case _:
            return f"({f' {formula.operator} '.join(map(_formula, formula.operands))})"


@cache
def placed(name: str) -> Placed:
    return read_template(template_path(name))


@pytest.mark.parametrize("name", scenario_names())
def test_sheet_has_the_stated_facts(name: str) -> None:
    stated = (FACTS / f"{name}.txt").read_text(encoding="utf-8")
    assert facts(placed(name).sheet).splitlines() == stated.splitlines()


@pytest.mark.parametrize("name", scenario_names())
def test_lint_finds_nothing_in_a_scenario(name: str) -> None:
    assert lint(placed(name).sheet, placed(name)) == []


if __name__ == "__main__":
    for scenario in scenario_names():
        text = facts(placed(scenario).sheet)
        (FACTS / f"{scenario}.txt").write_text(text, encoding="utf-8")
