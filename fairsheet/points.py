"""The points of a table as people compare them: a row for each part of the total, a column for each player."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from engine.columns import players_of
from engine.formula import fields_in
from engine.ink import Mark
from engine.record import Record
from engine.recorded import TableSheet
from engine.recorded.tables import scored_sheets, table_sheets
from engine.score import PlayerScore, Score, boxes_of_table, line_of_total
from engine.scoring import unknown_boxes
from engine.sides import by_owner
from engine.summands import Summand, summands_of_total, unboxed_summands, values_of
from fairsheet.printing import drawn_on
from fairsheet.tables import part_label, part_name, ranks
from sheets.catalog import BUNDLED, Catalog
from sheets.model import Call, Expression, Name, Operation, Sheet
from sheets.printed_words import words_beside, words_drawn

NOTHING_DRAWN: Mapping[str, str] = {}


@dataclass(frozen=True)
class PointsRow:
    """One part, or the total: a value for each player as it counts in the total, what is subtracted with a minus.

    `name` is what people call it, `known` is False where a missing sheet may change it, `summand` where the total
    does not count it by itself.
    """

    box: str
    name: str
    values: tuple[int, ...]
    known: bool = True
    summand: bool = True


@dataclass(frozen=True)
class Difference:
    """A box in which a player wrote another number than the ink gives; `name` is what people call it."""

    seat: int
    box: str
    name: str
    written: int
    computed: int


@dataclass(frozen=True)
class Points:
    """A table's points. The seats are in the order of the ranking, `ranks` and the values of all rows beside them."""

    seats: tuple[int, ...]
    ranks: tuple[int, ...]
    parts: tuple[PointsRow, ...]
    total: PointsRow
    differences: tuple[Difference, ...]

    @property
    def added(self) -> tuple[PointsRow, ...]:
        """The parts that make up the total."""
        return tuple(row for row in self.parts if row.summand)

    @property
    def beside(self) -> tuple[PointsRow, ...]:
        """The parts that the total does not count by themselves, such as what breaks a tie."""
        return tuple(row for row in self.parts if not row.summand)


def points_of(sheet: Sheet, records: Sequence[Record], score: Score, catalog: Catalog = BUNDLED) -> Points:
    """The points of a table. What only the total counts, such as a ladder, is a part, too: so they add up to it.

    Of a game that is recorded on several sheets `catalog` has those of the records.
    """
    if sheet.game is not None:
        return _recorded_points(table_sheets(records, catalog), score)
    sheet, records = players_of(sheet, records)
    players = records[0].game.players
    ink = {record.seat: record.marks for record in records}
    by_seat = {player.seat: player for player in score.players}
    unknown, total = unknown_boxes(sheet, records), line_of_total(sheet).box
    ranked = [(rank, seat) for rank, seats in ranks(score) for seat in seats]
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
        )
        for box in by_seat[seats[0]].parts
    ]
    first, others = _unboxed_rows(sheet, by_owner(sheet, ink, players), seats, unknown)
    computed = by_owner(sheet, boxes_of_table(sheet, ink, players), players)
    return Points(
        seats=seats,
        ranks=tuple(rank for rank, _ in ranked),
        parts=(*first, *boxed, *others),
        total=PointsRow(total, "total", tuple(by_seat[seat].total for seat in seats), total not in unknown),
        differences=tuple(
            Difference(
                player.seat, box, part_label(sheet, box), player.written[box], computed[player.seat][box]
            )
            for player in score.players
            for box in player.differences
        ),
    )


