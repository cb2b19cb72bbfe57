"""How well it is noticed that things lie on a sheet: simulated photos.

    python -m benchmarks.covered --folder build/reading --handwriting DIR --half 0 --count 8

The photos are the hard ones of `benchmarks/reading.py`, from the same folder. Reports, for every thing, of the fields
that it covers by a half or more, by a quarter to a half, and not at all (nor their surroundings, `CLEAR_OF` mm), how
many there are and how many the reader says that cannot be seen. Of the latter there should be none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.filled_sheets import Case, cases, sheet_of
from benchmarks.reading import Folder, photo_options
from fairsheet.sheets.library.templates import scenario_names
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FRAME
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.geometry._dewarp import Floats
from fairsheet.vision.geometry.detection import find_sheets
from fairsheet.vision.geometry.rectify import PX_PER_MM, FlatPage, flat_page, flatten, surface_of
from fairsheet.vision.label.label_reader import read_label
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.raster import printed_page
from tests.photographs import load_photos

CLEAR_OF = 2.0  # mm around a field that are compared with its print
NOISE = 4.0  # grey levels, of what is laid on a photo
EDGE = 1.2  # px: its edge is as soft as that
# rows, columns, grey level of the paper
Texture = Callable[[NDArray[np.intp], NDArray[np.intp], float], Floats]


@dataclass(frozen=True)
class Thing:
    """Its outline on the sheet (mm), and how it looks in the photo."""

    name: str
    outline: Floats
    texture: Texture


@dataclass
class Count:
    """Fields, and those of them that the reader says that cannot be seen."""

    fields: int = 0
    noticed: int = 0

    def add(self, chosen: NDArray[np.bool_], unseen: NDArray[np.bool_]) -> None:
        self.fields += int(chosen.sum())
        self.noticed += int((chosen & unseen).sum())

    def __str__(self) -> str:
        return f"{self.fields:7} {self.noticed:6}"


def things(rng: np.random.Generator) -> Iterator[Thing]:
    """What lies about on tables, somewhere on a sheet; and corners that were torn off or folded over."""
    x, y = rng.uniform(40, FRAME.w - 40), rng.uniform(60, FRAME.h - 60)
    turn, corner = rng.uniform(-0.4, 0.4), rng.uniform(45, 80)
    yield Thing("thumb", _ellipse(0, y, 45, 11), lambda rows, _, paper: 0.62 * paper + 4 * np.sin(rows / 9))
    yield Thing("cup", _ellipse(x, y, 40, 40), lambda rows, _, paper: 0.3 * paper + 0 * rows)
    yield Thing("slip", _rectangle(x, y, 64, 50, turn), lambda rows, _, paper: 0.97 * paper + 0 * rows)
    yield Thing("cloth", _rectangle(x, y, 80, 60, turn), _chequered)
    yield Thing("words", _rectangle(x, y, 70, 60, turn), _words)
    triangle = np.array(
        [(FRAME.w + 8, FRAME.h + 8), (FRAME.w + 8, FRAME.h - corner), (FRAME.w - corner, FRAME.h + 8)]
    )
    yield Thing(
        "torn corner", triangle, lambda rows, columns, _: 90 + 14 * np.sin(rows / 7) * np.sin(columns / 5)
    )
    folded = triangle * (-1, 1) + (FRAME.w, 0)
    yield Thing(
        "folded corner", folded, lambda rows, columns, paper: 0.93 * paper + np.sin((rows + columns) / 30)
    )


def _ellipse(x: float, y: float, width: float, height: float) -> Floats:
    angles = np.linspace(0, 2 * np.pi, 60)
    return np.column_stack([x + width * np.cos(angles), y + height * np.sin(angles)])


def _rectangle(x: float, y: float, width: float, height: float, turn: float) -> Floats:
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)
    rotation = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    return np.asarray(corners @ rotation + (x, y))


def _chequered(rows: NDArray[Any], columns: NDArray[Any], paper: float) -> Floats:
    return np.where((rows // 30 + columns // 30) % 2 > 0, 0.95 * paper, 0.45 * paper)


def _words(rows: NDArray[Any], columns: NDArray[Any], paper: float) -> Floats:
    """Print on paper, as of another sheet."""
    lines = (
        (rows % 55 < 4) | (columns % 83 < 4) | ((rows % 55 > 35) & (columns % 9 < 3) & (columns % 83 < 40))
    )
    return np.where(lines, 0.45 * paper, 0.97 * paper)


def laid_on(photo: Gray, page: FlatPage, thing: Thing, rng: np.random.Generator) -> tuple[Gray, Gray]:
    """The photo with a thing on the page that it shows, and where on the flat page that is (255)."""
    mask = np.zeros_like(photo)
    cv2.fillPoly(mask, [page.surface.to_photo(thing.outline).astype(np.int32)], 255)
    left, top, width, height = cv2.boundingRect(mask)
    part = slice(top, top + height), slice(left, left + width)
    share = cv2.GaussianBlur(mask, (0, 0), EDGE)[part] / 255
    rows, columns = np.mgrid[:height, :width]
    looks = thing.texture(rows, columns, float(np.median(photo[mask > 0])))
    laid = photo.copy()
    mixed = photo[part] * (1 - share) + (looks + rng.normal(0, NOISE, looks.shape)) * share
    laid[part] = np.clip(mixed, 0, 255).astype(np.uint8)
    return laid, flatten(mask, page.surface)


def count(case: Case, folder: Folder, counts: dict[str, tuple[Count, Count, Count]]) -> None:
    """Adds the fields of one photo, for every thing. Raises FairsheetError where the photo cannot be read."""
    (photo,) = load_photos(folder.photo(case))
    surface = surface_of(find_sheets(photo.gray, case.name)[0][0])
    label, sheet = read_label(photo.gray, surface, case.name), sheet_of(case.sheet)
    printed = printed_page(sheet, label.page, label.missions, PX_PER_MM)
    page = flat_page(photo.gray, surface, printed)
    places = [field.rect for field in sheet.fields if field.page == label.page and field.kind != "text"]
    rng = np.random.default_rng(case.number)
    for thing in things(rng):
        laid, mask = laid_on(photo.gray, page, thing, rng)
        again = flat_page(laid, surface_of(find_sheets(laid, case.name)[0][0]), printed)
        unseen = np.array(again.unseen(places))
        share = np.array([_share(mask, place) for place in places])
        clear = np.array([_share(mask, place.grown(CLEAR_OF)) == 0 for place in places])
        half, quarter, none = counts.setdefault(thing.name, (Count(), Count(), Count()))
        half.add(share >= 0.5, unseen)
        quarter.add((share >= 0.25) & (share < 0.5), unseen)
        none.add(clear, unseen)


def _share(mask: Gray, place: Rect) -> float:
    """What of a place is covered."""
    left, top, right, bottom = (
        max(0, round(side * PX_PER_MM)) for side in (place.x, place.y, place.right, place.bottom)
    )
    return float((mask[top:bottom, left:right] > 127).mean())


def main() -> None:
    """The command line."""
    given = photo_options(__doc__, 8).parse_args()
    folder = Folder(given.folder, given.handwriting, given.fresh)
    counts: dict[str, tuple[Count, Count, Count]] = {}
    cv2.setNumThreads(1)
    for case in cases(["hard"], given.half, given.count, "1", list(scenario_names())):
        try:
            count(case, folder, counts)
        except FairsheetError as error:
            print(error)
    print(f"{'':14} half or more   quarter to half          none")
    for name, (half, quarter, none) in counts.items():
        print(f"{name:14}{half}    {quarter}   {none}   (fields, noticed)")


if __name__ == "__main__":
    main()
