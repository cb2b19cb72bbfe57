"""Compute the points of a table: a row for each part of the total, a column for each player."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.recorded.recorded_tables import (
    scored_sheets,
    sums_of_table,
    table_sheets,
    unknown_points,
)
from fairsheet.engine.recorded.sums import boxes_in_total
from fairsheet.engine.records.column_records import players_of
from fairsheet.engine.records.record import NO_SEAT, Record
from fairsheet.engine.records.side_owners import by_owner
from fairsheet.engine.records.side_owners import players_of as writers_on
from fairsheet.engine.records.solo_pages import blank_half
from fairsheet.engine.rulesets.formula_sheet import looked_at, unknown_boxes, with_dependents
from fairsheet.engine.scoring.score import PlayerScore, Score, boxes_of_points, boxes_of_table, line_of_total
from fairsheet.engine.scoring.summands import Summand, summands_of_total, unboxed_summands, values_of
from fairsheet.languages.messages import Message, counted, joined, listed
from fairsheet.sheets.formulas.formula import fields_in, needs_table
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Name, Sheet
from fairsheet.sheets.naming.printed_words import printed_name, words_drawn
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording._part_names import part_label, part_name
from fairsheet.wording.formatting import format_wrong_sum
from fairsheet.wording.labels import drawn_prints
from fairsheet.wording.table_words import places

NOTHING_DRAWN: Mapping[str, str] = {}
NOTHING_COVERED: Mapping[int, Collection[str]] = {}


@dataclass(frozen=True)
class PointsRow:
    """A part of the total, or the total itself, with a value for each player; subtracted values are negative.

    `name` is the name for players. `known` is False if a missing sheet may change it, `summand` if it is not added
    directly to the total. `blank` has the columns in which the value is unknown or unconfirmed, because something on
    the player's sheet is blank or hidden.
    """

    box: str
    name: str
    values: tuple[int, ...]
    known: bool = True
    summand: bool = True
    blank: frozenset[int] = frozenset()

    @property
    def cells(self) -> tuple[str, ...]:
        """The values as text, with a question mark if they may differ."""
        return tuple(
            f"{value or ''}?" if column in self.blank else f"{value}{'' if self.known else '?'}"
            for column, value in enumerate(self.values)
        )


@dataclass(frozen=True)
class Difference:
    """A box in which a player wrote another number than the ink gives.

    `name` is its name for players. If `is_sum`, the points were added up wrongly; otherwise other marks contradict it.
    """

    seat: int
    box: str
    name: str
    written: int
    computed: int
    is_sum: bool = True

    @property
    def words(self) -> Message:
        """The difference in words."""
        said = format_wrong_sum(self.name, self.written, self.computed)
        return said if self.is_sum else Message("other marks disagree: {said}", said=said)


@dataclass(frozen=True)
class Blanks:
    """Boxes of a player's sheet, by their printed words, because of which the points are unknown.

    The `names` are blank; the `refused` hold a number that no count gives. If `is_as_written`, the total is as written.
    """

    seat: int
    names: tuple[str, ...]
    counts_as_written: bool
    refused: tuple[str, ...] = ()

    @property
    def words(self) -> Message:
        """The effect on the points, and its reason."""
        why = []
        if self.names:
            count = len(self.names)
            why.append(Message("{names} is blank", "{names} are blank", n=count, names=listed(self.names)))
        if self.refused:
            why.append(Message("no count gives the number written for {names}", names=listed(self.refused)))
        as_written = Message("the total is taken as written: {why}")
        unknown = Message("the points are unknown: {why}")
        return (as_written if self.counts_as_written else unknown).filled(why=joined("; ", why))


@dataclass(frozen=True)
class Points:
    """The points of a table. `seats`, `ranks` and the values of all rows are ordered by rank, unranked seats last."""

    seats: tuple[int, ...]
    ranks: tuple[int | None, ...]
    parts: tuple[PointsRow, ...]
    total: PointsRow
    differences: tuple[Difference, ...]
    blanks: tuple[Blanks, ...] = ()

    @property
    def added(self) -> tuple[PointsRow, ...]:
        """The parts that make up the total."""
        return tuple(row for row in self.parts if row.summand)

    @property
    def beside(self) -> tuple[PointsRow, ...]:
        """The parts that are not added directly to the total, such as tie breakers."""
        return tuple(row for row in self.parts if not row.summand)

    @property
    def totals(self) -> Mapping[int, Message]:
        """The totals in words by seat; with a question mark if they may change."""
        cells = zip(self.seats, self.total.values, self.total.cells, strict=True)
        return {
            seat: joined("", (cell,)) if cell.endswith("?") else counted(value, "point")
            for seat, value, cell in cells
        }

    @property
    def unsure(self) -> frozenset[int]:
        """The seats whose total is unknown because something on their sheets is blank or hidden."""
        return frozenset(self.seats[column] for column in self.total.blank)


def covered_fields(doubts: Iterable[tuple[int, Iterable[Doubt] | None]]) -> dict[int, set[str]]:
    """Return the covered fields by seat, from (seat, doubts) of each sheet."""
    covered: dict[int, set[str]] = {}
    for seat, about in doubts:
        for doubt in about or ():
            if doubt.is_covered:
                covered.setdefault(seat, set()).add(doubt.field)
    return covered


def points_of(
    sheet: Sheet,
    records: Sequence[Record],
    score: Score,
    catalog: Catalog = BUNDLED,
    covered: Mapping[int, Collection[str]] = NOTHING_COVERED,
) -> Points:
    """Return the points of a table. Summands without a box, such as a ladder, are parts too, so that the parts add up.

    `catalog` has the layouts of the records. `covered` has by seat the fields that cannot be seen on its sheets.
    Nothing is known of a solo player's sheet that is blank or missing.
    """
    if sheet.has_companions:
        return _recorded_points(table_sheets(records, catalog), score, covered)
    if blank_half(sheet, records) == "sheet":
        covered = {record.seat: list(sheet.field) for record in records}
    players = records[0].game.players
    hidden = range(1, players + 1) if covered and columns_of(sheet) else writers_on(sheet, covered, players)
    sheet, records = players_of(sheet, records)
    players = records[0].game.players
    unseen = _unseen_boxes(sheet, covered, players)
    ink = looked_at(records)
    by_seat = {player.seat: player for player in score.players}
    unknown, total = unknown_boxes(sheet, records), line_of_total(sheet).box
    ranked = places(score)
    seats = tuple(seat for _, seat in ranked)
    summands = summands_of_total(sheet)
    signs = {each.name: each.sign for each in summands if isinstance(each.formula, Name)}
    boxed = [
        PointsRow(
            box,
            part_label(sheet, box),
            tuple(signs.get(box, 1) * by_seat[seat].parts[box] for seat in seats),
            box not in unknown,
            box in signs,
            frozenset(k for k, seat in enumerate(seats) if box in unseen[seat]),
        )
        for box in by_seat[seats[0]].parts
    ]
    first, others = _unboxed_rows(sheet, by_owner(sheet, ink, players), seats, unknown, unseen)
    computed = by_owner(sheet, boxes_of_table(sheet, ink, players), players)
    return Points(
        seats=seats,
        ranks=tuple(rank for rank, _ in ranked),
        parts=(*first, *boxed, *others),
        total=PointsRow(
            total,
            Message("total"),
            tuple(by_seat[seat].total for seat in seats),
            total not in unknown,
            blank=frozenset(k for k, seat in enumerate(seats) if seat in hidden or total in unseen[seat]),
        ),
        differences=tuple(
            Difference(
                player.seat, box, part_label(sheet, box), player.written[box], computed[player.seat][box]
            )
            for player in score.players
            if player.seat not in hidden
            for box in player.differences
            if box not in unseen[player.seat]
        ),
    )


def _unseen_boxes(
    sheet: Sheet, covered: Mapping[int, Collection[str]], players: int
) -> Mapping[int, Collection[str]]:
    """Return by player the hidden fields and the boxes that they may change.

    A box that compares all players may change for everybody. Numbers written into score boxes change nothing.
    """
    boxes = {line.box for line in sheet.scores}
    theirs = by_owner(
        sheet, {seat: dict.fromkeys(set(fields) - boxes, True) for seat, fields in covered.items()}, players
    )
    seats = {NO_SEAT, *range(1, players + 1), *theirs}
    own = {seat: with_dependents(sheet, theirs.get(seat, ())) for seat in seats}
    reached = {box for each in own.values() for box in each}
    compared = (line.box for line in sheet.scores if needs_table(line.formula))
    shared = with_dependents(sheet, (box for box in compared if box in reached))
    return {seat: (*each, *shared) for seat, each in own.items()}


def _unboxed_rows(
    sheet: Sheet,
    ink: Mapping[int, Marks],
    seats: Sequence[int],
    unknown: Sequence[str],
    unseen: Mapping[int, Collection[str]],
) -> tuple[list[PointsRow], list[PointsRow]]:
    """Return the rows of summands without a box: those before the first box of the total, and those after it."""
    unboxed = unboxed_summands(sheet)
    values = {seat: values_of(sheet, unboxed, ink[seat]) for seat in seats}
    leading = list(takewhile(lambda each: each in unboxed, summands_of_total(sheet)))
    rows: dict[bool, list[PointsRow]] = {True: [], False: []}
    by_name: dict[str, list[Summand]] = {}
    for each in unboxed:
        by_name.setdefault(each.name, []).append(each)
    for name, group in by_name.items():
        counted = {field for each in group for field in fields_in(each.formula, sheet)}
        row = PointsRow(
            name,
            part_label(sheet, name),
            tuple(values[seat][name] for seat in seats),
            counted.isdisjoint(unknown),
            blank=frozenset(k for k, seat in enumerate(seats) if not counted.isdisjoint(unseen[seat])),
        )
        rows[group[0] in leading].append(row)
    return rows[True], rows[False]


def _recorded_points(
    table: Sequence[TableSheet], score: Score, covered: Mapping[int, Collection[str]]
) -> Points:
    """Return the points of a recorded game, with the wrong sums on all its sheets."""
    by_seat = {player.seat: player for player in score.players}
    ranked = places(score)
    seats = tuple(seat for _, seat in ranked)
    scored = {each.record.seat: each for each in scored_sheets(table)}
    sums_by_sheet, unknown = sums_of_table(table), unknown_points(table)
    sums = {seat: sums_by_sheet[each.record.key] for seat, each in scored.items()}
    blank = {
        seat: sums[seat].blank if sums[seat].counts_as_written else unknown.get(each.record.key, ())
        for seat, each in scored.items()
    }
    named = {seat: recorded_names(each) for seat, each in scored.items()}
    sheets = {seat: scored[seat].layout for seat in seats}
    unseen = {seat: with_dependents(sheets[seat], covered.get(seat, ())) for seat in seats}
    rows = {seat: recorded_rows(sheets[seat], by_seat[seat], scored[seat].record.marks) for seat in seats}
    added = {box for sheet in sheets.values() for box in boxes_in_total(sheet)}
    parts = list[PointsRow]()
    for line in _align_boxes(list(sheets.values()), list(rows.values())):
        beside = dict(zip(seats, line, strict=True))
        name_by = min(
            (seat for seat in seats if beside[seat] in rows[seat]),
            key=lambda seat: words_printed(sheets[seat], beside[seat]) is None,
        )
        box = beside[name_by]
        values = tuple(rows[seat].get(beside[seat], 0) for seat in seats)
        not_known = frozenset(
            k
            for k, seat in enumerate(seats)
            if beside[seat] in (*blank[seat], *sums[seat].unsure, *unseen[seat])
        )
        parts.append(PointsRow(box, named[name_by](box), values, summand=box in added, blank=not_known))
    totals_not_known = frozenset(
        k
        for k, seat in enumerate(seats)
        if seat in covered
        or not {line_of_total(sheets[seat]).box, *boxes_in_total(sheets[seat])}.isdisjoint(sums[seat].unsure)
        or (blank[seat] and not sums[seat].counts_as_written)
    )
    return Points(
        seats=seats,
        ranks=tuple(rank for rank, _ in ranked),
        parts=tuple(parts),
        total=PointsRow(
            "total", Message("total"), tuple(by_seat[seat].total for seat in seats), blank=totals_not_known
        ),
        differences=tuple(
            Difference(
                each.seat,
                box,
                named[each.seat](box),
                each.written[box],
                sums[each.seat].boxes[box],
                is_sum=box in boxes_of_points(scored[each.seat].layout),
            )
            for each in score.players
            if each.seat not in covered
            for box in each.differences
        ),
        blanks=tuple(
            Blanks(
                seat,
                tuple(named[seat](box) for box in boxes if box not in sums[seat].refused),
                sums[seat].counts_as_written,
                tuple(map(named[seat], sums[seat].refused)),
            )
            for seat, boxes in blank.items()
            if boxes
        ),
    )


def _align_boxes(sheets: Sequence[Sheet], rows: Sequence[Mapping[str, int]]) -> Iterator[tuple[str, ...]]:
    """Yield the boxes of each row of points, one for each player's sheet.

    Boxes of one id belong together; if all sheets add up the same number of boxes, so do boxes at the same place.
    """
    added = [boxes_in_total(sheet) for sheet in sheets]
    alike = list(zip(*added, strict=True)) if len(set(map(len, added))) == 1 else []
    seen = set[str]()
    for boxes in rows:
        for box in boxes:
            if box not in seen:
                line = next((line for line in alike if box in line), (box,) * len(rows))
                seen.update(line)
                yield line


def recorded_rows(sheet: Sheet, player: PlayerScore, marks: Marks) -> dict[str, int]:
    """Return the parts of a score and the other boxes added to the total, in the order of the sheet."""
    written = {box: mark if isinstance(mark := marks.get(box), int) else 0 for box in boxes_in_total(sheet)}
    place = {field.id: number for number, field in enumerate(sheet.fields)}
    rows = written | dict(player.parts)
    return {box: rows[box] for box in sorted(rows, key=place.__getitem__)}


def recorded_names(sheet: TableSheet) -> Callable[[str], str]:
    """Return a function that names the boxes of a recorded sheet, including words that the seed draws."""
    record = sheet.record
    drawn = drawn_prints(sheet.layout, record.game, [record.seat]).get(record.seat)
    words = {} if drawn is None else words_drawn(sheet.layout, drawn)
    return partial(recorded_name, sheet=sheet.layout, drawn=words)


def recorded_name(box: str, sheet: Sheet, drawn: Mapping[str, str] = NOTHING_DRAWN) -> str:
    """Return the name of a box of a recorded sheet: words drawn by the seed, words printed next to it, or its id.

    `drawn` has the drawn words by place.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> sheet = load_sheet("gaia-record")
    >>> recorded_name("vp.track", sheet), recorded_name("score.final-1", sheet, {"final-1": "Sectors"})
    ('On the track', 'Sectors')
    """
    # Without words, the name is the id, shortened by the prefix that it shares with the total.
    of_score = line_of_total(sheet).box.rpartition(".")[0]
    return Message(
        drawn.get(box.rpartition(".")[2])
        or words_printed(sheet, box)
        or re.sub(r"[.-]", " ", part_name(box.removeprefix(f"{of_score}.")))
    )


def words_printed(sheet: Sheet, box: str) -> str | None:
    """Return the words printed next to a box; None if there are none."""
    return printed_name(sheet, sheet.field[box]) if box in sheet.field else None
