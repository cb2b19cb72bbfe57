"""A placed sheet: every field and every printed shape in millimetres, and the facts that the rules read.

All coordinates are millimetres in the *frame*, the part of the page that A4 and Letter have in common
(`page_geometry.FRAME`). The origin is its top left corner; x runs right and y runs down. All values are frozen and
stored as JSON (msgspec), so that the layouts of released prints can be kept forever.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from fairsheet.sheets.model.drawn_shapes import Shape, is_words
from fairsheet.sheets.model.geometry import Point, Rect, Value
from fairsheet.sheets.model.sides import FAR, SIDES, Side

FieldKind = Literal["slot", "icon", "link", "box", "sign", "text"]
CheckLevel = Literal["error", "warn", "note"]
CheckScope = Literal["sheet", "table"]
Attribute = str | int | float | bool | tuple[str | int | float, ...]

OPPONENT = "astra-opponent"  # the type of the group that only a sheet of the one-player game has
PLACE_FACTS = frozenset({"places", "name"})  # facts of zones and groups that only the words for places use
PLAYER = "player"  # the id of the text field in which players write their names
LANDSCAPE = "landscape"
SCALES = {"a4": 1.0, "a5": 0.65, LANDSCAPE: 1.0}
"""Values of `paper:`, with the mm on paper for a mm of the frame; A5 and half a Letter keep a margin of 6 mm."""
LONGEST_NAME = 40  # characters
ENGLISH = "en"  # languages have two letters, as in ISO 639-1
SLOT_NUMBERS = range(18)  # the numbers that a slot can hold and the scanner distinguishes


class Position(Value, frozen=True):
    """A place in a template file; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


# --- expressions: score lines and the conditions of missions ------------------------------------------------------


class Number(Value, frozen=True, tag="number"):
    """A literal number."""

    value: int


class Name(Value, frozen=True, tag="name"):
    """A field, zone, group, ladder or mark (`crossed`, `X`) by its name."""

    name: str


class Call(Value, frozen=True, tag="call"):
    """A function of the expression language, such as `count(crossed, group.errors)`."""

    function: str
    arguments: tuple[Expression, ...]


class Operation(Value, frozen=True, tag="operation"):
    """An operator (+ - * < <= = >= > and or not) with its operands."""

    operator: str
    operands: tuple[Expression, ...]


Expression = Number | Name | Call | Operation


# --- facts for the rules and the scanner --------------------------------------------------------------------------


