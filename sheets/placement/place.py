"""Placement: unfold repeats and parts of the syntax tree, and place every field and shape in millimetres."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn, ParamSpec

import msgspec

from fairsheet.sheets.label.label import SHEET_NAME, SHEET_NAME_HINT
from fairsheet.sheets.language.choices import SEPARATOR, check_chosen, choices_in
from fairsheet.sheets.language.evaluation import Result, Scope, evaluate, format_value
from fairsheet.sheets.language.faults import Fault, FaultFound, TemplateError, did_you_mean, merged
from fairsheet.sheets.language.lines import LineReader
from fairsheet.sheets.language.parser import ID
from fairsheet.sheets.language.parts import one_or_list, parameters, part_name, rounds, with_named_formula
from fairsheet.sheets.language.syntax import Line, Template
from fairsheet.sheets.language.template_files import LARGEST_IMAGES
from fairsheet.sheets.language.words import WORDS
from fairsheet.sheets.model.drawn_shapes import Icon, Image, Layer, Shape, Style
from fairsheet.sheets.model.page_geometry import BODY, NAME_FIELD, page_rect
from fairsheet.sheets.model.scaled import scaled
from fairsheet.sheets.model.sheet import (
    PLAYER,
    SCALES,
    SLOT_NUMBERS,
    DrawnPart,
    DrawPlace,
    Field,
    FieldKind,
    MissionPlace,
    Position,
    Sheet,
)
from fairsheet.sheets.placement import _fields as draw
from fairsheet.sheets.placement._attributes import facts_under
from fairsheet.sheets.placement._containers import (
    Box,
    Flow,
    Sourced,
    Thing,
    Turning,
    arrange,
    flatten,
    number_shapes,
)
from fairsheet.sheets.placement._facts import Fact, Facts, FieldNote
from fairsheet.sheets.placement._graphics import DRAWING, add_frame, drawn, flow_of, path_of, set_place
from fairsheet.sheets.placement._images import image_box, too_large
from fairsheet.sheets.placement.validation import (
    check_columns,
    check_formulas,
    check_missions,
    check_moves,
    check_places,
    check_splits,
)
from fairsheet.sheets.support.errors import FairsheetError

DEEPEST_PARTS = 40
MOST_LINES = 20_000  # lines, with repeats unfolded
MOST_FIELDS = 1500
MOST_FAULTS = 2000  # including repeated ones in repeats
LONGEST_ID = 64  # characters of a field's id

P = ParamSpec("P")

_FACT_WORDS = (
    "zone", "group", "ladder", "mission", "score", "check", "table", "tie-break", "option", "turns", "draw", "move",
)  # fmt: skip
_AT_THE_EDGE = ("part", "icon-shape")  # known to all lines, including earlier ones
_EXPLAINED = ("number", "X", "circled", "crossed", "filled", "drawn", "circle", "cross", "triangle")
_CONTAINERS = ("panel", "row", "column", "grid", "path")
_FIELDS: dict[str, FieldKind] = {
    "slot": "slot", "icon": "icon", "box": "box", "sign": "sign", "writing": "text", "link": "link",
}  # fmt: skip


@dataclass(frozen=True)
class Placed:
    """A sheet, its template, and the places of its fields, zones, groups and so on in the template."""

    sheet: Sheet
    template: Template
    positions: dict[str, Position]
    shape_positions: Sequence[Position | None]  # in the order of the sheet's shapes
    unused_formulas: dict[str, Position]  # formulas that no other line needs

    @property
    def name_at(self) -> Position:
        """The place of the sheet's name in the template."""
        return self.template.lines[0].arguments[0].at

    def place_of(self, name: str) -> Position | None:
        """Return the place of a name in the template, or None. If it has columns, return the place of the first one."""
        columns = (
            at for id_, at in self.positions.items() if re.fullmatch(rf"{re.escape(name)}\.[0-9]+", id_)
        )
        return self.positions.get(name) or next(columns, None)

    def located(self, error: FairsheetError) -> FairsheetError:
        """Return the error with its place in the template, if it is about something in the template."""
        place = self.place_of(error.about) if error.about else None
        return error if place is None else error.located(str(place))


@dataclass(frozen=True)
class _Content:
    """The lines under a use of a part, for `content` inside the part. `outer` is None outside all parts."""

    lines: tuple[Line, ...] = ()
    outer: _Content | None = None


@dataclass(frozen=True)
class _Link:
    """A link between two fields, drawn once their places are known."""

    reader: LineReader
    note: FieldNote
    page: int


