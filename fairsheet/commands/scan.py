"""`fairsheet scan`: read photos and scans into records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypedDict, Unpack

import click

from fairsheet.engine.records.record import NO_SEAT, Table
from fairsheet.languages.messages import Message, either
from fairsheet.options.options import (
    INPUT,
    OUTPUT,
    TypedTable,
    catalog_of,
    check_cards,
    check_players,
    check_seat,
    check_seed,
    choice_option,
    ids_option,
    missions_option,
    out_option,
    physical_cards_option,
    players_for,
    result_options,
    sheet_option,
    solo_option,
    table_option,
)
from fairsheet.options.read_options import read_options
from fairsheet.options.recorded_evenings import check_no_options, check_no_physical_cards, recorded_table
from fairsheet.options.rosters import roster_option
from fairsheet.pipeline.answers.corrections import somebody
from fairsheet.pipeline.base.doubt_files import asked, doubts_path
from fairsheet.pipeline.reading.photos import left_out, reread, scan_file
from fairsheet.pipeline.store.scanned_records import FileNames, RecordFiles, sheets_of
from fairsheet.process.console import (
    complain_about,
    print_json,
    print_table,
    progress,
    say,
    show,
    show_folded,
)
from fairsheet.process.exits import ExitCode
from fairsheet.process.inputs import (
    OVERLAY,
    InputFile,
    passed_over_lines,
    photo_files,
    photo_source,
    shows_another_photo,
)
from fairsheet.process.output_files import make_folder, will_write, write_file
from fairsheet.process.spoken import command_language, translate_for_document
from fairsheet.results.documents.doubt_lines import doubt_lines
from fairsheet.results.documents.reading_json import reading_of
from fairsheet.results.documents.scan_lines import (
    blank_sheet_lines,
    former_layout_lines,
    joined_photos_lines,
    missing_page_lines,
    overruled_option_lines,
    several_sheets_lines,
)
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.solo_sheets import at_level
from fairsheet.sheets.library.templates import has_cards, is_custom
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path
from fairsheet.sheets.support.lookalikes import disguise_lines
from fairsheet.vision.joining.pages import PageJoiner
from fairsheet.vision.label.ocr import describe_missing_languages
from fairsheet.vision.readings.player_names import KnownPlayers
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.vision.readings.reading import PhotoReading
from fairsheet.vision.scan import ReaderSetup
from fairsheet.wording.formatting import askable_doubts, format_cards, how_to_answer
from fairsheet.wording.labels import labels_of, table_with_cards
from fairsheet.wording.table_words import to_json_values


class LabelOptions(TypedDict):
    """The options that replace a label that cannot be read."""

    seed: str | None
    players: int | None
    seat: int | None
    solo: int | None
    page: int
    table: str | None
    options: tuple[str, ...]
    physical_cards: bool
    missions: str | None


@click.command("scan")
@click.argument("photos", nargs=-1, required=True, type=INPUT)
@out_option("Write the records to this folder, one file per sheet, named after the photo.")
@click.option("--overlay", type=OUTPUT, help="Draw pictures of the marks as read into this folder.")
@click.option(
    "--ask",
    is_flag=True,
    help="Ask about doubts that could change the result, and write your answers; needs a terminal.",
)
@click.option(
    "--ask-all", is_flag=True, help="Ask about every doubt, and write your answers; needs a terminal."
)
@read_options(names=True)
@roster_option
@sheet_option("Read a custom sheet with this template, or a sheet of this name if its label cannot be read.")
@click.option("--seed", callback=check_seed, help="Use this seed if the label cannot be read.")
@click.option(
    "--players",
    type=int,
    callback=check_players,
    help="Use this number of players if the label cannot be read.",
)
@click.option("--seat", type=int, help="Use this seat, from 1, if the label cannot be read.")
@solo_option
@choice_option
@click.option(
    "--page",
    type=int,
    default=1,
    show_default=True,
    help="Use this page of the sheet if the label cannot be read.",
)
@table_option
@physical_cards_option
@missions_option
@ids_option
@result_options
def command(
    photos: tuple[Path, ...],
    out: Path | None,
    overlay: Path | None,
    ask: bool,
    ask_all: bool,
    choices: ReadChoices,
    roster: tuple[str, ...],
    sheet: Sheet | None,
    as_json: bool,
    **label: Unpack[LabelOptions],
) -> ExitCode:
    """Read PHOTOS of sheets into records: photos, PDF scans, folders of them, or - for standard input.

    A photo may show several sheets, turned any way. The command lists the doubts. With --overlay, they have the numbers
    of the pictures. With --ask, you answer them at once. The command reports each photo that cannot be read, and reads
    the others.

    If a label cannot be read, give --sheet, --seed (or --physical-cards), --players and --seat.

    \b
        fairsheet scan photos -o records --overlay overlays --ask
        fairsheet scan torn.jpg --sheet launch --seed coral-otter-42 --players 3 --seat 2 -o records
        fairsheet scan torn.jpg --sheet launch --physical-cards --missions A1,B2,C2 --players 3 --seat 2 -o records
        fairsheet scan torn.jpg --sheet ares-coop --players 2 --option mode=coop -o records
        fairsheet scan garden.jpg --sheet garden.sheet -o records
    """
    known, ask = _parse_label(sheet, label), ask or ask_all
    if ask and out is None:
        hint = "give -o with a folder for the records"
        problem = "there is nowhere to write the answers"
        raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where="--ask", hint=hint)
    if ask:
        from fairsheet.asking.asking_terminal import check_terminal  # spares other scans its import

        check_terminal("--ask")
    catalog = catalog_of(sheet)
    files, passed_over = photo_files(photos)
    announce_outputs([file.path for file in files], out, overlay)
    for passed in passed_over_lines(passed_over):
        say(passed)
    players = KnownPlayers.named(roster, are_all=bool(roster))
    reader = _Reader(ReaderSetup(catalog, known, choices, players), out, overlay)
    with progress(Message("reading"), len(files)) as advance:
        for file in files:
            reader.read(file, advance)
    joined = reader.joined()
    records = reader.records
    earlier = [] if records is None else records.put_earlier_aside(joined)
    by_hand = any(sheet.is_named_by_hand for reading in joined for sheet in reading.sheets)
    if by_hand and (line := describe_missing_languages()) is not None:
        say(line)
    for line in (
        *joined_photos_lines(joined),
        *several_sheets_lines(joined),
        *earlier,
        *reader.overruled_option_lines(),
    ):
        say(line)
    if ask and records is not None:
        from fairsheet.asking.record_answers import ask_about_records

        ask_about_records(list(records.paths.values()), somebody(), catalog, all_=ask_all)
    if records is not None and (ask or records.has_corrections):
        joined = shown = records.with_file_marks(joined, catalog)
    else:
        shown = reader.by_page()
    if as_json:
        print_json(to_json_values(reading_of(joined), translate_for_document))
    else:
        paths = {} if records is None else records.paths
        _show(shown, joined, paths, has_overlays=overlay is not None)
    seeds = [sheet.label.seed for reading in joined for sheet in reading.sheets]
    for line in (
        *former_layout_lines(joined, catalog),
        *left_out(joined),
        *blank_sheet_lines(joined),
        *missing_page_lines(joined),
        *disguise_lines(seeds),
    ):
        say(line)
    for reading in joined:
        if reading.errors:
            complain_about(*reading.errors)
    return exit_code(joined)


class _Reader:
    """Read files one by one and write each record and overlay at once, if a folder for them is given."""

    def __init__(self, options: ReaderSetup, out: Path | None, overlay: Path | None) -> None:
        for folder in filter(None, (out, overlay)):
            make_folder(folder)
        self.records = None if out is None else RecordFiles(out, say)
        self._options, self._overlay = options, overlay
        self._overlay_names = FileNames()
        # overlay names by photo, even if none are drawn now: a later scan may draw them
        self._overlays: dict[str, str] = {}
        self._readings: list[PhotoReading] = []  # page by page
        self._pages = PageJoiner(reread)

    def read(self, file: InputFile, advance: Callable[..., None]) -> None:
        """Read the pictures of a file; call `advance` after each, and with the number of pictures beyond the first."""
        for scanned in scan_file(
            photo_source(file),
            self._options,
            overlay=None if self._overlay is None else command_language(),
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
        """Return all photos with the pages of each sheet joined, also from earlier scans, and write what is left."""
        joined: Sequence[PhotoReading] = self._pages.photos
        if self.records is not None:
            joined = self.records.with_earlier_pages(joined, self._overlays)
            # also sheets with missing pages or missing earlier photos
            self.records.write(sheets_of(joined), self._overlays, final=True)
        return joined

    def by_page(self) -> list[PhotoReading]:
        """Return all photos page by page, after they were joined."""
        return self._pages.by_page()

    def overruled_option_lines(self) -> list[str]:
        """Return a warning for each sheet whose label contradicts the options."""
        alone = len(self._readings) == 1
        return [
            line
            for reading in self._readings
            for line in overruled_option_lines(
                reading, self._options.known, self._options.catalog, alone=alone
            )
        ]


def overlay_name(names: FileNames, photo: str, folder: Path | None, drawn: bytes | None) -> str:
    """Return a file name for a photo's overlay that no overlay of another photo has."""
    free = (
        name
        for name in names.free(photo)
        if folder is None or drawn is None or not shows_another_photo(folder / f"{name}{OVERLAY}", drawn)
    )
    name = next(free)
    names.take(name)
    return f"{name}{OVERLAY}"


