"""A drawing of a recorded sheet shows what its seed draws; a table with dice of its own has nothing of the seed's."""

from __future__ import annotations

import io

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from fairsheet.cli import program
from fairsheet.engine.recorded.registry import draw_of, recorded_game
from fairsheet.engine.records.record import Record, Table
from fairsheet.pipeline.reading.picture_files import record_pngs
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_shapes import Text
from fairsheet.vision.pictures.marked_page import marked_page
from fairsheet.wording.labels import drawn_prints, labels_of


def test_the_drawing_of_a_set_up_is_the_page_that_was_printed() -> None:
    sheet, game = load_sheet("gaia-setup"), Table("otter", 3)
    (png,) = record_pngs(sheet, Record.on(sheet, game, 0))
    (label,) = labels_of(sheet, game, [0])
    shown = np.asarray(Image.open(io.BytesIO(png)).convert("L")).astype(int)
    printed, bare = (
        np.asarray(marked_page(sheet, label, {}, drawn=drawn).convert("L")).astype(int)
        for drawn in (drawn_prints(sheet, game, [0])[0], None)
    )
    assert np.abs(shown - printed).mean() < 2 < np.abs(shown - bare).mean()


@pytest.mark.parametrize("own", [False, True])
def test_a_table_with_its_own_dice_is_told_no_order_of_the_seed(own: bool) -> None:
    words = ["deal", "pulsar-2849", "--seed=otter", "--players=3", *(["--option=dice=own"] if own else [])]
    told = CliRunner().invoke(program, words).output
    assert ("turn order, by seat" in told, "--from 3" in told) == (not own, not own)
    asked = CliRunner().invoke(program, [*words, "--from", "3", "--turns", "1"]).exception
    assert (asked is None) == (not own)
    sheet = load_sheet("pulsar-table")
    game = Table("otter", 3, options={"dice": "own"} if own else {})
    (place,) = sheet.draw_places
    drawn = draw_of(sheet, game)
    assert drawn is not None
    shapes = recorded_game(sheet).shapes(place, drawn, game, 0)
    assert ("–" in [shape.text for shape in shapes if isinstance(shape, Text)][2]) == own