class Field(Value, frozen=True):
    """A place for ink. `rect` is where a person's ink is expected, mm."""

    id: str
    kind: FieldKind
    rect: Rect
    accepts: tuple[int | str, ...]  # marks; with digit cells: the least and greatest number, then others
    page: int = 1
    symbol: str | None = None
    attrs: dict[str, Attribute] = msgspec.field(default_factory=dict)
    cells: tuple[Rect, ...] = ()  # for digits, left to right, the first one also for a minus
    # slot: where the right number is written after a wrong one was cancelled; older name in released layouts
    correction_box: Rect | None = msgspec.field(default=None, name="second_try")
    line: tuple[Point, Point] | None = None  # link: the line to be drawn
    printed: int | str | None = None  # a mark in print: not ink, never in a record
    turn: int = 0  # degrees clockwise that the page is turned for the person who uses this field: 0 or 180

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and greatest number of a field with digit cells; None for other fields."""
        if not self.cells:
            return None
        least, greatest = (int(number) for number in self.accepts[:2])
        return least, greatest

    def holds(self, number: int) -> bool:
        """Return whether a field with digit cells accepts this number."""
        return self.bounds is not None and self.bounds[0] <= number <= self.bounds[1]

    @property
    def side(self) -> Side | None:
        """The side of the field on a sheet between two neighbours, by the fact `side`; None if both share it."""
        return next((side for side in SIDES if side == self.attrs.get("side")), None)


class Zone(Value, frozen=True):
    """Slots in the direction in which their numbers ascend."""

    id: str
    slots: tuple[str, ...]
    attrs: dict[str, Attribute] = msgspec.field(default_factory=dict)


class Group(Value, frozen=True):
    """Fields that the rules treat together, such as a section with its slots and effects."""

    id: str
    type: str
    attrs: dict[str, Attribute] = msgspec.field(default_factory=dict)


class Ladder(Value, frozen=True):
    """Values that are crossed in order. The first one not crossed applies; `last` can never be crossed."""

    id: str
    fields: tuple[str, ...]
    values: tuple[int, ...]
    last: int
    mark: str = "crossed"


class Mission(Value, frozen=True):
    """A mission card of this sheet: its letter, its requirement in words and as an expression, and two values.

    The values are None if the card has none.
    """

    id: str
    letter: str
    text: str
    needs: Expression
    first: int | None
    later: int | None
    attrs: dict[str, Attribute] = msgspec.field(default_factory=dict)


TOTAL = "="  # the sign before the box of the total


class ScoreLine(Value, frozen=True):
    """The formula of a score box. `sign` is printed before the box ('+', '-' or '='). `label` is its name in lists of
    points, if that is not the id. `changed`: the line changed since the sheet was printed."""

    box: str
    formula: Expression
    sign: str = "+"
    label: str = ""
    changed: bool = False


class Check(Value, frozen=True):
    """A condition that every honest sheet meets; `why` says what is wrong if it does not.

    An unmet `error` makes the sheet illegal, a `warn` leaves it undecided, and a `note` is only a remark. With the
    scope `table`, names mean the fields of all sheets of the table. Several checks may share an id. `changed`: the
    check changed since the sheet was printed.
    """

    id: str
    needs: Expression
    why: str
    level: CheckLevel = "error"
    scope: CheckScope = "sheet"
    changed: bool = False


class NumberTable(Value, frozen=True):
    """Numbers to look up, such as the numbers of cards, each with a value."""

    id: str
    keys: tuple[int, ...]
    values: tuple[int, ...]

    @property
    def entries(self) -> dict[int, int]:
        """The values by key."""
        return dict(zip(self.keys, self.values, strict=True))


class TieBreak(Value, frozen=True):
    """A number that ranks players of equal totals: more is better. `words` name it.

    It is unknown for a player who does not meet `needs`.
    """

    formula: Expression
    words: str
    needs: Expression | None = None


class Option(Value, frozen=True):
    """A choice that a table makes before the game, with its possible values.

    Tables with `needed_by` players must make it. Every table must meet `needs`, which `why` explains.
    """

    id: str
    values: tuple[str, ...]
    needed_by: tuple[int, ...] = ()
    needs: Expression | None = None
    why: str = ""


class Draw(Value, frozen=True):
    """A die or a pack: one of the values comes up each turn. Cards come up once before they are shuffled again."""

    id: str
    values: tuple[int | str, ...]
    cards: bool = False


class Move(Value, frozen=True):
    """A choice of a player in a turn: to mark one of the places, each of which is a field or a group of fields.

    It writes the number of a formula, or one of the marks; without either, any mark that the field accepts. Each pair
    of `match` has a fact of the place and a draw, which must be equal. `otherwise`: only if no other move is possible.
    """

    id: str
    places: tuple[str, ...]
    marks: tuple[str, ...] = ()
    number: Expression | None = None
    match: tuple[tuple[str, str], ...] = ()
    needs: Expression | None = None
    otherwise: bool = False


class Turns(Value, frozen=True):
    """The greatest number of turns, the moves in each, and the condition that ends the game earlier."""

    count: int
    moves: int = 1
    ends: Expression | None = None


class MissionPlace(Value, frozen=True):
    """The place where the mission card of a letter is printed."""

    letter: str
    rect: Rect
    page: int = 1
    turn: int = 0


class DrawPlace(Value, frozen=True):
    """The place of a print that depends on the seed's draw; the game identifies it by the id."""

    id: str
    rect: Rect
    page: int = 1


class DrawnPart(Value, frozen=True):
    """A part of a page that is printed only if the seed put a component at that place, or without a seed.

    Its shapes are `count` shapes of the sheet from index `first` on. Its fields keep their places in any case.
    """

    place: str
    component: str
    rect: Rect
    page: int = 1
    first: int = 0
    count: int = 0

    @property
    def shapes(self) -> range:
        """The indices of its shapes among those of the sheet."""
        return range(self.first, self.first + self.count)


T = TypeVar("T", Field, Zone, Group, Ladder, Mission, NumberTable, Option, Draw)


def by_id(values: Callable[[Sheet], tuple[T, ...]]) -> cached_property[Mapping[str, T]]:
    """Return a cached property that maps ids to some values of a sheet."""
    return cached_property(lambda sheet: {value.id: value for value in values(sheet)})


