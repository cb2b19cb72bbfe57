"""The syntax tree of a template: lines with arguments, properties and indented blocks.

Every node has its place in the file. Nodes have no meaning yet; `fairsheet.sheets.placement.place` gives it to them.
"""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.sheets.model.geometry import Value
from fairsheet.sheets.model.sheet import Position


class _Node(Value, frozen=True):
    """A node of the tree, with its place."""

    at: Position


class NumberNode(_Node, frozen=True):
    """A number as written; lengths are already in mm."""

    value: float


class TextNode(_Node, frozen=True):
    """Words in quotes, with braces not yet filled in."""

    text: str


class NameNode(_Node, frozen=True):
    """A bare word or id, with braces not yet filled in."""

    name: str


class RangeNode(_Node, frozen=True):
    """`1..8`, both ends included; it counts down if the first number is greater."""

    first: NumberNode | NameNode | CallNode
    last: NumberNode | NameNode | CallNode


class CallNode(_Node, frozen=True):
    """`max(a, b)`."""

    function: str
    arguments: tuple[Node, ...]


class OperationNode(_Node, frozen=True):
    """An operator with one or two operands."""

    operator: str
    operands: tuple[Node, ...]


class GroupNode(_Node, frozen=True):
    """Values in parentheses: a point or a list."""

    members: tuple[Node, ...]


Node = NumberNode | TextNode | NameNode | RangeNode | CallNode | OperationNode | GroupNode


class Property(_Node, frozen=True):
    """`key: value, value`."""

    key: str
    values: tuple[Node, ...]


class Line(_Node, frozen=True):
    """One statement: its word, arguments, properties and the lines under it."""

    word: str
    arguments: tuple[Node, ...]
    properties: tuple[Property, ...]
    block: tuple[Line, ...]


class Template(Value, frozen=True):
    """A whole file, with the texts of the files that it includes."""

    file: str
    text: str
    lines: tuple[Line, ...]
    included: Mapping[str, str] = {}  # the texts of included files, by name
    # the contents of readable picture files, by name
    images: Mapping[str, bytes] = {}
    tables: Mapping[str, bytes] = {}  # the same for CSV files
