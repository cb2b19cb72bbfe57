"""`fairsheet scan`: photos and scans to records."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from msgspec import structs

from fairsheet.doubts.corrections import somebody
from fairsheet.doubts.doubt_files import doubts_path
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.recorded.blank_pages import has_total, pages_to_fill
from fairsheet.engine.records.record import NO_SEAT, Table, table_of
from fairsheet.options.labels import labels_of, physical_cards_table
from fairsheet.options.options import (
    INPUT,
    OUTPUT,
    catalog_of,
    check_cards,
    check_players,
    check_seat,
    check_seed,
    choice_option,
    json_option,
    out_option,
    physical_cards_options,
    players_for,
    sheet_option,
    solo_option,
    table_option,
)
from fairsheet.options.recorded_evenings import check_no_options, check_no_physical_cards, recorded_table
from fairsheet.process.console import complain, print_json, print_table, progress, say, show, show_folded
from fairsheet.process.exits import ExitCode
from fairsheet.process.inputs import (
    OVERLAY,
    InputFile,
    photo_files,
    photo_source,
    say_passed_over,
    shows_another_photo,
)
from fairsheet.process.output_files import make_folder, will_write, write_file
from fairsheet.review.asking_terminal import check_terminal
from fairsheet.review.reviewing import ask_about_records
from fairsheet.scanning.doubt_lines import doubt_lines
from fairsheet.scanning.photos import reread, scan_file
from fairsheet.scanning.reading_json import reading_of
from fairsheet.scanning.record_files import FileNames, RecordFiles, sheets_of
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import has_cards, is_custom
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path
from fairsheet.sheets.support.phrases import either, listed
from fairsheet.tables.context import confirmed_by_table
from fairsheet.vision.joining.pages import PageJoiner
from fairsheet.vision.label.ocr import ocr_available
from fairsheet.vision.readings.reading import PhotoReading
from fairsheet.vision.scan import ReadOptions
from fairsheet.wording.formatting import format_cards
from fairsheet.wording.table_words import format_table, of_seat, with_no_seat


@click.command("scan")
@click.argument("photos", nargs=-1, required=True, type=INPUT)
@out_option("A folder for the records, one file per sheet, named after the photo.", required=False)
@click.option("--overlay", type=OUTPUT, help="A folder for pictures of what was read.")
@click.option("--ask", is_flag=True, help="Ask about every doubt and write what you answer; in a terminal.")
@click.option("--names/--no-names", default=None, help="Whether to read players' names; needs Tesseract.")
@sheet_option("The template of a custom sheet; else, where the label cannot be read, the sheet ...")
@click.option("--seed", callback=check_seed, help="... its seed, or --physical-cards ...")
@click.option("--players", type=int, callback=check_players, help="... how many play ...")
@click.option("--seat", type=int, help="... and the seat.")
@solo_option
@choice_option
@click.option("--page", type=int, default=1, help="Of a sheet of several pages, the page.  [default: 1]")
@table_option
@physical_cards_options
@json_option
def command(
    photos: tuple[Path, ...],
    out: Path | None,
    overlay: Path | None,
    ask: bool,
    names: bool | None,
    sheet: Sheet | None,
    seed: str | None,
    players: int | None,
    seat: int | None,
    solo: int | None,
    options: tuple[str, ...],
    page: int,
    table: str | None,
    physical_cards: bool,
    missions: str | None,
    as_json: bool,
) -> ExitCode:
    """Read PHOTOS or PDF scans of sheets, or folders of them, or -, into records.

    A photo may show several sheets, lying any way up. What is doubtful is listed for you to look at, with the number
    that it has on the overlay, and the exit code is then 3; --ask lets you answer at once. A photo that cannot be read
    is reported and the others go on; the exit code is then 2.

    \b
        fairsheet scan photos -o records --overlay overlays --ask
        fairsheet scan torn.jpg --sheet launch --seed coral-otter-42 --players 3 --seat 2 -o records
        fairsheet scan torn.jpg --sheet launch --physical-cards --missions A1,B2,C2 --players 3 --seat 2 -o records
        fairsheet scan torn.jpg --sheet ares-coop --players 2 --option mode=coop -o records
        fairsheet scan garden.jpg --sheet garden.sheet -o records
    """
    check_cards(seed, physical_cards, missions)
    typed = _LabelTyped(sheet, seed, players, seat, solo, page, table, options, physical_cards, missions)
    known = typed.label()
    if ask and out is None:
        hint = "give -o with a folder for the records"
        raise FairsheetError("there is nowhere to write the answers", where="--ask", hint=hint)
    if ask:
        check_terminal("--ask")
    catalog = catalog_of(sheet)
    files, passed_over = photo_files(photos)
    announce([file.path for file in files], out, overlay)
    say_passed_over(passed_over)
    reader = _Reader(ReadOptions(catalog, known, ocr_available() if names is None else names), out, overlay)
    with progress("reading", len(files)) as advance:
        for file in files:
            reader.read(file, advance)
    joined = reader.joined()
    records = reader.records
    earlier = [] if records is None else records.put_earlier_aside(joined)
    for line in (*together(joined), *twice(joined), *earlier, *reader.overruled()):
        say(line)
    if ask and records is not None:
        ask_about_records(list(records.paths.values()), by=somebody(), catalog=catalog)
    if records is not None and (ask or records.has_corrections):
        joined = shown = records.as_they_are(joined, catalog)
    else:
        shown = reader.by_page()
    if as_json:
        print_json(with_no_seat(reading_of(joined)))
    else:
        _show(shown, joined, {} if records is None else records.paths)
    for line in (*not_filled_in(joined), *incomplete(joined)):
        say(line)
    for reading in joined:
        if reading.error is not None:
            complain(f"fairsheet: {reading.error}")
    return exit_code(joined)


class _Reader:
    """Reads file after file, and writes records and overlays as soon as they are known, where folders for them are
    given."""

    def __init__(self, options: ReadOptions, out: Path | None, overlay: Path | None) -> None:
        for folder in filter(None, (out, overlay)):
            make_folder(folder)
        self.records = None if out is None else RecordFiles(out)
        self._options, self._overlay = options, overlay
        self._overlay_names = FileNames()
        # the names of overlays by photo, also where none are drawn: a later scan may draw them
        self._overlays: dict[str, str] = {}
        self._readings: list[PhotoReading] = []  # page by page
        self._pages = PageJoiner(reread)

    def read(self, file: InputFile, advance: Callable[..., None]) -> None:
        """Read the pictures of a file; `advance` is called after each, and told of those beyond the first."""
        for scanned in scan_file(
            photo_source(file),
            self._options,
            overlay=self._overlay is not None,
            counted=lambda count: advance(more=count - 1) if count > 1 else None,
        ):
            reading = scanned.reading
            self._readings.append(reading)
            whole = self._pages.add(reading)
            if reading.sheets:
                self._keep_overlay(reading.file, scanned.overlay)
            if self.records is not None:
                self.records.write(whole, self._overlays)
            advance()

    def _keep_overlay(self, photo: str, drawn: bytes | None) -> None:
        name = overlay_name(self._overlay_names, photo, self._overlay, drawn)
        self._overlays[photo] = name
        if self._overlay is not None and drawn is not None:
            write_file(self._overlay / name, drawn)

    def joined(self) -> Sequence[PhotoReading]:
        """All photos, with the pages of a sheet joined, those of earlier scans too; what is not written yet is."""
        joined: Sequence[PhotoReading] = confirmed_by_table(self._pages.photos)
        self._pages.replace(joined)
        if self.records is not None:
            joined = self.records.with_earlier_pages(joined, self._overlays)
            # also those whose other pages, or earlier photos, are missing
            self.records.write(sheets_of(joined), self._overlays, final=True)
        return joined

    def by_page(self) -> list[PhotoReading]:
        """All photos, page by page, after they were joined."""
        return self._pages.by_page()

    def overruled(self) -> list[str]:
        """Says of which sheets the label contradicts the one that is known."""
        alone = len(self._readings) == 1
        return [
            line
            for reading in self._readings
            for line in overruled(reading, self._options.known, self._options.catalog, alone=alone)
        ]


def overlay_name(names: FileNames, photo: str, folder: Path | None, drawn: bytes | None) -> str:
    """The name of a photo's overlay; it takes the place of no other photo's, whose names may be the same."""
    free = (
        name
        for name in names.free(photo)
        if folder is None or drawn is None or not shows_another_photo(folder / f"{name}{OVERLAY}", drawn)
    )
    name = next(free)
    names.take(name)
    return f"{name}{OVERLAY}"


def announce(photos: Sequence[Path], out: Path | None, overlay: Path | None) -> None:
    """Announce the files that photos of one sheet each will give. Raises FairsheetError where one is a photo itself.

    Files of several pages and photos of several sheets give more, whose numbers are not known yet.
    """
    names = FileNames()
    for name in [names.next(format_path(photo)) for photo in photos]:
        if out is not None:
            will_write(out / f"{name}.json")
            will_write(doubts_path(out / f"{name}.json"))
        if overlay is not None:
            will_write(overlay / f"{name}{OVERLAY}")


def twice(photos: Sequence[PhotoReading]) -> list[str]:
    """Says which sheets have the same label but cannot be one sheet: each is a reading of its own."""
    by_label: dict[Label, list[str]] = {}
    for _, photo, sheet in sheets_of(photos):
        by_label.setdefault(structs.replace(sheet.label, page=1), []).append(photo.file)
    return [
        f"{_shown_twice(files, of_seat(label.seat))}: give verify and score one of them"
        for label, files in by_label.items()
        if len(files) > 1
    ]


def _shown_twice(files: Sequence[str], of: str) -> str:
    """Why sheets on these photos, which are all `of` a seat, are no single one."""
    different = list(dict.fromkeys(files))
    if len(different) == 1:
        return f"{different[0]} shows {len(files)} sheets {of}, and each is read for itself"
    same = of.replace("seat", "the same seat")
    return f"{listed(different)} are {same}, and each is read for itself, for they show different marks"


def together(photos: Sequence[PhotoReading]) -> list[str]:
    """Says which sheets are read from more photos than they have pages."""
    return [
        f"{listed(sheet.photos)} show one sheet, {of_seat(sheet.label.seat)}: it is read from all of them"
        for _, _, sheet in sheets_of(photos)
        if len(sheet.photos) > len(sheet.pages)
    ]


def overruled(
    reading: PhotoReading, known: Label | None, catalog: Catalog = BUNDLED, *, alone: bool = False
) -> list[str]:
    """Says of each sheet whose label names another table than `known` that the label counts.

    Seats are left aside, for a photo whose label cannot be read is scanned beside those of other seats; they are
    compared where the one sheet of a photo that is scanned `alone` is all that the options can be about.
    """
    if known is None:
        return []
    seats = alone and len(reading.sheets) == 1
    given = _format_label(catalog.sheet(known.sheet, known.layout, known.solo), known, seats)
    labels = [_format_label(each.sheet, each.label, seats) for each in reading.sheets]
    return [
        f"{reading.file}: the label says {label}, the options say {given}; the label counts"
        for label in labels
        if label != given
    ]


def _format_label(sheet: Sheet, label: Label, seat: bool) -> str:
    words = format_table(sheet, label, label.table)
    return f"{words}, {of_seat(label.seat).removeprefix('of ')}" if seat else words


def exit_code(readings: Sequence[PhotoReading]) -> ExitCode:
    """2 where a photo could not be read, 3 where anything is doubtful or a page is missing that counts."""
    if any(reading.error is not None for reading in readings):
        return ExitCode.FAILED
    doubtful = any(sheet.doubts for reading in readings for sheet in reading.sheets) or incomplete(readings)
    return ExitCode.NEEDS_REVIEW if doubtful else ExitCode.DONE


def not_filled_in(readings: Sequence[PhotoReading]) -> list[str]:
    """Says which sheets bear no ink, but for those of recorded games on which nobody has to write.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> from fairsheet.vision.readings.reading import SheetReading
    >>> sheet = load_sheet("launch")
    >>> blank = SheetReading(sheet, Label("launch", sheet.fingerprint, "otter", 1, 1), None, {})
    >>> print(*not_filled_in([PhotoReading("1.jpg", (blank,))]))
    1.jpg: the sheet of seat 1 is not filled in: no ink was found on it
    """
    return [
        f"{listed(sheet.photos or [photo.file])}: the sheet {of_seat(sheet.label.seat)} is not filled in: "
        "no ink was found on it"
        for _, photo, sheet in sheets_of(readings)
        if not sheet.marks and not sheet.doubts and (sheet.sheet.game is None or has_total(sheet.sheet))
    ]


def incomplete(readings: Sequence[PhotoReading]) -> list[str]:
    """Says which sheets of solo games lack their panel, which panels lack their sheet, and which sheets of recorded
    games a page on which everybody writes.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> from fairsheet.sheets.library.solo_sheets import solo_sheet
    >>> from fairsheet.vision.readings.reading import SheetReading
    >>> sheet = solo_sheet(load_sheet("journey"), 4)
    >>> label = Label("journey", sheet.fingerprint, "otter", 1, 1, solo=4)
    >>> reading = PhotoReading("1.jpg", (SheetReading(sheet, label, None, {}),))
    >>> print(*incomplete([reading]))
    1.jpg: the panel of ASTRA, level 4, is missing: what it says is not known
    """
    lacking = [
        (photo.file, sheet)
        for _, photo, sheet in sheets_of(readings)
        if sheet.label.solo is not None and sheet.sheet.game is None and not sheet.is_whole
    ]
    lines = [
        f"{photo.file}: page {page} of {sheet.label.sheet} {of_seat(sheet.label.seat)} is missing: "
        "what it says is not known"
        for _, photo, sheet in sheets_of(readings)
        if sheet.sheet.game is not None
        for page in pages_to_fill(sheet.sheet)
        if page not in sheet.pages
    ]
    for file, sheet in lacking:
        panel = sheet.label.page == sheet.sheet.pages
        what = "the sheet of the player" if panel else "the panel of ASTRA"
        words = f"{file}: {what}, level {sheet.label.solo}, is missing: what it says is not known"
        others = [
            f"{other_file} is of level {other.label.solo}"
            for other_file, other in lacking
            if other.label.solo != sheet.label.solo
            and _game_of(other.label) == _game_of(sheet.label)
            and other.label.page != sheet.label.page
        ]
        lines.append("; ".join([words, *others]))
    return lines


def _game_of(label: Label) -> Label:
    """The label without what the level and the page change."""
    return structs.replace(label, layout="", solo=None, page=1)


@dataclass(frozen=True)
class _LabelTyped:
    """What was typed in place of a label that may not be readable, with the template of a custom sheet."""

    sheet: Sheet | None
    seed: str | None
    players: int | None
    seat: int | None
    solo: int | None
    page: int
    table: str | None
    options: tuple[str, ...]
    physical_cards: bool
    missions: str | None

    def label(self) -> Label | None:
        """What the label would say, where all of it is told. Raises FairsheetError."""
        if self.sheet is not None and self.sheet.game is not None:
            check_no_physical_cards(self.physical_cards)
            game = recorded_table(
                self.sheet,
                seed=self.seed,
                players=self.players,
                solo=self.solo,
                options=self.options,
                name=self.table,
            )
            return _label_of(self.sheet, game, self.seat, self.page)
        check_no_options(self.options)
        return self._of_cards()

    def _of_cards(self) -> Label | None:
        """The same for a sheet that is no recorded game's; a game without cards needs no more than --players."""
        sheet, players = self.sheet, self.players
        if sheet is not None and self.solo is not None:
            players = players_for(sheet, players, self.solo)
            sheet = solo_sheet(sheet, self.solo)
        with_cards = sheet is None or has_cards(sheet)
        cards = self.seed is not None or self.physical_cards
        told = cards or players is not None or self.seat is not None or self.table is not None
        if not told and (sheet is None or is_custom(sheet)):
            return None
        if sheet is not None and players is not None:
            players_for(sheet, players, self.solo)
        seat = 1 if self.seat is None and players == 1 else self.seat
        if sheet is None or (with_cards and not cards) or players is None or seat is None:
            raise FairsheetError(
                "these go together",
                where="--sheet --seed --players --seat",
                hint="give all four or none; for a game with physical cards --physical-cards is in place of --seed",
            )
        if self.seed is None:
            game = physical_cards_table(sheet, players, self.missions, self.table, self.solo)
        else:
            game = table_of(deal(sheet, self.seed, players, self.solo), self.table)
        return _label_of(sheet, game, seat, self.page)


