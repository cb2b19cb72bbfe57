"""The language of a command's messages: that of --lang, otherwise of the system, otherwise English."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from fairsheet.languages.catalogues import ENGLISH, Catalogue, languages
from fairsheet.languages.messages import render

if TYPE_CHECKING:  # so that `--help` does not import the sheets
    from fairsheet.sheets.library.catalog import Catalog

# keys in the context of a command
LANG_OPTION = "fairsheet.lang"  # the value of --lang, or None; missing if the command has no --lang
IDS_OPTION = "fairsheet.ids"  # whether the command shows the ids of fields
_CATALOG = "fairsheet.catalog"  # the sheets of the command
_WORDS = "fairsheet.words"  # the words for these sheets, by language
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts


def command_language() -> Catalogue:
    """Return the language of the running command; English if it has no --lang."""
    context = click.get_current_context(silent=True)
    if context is None or LANG_OPTION not in context.meta:
        return ENGLISH
    system = next(filter(None, map(os.environ.get, _VARIABLES)), "")[:2]
    words = _load_words(context, context.meta[LANG_OPTION] or (system if system in languages() else "en"))
    return words.with_ids() if context.meta.get(IDS_OPTION) else words


def translate(words: str) -> str:
    """Return a message in the language of the running command."""
    return render(words, command_language())


def translate_for_document(words: str) -> str:
    """Return a message for a document: in the language of --lang, otherwise English, so that all machines agree."""
    context = click.get_current_context(silent=True)
    return render(
        words, ENGLISH if context is None else _load_words(context, context.meta.get(LANG_OPTION) or "en")
    )


def use_catalog(catalog: Catalog) -> None:
    """Use the catalogues next to the custom templates of a catalog for the rest of the command."""
    if (context := click.get_current_context(silent=True)) is not None:
        context.meta.update({_CATALOG: catalog, _WORDS: {}})


def _load_words(context: click.Context, language: str) -> Catalogue:
    """Return the words of the program and of the command's sheets, such as the texts of their checks.

    Raises FairsheetError once if a catalogue next to a template is damaged; the error itself does not use it.
    """
    from fairsheet.sheets.library.catalog import BUNDLED

    known: dict[str, Catalogue] = context.meta.setdefault(_WORDS, {})
    if language not in known:
        known[language] = BUNDLED.words(language)
        known[language] = context.meta.get(_CATALOG, BUNDLED).words(language)
    return known[language]
