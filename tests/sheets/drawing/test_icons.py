"""Every icon can be drawn, stays in its square, and differs from every other one, in grey and small."""

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from fairsheet.sheets.drawing.icon_chart import draw_icon_chart
from fairsheet.sheets.drawing.icon_paths import commands, read_drawings
from fairsheet.sheets.drawing.icons import ICONS
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.model.drawn_shapes import Icon, Style
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import BODY, PAPERS, Paper
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.printing.draw_pages import draw_blank
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.printed.raster import render_page

SIDE = 6.0  # mm
PITCH = 16.0
SCALE = 10  # px per mm
COLUMNS = 10


def _place(i: int) -> Rect:
    return Rect(BODY.x + 3 + i % COLUMNS * PITCH, BODY.y + 3 + i // COLUMNS * PITCH, SIDE, SIDE)


@pytest.fixture(scope="module")
def pictures() -> dict[str, np.ndarray]:
    """Return every icon on white with 4 mm around it, as ink from 0 to 1."""
    shapes = tuple(Icon(name, _place(i), Style("mid", None, 0.35)) for i, name in enumerate(ICONS))
    sheet = Sheet("icons", "Icons", 1, (), (), (), (), (), (), shapes)
    pdf = draw_blank(sheet, Paper("frame", 196, 266))
    page = render_page(pdf, 0, 196 * SCALE, 266 * SCALE)
    found = {}
    for i, name in enumerate(ICONS):
        rect = _place(i).grown(4)
        top, left, size = round(rect.y * SCALE), round(rect.x * SCALE), round(rect.w * SCALE)
        found[name] = 1 - page[top : top + size, left : left + size] / 255
    return found


@pytest.mark.parametrize("name", ICONS)
def test_icon_stays_in_its_square_neither_empty_nor_full(pictures: dict[str, np.ndarray], name: str) -> None:
    ink = pictures[name]
    margin = round(3.7 * SCALE)  # half a stroke may extend outside
    inside = ink[margin:-margin, margin:-margin]
    assert ink.sum() == pytest.approx(inside.sum(), rel=0.005)
    assert 0.03 < inside.mean() < 0.5


def test_no_two_icons_look_alike(pictures: dict[str, np.ndarray]) -> None:
    soft = {name: cv2.GaussianBlur(ink, (0, 0), 0.15 * SCALE) for name, ink in pictures.items()}
    names = list(soft)
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            difference = np.abs(soft[first] - soft[second]).sum() / (soft[first] + soft[second]).sum()
            assert difference > 0.1, (first, second)


def test_unknown_icon_is_refused_by_name() -> None:
    sheet = Sheet("icons", "Icons", 1, (), (), (), (), (), (), (Icon("rokets", _place(0), Style()),))
    with pytest.raises(FairsheetError, match="rokets"):
        draw_blank(sheet, Paper("frame", 196, 266))


def test_paths_scale_about_the_middle_of_the_square(tmp_path: Path) -> None:
    (tmp_path / "icons.txt").write_text(
        "part line\n  solid M 0 0 L 100 100\nicon moved\n  use line 75 50 0.5 1\n"
    )
    (layer,) = read_drawings(tmp_path / "icons.txt")["moved"].layers
    assert commands("M 0 50 L 100 50 Z", 6, 6) == (("M", (-3, 0)), ("L", (3, 0)), ("Z", ()))
    assert commands(layer.path, 100, 100) == (("M", (0, -50)), ("L", (50, 50)))


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_the_chart_names_every_icon(paper: Paper) -> None:
    with pypdfium2.PdfDocument(draw_icon_chart(paper)) as document:
        words = [page.get_textpage().get_text_range().split() for page in document]
    assert set(ICONS) <= {word for page in words for word in page}


def test_own_icons_are_drawn_and_part_of_the_layout() -> None:
    lines = 'icon a leaf size: 9\nicon-shape leaf "M 0 0 H 100 V 100 H 0 Z" paint: {}'
    solid, hole = (
        place(parse(f'sheet demo "Demo"\n{lines.format(paint)}', "demo.sheet")).sheet
        for paint in ("solid", "hole")
    )
    assert solid.fingerprint != hole.fingerprint
    frame = Paper("frame", 196, 266)
    pages = [render_page(draw_blank(sheet, frame), 0, 1960, 2660) for sheet in (solid, hole)]
    middle = solid.field["a"].rect.center
    x, y = round(middle.x * 10), round(middle.y * 10)
    assert [int(page[y, x]) for page in pages] == [179, 255]
