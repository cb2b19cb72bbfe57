"""Groups of neighbours, networks and paths, compared with plain Python on random fillings."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache

import pytest

from fairsheet.engine.checks.consistency import findings_on
from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.formulas.functions._longest_path import longest_path
from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.model.columns import sheet_of_column
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.support.errors import FairsheetError
from tests.sheets.formulas.plain_python import FILLINGS, Marks, assert_given, random_fillings

WIDE = 4

TEMPLATE = """
sheet land "The land"
grid columns: 4 gap: 5 at: 4, 4
  repeat i: 0..11
    icon c.{i} star accepts: circled, crossed size: 8
group board fields fields: every(star) columns: 4
group hexes fields fields: every(star) columns: 4 shifted: even
group odd-hexes fields fields: every(star) columns: 4 shifted: odd
group alone fields fields: every(star)
group path fields neighbours: c.0, c.5, c.5, c.10, c.11, c.0
grid columns: 4 gap: 9 at: 90, 4
  repeat i: 0..7
    icon town.{i} seal size: 8
repeat i: 0..6
  when is: not i = 3
    link road.{i} between: town.{i}, town.{i + 1}
repeat i: 0..3
  link down.{i} between: town.{i}, town.{i + 4}
group roads links fields: every(link)
group exits fields fields: town.0, town.3, town.4, town.7
box result to: 99 at: 4, 80
"""

ROADS = {f"road.{i}": (i, i + 1) for i in range(7) if i != 3} | {f"down.{i}": (i, i + 4) for i in range(4)}


def sheet_of(*lines: str) -> Sheet:
    return place(parse("\n".join((TEMPLATE, *lines, "")), "land.sheet")).sheet


@cache
def fillings(number: int) -> list[dict[str, Mark]]:
    kinds: dict[str, list[Mark]] = {f"c.{i}": ["circled", "crossed", "circled+crossed"] for i in range(12)}
    return random_fillings(kinds | {road: ["drawn"] for road in ROADS}, number, seed=11)


def fields_with(marks: Marks, word: str) -> set[int]:
    return {i for i in range(12) if word in str(marks.get(f"c.{i}", ""))}


def square(one: int, other: int) -> bool:
    return abs(one // WIDE - other // WIDE) + abs(one % WIDE - other % WIDE) == 1


def hexagon(one: int, other: int, shifted: int) -> bool:
    """Return whether the middles of two hexagons, 2 wide, are as near as those of neighbours."""

    def middle(i: int) -> tuple[int, int]:
        row = i // WIDE
        return 2 * (i % WIDE) + (row % 2 == shifted), row

    (x, y), (across, down) = middle(one), middle(other)
    return (abs(x - across), abs(y - down)) in ((2, 0), (1, 1))


def parts(of: Iterable[int], near: Callable[[int, int], bool]) -> list[set[int]]:
    """Return connected parts, by joining neighbours until nothing changes."""
    found: list[set[int]] = []
    for each in of:
        touching = [part for part in found if any(near(each, other) for other in part)]
        found = [part for part in found if part not in touching] + [{each}.union(*touching)]
    return found


def drawn(marks: Marks) -> list[tuple[int, int]]:
    return [ends for road, ends in ROADS.items() if road in marks]


def networks(marks: Marks) -> list[set[int]]:
    """Return the towns that each network reaches."""
    found: list[set[int]] = []
    for ends in drawn(marks):
        touching = [part for part in found if part & {*ends}]
        found = [part for part in found if part not in touching] + [{*ends}.union(*touching)]
    return found


def longest(links: list[tuple[int, int]]) -> int:
    """Return the longest path by trying every one."""

    @cache
    def on(at: int, left: frozenset[tuple[int, int]]) -> int:
        return max((1 + on(sum(link) - at, left - {link}) for link in left if at in link), default=0)

    return max((on(end, frozenset(links)) for link in links for end in link), default=0)


def by_pairs(one: int, other: int) -> bool:
    return {one, other} in ({0, 5}, {5, 10}, {11, 0})


FORMULAS: dict[str, Callable[[Marks], int]] = {
    "largest(crossed, board)": lambda marks: max(map(len, parts(fields_with(marks, "crossed"), square)), default=0),
    "largest(circled, hexes)": lambda marks: max(
        map(len, parts(fields_with(marks, "circled"), lambda a, b: hexagon(a, b, 1))), default=0
    ),
    "largest(circled, odd-hexes)": lambda marks: max(
        map(len, parts(fields_with(marks, "circled"), lambda a, b: hexagon(a, b, 0))), default=0
    ),
    "clusters(crossed, 2, board)": lambda marks: sum(
        len(part) >= 2 for part in parts(fields_with(marks, "crossed"), square)
    ),
    "clusters(circled, 1, path)": lambda marks: len(parts(fields_with(marks, "circled") & {0, 5, 10, 11}, by_pairs)),
    "beside(circled, crossed, board)": lambda marks: sum(
        any(square(one, other) for other in fields_with(marks, "crossed")) for one in fields_with(marks, "circled")
    ),
    "largest(drawn, every(link))": lambda marks: max(
        (sum({*ends} <= part for ends in drawn(marks)) for part in networks(marks)), default=0
    ),
    "networks(drawn, 2, roads, exits)": lambda marks: sum(len(part & {0, 3, 4, 7}) >= 2 for part in networks(marks)),
    "networks(drawn, 3, roads, town.0, town.3, town.7)": lambda marks: sum(
        {0, 3, 7} <= part for part in networks(marks)
    ),
    "longest-path(drawn, roads)": lambda marks: longest(drawn(marks)),
}  # fmt: skip


@FILLINGS
@pytest.mark.parametrize("formula", FORMULAS)
def test_formulas_agree_with_plain_python(formula: str, number: int) -> None:
    assert_given(sheet_of(f"score result is: {formula}"), FORMULAS[formula], fillings(number), 1)


def test_a_check_of_the_largest_group_names_its_fields() -> None:
    made = sheet_of('check small needs: largest(crossed, board) < 3 text: "Forests are small."')
    (found,) = findings_on(made, {f"c.{i}": "crossed" for i in (1, 4, 5, 9, 11)})
    assert found.fields[:4] == ("c.1", "c.4", "c.5", "c.9")
    assert list(findings_on(made, {"c.1": "crossed"})) == []


def test_all_numbers_connect() -> None:
    """Check all numbers of the slots, even those beyond a slot's limit; other marks do not connect."""
    numbers = """sheet numbers "Numbers"
grid columns: 3 gap: 2
  repeat i: 1..9
    slot s.{i} from: 1 to: 30
group board fields fields: every(slot) columns: 3
box result to: 99 at: 60, 4
score result is: 10 * largest(number, board) + clusters(number, 1, every("s.[1-5]"), board)
"""
    made = place(parse(numbers, "numbers.sheet")).sheet
    formula = compile_formula(made.scores[0].formula, made)
    assert formula({"s.1": 1, "s.2": 30, "s.5": 17, "s.9": 4, "s.3": "X"}) == 31


