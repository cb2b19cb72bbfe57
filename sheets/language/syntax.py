"""The syntax tree of a template: lines with arguments, properties and what stands indented under them.

Every node knows its place in the file. Nothing here has a meaning yet; `sheets.placement.place` gives it one.
"""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.sheets.model.sheet import Position, Value


class NumberNode(Value, frozen=True):
    """A number as written; lengths are already in mm."""

    at: Position
    value: float


class TextNode(Value, frozen=True):
    """Words in quotes, braces not yet filled in."""

    at: Position
    text: str


class NameNode(Value, frozen=True):
    """A bare word or id, braces not yet filled in."""

    at: Position
    name: str


class RangeNode(Value, frozen=True):
    """`1..8`, both ends included; counts down when the first is greater."""

    at: Position
    first: NumberNode | NameNode
    last: NumberNode | NameNode


class CallNode(Value, frozen=True):
    """`max(a, b)`."""

    at: Position
    function: str
    arguments: tuple[Node, ...]


class OperationNode(Value, frozen=True):
    """An operator with one or two operands."""

    at: Position
    operator: str
    operands: tuple[Node, ...]


class GroupNode(Value, frozen=True):
    """Values in parentheses: a point or a list; a single one is just a bracket."""

    at: Position
    members: tuple[Node, ...]


Node = NumberNode | TextNode | NameNode | RangeNode | CallNode | OperationNode | GroupNode


class Property(Value, frozen=True):
    """`key: value, value`."""

    at: Position
    key: str
    values: tuple[Node, ...]


class Line(Value, frozen=True):
    """One statement: its word, arguments, properties and the lines under it."""

    at: Position
    word: str
    arguments: tuple[Node, ...]
    properties: tuple[Property, ...]
    block: tuple[Line, ...]


class Template(Value, frozen=True):
    """A whole file, and what it includes."""

    file: str
    text: str
    lines: tuple[Line, ...]
    included: Mapping[str, str] = {}  # the texts of other files with some of the lines
