"""The whole way of one game, from a seed to a report, with bots at the table and a simulated camera."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np

from fairsheet.engine.checks.verdict import Judgement, Verdict
from fairsheet.engine.records.record import Record, Table, layout_of, write_history, write_record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import Score
from fairsheet.engine.solver.budget import WORK_LIMIT, Budget
from fairsheet.languages.messages import Message, joined
from fairsheet.languages.terms import term
from fairsheet.pipeline.reading.photos import record_of, reread, scan_file
from fairsheet.pipeline.reading.picture_files import embedded_photo, page_arrays
from fairsheet.process.inputs import OVERLAY
from fairsheet.process.output_files import make_folder, write_file
from fairsheet.process.spoken import spoken
from fairsheet.report.contents import Picture, ReportSheet, ReportTable
from fairsheet.report.html import table_page
from fairsheet.results.documents.reading_json import reading_of
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import sheet_names
from fairsheet.sheets.library.translations import in_language
from fairsheet.sheets.model.marks import Mark, mark_name
from fairsheet.sheets.model.sheet import ENGLISH, Sheet
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.trial._demo_game import DEAL, DemoGame, Tell, file_stem, named, play_game, step
from fairsheet.trial.photographed import PAPER, PX_PER_MM, SLIPS, photographed_page
from fairsheet.vision.joining.pages import join_pages
from fairsheet.vision.readings.reading import SheetReading
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.traces import some_pen
from fairsheet.wording.formatting import in_words_of_sheet
from fairsheet.wording.labels import drawn_on, labels_of
from fairsheet.wording.table_words import astra_lines, owner_name, ranks, tie_lines

AS_READ_TIME = 10.0  # seconds at most for proving a sheet without its corrections
LEFT = (  # what an earlier demo left of a sheet; another may have other sheets, and may not keep them
    "{stem}.pdf",
    "played/{stem}.json",
    "photos/{stem}.jpg",
    "photos/{stem}-page-?.jpg",
    f"overlays/{{stem}}{OVERLAY}",
    f"overlays/{{stem}}-page-?{OVERLAY}",
    "records/{stem}.json",
    "records/{stem}.doubts",
)
LEFT_OF_PLAYERS = ("played/history-?.json", "histories/history-?.json")


@dataclass(frozen=True)
class ReadSeat:
    """A sheet as it was read, after somebody looked at what was doubtful."""

    reading: SheetReading
    record: Record
    corrected: tuple[str, ...]  # fields in doubt where the eye saw something else than the reader
    unnoticed: tuple[str, ...]  # fields that were misread without a doubt
    found_later: tuple[str, ...] = ()  # such fields, corrected when the proof had called the table illegal
    as_read: Judgement = "legal"  # what the proof says of the sheet without the corrections


def run_demo(sheet: Sheet, table: Table, folder: Path, tell: Tell) -> Verdict:
    """Leaves the files of one game in a folder and says what it does. Raises FairsheetError.

    Of a solo game the sheet has the panel of the opponent.
    """
    started = time.perf_counter()
    make_folder(folder)
    _refuse_other_folder(folder)
    _clear(folder)
    played = play_game(sheet, table, folder, tell)
    photos = _print_and_photograph(played, folder, tell)
    seats = _read(photos, played, folder, tell)
    seats, verdict = _verify(sheet, seats, played, folder, tell)
    seats = [proved_as_read(seat) for seat in seats]
    records = [seat.record for seat in seats]
    for record, photo in zip(records, photos, strict=True):
        write_file(folder / "records" / f"{photo[0].stem}.json", write_record(record))
    score = rank(sheet, records, folder, tell)
    sheets = [
        ReportSheet(
            seat.record,
            tuple(picture for photo in of_seat for picture in _report_pictures(folder, photo)),
            (),
            reading=format_reading(seat),
        )
        for seat, of_seat in zip(seats, photos, strict=True)
    ]
    seconds = time.perf_counter() - started
    note = Message(
        "Made by fairsheet demo in {seconds:.0f} seconds. The players are bots, the camera is simulated; "
        "the handwriting is real. Where the reader doubts, what the bots wrote stands for a look at the sheet.",
        seconds=seconds,
    )
    page = table_page(ReportTable(sheet, tuple(sheets), verdict, score), note, spoken())
    write_file(folder / "report.html", page.encode())
    words = Message("{file}, after {seconds:.0f} s")
    tell(step(Message("report"), words.filled(file=str(folder / "report.html"), seconds=seconds)))
    return verdict


def photograph_sheets(
    records: Sequence[Record], folder: Path, tell: Tell, catalog: Catalog = BUNDLED
) -> None:
    """Leaves a print of the sheets of a table that bots played, and photos of them, with names, in a folder."""
    filled = tuple((layout_of(each, catalog), named(each)) for each in records)
    language = spoken().language
    table = msgspec.structs.replace(records[0].game, lang=msgspec.UNSET if language == ENGLISH else language)
    _print_and_photograph(DemoGame(table, filled), folder, tell)


def _overlay(folder: Path, photo: Path) -> Path:
    return folder / "overlays" / f"{photo.stem}{OVERLAY}"


def _report_pictures(folder: Path, photo: Path) -> tuple[Picture, ...]:
    overlay = _overlay(folder, photo)
    return (
        Picture(embedded_photo(overlay), Message("What was read")),
        Picture(embedded_photo(photo), Message("The photo")),
    )


def _refuse_other_folder(folder: Path) -> None:
    """Raises FairsheetError for a folder with other things in it, which may have the names of what a demo writes."""
    try:
        names = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
        raise FairsheetError(problem, where=str(folder), hint="choose another folder") from error
    if names - {DEAL} and not _is_demo(folder):
        problem = "there is something else in this folder, which the demo could write over"
        raise FairsheetError(problem, where=str(folder), hint="choose a new folder")


def _is_demo(folder: Path) -> bool:
    return (folder / DEAL).is_file() and (folder / "played").is_dir()


def _clear(folder: Path) -> None:
    """Removes what an earlier demo left in the folder, so that no other table stays. Raises FairsheetError."""
    if not _is_demo(folder):
        return
    try:
        stems = ("seat-?", *sheet_names())
        patterns = [pattern.format(stem=stem) for stem in stems for pattern in LEFT]
        for pattern in (*patterns, *LEFT_OF_PLAYERS):
            for path in folder.glob(pattern):
                path.unlink()
    except OSError as error:
        raise FairsheetError(
            f"an earlier demo cannot be removed ({error.strerror})",
            where=str(folder),
            hint="choose another folder",
        ) from error


def _print_and_photograph(played: DemoGame, folder: Path, tell: Tell) -> list[list[Path]]:
    """Prints the sheets, writes the records on them by hand and photographs them: by record a photo of each page."""
    chance = np.random.default_rng(list(hashlib.sha256((played.table.seed or "").encode()).digest()))
    hands = sample_hands()
    writers = chance.permutation(len(hands))
    photos: list[list[Path]] = []
    for sheet, pages, record in _printed(played, folder, tell):
        hand, pen = hands[writers[len(photos) % len(hands)]], some_pen(chance)
        of_record = []
        for number in sheet.pages_of(record.seat):
            taken = photographed_page(
                next(pages), sheet, record.marks, hand, pen, chance,
                px_per_mm=PX_PER_MM, number=number, slips=SLIPS,
            )  # fmt: skip
            stem = file_stem(record)
            photo = folder / "photos" / (f"{stem}.jpg" if number == 1 else f"{stem}-page-{number}.jpg")
            write_file(photo, taken)
            of_record.append(photo)
            tell(step(Message("photo"), str(photo)))
        photos.append(of_record)
    return photos


def _printed(
    played: DemoGame, folder: Path, tell: Tell
) -> Iterator[tuple[Sheet, Iterator[np.ndarray], Record]]:
    """Every record with its sheet and the pages that are printed of the sheet, which go on with the next record."""
    kinds = played.by_sheet()
    for sheet, records in kinds:
        seats = [record.seat for record in records]
        labels = labels_of(sheet, played.table, seats, {record.seat: record.player for record in records})
        said = in_language(sheet, played.table.language)
        pdf = draw_pages(said, labels, PAPER, drawn_on(sheet, played.table, seats))
        file = folder / ("sheets.pdf" if len(kinds) == 1 else f"{sheet.name.replace('/', '-')}.pdf")
        write_file(file, pdf)
        tell(step(Message("print"), str(file)))
        pages = iter(page_arrays(pdf, PX_PER_MM))
        for record in records:
            yield sheet, pages, record


def _read(photos: Sequence[Sequence[Path]], played: DemoGame, folder: Path, tell: Tell) -> list[ReadSeat]:
    """Reads the photos; where the reader doubts, somebody looks at the sheet."""
    seats, readings = [], []
    for paths, truth in zip(photos, played.records, strict=True):
        of_pages = []
        for path in paths:
            (scanned,) = scan_file(path, overlay=spoken())
            if scanned.reading.error is not None:
                raise FairsheetError(scanned.reading.error)
            of_pages.append(scanned.reading)
            if scanned.overlay is not None:
                write_file(_overlay(folder, path), scanned.overlay)
        whole = join_pages(of_pages, reread)
        readings += whole
        (reading,) = whole[0].sheets
        seat = resolve(reading, truth)
        seats.append(seat)
        files = joined(", ", (path.name for path in paths))
        tell(step(Message("scan"), joined(": ", (files, format_reading(seat)))))
    write_file(folder / "reading.json", _json(reading_of(readings)))
    return seats


def resolve(reading: SheetReading, truth: Record) -> ReadSeat:
    """The record of a reading in which doubtful fields say what really stands on the sheet."""
    record = record_of(reading)
    doubtful = {doubt.field for doubt in reading.doubts}
    differing = {
        field for field in {*record.marks, *truth.marks} if record.marks.get(field) != truth.marks.get(field)
    }
    marks: dict[str, Mark] = {field: mark for field, mark in record.marks.items() if field not in doubtful}
    marks |= {field: truth.marks[field] for field in doubtful if field in truth.marks}
    resolved = msgspec.structs.replace(record, marks=marks, player=truth.player)
    return ReadSeat(
        reading, resolved, tuple(sorted(differing & doubtful)), tuple(sorted(differing - doubtful))
    )


def format_reading(seat: ReadSeat) -> str:
    """How the reading went, in one sentence."""
    doubts = len(seat.reading.doubts)
    words = Message(
        "{n} mark read, none in doubt", "{n} marks read, none in doubt", n=len(seat.reading.marks)
    )
    if doubts:
        words = Message(
            "{n} mark read, {doubts} in doubt: compared with what the bot wrote (in your game you look at the "
            "sheet), {corrected} corrected",
            "{n} marks read, {doubts} in doubt: compared with what the bot wrote (in your game you look at the "
            "sheet), {corrected} corrected",
            n=len(seat.reading.marks),
            doubts=doubts,
            corrected=len(seat.corrected),
        )
    said = [joined(": ", filter(None, (words, _changes(seat, seat.corrected))))]
    if seat.found_later:
        later = Message("misread, and corrected after the proof had objected: {changes}")
        said.append(later.filled(changes=_changes(seat, seat.found_later)))
    if seat.unnoticed:
        fields = joined(", ", (in_words_of_sheet(each, seat.reading.sheet) for each in seat.unnoticed))
        said.append(Message("misread without a doubt: {fields}", fields=fields))
    if seat.as_read == "legal":
        return joined("; ", said)
    unproved = Message(
        "Without the corrections the sheet would not have been proved: as read it is {verdict}",
        verdict=term(seat.as_read),
    )
    return joined(". ", (joined("; ", said), unproved))


def _changes(seat: ReadSeat, fields: Sequence[str]) -> Message:
    """'[floor 6, 1st slot] from 1 to 2' for each of some fields."""
    read, corrected = seat.reading.marks, seat.record.marks
    change, sheet = Message("{field} from {was} to {mark}"), seat.reading.sheet
    return joined(
        ", ",
        (
            change.filled(
                field=in_words_of_sheet(each, sheet),
                was=mark_name(read.get(each)),
                mark=mark_name(corrected.get(each)),
            )
            for each in fields
        ),
    )


def proved_as_read(seat: ReadSeat) -> ReadSeat:
    """The seat with what the proof says of its sheet alone, had nobody corrected it."""
    if not seat.corrected and not seat.found_later:
        return seat
    rules, budget = ruleset_of(seat.reading.sheet), Budget(WORK_LIMIT, AS_READ_TIME)
    (alone,) = rules.verify([record_of(seat.reading)], budget).sheets
    return replace(seat, as_read=alone.verdict)


def _verify(
    sheet: Sheet, seats: list[ReadSeat], played: DemoGame, folder: Path, tell: Tell
) -> tuple[list[ReadSeat], Verdict]:
    """Proves the table. Where it says illegal, somebody looks at the sheets again, as one would at a table."""
    while True:
        verdict = ruleset_of(sheet).verify([seat.record for seat in seats])
        for each in verdict.sheets:
            name, reasons = (
                owner_name(each.seat, each.sheet or sheet.name),
                (in_words_of_sheet(why.why, sheet) for why in each.contradiction),
            )
            tell(step(Message("verify"), joined(": ", (name, term(each.word), *reasons))))
        misread = [in_words_of_sheet(field, sheet) for seat in seats for field in seat.unnoticed]
        if not misread or all(each.verdict != "illegal" for each in verdict.sheets):
            break
        words = Message("at the sheets once more: misread {fields}", fields=joined(", ", misread))
        tell(step(Message("look"), words))
        seats = [second_look(seat, truth) for seat, truth in zip(seats, played.records, strict=True)]
    write_file(folder / "verdict.json", _json(verdict))
    for each in verdict.sheets:
        if each.history is not None:
            write_file(folder / "histories" / f"history-{each.seat}.json", write_history(each.history))
    return seats, verdict


def second_look(seat: ReadSeat, truth: Record) -> ReadSeat:
    """The seat with everything corrected that was misread."""
    record = msgspec.structs.replace(seat.record, marks=truth.marks)
    return replace(seat, record=record, unnoticed=(), found_later=seat.unnoticed)


def rank(sheet: Sheet, records: Sequence[Record], folder: Path, tell: Tell) -> Score:
    """Adds the records up, keeps `score.json` and tells the ranks and what broke a tie."""
    score = ruleset_of(sheet).score(records)
    write_file(folder / "score.json", _json(score))
    totals: Mapping[int, int] = {player.seat: player.total for player in score.players}
    for rank, seats in ranks(score):
        for seat in seats:
            words = Message("rank {rank}: seat {seat} with {total}", rank=rank, seat=seat, total=totals[seat])
            if isinstance(score.winner, str):
                words = Message("seat {seat} with {total}", seat=seat, total=totals[seat])
            tell(step(Message("score"), words))
    for line in (*tie_lines(sheet, records, score), *astra_lines(score)):
        tell(step(Message("score"), line))
    return score


def _json(document: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document, enc_hook=str), indent=2) + b"\n"
