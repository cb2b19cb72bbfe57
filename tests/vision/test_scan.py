"""The whole way from a photo of a printed sheet to a reading."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from msgspec import structs

import fairsheet.vision.scan
from fairsheet.languages.messages import Message
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.library.templates import load_sheet, read_custom, scenario_names
from fairsheet.sheets.library.translations import in_language
from fairsheet.sheets.model.page_geometry import BODY, FRAME, PAPERS
from fairsheet.sheets.model.sheet import PLAYER, Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.label.ocr import ocr_available
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.pictures.overlay import draw_overlay
from fairsheet.vision.printed.raster import PrintedPage, blank_page, printed_page, window
from fairsheet.vision.readings.player_names import KnownPlayers, name_doubt
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.vision.readings.reading import Doubt, PhotoReading, SheetReading
from fairsheet.vision.scan import (
    ReaderSetup,
    SeenSheet,
    number_doubts,
    read_fields,
    read_names,
    read_photo,
    read_texts,
    scan,
    score_page,
)
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import GEL_BLACK
from tests.photographs import load_photos
from tests.vision.handwritten import with_name
from tests.vision.photographed import Shot, photograph
from tests.vision.played import PX_PER_MM, SHEET, label, read, written

NAMES = ReadChoices(names=True)
OTHER_MISSIONS = ("A2", "B1", "C2")  # the seed deals A1, B2 and C1


@pytest.fixture(scope="module")
def shot() -> Shot:
    return photograph(written(1)[0], size=(2250, 3000), turn=7, tilt=0.06, blur=0.9)


@pytest.fixture(scope="module")
def seen(shot: Shot) -> SeenSheet:
    """Return the reading of that photo's sheet."""
    (sheet,), errors = read(shot.gray)
    assert not errors
    return sheet


def test_a_filled_in_sheet_is_read(seen: SeenSheet) -> None:
    assert seen.reading.label == label(1)
    truth = written(1)[1]
    doubts = {doubt.field for doubt in seen.reading.doubts}
    wrong = {
        field.field
        for field in seen.reading.fields
        if seen.reading.marks.get(field.field) != truth.get(field.field)
    }
    assert not wrong - doubts
    assert len(wrong) <= 2


