"""Whether a sheet can be printed in another language: words that its catalogue lacks, or that have no room."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.languages.catalogues import Catalogue
from fairsheet.sheets.lint.lint import LintFinding
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.translation.translated import overflowing, texts_of, translated

SHOWN = 3  # texts that a finding quotes


def lint_translation(sheet: Sheet, words: Catalogue, file: str) -> Iterator[LintFinding]:
    """Everything doubtful about the words that a catalogue has for a sheet; `file` is the catalogue's name."""
    lacking = [text for text in dict.fromkeys(texts_of(sheet)) if text not in words.patterns]
    if lacking:
        quoted = ", ".join(repr(text) for text in lacking[:SHOWN])
        more = f" and {len(lacking) - SHOWN} more" if len(lacking) > SHOWN else ""
        problem = f"{file} has no words for {quoted}{more}, which stay as they are"
        yield LintFinding("warning", sheet.name, problem, "translate them there")
    for _, said in overflowing(sheet, translated(sheet, words.language, words.pattern)):
        problem = f"{file}: the words {said.words!r} have no room in {said.size:g} points"
        yield LintFinding("warning", sheet.name, problem, "use fewer or shorter words")
