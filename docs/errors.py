"""The page of all errors, made from the code that raises them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from fairsheet.sheets.support.errors import ErrorCode

ROOT = Path(__file__).parents[1]
KINDS = ("FairsheetError", "UnreadableLabel")
FOLDERS = ("vision", "sheets", "engine", "fairsheet")
Values = Mapping[str, ast.expr]


class Block(NamedTuple):
    """Statements, the names that they assign themselves, and the values of all names known in them."""

    statements: Sequence[ast.stmt]
    own: Set[str]
    values: Values

    def has(self, node: ast.AST) -> bool:
        """Return whether a node is in the block or in a block within it."""
        return any(node is each for statement in self.statements for each in ast.walk(statement))


def errors() -> dict[ErrorCode, dict[str, str]]:
    """Return what each error says and its hint, by code; `…` replaces what differs."""
    found: dict[ErrorCode, dict[str, str]] = {code: {} for code in ErrorCode}
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "ErrorCode." in text:
            for code, problem, hint in raised_in(ast.parse(text)):
                found[code].setdefault(problem, hint)
    return found


def raised_in(module: ast.Module) -> Iterator[tuple[ErrorCode, str, str]]:
    """Yield code, problem and hint of each error of a module; `…` replaces what differs."""
    *_, whole = _blocks(module.body, {})
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef):
            blocks = list(_blocks(function.body, whole.values))
            for node in ast.walk(function):
                match node:
                    case ast.Call(func=ast.Name(id=name), args=[_, *_]) if name in KINDS:
                        yield from _variants(node, blocks)


def _variants(call: ast.Call, blocks: Sequence[Block]) -> Iterator[tuple[ErrorCode, str, str]]:
    """Yield code, problem and hint of an error; what one block assigns to its names belongs together."""
    given = {each.arg: each.value for each in call.keywords}
    names = {each.id for each in (*call.args, *given.values()) if isinstance(each, ast.Name)}
    anywhere = {name: value for block in blocks for name, value in block.values.items()}
    assigning = [block for block in blocks if names & block.own]
    home = next((block for block in assigning if block.has(call)), None)
    if home is not None:
        assigning = [block for block in assigning if block is home or home.has(block.statements[0])]
    for values in [block.values for block in assigning] or [{}]:
        known = {**anywhere, **values}
        hint = " / ".join(_texts(given["hint"], known)) if "hint" in given else ""
        for text in _texts(call.args[0], known):
            if text.strip("…: ()"):
                yield from ((code, text, hint) for code in _codes(given["code"], known))


def _blocks(statements: Sequence[ast.stmt], outer: Values) -> Iterator[Block]:
    """Yield the names that each block assigns, with the values of all names known in it; the whole comes last."""
    values, own = dict(outer), set[str]()
    for statement in statements:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                pairs = [(each, statement.value) for each in getattr(target, "elts", [target])]
                if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                    pairs = list(zip(target.elts, statement.value.elts, strict=False))  # a star takes several
                assigned = {name.id: value for name, value in pairs if isinstance(name, ast.Name)}
                own |= assigned.keys()
                values |= assigned
        for field in ("body", "orelse", "finalbody"):
            if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                yield from _blocks(getattr(statement, field, ()), values)
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            yield from _blocks(part.body, values)
    yield Block(statements, own, values)


def _codes(node: ast.expr, known: Values) -> Iterator[ErrorCode]:
    """Yield the codes that an expression can be; none if it is the code of another error."""
    for each in ast.walk(known.get(node.id, node) if isinstance(node, ast.Name) else node):
        match each:
            case ast.Attribute(value=ast.Name(id="ErrorCode"), attr=name):
                yield ErrorCode[name]


def _texts(node: ast.expr, known: Values) -> Iterator[str]:
    """Yield the texts that an expression can be."""
    match node:
        case ast.Constant(value=str(text)):
            yield re.sub(r"\{\w+(?:!r)?\}", "…", text)
        case ast.Call(func=ast.Name(id="Message"), args=[text, *_]):
            yield from _texts(text, known)
        case ast.Call(func=ast.Attribute(value=text, attr="filled")):
            yield from _texts(text, known)
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one, known), *_texts(other, known))
        case ast.Name(id=name) if name in known:
            yield from _texts(known[name], {key: value for key, value in known.items() if key != name})


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
