"""Whether translations call the things of the games by the terms of their language's glossary."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from fairsheet.languages.catalogues import FOLDER, languages, read_catalogue

ROOT = Path(__file__).parents[2]
TRANSLATED = languages()[1:]

Entries = Mapping[str, str]  # translation by English text


class Term(NamedTuple):
    """A term of a glossary: regular expressions of whole words, whatever their case.

    An English text with `english` needs a translation with one of the `forms`, if there are any, unless it is one of
    the exceptions; a translation of any text has none of the `wrong` words.
    """

    english: str
    forms: str = ""
    wrong: str = r"(?!)"
    exceptions: tuple[str, ...] = ()


def glossary(language: str) -> list[Term]:
    """Return the terms of a language."""
    found = tomllib.loads((FOLDER / f"{language}.glossary.toml").read_text("utf-8"))
    return [Term(**{**each, "exceptions": tuple(each.get("exceptions", ()))}) for each in found["terms"]]


def entries(language: str) -> Entries:
    """Return all texts of the sheets and of the program with their translations, plural forms in one text."""
    texts = [(folder / f"{language}.po").read_text("utf-8") for folder in (FOLDER, ROOT / "templates")]
    return {
        english: "\n".join(forms)
        for text in texts
        for english, forms in read_catalogue(language, text).patterns.items()
    }


def has_word(pattern: str, text: str) -> bool:
    """Return whether a text, without its placeholders, has a word that matches the pattern."""
    return re.search(rf"\b(?:{pattern})\b", re.sub(r"\{\w+\}", "…", text), re.IGNORECASE) is not None


def faults(terms: list[Term], translations: Entries) -> Iterator[str]:
    """Yield a line for each translation without the term it needs, or with a wrong word."""
    for english, translation in translations.items():
        for term in terms:
            if has_word(term.wrong, translation):
                yield f"{term.english}: wrong word in {translation!r}"
            elif (
                has_word(term.english, english)
                and english not in term.exceptions
                and not has_word(term.forms, translation)
            ):
                yield f"{term.english}: not in {translation!r} for {english!r}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_use_the_glossary(language: str) -> None:
    assert not list(faults(glossary(language), entries(language)))


@pytest.mark.parametrize("language", TRANSLATED)
def test_exceptions_are_texts_that_need_them(language: str) -> None:
    texts = entries(language)
    for term in glossary(language):
        for english in term.exceptions:
            assert has_word(term.english, english) and not has_word(term.forms, texts[english])


@pytest.mark.parametrize("language", TRANSLATED)
def test_planted_wrong_terms_are_found(language: str) -> None:
    planted = json.loads((Path(__file__).parent / f"planted.{language}.json").read_text("utf-8"))
    terms = glossary(language)
    assert [english for english, wrong in planted.items() if not any(faults(terms, {english: wrong}))] == []
