"""Evaluation of the values in a template: arithmetic, names, lists, and braces inside ids and words."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fairsheet.sheets.language.faults import FaultFound, did_you_mean
from fairsheet.sheets.language.parser import parse_expression
from fairsheet.sheets.language.syntax import (
    CallNode,
    GroupNode,
    NameNode,
    Node,
    NumberNode,
    OperationNode,
    RangeNode,
    TextNode,
)
from fairsheet.sheets.model.sheet import Position

Result = float | str | bool | tuple["Result", ...]

LONGEST_RANGE = 1000
LONGEST_TEXT = 2000  # characters of a computed text
LONGEST_LIST = 2000  # values, including those of inner lists
GREATEST_NUMBER = 1e9

_BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class NamedFormula:
    """A formula that other formulas use by its name: its place, its expression, and the names that it can see."""

    at: Position
    node: Node
    scope: Scope


@dataclass(frozen=True)
class Scope:
    """The parameters, counters and formulas that a line can see.

    `every` lists fields, once all of them are known. It gets the words, their place, and the words with `*` for
    braces.
    """

    names: Mapping[str, Result] = field(default_factory=dict)
    every: Callable[[tuple[Result, ...], Position, tuple[str, ...]], tuple[Result, ...]] | None = None
    formulas: Mapping[str, NamedFormula] = field(default_factory=dict)

    def with_names(self, names: Mapping[str, Result]) -> Scope:
        """Return the scope with further names, which hide older ones."""
        formulas = {name: formula for name, formula in self.formulas.items() if name not in names}
        return Scope({**self.names, **names}, self.every, formulas)

    def with_formula(self, name: str, formula: NamedFormula) -> Scope:
        """Return the scope with a further formula, which hides an older name."""
        names = {other: value for other, value in self.names.items() if other != name}
        return Scope(names, self.every, {**self.formulas, name: formula})


def evaluate(node: Node, scope: Scope) -> Result:
    """Return the value of a node: a number, text, truth value or list. A bare word that is no name is text.

    Raises FaultFound, also for a list that is too long: a few lines that use each other could fill any memory.
    """
    if isinstance(node, NameNode) and node.name in scope.names:
        return scope.names[node.name]
    value = _evaluate(node, scope)
    if isinstance(value, tuple) and _count(value) > LONGEST_LIST:
        raise FaultFound(
            node.at, f"this list has more than {LONGEST_LIST} values, with those of the lists in it"
        )
    return value


def _count(value: Result) -> int:
    """Count the values of a list, including those of inner lists, up to the limit."""
    count = 1
    for member in value if isinstance(value, tuple) else ():
        count += _count(member)
        if count > LONGEST_LIST:
            break
    return count


def _evaluate(node: Node, scope: Scope) -> Result:
    match node:
        case NumberNode():
            return node.value
        case TextNode():
            return fill(node.text, node.at, scope)
        case NameNode():
            if node.name in ("yes", "no"):
                return node.name == "yes"
            if _BRACES.fullmatch(node.name):
                return evaluate(_parse_braces(node.name[1:-1], node.at, scope), scope)
            return fill(node.name, node.at, scope)
        case RangeNode():
            return _range(node, scope)
        case GroupNode():
            return tuple(evaluate(member, scope) for member in node.members)
        case CallNode():
            return _call(node, scope)
        case OperationNode():
            return _operation(node, scope)


def fill(text: str, at: Position, scope: Scope) -> str:
    """Return the text with every `{…}` replaced by its value."""
    if "{" not in text:
        return text

    length = 0

    def value_of(match: re.Match[str]) -> str:
        nonlocal length
        value = format_value(evaluate(_parse_braces(match.group(1), at, scope), scope))
        length += len(value)
        if length > LONGEST_TEXT:
            raise FaultFound(at, f"the value in braces has more than {LONGEST_TEXT} characters")
        return value

    return _BRACES.sub(value_of, text)


def _parse_braces(text: str, at: Position, scope: Scope) -> Node:
    node = parse_expression(text.strip(), at)
    if isinstance(node, NameNode) and node.name not in scope.names:
        raise FaultFound(at, f"there is no parameter {node.name}", _known_names(node.name, scope))
    return node


def format_value(value: Result) -> str:
    """Return a value as text for ids and words; whole numbers have no decimal point."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value == int(value) else f"{value:g}"
    if isinstance(value, tuple):
        return ", ".join(format_value(member) for member in value)
    return value


def number(value: Result, at: Position, scope: Scope) -> float:
    """Return the value as a number. Raises FaultFound if it is not one."""
    if isinstance(value, float):
        return value
    if isinstance(value, str):
        hint = "write spaces around the sign" if re.search(r"[-+]", value) else _known_names(value, scope)
        raise FaultFound(at, f"{value} is not a number", hint)
    hint = "write a computed end of a range in braces, such as 1..{n - 1}" if isinstance(value, tuple) else ""
    raise FaultFound(at, f"expected a number, not {format_value(value)}", hint)


