from __future__ import annotations

import cv2
import numpy as np
import pytest

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FIDUCIALS, PAPERS
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.geometry._markers import Marker
from fairsheet.vision.geometry._registration import (
    LEAST_LIKENESS,
    Matches,
    greatest_step,
    match_patches,
    print_of,
)
from fairsheet.vision.geometry.detection import MOST_PAIRS, find_sheets, group_markers, project
from fairsheet.vision.geometry.rectify import flat_page, surface_of
from fairsheet.vision.printed.illumination import even_light
from fairsheet.vision.printed.raster import PrintedPage
from fairsheet.vision.printed.visibility import SOFT_EDGE, compared
from fairsheet.vision.scan import MOST_STEP
from fairsheet.vision.simulator._paper import curled, folded, waved
from fairsheet.vision.simulator.camera import ORDINARY, arrange
from fairsheet.vision.simulator.camera import photograph as simulated
from tests.vision.photographed import PX_PER_MM, bent, photograph, printed_page

PAGE = printed_page()
PRINTED = PrintedPage(PAGE)
POINTS = np.stack(np.meshgrid(np.linspace(18, 150, 8), np.linspace(30, 240, 10)), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize("turn", [13, 90, 271])
def test_any_way_up(turn: int) -> None:
    shot = photograph(PAGE, turn=turn, size=(2000, 2000), fill=0.75)
    ((sighting,), _) = find_sheets(shot.gray, "photo")
    assert len(sighting.markers) == len(FIDUCIALS)
    off = project(sighting.homography, POINTS) - project(shot.homography, POINTS)
    assert np.linalg.norm(off, axis=1).max() < 1.0


@pytest.mark.parametrize(("tilt", "shadow"), [(0.0, 0.6), (0.25, 0.0)])
def test_flat_page_is_aligned(tilt: float, shadow: float) -> None:
    shot = photograph(PAGE, tilt=tilt, shadow=shadow, turn=4)
    ((sighting,), _) = find_sheets(shot.gray, "photo")
    page = flat_page(shot.gray, surface_of(sighting), PRINTED)
    off = page.surface.to_photo(POINTS) - project(shot.homography, POINTS)
    assert np.linalg.norm(off, axis=1).max() / page.surface.px_per_mm < 0.1
    inner = page.gray[30 * PX_PER_MM : -30 * PX_PER_MM, 20 * PX_PER_MM : -20 * PX_PER_MM]
    assert np.median(inner) > 235 and (inner < 150).mean() > 0.01


def test_bent_paper_is_straightened() -> None:
    page, shifts = bent(PAGE, depth=1.8)
    shot = photograph(page)
    ((sighting,), _) = find_sheets(shot.gray, "photo")
    flat = flat_page(shot.gray, surface_of(sighting), PRINTED)
    # place of a printed point on the bent page: the fixed point of x + shift(x) = wanted
    wanted = POINTS * PX_PER_MM - 0.5
    there = wanted.copy()
    for _ in range(20):
        columns, rows = np.round(there).astype(int).T
        there = wanted - shifts[rows, columns]
    truth = project(shot.homography, (there + 0.5) / PX_PER_MM)
    off = np.linalg.norm(flat.surface.to_photo(POINTS) - truth, axis=1) / flat.surface.px_per_mm
    assert np.linalg.norm(shifts[rows, columns], axis=1).max() / PX_PER_MM > 1
    assert off.mean() < 0.1 and off.max() < 0.4


BENDS = {
    "curled": curled(210, 297, 40, np.pi / 2),
    "waved": waved(210, 297, 10, 3, 0.6),
    "folded sharply": folded(210, 297, 30, 2, np.pi / 2),
    "folded in three": folded(210, 297, 25, 3, np.pi / 2),
}


@pytest.mark.parametrize("bend", BENDS)
def test_places_moved_by_a_bend_are_found_or_unseen(bend: str) -> None:
    """Check against the simulated camera, which knows the photo's place of every point."""
    paper, scale, rng = PAPERS["a4"], 6, np.random.default_rng(3)
    printed = np.full((297 * scale, 210 * scale), 255, np.uint8)
    frame = cv2.resize(PAGE, (196 * scale, 266 * scale), interpolation=cv2.INTER_AREA)
    top, left = round(paper.offset.y * scale), round(paper.offset.x * scale)
    printed[top : top + frame.shape[0], left : left + frame.shape[1]] = frame
    scene = arrange([(210, 297)], rng, ORDINARY, size=(1500, 2000), bends=[BENDS[bend]])
    colour = np.stack([printed] * 3, axis=-1)
    photo = simulated(colour, rng, ORDINARY, px_per_mm=scale, size=(1500, 2000), scene=scene)
    gray = np.asarray(cv2.cvtColor(photo, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    (sighting,), _ = find_sheets(gray, "photo")  # one sheet, even with a sharp fold
    page = flat_page(gray, surface_of(sighting), PRINTED)
    truth = scene.sees(POINTS + np.array((paper.offset.x, paper.offset.y)))
    off = np.linalg.norm(page.surface.to_photo(POINTS) - truth, axis=1) / page.surface.px_per_mm
    places = [Rect(x - 4, y - 4, 8, 8) for x, y in POINTS]
    unseen = np.array(page.unseen(places))
    assert np.median(off) < 0.15 and (off < 0.6).mean() > 0.85
    assert unseen[off > 1.0].all() and unseen[off < 0.4].mean() < 0.05
    assert page.step < MOST_STEP


@pytest.mark.parametrize(("blank", "step"), [(13, 1.4), (150, 0)])
def test_a_step_needs_print_on_both_sides(blank: float, step: float) -> None:
    """Bent paper without print in its middle is no scan that lost rows."""
    rows = np.array([17, 30, 43, 56, 69, 82, 95, 95 + blank, 108 + blank, 121 + blank])
    points = np.array([(x, y) for y in rows for x in range(20, 100, 13)], float)
    shifts = np.where(points[:, 1:] > 95, (0, 1.4), (0, 0))
    sure = np.ones(len(points))
    matches = Matches(points, shifts, np.ones_like(points), sure, sure < 0)
    assert greatest_step(matches) == pytest.approx(step)


def test_misaligned_places_are_unseen() -> None:
    page, part = PAGE.copy(), slice(100 * PX_PER_MM, 140 * PX_PER_MM)
    page[part] = np.roll(page[part], (PX_PER_MM // 2, PX_PER_MM), axis=(0, 1))
    places = [Rect(x, y, 10, 10) for y in (40, 60, 110, 125, 180, 200) for x in (30, 80)]
    assert compared(page, PRINTED).hidden(places) == [False] * 4 + [True] * 4 + [False] * 4


def test_the_part_of_a_cut_sheet_outside_the_photo_is_unseen() -> None:
    shot = photograph(PAGE)
    most = np.ascontiguousarray(shot.gray[: round(shot.gray.shape[0] * 0.8)])
    (sighting,), errors = find_sheets(most, "photo.jpg")
    page = flat_page(most, surface_of(sighting), PRINTED)
    unseen = page.unseen([Rect(x - 4, y - 4, 8, 8) for x, y in POINTS])
    rows = project(shot.homography, POINTS + np.array((0, 4)))[:, 1]
    assert not errors and unseen == (rows > len(most) - 1).tolist() and any(unseen)


@pytest.mark.parametrize("covered", [(0,), (1, 2), (0, 2, 4, 5, 7)])
def test_covered_fiducials(covered: tuple[int, ...]) -> None:
    page = PAGE.copy()
    for fiducial in FIDUCIALS:
        if fiducial.id in covered:
            x, y = int(fiducial.at.x * PX_PER_MM), int(fiducial.at.y * PX_PER_MM)
            page[y : y + 64, x : x + 64] = 120
    shot = photograph(page, turn=-6)
    ((sighting,), _) = find_sheets(shot.gray, "photo")
    assert len(sighting.markers) == len(FIDUCIALS) - len(covered)
    flat = flat_page(shot.gray, surface_of(sighting), PRINTED)
    off = flat.surface.to_photo(POINTS) - project(shot.homography, POINTS)
    assert np.linalg.norm(off, axis=1).max() / flat.surface.px_per_mm < 0.3


def test_several_sheets_in_one_photo() -> None:
    left = photograph(PAGE, size=(3000, 2000), centre=(0.26, 0.5), turn=5)
    right = photograph(PAGE, size=(3000, 2000), centre=(0.74, 0.5), turn=184)
    both = left.gray.copy()
    both[:, 1500:] = right.gray[:, 1500:]
    sightings, _ = find_sheets(both, "photo")
    for sighting, shot in zip(sightings, (left, right), strict=True):
        off = project(sighting.homography, POINTS) - project(shot.homography, POINTS)
        assert np.linalg.norm(off, axis=1).max() < 1.5


def test_a_blurred_photo_is_still_found() -> None:
    shot = photograph(PAGE, blur=3.5)
    ((sighting,), _) = find_sheets(shot.gray, "photo")
    assert len(sighting.markers) >= 3


def test_incomplete_sheets_are_errors() -> None:
    shot = photograph(PAGE)
    top = shot.gray[: shot.gray.shape[0] * 25 // 100]
    with pytest.raises(FairsheetError, match=r"photo\.jpg: the lower part of the sheet is missing"):
        find_sheets(np.ascontiguousarray(top), "photo.jpg")
    with pytest.raises(FairsheetError, match="no sheet found") as caught:
        find_sheets(np.full((1000, 800), 200, np.uint8), "photo.jpg")
    assert caught.value.code == "no-sheet-in-photo"


@pytest.mark.parametrize("chance", [None, FIDUCIALS[0].id, 20])
def test_mirrored_photos_are_recognised(chance: int | None) -> None:
    photo = np.ascontiguousarray(photograph(PAGE).gray[:, ::-1])
    if chance is not None:
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        photo[940:1060, 690:810] = 230
        photo[950:1050, 700:800] = cv2.aruco.generateImageMarker(dictionary, chance, 100)
    with pytest.raises(FairsheetError, match="mirrored") as caught:
        find_sheets(photo, "photo.jpg")
    assert caught.value.code == "mirrored-photo"


def test_foreign_markers_are_distinguished_from_ours() -> None:
    photo = np.full((1000, 1000), 230, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for place, id_ in enumerate((20, 21, 22, 23)):
        x, y = 100 + 600 * (place % 2), 100 + 600 * (place // 2)
        photo[y : y + 120, x : x + 120] = cv2.aruco.generateImageMarker(dictionary, id_, 120)
    with pytest.raises(FairsheetError, match="not those of our sheets"):
        find_sheets(photo, "photo.jpg")


def test_light_is_evened_and_ink_stays() -> None:
    page = np.full((800, 600), 250, np.uint8)
    page[300:310, 100:500] = 60
    lit = page * np.linspace(1.0, 0.5, 600)
    lit[:, 300:] *= 0.5  # a hard shadow edge
    even = even_light(lit.astype(np.uint8))
    assert np.median(even) > 245 and (even[320:] > 225).mean() > 0.97
    assert even[303:307, 120:280].max() < 100 and even[303:307, 320:480].max() < 100


def test_a_cut_sheet_next_to_a_whole_one_is_an_error() -> None:
    left = photograph(PAGE, size=(3000, 2000), centre=(0.26, 0.5), turn=5)
    right = photograph(PAGE, size=(3000, 2000), centre=(0.74, 0.5), turn=-2)
    both = left.gray.copy()
    both[:, 1500:] = right.gray[:, 1500:]
    sightings, errors = find_sheets(np.ascontiguousarray(both[:, :2400]), "photo.jpg")
    assert len(sightings) == 1
    assert [str(error).split(" is ")[0] for error in errors] == ["photo.jpg: the right part of another sheet"]


def test_a_sheet_is_found_among_dozens_of_foreign_markers() -> None:
    shot = photograph(PAGE)
    ((true,), _) = find_sheets(shot.gray, "photo")
    rng = np.random.default_rng(0)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 30
    foreign = []
    for number in range(80):
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        corners = square * rng.uniform(0.5, 1.5) @ turn + rng.uniform(0, 3000, 2)
        foreign.append(Marker(FIDUCIALS[number % len(FIDUCIALS)].id, corners))
    groups = group_markers([*foreign, *true.markers])
    assert set(groups[0].markers) == set(true.markers)


def test_foreign_markers_do_not_multiply_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a page full of the same sheet's markers, which nobody would print seriously."""
    grown: list[tuple[Marker, Marker]] = []
    monkeypatch.setattr(
        "fairsheet.vision.geometry.detection._grow",
        lambda pair, markers: grown.append(pair) if len(grown) < 10**4 else None,
    )
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 4.0
    crowd = [
        Marker(fiducial.id, square + np.array([fiducial.at.x + 4 + shift, fiducial.at.y + 4]))
        for fiducial in FIDUCIALS
        for shift in range(40)
    ]
    assert group_markers(crowd) == [] and len(grown) == MOST_PAIRS


def test_lines_that_can_slide_are_still_seen() -> None:
    page = np.full((400, 400), 255, np.uint8)
    page[:, 190:210] = 0
    matches = match_patches(page, print_of(page, 4, 9, 13), 4, 1.0)
    assert len(matches.likeness) and matches.likeness.min() > 0.95
    covered = match_patches(np.full_like(page, 120), print_of(page, 4, 9, 13), 4, 1.0)
    assert covered.likeness.max() < LEAST_LIKENESS and not covered.found.any()


def test_patches_are_found_where_opencv_finds_them() -> None:
    page = np.asarray(cv2.resize(PAGE, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    printed, moved = print_of(page, 4, 9, 13), np.roll(page, (2, -3), (0, 1))
    matches = match_patches(moved, printed, 4, 1.0)
    assert np.abs(np.median(matches.displacements, axis=0) - (-0.75, 0.5)).max() < 0.01
    soft, framed = (cv2.GaussianBlur(each, (0, 0), SOFT_EDGE) for each in (page, np.pad(moved, 4, "edge")))
    for (left, top), likeness in zip(printed.corners, matches.likeness, strict=True):
        patch = soft[top : top + printed.side, left : left + printed.side]
        window = framed[top : top + printed.side + 8, left : left + printed.side + 8]
        assert cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED).max() == pytest.approx(
            likeness, abs=0.001
        )
