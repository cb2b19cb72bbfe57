"""The points of a table as people compare them: a row for each part of the total, a column for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.columns import players_of
from engine.record import Record
from engine.score import (
    Score,
    boxes_of_table,
    ladders_of_total,
    line_of_total,
    signs_of_total,
    unknown_boxes,
)
from engine.sides import by_owner
from fairsheet.tables import ranks
from sheets.model import Sheet


@dataclass(frozen=True)
class PointsRow:
    """One part, or the total: a value for each player as it counts in the total, what is subtracted with a minus.

    `known` is False where a missing sheet may change it, `summand` where the total does not count it by itself.
    """

    box: str
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
    """The points of a table. A ladder that only the total counts is a part, too: so the parts add up to the total."""
    sheet, records = players_of(sheet, records)
    players = records[0].game.players
    ink = {record.seat: record.marks for record in records}
    ladders = {seat: ladders_of_total(sheet, marks) for seat, marks in by_owner(sheet, ink, players).items()}
    by_seat = {player.seat: player for player in score.players}
    signs, unknown, total = signs_of_total(sheet), unknown_boxes(sheet, records), line_of_total(sheet).box
    ranked = [(rank, seat) for rank, seats in ranks(score) for seat in seats]
    values = {seat: {**ladders[seat], **by_seat[seat].parts} for _, seat in ranked}
    parts = [
        PointsRow(
            part,
            tuple(signs.get(part, 1) * values[seat][part] for _, seat in ranked),
            part not in unknown,
            part in signs,
        )
        for part in values[ranked[0][1]]
    ]
    computed = by_owner(sheet, boxes_of_table(sheet, ink, players), players)
    return Points(
        seats=tuple(seat for _, seat in ranked),
        ranks=tuple(rank for rank, _ in ranked),
        parts=tuple(parts),
        total=PointsRow(total, tuple(by_seat[seat].total for _, seat in ranked), total not in unknown),
        differences=tuple(
            Difference(player.seat, box, player.written[box], computed[player.seat][box])
            for player in score.players
            for box in player.differences
        ),
    )
