"""The report of an evening as a few lines of text, for a chat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.report.contents import ReportTable
from fairsheet.report.narrative import TableView, table_view
from fairsheet.sheets.model.marks import mark_name
from fairsheet.wording.formatting import format_others


def tables_text(tables: Sequence[ReportTable], foot: str = "") -> str:
    """Of one or more tables the ranking, the verdicts and what is doubtful."""
    return "\n\n".join("\n".join(_lines(table_view(table))) for table in tables) + f"\n\n{foot}\n"


def _lines(table: TableView) -> Iterator[str]:
    yield ", ".join(filter(None, (table.title, f"seed {table.seed}" if table.seed else "", table.facts)))
    yield from filter(None, (table.headline, *table.notices))
    if table.points:
        cells = zip(table.points.seats, table.points.ranks, table.points.total.cells, strict=True)
        for seat, rank, total in cells:
            verdict = f", {table.verdicts[seat]}" if seat in table.verdicts else ""
            yield (f"{rank}. " if table.is_ranked else "") + f"{table.names[seat]}: {total}{verdict}"
    yield from table.ties
    for sheet in table.sheets:
        if sheet.verdict and sheet.verdict != "legal":
            yield f"{sheet.name}: {sheet.words}"
            yield from (f"- {line}" for why, _, _ in sheet.reasons for line in why)
        for doubt, place, _ in sheet.doubts:
            others = format_others(doubt)
            said = mark_name(doubt.chosen) + (f", or {others}" if others else "")
            yield f"? {sheet.name}, {place}: {said}; {doubt.because}"
        yield from (f"{sheet.name}: {each}" for each in sheet.differences)
