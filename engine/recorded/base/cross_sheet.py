"""Statements that rest on marks of several sheets: all are told of it alike, for nothing says whose mark is wrong.

A sheet can be the wrong one if other marks on it, which its own ones allow, would do: whose marks cannot be is not
told. Who writes a wrong count may well write the points for it, too, so several of one sheet may be wrong together.
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
    """A finding about one sheet, and the fields of the table's sheet on which it rests as well."""

    finding: Finding
    of_table: tuple[str, ...] = ()

    def on(self, sheet: Sheet) -> Statement:
        """With only those fields that a sheet has: some may stand on the other sheet of its seat."""
        fields = tuple(field for field in self.finding.fields if field in sheet.field)
        return self._replace(finding=replace(self.finding, fields=fields))


def cross_sheet_findings(check: str, level: CheckLevel, why: Message, sheets: Sequence[OnSheet]) -> Findings:
    """What a check says of marks of some sheets together, if there are any."""
    if sheets:
        yield TableFinding(check, level, why, sheets)


def findings_with_table(told: Iterable[tuple[TableSheet, Statement]], table: TableSheet | None) -> Findings:
    """Findings about sheets of one player, each told of the table's sheet as well where it rests on that."""
    together: dict[tuple[str, CheckLevel, Message, tuple[str, ...]], list[OnSheet]] = {}
    for each, (finding, of_table) in told:
        statement = (finding.check, finding.level, finding.why, of_table)
        together.setdefault(statement, []).append((each, finding.fields))
    for (check, level, why, of_table), sheets in together.items():
        of_all = [*sheets, (table, of_table)] if table is not None and of_table else sheets
        yield from cross_sheet_findings(check, level, why, of_all)
