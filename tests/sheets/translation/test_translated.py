"""Words in another language use only the available room."""

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


def first_text(lines: str, words: str) -> Text:
    """Return the first text of a template in other words."""
    return next(
        text for text in translated(sheet(lines), "cs", lambda _: words).shapes if isinstance(text, Text)
    )


def test_words_with_room_keep_their_size() -> None:
    text = first_text('text "short" size: 8 at: 0, 0', LONG)
    assert (text.text, text.size, text.font) == (LONG, 8, "regular")


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_long_words_shrink_or_wrap(turn: int) -> None:
    at = {0: "50, 20", 90: "20, 50", 180: "10, 20", 270: "20, 10"}[turn]
    lines = f'text "short" size: 8 turn: {turn} at: 30, 30 anchor: center\nslot a size: 10 correction-box: 0 at: {at}'
    text = first_text(lines.replace("50", "44").replace("10,", "8,").replace(", 10", ", 8"), LONG)
    assert text.size < 8 or "\n" in text.text
    assert list(overflowing(sheet(lines), translated(sheet(lines), "cs", lambda _: LONG))) == []


def test_words_without_room_are_reported() -> None:
    lines = 'outline (0, 0) (12, 0) (12, 4) (0, 4)\ntext "short" size: 7 at: 1, 0.5'
    before = sheet(lines)
    ((text, other),) = overflowing(before, translated(before, "cs", lambda _: LONG))
    assert (text.words, other.words, other.size) == ("short", LONG, LEAST_SIZE)


def test_numbers_and_fields_stay_unchanged() -> None:
    before = sheet('text "12" size: 8 at: 0, 0\nslot a size: 10 at: 20, 20')
    after = translated(before, "cs", lambda _: LONG)
    assert after.shapes == before.shapes and after.fields == before.fields
    assert after.fingerprint == before.fingerprint and after.digest != before.digest
