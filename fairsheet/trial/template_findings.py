"""Find everything doubtful about a template: by the rules of its scenario, and for printing and reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fairsheet.engine.games.registry import board_problems
from fairsheet.engine.recorded.registry import implied_options
from fairsheet.engine.records.record_checks import check_options
from fairsheet.languages.catalogues import languages
from fairsheet.options.options import players_for
from fairsheet.sheets.library.translations import catalogue_path, read_template_words
from fairsheet.sheets.lint.lint import LintFinding, lint_template
from fairsheet.sheets.lint.lint_translations import lint_translation
from fairsheet.sheets.placement.place import Placed
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import kind_of


def findings_of(placed: Placed) -> list[LintFinding]:
    """Return the findings about a template: first by the rules of its scenario, then of `lint`, then translations."""
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
    return [
        *missed,
        *_check_players(placed),
        *_check_options(placed),
        *lint_template(placed),
        *_check_translations(placed),
    ]


def _check_players(placed: Placed) -> Iterator[LintFinding]:
    """Yield a finding for the first number of players that `print` would refuse."""
    for players in placed.sheet.player_counts if placed.sheet.game is None else ():
        try:
            players_for(placed.sheet, players)
        except FairsheetError as error:
            able = f": {error.hint}" if error.hint.endswith(" can") else ""
            problem = f"its players: include {players}, but {error.problem}"
            hint = f"leave out that number{able}"
            yield LintFinding("error", placed.sheet.name, problem, hint, placed.name_at)
            return


def _check_options(placed: Placed) -> Iterator[LintFinding]:
    """Yield a finding if `print` would refuse an option that the sheet implies."""
    try:
        check_options(placed.sheet, implied_options(placed.sheet), "")
    except FairsheetError as error:
        problem = f"its chooses: cannot be: {error.problem}"
        yield LintFinding("error", placed.sheet.name, problem, error.hint, placed.name_at)


def _check_translations(placed: Placed) -> Iterator[LintFinding]:
    for language in languages()[1:]:
        path = catalogue_path(Path(placed.template.file), language)
        if kind_of(path) == "file":
            yield from lint_translation(placed.sheet, read_template_words(path, language), path.name)
