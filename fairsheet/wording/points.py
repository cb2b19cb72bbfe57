"""The points of a table as people compare them: a row for each part of the total, a column for each player."""

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
from fairsheet.engine.recorded.sums import boxes_added
from fairsheet.engine.records.column_records import players_of
from fairsheet.engine.records.record import NO_SEAT, Record
from fairsheet.engine.records.side_owners import by_owner
from fairsheet.engine.records.side_owners import players_of as writers_on
from fairsheet.engine.rulesets.formula_sheet import looked_at, unknown_boxes, with_dependents
from fairsheet.engine.scoring.score import PlayerScore, Score, boxes_of_points, boxes_of_table, line_of_total
from fairsheet.engine.scoring.summands import Summand, summands_of_total, unboxed_summands, values_of
from fairsheet.languages.messages import Message, joined, listed
from fairsheet.sheets.formulas.formula import fields_in, needs_table
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Name, Sheet
from fairsheet.sheets.naming.printed_words import words_beside, words_drawn
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording._part_names import part_label, part_name
from fairsheet.wording.formatting import format_wrong_sum
from fairsheet.wording.labels import drawn_on
from fairsheet.wording.table_words import places

NOTHING_DRAWN: Mapping[str, str] = {}
NOTHING_COVERED: Mapping[int, Collection[str]] = {}


@dataclass(frozen=True)
class PointsRow:
    """One part, or the total: a value for each player as it counts in the total, what is subtracted with a minus.

    `name` is what people call it, `known` is False where a missing sheet may change it, `summand` where the total
    does not count it by itself. In the columns `blank` nobody can know it for what is blank or hidden on the player's
    sheet, or it stands as written though a mark is missing that would confirm it.
    """

    box: str
    name: str
    values: tuple[int, ...]
    known: bool = True
    summand: bool = True
    blank: frozenset[int] = frozenset()

    @property
    def cells(self) -> tuple[str, ...]:
        """The values as they are shown, with a question mark where they may be others."""
        return tuple(
            f"{value or ''}?" if column in self.blank else f"{value}{'' if self.known else '?'}"
            for column, value in enumerate(self.values)
        )


@dataclass(frozen=True)
class Difference:
    """A box in which a player wrote another number than the ink gives; `name` is what people call it.

    `is_sum` tells points that were added up from a number that other marks contradict.
    """

    seat: int
    box: str
    name: str
    written: int
    computed: int
    is_sum: bool = True

    @property
    def words(self) -> Message:
        """What is wrong."""
        said = format_wrong_sum(self.name, self.written, self.computed)
        return said if self.is_sum else Message("other marks say otherwise: {said}", said=said)


@dataclass(frozen=True)
class Blanks:
    """What is blank on a player's sheet, in the words printed there, or holds what no count gives, so that nobody can
    know the points, or that the total stands as written."""

    seat: int
    names: tuple[str, ...]
    is_as_written: bool
    refused: tuple[str, ...] = ()

    @property
    def words(self) -> Message:
        """What follows from it, and what it is."""
        why = []
        if self.names:
            count = len(self.names)
            why.append(Message("{names} is blank", "{names} are blank", n=count, names=listed(self.names)))
        if self.refused:
            why.append(Message("no count gives what is written for {names}", names=listed(self.refused)))
        as_written, unknown = (
            Message("the total stands as written: {why}"),
            Message("the points cannot be known: {why}"),
        )
        return (as_written if self.is_as_written else unknown).filled(why=joined("; ", why))


@dataclass(frozen=True)
class Points:
    """A table's points. The seats are in the order of the ranking, those without a rank at the end; `ranks` and the
    values of all rows are in this order."""

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
        """The parts that the total does not count by themselves, such as what breaks a tie."""
        return tuple(row for row in self.parts if not row.summand)

    @property
    def unsure(self) -> frozenset[int]:
        """The seats whose total nobody can know for what is blank or hidden on their sheets."""
        return frozenset(self.seats[column] for column in self.total.blank)


def covered_fields(doubts: Iterable[tuple[int, Iterable[Doubt] | None]]) -> dict[int, set[str]]:
    """By seat the fields that cannot be seen on its sheets, of the doubts about each of them."""
    found: dict[int, set[str]] = {}
    for seat, about in doubts:
        for doubt in about or ():
            if doubt.is_covered:
                found.setdefault(seat, set()).add(doubt.field)
    return found


