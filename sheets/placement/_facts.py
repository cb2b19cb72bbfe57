"""Facts for the rules: zones, groups, ladders, missions, score lines, checks, tables, tie-breaks and options.

Every name in them is checked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from typing import TypeVar, cast, get_args

from fairsheet.sheets.formulas.formula import calls_in
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.language.evaluation import Result, Scope, format_value
from fairsheet.sheets.language.faults import Fault, FaultFound, did_you_mean
from fairsheet.sheets.language.lines import LineReader
from fairsheet.sheets.language.parser import ID
from fairsheet.sheets.language.syntax import Line
from fairsheet.sheets.model.drawn_shapes import Style
from fairsheet.sheets.model.marks import MARKS
from fairsheet.sheets.model.sheet import (
    Attribute,
    Check,
    CheckLevel,
    CheckScope,
    Draw,
    Expression,
    FieldKind,
    Group,
    Ladder,
    Mission,
    Move,
    NumberTable,
    Option,
    Position,
    ScoreLine,
    TieBreak,
    Turns,
    Zone,
)
from fairsheet.sheets.placement._attributes import facts_under
from fairsheet.sheets.placement._expressions import Formulas

LETTER = re.compile("[A-Z]")
MOST_TURNS = 1000

T = TypeVar("T")


@dataclass(frozen=True)
class FieldNote:
    """A field in the template, before it has a place."""

    id: str
    kind: FieldKind
    symbol: str | None
    at: Position
    attrs: dict[str, Attribute]


@dataclass(frozen=True)
class FormulaNote:
    """A formula, its place, and the box of its score line, if it has one."""

    formula: Expression
    at: Position
    box: str | None = None


@dataclass(frozen=True)
class Fact:
    """A zone, group, ladder, mission, score line or check; `first` and `last` bound the fields in its block."""

    line: Line
    scope: Scope
    first: int
    last: int | None


class Facts:
    """Turns fact lines into the model's values, once every field is known. Collects faults instead of raising them."""

    def __init__(self, notes: list[FieldNote], lines: list[Fact], styles: dict[str, Style]) -> None:
        self.notes = notes
        self.lines = lines
        self.styles = styles
        self.faults: list[Fault] = []
        self.formula_notes: list[FormulaNote] = []  # all formulas read so far
        self.by_id = {note.id: note for note in notes}
        self.ids: dict[str, str] = {note.id: "field" for note in notes}  # all names with their kinds
        self.symbols = {*get_args(FieldKind), *(note.symbol for note in notes if note.symbol)}
        self.formulas = Formulas(self.ids, {note.id for note in notes if note.kind in ("box", "slot")})
        self.scored: set[str] = set()  # boxes with a score line
        self._turns_at: Position | None = None
        self.types: dict[str, list[tuple[str, Fact]]] = {}  # groups by type
        for entry in lines:
            self._guard(entry, self._register)

    def of_word(self, word: str, make: Callable[[LineReader, Fact], T]) -> tuple[T, ...]:
        """Return the results of `make` for each line of the word, in the order of the template."""
        made = [
            self._guard(entry, lambda e: make(self._reader(e), e))
            for entry in self.lines
            if entry.line.word == word
        ]
        return tuple(value for value in made if value is not None)

    def zone(self, line: LineReader, entry: Fact) -> Zone:
        """Return a zone; without `slots` it has the slots in its block."""
        slots = self._fields(line, "slots") or self._every(entry, ("slot",))
        if not slots:
            hint = "put slots under it or name them: slots: …"
            raise line.fault(f"the zone {line.name()} has no slots", hint)
        for slot in slots:
            if self.by_id[slot].kind not in ("slot", "sign"):
                raise line.fault_of("slots", f"{slot} is not a slot but of kind {self.by_id[slot].kind}")
        self.check_references(line.references(("slots",)))
        return Zone(line.name(), slots, line.facts(skip=("slots",)))

    def group(self, line: LineReader, entry: Fact) -> Group:
        """Return a group with its facts."""
        self.check_references(line.references())
        return Group(line.name(), line.argument(1), line.facts())

    def ladder(self, line: LineReader, entry: Fact) -> Ladder:
        """Return a ladder; without `values` they are the facts `value` of its fields."""
        steps = self._fields(line, "fields")
        if not steps:
            raise line.fault(f"the ladder {line.name()} has no fields", "name them: fields: every(…)")
        given = line.numbers("values")
        numbers = given if line.has("values") else [self._value(step, line) for step in steps]
        if len(numbers) != len(steps):
            problem = f"the ladder has {len(steps)} fields but {len(numbers)} values"
            hint = "give one value per field; the value after the last field is `last`"
            raise line.fault_of("values", problem, hint)
        if not line.has("last"):
            raise line.fault("the ladder has no last value", "add last: and the value that cannot be crossed")
        values, last = tuple(int(value) for value in numbers), line.whole("last", 0)
        return Ladder(line.name(), steps, values, last, line.choice("mark", MARKS, "crossed"))

    def _value(self, step: str, line: LineReader) -> float:
        value = self.by_id[step].attrs.get("value")
        if isinstance(value, bool) or not isinstance(value, int | float):
            hint = "give it one, or the ladder its values"
            raise line.fault_of("fields", f"{step} has no fact `value`", hint)
        return float(value)

    def mission(self, line: LineReader, entry: Fact) -> Mission:
        """Return a mission card."""
        has_values = line.has("first") or line.has("later")
        line.require("letter", "text", "needs", *(("first", "later") if has_values else ()))
        letter = line.text("letter")
        if not LETTER.fullmatch(letter):
            raise line.fault_of("letter", "the letter of a mission is one of A to Z", "such as letter: A")
        attrs, _ = facts_under(entry.line, entry.scope, self.styles)
        needs, text = self._condition(line), line.text("text")
        first, later = (line.whole(key, 0) if has_values else None for key in ("first", "later"))
        return Mission(line.name(), letter, text, needs, first, later, attrs)

    def score(self, line: LineReader, entry: Fact) -> ScoreLine:
        """Return a score line."""
        box, at = line.name(), line.line.arguments[0].at
        if self.by_id.get(box) is None or self.by_id[box].kind != "box":
            boxes = [note.id for note in self.notes if note.kind == "box"]
            hint = did_you_mean(box, boxes, f"write it first: box {box} to: 20")
            raise FaultFound(at, f"there is no box {box}", hint)
        if box in self.scored:
            raise FaultFound(at, f"{box} has two score lines", "leave one out")
        self.scored.add(box)
        if not line.has("is"):
            raise line.fault(f"the score line of {box} has no formula", "add is: and the formula")
        sign = line.choice("sign", ("+", "-", "="), "+")
        return ScoreLine(box, self._formula(line, box), sign, line.text("label"))

    def check(self, line: LineReader, entry: Fact) -> Check:
        """Return a check."""
        line.require("needs", "text")
        needs = self._condition(line)
        level = cast("CheckLevel", line.choice("level", get_args(CheckLevel), "error"))
        scope = cast("CheckScope", line.choice("scope", get_args(CheckScope), "sheet"))
        for call in calls_in(needs) if scope == "table" else ():
            if {"net", "links"} & {*FUNCTIONS[call.function].arguments}:
                hint = "leave out scope: table"
                raise line.fault_of("needs", f"{call.function} needs the neighbours on one sheet", hint)
        return Check(line.name(), needs, line.text("text"), level, scope)

    def table(self, line: LineReader, entry: Fact) -> NumberTable:
        """Return a table of numbers; without `values` each number has the value 1."""
        keys = tuple(int(number) for number in line.numbers("keys"))
        values = tuple(int(number) for number in line.numbers("values")) or (1,) * len(keys)
        if not keys:
            raise line.malformed(f"the table {line.name()} has no keys")
        if twice := _listed_twice(keys):
            raise line.fault_of("keys", f"the key {twice[0]} is listed twice", "list it once")
        if len(values) != len(keys):
            problem = f"the table has {len(keys)} keys but {len(values)} values"
            raise line.fault_of("values", problem, "give one value per key, or none")
        return NumberTable(line.name(), keys, values)

    def tie_break(self, line: LineReader, entry: Fact) -> TieBreak:
        """Return a number that ranks players of equal totals."""
        line.require("is", "text")
        needs = self._condition(line) if line.has("needs") else None
        return TieBreak(self._formula(line), line.text("text"), needs)

    def option(self, line: LineReader, entry: Fact) -> Option:
        """Return a choice that a table makes before the game."""
        values = tuple(format_value(value) for value in line.values("values"))
        if not values:
            raise line.malformed(f"the option {line.name()} has no values")
        if line.has("needs") != line.has("text"):
            hint = 'give both, a formula and its words: needs: game.players = 2 text: "only two can"'
            raise line.fault(f"the option {line.name()} lacks needs or text", hint)
        needs = self._condition(line) if line.has("needs") else None
        why, needed_by = line.text("text"), tuple(int(count) for count in line.numbers("needed-by"))
        return Option(line.name(), values, needed_by, needs, why)

    def turns(self) -> Turns | None:
        """Return the turns of a game; None if the template declares none."""
        found = self.of_word("turns", lambda line, _: self._turns(line))
        return found[0] if found else None

    def _turns(self, line: LineReader) -> Turns:
        count, moves = line.argument_number(0), line.whole("moves", 1)
        if self._turns_at is not None:
            raise line.fault(f"turns are declared twice (line {self._turns_at.line})", "leave one out")
        self._turns_at = line.at
        if count != int(count) or not 1 <= count <= MOST_TURNS or not 1 <= moves <= MOST_TURNS:
            raise line.malformed(f"turns and moves are whole numbers from 1 to {MOST_TURNS}")
        ends = self._condition(line, "ends") if line.has("ends") else None
        return Turns(int(count), moves, ends)

    def draw(self, line: LineReader, entry: Fact) -> Draw:
        """Return what comes up each turn."""
        values = line.values("values")
        if not values:
            raise line.malformed(f"the draw {line.name()} has no values")
        drawn = tuple(
            int(value) if isinstance(value, float) and value == int(value) else format_value(value)
            for value in values
        )
        return Draw(line.name(), drawn, line.truth("cards"))

    def move(self, line: LineReader, entry: Fact) -> Move:
        """Return what a player may do in a turn."""
        places = tuple(format_value(value) for value in line.values("places"))
        if not places:
            raise line.malformed(f"the move {line.name()} has no places")
        for place in places:
            if self.ids.get(place) not in ("field", "group"):
                known = [id_ for id_, kind in self.ids.items() if kind in ("field", "group")]
                raise line.fault_of(
                    "places", f"there is no field or group {place}", did_you_mean(place, known)
                )
        if line.has("mark") and line.has("number"):
            raise line.fault_of("mark", "a move writes a mark or a number, not both", "make it two moves")
        marks = tuple(format_value(value) for value in line.values("mark"))
        for mark in marks:
            if mark not in MARKS:
                raise line.fault_of("mark", f"{mark} is not a mark", did_you_mean(mark, MARKS))
        return Move(
            id=line.name(),
            places=places,
            marks=marks,
            number=self._formula(line, key="number") if line.has("number") else None,
            match=self._match(line),
            needs=self._condition(line) if line.has("needs") else None,
            otherwise=line.truth("otherwise"),
        )

    def _match(self, line: LineReader) -> tuple[tuple[str, str], ...]:
        """Return pairs of a fact and a draw."""
        words = [format_value(value) for value in line.values("match")]
        if len(words) % 2:
            raise line.fault_of("match", "match takes pairs of a fact and a draw", "such as match: row, die")
        draws = [id_ for id_, kind in self.ids.items() if kind == "draw"]
        for draw in words[1::2]:
            if draw not in draws:
                hint = did_you_mean(draw, draws, "declare it: draw die values: 1..6")
                raise line.fault_of("match", f"there is no draw {draw}", hint)
        return tuple(zip(words[::2], words[1::2], strict=True))

    def _formula(self, line: LineReader, box: str | None = None, key: str = "is") -> Expression:
        formula = self.formulas.of_property(line, key)
        self.formula_notes.append(FormulaNote(formula, line.place_of(key), box))
        return formula

    def _condition(self, line: LineReader, key: str = "needs") -> Expression:
        condition = self.formulas.condition_of_property(line, key)
        self.formula_notes.append(FormulaNote(condition, line.place_of(key)))
        return condition

    def check_named_formulas(self) -> None:
        """Note a fault for every named formula that cannot be computed, or whose name is taken."""
        self.of_word("formula", lambda line, _: self.formulas.check_named(line))

    # --- names ----------------------------------------------------------------------------------------------------

    def check_references(self, references: list[tuple[str, Position]]) -> None:
        """Note a fault for every dotted name among facts that names nothing."""
        for name, at in references:
            if name not in self.ids:
                self.faults.append(
                    Fault(at, f"nothing is named {name}", did_you_mean(name, self.ids, "put words in quotes"))
                )

    def _register(self, entry: Fact) -> None:
        if entry.line.word in ("score", "tie-break", "turns", "move"):
            return
        line = self._reader(entry)
        if entry.line.word == "formula":
            self.formulas.named[entry.line.at] = line.name()
            return
        name = line.name()
        if not ID.fullmatch(name):
            raise FaultFound(entry.line.arguments[0].at, f"{name!r} cannot be an id", "such as floor-1")
        if name in self.ids and not entry.line.word == self.ids[name] == "check":
            problem = f"{name} is the id of a {self.ids[name]} already"
            raise FaultFound(entry.line.arguments[0].at, problem, "choose another id")
        self.ids[name] = entry.line.word
        if entry.line.word == "draw" and all(isinstance(value, float) for value in line.values("values")):
            self.formulas.boxes.add(name)
        if entry.line.word == "group":
            self.types.setdefault(line.argument(1), []).append((name, entry))

    def _reader(self, entry: Fact) -> LineReader:
        return LineReader(entry.line, replace(entry.scope, every=partial(self._every, entry)), self.styles)

    def _guard(self, entry: Fact, work: Callable[[Fact], T]) -> T | None:
        try:
            return work(entry)
        except FaultFound as found:
            self.faults.append(found.fault)
            return None

    def _every(
        self, entry: Fact, wanted: tuple[Result, ...], at: Position | None = None, starred: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """Return the names that fit the words, in the entry's block or in the whole sheet.

        These are fields of a kind or symbol, or with ids that match a pattern with `*`, and groups of a type. A
        pattern with braces may match nothing, as beyond the edge of a grid, if it matches something with `*` for the
        braces.
        """
        words = [format_value(value) for value in wanted]
        for word, kind in zip(words, starred, strict=False):
            if at and not self._is_known(word) and not self._is_known(kind):
                known = self.symbols | set(self.types)
                problem = f"no field has the kind, symbol or id {word}, and no group has this type"
                raise FaultFound(at, problem, did_you_mean(word, known, f"known: {', '.join(sorted(known))}"))
        named, patterns = set(words), [word for word in words if set("*?[") & set(word)]
        fields = [
            note.id for note in self.notes[entry.first : entry.last]
            if not named.isdisjoint((note.id, note.kind, note.symbol))
            or any(fnmatchcase(note.id, pattern) for pattern in patterns)
        ]  # fmt: skip
        last = len(self.notes) if entry.last is None else entry.last
        groups = [
            name for word in words for name, inner in self.types.get(word, ())
            if entry.first <= inner.first and (len(self.notes) if inner.last is None else inner.last) <= last
        ]  # fmt: skip
        return (*fields, *groups)

    def _is_known(self, word: str) -> bool:
        known = word in self.symbols or word in self.types or word in self.by_id
        return known or any(fnmatchcase(id, word) for id in self.by_id)

    def _fields(self, line: LineReader, key: str) -> tuple[str, ...]:
        """Return the property's values as ids of fields. Raises FaultFound if one is listed twice."""
        names = tuple(format_value(value) for value in line.values(key))
        for name in names:
            if name not in self.by_id:
                raise line.fault_of(key, f"there is no field {name}", did_you_mean(name, self.by_id))
        if twice := _listed_twice(names):
            raise line.fault_of(key, f"{twice[0]} is listed twice", "list it once")
        return names


def _listed_twice(names: Sequence[T]) -> list[T]:
    return [name for name, count in Counter(names).items() if count > 1]
