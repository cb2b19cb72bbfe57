"""The language in which a command speaks to players: that of --lang, else of the system, else English."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from fairsheet.languages.catalogues import ENGLISH, Catalogue, languages
from fairsheet.languages.messages import render

if TYPE_CHECKING:  # spares `--help` the import of everything that sheets need
    from fairsheet.sheets.library.catalog import Catalog

ASKED = "fairsheet.lang"  # what --lang was given, or None, in the context of a command that has it
IDS = "fairsheet.ids"  # whether the command shows the ids of fields, in its context
_CATALOG = "fairsheet.catalog"  # the sheets that the command is about, and the words for them, by language
_WORDS = "fairsheet.words"
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set has the say


def spoken() -> Catalogue:
    """The language of the command that runs; one without --lang speaks English."""
    context = click.get_current_context(silent=True)
    if context is None or ASKED not in context.meta:
        return ENGLISH
    system = next(filter(None, map(os.environ.get, _VARIABLES)), "")[:2]
    words = _words_of(context, context.meta[ASKED] or (system if system in languages() else "en"))
    return words.with_ids() if context.meta.get(IDS) else words


def said(words: str) -> str:
    """A message in the language of documents: that of --lang alone, so that programs find English on every machine."""
    context = click.get_current_context(silent=True)
    return render(words, ENGLISH if context is None else _words_of(context, context.meta.get(ASKED) or "en"))


def speak_of(catalog: Catalog) -> None:
    """Use the words beside the custom templates of a catalog for the rest of the command."""
    if (context := click.get_current_context(silent=True)) is not None:
        context.meta.update({_CATALOG: catalog, _WORDS: {}})


def _words_of(context: click.Context, language: str) -> Catalogue:
    """Return the words of the program and of the sheets that the command is about, such as texts of their checks.

    Raises FairsheetError once if a catalogue beside a template is damaged; that error is said without it.
    """
    from fairsheet.sheets.library.catalog import BUNDLED

    known: dict[str, Catalogue] = context.meta.setdefault(_WORDS, {})
    if language not in known:
        known[language] = BUNDLED.words(language)
        known[language] = context.meta.get(_CATALOG, BUNDLED).words(language)
    return known[language]
