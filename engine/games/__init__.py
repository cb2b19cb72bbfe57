"""The rules that there are, by the sheet that they are for."""

from __future__ import annotations

from importlib import import_module

from engine.game import Game
from sheets.errors import InputError
from sheets.model import Sheet

_RULES = {"launch": ("engine.games.launch.rules", "Launch")}


def rules_of(sheet: Sheet) -> Game:
    """The rules of a sheet. Raises InputError where there are none."""
    if sheet.name not in _RULES:
        raise InputError(
            f"there are no rules for the sheet '{sheet.name}'",
            where=sheet.name,
            mend=f"choose {' or '.join(_RULES)}; other sheets can be printed, read and added up",
        )
    module, name = _RULES[sheet.name]
    game: Game = getattr(import_module(module), name)(sheet)
    return game
