"""Find the players of a table of a batch: one for each sheet, or for each column of a shared sheet. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from fairsheet.engine.checks.verdict import Judgement, SheetVerdict, VerdictWord
from fairsheet.engine.recorded.registry import plays_together
from fairsheet.engine.records.record import NO_SEAT, Record
from fairsheet.engine.records.side_owners import players_of
from fairsheet.languages.messages import Message
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.results.spreadsheets import csv_of
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.templates import is_bundled, load_sheet
from fairsheet.sheets.model.columns import NAME
from fairsheet.wording.formatting import unseen_part
from fairsheet.wording.table_words import ranks

PART_COLUMNS = ("table", "sheet", "seed", "seat", "player", "verdict", "part", "points")
AREA_COLUMNS = ("sheet", "part", "sheets", "paid", "average", "least", "most")
COLUMNS = ("table", "sheet", "seed", "seat", "player", "verdict", "total", "rank", "doubts")


@dataclass(frozen=True)
class PlayerOutcome:
    """A player with name (if known), verdict on the sheet, points, rank and number of doubts.

    `is_unseen` is whether part of the sheet must be photographed first.
    """

    seat: int
    name: str
    found: SheetVerdict | None
    total: int | None
    rank: int | None
    doubts: int
    is_unseen: bool = False

    @property
    def shown(self) -> str:
        """The name, or the seat if the name is unknown."""
        return self.name or Message("seat {seat}", seat=self.seat)

    @property
    def verdict(self) -> Judgement | None:
        """The verdict on the sheet."""
        return self.found.verdict if self.found else None

    @property
    def word(self) -> VerdictWord | None:
        """The verdict in the words for people."""
        return self.found.word if self.found else None

    @property
    def earns(self) -> bool:
        """Whether it counts in a league: the sheet is not illegal, it has a rank, and all of it was seen."""
        return self.verdict != "illegal" and self.rank is not None and not self.is_unseen


def players_of_table(outcome: JudgedTable) -> list[PlayerOutcome]:
    """Return the players by seat, or by column of a sheet with columns; a sheet for the whole table has no player."""
    places, score, verdict = outcome.table.places, outcome.score, outcome.proof
    total = {player.seat: player.total for player in score.players} if score else {}
    rank = {seat: number for number, seats in ranks(score) for seat in seats} if score else {}
    if len(places) == 1 and total.keys() - {place.record.seat for place in places}:
        (shared,) = places
        return [
            PlayerOutcome(
                seat=column,
                name=str(shared.record.marks.get(f"{NAME}.{column}", "")),
                found=verdict.of_seats({shared.record.seat}) if verdict else None,
                total=total[column],
                rank=rank.get(column),
                doubts=sum(doubt.field.endswith(f".{column}") for doubt in shared.doubts or ()),
                is_unseen=bool(unseen_part(shared.doubts)),
            )
            for column in sorted(total)
        ]
    # by player: a solo player may have the sheets of two seats
    sheets: defaultdict[int, list[SeatSheet]] = defaultdict(list)
    written: defaultdict[int, list[SeatSheet]] = defaultdict(list)  # by writer; neighbours share sheets
    for place in places:
        if place.record.seat != NO_SEAT:
            sheets[place.record.seat if place.record.game.solo is None else 1].append(place)
            for seat in _writers(place.record):
                written[seat].append(place)
    return [
        PlayerOutcome(
            seat=seat,
            name=next((place.record.player for place in own if place.record.player), ""),
            found=verdict.of_seats({place.record.seat for place in own}) if verdict else None,
            total=total.get(seat),
            rank=rank.get(seat),
            doubts=sum(len(place.doubts or ()) for place in written[seat]),
            is_unseen=any(unseen_part(place.doubts) for place in written[seat]),
        )
        for seat, own in sheets.items()
    ]


def _writers(record: Record) -> set[int]:
    """Return the seats of the players who write on a sheet; for a custom sheet, only its own seat."""
    if not is_bundled(record.sheet):
        return {record.seat}
    return players_of(load_sheet(record.sheet), [record.seat], record.game.players)


def has_no_ranking(outcome: JudgedTable) -> bool:
    """Check whether the game has no ranking: one plays alone, or all play together."""
    record = outcome.table.places[0].record
    return record.game.solo is not None or (
        is_bundled(record.sheet) and plays_together(load_sheet(record.sheet), record.game)
    )


def shared_ranks(earned: Sequence[object]) -> list[int]:
    """Return the rank of each result, best first; equal results share a rank, and the next ranks are skipped."""
    first: dict[object, int] = {}
    for number, each in enumerate(earned, 1):
        first.setdefault(each, number)
    return [first[each] for each in earned]


def results_csv(outcomes: Iterable[JudgedTable], dialect: str = "comma") -> bytes:
    """Return `results.csv`: a row for every player, without a rank if a solo player or a team has lost."""
    rows = (row for each in outcomes if each.result is not None for row in _rows(each))
    return csv_of(COLUMNS, rows, dialect)


def _rows(outcome: JudgedTable) -> Iterable[Sequence[str | int | None]]:
    key = outcome.table.key
    is_lost = outcome.score is not None and outcome.score.winner in ("game", "astra", "opponent")
    for player in players_of_table(outcome):
        yield (
            *(outcome.name, key.sheet, key.seed, player.seat, player.name),
            *(player.verdict, player.total, None if is_lost else player.rank, player.doubts),
        )


def parts_csv(outcomes: Iterable[JudgedTable], dialect: str = "comma") -> bytes:
    """Return `results-parts.csv`: a row for every part of every player's score."""
    return csv_of(PART_COLUMNS, (row for each in outcomes for row in _part_rows(each)), dialect)


def areas_csv(outcomes: Iterable[JudgedTable], dialect: str = "comma") -> bytes:
    """Return `areas.csv`: over all sheets that earn points, on how many each part of the score paid, and how much."""
    points: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for outcome in outcomes:
        for player, parts in _scored(outcome):
            for part, number in parts.items() if player.earns else ():
                points[template_of(outcome.table.key.sheet), part].append(number)
    rows = (
        (sheet, part, len(each), sum(map(bool, each)), fmean(each), min(each), max(each))
        for (sheet, part), each in sorted(points.items())
    )
    return csv_of(AREA_COLUMNS, rows, dialect)


def _part_rows(outcome: JudgedTable) -> Iterable[Sequence[str | int | None]]:
    key = outcome.table.key
    for player, parts in _scored(outcome):
        for part, points in parts.items():
            yield outcome.name, key.sheet, key.seed, player.seat, player.name, player.verdict, part, points


def _scored(outcome: JudgedTable) -> Iterable[tuple[PlayerOutcome, Mapping[str, int]]]:
    """Yield the players of a table with the parts of their scores."""
    parts = {each.seat: each.parts for each in outcome.score.players} if outcome.score else {}
    for player in players_of_table(outcome) if parts else ():
        if player.seat in parts:
            yield player, parts[player.seat]
