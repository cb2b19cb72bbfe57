"""A sheet that only its template judges, by its checks and score lines: the base of all kinds of sheets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
from fairsheet.engine.scoring.score import (
    Score,
    Ties,
    boxes_of_table,
    ranking_of,
    score_player,
    ties_by_template,
)
from fairsheet.engine.solver.budget import Budget
from fairsheet.languages.messages import Message
from fairsheet.sheets.formulas.formula import fields_in, needs_table
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

if TYPE_CHECKING:  # sheets without rules in the program are judged without the proof
    from fairsheet.engine.proof.certificates.certificate import Certificate
    from fairsheet.engine.proof.prove import Outcome
    from fairsheet.engine.recorded.base.protocol import Sheets

    # the verdict on a table, and by seat a certificate for each contradiction; None for a question
    Certified = tuple[Verdict, Mapping[int, Sequence[Certificate | None]]]


class Tie(msgspec.Struct, frozen=True):
    """Equal totals at consecutive ranks: the advantage of the better seats in words, and the numbers of both sides."""

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
    judges_sums: ClassVar[bool] = True  # whether a wrong sum may be illegal; otherwise it is a remark

    @property
    def needed_checks(self) -> Collection[str] | None:
        """The checks that make a sheet illegal even if a mark is only missing; None for all checks."""
        return None

    def verify(self, records: Sequence[Record], budget: Budget | None = None) -> Verdict:
        """Return legal, illegal or undecided for each of one table's records; `budget` has a default.

        The verdict is the same on every machine, unless the time limit of the budget cuts it short. Seats without a
        record may have done anything that fits the sheets available. Raises FairsheetError unless the records belong
        together.
        """
        return self.certify(records, budget)[0]

    def certify(self, records: Sequence[Record], budget: Budget | None = None) -> Certified:
        """Return the verdict of `verify` with its certificates.

        Sheets that are checked by formulas have no certificates: anybody can compute the formulas.
        """
        return self.checked(records), {}

    def checked(self, records: Sequence[Record]) -> Verdict:
        """Return the verdict by the checks of the template."""
        check_table(self.sheet, records)
        return consistency_of(self.sheet, records)

    def quick_outcome(self, records: Sequence[Record]) -> Callable[[Sequence[Record], Budget], Outcome]:
        """Return a function from other readings of a table's records to whether they are possible, each by itself and
        all together. It is faster than a proof."""

        def outcome(readings: Sequence[Record], budget: Budget) -> Outcome:
            illegal = any(each.verdict == "illegal" for each in self.checked(readings).sheets)
            return "impossible" if illegal else "possible"

        return outcome

    def contradictions(self, record: Record) -> Callable[[Marks], Sequence[Contradiction]]:
        """Return a function from other marks of a record to its contradictions, without a proof."""
        setting = setting_of(record, 1)
        return lambda marks: contradictions_on(self.sheet, marks, setting, self.needed_checks)

    def score(self, records: Sequence[Record]) -> Score:
        """Return totals, parts and ranking of one table's records. Raises FairsheetError unless they belong together.

        A sheet with columns has a player for each column. If sheets are missing, only the others are ranked.
        """
        check_table(self.sheet, records)
        sheet, ranked = self.ranked(records)
        players = ranked[0].game.players
        missing = missing_seats(sheet, ranked)
        if sheet.is_shared and missing:
            hint = Message("give all sheets: each player's points are on two of them")
            problem = format_missing(missing)
            raise FairsheetError(problem, code=ErrorCode.INCOMPLETE_TABLE, where=sheet.name, hint=hint)
        table = looked_at(ranked)
        boxes = by_owner(sheet, boxes_of_table(sheet, table, players), players)
        marks = by_owner(sheet, table, players)
        unknown = unknown_boxes(sheet, ranked)
        scored = sorted(table) if sheet.solo_level is None else [1]
        scores = [score_player(sheet, seat, marks[seat], boxes[seat], unknown) for seat in scored]
        totals = {score.seat: score.total for score in scores}
        return Score(tuple(scores), ranking_of(totals, self.ties(records)))

    def play_together(self, records: Sequence[Record]) -> bool:
        """Return whether nobody is ranked because the players win or lose together, or one plays alone."""
        return False

    def ranked(self, records: Sequence[Record]) -> tuple[Sheet, Sequence[Record]]:
        """Return the records by which players are ranked, one for each player, and their sheet."""
        return players_of(self.sheet, records)

    def in_part(self, records: Sequence[Record]) -> Sheets:
        """Return the sheets whose players are not ranked because a page has no ink."""
        return ()

    def has_unknown_points(self, records: Sequence[Record]) -> bool:
        """Return whether the points of a player are unknown because something is blank."""
        return False

    def ties(self, records: Sequence[Record]) -> Ties:
        """Return the tie-breaks between players of equal totals; without any, they share a rank."""
        sheet, ranked = self.ranked(records)
        own = replace(self, sheet=sheet)
        marks = by_owner(sheet, looked_at(ranked), ranked[0].game.players)
        return Ties({seat: own.tie_break(each) for seat, each in marks.items()}, self.tie_words)

    @property
    def tie_words(self) -> Sequence[str]:
        """The advantage of the better of two equal totals, in words, for each number of `tie_break`."""
        return [tie.words for tie in self.sheet.tie_breaks]

    def tie_break(self, marks: Marks) -> tuple[int, ...] | None:
        """Return the rank of a player among equal totals, first criterion first; None if the ink does not show it."""
        return ties_by_template(self.sheet, marks)

    def broken_ties(self, records: Sequence[Record], score: Score) -> list[Tie]:
        """Return the tie-breaks that distinguished players of equal totals, from the best player down."""
        total = {player.seat: player.total for player in score.players}
        ties, broken = self.ties(records), []
        for better, others in pairwise(score.ranking):
            one, other = ties.by_seat[better[0]], ties.by_seat[others[0]]
            if total[better[0]] == total[others[0]] and one is not None and other is not None:
                compared = zip(ties.words, one, other, strict=True)
                words, more, less = next(each for each in compared if each[1] != each[2])
                broken.append(Tie(better, others, words, (abs(more), abs(less))))
        return broken


def looked_at(records: Sequence[Record]) -> dict[int, dict[str, Mark]]:
    """Return by seat the input of a sheet's formulas: its marks, and the facts of the game."""
    return {record.seat: {**setting_of(record, len(records)), **record.marks} for record in records}


def unknown_boxes(sheet: Sheet, records: Sequence[Record]) -> tuple[str, ...]:
    """Return the boxes that cannot be known without the missing sheets; none if all are available.

    They are the boxes whose formula needs the whole table, and then those that count such a box.
    """
    if not missing_seats(sheet, records):
        return ()
    return with_dependents(sheet, (line.box for line in sheet.scores if needs_table(line.formula)))


def with_dependents(sheet: Sheet, fields: Iterable[str]) -> tuple[str, ...]:
    """Return some fields, and after them the boxes of points that count them, directly or through such a box."""
    boxes = list(fields)
    for field in boxes:  # the list grows during the loop
        boxes += [
            line.box
            for line in sheet.scores
            if line.box not in boxes and field in fields_in(line.formula, sheet)
        ]
    return tuple(boxes)