def announce_outputs(photos: Sequence[Path], out: Path | None, overlay: Path | None) -> None:
    """Announce the files to be written for photos of one sheet each. Raises FairsheetError if one is a photo itself.

    Files with several pages and photos of several sheets give more files, whose number is not known yet.
    """
    names = FileNames()
    for name in [names.next(format_path(photo)) for photo in photos]:
        if out is not None:
            will_write(out / f"{name}.json")
            will_write(doubts_path(out / f"{name}.json"))
        if overlay is not None:
            will_write(overlay / f"{name}{OVERLAY}")


def exit_code(readings: Sequence[PhotoReading]) -> ExitCode:
    """Return 2 if a photo could not be read, 3 if a doubt matters or a needed page is missing, otherwise 0."""
    if any(reading.error is not None for reading in readings):
        return ExitCode.FAILED
    doubtful = missing_page_lines(readings) or not all(
        sheet.settled for reading in readings for sheet in reading.sheets
    )
    return ExitCode.NEEDS_REVIEW if doubtful else ExitCode.DONE


def _parse_label(sheet: Sheet | None, typed: LabelOptions) -> Label | None:
    """Return the label given by options, or None if none were given. Raises FairsheetError if it is incomplete."""
    seed, players, seat, solo = typed["seed"], typed["players"], typed["seat"], typed["solo"]
    page, table, physical_cards = typed["page"], typed["table"], typed["physical_cards"]
    check_cards(seed, physical_cards, typed["missions"])
    cards = seed is not None or physical_cards
    given = cards or any(each is not None for each in (players, seat, solo, table)) or typed["options"]
    if not given and (sheet is None or is_custom(sheet)):
        return None
    if sheet is not None and sheet.has_companions:
        check_no_physical_cards(physical_cards)
        game = recorded_table(sheet, TypedTable(seed, players, solo, typed["options"], table))
        return _make_label(sheet, game, seat, page)
    check_no_options(typed["options"])
    if sheet is not None and solo is not None:
        players, sheet = players_for(sheet, players, solo), at_level(sheet, solo)
    if sheet is not None and players is not None:
        players_for(sheet, players, solo)
    seat = 1 if seat is None and players == 1 else seat
    if sheet is None or (has_cards(sheet) and not cards) or players is None or seat is None:
        raise FairsheetError(
            Message("these options are needed together"),
            code=ErrorCode.MISSING_OPTION,
            where="--sheet --seed --players --seat",
            hint=Message(
                "give all four or none; for physical cards, give --physical-cards instead of --seed"
            ),
        )
    game = table_with_cards(sheet, seed, players, typed["missions"], table, solo)
    return _make_label(sheet, game, seat, page)


