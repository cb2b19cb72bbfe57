"""Everything that is doubtful about a template: by the rules of its scenario, and by what can be printed and read."""

from __future__ import annotations

from fairsheet.engine.games.registry import board_problems
from fairsheet.sheets.lint.lint import LintFinding, lint_template
from fairsheet.sheets.placement.place import Placed


def findings_of(placed: Placed) -> list[LintFinding]:
    """What the rules of the sheet's scenario miss in it, if it has any, then all that `lint` finds."""
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
    return [*missed, *lint_template(placed)]
