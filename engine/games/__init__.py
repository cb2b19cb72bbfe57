"""The rules that there are, by the sheet that they are for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from engine.game import Game
from sheets.errors import FairsheetError
from sheets.model import Sheet

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


def has_rules(sheet: Sheet) -> bool:
    """Whether there are rules for a sheet; others can be printed, read and added up all the same."""
    return sheet.name in _GAMES


def rules_of(sheet: Sheet) -> Game:
    """The rules of a sheet. Raises FairsheetError where there are none."""
    if not has_rules(sheet):
        raise FairsheetError(
            f"there are no rules for the sheet '{sheet.name}'",
            where=sheet.name,
            hint=f"choose {' or '.join(_GAMES)}; other sheets can be printed, read and added up",
        )
    rules = import_module(f"engine.games.{sheet.name}.rules")
    game: Game = getattr(rules, _GAMES[sheet.name])(sheet)
    return game


def constraints_of(sheet: Sheet) -> Constraints:
    """What the rules of a sheet ask of marks in time, for the proof."""
    constraints: Constraints = import_module(f"engine.games.{sheet.name}.proof").TableModel
    return constraints
