"""The interface between a recorded game and the rest of fairsheet: `RecordedGame`, and the sheets that it gets."""

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
from fairsheet.sheets.support.phrases import the_sheet, with_compared_sheets

D = TypeVar("D", bound=Draw)  # the draws of a game


class TableSheet(NamedTuple):
    """A record of a table with the layout of its sheet."""

    layout: Sheet
    record: Record

    @property
    def owner(self) -> str:
        """The seat that the sheet belongs to; for a sheet of the whole table, its title."""
        seat = self.record.seat
        return the_sheet(self.layout.own_title) if seat == NO_SEAT else Message("seat {seat}", seat=seat)

    def number(self, field: str) -> int | None:
        """Return the number in a field; None if it is blank or has another kind of mark."""
        mark = self.record.marks.get(field)
        return mark if isinstance(mark, int) else None

    def number_or_0(self, field: str) -> int:
        """Return the number in a field, or 0."""
        return self.number(field) or 0

    def with_changes(self, changes: Mapping[str, Mark | None]) -> TableSheet:
        """Return the sheet with other marks in some fields; None makes a field blank."""
        return self._replace(record=replace(self.record, marks=with_marks(self.record.marks, changes)))

    def inked(self, *fields: str) -> tuple[str, ...]:
        """Return which of some fields are marked."""
        return tuple(field for field in fields if field in self.record.marks)

    def inked_in(self, *blocks: str) -> tuple[str, ...]:
        """Return the marked fields whose ids begin with one of `blocks`."""
        return tuple(field for field in self.record.marks if field.startswith(blocks))

    def differing(self, known: Mapping[str, Mark | None]) -> tuple[str, ...]:
        """Return the fields whose marks differ from the known ones; blank and unknown fields do not count."""
        marks = self.record.marks
        return tuple(id_ for id_, mark in known.items() if mark is not None and marks.get(id_, mark) != mark)


Sheets = Sequence[TableSheet]  # all or some sheets of one table, players' first and by seat
OnSheet = tuple[TableSheet, tuple[str, ...]]  # a sheet and some of its fields


class TableFinding(NamedTuple):
    """A finding of a check about marks of one or more sheets, with the fields on each; any of them may be wrong."""

    check: str
    level: CheckLevel
    why: Message
    sheets: Sequence[OnSheet]
    culprits: tuple[str, ...] | UnsetType = UNSET
    is_missing: bool | UnsetType = UNSET

    @property
    def owners(self) -> tuple[str, ...]:
        """The owners of the sheets, each once."""
        return tuple(dict.fromkeys(each.owner for each, _ in self.sheets))

    def by_sheet(self) -> Iterator[tuple[SheetKey, Finding]]:
        """Yield the finding for each sheet, with the sheet's own fields and the owners of all compared marks."""
        owners = self.owners
        compares = tuple(map(str, owners)) if len(owners) > 1 else UNSET
        found = Finding(
            self.check,
            self.level,
            (),
            with_compared_sheets(self.why, owners),
            self.culprits,
            self.is_missing,
            compares,
        )
        for each, fields in self.sheets:
            yield each.record.key, replace(found, fields=fields)


Findings = Iterator[TableFinding]


def finding_on(
    sheet: TableSheet, check: str, level: CheckLevel, fields: tuple[str, ...], why: Message
) -> TableFinding:
    """Return a finding of a check about marks of one sheet."""
    return TableFinding(check, level, why, [(sheet, fields)])


def setting_of_components(placed: Mapping[str, Sequence[str]]) -> dict[str, Mark]:
    """Return the components at each place as facts that formulas use."""
    return {drawn_name(place, each): 1 for place, components in placed.items() for each in components}


class HiddenDraw(NamedTuple):
    """A draw that lies face down: its name, the words for one item, and the items in words and in order. Only `seat`
    may look at it; None for nobody."""

    name: str
    one: str
    items: tuple[str, ...]
    seat: int | None = None


@dataclasses.dataclass(frozen=True)
class RecordedGame(Generic[D]):
    """One game, with its kind of draw: the value `GAME` of a package in `fairsheet.engine.recorded`."""

    checks_in_python: Mapping[str, str]  # the checks that `findings` makes, each with its rule in a sentence
    draw: Callable[[str, Table], D]  # returns the draw of a seed for a table
    # Yields the open components of the set-up: what each is, and what was drawn, in words.
    draw_in_words: Callable[[D, Table], Iterator[tuple[str, str]]]
    # Returns the shapes that show a draw at a draw place of a seat's sheet, in mm from its top left corner.
    shapes: Callable[[DrawPlace, D, Table, int], Sequence[Shape]]
    # Yields what is wrong or remarkable between the sheets of a table, or between them and the draw.
    findings: Callable[[Sheets, D | None], Findings]
    # Returns the records of a plausible table, without the boxes that are only added up.
    play: Callable[[Table, D | None, Stream], list[Record]]
    # Returns the boxes whose numbers are on other sheets of the table: by sheet and seat, each with its number.
    known_boxes: Callable[[Sheets, D | None], Mapping[SheetKey, Mapping[str, int]]]
    # Returns the draws that lie face down, except those of `by_round`.
    hidden: Callable[[D, Table], Sequence[HiddenDraw]] = lambda drawn, game: ()
    # Returns the draw that is revealed round by round, such as dice; None if there is none.
    by_round: Callable[[D, Table], HiddenDraw | None] = lambda drawn, game: None
    # Returns the components that the seed puts at each place, as templates ask for them (`drawn`).
    placed: Callable[[D, Table], Mapping[str, Sequence[str]]] = lambda drawn, game: {}
    # Returns the fields whose marks agree with the seed or other sheets, by sheet. If marks of several players
    # contradict each other, these are not the wrong ones.
    corroborated: Callable[[Sheets, D | None], Mapping[SheetKey, Collection[str]]] = lambda table, drawn: {}
    # Returns the sheets of a table for scoring: one per player, with the marks of all sheets of that player.
    joined: Callable[[Sheets], Sheets] = lambda table: table
    # Returns what solo or cooperating players still lack to win, in words; empty if they have won, None if that is
    # unknown or they play for points. Totals are by sheet and seat.
    lacking: Callable[[Sheets, Mapping[SheetKey, int]], Sequence[Message] | None] = lambda table, totals: None
    # The checks that make a sheet illegal even if only a mark is missing.
    needed_checks: Collection[str] = ()
    # By template, the pages that nobody has to fill in.
    may_be_blank: Mapping[str, tuple[int, ...]] = dataclasses.field(default_factory=dict)
    # Boxes whose points are unknown while their block (`id.`) is blank.
    blocks_of_points: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # Boxes with the target of solo or cooperating players.
    boxes_of_targets: Collection[str] = ()
