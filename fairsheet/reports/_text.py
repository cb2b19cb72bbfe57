"""Write the report of an evening as a few lines of text, for a chat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.languages.catalogues import ENGLISH, Catalogue
from fairsheet.languages.messages import Message, joined, render
from fairsheet.languages.terms import term
from fairsheet.reports.contents import ReportTable
from fairsheet.reports.narrative import TableView, table_view
from fairsheet.wording.formatting import read_words


def tables_text(tables: Sequence[ReportTable], foot: str = "", language: Catalogue = ENGLISH) -> str:
    """Return the ranking, the verdicts and the doubts of one or more tables."""
    texts = ("\n".join(render(line, language) for line in _lines(table_view(table))) for table in tables)
    return "\n\n".join((*texts, f"{render(foot, language)}\n"))


def _lines(table: TableView) -> Iterator[str]:
    seed = Message("seed {seed}", seed=table.seed) if table.seed else ""
    yield joined(", ", filter(None, (table.title, seed, table.facts)))
    yield from filter(None, (table.headline, *table.notices))
    if table.points:
        cells = zip(table.points.seats, table.points.ranks, table.points.total.cells, strict=True)
        for seat, rank, total in cells:
            verdict = [term(table.verdicts[seat])] if seat in table.verdicts else []
            line = joined(": ", (table.names[seat], joined(", ", (total, *verdict))))
            yield joined(" ", (f"{rank}." if rank else "–", line)) if table.is_ranked else line
    yield from table.ties
    for sheet in table.sheets:
        if sheet.verdict and sheet.verdict != "legal":
            yield joined(": ", (sheet.name, sheet.words))
            yield from (joined("", ("- ", line)) for why, _, _ in sheet.reasons for line in why)
        if sheet.reading:
            yield joined(": ", (sheet.name, sheet.reading))
        for _, doubt, place, _ in sheet.doubts:
            whose = joined(", ", (sheet.name, place))
            yield joined("", ("? ", whose, ": ", read_words(doubt), "; ", doubt.because))
        yield from (joined(": ", (sheet.name, each)) for each in sheet.differences)