def _make_label(sheet: Sheet, game: Table, seat: int | None, page: int) -> Label:
    """Return the label of a page of a table's sheet. Raises FairsheetError if there is no such seat or page."""
    if sheet.is_of_table:
        if seat is not None:
            problem = "all players of the table share this sheet"
            hint = "leave it out"
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="--seat", hint=hint)
        seat = NO_SEAT
    else:
        last = sheet.seats(game.players)[-1]
        if seat is None and last > 1:
            problem = Message("the seat is missing")
            hint = Message("give 1 to {last}", last=last)
            raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where="--seat", hint=hint)
        seat = seat or 1
        check_seat(seat, last)
    pages = sheet.pages_of(seat)
    if page not in pages:
        hint = f"give {either(list(map(str, pages)))}"
        raise FairsheetError(f"there is no page {page}", code=ErrorCode.BAD_OPTION, where="--page", hint=hint)
    return labels_of(sheet, game, [seat])[page - 1]


def _show(
    readings: Sequence[PhotoReading],
    joined: Sequence[PhotoReading],
    written: Mapping[tuple[int, int], Path],
    *,
    has_overlays: bool,
) -> None:
    """Print the marks as read, page by page, and the doubts with their numbers on the overlays, if there are any."""
    rows = [
        (
            reading.file,
            sheet.label.sheet,
            sheet.label.seed or format_cards(sheet.sheet, None),
            Message("table") if sheet.label.seat == NO_SEAT else sheet.label.seat,
            len(sheet.marks),
            len(asked(sheet.doubts)),
        )
        for reading in readings
        for sheet in reading.sheets
    ]
    if rows:
        heads = Message("photo"), Message("sheet"), Message("seed"), Message("seat#"), Message("marks#")
        print_table((*heads, Message("questions#")), rows)
    doubtful = [reading for reading in readings if not all(sheet.settled for sheet in reading.sheets)]
    for reading in doubtful:
        for line in doubt_lines(reading, is_numbered=has_overlays):
            show_folded(line, hang=6)
    if any(askable_doubts(asked(sheet.doubts)) for reading in doubtful for sheet in reading.sheets):
        show(_how_to_answer(joined, written))


def _how_to_answer(joined: Sequence[PhotoReading], written: Mapping[tuple[int, int], Path]) -> str:
    sheets = sheets_of(joined)
    return how_to_answer(
        str(written[place].parent) for place, _, sheet in sheets if not sheet.settled and place in written
    )
