"""The words of templates, for translators: `python -m fairsheet.sheets.library.template_words cs`.

This adds missing words to the catalogue of the program's templates, and removes words that nothing prints any more. A
new language gets all words.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from fairsheet.languages.extract import Pattern, catalogue_file
from fairsheet.sheets.label.label import words_of_option
from fairsheet.sheets.language.choices import SEPARATOR, names_of
from fairsheet.sheets.library.solo_sheets import LEVELS, PANEL, panel_of
from fairsheet.sheets.library.templates import (
    TEMPLATES,
    choices_of,
    full_name,
    load_sheet,
    scenario_names,
    sheet_names,
    template_path,
)
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.translation.pseudo import words_with_little_room
from fairsheet.sheets.translation.translated import texts_of


def words_of_sheets(sheets: Iterable[Sheet], template: Path) -> Iterator[Pattern]:
    """Yield the printed words of a template's sheets; some of them several times."""
    for sheet in sheets:
        effects = (str(field.attrs["says"]) for field in sheet.fields if "says" in field.attrs)  # on cards
        game = [sheet.game_title] if sheet.game else []
        game += [
            words_of_option(f"{each.id}={value}").text for each in sheet.options for value in each.values
        ]
        yield from (Pattern(text, "", template.name) for text in (*game, *texts_of(sheet), *effects))


def tight_words(sheet: Sheet, template: Path) -> Iterator[Pattern]:
    """Yield the words with little room on a sheet."""
    yield from (Pattern(text, "", template.name, True) for text in words_with_little_room(sheet))


def words_of_program() -> Iterator[Pattern]:
    """Yield the printed words of all sheets and panels of the program."""
    for name in sheet_names():
        yield from words_of_sheets(map(load_sheet, _names_with_all_words(name)), template_path(name))
        yield from tight_words(load_sheet(name), template_path(name))
    panels = [panel_of(scenario, level) for scenario in scenario_names() for level in LEVELS]
    yield from words_of_sheets(panels, PANEL)
    for panel in panels[:: len(LEVELS)]:
        yield from tight_words(panel, PANEL)


def _names_with_all_words(name: str) -> Iterator[str]:
    """Yield the names of a template's layouts that together have all its words.

    These are the default and the layouts that differ from it in one choice.
    """
    default = full_name(name).split(SEPARATOR)
    for each in names_of(name, choices_of(name)):
        if sum(one != other for one, other in zip(each.split(SEPARATOR), default, strict=True)) <= 1:
            yield each


def write_catalogue(path: Path, language: str, words: Iterable[Pattern]) -> None:
    """Write a catalogue with these words, and keep the translations that it has."""
    old = path.read_text("utf-8") if path.exists() else ""
    path.write_text(catalogue_file(language, words, old), "utf-8")


if __name__ == "__main__":
    for language in sys.argv[1:]:
        write_catalogue(TEMPLATES / f"{language}.po", language, words_of_program())
