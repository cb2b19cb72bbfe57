"""The points of a table: totals and parts of every player, the ranking, and what distinguished equal totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec
from msgspec import UNSET, UnsetType

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.games.registry import has_rules, rules_of
from fairsheet.engine.recorded.recorded_tables import recorded_ties, score_recorded, table_sheets
from fairsheet.engine.records.column_records import players_of
from fairsheet.engine.records.record import Record
from fairsheet.engine.records.side_owners import by_owner
from fairsheet.engine.records.solo_pages import blank_half
from fairsheet.engine.records.table_records import check_table, format_missing, missing_seats
from fairsheet.engine.scoring.score import (
    AstraScore,
    Score,
    Ties,
    Winner,
    boxes_of_table,
    ranking_of,
    score_player,
    ties_by_template,
)
from fairsheet.sheets.formulas.formula import fields_in, needs_table
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.solo_sheets import ASTRA_BOX, ASTRA_TOTAL
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError


class Tie(msgspec.Struct, frozen=True):
    """Equal totals of ranks that follow each other: what the better seats have, how much of it, how much the others."""

    better: tuple[int, ...]
    others: tuple[int, ...]
    words: str
    numbers: tuple[int, int]


def score_table(sheet: Sheet, records: Sequence[Record], catalog: Catalog = BUNDLED) -> Score:
    """Totals, parts and ranking of one table's records on such sheets. Raises FairsheetError if they differ.

    A sheet with columns has a player for each of them. Where sheets are missing, the ranking is that of the players
    whose sheets are available. Of a game that is recorded on several sheets `catalog` has those of the other records.
    """
    if sheet.game is not None:
        return score_recorded(table_sheets(records, catalog))
    check_table(sheet, records)
    sheet, records = players_of(sheet, records)
    players = records[0].game.players
    if sheet.is_shared and missing_seats(sheet, records):
        raise FairsheetError(
            format_missing(missing_seats(sheet, records)),
            where=sheet.name,
            hint="give all: everybody's points stand on two of them",
        )
    table = looked_at(records)
    boxes = by_owner(sheet, boxes_of_table(sheet, table, players), players)
    marks = by_owner(sheet, table, players)
    unknown = unknown_boxes(sheet, records)
    scored = sorted(table) if sheet.solo_level is None else [1]
    scores = [score_player(sheet, seat, marks[seat], boxes[seat], unknown) for seat in scored]
    ranking = ranking_of({score.seat: score.total for score in scores}, _ties(sheet, marks))
    if sheet.solo_level is None:
        return Score(tuple(scores), ranking)
    theirs = {box: value for box, value in boxes[min(boxes)].items() if box.startswith(ASTRA_BOX)}
    astra = AstraScore(sheet.solo_level, theirs.pop(ASTRA_TOTAL), theirs)
    winner: Winner | UnsetType = UNSET
    if blank_half(sheet, records) is None:
        winner = _winner(sheet, scores[0].total, astra.total, table)
    return Score(tuple(scores), ranking, astra=astra, winner=winner)


def looked_at(records: Sequence[Record]) -> dict[int, dict[str, Mark]]:
    """By seat what the formulas of a sheet look at: its marks, and what is known of the game."""
    return {record.seat: {**setting_of(record, len(records)), **record.marks} for record in records}


def _winner(sheet: Sheet, player: int, astra: int, table: Mapping[int, Marks]) -> Winner:
    """Who has won; where both have as much, the rules of the scenario may know of something else."""
    if player == astra:
        game = rules_of(sheet)
        return "player" if any(game.wins_tie(marks) for marks in table.values()) else "draw"
    return "player" if player > astra else "astra"


def broken_ties(
    sheet: Sheet, records: Sequence[Record], score: Score, catalog: Catalog = BUNDLED
) -> list[Tie]:
    """By what players of equal totals were distinguished, from the best of them down; the arguments are those of
    `score_table`."""
    total = {player.seat: player.total for player in score.players}
    if sheet.game is not None:
        ties = recorded_ties(table_sheets(records, catalog))
    else:
        ties = _ties(sheet, by_owner(sheet, looked_at(records), records[0].game.players))
    broken = []
    for better, others in pairwise(score.ranking):
        one, other = ties.by_seat[better[0]], ties.by_seat[others[0]]
        if total[better[0]] == total[others[0]] and one is not None and other is not None:
            said, *numbers = next(
                each for each in zip(ties.words, one, other, strict=True) if each[1] != each[2]
            )
            broken.append(Tie(better, others, said, (abs(numbers[0]), abs(numbers[1]))))
    return broken


def _ties(sheet: Sheet, marks: Mapping[int, Marks]) -> Ties:
    """By player, the tie-break of the game, or of a template; without any, equal totals share a rank."""
    if not has_rules(sheet):
        by_template = {seat: ties_by_template(sheet, own) for seat, own in marks.items()}
        return Ties(by_template, [tie.words for tie in sheet.tie_breaks])
    game = rules_of(sheet)
    return Ties({seat: game.tie_break(own) for seat, own in marks.items()}, game.tie_break_words)


def unknown_boxes(sheet: Sheet, records: Sequence[Record]) -> tuple[str, ...]:
    """The boxes that cannot be known without the sheets that are missing; none where all are available.

    They are those whose formula needs the whole table, and after them those that count such a box.
    """
    if not missing_seats(sheet, records):
        return ()
    return with_dependents(sheet, (line.box for line in sheet.scores if needs_table(line.formula)))


def with_dependents(sheet: Sheet, fields: Iterable[str]) -> tuple[str, ...]:
    """Some fields, and after them the boxes of points that count them or such a box."""
    found = list(fields)
    for field in found:  # grows meanwhile
        found += [
            line.box
            for line in sheet.scores
            if line.box not in found and field in fields_in(line.formula, sheet)
        ]
    return tuple(found)