class _GiveUp(Exception):
    """Raised when there are enough faults."""


def place(template: Template, given: Mapping[str, Result] | None = None) -> Placed:
    """Return the sheet of a template, in which all lines see the names `given`. Raises TemplateError with all faults.

    A choice that is not given has its first value.
    """
    choices = choices_in(template.text)
    defaults = check_chosen((), choices, template.file)
    placer = _Placer(template, Scope({**defaults, **(given or {})}), tuple(choices))
    try:
        return placer.run()
    except (FaultFound, _GiveUp) as error:
        faults = [*placer.faults, *([error.fault] if isinstance(error, FaultFound) else [])]
    except RecursionError:
        faults = [Fault(Position(template.file, 1, 1), "the lines are nested too deeply", "use fewer levels")]
    raise TemplateError(merged(faults), template.text, template.included)


class _Placer:
    """Process a template once, and collect what its lines define."""

    def __init__(self, template: Template, scope: Scope, choices: tuple[str, ...]) -> None:
        self.template = template
        self.scope = scope
        self.choices = choices
        self.faults: list[Fault] = []
        self.icons: dict[str, tuple[Layer, ...]] = {}
        self.slot_accepts: tuple[int | str, ...] = (*SLOT_NUMBERS, "X")
        self.styles: dict[str, Style] = {}
        self.parts: dict[str, Line] = {}
        self.notes: dict[str, FieldNote] = {}
        self.facts: list[Fact] = []
        self.references: list[tuple[str, Position]] = []
        self.links: list[_Link] = []
        self.image_bytes = 0
        self.mark_words: dict[str, str] = {}
        self.pages: dict[int, list[Box]] = {1: []}
        self.page = 1
        self.paper = "a4"
        self.line_count = 0

    def run(self) -> Placed:
        head = self._head()
        self.paper = head.choice("paper", tuple(SCALES), "a4")
        for line in self.template.lines[1:]:
            if line.word in _AT_THE_EDGE:
                self._guard(self._define_part if line.word == "part" else self._add_layer, line)
        self._stop_at_faults()  # otherwise every use of a faulty part would repeat the fault
        self.pages[1] = self._lines(self.template.lines[1:], self.scope, _Content(), 0)
        self._stop_at_faults()
        sourced = number_shapes(
            each
            for page, boxes in sorted(self.pages.items())
            for each in _place_page(page, boxes, self.paper)
        )
        fields = {thing.id: thing for thing, _ in sourced if isinstance(thing, Field)}
        for link in self.links:
            self._guard(self._place_link, link, sourced, fields)
        things = [thing for thing, _ in sourced]
        facts = Facts(list(self.notes.values()), self.facts, self.styles)
        sheet = self._sheet(head, [scaled(thing, 1 / SCALES[self.paper]) for thing in things], facts)
        facts.check_named_formulas()
        facts.check_references([*self.references, *head.references(("slots",))])
        self.faults += facts.faults
        positions = {note.id: note.at for note in self.notes.values()}
        placed = [thing for thing in things if isinstance(thing, Field)]
        self.faults += check_places(placed, positions, self.paper)
        moves = {_name_of(entry): entry.line.at for entry in self.facts if entry.line.word == "move"}
        positions = moves | positions  # a move may have the name of something else
        positions |= {
            _name_of(entry): entry.line.at
            for entry in self.facts
            if entry.line.word not in ("tie-break", "formula", "turns", "move")
        }
        self.faults += check_missions(sheet.missions, positions)
        self.faults += check_splits(sheet.zones, sheet.field, positions)
        self._stop_at_faults()
        # exactly as a released layout is read
        sheet = msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet)
        positions.setdefault(sheet.name, self.template.lines[0].arguments[0].at)
        self.faults += check_columns(sheet, positions)
        self.faults += check_moves(
            sheet, [entry.line.at for entry in self.facts if entry.line.word == "move"]
        )
        self._stop_at_faults()
        self.faults += check_formulas(sheet, facts.formula_notes)
        self._stop_at_faults()
        # other layouts may use a formula that this one does not
        unused = {} if self.choices else facts.formulas.unused
        shape_positions = [source for thing, source in sourced if isinstance(thing, Shape)]
        return Placed(sheet, self.template, positions, shape_positions, unused)

    def _sheet(self, head: LineReader, things: Sequence[Thing], facts: Facts) -> Sheet:
        """Return the sheet of the lines, each checked only by itself; fields are in the order of their lines."""
        order = {name: k for k, name in enumerate(self.notes)}
        fields = sorted((thing for thing in things if isinstance(thing, Field)), key=lambda f: order[f.id])
        has_name = head.choice("name", ("yes", "no"), "yes") == "yes"
        apart = Field | MissionPlace | DrawPlace | DrawnPart
        return Sheet(
            name=self._name(head),
            title=head.argument(1),
            pages=max(self.pages),
            fields=(
                *fields,
                *([Field(PLAYER, "text", page_rect(NAME_FIELD, self.paper), ())] if has_name else []),
            ),
            zones=facts.of_word("zone", facts.zone),
            groups=facts.of_word("group", facts.group),
            ladders=facts.of_word("ladder", facts.ladder),
            missions=facts.of_word("mission", facts.mission),
            scores=facts.of_word("score", facts.score),
            shapes=tuple(thing for thing in things if not isinstance(thing, apart)),
            mission_places=tuple(thing for thing in things if isinstance(thing, MissionPlace)),
            attrs=head.facts(("slots",)),
            checks=facts.of_word("check", facts.check),
            tables=facts.of_word("table", facts.table),
            tie_breaks=facts.of_word("tie-break", facts.tie_break),
            options=facts.of_word("option", facts.option),
            draw_places=tuple(thing for thing in things if isinstance(thing, DrawPlace)),
            drawn_parts=tuple(thing for thing in things if isinstance(thing, DrawnPart)),
            mark_words=self.mark_words,
            turns=facts.turns(),
            draws=facts.of_word("draw", facts.draw),
            moves=facts.of_word("move", facts.move),
        )

    def _head(self) -> LineReader:
        first = self.template.lines[0]
        if first.word != "sheet":
            raise FaultFound(first.at, f"a template begins with its name, not with {first.word}",
                             'begin with: sheet name "Title"')  # fmt: skip
        head = LineReader(first, Scope(), self.styles)
        if not SHEET_NAME.fullmatch(head.name()):
            raise FaultFound(first.arguments[0].at, f"{head.name()} cannot name a sheet", SHEET_NAME_HINT)
        if head.has("slots"):
            self.slot_accepts = draw.marks_of(head, "slots", ())
        for key, example in (("players", "2, 3, 4"), ("levels", "3")):
            for node in head.nodes(key):
                value = evaluate(node, Scope())
                for each in value if isinstance(value, tuple) else (value,):
                    if not isinstance(each, float) or each != int(each):
                        problem = f"{key} are whole numbers, not {format_value(each)}"
                        raise FaultFound(node.at, problem, f"such as {key}: {example}")
        for line in first.block:
            raise FaultFound(
                line.at, "only properties are allowed under sheet", "begin this line at the left edge"
            )
        return head

    def _name(self, head: LineReader) -> str:
        """Return the name of the template and the chosen values."""
        return SEPARATOR.join((head.name(), *(str(self.scope.names[choice]) for choice in self.choices)))

    def _choice(self, line: Line, depth: int) -> None:
        LineReader(line, self.scope, self.styles)
        names = [each.key for each in line.properties]
        if depth or line not in self.template.lines or len(names) != 1 or names[0] not in self.choices:
            hint = (
                "write it at the left edge, with small letters, digits and hyphens: choice fence: none, red"
            )
            raise FaultFound(line.at, "this choice is malformed", hint)

    def _guard(self, work: Callable[P, None], *arguments: P.args, **named: P.kwargs) -> None:
        """Do the work; a fault in it is noted and the rest goes on."""
        try:
            work(*arguments, **named)
        except FaultFound as found:
            self.faults.append(found.fault)
            if len(self.faults) >= MOST_FAULTS:
                raise _GiveUp from None

    def _give_up(self, fault: Fault) -> NoReturn:
        self.faults.append(fault)
        raise _GiveUp

    def _stop_at_faults(self) -> None:
        if self.faults:
            raise _GiveUp

    # --- lines ----------------------------------------------------------------------------------------------------

    def _lines(self, lines: Iterable[Line], scope: Scope, content: _Content, depth: int) -> list[Box]:
        boxes: list[Box] = []
        around = scope
        for line in lines:
            self.line_count += 1
            if self.line_count > MOST_LINES or len(self.notes) > MOST_FIELDS:
                problem = f"the template unfolds to more than {MOST_LINES} lines or {MOST_FIELDS} fields"
                self._give_up(Fault(line.at, problem, "are repeats nested that should not be?"))
            if line.word == "let":
                LineReader(line, scope, self.styles)
                scope = scope.with_names({p.key: one_or_list(p.values, scope) for p in line.properties})
            elif line.word == "formula":
                self.facts.append(Fact(line, scope, 0, None))
                scope = with_named_formula(line, scope, self.styles, around)
            else:
                known = len(boxes)
                self._guard(self._line, line, scope, content, depth, boxes)
                for box in boxes[known:]:
                    box.source = box.source or line.at
        return boxes

    def _line(self, line: Line, scope: Scope, content: _Content, depth: int, boxes: list[Box]) -> None:
        word = line.word
        if word in self.parts:
            boxes += self._use_part(line, scope, content, depth)
            return
        if word not in WORDS:
            hint = did_you_mean(word, (*WORDS, *self.parts), "define it first: part " + word)
            if word.lower() in ("img", "photo"):
                hint = f"a picture from a file is placed by: {WORDS['image'].shape}"
            raise FaultFound(line.at, f"there is no word {word}", hint)
        if word == "repeat":
            LineReader(line, scope, self.styles)
            for names in rounds(line, scope, self.template.tables):
                boxes += self._lines(line.block, scope.with_names(names), content, depth)
        elif word == "choice":
            self._choice(line, depth)
        elif word == "when":
            reader = LineReader(line, scope, self.styles)
            if reader.truth("is"):
                boxes += self._lines(line.block, scope, content, depth)
        elif word == "content":
            LineReader(line, scope, self.styles)
            if content.outer is None:
                raise FaultFound(line.at, "content is only allowed inside a part", "put it under a part")
            boxes += self._lines(content.lines, scope, content.outer, depth)
        elif word in _FACT_WORDS:
            boxes += self._fact(line, scope, content, depth)
        elif word in _CONTAINERS:
            boxes.append(self._container(line, scope, content, depth))
        elif word in _FIELDS:
            boxes += self._field(line, scope)
        elif word in DRAWING:
            boxes.append(drawn(LineReader(line, scope, self.styles), self.icons))
        elif word == "image":
            boxes.append(self._image(LineReader(line, scope, self.styles)))
        elif word == "page":
            self._other_page(line, scope, depth)
        elif word == "style":
            reader = LineReader(line, scope, self.styles)
            self.styles[reader.name()] = reader.style(Style())
        elif word == "mark":
            self._explain(LineReader(line, scope, self.styles))
        elif word in _AT_THE_EDGE:
            if depth or line not in self.template.lines:
                problem = f"{word} is only allowed at the left edge"
                raise FaultFound(line.at, problem)
        else:
            hint = f"it is written like: {WORDS[word].shape}"
            if word == "sheet":
                hint = "write another sheet into another file"
            raise FaultFound(line.at, f"{word} is not allowed here", hint)

    def _container(self, line: Line, scope: Scope, content: _Content, depth: int) -> Box:
        reader = LineReader(line, scope, self.styles)
        children = self._lines(line.block, scope, content, depth)
        box = arrange(children, flow_of(reader), path_of(reader))
        return set_place(add_frame(box, reader), reader)

    def _image(self, line: LineReader) -> Box:
        box = image_box(line, self.template.images)
        self.image_bytes += sum(map(_size_of, box.things))
        if self.image_bytes > LARGEST_IMAGES:
            raise FaultFound(line.at, too_large("everything up to here"), "reduce them, or place fewer")
        return set_place(box, line)

    def _other_page(self, line: Line, scope: Scope, depth: int) -> None:
        reader = LineReader(line, scope, self.styles)
        number = reader.argument_number(0)
        if number not in range(2, 10) or self.page != 1:
            problem = f"{format_value(number)} is not a further page"
            raise FaultFound(line.at, problem, "pages are 2, 3, … at the left edge")
        self.page = int(number)
        self.pages.setdefault(self.page, []).extend(self._lines(line.block, scope, _Content(), depth))
        self.page = 1

    def _fact(self, line: Line, scope: Scope, content: _Content, depth: int) -> list[Box]:
        first = len(self.notes)
        LineReader(line, scope, self.styles)
        if line.word == "mission":
            self.references += facts_under(line, scope, self.styles)[1]
            boxes: list[Box] = []
        else:
            boxes = self._lines(line.block, scope, content, depth)
        whole_sheet = not line.block or line.word == "mission"
        self.facts.append(
            Fact(line, scope, 0 if whole_sheet else first, None if whole_sheet else len(self.notes))
        )
        return boxes

    def _explain(self, line: LineReader) -> None:
        """Store the meaning of a mark on this sheet, for its foot."""
        mark, words = line.name(), line.text("text").strip()
        at = line.line.arguments[0].at
        if mark not in _EXPLAINED:
            known = did_you_mean(mark, _EXPLAINED, f"known: {', '.join(_EXPLAINED)}")
            raise FaultFound(at, f"the foot cannot explain {mark}", known)
        if mark in self.mark_words:
            raise FaultFound(at, f"the meaning of {mark} is given twice", "leave one out")
        if not words:
            raise line.malformed(f"the mark {mark} lacks its text")
        self.mark_words[mark] = words

    def _define_part(self, line: Line) -> None:
        self.parts[part_name(line, self.parts)] = line

    def _add_layer(self, line: Line) -> None:
        name, layer = draw.own_layer(LineReader(line, self.scope, self.styles), self.icons)
        self.icons[name] = (*self.icons.get(name, ()), layer)

    def _use_part(self, line: Line, scope: Scope, content: _Content, depth: int) -> list[Box]:
        if depth >= DEEPEST_PARTS:
            problem = f"the part {line.word} uses itself endlessly"
            self._give_up(Fault(line.at, problem, "a part cannot be used inside itself"))
        part = self.parts[line.word]
        inside = scope.with_names(parameters(part, line, scope))
        return self._lines(part.block, inside, _Content(line.block, content), depth + 1)

    # --- fields ---------------------------------------------------------------------------------------------------

    def _field(self, line: Line, scope: Scope) -> list[Box]:
        reader = LineReader(line, scope, self.styles)
        name = reader.name()
        if not ID.fullmatch(name) or len(name) > LONGEST_ID:
            hint = (
                f"use letters, digits, hyphens and points, at most {LONGEST_ID} characters, such as floor-1.1"
            )
            raise FaultFound(line.arguments[0].at, f"{name!r} cannot be an id", hint)
        if name in self.notes or name == PLAYER:
            where = f"line {self.notes[name].at.line}" if name in self.notes else "for the player's name"
            problem = f"there is a field {name} already ({where})"
            hint = f"use different ids, in a repeat with its counter: {name}.{{i}}"
            raise FaultFound(line.arguments[0].at, problem, hint)
        attrs, references = facts_under(line, scope, self.styles)
        self.references += references
        symbol = reader.argument(1) if line.word == "icon" else reader.text("symbol")
        note = FieldNote(name, _FIELDS[line.word], symbol or None, line.at, attrs)
        self.notes[name] = note
        if line.word == "link" and not reader.has("from"):
            if len(reader.nodes("between")) != 2:
                raise FaultFound(
                    line.at, "a link needs its two ends", f"write it like: {WORDS['link'].shape}"
                )
            self.links.append(_Link(reader, note, self.page))
            return []
        return [set_place(draw.field_box(reader, note, self.slot_accepts, self.icons), reader)]

    def _place_link(self, link: _Link, sourced: list[Sourced], fields: dict[str, Field]) -> None:
        ends, names = [], []
        for node in link.reader.nodes("between"):
            end = format_value(evaluate(node, link.reader.scope))
            if end not in fields:
                hint = did_you_mean(end, fields, "a link joins two fields that are no links")
                raise FaultFound(node.at, f"there is no field {end}", hint)
            ends.append(fields[end].rect)
            names.append(end)
            if fields[end].page != link.page:
                raise FaultFound(
                    node.at, f"{end} is on another page than the link", "join fields of one page"
                )
        line = draw.edge_towards(ends[0], ends[1].center), draw.edge_towards(ends[1], ends[0].center)
        note = replace(link.note, attrs={**link.note.attrs, "between": tuple(names)})
        box = Box(0, 0, draw.link(link.reader, note, line), source=note.at)
        sourced += flatten(box, Turning(0, 0), link.page)


def _size_of(thing: Thing) -> int:
    """Return the bytes that a picture adds to the layout."""
    match thing:
        case Image():
            return len(thing.png)
        case Icon():
            return sum(len(layer.path) for layer in thing.layers)
    return 0


def _place_page(page: int, boxes: list[Box], paper: str) -> Iterable[Sourced]:
    body = scaled(page_rect(BODY, paper), SCALES[paper])
    return flatten(arrange(boxes, Flow("panel", w=body.w, h=body.h)), Turning(body.x, body.y), page)


def _name_of(entry: Fact) -> str:
    return LineReader(entry.line, entry.scope, {}).name()