class Sheet(Value, frozen=True, dict=True):
    """A whole sheet as placed: fields and facts for the rules and the reader, shapes for the printer."""

    name: str
    title: str
    pages: int
    fields: tuple[Field, ...]
    zones: tuple[Zone, ...]
    groups: tuple[Group, ...]
    ladders: tuple[Ladder, ...]
    missions: tuple[Mission, ...]
    scores: tuple[ScoreLine, ...]
    shapes: tuple[Shape, ...]
    mission_places: tuple[MissionPlace, ...] = ()
    attrs: dict[str, Attribute] = msgspec.field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    tables: tuple[NumberTable, ...] = ()
    tie_breaks: tuple[TieBreak, ...] = ()
    options: tuple[Option, ...] = ()
    draw_places: tuple[DrawPlace, ...] = ()
    drawn_parts: tuple[DrawnPart, ...] = ()
    # the meanings of marks on this sheet; `number` is any number
    mark_words: dict[str, str] = msgspec.field(default_factory=dict)
    language: str = ENGLISH  # of its words
    # how a game goes, for simulated games
    turns: Turns | None = None
    draws: tuple[Draw, ...] = ()
    moves: tuple[Move, ...] = ()

    @cached_property
    def named_at(self) -> Position | None:
        """The place of a custom sheet's name in its template. `custom_sheet` sets it; it is not part of the value."""
        return None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the place in its template as well."""
        return (*super().__reduce__(), {"named_at": self.named_at})

    def __repr__(self) -> str:
        return f"<Sheet {self.name}, layout {self.fingerprint}, {len(self.fields)} fields>"

    @cached_property
    def fingerprint(self) -> str:
        """Eight hex digits that identify the layout in labels and records.

        The layout is where ink is expected, what is accepted there, and what is printed except words. Everything else
        is the meaning of the ink: formulas, checks, facts for the rules, texts.
        """
        return _digest(self._layout)[:8]

    @cached_property
    def digest(self) -> str:
        """Hex digits that change if anything in the sheet does."""
        return _digest(self)

    @property
    def _layout(self) -> Sheet:
        kept = [k for k, shape in enumerate(self.shapes) if not is_words(shape)]
        parts = (
            replace(part, first=first, count=bisect_left(kept, part.shapes.stop) - first)
            for part in self.drawn_parts
            for first in [bisect_left(kept, part.first)]
        )
        return Sheet(
            name=self.name,
            title="",
            pages=self.pages,
            fields=tuple(replace(field, symbol=None, attrs={}) for field in self.fields),
            zones=(),
            groups=(),
            ladders=(),
            missions=tuple(replace(mission, text="", needs=Number(0), attrs={}) for mission in self.missions),
            scores=(),
            shapes=tuple(self.shapes[k] for k in kept),
            mission_places=self.mission_places,
            draw_places=self.draw_places,
            drawn_parts=tuple(parts),
        )

    def fits_layout_of(self, former: Sheet) -> bool:
        """Return whether an older print of this sheet has all its fields and missions."""
        kinds = {field.id: field.kind for field in former.fields}
        fields = all(kinds.get(field.id) == field.kind for field in self.fields)
        return fields and former.mission.keys() == self.mission.keys()

    def on_layout_of(self, former: Sheet) -> Sheet:
        """Return this sheet's meaning on the layout of an older print; the older sheet itself if the layout does not
        fit."""
        if not self.fits_layout_of(former):
            return former
        fields = tuple(
            replace(field, symbol=self.field[field.id].symbol, attrs=self.field[field.id].attrs)
            if field.id in self.field
            else field
            for field in former.fields
        )
        return replace(
            self,
            pages=former.pages,
            fields=fields,
            shapes=former.shapes,
            mission_places=former.mission_places,
            draw_places=former.draw_places,
            drawn_parts=former.drawn_parts,
        )

    def mark_changes_since(self, printed: Sheet) -> Sheet:
        """Return the sheet, with score lines and checks marked as changed if an older print did not have them.

        All of them are marked if anything that they count has changed.
        """
        formulas = {(line.box, line.formula) for line in printed.scores}
        conditions = {check.needs for check in printed.checks}
        counted, before = (
            (each.fields, each.zones, each.groups, each.ladders, each.tables) for each in (self, printed)
        )
        if counted != before:
            formulas, conditions = set(), set()
        scores = tuple(
            replace(line, changed=(line.box, line.formula) not in formulas) for line in self.scores
        )
        checks = tuple(replace(check, changed=check.needs not in conditions) for check in self.checks)
        is_same = (scores, checks) == (self.scores, self.checks)
        return self if is_same else replace(self, scores=scores, checks=checks)

    @cached_property
    def is_shared(self) -> bool:
        """Whether the sheet lies between two neighbours: some fields are on the far side."""
        return any(field.side == FAR for field in self.fields)

    @property
    def game(self) -> str | None:
        """The fact `game`: the name of a game that is played with its own box and recorded on several sheets."""
        game = self.attrs.get("game")
        return None if game is None else str(game)

    @property
    def has_companions(self) -> bool:
        """Whether a table may have sheets of several kinds, which are checked and scored together."""
        return self.game is not None

    @property
    def seed_draws(self) -> bool:
        """Whether a seed draws components of the game's own box; otherwise it deals the cards of fairsheet."""
        return self.game is not None

    @property
    def level_adds_panel(self) -> bool:
        """Whether a level of the one-player game adds a page, ASTRA's panel; otherwise the opponent has its own
        sheets."""
        return self.game is None

    @property
    def is_of_table(self) -> bool:
        """Whether the whole table shares this sheet, so that it has no seat: the fact `per: table`."""
        return self.attrs.get("per") == "table"

    @property
    def game_title(self) -> str:
        """The title of the game: the part before the colon if a table has sheets of several kinds."""
        return self.title.partition(":")[0] if self.has_companions else self.title

    @property
    def own_title(self) -> str:
        """The part of the title after the game's name, which distinguishes the sheets of that game."""
        return self.title.rpartition(": ")[2]

    @property
    def paper(self) -> str:
        """The orientation and size of its pages: the fact `paper`, one of `SCALES`."""
        return str(self.attrs.get("paper", "a4"))

    @property
    def scale(self) -> float:
        """The mm on paper for a mm of the frame: less than 1 on half pages."""
        return SCALES.get(self.paper, 1.0)

    @property
    def has_checks(self) -> bool:
        """Whether ink can break a rule of the sheet: it has zones, ladders or checks."""
        return bool(self.zones or self.ladders or self.checks)

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that the game allows: the fact `players`."""
        counts = self.attrs.get("players", ())
        return tuple(int(count) for count in (counts if isinstance(counts, tuple) else (counts,)))

    @property
    def solo_levels(self) -> int:
        """The number of levels of the one-player game, 0 if there is none: the fact `levels`."""
        return int(str(self.attrs.get("levels", 0)))

    @cached_property
    def solo_level(self) -> int | None:
        """The level of the opponent whose panel is among the pages; None for a sheet without a panel."""
        levels = (group.attrs.get("level") for group in self.groups_of_type(OPPONENT))
        return next((level for level in levels if isinstance(level, int)), None)

    def seats(self, players: int) -> range:
        """Return the seats whose sheets a table has. A solo player plays both seats of a sheet between neighbours.

        A sheet for the whole table has the seat 0.
        """
        if self.is_of_table:
            return range(1)
        return range(1, (2 if players == 1 and self.is_shared else players) + 1)

    def pages_of(self, seat: int) -> range:
        """Return the pages of a seat: only the first seat has the opponent's panel, the last page."""
        return range(1, self.pages + (self.solo_level is None or seat == 1))

    field = by_id(lambda sheet: sheet.fields)
    zone = by_id(lambda sheet: sheet.zones)
    group = by_id(lambda sheet: sheet.groups)
    ladder = by_id(lambda sheet: sheet.ladders)
    mission = by_id(lambda sheet: sheet.missions)
    table = by_id(lambda sheet: sheet.tables)
    option = by_id(lambda sheet: sheet.options)
    draw = by_id(lambda sheet: sheet.draws)

    def groups_of_type(self, type_: str) -> tuple[Group, ...]:
        """Return all groups of a type, in the order of the template."""
        return tuple(group for group in self.groups if group.type == type_)

    def score_boxes(self) -> tuple[Field, ...]:
        """Return the boxes of the score: `score.…`, or `near-score.…` and the like if two players share a sheet.

        A group of the type `score-parts` names other boxes instead.
        """
        if groups := self.groups_of_type("score-parts"):
            named = {member for group in groups for fact in group.attrs.values() for member in _members(fact)}
            return tuple(field for field in self.fields if field.id in named)
        return tuple(
            field for field in self.fields if field.kind == "box" and field.id.split(".")[0].endswith("score")
        )

    def fields_of_symbol(self, symbol: str) -> tuple[Field, ...]:
        """Return all fields with a symbol, in the order of the template."""
        return tuple(field for field in self.fields if field.symbol == symbol)


def _digest(sheet: Sheet) -> str:
    return hashlib.sha256(msgspec.json.encode(sheet, order="deterministic")).hexdigest()


def _members(fact: Attribute) -> tuple[str | int | float, ...]:
    return fact if isinstance(fact, tuple) else (fact,)
