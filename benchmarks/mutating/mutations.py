"""Make mutants of a module: its source with one comparison, constant, condition or result changed."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_CALCULATIONS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


class Mutant(msgspec.Struct, frozen=True):
    """A change of the bytes `at` (start, end) of a file, from `before` to `after`.

    `statement` is the text of its first line. `count` is the number of equal changes in equal lines before it.
    """

    file: str
    lines: tuple[int, int]
    at: tuple[int, int]
    statement: str
    before: str
    after: str
    count: int

    @property
    def name(self) -> str:
        """The unique name of a mutant, which stays the same as long as its line does not change."""
        again = f" ({self.count})" if self.count else ""
        return f"{self.file}: {self.statement}: {self.before} -> {self.after}{again}"

    def source(self) -> bytes:
        """Return the source of the module with the change. Raises ValueError if the module has changed meanwhile."""
        text = Path(self.file).read_bytes()
        if text[self.at[0] : self.at[1]] != self.before.encode():
            raise ValueError(f"{self.file} has changed since its mutants were made")
        return text[: self.at[0]] + self.after.encode() + text[self.at[1] :]


def mutants_of(file: str) -> Iterator[Mutant]:
    """Yield all mutants of a file in its order.

    Annotations, decorators, texts, `frozen=True` and `strict=True` are never changed.
    """
    text = Path(file).read_bytes()
    starts = [0]
    for row in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    rows = text.decode().splitlines()
    seen = set()
    counts: Counter[tuple[str, str, str]] = Counter()
    for node, other in _changes(ast.parse(text)):
        assert node.end_lineno is not None and node.end_col_offset is not None
        at = (starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset)
        after = (
            f"({ast.unparse(other)})"
            if isinstance(other, ast.Compare | ast.BoolOp | ast.BinOp)
            else ast.unparse(other)
        )
        if (at, after) not in seen:
            seen.add((at, after))
            key = (rows[node.lineno - 1].strip(), text[at[0] : at[1]].decode(), after)
            yield Mutant(file, (node.lineno, node.end_lineno), at, *key, count=counts[key])
            counts[key] += 1


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield expressions with their replacements."""
    match tree:
        case ast.Compare(ops=[operator], left=left, comparators=others) if type(operator) in _COMPARISONS:
            yield tree, ast.Compare(left, [_COMPARISONS[type(operator)]()], others)
        case ast.Compare(ops=[first, *rest], left=left, comparators=others) if type(first) in _COMPARISONS:
            yield tree, ast.Compare(left, [_COMPARISONS[type(first)](), *rest], others)
        case ast.BoolOp(op=operator, values=values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield tree, ast.BoolOp(other, values)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _CALCULATIONS:
            yield tree, ast.BinOp(left, _CALCULATIONS[type(operator)](), right)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield tree, operand
        case ast.Constant(value=bool() as value):
            yield tree, ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield tree, ast.Constant(value + 1)
            yield tree, ast.Constant(value - 1)
        case ast.If(test=test) | ast.IfExp(test=test) if not _is_type_checking(test):
            yield test, ast.Constant(True)
            yield test, ast.Constant(False)
        case ast.comprehension(ifs=conditions):
            yield from ((condition, ast.Constant(True)) for condition in conditions)
    for child in _children(tree):
        yield from _changes(child)


def _is_type_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _children(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the children of a node in which a change could be noticed."""
    match tree:
        case ast.JoinedStr() | ast.keyword(arg="frozen"):
            return
        case ast.keyword(
            arg="strict", value=ast.Constant(value=True)
        ):  # of `zip`: it only asserts equal lengths
            return
        case ast.If(test=test) if _is_type_checking(test):
            return
    left_out = {"annotation", "returns", "decorator_list"}
    for name, value in ast.iter_fields(tree):
        if name in left_out:
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                yield each
