"""What a mark in doubt could change: its player's total, and who is before whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from engine.phrases import listed
from engine.record import Record, accepts
from engine.score import Score, score_table
from sheets.model import Sheet

if TYPE_CHECKING:  # spares commands without photos the import of numpy
    from vision.reading import Doubt, Mark

LEAST_LIKELY = 0.02  # share of a candidate that is worth asking about


def doubt_effects(
    sheet: Sheet, records: Sequence[Record], doubts: Mapping[int, Sequence[Doubt]], score: Score
) -> dict[int, dict[str, str]]:
    """By seat and field, in words, what the other candidates of each doubt would change in the score of the table.

    Every candidate is tried alone; a doubt that changes no total and no rank has no entry. Whether the sheet would
    still be legal is not asked here: that takes a proof for each.
    """
    return {
        seat: {
            doubt.field: words
            for doubt in of_seat
            if (words := _effect(score, list(_scores_otherwise(sheet, records, seat, doubt))))
        }
        for seat, of_seat in doubts.items()
    }


def _scores_otherwise(
    sheet: Sheet, records: Sequence[Record], seat: int, doubt: Doubt
) -> Iterator[tuple[Mark | None, Score]]:
    """The score of the table with each other likely candidate in place of the chosen mark."""
    field = sheet.field[doubt.field]
    for mark, share in doubt.candidates:
        possible = mark is None or accepts(field, mark)  # a file of doubts may say anything
        if mark != doubt.chosen and share >= LEAST_LIKELY and possible:
            changed = [_with_mark(each, doubt.field, mark) if each.seat == seat else each for each in records]
            yield mark, score_table(sheet, changed)


def _with_mark(record: Record, field: str, mark: Mark | None) -> Record:
    marks = {id_: each for id_, each in record.marks.items() if id_ != field}
    return structs.replace(record, marks=marks if mark is None else {**marks, field: mark})


def _effect(score: Score, otherwise: Sequence[tuple[Mark | None, Score]]) -> str:
    before = {player.seat: player.total for player in score.players}
    changes = [
        f"{'blank' if mark is None else mark} makes the total of seat {player.seat} {player.total}, "
        f"not {before[player.seat]}"
        for mark, other in otherwise
        for player in other.players
        if player.total != before[player.seat]
    ]
    if any(other.ranking != score.ranking for _, other in otherwise):
        changes.append("the ranking would be another")
    return listed(changes) if changes else ""
