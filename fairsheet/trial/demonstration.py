"""Run the demo: one game from the seed to the report, with bots as players and a simulated camera."""

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
from fairsheet.process.spoken import command_language
from fairsheet.reports.contents import Picture, ReportSheet, ReportTable
from fairsheet.reports.html import tables_page
from fairsheet.results.documents.reading_json import reading_of
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import sheet_names
from fairsheet.sheets.library.translations import in_language
from fairsheet.sheets.model.marks import Mark, mark_name
from fairsheet.sheets.model.sheet import ENGLISH, Sheet
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.trial._demo_game import (
    DEAL,
    DemoGame,
    Tell,
    file_stem,
    format_step,
    play_game,
    with_person_name,
)
from fairsheet.trial.photographed import PAPER, PX_PER_MM, SLIPS, photographed_page
from fairsheet.vision.joining.pages import join_pages
from fairsheet.vision.readings.reading import SheetReading
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.traces import some_pen
from fairsheet.wording.formatting import in_words_of_sheet
from fairsheet.wording.labels import drawn_prints, labels_of
from fairsheet.wording.table_words import astra_lines, owner_name, ranks, tie_lines

AS_READ_TIME = 10.0  # seconds at most to prove a sheet without its corrections
LEFT = (  # files of an earlier demo for each sheet; a new demo removes them, because it may have other sheets
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
    """A sheet as read, after the doubts were answered."""

    reading: SheetReading
    record: Record
    corrected: tuple[str, ...]  # fields in doubt that were answered with another mark than read
    unnoticed: tuple[str, ...]  # fields misread without a doubt
    found_later: tuple[str, ...] = ()  # such fields, corrected after the proof called the table illegal
    as_read: Judgement = "legal"  # the verdict on the sheet without the corrections


def run_demo(sheet: Sheet, table: Table, folder: Path, tell: Tell) -> Verdict:
    """Write the files of one game into a folder and report each step. Raises FairsheetError.

    In a solo game, `sheet` includes the panel of the opponent.
    """
    started = time.perf_counter()
    make_folder(folder)
    _refuse_other_folder(folder)
    _clear(folder)
    played = play_game(sheet, table, folder, tell)
    photos = _print_and_photograph(played, folder, tell)
    seats = _read(photos, played, folder, tell)
    seats, verdict = _verify(sheet, seats, played, folder, tell)
    seats = [prove_as_read(seat) for seat in seats]
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
        "the handwriting is real. Doubts are answered from the bots' records.",
        seconds=seconds,
    )
    page = tables_page([ReportTable(sheet, tuple(sheets), verdict, score)], note, command_language())
    write_file(folder / "report.html", page.encode())
    words = Message("{file}, after {seconds:.0f} s")
    tell(format_step(Message("report"), words.filled(file=str(folder / "report.html"), seconds=seconds)))
    return verdict


def photograph_sheets(
    records: Sequence[Record], folder: Path, tell: Tell, catalog: Catalog = BUNDLED
) -> None:
    """Write a print of the sheets of a table that bots played, and photos of them, with names, into a folder."""
    filled = tuple((layout_of(each, catalog), with_person_name(each)) for each in records)
    language = command_language().language
    table = msgspec.structs.replace(records[0].game, lang=msgspec.UNSET if language == ENGLISH else language)
    _print_and_photograph(DemoGame(table, filled), folder, tell)


def _overlay(folder: Path, photo: Path) -> Path:
    return folder / "overlays" / f"{photo.stem}{OVERLAY}"


def _report_pictures(folder: Path, photo: Path) -> tuple[Picture, ...]:
    overlay = _overlay(folder, photo)
    return (
        Picture(embedded_photo(overlay), Message("The photo with the marks as read")),
        Picture(embedded_photo(photo), Message("The photo")),
    )


def _refuse_other_folder(folder: Path) -> None:
    """Raise FairsheetError if a folder has files that are not from a demo, because a demo could overwrite them."""
    try:
        names = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
        hint = "choose another folder"
        raise FairsheetError(problem, code=ErrorCode.UNREADABLE_FILE, where=str(folder), hint=hint) from error
    if names - {DEAL} and not _is_demo(folder):
        problem = "the folder has other files, which the demo could overwrite"
        hint = "choose a new folder"
        raise FairsheetError(problem, code=ErrorCode.FOLDER_IN_USE, where=str(folder), hint=hint)


