"""Marks that are only allowed together, as pieces on a map, or that exclude each other."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from fairsheet.engine.checks.consistency import contradictions_on
from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.named import fields_named
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place

MAP = """sheet map "Map"
grid columns: 4 gap: 4 at: 4, 4
  repeat r: 1..4
    repeat c: 1..4
      icon cell.{r}-{c} octagon size: 9
"""
ELLS = """repeat r: 1..3
  repeat c: 1..3
    group ell.{r}-{c} ell fields: cell.{r}-{c}, cell.{r + 1}-{c}, cell.{r + 1}-{c + 1}
"""
CHECK = 'check pieces needs: tiled(crossed, every(ell)) text: "These fields are no whole pieces."\n'


def sheet_of(lines: str) -> Sheet:
    return place(parse(MAP + lines, "map.sheet")).sheet


def is_met(sheet: Sheet, *cells: str) -> bool:
    return not contradictions_on(sheet, {f"cell.{cell}": "crossed" for cell in cells})


def test_pieces_are_marked_as_a_whole() -> None:
    sheet = sheet_of(ELLS + CHECK)
    assert is_met(sheet) and is_met(sheet, "1-1", "2-1", "2-2")
    assert is_met(sheet, "1-1", "2-1", "2-2", "3-3", "4-3", "4-4")
    assert not is_met(sheet, "1-1", "2-1") and not is_met(sheet, "1-1", "2-1", "2-2", "4-4")


def test_the_verdict_names_the_fields_outside_of_pieces() -> None:
    marks = dict.fromkeys(("cell.1-1", "cell.2-1", "cell.2-2", "cell.4-4"), "crossed")
    (found,) = contradictions_on(sheet_of(ELLS + CHECK), marks)
    assert found.fields[0] == "cell.4-4"


def test_pieces_do_not_overlap() -> None:
    """Each of the five fields is in a whole piece, but both pieces share one field."""
    cells = ("1-1", "2-1", "2-2", "3-2", "3-3")
    assert not is_met(sheet_of(ELLS + CHECK), *cells)


def test_tiled_agrees_with_trying_all_sets_of_pieces() -> None:
    sheet = sheet_of(ELLS + CHECK)
    pieces = [frozenset(fields_named(sheet, group.id)) for group in sheet.groups]
    possible = {
        frozenset().union(*chosen)
        for number in range(6)
        for chosen in combinations(pieces, number)
        if sum(map(len, chosen)) == len(frozenset().union(*chosen))
    }
    rng = random.Random(1)
    cells = sorted(set().union(*pieces))  # no piece reaches the last corner
    for _ in range(300):
        marked = frozenset(rng.choice(sorted(possible, key=sorted)))
        marked ^= frozenset(rng.sample(cells, rng.choice((0, 0, 1, 3))))
        assert (not contradictions_on(sheet, dict.fromkeys(marked, "crossed"))) == (marked in possible)


def test_a_hard_map_ends_after_a_few_steps() -> None:
    """A board of dominoes without two equal corners has no solution, and very many ways to fail."""
    board = MAP.replace("1..4", "1..10").replace("gap: 4", "gap: 1.5").replace("columns: 4", "columns: 10")
    dominoes = """repeat r: 1..10
  repeat c: 1..9
    group across.{r}-{c} ell fields: cell.{r}-{c}, cell.{r}-{c + 1}
    group down.{r}-{c} ell fields: cell.{c}-{r}, cell.{c + 1}-{r}
"""
    sheet = place(parse(board + dominoes + CHECK, "map.sheet")).sheet
    every = {field.id: "crossed" for field in sheet.fields if field.kind == "icon"}
    contradictions_on(
        sheet, {id_: mark for id_, mark in every.items() if id_ not in ("cell.1-1", "cell.10-10")}
    )
    assert not contradictions_on(sheet, every)


def test_a_piece_off_the_grid_is_named() -> None:
    with pytest.raises(TemplateError, match=r"nothing is named cell\.5-1 \(3 times\); did you mean cell"):
        sheet_of(ELLS.replace("r: 1..3", "r: 1..4") + CHECK)
    hidden = ELLS.replace("r: 1..3", "r: 1..4").replace(
        "cell.{r}-{c}, cell.{r + 1}-{c}, cell.{r + 1}-{c + 1}",
        'every("cell.{r}-{c}", "cell.{r + 1}-{c}", "cell.{r + 1}-{c + 1}")',
    )
    found = lint(sheet_of(hidden + CHECK))
    assert {each.about for each in found} == {"ell.4-1", "ell.4-2", "ell.4-3"}
    assert "the piece has 1 of 3 fields, so it may reach over the edge" in found[0].problem
    assert lint(sheet_of(ELLS + CHECK)) == []


def test_a_check_allows_only_one_of_two_marks_on_an_icon() -> None:
    both = MAP.replace("size: 9", "size: 9 accepts: circled, crossed")
    check = 'check one needs: count(circled+crossed, every("cell.*")) = 0 text: "A circle or a cross."\n'
    sheet = place(parse(both + check, "map.sheet")).sheet
    assert not contradictions_on(sheet, {"cell.1-1": "circled", "cell.1-2": "crossed"})
    (found,) = contradictions_on(sheet, {"cell.1-1": "circled+crossed", "cell.1-2": "crossed"})
    assert found.fields[0] == "cell.1-1"
