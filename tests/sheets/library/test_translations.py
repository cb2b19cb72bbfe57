"""The program's sheets in all languages: nothing is missing, everything fits, and no field moves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from fairsheet.languages.catalogues import languages, read_catalogue
from fairsheet.languages.extract import Pattern, catalogue_file
from fairsheet.sheets.drawing.typeface import without_glyph
from fairsheet.sheets.library.solo_sheets import plays_solo, solo_sheet
from fairsheet.sheets.library.template_words import words_of_program
from fairsheet.sheets.library.templates import TEMPLATES, load_sheet, sheet_names
from fairsheet.sheets.library.translations import in_language, words_on_sheets
from fairsheet.sheets.model.drawn_shapes import is_words
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing import footer, header
from fairsheet.sheets.translation.translated import LEAST_SIZE, overflowing, texts_of

OTHERS = languages()[1:]
ALIKE = {  # small English words that are the same in the other language
    "cs": "ast asteroid astronaut bonus do gaiaformer na planet protopl pulsar robot rover seed start symbol ten "
    "to transdim virus",
    "de": "aks also an die in online orange so solo was",
}


@cache
def words() -> tuple[Pattern, ...]:
    return tuple(words_of_program())


@cache
def sheets() -> tuple[Sheet, ...]:
    """Return all sheets, those of the solo game with a panel."""
    every = map(load_sheet, sheet_names())
    return tuple(solo_sheet(sheet, 1) if plays_solo(sheet) else sheet for sheet in every)


@pytest.mark.parametrize("language", OTHERS)
def test_catalogues_have_exactly_the_words_of_templates(language: str) -> None:
    text = (TEMPLATES / f"{language}.po").read_text("utf-8")
    hint = f"run: python -m fairsheet.sheets.library.template_words {language}"
    assert catalogue_file(language, words(), text) == text, hint
    translated = read_catalogue(language, text).patterns
    assert [each.text for each in words() if each.text not in translated] == []
    assert {character for (each,) in translated.values() for character in without_glyph(each)} == set()
    titles = {each.own_title for each in sheets() if each.game}
    assert titles - words_on_sheets(language).patterns.keys() == {"Automa"}


@pytest.mark.parametrize("language", OTHERS)
def test_all_words_have_room_and_nothing_else_moves(language: str) -> None:
    for sheet in sheets():
        other = in_language(sheet, language)
        assert (other.fingerprint, other.language) == (sheet.fingerprint, language)
        assert other.fields == sheet.fields
        lacking = [(text.words, translated.words) for text, translated in overflowing(sheet, other)]
        assert lacking == [], sheet.name
        assert min(shape.size for shape in other.shapes if is_words(shape)) >= LEAST_SIZE
        for place in sheet.mission_places:
            for mission in other.missions:
                if place.letter == mission.letter:
                    room = header._words_room(mission, place.rect)
                    assert header._words_as_lines(mission.text, room)[0] >= LEAST_SIZE
        samples = [footer._samples_on(other, page) for page in range(1, other.pages + 1)]
        assert all(map(footer._have_room, samples)), sheet.name


def small_words(texts: Iterable[str]) -> set[str]:
    """Return words without a capital: others may be names."""
    return {word for text in texts for word in re.findall(r"\b[^\W\d_]{2,}\b", text) if word.islower()}


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left(language: str) -> None:
    english = small_words(text for sheet in sheets() for text in texts_of(sheet)) - set(
        ALIKE[language].split()
    )
    found = {word for sheet in sheets() for word in small_words(texts_of(in_language(sheet, language)))}
    assert found & english == set()


def test_no_english_is_left_on_cards_callers_and_around_a_sheet(fairsheet: Any, tmp_path: Path) -> None:
    def printed(language: str) -> set[str]:
        """Return the small words of some prints, except the label in words, which programs read."""
        seed, file = ("--seed", "Otter", "--lang", language, "-o"), tmp_path / "print.pdf"
        found = set[str]()
        for command in (
            ("print", "launch", "--players", 2), ("print", "launch", "--solo", 1), ("cards", "launch"),
            ("deal", "launch", "--players", 2, "--turns", 9), ("deal", "virus", "--solo", 4),
        ):  # fmt: skip
            assert fairsheet(*command, *seed, file).code == 0
            for page in pypdfium2.PdfDocument(file):
                lines = page.get_textpage().get_text_range().splitlines()
                found |= small_words(line for line in lines if not line.startswith("fairsheet 1 "))
        return found

    english = printed("en")
    for language in OTHERS:
        assert printed(language) & english <= set(ALIKE[language].split())


def test_few_words_are_tight_if_two_fifths_longer() -> None:
    assert len({each.text for each in words() if each.is_tight}) < 60
