"""The language in which a command speaks to players: that of --lang, else of the system, else English."""

from __future__ import annotations

import os

import click

from fairsheet.languages.catalogues import ENGLISH, Catalogue, languages
from fairsheet.languages.messages import render

ASKED = "fairsheet.lang"  # what --lang was given, or None, in the context of a command that has it
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set has the say


def spoken() -> Catalogue:
    """The language of the command that runs; one without --lang speaks English."""
    context = click.get_current_context(silent=True)
    if context is None or ASKED not in context.meta:
        return ENGLISH
    system = next(filter(None, map(os.environ.get, _VARIABLES)), "")[:2]
    return _words_of(context.meta[ASKED] or (system if system in languages() else "en"))


def said(words: str) -> str:
    """A message in the language of documents: that of --lang alone, so that programs find English on every machine."""
    context = click.get_current_context(silent=True)
    return render(words, _words_of((context.meta.get(ASKED) if context else None) or "en"))


def _words_of(language: str) -> Catalogue:
    """What the program says in a language, and the texts of the templates, such as those of their checks."""
    from fairsheet.sheets.library.translations import words_on_sheets

    return words_on_sheets(language)
