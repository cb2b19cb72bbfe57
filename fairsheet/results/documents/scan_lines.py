"""Describe the sheets that `scan` read: which are missing, empty, or read more than once."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from fairsheet.engine.recorded.blank_pages import has_total, pages_to_fill
from fairsheet.languages.messages import Message, joined, listed
from fairsheet.pipeline.base.doubt_files import about_marks
from fairsheet.pipeline.store.scanned_records import sheets_of
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import PhotoReading
from fairsheet.wording.table_words import format_table, of_owner, owner_name


def several_sheets_lines(photos: Sequence[PhotoReading]) -> list[str]:
    """Return lines about sheets with ink that are of one seat but are not one sheet; each is read separately."""
    by_label: dict[Label, list[str]] = {}
    for _, photo, sheet in sheets_of(photos):
        if sheet.marks or about_marks(sheet.doubts):
            label = structs.replace(sheet.label, page=1, player="")
            by_label.setdefault(label, []).append(photo.file)
    return [
        Message("{why}: give only one of them to verify and score", why=_format_shown_twice(files, label))
        for label, files in by_label.items()
        if len(files) > 1
    ]


def _format_shown_twice(files: Sequence[str], label: Label) -> str:
    """Return why the sheets of one seat on these photos are not a single sheet."""
    different = list(dict.fromkeys(files))
    if len(different) == 1:
        words = Message("{file} shows {n} sheets {whose}, and each is read separately")
        return words.filled(file=different[0], n=len(files), whose=of_owner(label))
    words = Message("{files} show sheets {whose} with different marks, so each is read separately")
    return words.filled(files=listed(different), whose=of_owner(label))


def joined_photos_lines(photos: Sequence[PhotoReading]) -> list[str]:
    """Return lines about sheets that are read from more photos than they have pages."""
    return [
        Message(
            "{files} show one sheet, {whose}: it is read from all of them",
            files=listed(sheet.photos),
            whose=of_owner(sheet.label),
        )
        for _, _, sheet in sheets_of(photos)
        if len(sheet.photos) > len(sheet.pages)
    ]


def former_layout_lines(photos: Sequence[PhotoReading], catalog: Catalog) -> list[str]:
    """Return lines about sheets that were printed before their template changed, with the consequences."""
    lines: list[str] = []
    for _, photo, read in sheets_of(photos):
        today = catalog.sheet(read.label.sheet, None, read.label.solo)
        if read.label.layout != today.fingerprint:
            judged = Message("scored and judged by today's template")
            if not today.fits_layout_of(read.sheet):
                judged = Message(
                    "scored and judged by its own template, because it lacks fields of today's sheet"
                )
            words = Message("{files}: printed and read with an earlier layout of {sheet}, {layout}; {judged}")
            at = {"sheet": read.label.sheet, "layout": read.label.layout}
            lines.append(words.filled(files=listed(read.photos or [photo.file]), **at, judged=judged))
        elif any(line.changed for line in read.sheet.scores):
            words = Message(
                "{files}: printed before score lines of {sheet} changed; scored by today's score lines"
            )
            lines.append(words.filled(files=listed(read.photos or [photo.file]), sheet=read.label.sheet))
    return lines


def overruled_option_lines(
    reading: PhotoReading, known: Label | None, catalog: Catalog = BUNDLED, *, alone: bool = False
) -> list[str]:
    """Return a line for each sheet whose label names another table than the options in `known`: the label counts.

    Seats are ignored, because the options of an unreadable photo may be used with photos of other seats. They are
    compared only for the single sheet of a photo that is scanned `alone`.
    """
    if known is None:
        return []
    seats = alone and len(reading.sheets) == 1
    given = _format_label(catalog.sheet(known.sheet, known.layout, known.solo), known, seats)
    labels = [_format_label(each.sheet, each.label, seats) for each in reading.sheets]
    return [
        Message(
            "{file}: the label says {label}, the options say {given}; the label counts",
            file=reading.file,
            label=label,
            given=given,
        )
        for label in labels
        if label != given
    ]


def _format_label(sheet: Sheet, label: Label, seat: bool) -> str:
    words = format_table(sheet, label, label.table)
    return joined(", ", (words, owner_name(label.seat, label.sheet))) if seat else words


def blank_sheet_lines(readings: Sequence[PhotoReading]) -> list[str]:
    """Return lines about sheets without ink, except sheets of recorded games on which nobody has to write.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> from fairsheet.vision.readings.reading import SheetReading
    >>> sheet = load_sheet("launch")
    >>> blank = SheetReading(sheet, Label("launch", sheet.fingerprint, "otter", 1, 1), None, {})
    >>> print(*blank_sheet_lines([PhotoReading("1.jpg", (blank,))]))
    1.jpg: the sheet of player 1 is not filled in: no ink was found on it
    """
    return [
        Message(
            "{files}: the sheet {whose} is not filled in: no ink was found on it",
            files=listed(sheet.photos or [photo.file]),
            whose=of_owner(sheet.label),
        )
        for _, photo, sheet in sheets_of(readings)
        if not sheet.marks
        and not about_marks(sheet.doubts)
        and (not sheet.sheet.has_companions or has_total(sheet.sheet))
    ]


def missing_page_lines(readings: Sequence[PhotoReading]) -> list[str]:
    """Return lines about missing pages: panels or sheets of solo games, and pages of recorded games that must be filled
    in.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> from fairsheet.sheets.library.solo_sheets import solo_sheet
    >>> from fairsheet.vision.readings.reading import SheetReading
    >>> sheet = solo_sheet(load_sheet("journey"), 4)
    >>> label = Label("journey", sheet.fingerprint, "otter", 1, 1, solo=4)
    >>> reading = PhotoReading("1.jpg", (SheetReading(sheet, label, None, {}),))
    >>> print(*missing_page_lines([reading]))
    1.jpg: the panel of ASTRA, level 4, is missing: its marks are unknown
    """
    lacking = [
        (photo.file, sheet)
        for _, photo, sheet in sheets_of(readings)
        if sheet.label.solo is not None and sheet.sheet.level_adds_panel and not sheet.is_whole
    ]
    lines: list[str] = [
        Message(
            "{file}: page {page} of {sheet} {whose} is missing: its marks are unknown",
            file=photo.file,
            page=page,
            sheet=sheet.label.sheet,
            whose=of_owner(sheet.label),
        )
        for _, photo, sheet in sheets_of(readings)
        if sheet.sheet.has_companions
        for page in pages_to_fill(sheet.sheet)
        if page not in sheet.pages
    ]
    for file, sheet in lacking:
        panel = sheet.label.page == sheet.sheet.pages
        words = Message("{file}: the panel of ASTRA, level {level}, is missing: its marks are unknown")
        if panel:
            words = Message(
                "{file}: the sheet of the player, level {level}, is missing: its marks are unknown"
            )
        words = words.filled(file=file, level=sheet.label.solo or 0)
        others = [
            Message("{file} is of level {level}", file=other_file, level=other.label.solo or 0)
            for other_file, other in lacking
            if other.label.solo != sheet.label.solo
            and _game_of(other.label) == _game_of(sheet.label)
            and other.label.page != sheet.label.page
        ]
        lines.append(joined("; ", (words, *others)))
    return lines


def _game_of(label: Label) -> Label:
    """Return the label without everything that depends on level and page."""
    return structs.replace(label, layout="", solo=None, page=1, ink_saving=False)
