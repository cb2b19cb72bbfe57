"""Make the report of an evening from judged tables, in one of four formats."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Literal, get_args

from fairsheet.engine.checks.verdict import SheetVerdict
from fairsheet.engine.records.record import layout_of
from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message, as_sentence, joined
from fairsheet.options.options import locate_error
from fairsheet.pipeline.answers.hand_changes import change_lines
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.judging.consequences import doubt_effects
from fairsheet.pipeline.judging.judging import JudgedTable, two_sheets_line
from fairsheet.reports._text import tables_text
from fairsheet.reports.contents import Picture, ReportSheet, ReportTable, frames_on
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.page_geometry import frame_of
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import kind_of
from fairsheet.wording.missing_parts import lacks_points
from fairsheet.wording.table_words import of_owner

ReportKind = Literal["html", "pdf", "png", "txt"]
KINDS: tuple[ReportKind, ...] = get_args(ReportKind)


def render_report(kind: str, tables: Sequence[ReportTable], words: Catalogue) -> bytes:
    """Return the bytes of the report in one of `KINDS`."""
    foot = Message("Made by fairsheet {version}.", version=version("fairsheet"))
    if kind == "txt":
        return tables_text(tables, foot, words).encode()
    if kind == "html":
        from fairsheet.reports.html import tables_page

        return tables_page(tables, foot, words).encode()
    from fairsheet.reports.pdf import tables_pdf, tables_png

    return (tables_pdf if kind == "pdf" else tables_png)(tables, foot, words)


def evening_table(
    judged: JudgedTable,
    catalog: Catalog,
    words: Catalogue,
    overlays: Mapping[str, bytes] = {},
    folder: Path | None = None,
) -> ReportTable:
    """Return a table for the report; its notes explain why a part is missing.

    `overlays` are JPEG pictures of photos by name. Overlays of records are in the `folder`. Other sheets are drawn.
    """
    table, records, score = judged.table, judged.table.records, judged.score
    sheet = layout_of(records[0], catalog)
    notes: list[str] = []
    if judged.has_two_sheets:  # the notes of the table name the files
        notes = [as_sentence(line) for line in (two_sheets_line(table), *table.notes)]
    if judged.proof is None:
        notes.append(
            Message(
                "This sheet has no rules and no checks, so nothing is verified; its score lines give the points."
            )
        )
    if judged.error is not None and not lacks_points(sheet, records):  # a notice names the missing sheet
        in_template = locate_error(judged.error)
        why = judged.error.problem if in_template is judged.error else str(in_template)
        notes.append(Message("The points cannot be added up: {why}.", why=why))
    doubts = [each.doubts or () for each in table.places]
    effects = doubt_effects(sheet, records, doubts, score, catalog) if score else [{} for _ in records]
    shown = []
    for each, could_change in zip(table.places, effects, strict=True):
        found = judged.proof.of_sheet(each.record.sheet, each.record.seat) if judged.proof else None
        pictures = tuple(_pictures(each, found, overlays, folder, catalog, words, notes))
        changes = joined(" ", map(as_sentence, change_lines(each.changes, layout_of(each.record, catalog))))
        shown.append(ReportSheet(each.record, pictures, each.doubts, could_change, changes))
    verdict = None if judged.has_two_sheets else judged.proof
    return ReportTable(sheet, tuple(shown), verdict, score, tuple(notes), catalog, judged.name)


def _pictures(
    each: SeatSheet,
    found: SheetVerdict | None,
    overlays: Mapping[str, bytes],
    folder: Path | None,
    catalog: Catalog,
    words: Catalogue,
    notes: list[str],
) -> Iterator[Picture]:
    """Yield the photos with the marks as read; for a record, also a drawing of its marks."""
    from fairsheet.pipeline.reading.picture_files import data_url, embedded_photo, record_pngs

    read = dict.fromkeys(seen.name for seen in each.seen if seen.name in overlays)
    for photo in read:
        yield Picture(
            embedded_photo(io.BytesIO(overlays[photo])), Message("The photo with the marks as read")
        )
    if read:
        return
    if folder is not None:
        for drawn in (folder / Path(name).name for name in each.drawn):
            try:
                if kind_of(drawn) == "file":
                    yield Picture(embedded_photo(drawn), Message("The photo with the marks as read"))
            except FairsheetError as error:
                note = Message("The photo {whose} cannot be shown: {why}.")
                notes.append(note.filled(whose=of_owner(each.record), why=error.as_message()))
    sheet = layout_of(each.record, catalog, words.language)
    for page, png in enumerate(record_pngs(sheet, each.record, each.doubts or ()), 1):
        frames, caption = frames_on(sheet, page, found), Message("The marks of the record, drawn")
        if frames:
            caption = Message("The marks of the record, drawn, with the marks of the reasons in red")
        yield Picture(data_url(png, "png"), caption, frames=frames, area=frame_of(sheet))