def _is_demo(folder: Path) -> bool:
    return (folder / DEAL).is_file() and (folder / "played").is_dir()


def _clear(folder: Path) -> None:
    """Remove the files of an earlier demo from the folder. Raises FairsheetError."""
    if not _is_demo(folder):
        return
    try:
        stems = ("seat-?", *sheet_names())
        patterns = [pattern.format(stem=stem) for stem in stems for pattern in LEFT]
        for pattern in (*patterns, *LEFT_OF_PLAYERS):
            for path in folder.glob(pattern):
                path.unlink()
    except OSError as error:
        problem = f"the files of an earlier demo cannot be removed ({error.strerror})"
        hint = "choose another folder"
        raise FairsheetError(problem, code=ErrorCode.CANNOT_WRITE, where=str(folder), hint=hint) from error


def _print_and_photograph(played: DemoGame, folder: Path, tell: Tell) -> list[list[Path]]:
    """Print the sheets, fill them in by hand and photograph them; return the photos of the pages of each record."""
    chance = np.random.default_rng(list(hashlib.sha256((played.table.seed or "").encode()).digest()))
    hands = sample_hands()
    writers = chance.permutation(len(hands))
    photos: list[list[Path]] = []
    for sheet, pages, record in _print_sheets(played, folder, tell):
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
            tell(format_step(Message("photo"), str(photo)))
        photos.append(of_record)
    return photos


def _print_sheets(
    played: DemoGame, folder: Path, tell: Tell
) -> Iterator[tuple[Sheet, Iterator[np.ndarray], Record]]:
    """Yield every record with its sheet and an iterator of the sheet's printed pages, shared with the next records."""
    kinds = played.by_sheet()
    for sheet, records in kinds:
        seats = [record.seat for record in records]
        labels = labels_of(sheet, played.table, seats, {record.seat: record.player for record in records})
        translated = in_language(sheet, played.table.language)
        pdf = draw_pages(translated, labels, PAPER, drawn_prints(sheet, played.table, seats))
        file = folder / ("sheets.pdf" if len(kinds) == 1 else f"{sheet.name.replace('/', '-')}.pdf")
        write_file(file, pdf)
        tell(format_step(Message("print"), str(file)))
        pages = iter(page_arrays(pdf, PX_PER_MM))
        for record in records:
            yield sheet, pages, record


def _read(photos: Sequence[Sequence[Path]], played: DemoGame, folder: Path, tell: Tell) -> list[ReadSeat]:
    """Read the photos, and answer the doubts from the bots' records."""
    seats, readings = [], []
    for paths, truth in zip(photos, played.records, strict=True):
        of_pages = []
        for path in paths:
            (scanned,) = scan_file(path, overlay=command_language())
            if scanned.reading.errors:
                raise scanned.reading.errors[0]
            of_pages.append(scanned.reading)
            if scanned.overlay is not None:
                write_file(_overlay(folder, path), scanned.overlay)
        whole = join_pages(of_pages, reread)
        readings += whole
        (reading,) = whole[0].sheets
        seat = resolve(reading, truth)
        seats.append(seat)
        files = joined(", ", (path.name for path in paths))
        tell(format_step(Message("scan"), joined(": ", (files, format_reading(seat)))))
    write_file(folder / "reading.json", _json(reading_of(readings)))
    return seats


