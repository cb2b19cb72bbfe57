"""The overlay's words: numbered doubts, all of them listed."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from fairsheet.languages.messages import Message
from fairsheet.sheets.drawing.typeface import without_glyph
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.pictures.overlay import DOUBT, SHORT, _draw_tag, _Legend, _Tag, _word
from fairsheet.vision.readings.reading import Doubt, SheetReading
from fairsheet.vision.readings.reasons import UNSEEN


def _reading(*doubts: Doubt) -> SheetReading:
    sheet = load_sheet("launch")
    return SheetReading(sheet, Label(sheet.name, sheet.fingerprint, "crane", 2, 1), "", {}, doubts)


@pytest.mark.parametrize(
    ("mark", "doubt", "words"),
    [
        (7, None, "7"),
        (7, 3, "#3 7?"),
        ("crossed", None, ""),
        ("crossed", 12, "#12?"),
        (None, 1, "#1?"),
        ("triangle", None, "Δ"),
        ("cross", 2, "#2 ×?"),
    ],
)
def test_a_tag_numbers_its_doubt(mark: Mark | None, doubt: int | None, words: str) -> None:
    about = (
        None if doubt is None else Doubt("floor-1.1", ((mark, 1.0),), mark, Message("it looks odd"), doubt)
    )
    assert _word(mark, about) == words


@pytest.mark.parametrize("short", SHORT.values())
def test_the_font_has_the_letters_of_short_tags(short: str) -> None:
    assert not without_glyph(short, "bold")


def test_every_doubt_has_a_line_below_the_picture() -> None:
    doubts = [Doubt(f"floor-1.{place}", ((1, 1.0),), 1, Message("it looks odd")) for place in range(40)]
    one, more, all_ = (_Legend([_reading(*doubts[:count])], 600).height for count in (1, 2, 40))
    assert all_ - one == 39 * (more - one) > 0


def test_unseen_fields_share_one_line() -> None:
    unseen = (Doubt.of(f"floor-1.{place}", ((1, 1.0),), 1, UNSEEN) for place in (1, 2, 3))
    odd = Doubt("floor-2.1", ((1, 1.0),), 1, Message("it looks odd"), 4)
    first, *others = _Legend([_reading(*unseen, odd)], 2000).lines
    assert first == "#4 floor-2.1: it looks odd" and " ".join(others).startswith("3 fields: something lies")


def test_an_incomplete_sheet_has_no_questions() -> None:
    reading = _reading(Doubt("floor-1.1", ((1, 1.0),), 1, Message("it looks odd")))
    of_two = replace(reading, sheet=replace(reading.sheet, pages=2))
    assert _Legend([of_two], 600).lines == []


def test_wide_lines_are_wrapped() -> None:
    doubt = Doubt("floor-1.1", ((1, 1.0),), 1, Message("it looks odd " * 20))
    lines = _Legend([_reading(doubt)], 600).lines
    assert " ".join(lines) == f"floor-1.1: {'it looks odd ' * 20}".strip() and len(lines) > 3


@pytest.mark.parametrize("x", [-60, -4, 50, 95, 160])
@pytest.mark.parametrize("y", [-60, -4, 50, 95, 160])
def test_tags_are_clipped_at_the_picture(x: int, y: int) -> None:
    wide = np.full((1000, 1000, 3), 255, np.uint8)
    picture = np.full((100, 100, 3), 255, np.uint8)
    _draw_tag(wide, _Tag(x + 500, y + 500, "#1 17?", DOUBT, 20))
    _draw_tag(picture, _Tag(x, y, "#1 17?", DOUBT, 20))
    assert np.array_equal(picture, wide[500:600, 500:600])
    assert (picture < 255).any() == (min(x, y) > -60 and max(x, y) < 160)
