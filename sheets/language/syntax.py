"""The syntax tree of a template: lines with arguments, properties and what stands indented under them.

Every node knows its place in the file. Nothing here has a meaning yet; `fairsheet.sheets.placement.place` gives it one.
"""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.sheets.model.geometry import Value
from fairsheet.sheets.model.sheet import Position


class _Node(Value, frozen=True):
    """Something that a template says, and where."""

    at: Position


class NumberNode(_Node, frozen=True):
    """A number as written; lengths are already in mm."""

    value: float


class TextNode(_Node, frozen=True):
    """Words in quotes, braces not yet filled in."""

    text: str


class NameNode(_Node, frozen=True):
    """A bare word or id, braces not yet filled in."""

    name: str


class RangeNode(_Node, frozen=True):
    """`1..8`, both ends included; counts down when the first is greater."""

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
    """Values in parentheses: a point or a list; a single one is just a bracket."""

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
    """A whole file, and what it includes."""

    file: str
    text: str
    lines: tuple[Line, ...]
    included: Mapping[str, str] = {}  # the texts of other files with some of the lines
    # by its name what is in each file of a picture, as far as it can be read
    images: Mapping[str, bytes] = {}
