"""The facts that the rules read: zones, groups, ladders, missions and score lines, with every name checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TypeVar

from sheets.evaluation import LAYOUT_FUNCTIONS, Result, Scope, as_words, evaluate, fill
from sheets.faults import Fault, FaultFound, did_you_mean
from sheets.functions import FUNCTIONS, MARKS, ArgumentKind
from sheets.model import (
    Attribute,
    Call,
    Expression,
    FieldKind,
    Group,
    Ladder,
    Mission,
    Name,
    Number,
    Operation,
    Position,
    ScoreLine,
    Style,
    Zone,
)
from sheets.placement_lines import LineReader
from sheets.syntax import (
    CallNode,
    GroupNode,
    Line,
    NameNode,
    Node,
    NumberNode,
    OperationNode,
    RangeNode,
    TextNode,
)

KINDS = ("slot", "icon", "link", "box", "sign", "text")

T = TypeVar("T")


@dataclass(frozen=True)
class FieldNote:
    """A field as the template mentions it, before it has a place."""

    id: str
    kind: FieldKind
    symbol: str | None
    at: Position
    attrs: dict[str, Attribute]


@dataclass(frozen=True)
class Fact:
    """A zone, group, ladder, mission or score line of the template; `first` and `last` bound the fields in its block."""

    line: Line
    scope: Scope
    first: int
    last: int | None


class Facts:
    """Turns fact lines into the model's values, once every field is known. Collects faults instead of raising."""

    def __init__(self, notes: list[FieldNote], lines: list[Fact], styles: dict[str, Style]) -> None:
        self.notes = notes
        self.lines = lines
        self.styles = styles
        self.faults: list[Fault] = []
        self.by_id = {note.id: note for note in notes}
        self.ids: dict[str, str] = {
            note.id: "field" for note in notes
        }  # every name of the sheet, and what it is
        self.symbols = {*KINDS, *(note.symbol for note in notes if note.symbol)}
        self.types: dict[str, list[tuple[str, Fact]]] = {}  # groups by type
        for entry in lines:
            self._guarded(entry, self._register)

    def of_word(self, word: str, make: Callable[[LineReader, Fact], T]) -> tuple[T, ...]:
        """What `make` gives for each line of the word, in the order of the template."""
        made = [
            self._guarded(entry, lambda e: make(self._reader(e), e))
            for entry in self.lines
            if entry.line.word == word
        ]
        return tuple(value for value in made if value is not None)

    def zones(self) -> tuple[Zone, ...]:
        """All zones; a zone without `slots` has the slots in its block."""

        def make(line: LineReader, entry: Fact) -> Zone:
            slots = self._fields(line, "slots") or self._every(entry, ("slot",))
            if not slots:
                raise FaultFound(
                    line.at,
                    f"the zone {line.name()} has no slots",
                    "put slots under it or name them: slots: …",
                )
            for slot in slots:
                if self.by_id[slot].kind not in ("slot", "sign"):
                    raise FaultFound(
                        line.place_of("slots"), f"{slot} is no slot but of kind {self.by_id[slot].kind}"
                    )
            self._check_references(line, ("slots",))
            return Zone(line.name(), slots, line.facts(skip=("slots",)))

        return self.of_word("zone", make)

    def groups(self) -> tuple[Group, ...]:
        """All groups with their facts."""

        def make(line: LineReader, _: Fact) -> Group:
            self._check_references(line, ())
            return Group(line.name(), line.argument(1), line.facts())

        return self.of_word("group", make)

    def ladders(self) -> tuple[Ladder, ...]:
        """All ladders; without `values` these come from the fact `value` of the fields."""

        def make(line: LineReader, _: Fact) -> Ladder:
            steps = self._fields(line, "fields")
            if not steps:
                raise FaultFound(
                    line.at, f"the ladder {line.name()} has no fields", "name them: fields: every(…)"
                )
            numbers = (
                line.numbers("values")
                if line.has("values")
                else tuple(self._value(step, line) for step in steps)
            )
            if len(numbers) != len(steps):
                raise FaultFound(line.place_of("values"), f"the ladder has {len(steps)} fields but {len(numbers)} values",
                                 "give one value per field; the one behind the last field is `last`")  # fmt: skip
            if not line.has("last"):
                raise FaultFound(
                    line.at,
                    "the ladder lacks its last value",
                    "add last: and the value that cannot be crossed",
                )
            values = tuple(int(value) for value in numbers)
            return Ladder(
                line.name(), steps, values, line.whole("last", 0), line.choice("mark", MARKS, "crossed")
            )

        return self.of_word("ladder", make)

    def _value(self, step: str, line: LineReader) -> float:
        value = self.by_id[step].attrs.get("value")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise FaultFound(
                line.place_of("fields"),
                f"{step} has no fact `value`",
                "give it one, or the ladder its values",
            )
        return float(value)

    def missions(self) -> tuple[Mission, ...]:
        """All mission cards."""

        def make(line: LineReader, entry: Fact) -> Mission:
            for key in ("letter", "text", "needs", "first", "later"):
                if not line.has(key):
                    raise FaultFound(
                        line.at, f"the mission {line.name()} lacks {key}", f"write it like: {line.word.shape}"
                    )
            needs = self._formula(line, "needs", entry)
            return Mission(line.name(), line.words("letter"), line.words("text"), needs,
                           line.whole("first", 0), line.whole("later", 0), facts_under(entry.line, entry.scope, self.styles))  # fmt: skip

        return self.of_word("mission", make)

    def scores(self) -> tuple[ScoreLine, ...]:
        """All score lines."""

        def make(line: LineReader, entry: Fact) -> ScoreLine:
            box = line.name()
            if self.by_id.get(box) is None or self.by_id[box].kind != "box":
                boxes = [note.id for note in self.notes if note.kind == "box"]
                raise FaultFound(line.line.arguments[0].at, f"there is no box {box}",
                                 did_you_mean(box, boxes, f"boxes: {', '.join(boxes)}"))  # fmt: skip
            if not line.has("is"):
                raise FaultFound(
                    line.at, f"the score line of {box} lacks its formula", "add is: and the formula"
                )
            return ScoreLine(box, self._formula(line, "is", entry), line.choice("sign", ("+", "-", "="), "+"))

        return self.of_word("score", make)

    # --- names ----------------------------------------------------------------------------------------------------

    def check_references(self, references: list[tuple[str, Position]]) -> None:
        """Notes a fault for every dotted name among facts that names nothing."""
        for name, at in references:
            if name not in self.ids:
                self.faults.append(
                    Fault(at, f"nothing is named {name}", did_you_mean(name, self.ids, "put words in quotes"))
                )

    def _check_references(self, line: LineReader, skip: tuple[str, ...]) -> None:
        self.check_references(line.references(skip))

    def _register(self, entry: Fact) -> None:
        if entry.line.word == "score":
            return
        line = self._reader(entry)
        name = line.name()
        if name in self.ids:
            raise FaultFound(
                entry.line.arguments[0].at,
                f"{name} is the id of a {self.ids[name]} already",
                "choose another id",
            )
        self.ids[name] = entry.line.word
        if entry.line.word == "group":
            self.types.setdefault(line.argument(1), []).append((name, entry))

    def _reader(self, entry: Fact) -> LineReader:
        scope = Scope(entry.scope.names, lambda values, at: self._every(entry, values, at))
        return LineReader(entry.line, scope, self.styles)

    def _guarded(self, entry: Fact, work: Callable[[Fact], T]) -> T | None:
        try:
            return work(entry)
        except FaultFound as found:
            self.faults.append(found.fault)
            return None

    def _every(self, entry: Fact, wanted: tuple[Result, ...], at: Position | None = None) -> tuple[str, ...]:
        """What is in the entry's block, or in the whole sheet: fields of a kind or symbol, or whose ids fit a pattern
        with `*`, and groups of a type."""
        words = [as_words(value) for value in wanted]
        for word in words:
            if at and not self._means_something(word):
                known = self.symbols | set(self.types)
                raise FaultFound(
                    at,
                    f"no field has the kind, symbol or id {word}, no group the type",
                    did_you_mean(word, known, f"known: {', '.join(sorted(known))}"),
                )
        fields = [
            note.id for note in self.notes[entry.first : entry.last]
            if any(word in (note.kind, note.symbol) or fnmatchcase(note.id, word) for word in words)
        ]  # fmt: skip
        last = len(self.notes) if entry.last is None else entry.last
        groups = [
            name for word in words for name, inner in self.types.get(word, ())
            if entry.first <= inner.first and (len(self.notes) if inner.last is None else inner.last) <= last
        ]  # fmt: skip
        return (*fields, *groups)

    def _means_something(self, word: str) -> bool:
        return word in self.symbols or word in self.types or any(fnmatchcase(id, word) for id in self.by_id)

    def _fields(self, line: LineReader, key: str) -> tuple[str, ...]:
        """The property's values as ids of fields."""
        names = [as_words(value) for value in line.values(key)]
        for name in names:
            if name not in self.by_id:
                raise FaultFound(
                    line.place_of(key), f"there is no field {name}", did_you_mean(name, self.by_id)
                )
        return tuple(names)

    # --- formulas -------------------------------------------------------------------------------------------------

    def _formula(self, line: LineReader, key: str, entry: Fact) -> Expression:
        nodes = line.nodes(key)
        if len(nodes) > 1:
            raise FaultFound(nodes[1].at, f"{key} is one formula", "join conditions by and")
        return self._expression(nodes[0], line.scope)

    def _expression(self, node: Node, scope: Scope) -> Expression:
        match node:
            case NumberNode():
                return _whole(node.value, node.at)
            case OperationNode():
                if node.operator == "/":
                    raise FaultFound(node.at, "formulas have no division", "use + - * and comparisons")
                return Operation(
                    node.operator, tuple(self._expression(part, scope) for part in node.operands)
                )
            case CallNode():
                return self._call(node, scope)
            case NameNode():
                value = scope.names.get(node.name)
                if isinstance(value, float):
                    return _whole(value, node.at)
                return self._name(node, "number", scope)
            case _:
                raise FaultFound(
                    node.at, "this cannot stand in a formula", "formulas hold numbers, names and functions"
                )

    def _call(self, node: CallNode, scope: Scope) -> Expression:
        if node.function not in FUNCTIONS:
            raise FaultFound(node.at, f"there is no function {node.function} for formulas",
                             did_you_mean(node.function, FUNCTIONS, f"known: {', '.join(FUNCTIONS)}"))  # fmt: skip
        function = FUNCTIONS[node.function]
        kinds = list(function.arguments)
        arguments: list[Expression] = []
        for k, argument in enumerate(node.arguments):
            if k >= len(kinds) and not function.repeats:
                break
            kind = kinds[min(k, len(kinds) - 1)]
            arguments += self._argument(argument, kind, scope)
        given, least = len(node.arguments), len(kinds)
        if given < least or (given > least and not function.repeats):
            wanted = f"{'at least ' if function.repeats else ''}{least}"
            raise FaultFound(node.at, f"{node.function} takes {wanted} argument{'s' * (least > 1)}, not {given}",
                             f"it gives {function.words}")  # fmt: skip
        return Call(node.function, tuple(arguments))

    def _argument(self, node: Node, kind: ArgumentKind, scope: Scope) -> list[Expression]:
        if kind in ("number", "condition"):
            return [self._expression(node, scope)]
        if isinstance(node, CallNode) and node.function in LAYOUT_FUNCTIONS and kind == "names":
            value = evaluate(node, scope)
            members = value if isinstance(value, tuple) else (value,)
            return [Name(as_words(member)) for member in members]
        if kind == "mark" and isinstance(node, NumberNode):
            return [_whole(node.value, node.at)]
        if isinstance(node, RangeNode | NumberNode | OperationNode | GroupNode | CallNode):
            raise FaultFound(node.at, "a name belongs here", "such as a field, zone, group or ladder")
        return [self._name(node, kind, scope)]

    def _name(self, node: NameNode | TextNode, kind: ArgumentKind, scope: Scope) -> Name:
        if isinstance(node, TextNode):
            name = fill(node.text, node.at, scope)
        else:
            bound = scope.names.get(node.name)
            name = bound if isinstance(bound, str) else fill(node.name, node.at, scope)
        if kind == "mark":
            if name not in MARKS:
                raise FaultFound(
                    node.at, f"{name} is no mark", did_you_mean(name, MARKS, f"marks: {', '.join(MARKS)}")
                )
            return Name(name)
        what = self.ids.get(name)
        if kind == "ladder" and what != "ladder":
            ladders = [known for known, sort in self.ids.items() if sort == "ladder"]
            raise FaultFound(
                node.at,
                f"there is no ladder {name}",
                did_you_mean(name, ladders, f"ladders: {', '.join(ladders)}"),
            )
        if what is None or what == "mission":
            raise FaultFound(node.at, f"nothing is named {name}", did_you_mean(name, self.ids))
        if kind == "number" and (what != "field" or self.by_id[name].kind != "box"):
            raise FaultFound(node.at, f"the {what} {name} is no number by itself",
                             "use a function such as count(crossed, …) or lowest(…)")  # fmt: skip
        return Name(name)


def facts_under(line: Line, scope: Scope, styles: dict[str, Style]) -> dict[str, Attribute]:
    """The facts given by `facts` lines under a field or a mission."""
    result: dict[str, Attribute] = {}
    for under in line.block:
        if under.word != "facts":
            raise FaultFound(
                under.at,
                f"only facts can stand under {line.word}, not {under.word}",
                "begin this line further left",
            )
        result |= LineReader(under, scope, styles).facts()
    return result


def references_under(line: Line, scope: Scope, styles: dict[str, Style]) -> list[tuple[str, Position]]:
    """The dotted names among those facts."""
    return [found for under in line.block for found in LineReader(under, scope, styles).references()]


def _whole(value: float, at: Position) -> Number:
    if value != int(value):
        raise FaultFound(at, f"formulas hold whole numbers, not {value:g}")
    return Number(int(value))


ID = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-.+][A-Za-z0-9]+)*")
