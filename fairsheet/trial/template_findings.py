"""Everything that is doubtful about a template: by the rules of its scenario, and by what can be printed and read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fairsheet.engine.games.registry import board_problems
from fairsheet.languages.catalogues import languages
from fairsheet.sheets.library.translations import catalogue_path, words_beside
from fairsheet.sheets.lint.lint import LintFinding, lint_template
from fairsheet.sheets.lint.lint_translations import lint_translation
from fairsheet.sheets.placement.place import Placed
from fairsheet.sheets.support.input_files import kind_of


def findings_of(placed: Placed) -> list[LintFinding]:
    """What the rules of the sheet's scenario miss in it, if it has any, then all that `lint` finds in it, and in the
    catalogues beside it."""
    missed = [
        LintFinding(
            "error",
            found.about or placed.sheet.name,
            ": ".join(filter(None, (found.attribute, found.problem))),
            found.hint,
            placed.positions.get(found.about),
        )
        for found in board_problems(placed.sheet)
    ]
    return [*missed, *lint_template(placed), *_of_translations(placed)]


def _of_translations(placed: Placed) -> Iterator[LintFinding]:
    for language in languages()[1:]:
        path = catalogue_path(Path(placed.template.file), language)
        if kind_of(path) == "file":
            yield from lint_translation(placed.sheet, words_beside(path, language), path.name)
