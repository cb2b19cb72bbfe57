"""Sheets in other languages: by the catalogue of the program's templates, or those next to custom templates."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from msgspec.structs import replace

from fairsheet.languages.catalogues import Catalogue, catalogue, read_catalogue
from fairsheet.sheets.library.templates import TEMPLATES
from fairsheet.sheets.model.remembered import SHEETS
from fairsheet.sheets.model.sheet import ENGLISH, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, read_file
from fairsheet.sheets.translation.translated import translated

_LARGEST = 1 << 20  # bytes of a catalogue


@dataclass(frozen=True)
class _TranslationKey:
    """A sheet in the language of a catalogue, identified by the sheet's digest and the catalogue's text."""

    digest: str
    language: str
    text: str
    sheet: Sheet = field(compare=False)


def in_language(sheet: Sheet, language: str, template: Path | None = None) -> Sheet:
    """Return the sheet with its words in a language, as far as translated.

    The catalogue is that of the program, or the one next to a custom `template`. Raises FairsheetError if that is
    damaged.
    """
    if language == sheet.language:
        return sheet
    if template is None:
        return _translate(_TranslationKey(sheet.digest, language, _catalogue_text(language), sheet))
    path = catalogue_path(template, language)
    if kind_of(path) != "file":
        return replace(sheet, language=language)
    return translated(sheet, language, read_template_words(path, language).pattern)


def read_template_words(path: Path, language: str) -> Catalogue:
    """Return the catalogue next to a template. Raises FairsheetError if it is damaged."""
    try:
        return read_catalogue(language, read_file(path, _LARGEST).decode("utf-8-sig"))
    except (ValueError, IndexError) as error:
        hint = "open it with a translator's tool, such as Poedit, to find the error"
        raise FairsheetError(
            "this is not a catalogue", code=ErrorCode.BAD_TEMPLATE, where=format_path(path), hint=hint
        ) from error


def with_template_words(words: Catalogue, template: Path) -> Catalogue:
    """Return the words of a language, preceded by those next to a custom template, if any.

    The program's sentences with values stay. Raises FairsheetError if the catalogue is damaged.
    """
    path = catalogue_path(template, words.language)
    if kind_of(path) != "file":
        return words
    own = {
        text: forms
        for text, forms in read_template_words(path, words.language).patterns.items()
        if "{" not in text and len(words.patterns.get(text, forms)) == len(forms)
    }
    return words._replace(patterns={**words.patterns, **own})


@cache
def words_on_sheets(language: str) -> Catalogue:
    """Return the words of a language for printed pages: those of the program's templates, and its own."""
    if language == ENGLISH:
        return catalogue(language)
    return catalogue(language).beside(read_catalogue(language, _catalogue_text(language)))


def catalogue_path(template: Path, language: str) -> Path:
    """Return the path of a custom template's catalogue: `garden.cs.po`."""
    return template.with_suffix(f".{language}.po")


@cache
def _catalogue_text(language: str) -> str:
    path = TEMPLATES / f"{language}.po"
    return path.read_text("utf-8") if path.exists() else ""


@lru_cache(maxsize=SHEETS)
def _translate(key: _TranslationKey) -> Sheet:
    words = read_catalogue(key.language, key.text)
    return translated(key.sheet, key.language, words.pattern)
