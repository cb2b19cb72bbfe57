"""What a recorded game is to the rest of the program, and what its code is handed: the sheets of a table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.dealing.deal import Draw
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.records.record import NO_SEAT, Record, SheetKey, Table
from fairsheet.languages.messages import Message
from fairsheet.sheets.formulas.functions.game_facts import drawn_name
from fairsheet.sheets.model.drawn_shapes import Shape
from fairsheet.sheets.model.marks import Mark, with_marks
from fairsheet.sheets.model.sheet import CheckLevel, DrawPlace, Sheet
from fairsheet.sheets.support.phrases import resting_on, the_sheet

D = TypeVar("D", bound=Draw)  # the draws of a game


class TableSheet(NamedTuple):
    """A record of a table with the layout that it is on."""

    layout: Sheet
    record: Record

    @property
    def owner(self) -> str:
        """Whose it is: a seat's; else what stands above a sheet that is one for the table."""
        seat = self.record.seat
        return the_sheet(self.layout.own_title) if seat == NO_SEAT else Message("seat {seat}", seat=seat)

    def number(self, field: str) -> int | None:
        """The number in a field; None where it is blank, or has another mark than a number."""
        mark = self.record.marks.get(field)
        return mark if isinstance(mark, int) else None

    def number_or_0(self, field: str) -> int:
        """The number in a field, or 0."""
        return self.number(field) or 0

    def read_as(self, changes: Mapping[str, Mark | None]) -> TableSheet:
        """The sheet read otherwise: with other marks in some fields, None for blank."""
        return self._replace(record=replace(self.record, marks=with_marks(self.record.marks, changes)))

    def inked(self, *fields: str) -> tuple[str, ...]:
        """Those of some fields that bear ink."""
        return tuple(field for field in fields if field in self.record.marks)

    def inked_in(self, *blocks: str) -> tuple[str, ...]:
        """The fields whose ids begin so and that bear ink."""
        return tuple(field for field in self.record.marks if field.startswith(blocks))

    def differing(self, known: Mapping[str, Mark | None]) -> tuple[str, ...]:
        """The fields with another mark than is known of them; where it is blank, or nothing known, none differs."""
        marks = self.record.marks
        return tuple(id_ for id_, mark in known.items() if mark is not None and marks.get(id_, mark) != mark)


Sheets = Sequence[TableSheet]  # those of one table, players first and by seat, or some of them
OnSheet = tuple[TableSheet, tuple[str, ...]]  # fields of a sheet


class TableFinding(NamedTuple):
    """What a check says of marks of some sheets together, with the fields on each: any of the sheets may be wrong."""

    check: str
    level: CheckLevel
    why: Message
    sheets: Sequence[OnSheet]
    culprits: tuple[str, ...] | UnsetType = UNSET
    is_missing: bool | UnsetType = UNSET

    @property
    def owners(self) -> tuple[str, ...]:
        """Whose the sheets are, each once."""
        return tuple(dict.fromkeys(each.owner for each, _ in self.sheets))

    def by_sheet(self) -> Iterator[tuple[SheetKey, Finding]]:
        """What is said on each of the sheets: the same, with its own fields, and whose marks it compares."""
        owners = self.owners
        compares = tuple(map(str, owners)) if len(owners) > 1 else UNSET
        found = Finding(
            self.check, self.level, (), resting_on(self.why, owners), self.culprits, self.is_missing, compares
        )
        for each, fields in self.sheets:
            yield each.record.key, replace(found, fields=fields)


Findings = Iterator[TableFinding]


def finding_on(
    sheet: TableSheet, check: str, level: CheckLevel, fields: tuple[str, ...], why: Message
) -> TableFinding:
    """What a check says of marks of one sheet."""
    return TableFinding(check, level, why, [(sheet, fields)])


def setting_of_components(placed: Mapping[str, Sequence[str]]) -> dict[str, Mark]:
    """What formulas may ask about components that lie at places."""
    return {drawn_name(place, component): 1 for place, there in placed.items() for component in there}


class HiddenDraw(NamedTuple):
    """Something that a seed draws and that lies face down at the table: its name, what one of it is called, what
    each comes to in words, in the order in which they lie or come up, and the seat of who alone may look at it."""

    name: str
    one: str
    items: tuple[str, ...]
    seat: int | None = None


@dataclasses.dataclass(frozen=True)
class RecordedGame(Generic[D]):
    """One game, with its kind of draw; `GAME` of a package of `fairsheet.engine.recorded` is it."""

    checks_in_python: Mapping[str, str]  # the checks that `findings` makes, each with its rule in a sentence
    draw: Callable[[str, Table], D]  # what a seed draws for a table
    # What lies open when the game is set up, with what it came to, in words.
    draw_in_words: Callable[[D, Table], Iterator[tuple[str, str]]]
    # What is printed of a draw at a draw place of a seat's sheet, in mm from its top left corner.
    shapes: Callable[[DrawPlace, D, Table, int], Sequence[Shape]]
    # What is wrong or remarkable between the sheets of a table, or with what the seed drew.
    findings: Callable[[Sheets, D | None], Findings]
    # The records of a plausible table, without the boxes that are only added up.
    play: Callable[[Table, D | None, Stream], list[Record]]
    # Boxes whose numbers stand on other sheets of the table: by sheet and seat, each with its number.
    known_boxes: Callable[[Sheets, D | None], Mapping[SheetKey, Mapping[str, int]]]
    # What lies face down, but for what comes up in rounds.
    hidden: Callable[[D, Table], Sequence[HiddenDraw]] = lambda drawn, game: ()
    # What comes up round by round and nobody may know before, such as dice; None for nothing.
    by_round: Callable[[D, Table], HiddenDraw | None] = lambda drawn, game: None
    # By place the components that the seed put there, as templates ask for them (`drawn`).
    placed: Callable[[D, Table], Mapping[str, Sequence[str]]] = lambda drawn, game: {}
    # By sheet the fields whose marks the seed or other sheets corroborate: where marks of several players contradict
    # each other, these are not the wrong ones.
    corroborated: Callable[[Sheets, D | None], Mapping[SheetKey, Collection[str]]] = lambda table, drawn: {}
    # The sheets of a table as they are scored, one of each player, with what stands on any of that player's.
    joined: Callable[[Sheets], Sheets] = lambda table: table
    # What those who play alone or together lack of what they play for, in words; nothing where they have won, None
    # where that is not known, or they play for points. Totals are by sheet and seat.
    lacking: Callable[[Sheets, Mapping[SheetKey, int]], Sequence[Message] | None] = lambda table, totals: None
    # The checks that make a sheet illegal also where a mark is merely missing.
    needed_checks: Collection[str] = ()
    # By template, the pages that nobody has to fill in.
    may_be_blank: Mapping[str, tuple[int, ...]] = dataclasses.field(default_factory=dict)
    # Boxes whose points nobody can know while their block (`id.`) bears no ink.
    blocks_of_points: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # Boxes with what those who play alone or together have to reach.
    boxes_of_targets: Collection[str] = ()
