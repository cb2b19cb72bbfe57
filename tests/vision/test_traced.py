"""Rings drawn along the printed outline of an icon, and circles along that of a place for a sign."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from fairsheet.engine.records.record import Table
from fairsheet.pipeline.reading.picture_files import page_arrays
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import GEL_BLACK
from fairsheet.wording.labels import labels_of
from tests.photographs import PX_PER_MM, read_scan


def test_rings_along_the_outline_are_asked(tmp_path: Path) -> None:
    template = tmp_path / "rings.sheet"
    template.write_text(
        'sheet rings "Rings"\nrow at: 20, 20 gap: 6\n  repeat i: 1..8\n'
        "    icon ring.{i} octagon size: 9 accepts: circled, crossed\n"
        "row at: 20, 50 gap: 6\n  repeat i: 1..4\n    sign sign.{i} symbol: asteroid size: 9\n"
    )
    sheet = read_template(template).sheet
    (page,) = page_arrays(draw_pages(sheet, labels_of(sheet, Table(None, 1, None), [1])), PX_PER_MM)
    offset, shares = (
        PAPERS["a4"].offset,
        ((0.29, 0), (0.71, 0), (1, 0.29), (1, 0.71), (0.71, 1), (0.29, 1), (0, 0.71), (0, 0.29)),
    )
    for number in (2, 3, 5, 7):
        rect = sheet.field[f"ring.{number}"].rect.grown(-0.32).moved(offset.x, offset.y)
        outline = [(rect.x + x * rect.w, rect.y + y * rect.h) for x, y in shares]
        points = np.rint(np.array(outline) * PX_PER_MM).astype(np.int32)
        cv2.polylines(page, [points], True, (70, 80, 160), 4, cv2.LINE_AA)
    for sign in ("sign.2", "sign.3"):
        rect = sheet.field[sign].rect.moved(offset.x, offset.y)
        middle = round(rect.center.x * PX_PER_MM), round(rect.center.y * PX_PER_MM)
        cv2.circle(page, middle, round(rect.w / 2 * PX_PER_MM), (70, 80, 160), 4, cv2.LINE_AA)
    chance = np.random.default_rng(1)
    crosses: dict[str, Mark] = {f"ring.{number}": "crossed" for number in (1, 5, 7)}
    page = fill_in(
        page, sheet, crosses, sample_hands()[0], GEL_BLACK, chance, px_per_mm=PX_PER_MM, origin=offset
    )
    (reading,) = read_scan(page, sheet, chance)
    asked = {doubt.field for doubt in reading.doubts}
    inked = {"ring.1", "ring.2", "ring.3", "ring.5", "ring.7", "sign.2", "sign.3"}
    assert asked | reading.marks.keys() == inked
    assert reading.marks["ring.1"] == "crossed" and "ring.1" not in asked
    assert all(id_ in asked or reading.marks[id_] == "circled+crossed" for id_ in ("ring.5", "ring.7"))
