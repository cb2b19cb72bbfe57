"""A sheet of a recorded game, which is checked and scored together with the other sheets of its table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.recorded.base.protocol import Sheets
from fairsheet.engine.recorded.recorded_tables import (
    incomplete_sheets,
    play_together,
    ranked_sheets,
    score_recorded,
    table_sheets,
    tie_breaks_of,
    unknown_points,
    verify_recorded,
)
from fairsheet.engine.recorded.registry import recorded_game
from fairsheet.engine.records.record import Record
from fairsheet.engine.rulesets.formula_sheet import FormulaSheet
from fairsheet.engine.scoring.score import Score, Ties
from fairsheet.sheets.model.sheet import Sheet


class RecordedSheet(FormulaSheet):
    """The ruleset of a sheet of a recorded game; a table may have several kinds of sheets."""

    judges_sums: ClassVar[bool] = False

    @property
    def needed_checks(self) -> Collection[str]:
        """The checks that make a sheet illegal even if a mark is only missing."""
        return recorded_game(self.sheet).needed_checks

    def checked(self, records: Sequence[Record]) -> Verdict:
        """Return the verdict by the checks of all templates, of the game and of the seed's draw."""
        return verify_recorded(table_sheets(records, self.catalog))

    def score(self, records: Sequence[Record]) -> Score:
        """Return the points of the table; see `FormulaSheet.score`."""
        return score_recorded(table_sheets(records, self.catalog))

    def play_together(self, records: Sequence[Record]) -> bool:
        """Return whether nobody is ranked; see `FormulaSheet.play_together`."""
        return play_together(table_sheets(records, self.catalog))

    def ranked(self, records: Sequence[Record]) -> tuple[Sheet, Sequence[Record]]:
        """Return the players' sheets that have a total, perhaps none."""
        ranked = ranked_sheets(table_sheets(records, self.catalog))
        return (ranked[0].layout if ranked else self.sheet), [each.record for each in ranked]

    def in_part(self, records: Sequence[Record]) -> Sheets:
        """Return the sheets with a blank page; see `FormulaSheet.in_part`."""
        return incomplete_sheets(table_sheets(records, self.catalog))

    def has_unknown_points(self, records: Sequence[Record]) -> bool:
        """Return whether points are unknown; see `FormulaSheet.has_unknown_points`."""
        return bool(unknown_points(table_sheets(records, self.catalog)))

    def ties(self, records: Sequence[Record]) -> Ties:
        """Return the tie-breaks of the table; see `FormulaSheet.ties`."""
        return tie_breaks_of(table_sheets(records, self.catalog))
