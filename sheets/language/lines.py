"""Typed access to the arguments and properties of one line; every mistake is a fault at its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fairsheet.sheets.drawing.palette import PALETTE
from fairsheet.sheets.language.evaluation import Result, Scope, evaluate, format_value, number
from fairsheet.sheets.language.faults import FaultFound, did_you_mean
from fairsheet.sheets.language.syntax import CallNode, Line, NameNode, Node, NumberNode, TextNode
from fairsheet.sheets.language.words import WORDS
from fairsheet.sheets.model.drawn_shapes import Style
from fairsheet.sheets.model.geometry import Point
from fairsheet.sheets.model.sheet import Attribute, Position

GREATEST_WHOLE = 999_999_999  # no sheet has room for more digits
GREATEST_LENGTH = 1000.0  # mm; greater lengths are typing errors
COMMA_HINT = "write a decimal comma as a point"
_COLOURS = ("colour", "stroke", "fill")  # properties for colours, of words and of shapes


class LineReader:
    """The arguments and properties of a line, evaluated in its scope.

    Raises FaultFound on unknown or repeated properties, missing arguments and wrong types.
    """

    def __init__(self, line: Line, scope: Scope, styles: Mapping[str, Style]) -> None:
        self.line = line
        self.scope = scope
        self.styles = styles
        self.word = WORDS[line.word]
        self.at = line.at
        self._properties: dict[str, tuple[Node, ...]] = {}
        self._check()

    def _check(self) -> None:
        line, word = self.line, self.word
        least, greatest = word.arguments
        if len(line.arguments) < least:
            raise FaultFound(line.at, f"{line.word} needs an argument", f"write it like: {word.shape}")
        if greatest is not None and len(line.arguments) > greatest:
            extra = line.arguments[greatest]
            key = extra.name if isinstance(extra, NameNode) and extra.name in word.keys else ""
            hint = f"a property has a colon: {key}: …" if key else f"write it like: {word.shape}"
            raise FaultFound(extra.at, f"{line.word} takes no further argument", hint)
        for prop in line.properties:
            if prop.key in self._properties:
                raise FaultFound(prop.at, f"{prop.key} is given twice", "leave one out")
            if prop.key not in word.keys and not word.free:
                known = f"it takes {', '.join(word.keys)}" if word.keys else "it takes no properties"
                colours = [f"{key}: dark" for key in _COLOURS if key in word.keys]
                if prop.key in (*_COLOURS, "color") and colours:
                    hint = f"write {' or '.join(colours)}"
                else:
                    hint = did_you_mean(prop.key, word.keys, known)
                raise FaultFound(prop.at, f"{line.word} has no property {prop.key}", hint)
            self._properties[prop.key] = prop.values
        if line.block and not word.block:
            raise FaultFound(
                line.block[0].at, f"{line.word} takes no lines under it", "begin this line further left"
            )

    def fault(self, problem: str, hint: str = "") -> FaultFound:
        """Return a fault at the line."""
        return FaultFound(self.at, problem, hint)

    def malformed(self, problem: str) -> FaultFound:
        """Return a fault at the line, with an example of such a line as its hint."""
        return self.fault(problem, f"write it like: {self.word.shape}")

    def fault_of(self, key: str, problem: str, hint: str = "") -> FaultFound:
        """Return a fault at a property."""
        return FaultFound(self.place_of(key), problem, hint)

    def require(self, *keys: str) -> None:
        """Raise FaultFound for the first missing property."""
        for key in keys:
            if not self.has(key):
                name = f" {self.name()}" if self.line.arguments else ""
                raise self.malformed(f"the {self.line.word}{name} lacks {key}")

    def has(self, key: str) -> bool:
        """Return whether the property is given."""
        return key in self._properties

    def nodes(self, key: str) -> tuple[Node, ...]:
        """Return the property's values, not evaluated."""
        return self._properties.get(key, ())

    def place_of(self, key: str) -> Position:
        """Return the place of the property's first value, or that of the line."""
        nodes = self.nodes(key)
        return nodes[0].at if nodes else self.at

    def argument(self, k: int) -> str:
        """Return the k-th argument as text."""
        node = self.line.arguments[k]
        value = evaluate(node, self.scope)
        if isinstance(value, tuple | bool):
            problem = f"expected a name, not {format_value(value)}"
            raise FaultFound(node.at, problem, f"write it like: {self.word.shape}")
        return format_value(value)

    def name(self, k: int = 0) -> str:
        """Return the k-th argument as a bare name such as an id. Braces are filled; parameters are not looked up."""
        node = self.line.arguments[k]
        if isinstance(node, NameNode) and "{" in node.name:
            return format_value(evaluate(node, self.scope))
        return node.name if isinstance(node, NameNode) else self.argument(k)

    def argument_number(self, k: int) -> float:
        """Return the k-th argument as a number."""
        node = self.line.arguments[k]
        return number(evaluate(node, self.scope), node.at, self.scope)

    def points(self) -> tuple[Point, ...]:
        """Return all arguments as points, mm."""
        return tuple(self._point(node) for node in self.line.arguments)

    def _point(self, node: Node) -> Point:
        value = evaluate(node, self.scope)
        if not isinstance(value, tuple) or len(value) != 2:
            raise FaultFound(node.at, f"expected a point, not {format_value(value)}", "such as (10, 20)")
        x, y = (self._length(part, node.at) for part in value)
        return Point(x, y)

    def _length(self, value: Result, at: Position) -> float:
        length = number(value, at, self.scope)
        if abs(length) > GREATEST_LENGTH:
            raise FaultFound(at, f"{format_value(length)} mm is longer than any paper")
        return length

    def property_points(self, key: str) -> tuple[Point, ...]:
        """Return the property's values as points, mm."""
        return tuple(self._point(node) for node in self.nodes(key))

    def number(self, key: str, default: float) -> float:
        """Return the property's only value as a number."""
        nodes = self._single(key)
        return default if nodes is None else self._length(evaluate(nodes, self.scope), nodes.at)

    def whole(self, key: str, default: int) -> int:
        """Return the property's only value as a whole number."""
        node = self._single(key)
        value = default if node is None else number(evaluate(node, self.scope), node.at, self.scope)
        if abs(value) > GREATEST_WHOLE:
            raise self.fault_of(key, f"{format_value(value)} is too great a number")
        if value != int(value):
            raise self.fault_of(key, f"{key} is a whole number, not {format_value(value)}")
        return int(value)

    def not_negative(self, key: str, default: float) -> float:
        """Return the property's only value as a length of at least 0, mm."""
        value = self.number(key, default)
        if value < 0:
            raise self.fault_of(key, f"{key} cannot be less than 0, as {format_value(value)} is")
        return value

    def size(self, key: str, default: float) -> float:
        """Return the property's only value as a length above 0, mm."""
        value = self.number(key, default)
        if value <= 0:
            raise self.fault_of(key, f"{key} must be greater than 0, not {format_value(value)}")
        return value

    def optional_size(self, key: str) -> float | None:
        """Return a length above 0, mm, or None if the property is missing."""
        return self.size(key, 1.0) if self.has(key) else None

    def pair(self, key: str) -> tuple[float, float] | None:
        """Return one number for both directions, or two: x, y. None if the property is missing."""
        numbers = self.numbers(key)
        if not numbers:
            return None
        if len(numbers) > 2:
            raise self.fault_of(key, f"{key} takes one or two numbers")
        return numbers[0], numbers[-1]

    def numbers(self, key: str) -> tuple[float, ...]:
        """Return all values as numbers; members of lists are included."""
        result: list[float] = []
        for node in self.nodes(key):
            value = evaluate(node, self.scope)
            members = value if isinstance(value, tuple) else (value,)
            result += [self._length(member, node.at) for member in members]
        return tuple(result)

    def text(self, key: str, default: str = "") -> str:
        """Return the property's only value as text."""
        node = self._single(key)
        if node is None:
            return default
        value = evaluate(node, self.scope)
        if isinstance(value, tuple):
            raise FaultFound(node.at, f"{key} takes one value, not a list")
        return format_value(value)

    def choice(self, key: str, choices: Iterable[str], default: str) -> str:
        """Return the property's only value, one of `choices`, even if a parameter has the same name."""
        known = list(choices)
        node = self._single(key)
        value = node.name if isinstance(node, NameNode) and node.name in known else self.text(key, default)
        if value not in known:
            raise self.fault_of(
                key, f"{key} cannot be {value}", did_you_mean(value, known, f"known: {', '.join(known)}")
            )
        return value

    def truth(self, key: str) -> bool:
        """Return whether the property is yes; no if it is missing."""
        return self.choice(key, ("yes", "no"), "no") == "yes"

    def _single(self, key: str) -> Node | None:
        nodes = self.nodes(key)
        if len(nodes) > 1:
            hint = COMMA_HINT if isinstance(nodes[1], NumberNode) else ""
            raise FaultFound(nodes[1].at, f"{key} takes one value", hint)
        return nodes[0] if nodes else None

    def values(self, key: str) -> tuple[Result, ...]:
        """Return all values; members of lists are included."""
        return open_lists(evaluate(node, self.scope) for node in self.nodes(key))

    def colour(self, key: str, default: str | None) -> str | None:
        """Return the name of a colour in the palette, or None for `none`."""
        if not self.has(key):
            return default
        value = self.choice(key, (*PALETTE, "none"), "none")
        return None if value == "none" else value

    def style(self, default: Style) -> Style:
        """Return the style of a shape: the named style, changed by the line's own properties."""
        if self.has("style"):
            name = self.text("style")
            if name not in self.styles:
                hint = did_you_mean(name, self.styles, "define it first: style name stroke: mid")
                raise self.fault_of("style", f"there is no style {name}", hint)
            default = self.styles[name]
        dash = self._dash() if self.has("dash") else default.dash
        stroke, fill = self.colour("stroke", default.stroke), self.colour("fill", default.fill)
        return Style(stroke, fill, self.not_negative("width", default.width), dash)

    def _dash(self) -> tuple[float, ...]:
        """Return the lengths of dashes and gaps in turn, mm."""
        lengths = self.numbers("dash")
        if min(lengths, default=0) < 0 or max(lengths, default=0) <= 0:
            raise self.fault_of("dash", "dash takes lengths of a dash and a gap", "such as dash: 2, 1")
        return lengths

    def facts(self, skip: Iterable[str] = ()) -> dict[str, Attribute]:
        """Return every property except the word's own as a fact: text, number, truth value, or a list of several."""
        return {
            key: fact(tuple(evaluate(node, self.scope) for node in nodes))
            for key, nodes in self._properties.items()
            if key not in skip
        }

    def references(self, skip: Iterable[str] = ()) -> list[tuple[str, Position]]:
        """Return bare names with a dot among the facts: each must name something of the sheet."""
        found: list[tuple[str, Position]] = []
        for key, nodes in self._properties.items():
            for node in nodes if key not in skip else ():
                if isinstance(node, TextNode | CallNode | NumberNode):
                    continue
                for value in open_lists((evaluate(node, self.scope),)):
                    if isinstance(value, str) and "." in value:
                        found.append((value, node.at))
        return found


def open_lists(values: Iterable[Result]) -> tuple[Result, ...]:
    """Return the values, with lists replaced by their members."""
    result: list[Result] = []
    for value in values:
        result += value if isinstance(value, tuple) else (value,)
    return tuple(result)


def fact(values: tuple[Result, ...]) -> Attribute:
    """Return a value for the rules: whole numbers as int, one value as such, several values or a list as a tuple."""
    if len(values) == 1 and not isinstance(values[0], tuple):
        return _plain(values[0])
    members = tuple(_plain(value) for value in open_lists(values))
    if len(members) == 1 and isinstance(members[0], bool):
        return members[0]
    return tuple(member for member in members if not isinstance(member, bool))


def _plain(value: Result) -> str | int | float | bool:
    if isinstance(value, float):
        return int(value) if value == int(value) else value
    if isinstance(value, tuple):
        return format_value(value)
    return value
