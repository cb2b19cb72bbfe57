"""The points of a table as people compare them: a row for each part of the total, a column for each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine.columns import players_of
from engine.formula import fields_in
from engine.ink import Mark
from engine.record import Record
from engine.score import Score, boxes_of_table, line_of_total, unknown_boxes
from engine.sides import by_owner
from engine.summands import Summand, summands_of_total, unboxed_summands, values_of
from fairsheet.tables import part_label, part_name, ranks
from sheets.model import Name, Sheet


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
    """A box in which a player wrote another number than the ink gives."""

    seat: int
    box: str
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


def points_of(sheet: Sheet, records: Sequence[Record], score: Score) -> Points:
    """The points of a table. What only the total counts, such as a ladder, is a part, too: so they add up to it."""
    if sheet.game is not None:
        return _recorded_points(score)
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
            Difference(player.seat, box, player.written[box], computed[player.seat][box])
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


def _recorded_points(score: Score) -> Points:
    """The points of a game that is recorded: of its players, and what is added up wrongly on any of its sheets."""
    by_seat = {player.seat: player for player in score.players}
    ranked = [(rank, seat) for rank, seats in ranks(score) for seat in seats]
    parts = dict.fromkeys(part for _, seat in ranked for part in by_seat[seat].parts)
    return Points(
        seats=tuple(seat for _, seat in ranked),
        ranks=tuple(rank for rank, _ in ranked),
        parts=tuple(
            PointsRow(part, part_name(part), tuple(by_seat[seat].parts.get(part, 0) for _, seat in ranked))
            for part in parts
        ),
        total=PointsRow("total", "total", tuple(by_seat[seat].total for _, seat in ranked)),
        differences=tuple(
            Difference(player.seat, box, player.written[box], player.parts.get(box, player.total))
            for player in score.players
            for box in player.differences
        ),
    )