def points_of(
    sheet: Sheet,
    records: Sequence[Record],
    score: Score,
    catalog: Catalog = BUNDLED,
    covered: Mapping[int, Collection[str]] = NOTHING_COVERED,
) -> Points:
    """The points of a table. What only the total counts, such as a ladder, is a part, too: so they add up to it.

    Of a game that is recorded on several sheets `catalog` has those of the records. `covered` has by seat the fields
    that cannot be seen on its sheets, where there are any.
    """
    if sheet.has_companions:
        return _recorded_points(table_sheets(records, catalog), score, covered)
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
    """By player the fields that cannot be seen, and the boxes that they may change: one that compares all players
    those of everybody. What is written into a box of points changes none."""
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
    """The rows of what no box shows: those that the total counts first, and those behind its first box."""
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
    """The points of a game that is recorded: of its players, and what is added up wrongly on any of its sheets."""
    by_seat = {player.seat: player for player in score.players}
    ranked = places(score)
    seats = tuple(seat for _, seat in ranked)
    scored = {each.record.seat: each for each in scored_sheets(table)}
    sums_by_sheet, unknown = sums_of_table(table), unknown_points(table)
    sums = {seat: sums_by_sheet[each.record.key] for seat, each in scored.items()}
    blank = {
        seat: sums[seat].blank if sums[seat].is_as_written else unknown.get(each.record.key, ())
        for seat, each in scored.items()
    }
    named = {seat: recorded_names(each) for seat, each in scored.items()}
    sheets = {seat: scored[seat].layout for seat in seats}
    unseen = {seat: with_dependents(sheets[seat], covered.get(seat, ())) for seat in seats}
    rows = {seat: recorded_rows(sheets[seat], by_seat[seat], scored[seat].record.marks) for seat in seats}
    added = {box for sheet in sheets.values() for box in boxes_added(sheet)}
    parts = list[PointsRow]()
    for line in _lines(list(sheets.values()), list(rows.values())):
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
        or not {line_of_total(sheets[seat]).box, *boxes_added(sheets[seat])}.isdisjoint(sums[seat].unsure)
        or (blank[seat] and not sums[seat].is_as_written)
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
                sums[seat].is_as_written,
                tuple(map(named[seat], sums[seat].refused)),
            )
            for seat, boxes in blank.items()
            if boxes
        ),
    )


def _lines(sheets: Sequence[Sheet], rows: Sequence[Mapping[str, int]]) -> Iterator[tuple[str, ...]]:
    """The boxes that make up a line of points, one of each player's sheet: those of one name, and where sheets of
    different kinds add up as many boxes, those at the same place."""
    added = [boxes_added(sheet) for sheet in sheets]
    alike = list(zip(*added, strict=True)) if len(set(map(len, added))) == 1 else []
    seen = set[str]()
    for boxes in rows:
        for box in boxes:
            if box not in seen:
                line = next((line for line in alike if box in line), (box,) * len(rows))
                seen.update(line)
                yield line


def recorded_rows(sheet: Sheet, player: PlayerScore, marks: Marks) -> dict[str, int]:
    """The parts of a score and what the total adds to them from boxes elsewhere on the sheet, in its order."""
    written = {box: mark if isinstance(mark := marks.get(box), int) else 0 for box in boxes_added(sheet)}
    place = {field.id: number for number, field in enumerate(sheet.fields)}
    rows = written | dict(player.parts)
    return {box: rows[box] for box in sorted(rows, key=place.__getitem__)}


def recorded_names(sheet: TableSheet) -> Callable[[str], str]:
    """Return the names of boxes of a recorded sheet: the words printed beside them, of what a seed draws the
    drawn ones; else those of their ids."""
    record = sheet.record
    drawn = drawn_on(sheet.layout, record.game, [record.seat]).get(record.seat)
    words = {} if drawn is None else words_drawn(sheet.layout, drawn)
    return partial(recorded_name, sheet=sheet.layout, drawn=words)


def recorded_name(box: str, sheet: Sheet, drawn: Mapping[str, str] = NOTHING_DRAWN) -> str:
    """Return the name of a box of a recorded sheet; `drawn` has by place what is printed there for a seed.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> sheet = load_sheet("gaia-record")
    >>> recorded_name("vp.track", sheet), recorded_name("score.final-1", sheet, {"final-1": "Sectors"})
    ('On the track', 'Sectors')
    """
    # Of a box without such words, what tells it apart: where its id begins as that of the total, the rest.
    of_score = line_of_total(sheet).box.rpartition(".")[0]
    return Message(
        drawn.get(box.rpartition(".")[2])
        or words_printed(sheet, box)
        or re.sub(r"[.-]", " ", part_name(box.removeprefix(f"{of_score}.")))
    )


def words_printed(sheet: Sheet, box: str) -> str | None:
    """The words that are printed beside a box; None where there are none."""
    return words_beside(sheet, sheet.field[box]) if box in sheet.field else None
