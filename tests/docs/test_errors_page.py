"""The page of errors names whatever the program complains of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
NOT_SEEN_BY_PEOPLE = {  # arguments of functions that the commands check before, and faults of templates
    "sheets/formulas/formula.py", "sheets/model/named.py",
    "engine/simulation/simulate.py",
    "sheets/drawing/canvas.py", "sheets/printing/draw_pages.py", "sheets/drawing/icons.py",
    "sheets/library/release.py", "vision/printed/raster.py",
    "the one-player mode cannot be dealt yet", "the one-player mode is for 1 player",
    "players, seats, pages and levels go up to …", "the label of a page cannot be written (…)",
    "…: …: …",
}  # fmt: skip


def texts(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can be, `…` for what is put in."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from texts(one)
            yield from texts(other)


def problems() -> Iterator[str]:
    """What stands first in every FairsheetError, directly or by way of the name `problem`."""
    for room in ("fairsheet", "vision", "engine", "sheets"):  # no links are followed: each file comes once
        for path in sorted((ROOT / room).rglob("*.py")):
            if path.relative_to(ROOT).as_posix() not in NOT_SEEN_BY_PEOPLE:
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                    if isinstance(node, ast.FunctionDef):
                        yield from problems_of(node)


def problems_of(function: ast.FunctionDef) -> Iterator[str]:
    named = False
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id="FairsheetError"), args=[problem, *_]):
                named = named or isinstance(problem, ast.Name)
                yield from texts(problem)
    for node in ast.walk(function) if named else ():
        match node:
            case ast.Assign(targets=[ast.Name(id="problem")], value=problem):
                yield from texts(problem)


@pytest.mark.parametrize("problem", sorted(set(problems()) - NOT_SEEN_BY_PEOPLE))
def test_it_is_on_the_page(problem: str) -> None:
    for part in problem.split("…"):
        assert part.strip(" :,(')=x") in PAGE, part


def test_problems_are_found() -> None:
    assert len(set(problems())) > 80
