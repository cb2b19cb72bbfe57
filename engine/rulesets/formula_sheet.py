"""A sheet that its template alone judges, by its checks and score lines: what all kinds of sheets have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

import msgspec

from fairsheet.engine.checks.consistency import consistency_of, contradictions_on, setting_of
from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.records.column_records import players_of
from fairsheet.engine.records.record import Record
from fairsheet.engine.records.side_owners import by_owner
from fairsheet.engine.records.table_records import check_table, format_missing, missing_seats
from fairsheet.engine.rulesets.unknown_boxes import unknown_boxes
from fairsheet.engine.scoring.score import (
    Score,
    Ties,
    boxes_of_table,
    ranking_of,
    score_player,
    ties_by_template,
)
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError

if TYPE_CHECKING:  # sheets without rules in the program are judged without the proof
    from fairsheet.engine.proof.certificates.certificate import Certificate
    from fairsheet.engine.proof.prove import Outcome
    from fairsheet.engine.recorded.base.protocol import Sheets
    from fairsheet.engine.solver.budget import Budget

    # The verdict on a table, and by seat a certificate for each contradiction; None for one that is a question.
    Certified = tuple[Verdict, Mapping[int, Sequence[Certificate | None]]]

WORK_LIMIT = 30.0  # for one table: about as many seconds of a current processor
TIME_LIMIT = 120.0  # seconds for one table, a guard on slow and busy machines


class Tie(msgspec.Struct, frozen=True):
    """Equal totals of ranks that follow each other: what the better seats have, how much of it, how much the others."""

    better: tuple[int, ...]
    others: tuple[int, ...]
    words: str
    numbers: tuple[int, int]


@dataclass(frozen=True)
class FormulaSheet:
    """The ruleset of a custom sheet, and the base of the other kinds; `catalog` has the layouts of a table's sheets."""

    sheet: Sheet
    catalog: Catalog = BUNDLED
    is_proved: ClassVar[bool] = False  # whether rules in the program prove what is legal

    @property
    def can_verify(self) -> bool:
        """Whether there is anything to verify: rules in the program, or checks in the template."""
        return self.is_proved or self.sheet.has_checks

    @property
    def needed_checks(self) -> Collection[str] | None:
        """The checks that make a sheet illegal also if a mark is merely missing; None for all of them."""
        return None

    @property
    def sums(self) -> Collection[str]:
        """The boxes that no verdict depends on: a designer's own checks may ask for any."""
        return ()

    @property
    def stars(self) -> Sequence[int] | None:
        """The stars from the first rank down, where ties take up one; None if those beaten count instead."""
        return None

    def verify(
        self, records: Sequence[Record], time_limit: float = TIME_LIMIT, work_limit: float = WORK_LIMIT
    ) -> Verdict:
        """Return legal, illegal or undecided for each of one table's records, with the work of `work_limit`.

        The verdict is the same on every machine, unless the guard of `time_limit` seconds cut it short.
        Seats without a record are taken to have done whatever fits the sheets available.
        Raises FairsheetError unless the records belong together.
        """
        return self.certify(records, time_limit, work_limit)[0]

    def certify(
        self, records: Sequence[Record], time_limit: float = TIME_LIMIT, work_limit: float = WORK_LIMIT
    ) -> Certified:
        """Return the verdict of `verify` with its certificates.

        Sheets that are checked by formulas have none: anybody can work these out.
        """
        check_table(self.sheet, records)
        return consistency_of(self.sheet, records), {}

    def quick_outcome(self, records: Sequence[Record], budget: Budget) -> Outcome:
        """Return whether records of a table can stand, each by itself and all together, quicker than a proof."""
        illegal = any(found.verdict == "illegal" for found in self.verify(records).sheets)
        return "impossible" if illegal else "possible"

    def contradictions(self, record: Record) -> Callable[[Marks], Sequence[Contradiction]]:
        """Return a function that looks at other marks of a record and returns what contradicts itself, unproved."""
        setting = setting_of(record, 1)
        return lambda marks: contradictions_on(self.sheet, marks, setting, self.needed_checks)

    def score(self, records: Sequence[Record]) -> Score:
        """Return totals, parts and ranking of one table's records. Raises FairsheetError if they differ.

        A sheet with columns has a player for each of them. If sheets are missing, only the others are ranked.
        """
        check_table(self.sheet, records)
        sheet, ranked = self.ranked(records)
        players = ranked[0].game.players
        if sheet.is_shared and missing_seats(sheet, ranked):
            raise FairsheetError(
                format_missing(missing_seats(sheet, ranked)),
                where=sheet.name,
                hint="give all: everybody's points stand on two of them",
            )
        table = looked_at(ranked)
        boxes = by_owner(sheet, boxes_of_table(sheet, table, players), players)
        marks = by_owner(sheet, table, players)
        unknown = unknown_boxes(sheet, ranked)
        scored = sorted(table) if sheet.solo_level is None else [1]
        scores = [score_player(sheet, seat, marks[seat], boxes[seat], unknown) for seat in scored]
        totals = {score.seat: score.total for score in scores}
        return Score(tuple(scores), ranking_of(totals, self.ties(records)))

    def play_together(self, records: Sequence[Record]) -> bool:
        """Return whether players win or lose together, or one of them plays alone, so that nobody is ranked."""
        return False

    def ranked(self, records: Sequence[Record]) -> tuple[Sheet, Sequence[Record]]:
        """Return the records by which players are ranked, one of each, and their sheet."""
        return players_of(self.sheet, records)

    def in_part(self, records: Sequence[Record]) -> Sheets:
        """Return the sheets whose players are not ranked, since a page bears no ink."""
        return ()

    def has_unknown_points(self, records: Sequence[Record]) -> bool:
        """Return whether nobody can know the points of a player, because something is blank."""
        return False

    def ties(self, records: Sequence[Record]) -> Ties:
        """Return what ranks players of equal totals; without any, they share a rank."""
        sheet, ranked = self.ranked(records)
        own = replace(self, sheet=sheet)
        marks = by_owner(sheet, looked_at(ranked), ranked[0].game.players)
        return Ties({seat: own.tie_break(each) for seat, each in marks.items()}, self.tie_words)

    @property
    def tie_words(self) -> Sequence[str]:
        """What the better one of two equal totals has, in words, for each number of `tie_break`."""
        return [tie.words for tie in self.sheet.tie_breaks]

    def tie_break(self, marks: Marks) -> tuple[int, ...] | None:
        """Return what ranks a player among equal totals, first things first; None if the ink does not show it."""
        return ties_by_template(self.sheet, marks)

    def broken_ties(self, records: Sequence[Record], score: Score) -> list[Tie]:
        """Return by what players of equal totals were distinguished, from the best of them down."""
        total = {player.seat: player.total for player in score.players}
        ties, broken = self.ties(records), []
        for better, others in pairwise(score.ranking):
            one, other = ties.by_seat[better[0]], ties.by_seat[others[0]]
            if total[better[0]] == total[others[0]] and one is not None and other is not None:
                said, *numbers = next(
                    each for each in zip(ties.words, one, other, strict=True) if each[1] != each[2]
                )
                broken.append(Tie(better, others, said, (abs(numbers[0]), abs(numbers[1]))))
        return broken


def looked_at(records: Sequence[Record]) -> dict[int, dict[str, Mark]]:
    """Return by seat what the formulas of a sheet look at: its marks, and what is known of the game."""
    return {record.seat: {**setting_of(record, len(records)), **record.marks} for record in records}
