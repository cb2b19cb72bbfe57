"""Labels of photographed pages: from the code, its copy, the words, and the options."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
import zxingcpp
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import LABEL_CODE, LABEL_COPIES, LABEL_TEXT
from fairsheet.vision.geometry.rectify import Surface
from fairsheet.vision.label.label_reader import read_label
from fairsheet.vision.label.ocr import ocr_available
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.printed.raster import blank_page, window
from fairsheet.vision.scan import ReaderSetup, read_photo
from tests.vision.photographed import Gray, Shot, photograph
from tests.vision.played import PX_PER_MM, SHEET, label, read, written


@pytest.fixture(scope="module")
def shot() -> Shot:
    return photograph(written(1)[0], size=(2250, 3000), turn=7, tilt=0.06, blur=0.9)


@pytest.fixture
def no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a machine without Tesseract."""
    monkeypatch.setattr("fairsheet.vision.label.label_reader.ocr_available", lambda: False)


def covered(page: Gray, places: Sequence[Rect]) -> Gray:
    """Return the page with white paper on these places."""
    page = page.copy()
    for place in places:
        page[window(place, PX_PER_MM)] = 255
    return page


def label_on(shot: Shot) -> Label:
    return read_label(shot.gray, Surface(shot.homography), "photo.jpg")


def test_a_displaced_code_is_found(shot: Shot, no_text: None) -> None:
    """Check a sheet with a bent-up corner and a covered fiducial."""
    astray = np.array([(1, 0, 6), (0, 1, -5), (0, 0, 1)], float)
    assert read_label(shot.gray, Surface(shot.homography @ astray), "photo.jpg") == label(1)


@pytest.mark.parametrize(
    ("name", "place", "blur"),
    [("launch", 0, 0.9), ("launch", 0, 4.0), ("gaia-automa", 1, 0.9), ("colony", 2, 0.9), ("planet-record", 0, 3.0)],
)  # fmt: skip
def test_a_covered_code_is_read_from_its_copy(name: str, place: int, blur: float, no_text: None) -> None:
    sheet = load_sheet(name)
    printed = Label(sheet.name, sheet.fingerprint, "coral-otter-42", players=2, seat=1, page=sheet.pages)
    elsewhere = [copy for k, copy in enumerate(LABEL_COPIES) if k != place]
    page = covered(blank_page(sheet, printed, PX_PER_MM), [LABEL_CODE, *elsewhere])
    assert label_on(photograph(page, size=(2250, 3000), turn=7, tilt=0.06, blur=blur)) == printed


def with_code(page: Gray, words: str, at: Rect) -> Gray:
    """Return the page with a foreign code there."""
    code = zxingcpp.create_barcode(words, zxingcpp.BarcodeFormat.DataMatrix, force_square=True)
    rows, columns = window(at, PX_PER_MM)
    page, size = page.copy(), (columns.stop - columns.start, rows.stop - rows.start)
    drawn = np.asarray(code.to_image(scale=1, add_quiet_zones=True))
    page[rows, columns] = cv2.resize(drawn, size, interpolation=cv2.INTER_NEAREST)
    return page


def test_foreign_codes_are_ignored(no_text: None) -> None:
    """Check a foreign code on ours, so that the copy is read, and one next to ours that is found first."""
    page = blank_page(SHEET, label(1), PX_PER_MM)
    over = with_code(page, "PARCEL-4711", LABEL_CODE)
    nearby = with_code(page, "4711", Rect(LABEL_CODE.x - 9, LABEL_CODE.y, 8, 8))
    for each in (over, nearby):
        shot = photograph(each, size=(2250, 3000), turn=3, tilt=0.03, blur=0.9)
        assert label_on(shot) == label(1)


def test_a_code_found_inside_ours_is_ignored(shot: Shot, monkeypatch: pytest.MonkeyPatch) -> None:
    found = zxingcpp.read_barcodes
    bogus = zxingcpp.create_barcode("7", zxingcpp.BarcodeFormat.DataMatrix)
    monkeypatch.setattr(
        zxingcpp, "read_barcodes", lambda *a, **options: [bogus, bogus, *found(*a, **options)]
    )
    assert label_on(shot) == label(1)


