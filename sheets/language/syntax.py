"""The syntax tree of a template: lines with arguments, properties and what stands indented under them.

Every node knows its place in the file. Nothing here has a meaning yet; `sheets.placement.place` gives it one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairsheet.sheets.model.sheet import Position


@dataclass(frozen=True, slots=True)
class NumberNode:
    """A number as written; lengths are already in mm."""

    at: Position
    value: float


@dataclass(frozen=True, slots=True)
class TextNode:
    """Words in quotes, braces not yet filled in."""

    at: Position
    text: str


@dataclass(frozen=True, slots=True)
class NameNode:
    """A bare word or id, braces not yet filled in."""

    at: Position
    name: str


@dataclass(frozen=True, slots=True)
class RangeNode:
    """`1..8`, both ends included; counts down when the first is greater."""

    at: Position
    first: NumberNode | NameNode
    last: NumberNode | NameNode


@dataclass(frozen=True, slots=True)
class CallNode:
    """`max(a, b)`."""

    at: Position
    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class OperationNode:
    """An operator with one or two operands."""

    at: Position
    operator: str
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class GroupNode:
    """Values in parentheses: a point or a list; a single one is just a bracket."""

    at: Position
    members: tuple[Node, ...]


Node = NumberNode | TextNode | NameNode | RangeNode | CallNode | OperationNode | GroupNode


@dataclass(frozen=True, slots=True)
class Property:
    """`key: value, value`."""

    at: Position
    key: str
    values: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One statement: its word, arguments, properties and the lines under it."""

    at: Position
    word: str
    arguments: tuple[Node, ...]
    properties: tuple[Property, ...]
    block: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """A whole file, and what it includes."""

    file: str
    text: str
    lines: tuple[Line, ...]
    included: Mapping[str, str] = field(
        default_factory=dict
    )  # the texts of other files with some of the lines
