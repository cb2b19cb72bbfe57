"""Markers are found in any orientation, and the number of pixels bounds the work."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FIDUCIALS
from fairsheet.vision.geometry._markers import MOST_MARKERS, MOST_OUTLINES, Marker, find_markers
from fairsheet.vision.geometry.detection import corners_of, find_sheets
from fairsheet.vision.printed.illumination import Gray

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def picture_of(ids: list[int], side: int, pitch: int, columns: int) -> Gray:
    rows = -(-len(ids) // columns)
    picture = np.full((rows * pitch, columns * pitch), 255, np.uint8)
    for place, id_ in enumerate(ids):
        y, x = (pitch * part + (pitch - side) // 2 for part in divmod(place, columns))
        picture[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(DICTIONARY, id_, side)
    return picture


def chessboard(height: int, width: int, side: int) -> Gray:
    squares = np.add.outer(np.arange(height) // side, np.arange(width) // side) % 2
    return (squares * 255).astype(np.uint8)


def _results_of(function: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record what every call of a function of OpenCV returns from now on."""
    results: list[Any] = []
    original = getattr(cv2, function)

    def called(*args: Any) -> Any:
        results.append(original(*args))
        return results[-1]

    monkeypatch.setattr(cv2, function, called)
    return results


@pytest.mark.parametrize("turn", range(4))
def test_every_marker_is_found_with_its_corners_in_order(turn: int) -> None:
    picture = picture_of(list(range(50)), 42, 70, 10)
    turned = np.ascontiguousarray(np.rot90(picture, turn))
    found = {marker.id: marker.corners for marker in find_markers(turned, [23])}
    assert sorted(found) == list(range(50))
    for id_, corners in found.items():
        y, x = (70 * part + 14 for part in divmod(id_, 10))
        upright = np.array([(x, y), (x + 41, y), (x + 41, y + 41), (x, y + 41)], float)
        for _ in range(turn):  # counterclockwise: x, y -> y, width - 1 - x
            width = 700 if _ % 2 == 0 else 350
            upright = np.column_stack([upright[:, 1], width - 1 - upright[:, 0]])
        assert np.abs(corners - upright).max() <= 1


def test_markers_are_found_at_a_blur_of_two_fifths_of_a_module() -> None:
    """Check a blur like 6 px at 12 megapixels: a single module keeps less than half of its contrast."""
    blurred = np.asarray(cv2.GaussianBlur(picture_of(list(range(8)), 48, 80, 4), (0, 0), 3.3), np.uint8)
    assert {marker.id for marker in find_markers(blurred, [23])} == set(range(8))


def test_a_tilted_dark_marker_with_a_speck_is_found() -> None:
    picture = picture_of([5], 180, 300, 1)
    picture[62:80, 140:155] = 255
    corners = np.array([(60, 60), (240, 60), (240, 240), (60, 240)], np.float32)
    seen = np.array([(80, 70), (200, 40), (230, 220), (60, 190)], np.float32)
    aslant = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(corners, seen), (300, 300), borderValue=255
    )
    dark = (aslant * 0.2 + 20).astype(np.uint8)
    (marker,) = find_markers(dark, [23])
    assert marker.id == 5 and np.abs(marker.corners - seen).max() <= 2
    assert find_markers(255 - dark, [23]) == []


def test_noise_hides_no_marker_and_has_few_outlines(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    picture = picture_of([3], 60, 100, 1)
    page = np.full((900, 900), 200.0)
    page[400:500, 400:500] = picture * 0.7
    noisy = np.clip(page + rng.normal(0, 10, page.shape), 0, 255).astype(np.uint8)
    traced = _results_of("findContours", monkeypatch)
    assert [marker.id for marker in find_markers(noisy, [23])] == [3]
    assert len(traced[0][0]) < 1_000


def test_the_work_for_a_chessboard_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    board = chessboard(1000, 1500, 10)  # 15,000 squares
    tried = _results_of("approxPolyDP", monkeypatch)
    assert find_markers(board, [13, 23]) == []
    assert 0 < len(tried) <= 2 * MOST_OUTLINES


def test_the_number_of_markers_is_bounded() -> None:
    crowd = picture_of([fiducial.id for fiducial in FIDUCIALS] * 60, 24, 36, 24)
    assert len(find_markers(crowd, [23])) == MOST_MARKERS


def test_foreign_markers_of_slower_searches_lose_no_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    def sheet(left: int, *places: int) -> list[Marker]:
        rects = [(FIDUCIALS[place].id, FIDUCIALS[place].rect) for place in places]
        return [Marker(id_, corners_of(rect.moved(left, 0)) * 4) for id_, rect in rects]

    foreign = [Marker(49, corners_of(Rect(450, 10 * n, 8, 8)) * 4) for n in range(20)]
    # so few of the second sheet that slower searches follow
    quick = [*sheet(0, *range(8)), *sheet(200, 0, 7)]
    monkeypatch.setattr(
        "fairsheet.vision.geometry.detection._searches",
        lambda gray: iter([quick, sheet(0, *range(8)) + foreign, []]),
    )
    seen, left_out = find_sheets(np.zeros((1100, 2000), np.uint8), "photo.jpg")
    assert [len(sighting.markers) for sighting in seen] == [8, 2] and not left_out


@pytest.mark.parametrize(
    ("px_per_mm", "columns", "rows", "is_slow"), [(2, 5, 2, True), (5, 2, 1, False)], ids=["small", "large"]
)
def test_overlooked_small_markers_are_searched(
    monkeypatch: pytest.MonkeyPatch, px_per_mm: int, columns: int, rows: int, is_slow: bool
) -> None:
    places = [(column * 200, row * 270) for row in range(rows) for column in range(columns)]
    slow = [
        Marker(fiducial.id, corners_of(fiducial.rect.moved(*place)) * px_per_mm)
        for place in places
        for fiducial in FIDUCIALS
    ]
    quick = slow[len(FIDUCIALS) :]
    monkeypatch.setattr("fairsheet.vision.geometry.detection._searches", lambda gray: iter([quick, slow]))
    photo = np.zeros((rows * 270 * px_per_mm, columns * 200 * px_per_mm), np.uint8)
    seen, _ = find_sheets(photo, "photo.jpg")
    assert len(seen) == len(places) - (not is_slow)
