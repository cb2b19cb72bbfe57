"""The page of all errors, made from the code that raises them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from fairsheet.sheets.support.errors import ErrorCode

ROOT = Path(__file__).parents[1]
KINDS = ("FairsheetError", "UnreadableLabel")
FOLDERS = ("vision", "sheets", "engine", "fairsheet")


def errors() -> dict[ErrorCode, dict[str, str]]:
    """Return what each error says and its hint, by code; `…` replaces what differs."""
    found: dict[ErrorCode, dict[str, str]] = {code: {} for code in ErrorCode}
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "ErrorCode." in text:
            for code, problem, hint in _raised_in(ast.parse(text)):
                found[code].setdefault(problem, hint)
    return found


def _raised_in(module: ast.Module) -> Iterator[tuple[ErrorCode, str, str]]:
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                match node:
                    case ast.Call(func=ast.Name(id=name), args=[problem, *_], keywords=keywords) if (
                        name in KINDS
                    ):
                        given = {each.arg: each.value for each in keywords}
                        hint = " / ".join(_texts(given["hint"], function)) if "hint" in given else ""
                        for text in _texts(problem, function):
                            if text.strip("…: ()"):
                                yield from ((code, text, hint) for code in _codes(given["code"], function))


def _codes(node: ast.expr, function: ast.FunctionDef) -> Iterator[ErrorCode]:
    """Yield the codes that an expression can be; none if it is the code of another error."""
    for each in ast.walk(function if isinstance(node, ast.Name) else node):
        match each:
            case ast.Attribute(value=ast.Name(id="ErrorCode"), attr=name):
                yield ErrorCode[name]


def _texts(node: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    """The texts that an expression can be; a name stands for what the function gives it."""
    match node:
        case ast.Constant(value=str(text)):
            yield re.sub(r"\{\w+(?:!r)?\}", "…", text)
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
    """Return the page as Markdown: a section for each code."""
    parts = [(ROOT / "docs" / "interfaces" / "errors.md").read_text(encoding="utf-8").rsplit("\n\n", 1)[0]]
    for code, said in errors().items():
        rows = (f"| {_cell(problem)} | {_cell(hint)} |" for problem, hint in sorted(said.items()))
        table = ["", "| message | hint |", "| --- | --- |", *rows] if said else []
        parts.append("\n".join([f"## {code}\n", code.meaning, *table]))
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    """Return the text with all special characters of Markdown escaped."""
    return re.sub(r"[\\`*_\[\]<|]", r"\\\g<0>", text)