def test_paths_may_cross_and_links_may_be_parallel() -> None:
    chance = random.Random(3)
    for _ in range(500):
        links = [
            (min(ends), max(ends))
            for ends in (chance.sample(range(5), 2) for _ in range(chance.randint(0, 7)))
        ]
        one_each = list(dict.fromkeys(links))
        assert longest_path([(str(a), str(b)) for a, b in one_each]) == longest(one_each)
    assert longest_path([("a", "b"), ("a", "b"), ("b", "c")]) == 3


def test_a_net_with_too_many_ways_is_an_error() -> None:
    full = [(f"{x}-{y}", f"{other}-{y}") for x in range(9) for y in range(9) for other in (x + 1,)]
    full += [(f"{x}-{y}", f"{x}-{y + 1}") for x in range(9) for y in range(9)]
    with pytest.raises(FairsheetError, match="too many ways"):
        longest_path(sorted(full))


def test_links_of_a_column_join_fields_of_the_column() -> None:
    columns = """sheet two "Two"
repeat p: 1..2
  row at: 4, 40 * p gap: 9
    repeat i: 1..3
      icon town-{i}.{p} seal
        facts player: p
  repeat i: 1..2
    link road-{i}.{p} between: town-{i}.{p}, town-{i + 1}.{p}
      facts player: p
  box score.total.{p} to: 9 at: 100, 40 * p
    facts player: p
  score score.total.{p} sign: "=" is: networks(drawn, 2, roads, town-1.{p}, town-3.{p})
group roads links fields: every(link)
"""
    made = sheet_of_column(place(parse(columns, "two.sheet")).sheet, 2)
    value = compile_formula(made.scores[0].formula, made)
    assert [value(dict.fromkeys(roads, "drawn")) for roads in ((), ("road-1",), ("road-1", "road-2"))] == [
        0,
        0,
        1,
    ]


@pytest.mark.parametrize(
    ("line", "problem", "hint"),
    [
        ("score result is: largest(crossed, alone)", "neighbours, but alone states none", "columns: 6"),
        ("score result is: largest(crossed, every(star))", "states none", "columns: 6"),
        ("score result is: longest-path(drawn, board)", "but board has others", "name links"),
        ("score result is: longest-path(drawn)", "longest-path takes at least 2 arguments", "the longest path"),
        ("score result is: networks(drawn, 2, every(link), exits)", "a list is only allowed as the last", "group"),
        ('check a scope: table needs: largest(crossed, board) = 0 text: "x"', "neighbours on one sheet", "scope"),
    ],
)  # fmt: skip
def test_fields_without_neighbours_are_a_fault(line: str, problem: str, hint: str) -> None:
    with pytest.raises(TemplateError) as refused:
        sheet_of(line)
    fault = refused.value.faults[0]
    assert problem in fault.problem
    assert hint in fault.hint
