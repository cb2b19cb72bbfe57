"""Half pages and landscape pages of custom sheets: printed, photographed and read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from fairsheet.engine.records.record import Table
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.pipeline.reading.picture_files import page_arrays
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.model.geometry import Point
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.scaled import as_printed
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.pictures.overlay import draw_overlay
from fairsheet.vision.scan import ReaderSetup, read_photo
from fairsheet.vision.simulator.camera import photograph
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import GEL_BLACK
from fairsheet.wording.labels import labels_of
from tests.photographs import FIVE_MEGAPIXELS, PX_PER_MM, read_scan


def test_half_pages_are_printed_in_pairs_and_read_together(tmp_path: Path) -> None:
    template = tmp_path / "pocket.sheet"
    template.write_text(
        'sheet pocket "Pocket"\n  paper: a5\n  slots: 1..6\n'
        "zone bed\n  row at: 6, 6\n    repeat i: 1..6\n      slot bed.{i} size: 9\n"
        "row at: 6, 30 gap: 4\n  icon bee.1 plant; icon bee.2 plant\n"
        "box score.total from: 0 to: 40 at: 6, 50\n"
    )
    placed = read_template(template)
    sheet, half = placed.sheet, PAPERS["a4"].half
    assert [field.rect.w for field in as_printed(sheet).fields[:6]] == [9.0] * 6
    labels = labels_of(sheet, Table(None, 3, None), [1, 2, 3])
    first, second = page_arrays(draw_pages(sheet, labels), PX_PER_MM)
    assert first.shape == second.shape and len(first) < len(first[0])
    chance = np.random.default_rng(1)
    written: list[dict[str, Mark]] = [{"bed.1": 4, "bee.2": "crossed"}, {"bed.6": 5, "score.total": 38}]
    for marks, left in zip(written, (0, half.width), strict=True):
        origin = Point((left + half.offset.x) / half.scale, half.offset.y / half.scale)
        first = fill_in(first, sheet, marks, sample_hands()[0], GEL_BLACK, chance,
                        px_per_mm=PX_PER_MM * half.scale, origin=origin)  # fmt: skip
    read = read_scan(first, sheet, chance)
    assert [(each.label.seat, each.marks) for each in read] == [(1, written[0]), (2, written[1])]


def test_landscape_pages_are_read_at_every_rotation(tmp_path: Path) -> None:
    template = tmp_path / "river.sheet"
    template.write_text(
        'sheet river "River"\n  paper: landscape\n  slots: 1..6\n'
        "zone bed\n  row at: 6, 6 gap: 1\n    repeat i: 1..6\n      slot bed.{i}\n"
        "row at: 6, 120 gap: 4\n  icon bee.1 plant size: 8; icon bee.2 plant size: 8\n"
        "box score.total from: 0 to: 40 at: 200, 150\n"
    )
    sheet = read_template(template).sheet
    labels = labels_of(sheet, Table(None, 1, None), [1])
    written: dict[str, Mark] = {"bed.2": 4, "bee.2": "crossed", "score.total": 38}
    for paper in PAPERS.values():  # each paper is turned in two ways; together they cover all four
        page, chance = paper.page_of(sheet), np.random.default_rng(1)
        (picture,) = page_arrays(draw_pages(sheet, labels, paper), PX_PER_MM)
        assert picture.shape[1] / picture.shape[0] == pytest.approx(paper.height / paper.width, abs=0.01)
        filled = fill_in(picture, sheet, written, sample_hands()[0], GEL_BLACK, chance,
                         px_per_mm=PX_PER_MM, origin=page.offset)  # fmt: skip
        photo = cv2.cvtColor(
            photograph(filled, chance, px_per_mm=PX_PER_MM, size=FIVE_MEGAPIXELS), cv2.COLOR_RGB2GRAY
        )
        for turns in (1, 2) if paper.name == "a4" else (0, 3):
            turned = Photo(f"turned {turns} times", np.ascontiguousarray(np.rot90(photo, turns)))
            (seen,), errors = read_photo(turned, rules_for, ReaderSetup(Catalog((sheet,))))
            assert (seen.reading.marks, errors) == (written, [])
            # one blank icon may be in doubt, because thin ink is unclear in such a coarse photo
            assert {doubt.field for doubt in seen.reading.doubts} <= {"bee.1"}
            shown = draw_overlay(turned, [seen])
            assert shown.shape[1] > shown.shape[0], "the overlay has the direction of the print"


def test_lint_gives_the_body_of_each_paper_in_mm(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "pocket.sheet").write_text('sheet pocket "Pocket" paper: a5\nslot a at: 125, 20 size: 8\n')
    report = fairsheet("lint", "pocket.sheet", cwd=tmp_path).err
    assert "a is outside the body, at 125, 20 mm with size 8" in report and "114.4 x 146.9 mm" in report
    (tmp_path / "pocket.sheet").write_text('sheet pocket "Pocket" paper: a5\nslot a at: 100, 20 size: 8\n')
    assert "8 mm is too small" in fairsheet("lint", "pocket.sheet", cwd=tmp_path).err
    (tmp_path / "river.sheet").write_text('sheet river "River" paper: landscape\nslot a at: 220, 20\n')
    assert "the body is 226 x 176 mm" in fairsheet("lint", "river.sheet", cwd=tmp_path).err
