"""Print under ink and under objects on the sheet."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.geometry import Rect
from fairsheet.vision.classify.areas import areas_read
from fairsheet.vision.classify.patches import PagePatches
from fairsheet.vision.printed import raster, visibility
from fairsheet.vision.printed.raster import PrintedPage
from fairsheet.vision.printed.visibility import compared
from tests.vision.photographed import PX_PER_MM, Gray, printed_page

PAGE = printed_page()
PRINTED = PrintedPage(PAGE)
BOXES = [Rect(16 + 12 * column, 28 + 13 * row, 9, 9) for row in range(17) for column in range(6)]
PLACE = BOXES[38]


def seen(page: Gray, blur: float = 1.5, noise: float = 8.0, contrast: float = 0.7) -> Gray:
    """Return a page flattened from a poor photo."""
    soft = cv2.GaussianBlur(255 - (255 - page) * contrast, (0, 0), blur)
    return np.clip(soft + np.random.default_rng(1).normal(0, noise, page.shape), 0, 255).astype(np.uint8)


def px(mm: float) -> int:
    return round(mm * PX_PER_MM)


def scribbled(darkness: int, width: float, beyond: float = 0.0) -> Gray:
    """Return the page with a box blackened by strokes of a width (mm), extending `reach` mm beyond its frame."""
    page, area = PAGE.copy(), PLACE.grown(beyond)
    ways = np.linspace(0, 1, 12)
    ends = [(area.x + area.w * way, area.y if k % 2 else area.bottom) for k, way in enumerate(ways)]
    points = np.array([(px(x), px(y)) for x, y in ends], np.int32)
    ink = np.full_like(page, 255)
    cv2.polylines(ink, [points], False, darkness, px(width), cv2.LINE_AA)
    return np.minimum(page, ink)


def circled(darkness: int) -> Gray:
    page = PAGE.copy()
    middle = px(PLACE.center.x), px(PLACE.center.y)
    cv2.circle(page, middle, px(5.5), darkness, px(1.2), cv2.LINE_AA)
    return page


def covered(by: str) -> Gray:
    """Return the page with an object on the box and 6 mm around it."""
    page, area = PAGE.copy(), PLACE.grown(6)
    part = slice(px(area.y), px(area.bottom)), slice(px(area.x), px(area.right))
    rows, columns = np.mgrid[part]
    page[part] = {
        "a slip of paper": np.full(rows.shape, 250),
        "a hand": np.full(rows.shape, 190) + 10 * np.sin(rows / 20),
        "another part of a sheet": PAGE[px(area.y) + 43 : px(area.bottom) + 43, px(area.x) + 59 : px(area.right) + 59],
        "a chequered cloth": np.where((rows // 20 + columns // 20) % 2 > 0, 240, 90),
        "something dark": np.full(rows.shape, 40),
    }[by]  # fmt: skip
    return page


@pytest.mark.parametrize(("blur", "noise"), [(0.5, 20.0), (1.5, 8.0), (3.0, 0.0), (3.0, 20.0)])
def test_print_is_visible_on_poor_photos(blur: float, noise: float) -> None:
    assert not any(compared(seen(PAGE, blur, noise), PRINTED).hidden(BOXES))


INKED = {
    "ballpoint": scribbled(40, 0.4),
    "felt tip": scribbled(40, 1.3),
    "pencil": scribbled(150, 0.8),
    "over the frame": scribbled(30, 1.2, beyond=1.0),
    "circled": circled(30),
}


@pytest.mark.parametrize("page", INKED.values(), ids=INKED)
def test_print_is_visible_under_ink(page: Gray) -> None:
    assert not any(compared(seen(page), PRINTED).hidden(BOXES))


@pytest.mark.parametrize(
    "by", ["a slip of paper", "a hand", "another part of a sheet", "a chequered cloth", "something dark"]
)
def test_print_under_objects_is_hidden(by: str) -> None:
    away = [box for box in BOXES if np.hypot(box.x - PLACE.x, box.y - PLACE.y) > 20]
    is_hidden, *others = compared(seen(covered(by)), PRINTED).hidden([PLACE, *away], [True] * (1 + len(away)))
    assert is_hidden
    assert not any(others)


@pytest.mark.parametrize("share, lacks", [(0.02, False), (0.3, True), (0.9, True)])
def test_a_slip_hides_a_part(share: float, lacks: bool) -> None:
    page, area = PAGE.copy(), PLACE.grown(2)
    page[px(area.y) : px(area.y + share * area.h), px(area.x) : px(area.right)] = 250
    assert compared(seen(page), PRINTED).hidden(BOXES)[38] is lacks


def test_shifted_print_is_partly_hidden() -> None:
    """Check a row of boxes shifted along itself: its long lines are still in place."""
    page = PAGE.copy()
    part = slice(px(PLACE.y - 3), px(PLACE.bottom + 3))
    page[part] = np.roll(page[part], px(1.0), axis=1)
    assert compared(seen(page), PRINTED).hidden(BOXES)[38]


def test_places_without_print_are_never_hidden() -> None:
    bare = np.full_like(PAGE, 255)
    assert not any(compared(PAGE, PrintedPage(bare)).hidden(BOXES))
    half = np.concatenate([PAGE[: px(PLACE.y - 2)], bare[px(PLACE.y - 2) :]])
    assert compared(half, PRINTED).hidden(BOXES)[38]


def test_print_on_a_tint_is_visible_unless_covered() -> None:
    tinted = PAGE.copy()
    for box in BOXES[24:60]:
        corners = (px(box.x), px(box.y)), (px(box.right), px(box.bottom))
        cv2.rectangle(tinted, *corners, 200, -1)
        cv2.rectangle(tinted, *corners, 127, px(0.35))
    hidden, area = tinted.copy(), PLACE.grown(6)
    hidden[px(area.y) : px(area.bottom), px(area.x) : px(area.right)] = 250
    printed = PrintedPage(tinted)
    whole, without = (compared(seen(page, contrast=1.0), printed).hidden(BOXES) for page in (tinted, hidden))
    assert not any(whole)
    assert without[38]


def test_ink_along_print_is_distinguished_from_print() -> None:
    page = PAGE.copy()
    corners = (px(PLACE.x), px(PLACE.y)), (px(PLACE.right), px(PLACE.bottom))
    cv2.rectangle(page, *corners, 20, px(0.5))
    look = compared(seen(page, blur=1.0), PrintedPage(np.maximum(PAGE, 120)))
    assert (look.ink_on_print(BOXES).min(axis=1) > 0.25).tolist() == [box == PLACE for box in BOXES]


def test_noise_on_light_print_is_not_ink() -> None:
    light = np.maximum(PAGE, 200)
    look = compared(seen(light, noise=80.0, contrast=0.9), PrintedPage(light))
    assert look.ink_on_print(BOXES)[:, 0].max() < 0.25


@pytest.mark.parametrize("dark", [60, 130, 180])
def test_a_pen_on_a_blank_box_hides_it(dark: int) -> None:
    """Check a pen too narrow to count as a shadow, with pixels as dark as print."""
    page = PAGE.copy()
    page[:, px(PLACE.center.x - 3) : px(PLACE.center.x + 3)] = dark
    hidden = compared(seen(page), PRINTED).hidden(BOXES, [True] * len(BOXES))
    assert hidden == [box.x == PLACE.x for box in BOXES]


def test_a_scribble_is_ink() -> None:
    page = seen(scribbled(40, 1.3))
    assert not compared(page, PRINTED).hidden([PLACE], [False])[0]


def test_pale_print_is_visible_unless_under_a_veil() -> None:
    """Check pale print: with low toner, ink is as dark as elsewhere; under a veil it is as pale as the print."""
    band = slice(px(PLACE.y - 8), px(PLACE.bottom + 8))
    ink, low = scribbled(40, 0.4), PAGE.copy()
    low[band] = 255 - (255 - low[band]) // 6
    low[ink < PAGE] = ink[ink < PAGE]
    veiled = ink.copy()
    veiled[band] = 255 - (255 - veiled[band]) // 6
    veiled[: px(20), : px(20)] = np.where(np.arange(px(20)) % 16 < 6, 40, 255)  # ink elsewhere
    pale, hidden = (compared(seen(page, 1.0, 1.0, 1.0), PRINTED).hidden(BOXES)[38] for page in (low, veiled))
    assert not pale
    assert hidden


def test_pages_with_other_missions_compare_equally() -> None:
    sheet = load_sheet("virus")  # it has fields next to mission cards
    for cache in (raster._layout_of, raster._compose_page):
        cache.cache_clear()  # so that no other test has drawn the first page
    first, other = (
        raster.printed_page(sheet, 1, missions, PX_PER_MM)
        for missions in (("A1", "B1", "C1"), ("A2", "B1", "C2"))
    )
    alone, areas = PrintedPage(other.gray), areas_read(sheet, 1)
    assert other.layout is first and len(other.changed) == 2
    found, expected = visibility._print_of(other), visibility._print_of(alone)
    for name in ("page", "depth", "lines", "bare", "clean", "deepest"):
        assert (getattr(found, name) == getattr(expected, name)).all()
    every = np.arange(len(areas.where))
    one, same = (PagePatches(other.gray, page, areas, PX_PER_MM).cut(every) for page in (other, alone))
    assert (one == same).all()
    places = [field.rect for field in areas.fields]
    shares = [compared(other.gray, page).ink_on_print(places) for page in (other, alone)]
    assert (shares[0] == shares[1]).all()
