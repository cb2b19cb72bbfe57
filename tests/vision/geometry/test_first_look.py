"""Print and ink are distinguished from dirt, light, holes and the back of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairsheet.vision.geometry.first_look import is_blank, shows_sheet
from fairsheet.vision.printed.raster import blank_page
from tests.vision.played import PX_PER_MM, SHEET, label

SIDES = 2340, 1654  # px: A4 at 200 dpi
Page = NDArray[Any]


def paper(level: float = 238) -> Page:
    return np.random.default_rng(4).normal(level, 3, SIDES)


def gray(page: Page) -> NDArray[np.uint8]:
    return np.clip(page, 0, 255).astype(np.uint8)


def print_of_a_sheet() -> Page:
    """Return how much darker than paper the print of a sheet is, seen from the back."""
    page = blank_page(SHEET, label(1), PX_PER_MM)
    inner = cv2.resize(page, (SIDES[1] - 160, SIDES[0] - 160), interpolation=cv2.INTER_AREA)
    return np.pad(255.0 - inner, 80)[:, ::-1]


def specks(page: Page) -> None:
    chance = np.random.default_rng(5)
    for _ in range(100):
        middle = int(chance.integers(1654)), int(chance.integers(2340))
        cv2.circle(page, middle, int(chance.integers(1, 5)), float(chance.uniform(20, 150)), -1)


def holes(page: Page) -> None:
    for y in (500, 1130, 1760):
        cv2.circle(page, (95, y), 24, 20.0, -1)
        cv2.circle(page, (1560, y), 24, 150.0, 2)


def shadows(page: Page) -> None:
    page -= np.clip(1 - np.arange(1654) / 90, 0, 1) * 220
    page[-25:] = 0
    page *= np.linspace(1, 0.6, 2340)[:, None]


def streak(page: Page) -> None:
    page[:, 700:702] = 90


def other_side(page: Page) -> None:
    page -= cv2.GaussianBlur(print_of_a_sheet(), (0, 0), 2.0) * 0.2


def black(page: Page) -> None:
    page[:] = 5


def text(page: Page) -> None:
    _write(page, "see the other side", 1.0, 0)


def pencil(page: Page) -> None:
    _write(page, "Ada 65", 3.0, 120)


def _write(page: Page, words: str, size: float, level: int) -> None:
    layer = np.full(page.shape, 255, np.uint8)
    cv2.putText(layer, words, (300, 1100), cv2.FONT_HERSHEY_SIMPLEX, size, level, 3)
    page[layer < 255] = level


def picture(page: Page) -> None:
    page[400:1500, 300:1300] = 60


def frame(page: Page) -> None:
    cv2.rectangle(page, (300, 300), (1300, 1600), 20.0, 3)


@pytest.mark.parametrize("lay", [lambda page: None, specks, holes, shadows, streak, other_side, black])
def test_a_page_without_print_is_blank(lay: Callable[[Page], None]) -> None:
    page = paper()
    lay(page)
    assert is_blank(gray(page))


@pytest.mark.parametrize("draw", [text, pencil, picture, frame])
def test_a_page_with_print_is_not_blank(draw: Callable[[Page], None]) -> None:
    page = paper()
    specks(page)
    draw(page)
    assert not is_blank(gray(page))
    assert not is_blank(255 - gray(page))


def test_a_sheet_is_not_blank_however_pale_it_is() -> None:
    page = print_of_a_sheet()[:, ::-1]
    assert not is_blank(gray(paper() - 0.15 * page))
    assert shows_sheet(gray(paper() - 0.15 * page)) and not shows_sheet(gray(paper() - page)[:, ::-1])
