"""Checks whether a sheet can be printed in another language: missing words, and words without room."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.languages.catalogues import Catalogue
from fairsheet.sheets.lint.lint import LintFinding
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.translation.translated import overflowing, texts_of, translated

SHOWN = 3  # texts that a finding quotes


def lint_translation(sheet: Sheet, words: Catalogue, file: str) -> Iterator[LintFinding]:
    """Yield findings about a catalogue's words for a sheet; `file` is the catalogue's name."""
    lacking = [text for text in dict.fromkeys(texts_of(sheet)) if text not in words.patterns]
    if lacking:
        quoted = ", ".join(repr(text) for text in lacking[:SHOWN])
        more = f" and {len(lacking) - SHOWN} more" if len(lacking) > SHOWN else ""
        problem = f"{file} has no words for {quoted}{more}, so these stay untranslated"
        yield LintFinding("warning", sheet.name, problem, "translate them there")
    for _, shown in overflowing(sheet, translated(sheet, words.language, words.pattern)):
        problem = f"{file}: the words {shown.words!r} do not fit in {shown.size:g} points"
        yield LintFinding("warning", sheet.name, problem, "use fewer or shorter words")
