"""Findings that rest on marks of several sheets: all these sheets get the same finding, because any may be wrong.

A sheet may be wrong if changed marks on it, allowed by its other marks, would resolve the conflict. All other sheets
are left out. Several marks of one sheet may be wrong together, such as a count and the points for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.recorded.base.protocol import Findings, OnSheet, TableFinding, TableSheet
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.sheet import CheckLevel, Sheet


class Statement(NamedTuple):
    """A finding about one sheet, and the fields of the table's sheet on which it also rests."""

    finding: Finding
    table_fields: tuple[str, ...] = ()

    def on(self, sheet: Sheet) -> Statement:
        """Return the statement with only the fields that a sheet has; others may be on the seat's other sheet."""
        fields = tuple(field for field in self.finding.fields if field in sheet.field)
        return self._replace(finding=replace(self.finding, fields=fields))


def cross_sheet_findings(check: str, level: CheckLevel, why: Message, sheets: Sequence[OnSheet]) -> Findings:
    """Yield one finding of a check about marks of several sheets; nothing if there are no sheets."""
    if sheets:
        yield TableFinding(check, level, why, sheets)


def findings_with_table(stated: Iterable[tuple[TableSheet, Statement]], table: TableSheet | None) -> Findings:
    """Yield the findings about one player's sheets; each names the table's sheet too if it rests on that."""
    grouped: dict[tuple[str, CheckLevel, Message, tuple[str, ...]], list[OnSheet]] = {}
    for each, (finding, table_fields) in stated:
        statement = (finding.check, finding.level, finding.why, table_fields)
        grouped.setdefault(statement, []).append((each, finding.fields))
    for (check, level, why, table_fields), sheets in grouped.items():
        all_sheets = [*sheets, (table, table_fields)] if table is not None and table_fields else sheets
        yield from cross_sheet_findings(check, level, why, all_sheets)