def test_sheets_with_a_covered_code_are_read(shot: Shot, no_text: None) -> None:
    (seen,), _ = read(shot.gray)
    (other,), errors = read(
        photograph(covered(written(1)[0], [LABEL_CODE]), size=(2250, 3000), turn=7, tilt=0.06, blur=0.9).gray
    )
    assert not errors and other.reading.label == label(1)
    assert other.reading.marks == seen.reading.marks


def without_codes(*others: Rect) -> Gray:
    """Return a photo of a blank sheet whose codes and other places are covered."""
    page = covered(blank_page(SHEET, label(1), PX_PER_MM), [LABEL_CODE, *LABEL_COPIES, *others])
    return photograph(page, size=(2250, 3000)).gray


@pytest.fixture(scope="module")
def torn() -> Gray:
    """Return a photo of a blank sheet without its label."""
    return without_codes(LABEL_TEXT)


@pytest.mark.skipif(not ocr_available(), reason="Tesseract is not installed")
def test_the_text_replaces_lost_codes() -> None:
    (seen,), errors = read(without_codes())
    assert not errors and seen.reading.label == label(1)


def test_a_lost_label_can_be_given(torn: Gray, no_text: None) -> None:
    sheets, (error,) = read(torn)
    assert not sheets and "photo.jpg: the code at the top right" in str(error) and "--seed" in str(error)
    (seen,), errors = read(torn, known=label(1))
    assert not errors and seen.reading.label == label(1)


@pytest.mark.parametrize(
    ("seed", "missions", "words"),
    [
        (
            "another",
            ("A1", "B2", "C2"),
            "the sheet shows mission C1, but the seed given deals C2; check --seed",
        ),
        (
            None,
            ("A2", "B2", "C1"),
            "the sheet shows mission A1, but the missions given have A2; check --missions",
        ),
    ],
)
def test_missions_reveal_a_wrong_given_label(
    torn: Gray, no_text: None, seed: str | None, missions: tuple[str, ...], words: str
) -> None:
    given = replace(label(1), seed=seed, missions=missions)
    sheets, (error,) = read_photo(Photo("photo.jpg", torn), setup=ReaderSetup(known=given))
    assert not sheets and str(error) == f"photo.jpg: {words}"


def test_covered_missions_contradict_no_given_label(no_text: None) -> None:
    photo = without_codes(LABEL_TEXT, *(place.rect.grown(3) for place in SHEET.mission_places))
    given = replace(label(1), seed=None, missions=("A2", "B1", "C2"))
    (seen,), errors = read(photo, known=given)
    assert not errors and seen.reading.label == given


def two_games() -> Gray:
    """Return a page whose code at the top right has another seed than its copy, missions and words."""
    missions = deal(SHEET, "cheat-seed-1", label(1).players).missions
    other = replace(label(1), seed="cheat-seed-1", missions=tuple(missions.values()))
    page, part = blank_page(SHEET, label(1), PX_PER_MM).copy(), window(LABEL_CODE, PX_PER_MM)
    page[part] = blank_page(SHEET, other, PX_PER_MM)[part]
    return photograph(page, size=(2250, 3000), turn=7, tilt=0.06, blur=0.9).gray


def test_codes_of_two_games_are_an_error() -> None:
    photo = two_games()
    seen, (error,) = read(photo)
    assert not seen and error.code == "damaged-label" and "name the game" in str(error)
    assert str(error).startswith(
        "photo.jpg: the two codes of this sheet differ: seed cheat-seed-1, missions "
    )
    assert " at the top right; seed coral-otter-42, missions " in str(error)
    assert ("the words at the foot agree with the code at the edge" in str(error)) == ocr_available()
    (given,), errors = read(photo, known=label(1))
    assert not errors and given.reading.label == label(1)
