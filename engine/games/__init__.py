"""The rules that there are, by the sheet that they are for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.declared import BoardError, Declaration, Problem, problems_of
from engine.game import Game
from engine.phrases import either
from engine.rules.solo import panel
from sheets.errors import FairsheetError
from sheets.model import Sheet
from sheets.remembered import remembered

if TYPE_CHECKING:
    from engine.proof.request import Constraints

# By sheet, the class of its rules in `engine.games.<sheet>.rules`; its constraints are `proof.TableModel` beside it.
_GAMES = {
    "launch": "Launch",
    "journey": "Journey",
    "colony": "Colony",
    "mine": "Mine",
    "dome": "Dome",
    "virus": "Virus",
    "escape": "Escape",
    "battle": "Battle",
}
SCENARIOS = tuple(_GAMES)  # in the order of a campaign


def has_rules(sheet: Sheet) -> bool:
    """Whether there are rules for a sheet; others can be printed, read and added up all the same."""
    return sheet.name in _GAMES


def rules_of(sheet: Sheet) -> Game:
    """The rules of a sheet. Raises FairsheetError where there are none."""
    if not has_rules(sheet):
        raise FairsheetError(
            f"there are no rules for the sheet '{sheet.name}'",
            where=sheet.name,
            hint=f"choose {either(list(_GAMES))}; other sheets can be printed, read and added up",
        )
    return _rules(sheet)


@remembered
def _rules(sheet: Sheet) -> Game:
    if sheet.solo_level is not None:
        solo: Game = getattr(import_module(f"engine.games.{sheet.name}.solo"), f"Solo{_GAMES[sheet.name]}")(
            sheet
        )
        return solo
    rules = import_module(f"engine.games.{sheet.name}.rules")
    game: Game = getattr(rules, _GAMES[sheet.name])(sheet)
    return game


def declarations_of(sheet: Sheet) -> tuple[Declaration[Any], ...]:
    """What the rules of a sheet read of its template; nothing where there are no rules."""
    if not has_rules(sheet):
        return ()
    declared: tuple[Declaration[Any], ...] = import_module(f"engine.games.{sheet.name}.board").DECLARED
    return declared if sheet.solo_level is None else (*declared, *panel.DECLARED)


def board_problems(sheet: Sheet) -> list[Problem]:
    """What the rules of a sheet miss in its template, or do not know; nothing where there are no rules."""
    if not has_rules(sheet):
        return []
    if problems := problems_of(sheet, declarations_of(sheet)):
        return problems
    try:
        rules_of(sheet)
    except BoardError as error:
        return list(error.problems)
    return []


def constraints_of(sheet: Sheet) -> Constraints:
    """What the rules of a sheet ask of marks in time, for the proof."""
    proof = "proof" if sheet.solo_level is None else "solo_proof"
    constraints: Constraints = import_module(f"engine.games.{sheet.name}.{proof}").TableModel
    return constraints