def resolve(reading: SheetReading, truth: Record) -> ReadSeat:
    """Return the sheet of a reading, with the true marks in all fields in doubt."""
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
    """Return the result of a reading in one sentence."""
    doubts = len(seat.reading.doubts)
    words = Message(
        "{n} mark read, none in doubt", "{n} marks read, none in doubt", n=len(seat.reading.marks)
    )
    if doubts:
        words = Message(
            "{n} mark read, {doubts} in doubt: answered from the bot's record (in your game, you look at the sheet), "
            "{corrected} corrected",
            "{n} marks read, {doubts} in doubt: answered from the bot's record (in your game, you look at the sheet), "
            "{corrected} corrected",
            n=len(seat.reading.marks),
            doubts=doubts,
            corrected=len(seat.corrected),
        )
    parts = [joined(": ", filter(None, (words, _changes(seat, seat.corrected))))]
    if seat.found_later:
        later = Message("misread, and corrected after the proof found a contradiction: {changes}")
        parts.append(later.filled(changes=_changes(seat, seat.found_later)))
    if seat.unnoticed:
        fields = joined(", ", (in_words_of_sheet(each, seat.reading.sheet) for each in seat.unnoticed))
        parts.append(Message("misread without a doubt: {fields}", fields=fields))
    if seat.as_read == "legal":
        return joined("; ", parts)
    unproved = Message(
        "Without the corrections, the proof would call the sheet {verdict}", verdict=term(seat.as_read)
    )
    return joined(". ", (joined("; ", parts), unproved))


def _changes(seat: ReadSeat, fields: Sequence[str]) -> Message:
    """Return '[floor 6, 1st slot] from 1 to 2' for each of these fields."""
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


def prove_as_read(seat: ReadSeat) -> ReadSeat:
    """Return the seat with the verdict on its sheet alone, without the corrections."""
    if not seat.corrected and not seat.found_later:
        return seat
    rules, budget = ruleset_of(seat.reading.sheet), Budget(WORK_LIMIT, AS_READ_TIME)
    (alone,) = rules.verify([record_of(seat.reading)], budget).sheets
    return replace(seat, as_read=alone.verdict)


def _verify(
    sheet: Sheet, seats: list[ReadSeat], played: DemoGame, folder: Path, tell: Tell
) -> tuple[list[ReadSeat], Verdict]:
    """Prove the table. If it is illegal and marks were misread, correct them, like people who look again."""
    while True:
        verdict = ruleset_of(sheet).verify([seat.record for seat in seats])
        for each in verdict.sheets:
            name = owner_name(each.seat, each.sheet or sheet.name)
            reasons = (in_words_of_sheet(why.why, sheet) for why in each.contradiction)
            tell(format_step(Message("verify"), joined(": ", (name, term(each.word), *reasons))))
        misread = [in_words_of_sheet(field, sheet) for seat in seats for field in seat.unnoticed]
        if not misread or all(each.verdict != "illegal" for each in verdict.sheets):
            break
        words = Message("at the sheets once more: misread {fields}", fields=joined(", ", misread))
        tell(format_step(Message("look"), words))
        seats = [second_look(seat, truth) for seat, truth in zip(seats, played.records, strict=True)]
    write_file(folder / "verdict.json", _json(verdict))
    for each in verdict.sheets:
        if each.history is not None:
            write_file(folder / "histories" / f"history-{each.seat}.json", write_history(each.history))
    return seats, verdict


def second_look(seat: ReadSeat, truth: Record) -> ReadSeat:
    """Return the seat with all misread marks corrected."""
    record = msgspec.structs.replace(seat.record, marks=truth.marks)
    return replace(seat, record=record, unnoticed=(), found_later=seat.unnoticed)


def rank(sheet: Sheet, records: Sequence[Record], folder: Path, tell: Tell) -> Score:
    """Score the records, write `score.json`, and report the ranks and how ties were broken."""
    score = ruleset_of(sheet).score(records)
    write_file(folder / "score.json", _json(score))
    totals: Mapping[int, int] = {player.seat: player.total for player in score.players}
    for rank, seats in ranks(score):
        for seat in seats:
            words = Message("rank {rank}: seat {seat} with {total}", rank=rank, seat=seat, total=totals[seat])
            if isinstance(score.winner, str):
                words = Message("seat {seat} with {total}", seat=seat, total=totals[seat])
            tell(format_step(Message("score"), words))
    for line in (*tie_lines(sheet, records, score), *astra_lines(score)):
        tell(format_step(Message("score"), line))
    return score


def _json(document: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document, enc_hook=str), indent=2) + b"\n"