def _label_of(sheet: Sheet, game: Table, seat: int | None, page: int) -> Label:
    """The label of a page of a table's sheet. Raises FairsheetError where there is no such."""
    if sheet.is_of_table:
        if seat is not None:
            raise FairsheetError("this sheet is one for the table", where="--seat", hint="leave it out")
        seat = NO_SEAT
    else:
        last = sheet.seats(game.players)[-1]
        if seat is None and last > 1:
            raise FairsheetError(
                f"which of {last} seats is not said", where="--seat", hint=f"give 1 to {last}"
            )
        seat = seat or 1
        check_seat(seat, last)
    pages = sheet.pages_of(seat)
    if page not in pages:
        raise FairsheetError(
            f"there is no page {page}", where="--page", hint=f"give {either(list(map(str, pages)))}"
        )
    return labels_of(sheet, game, [seat])[page - 1]


def _show(
    readings: Sequence[PhotoReading], joined: Sequence[PhotoReading], written: Mapping[tuple[int, int], Path]
) -> None:
    """Show what was read, page by page, and the doubts with their numbers on the overlay."""
    rows = [
        (
            reading.file,
            sheet.label.sheet,
            format_cards(sheet.sheet, sheet.label.seed).removeprefix("seed "),
            "table" if sheet.label.seat == NO_SEAT else sheet.label.seat,
            len(sheet.marks),
            len(sheet.doubts),
        )
        for reading in readings
        for sheet in reading.sheets
    ]
    if rows:
        print_table(("photo", "sheet", "seed", "seat#", "marks#", "doubts#"), rows)
    doubtful = [reading for reading in readings if any(sheet.doubts for sheet in reading.sheets)]
    for reading in doubtful:
        for line in doubt_lines(reading):
            show_folded(line, hang=6)
    if doubtful:
        show(_how_to_answer(joined, written))


def _how_to_answer(joined: Sequence[PhotoReading], written: Mapping[tuple[int, int], Path]) -> str:
    sheets = sheets_of(joined)
    doubtful = [str(written[place]) for place, _, sheet in sheets if sheet.doubts and place in written]
    if not doubtful:
        return "To answer, scan with -o records, then: fairsheet review records"
    folders = " ".join(
        shlex.quote(folder) for folder in sorted({str(Path(path).parent) for path in doubtful})
    )
    return f"To answer: fairsheet review {folders}"