def test_wrong_icon_marks_are_read_as_intended_or_asked() -> None:
    sheet = load_sheet("pulsar-final")
    icons = [field for field in sheet.fields if len(field.accepts) == 1 and field.kind == "icon"]
    other = {"crossed": "circled", "circled": "crossed"}
    marks = {field.id: other[str(field.accepts[0])] for field in icons[::3]}
    page = blank_page(sheet, Label(sheet.name, sheet.fingerprint, None, 3, 1), PX_PER_MM)
    rng = np.random.default_rng(1)
    inked = fill_in(page.copy(), sheet, marks, sample_hands()[0], GEL_BLACK, rng, px_per_mm=PX_PER_MM)
    (seen,), _ = read(photograph(inked, size=(2250, 3000)).gray)
    noticed = {doubt.field for doubt in seen.reading.doubts} | seen.reading.marks.keys()
    assert {*marks.values()} == {"circled", "crossed"}
    assert noticed == marks.keys()


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_photo_reads_the_same(shot: Shot, seen: SeenSheet, turn: int) -> None:
    (turned,), _ = read(np.ascontiguousarray(np.rot90(shot.gray, turn // 90)))
    assert turned.reading.marks == seen.reading.marks


def test_a_negative_reads_the_same(shot: Shot, seen: SeenSheet) -> None:
    (negative,), errors = read(255 - shot.gray)
    assert not errors and negative.reading.marks == seen.reading.marks


def test_a_blank_sheet_reads_as_blank() -> None:
    (seen,), errors = read(photograph(blank_page(SHEET, label(2), PX_PER_MM), size=(2250, 3000)).gray)
    assert not errors and seen.reading.label.seat == 2
    assert seen.reading.marks == {} and seen.reading.doubts == ()


@pytest.mark.parametrize("name", scenario_names())
def test_a_blank_print_of_every_sheet_reads_as_blank(name: str, tmp_path: Path) -> None:
    sheet = load_sheet(name)
    there = msgspec.structs.replace(label(1), sheet=name, layout=sheet.fingerprint, missions=())
    (tmp_path / "blank.pdf").write_bytes(draw_pages(sheet, [there], PAPERS["a4"]))
    (photo,) = load_photos(tmp_path / "blank.pdf")
    (seen,), errors = read_photo(photo)
    assert not errors and seen.reading.marks == {} and seen.reading.doubts == ()


@pytest.mark.parametrize("name", ["mine", "planet-record"])
def test_ink_saving_prints_are_compared_with_their_kind(name: str) -> None:
    sheet = load_sheet(name)
    usual = msgspec.structs.replace(label(1), sheet=sheet.name, layout=sheet.fingerprint, missions=())
    saving = msgspec.structs.replace(usual, ink_saving=True)
    pages = [blank_page(sheet, each, PX_PER_MM) for each in (usual, saving)]
    assert pages[1].mean() > pages[0].mean() + 1  # lighter
    drawn = printed_page(sheet, 1, (), PX_PER_MM, ink_saving=True).gray
    body = window(BODY, PX_PER_MM)  # without label
    assert np.array_equal(drawn[body], pages[1][body])
    (seen,), errors = read(photograph(pages[1], size=(2250, 3000)).gray)
    assert not errors and seen.reading.label.ink_saving
    assert seen.reading.marks == {} and seen.reading.doubts == ()


def test_a_mark_on_top_of_a_printed_one_is_read() -> None:
    sheet = load_sheet("journey")
    (energy,) = (field for field in sheet.fields if field.printed == "circled")
    there = msgspec.structs.replace(label(1), sheet="journey", layout=sheet.fingerprint, missions=())
    page = blank_page(sheet, there, PX_PER_MM).copy()
    for marks in ({}, {energy.id: "crossed"}):
        rng = np.random.default_rng(2)
        drawn = fill_in(page.copy(), sheet, marks, sample_hands()[0], GEL_BLACK, rng, px_per_mm=PX_PER_MM)
        readings = read_fields(sheet, 1, score_page(sheet, 1, drawn, PrintedPage(page)))
        likeliest = {reading.field: reading.likeliest for reading in readings}
        assert likeliest[energy.id] == marks.get(energy.id)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize(("mm", "refused"), [(0.3, False), (1.6, True)])
def test_scans_with_many_repeated_rows_are_refused(mm: float, refused: bool, axis: int) -> None:
    """Check a step, which a smooth bend cannot follow, so that marks next to it are misread."""
    page = np.pad(written(1)[0], 8 * PX_PER_MM, constant_values=255)
    at = int(0.35 * page.shape[axis])
    first, rest = np.split(page, [at], axis=axis)
    repeated = np.repeat(np.take(page, [at], axis=axis), round(mm * PX_PER_MM), axis=axis)
    scanned = np.concatenate([first, repeated, rest], axis=axis)
    sheets, errors = read_photo(Photo("scan.png", scanned), rules_for)
    assert [error.code for error in errors] == ["distorted-scan"] * refused
    assert len(sheets) == (not refused)


def test_a_scan_whose_light_print_is_black_is_refused() -> None:
    """Check a scan on which marks on tints are invisible."""
    page = np.pad(written(1)[0], 8 * PX_PER_MM, constant_values=255)
    black = np.where(page > 220, 255, 0).astype(np.uint8)
    sheets, errors = read_photo(Photo("scan.png", black), rules_for)
    assert not sheets and [error.code for error in errors] == ["bad-exposure"]


@pytest.mark.parametrize(("gain", "refused"), [(1.3, False), (1.9, True)])
def test_a_photo_that_is_too_bright_is_refused(gain: float, refused: bool) -> None:
    """Check a photo on which pencil would be lost with the light print."""
    paper = photograph(np.minimum(written(1)[0], 235), size=(1500, 2000)).gray.astype(float)
    bright = np.clip(gain * paper + 20, 0, 255).astype(np.uint8)
    sheets, errors = read_photo(Photo("bright.jpg", bright), rules_for)
    assert [error.code for error in errors] == ["bad-exposure"] * refused
    assert bool(sheets) != refused
    bright[1000:] = 90  # the lower half is dark because it is covered, not because of the light
    sheets, errors = read_photo(Photo("half.jpg", bright), rules_for)
    assert bool(sheets) != refused


def test_a_covered_corner_and_a_covered_part(shot: Shot) -> None:
    gray = shot.gray.copy()
    mm = np.array([(4.0, 4.0, 1.0), (60.0, 150.0, 1.0)]) @ shot.homography.T
    corner, middle = (mm[:, :2] / mm[:, 2:]).astype(int).tolist()
    cv2.circle(gray, corner, 70, 140, -1)
    (seen,), errors = read(gray)
    assert not errors and not any("lies on" in doubt.because for doubt in seen.reading.doubts)
    cv2.circle(gray, middle, 260, 140, -1)
    (seen,), errors = read(gray)
    covered = [doubt.field for doubt in seen.reading.doubts if "lies on" in doubt.because]
    assert not errors and covered
    assert all(
        np.hypot(SHEET.field[id_].rect.center.x - 60, SHEET.field[id_].rect.center.y - 150)
        < 37  # or its correction box
        for id_ in covered
    )


def test_an_unknown_layout_is_refused(monkeypatch: pytest.MonkeyPatch, shot: Shot) -> None:
    monkeypatch.setattr(fairsheet.vision.scan, "read_label", lambda *args: label(1, layout="00000000"))
    sheets, (error,) = read(shot.gray)
    assert not sheets and str(error).startswith("photo.jpg: layout: no layout 00000000")


@pytest.mark.parametrize(
    ("players", "seat", "missions", "words"),
    [
        (2, 3, None, "photo.jpg: label: the label is damaged"),
        (2, 0, None, "photo.jpg: label: the label is damaged"),
        (9, 1, None, "photo.jpg: players: 9 players cannot play"),
        (2, 1, ("A1", "B1", "Z9"), "photo.jpg: "),
        (2, 1, OTHER_MISSIONS, "photo.jpg: label: the seed deals the missions"),
    ],
)
def test_impossible_labels_are_refused(
    monkeypatch: pytest.MonkeyPatch,
    shot: Shot,
    players: int,
    seat: int,
    missions: tuple[str, ...] | None,
    words: str,
) -> None:
    given = label(1)
    odd = msgspec.structs.replace(
        given, players=players, seat=seat, missions=given.missions if missions is None else missions
    )
    monkeypatch.setattr(fairsheet.vision.scan, "read_label", lambda *args: odd)
    sheets, (error,) = read(shot.gray)
    assert not sheets and str(error).startswith(words)


def test_another_page_under_the_same_markers_is_refused(shot: Shot) -> None:
    page = blank_page(SHEET, label(1), PX_PER_MM).copy()
    page[25 * PX_PER_MM : 255 * PX_PER_MM, 10 * PX_PER_MM : 186 * PX_PER_MM] = 255
    sheets, (error,) = read(photograph(page, size=(2250, 3000)).gray)
    assert not sheets and "too little of the sheet" in str(error)


def test_files_go_on_after_a_bad_one(tmp_path: Path, shot: Shot) -> None:
    good, bad = tmp_path / "good.png", tmp_path / "bad.png"
    cv2.imwrite(str(good), shot.gray)
    bad.write_text("not a picture")
    seen = list(scan([bad, tmp_path / "none.jpg", good]))
    readings = [each.reading for each in seen]
    assert [reading.file for reading in readings] == [str(bad), str(tmp_path / "none.jpg"), str(good)]
    assert [bool(reading.error) for reading in readings] == [True, True, False]
    assert [each.photo.name for each in seen if each.photo is not None] == [str(good)]
    assert readings[0].sheets == () and readings[0].errors[0].problem == "this is not a picture"
    assert readings[2].sheets[0].label.seat == 1


def test_doubts_are_numbered_over_all_sheets_of_a_photo(seen: SeenSheet) -> None:
    fields = ("floor-1.1", "floor-1.2", "floor-1.3")
    one, two, three = (Doubt(field, ((1, 0.6), (7, 0.4)), 1, Message("faint")) for field in fields)
    sheets = [
        SeenSheet(structs.replace(seen.reading, doubts=doubts), seen.page)
        for doubts in ((one, two), (three,))
    ]
    readings = tuple(sheet.reading for sheet in number_doubts(sheets))
    assert [[doubt.number for doubt in reading.doubts] for reading in readings] == [[1, 2], [3]]


def test_the_overlay_shows_the_sheet_upright(shot: Shot) -> None:
    gray = np.ascontiguousarray(np.rot90(shot.gray))
    photo = Photo("photo.jpg", gray)
    sheets, _ = read_photo(photo)
    picture = draw_overlay(photo, sheets)
    assert picture.shape[0] > picture.shape[1]
    colours = picture.astype(int)
    assert (colours[..., 1] - colours[..., 0] > 60).mean() > 0.005  # green: the marks read
    assert draw_overlay(photo, []).size


def test_a_photo_without_a_sheet_is_an_error() -> None:
    sheets, (error,) = read(np.full((1200, 900), 180, np.uint8))
    assert not sheets and str(error).startswith("photo.jpg: no sheet found")
    assert PhotoReading("photo.jpg", errors=(error,)).error == str(error)


def test_a_pdf_of_several_pages(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(draw_pages(SHEET, [label(1), label(2)], PAPERS["letter"]))
    readings = [seen.reading for seen in scan([path], rules_for)]
    assert [reading.file for reading in readings] == [f"{path} page 1", f"{path} page 2"]
    assert [reading.sheets[0].label.seat for reading in readings] == [1, 2]
    assert all(reading.error is None and reading.sheets[0].marks == {} for reading in readings)


def test_an_old_layout_is_found_by_its_fingerprint(shot: Shot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def find(catalog: Catalog, name: str, layout: str, solo: int | None, language: str) -> Sheet:
        asked.append((name, layout, solo, language))
        raise FairsheetError("nothing more is to be read", code=ErrorCode.OUT_OF_RESOURCES)

    monkeypatch.setattr(Catalog, "sheet", find)
    read(shot.gray)
    assert asked == [("launch", SHEET.fingerprint, None, "en")]


def named(name: str, *roster: str, choices: ReadChoices = NAMES) -> SheetReading:
    page = with_name(blank_page(SHEET, label(1), PX_PER_MM), name)
    photo = Photo("scan.png", np.pad(page, 8 * PX_PER_MM, constant_values=255))
    players = KnownPlayers.named(roster, are_all=bool(roster))
    (seen,), _ = read_photo(photo, setup=ReaderSetup(choices=choices, players=players))
    return seen.reading


@pytest.mark.skipif(not ocr_available(), reason="Tesseract is not installed")
@pytest.mark.parametrize("name", ["Žofie Němcová", "Jörg Groß"])
def test_a_handwritten_name_is_on_the_roster_or_asked_about(name: str) -> None:
    roster = ("Jiří Kovář", "Günther", "Žofie Němcová", "Jörg Groß", "Ada", "Lukáš")
    reading = named(name.upper(), *roster)
    asked = name_doubt(reading.doubts)
    assert reading.player == name if asked is None else name in dict(asked.candidates)


@pytest.mark.skipif(not ocr_available(), reason="Tesseract is not installed")
def test_unknown_names_and_scribbles_are_doubts() -> None:
    stranger = named("BENJAMIN", "Ada", "Günther")
    assert stranger.player is not None and stranger.player not in ("Ada", "Günther")
    (doubt,) = stranger.doubts
    assert (doubt.field, doubt.kind, doubt.chosen, doubt.number) == (PLAYER, "name", stranger.player, 1)
    assert stranger.crops[PLAYER].startswith(b"\xff\xd8") and stranger.is_named_by_hand
    scribble = named("~ ~~ ~")
    assert name_doubt(scribble.doubts) is not None and scribble.is_named_by_hand
    blank = named("")
    assert blank.player is None and not blank.doubts and not blank.is_named_by_hand


@pytest.mark.skipif(not ocr_available(), reason="Tesseract is not installed")
def test_names_are_read_when_asked_for() -> None:
    assert named("ADA").player == "ADA" and named("ADA", choices=ReadChoices()).player is None


@pytest.mark.skipif(not ocr_available(), reason="Tesseract is not installed")
def test_the_name_in_the_head_of_a_landscape_page_is_read() -> None:
    sheet = place(
        parse('sheet river "River" paper: landscape\nrow at: 6, 6\n  slot a; slot b', "river.sheet")
    ).sheet
    blank = blank_page(sheet, Label("river", sheet.fingerprint, None, 1, 1), PX_PER_MM)
    shot = photograph(with_name(np.rot90(blank, -1), "JANA"), size=(2250, 3000))
    setup = ReaderSetup(Catalog((sheet,)), choices=NAMES, players=KnownPlayers.named(["Jana", "Ada"]))
    (seen,), _ = read_photo(Photo("photo.jpg", shot.gray), setup=setup)
    assert seen.reading.player == "Jana"


@pytest.mark.skipif(not ocr_available(), reason="Tesseract is not installed")
def test_the_names_of_columns_are_read() -> None:
    quiz = read_custom(Path("examples/sheets/quiz-night/quiz-night.sheet")).sheet
    blank = np.full((round(FRAME.h * PX_PER_MM), round(FRAME.w * PX_PER_MM)), 255, np.uint8)
    flat = blank.copy()
    field = quiz.field["name.2"].rect
    place = (int((field.x + 2) * PX_PER_MM), int((field.bottom - 2) * PX_PER_MM))
    cv2.putText(flat, "ADA", place, cv2.FONT_HERSHEY_SIMPLEX, 1.5, 30, 4, cv2.LINE_AA)
    assert list(read_names(quiz, 1, flat, blank)) == ["name.2"]
    (read,) = read_names(quiz, 1, flat, blank).values()
    assert read.player == "ADA" and (read.doubt is None or read.doubt.field == "name.2")
    assert read_texts(quiz, 1, flat, blank) == {}


def test_a_sheet_in_another_language_is_read() -> None:
    page, truth = written(1)
    there = msgspec.structs.replace(label(1), language="cs")
    blank, other = (
        blank_page(in_language(SHEET, each.language), each, PX_PER_MM) for each in (label(1), there)
    )
    ink = page.astype(int) - blank  # ink of the same marks, on the other print
    inked = np.clip(other + ink, 0, 255).astype(np.uint8)
    (seen,), errors = read(photograph(inked, size=(2250, 3000), turn=7, tilt=0.06, blur=0.9).gray)
    assert not errors and seen.reading.label == there
    assert seen.reading.sheet == in_language(SHEET, "cs")
    doubts = {doubt.field for doubt in seen.reading.doubts}
    wrong = {
        id_
        for id_, mark in truth.items()
        if id_ in seen.reading.sheet.field and seen.reading.marks.get(id_) != mark
    }
    assert not wrong - doubts and len(wrong) <= 2


def test_unused_name_lines_are_empty_in_one_bit_scans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a one-bit scan: its grey frame is black, and paper has specks."""
    monkeypatch.setattr(fairsheet.vision.scan, "read_words", lambda *args: [])
    blank = blank_page(SHEET, label(1), 8)
    specks = np.random.default_rng(1).random(blank.shape) < 0.01
    flat = np.where((np.roll(blank, 1, axis=0) < 230) | specks, 0, 255).astype(np.uint8)
    assert not read_names(SHEET, 1, flat, blank)
    place = SHEET.field["player"].rect
    start = round(place.x * 8) + 40, round(place.bottom * 8) - 14
    cv2.putText(flat, "Eva", start, cv2.FONT_HERSHEY_SIMPLEX, 1.2, 0, 2)
    assert list(read_names(SHEET, 1, flat, blank)) == ["player"]
