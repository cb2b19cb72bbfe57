"""Words in another language take the room that there is, and no more."""

from __future__ import annotations

import pytest

from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.model.drawn_shapes import Text
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.translation.translated import LEAST_SIZE, overflowing, translated

LONG = "words that are quite a lot longer"


def sheet(lines: str) -> Sheet:
    return place(parse(f'sheet x "X"\n\n{lines}\n', "x.sheet")).sheet


def said(lines: str, words: str) -> Text:
    """The first text of a template in other words."""
    return next(
        text for text in translated(sheet(lines), "cs", lambda _: words).shapes if isinstance(text, Text)
    )


def test_words_that_have_room_stay_as_large_as_they_were() -> None:
    text = said('text "short" size: 8 at: 0, 0', LONG)
    assert (text.text, text.size, text.font) == (LONG, 8, "regular")


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_words_get_smaller_before_a_field_or_take_another_line(turn: int) -> None:
    at = {0: "50, 20", 90: "20, 50", 180: "10, 20", 270: "20, 10"}[turn]
    lines = f'text "short" size: 8 turn: {turn} at: 30, 30 anchor: center\nslot a size: 10 correction-box: 0 at: {at}'
    text = said(lines.replace("50", "44").replace("10,", "8,").replace(", 10", ", 8"), LONG)
    assert text.size < 8 or "\n" in text.text
    assert list(overflowing(sheet(lines), translated(sheet(lines), "cs", lambda _: LONG))) == []


def test_words_without_room_are_told_and_not_too_small() -> None:
    lines = 'outline (0, 0) (12, 0) (12, 4) (0, 4)\ntext "short" size: 7 at: 1, 0.5'
    before = sheet(lines)
    ((text, other),) = overflowing(before, translated(before, "cs", lambda _: LONG))
    assert (text.words, other.words, other.size) == ("short", LONG, LEAST_SIZE)


def test_numbers_and_fields_stay_as_they_are() -> None:
    before = sheet('text "12" size: 8 at: 0, 0\nslot a size: 10 at: 20, 20')
    after = translated(before, "cs", lambda _: LONG)
    assert after.shapes == before.shapes and after.fields == before.fields
    assert after.fingerprint == before.fingerprint and after.digest != before.digest
