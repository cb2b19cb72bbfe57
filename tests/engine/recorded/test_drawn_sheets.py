"""Test drawings of recorded sheets: they show the seed's draw, but no dice of the seed for a table with its own."""

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


def test_drawing_of_a_set_up_is_the_printed_page() -> None:
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
def test_table_with_its_own_dice_gets_no_order_of_the_seed(own: bool) -> None:
    words = ["deal", "pulsar-2849", "--seed=otter", "--players=3", *(["--option=dice=own"] if own else [])]
    output = CliRunner().invoke(program, words).output
    assert ("turn order, by seat" in output, "--from 3" in output) == (not own, not own)
    exception = CliRunner().invoke(program, [*words, "--from", "3", "--turns", "1"]).exception
    assert (exception is None) == (not own)
    sheet = load_sheet("pulsar-table")
    game = Table("otter", 3, options={"dice": "own"} if own else {})
    (place,) = sheet.draw_places
    drawn = draw_of(sheet, game)
    assert drawn is not None
    shapes = recorded_game(sheet).shapes(place, drawn, game, 0)
    assert ("–" in [shape.text for shape in shapes if isinstance(shape, Text)][2]) == own
