"""The rules that there are, by the sheet that they are for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from engine.game import Game
from sheets.errors import InputError
from sheets.model import Sheet

if TYPE_CHECKING:
    from engine.proof.case import Constraints

_RULES = {
    "launch": ("engine.games.launch.rules", "Launch"),
    "journey": ("engine.games.journey.rules", "Journey"),
    "colony": ("engine.games.colony.rules", "Colony"),
    "mine": ("engine.games.mine.rules", "Mine"),
    "dome": ("engine.games.dome.rules", "Dome"),
    "virus": ("engine.games.virus.rules", "Virus"),
    "escape": ("engine.games.escape.rules", "Escape"),
    "battle": ("engine.games.battle.rules", "Battle"),
}
_CONSTRAINTS = {
    "launch": ("engine.games.launch.proof", "TableInTime"),
    "journey": ("engine.games.journey.proof", "TableInTime"),
    "colony": ("engine.games.colony.proof", "TableInTime"),
    "mine": ("engine.games.mine.proof", "TableInTime"),
    "dome": ("engine.games.dome.proof", "TableInTime"),
    "virus": ("engine.games.virus.proof", "TableInTime"),
    "escape": ("engine.games.escape.proof", "TableInTime"),
    "battle": ("engine.games.battle.proof", "TableInTime"),
}


def has_rules(sheet: Sheet) -> bool:
    """Whether there are rules for a sheet; others can be printed, read and added up all the same."""
    return sheet.name in _RULES


def rules_of(sheet: Sheet) -> Game:
    """The rules of a sheet. Raises InputError where there are none."""
    if not has_rules(sheet):
        raise InputError(
            f"there are no rules for the sheet '{sheet.name}'",
            where=sheet.name,
            mend=f"choose {' or '.join(_RULES)}; other sheets can be printed, read and added up",
        )
    module, name = _RULES[sheet.name]
    game: Game = getattr(import_module(module), name)(sheet)
    return game


def has_constraints(sheet: Sheet) -> bool:
    """Whether the proof knows the rules of a sheet; without, only what needs no order of play is decided."""
    return sheet.name in _CONSTRAINTS


def constraints_of(sheet: Sheet) -> Constraints:
    """What the rules of a sheet ask of marks in time, for the proof."""
    module, name = _CONSTRAINTS[sheet.name]
    constraints: Constraints = getattr(import_module(module), name)
    return constraints
