"""Statements that rest on marks of several sheets: all are told of it alike, for nothing says whose mark is wrong.

A mark can be the wrong one if another in its place would do: whose marks cannot be is not told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from engine.phrases import resting_on
from engine.proof.verdict import Finding
from engine.recorded import TableSheet
from sheets.model import CheckLevel, Sheet

Place = TypeVar("Place")  # of a mark
OnSheet = tuple[TableSheet, tuple[str, ...]]  # fields of a sheet


class Statement(NamedTuple):
    """A finding about one sheet, and the fields of the table's sheet on which it rests as well."""

    finding: Finding
    of_table: tuple[str, ...] = ()

    def on(self, sheet: Sheet) -> Statement:
        """With only those fields that a sheet has: some may stand on the other sheet of its seat."""
        fields = tuple(field for field in self.finding.fields if field in sheet.field)
        return self._replace(finding=replace(self.finding, fields=fields))


def findings_spanning(
    check: str, level: CheckLevel, why: str, sheets: Sequence[OnSheet]
) -> Iterator[tuple[TableSheet, Finding]]:
    """What a check says of marks of some sheets together: the same on each, with its own fields, and whose they are."""
    words = resting_on(why, [each.owner for each, _ in sheets])
    for each, fields in sheets:
        yield each, Finding(check, level, fields, words)


def findings_with_table(
    told: Iterable[tuple[TableSheet, Statement]], table: TableSheet | None
) -> Iterator[tuple[TableSheet, Finding]]:
    """Findings about sheets of one player, each told of the table's sheet as well where it rests on that."""
    together: dict[tuple[str, CheckLevel, str, tuple[str, ...]], list[OnSheet]] = {}
    for each, (finding, of_table) in told:
        statement = (finding.check, finding.level, finding.why, of_table)
        together.setdefault(statement, []).append((each, finding.fields))
    for (check, level, why, of_table), sheets in together.items():
        of_all = [*sheets, (table, of_table)] if table is not None and of_table else sheets
        yield from findings_spanning(check, level, why, of_all)


def possibly_wrong(
    marks: Mapping[Place, int],
    others: Callable[[Place], Iterable[int]],
    agree: Callable[[Mapping[Place, int]], bool],
) -> list[Place]:
    """Those of some marks that do not agree which may be wrong: with another of the marks that it can be, all agree.

    Where none alone is, all may be wrong.
    """
    found = [place for place in marks if any(agree({**marks, place: other}) for other in others(place))]
    return found or list(marks)
