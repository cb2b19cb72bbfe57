"""The page of all errors, made from the code that raises them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEADINGS = {  # by where in the tree an error is raised; the first that fits
    "vision": "Photos",
    "fairsheet/pipeline/reading": "Photos",
    "fairsheet/batches": "Batches",
    "fairsheet/results": "Batches",
    "fairsheet/pipeline/store": "Batches",
    "fairsheet/pipeline/work": "Batches",
    "sheets": "Sheets and templates",
    "engine": "Records and games",
    "fairsheet/pipeline": "Records and games",
    "fairsheet/asking": "Records and games",
    "fairsheet": "Commands and options",
}


def errors() -> dict[str, dict[str, str]]:
    """Return what each error says and its hint, by heading; `…` replaces what differs."""
    found: dict[str, dict[str, str]] = {heading: {} for heading in HEADINGS.values()}
    for begin, heading in HEADINGS.items():
        for path in sorted((ROOT / begin).rglob("*.py")):
            place, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
            is_here = heading == next(
                each for start, each in HEADINGS.items() if place.startswith(f"{start}/")
            )
            if is_here and "FairsheetError(" in text:
                for problem, hint in _raised_in(ast.parse(text)):
                    found[heading].setdefault(problem, hint)
    return found


def _raised_in(module: ast.Module) -> Iterator[tuple[str, str]]:
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                match node:
                    case ast.Call(func=ast.Name(id="FairsheetError"), args=[problem, *_], keywords=keywords):
                        hints = (each.value for each in keywords if each.arg == "hint")
                        hint = " / ".join(text for each in hints for text in _texts(each, function))
                        yield from ((text, hint) for text in _texts(problem, function) if text.strip("…: ()"))


def _texts(node: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    """The texts that an expression can be; a name stands for what the function gives it."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Call(func=ast.Name(id="Message"), args=[text, *_]):
            yield from _texts(text, function)
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one, function), *_texts(other, function))
        case ast.Name(id=name):
            for each in ast.walk(function):
                match each:
                    case ast.Assign(targets=[ast.Name(id=assigned)], value=value) if assigned == name:
                        yield from _texts(value, function)


def page() -> str:
    """Return the page as Markdown."""
    intro = (ROOT / "docs" / "interfaces" / "errors.md").read_text(encoding="utf-8").rsplit("\n\n", 1)[0]
    parts = [intro]
    for heading, said in errors().items():
        rows = (f"| {_cell(problem)} | {_cell(hint)} |" for problem, hint in sorted(said.items()))
        parts.append("\n".join([f"## {heading}\n", "| message | hint |", "| --- | --- |", *rows]))
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    """Return the text with all special characters of Markdown escaped."""
    return re.sub(r"[\\`*_\[\]<|]", r"\\\g<0>", text)