def _known_names(name: str, scope: Scope) -> str:
    seen = ", ".join(sorted(scope.names))
    known = f"known here: {seen}" if seen else "no parameter is known here"
    return did_you_mean(name, scope.names, f"{known}; a let is known to the lines below it")


def _range(node: RangeNode, scope: Scope) -> Result:
    first = number(evaluate(node.first, scope), node.first.at, scope)
    last = number(evaluate(node.last, scope), node.last.at, scope)
    if first != int(first) or last != int(last):
        raise FaultFound(node.at, "a range runs over whole numbers", "such as 1..8")
    if abs(last - first) >= LONGEST_RANGE:
        raise FaultFound(node.at, f"a range has at most {LONGEST_RANGE} numbers")
    step = 1 if first <= last else -1
    return tuple(float(k) for k in range(int(first), int(last) + step, step))


def _operation(node: OperationNode, scope: Scope) -> Result:
    values = [evaluate(operand, scope) for operand in node.operands]
    if node.operator in ("and", "or", "not"):
        truths = [_truth(value, operand.at) for value, operand in zip(values, node.operands, strict=True)]
        if node.operator == "not":
            return not truths[0]
        return all(truths) if node.operator == "and" else any(truths)
    if node.operator in ("=", "!="):
        return (values[0] == values[1]) == (node.operator == "=")
    numbers = [number(value, operand.at, scope) for value, operand in zip(values, node.operands, strict=True)]
    if len(numbers) == 1:
        return numbers[0] if node.operator == "+" else -numbers[0]
    if node.operator == "/" and numbers[1] == 0:
        raise FaultFound(node.at, "a division by zero", "check the value after the /")
    result = _ARITHMETIC[node.operator](numbers[0], numbers[1])
    if abs(result) > GREATEST_NUMBER:
        raise FaultFound(node.at, "the result is too great a number", "check the formulas that lead to it")
    return result


def _truth(value: Result, at: Position) -> bool:
    if not isinstance(value, bool):
        raise FaultFound(at, f"expected yes or no, not {format_value(value)}")
    return value


_ARITHMETIC: dict[str, Callable[[float, float], float | bool]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

# name -> least and greatest number of arguments; None: no limit
LAYOUT_FUNCTIONS: dict[str, tuple[int, int | None]] = {
    "min": (1, None),
    "max": (1, None),
    "length": (1, 1),
    "item": (2, 2),
    "reverse": (1, 1),
    "if": (3, 3),
    "list": (0, None),
    "pad": (2, 2),
    "letters": (1, 1),
    "every": (1, None),
}


def _with_stars(node: Node) -> str:
    """Return the words of a node with `*` for each brace; empty if there is nothing but a brace."""
    words = node.text if isinstance(node, TextNode) else node.name if isinstance(node, NameNode) else ""
    starred = _BRACES.sub("*", words)
    return "" if starred == "*" else starred


def _call(node: CallNode, scope: Scope) -> Result:
    if node.function not in LAYOUT_FUNCTIONS:
        hint = did_you_mean(node.function, LAYOUT_FUNCTIONS, f"known: {', '.join(LAYOUT_FUNCTIONS)}")
        raise FaultFound(node.at, f"there is no function {node.function} for layout", hint)
    least, greatest = LAYOUT_FUNCTIONS[node.function]
    given = len(node.arguments)
    if given < least or (greatest is not None and given > greatest):
        wanted = f"at least {least}" if greatest is None else str(least)
        arguments = "argument" if wanted == "1" else "arguments"
        raise FaultFound(node.at, f"{node.function} takes {wanted} {arguments}, not {given}")
    values = tuple(evaluate(argument, scope) for argument in node.arguments)
    match node.function:
        case "min" | "max":
            numbers = [number(value, node.at, scope) for value in values]
            return min(numbers) if node.function == "min" else max(numbers)
        case "if":
            return values[1] if _truth(values[0], node.arguments[0].at) else values[2]
        case "list":
            return values
        case "letters":
            return tuple(format_value(values[0]))
        case "pad":
            digits = number(values[1], node.arguments[1].at, scope)
            if digits > LONGEST_TEXT:
                raise FaultFound(node.at, f"pad writes at most {LONGEST_TEXT} digits")
            return format_value(number(values[0], node.arguments[0].at, scope)).zfill(int(digits))
        case "every":
            if scope.every is None:
                raise FaultFound(node.at, "every(…) can only be used in zones, groups, ladders and formulas")
            return scope.every(values, node.arguments[0].at, tuple(map(_with_stars, node.arguments)))
    members = values[0] if isinstance(values[0], tuple) else (values[0],)
    if node.function == "length":
        return float(len(members))
    if node.function == "reverse":
        return members[::-1]
    place = number(values[1], node.arguments[1].at, scope)
    if place != int(place) or not 1 <= place <= len(members):
        raise FaultFound(
            node.at, f"the list has no item {format_value(place)}", f"it has {len(members)}, counted from 1"
        )
    return members[int(place) - 1]