def _unboxed_rows(
    sheet: Sheet, ink: Mapping[int, Mapping[str, Mark]], seats: Sequence[int], unknown: Sequence[str]
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
        known = not any(set(unknown) & set(fields_in(each.formula, sheet)) for each in group)
        row = PointsRow(name, part_label(sheet, name), tuple(values[seat][name] for seat in seats), known)
        rows[group[0] in leading].append(row)
    return rows[True], rows[False]


def _recorded_points(table: Sequence[TableSheet], score: Score) -> Points:
    """The points of a game that is recorded: of its players, and what is added up wrongly on any of its sheets."""
    by_seat = {player.seat: player for player in score.players}
    ranked = [(rank, seat) for rank, seats in ranks(score) for seat in seats]
    seats = tuple(seat for _, seat in ranked)
    scored = {each.record.seat: each for each in scored_sheets(table)}
    sheets = {seat: scored[seat].layout for seat in seats}
    named = {each.record.seat: recorded_names(each) for each in scored.values()}
    rows = {seat: recorded_rows(sheets[seat], by_seat[seat], scored[seat].record.marks) for seat in seats}
    boxes = dict.fromkeys(box for of_seat in rows.values() for box in of_seat)
    added = {box for seat in seats for box in _boxes_added(sheets[seat])}
    return Points(
        seats=seats,
        ranks=tuple(rank for rank, _ in ranked),
        parts=tuple(
            PointsRow(
                box,
                next(named[seat](box) for seat in seats if box in rows[seat]),
                tuple(rows[seat].get(box, 0) for seat in seats),
                summand=box in added or box not in by_seat[seats[0]].parts,
            )
            for box in boxes
        ),
        total=PointsRow("total", "total", tuple(by_seat[seat].total for seat in seats)),
        differences=tuple(
            Difference(
                player.seat,
                box,
                named[player.seat](box),
                player.written[box],
                player.parts.get(box, player.total),
            )
            for player in score.players
            for box in player.differences
        ),
    )


def recorded_rows(sheet: Sheet, player: PlayerScore, marks: Mapping[str, Mark]) -> dict[str, int]:
    """The parts of a score, after what the total adds to them from boxes elsewhere on the sheet, by these boxes.

    Those are told one by one where that is what their ink says, else all together; in the order of the sheet.
    """
    added = _boxes_added(sheet)
    others = [box for box in added if box not in player.parts and box != line_of_total(sheet).box]
    rest = player.total - sum(points for box, points in player.parts.items() if box in added)
    written = {box: mark for box in others if isinstance(mark := marks.get(box, 0), int)}
    told = written if sum(written.values()) == rest else {", ".join(others): rest} if others else {}
    place = {field.id: number for number, field in enumerate(sheet.fields)}
    rows = told | dict(player.parts)
    return {box: rows[box] for box in sorted(rows, key=lambda box: place[box.partition(", ")[0]])}


def _boxes_added(sheet: Sheet) -> tuple[str, ...]:
    """The boxes that the total of a sheet is made of: what it adds up, not what it asks about before."""
    added = _added(line_of_total(sheet).formula)
    return tuple(dict.fromkeys(box for box in added if box in sheet.field))


def _added(formula: Expression) -> Iterator[str]:
    match formula:
        case Name(name=name):
            yield name
        case Operation(operator="+", operands=parts) | Call(function="min" | "max", arguments=parts):
            for part in parts:
                yield from _added(part)
        case Call(function="if", arguments=(_, *parts)):
            for part in parts:
                yield from _added(part)


def recorded_names(sheet: TableSheet) -> Callable[[str], str]:
    """What lists of points call boxes of a recorded sheet: the words printed beside them, of what a seed draws the
    drawn ones; else those of their ids."""
    record = sheet.record
    drawn = drawn_on(sheet.layout, record.game, [record.seat]).get(record.seat)
    words = {} if drawn is None else words_drawn(sheet.layout, drawn)
    return partial(recorded_name, sheet=sheet.layout, drawn=words)


def recorded_name(boxes: str, sheet: Sheet, drawn: Mapping[str, str] = NOTHING_DRAWN) -> str:
    """What lists of points call boxes of a recorded sheet; `drawn` has by place what is printed there for a seed.

    >>> from sheets.library import load_sheet
    >>> sheet = load_sheet("gaia-record")
    >>> recorded_name("vp.track", sheet), recorded_name("score.final-1", sheet, {"final-1": "Sectors"})
    ('On the track', 'Sectors')
    """
    return ", ".join(_box_name(box, sheet, drawn) for box in boxes.split(", "))


def _box_name(box: str, sheet: Sheet, drawn: Mapping[str, str]) -> str:
    """Of a box without such words, what tells it apart: where its id begins as that of the total, the rest."""
    printed = words_beside(sheet, sheet.field[box]) if box in sheet.field else None
    of_score = line_of_total(sheet).box.rpartition(".")[0]
    return (
        drawn.get(box.rpartition(".")[2])
        or printed
        or re.sub(r"[.-]", " ", part_name(box.removeprefix(f"{of_score}.")))
    )
