"""A scenario as one value: its rules, its constraints, and the template entries that both read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from fairsheet.engine.games.base.number_game import NumberGame
from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.base.proof_solo import SoloNumberTableModel
from fairsheet.engine.games.base.proof_table import NumberTableModel
from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.play.declared import Declaration, Entry
from fairsheet.engine.play.game import Game
from fairsheet.engine.proof.request import Constraints
from fairsheet.engine.rules.solo import panel
from fairsheet.sheets.model.sheet import Sheet


@dataclass(frozen=True)
class Scenario:
    """All code of a scenario.

    `rules` makes the game of a sheet for several players, `solo` that of a sheet with ASTRA's panel. `constraints` and
    `solo_constraints` state for the proof what is true of every legal game. `declared` lists the template entries that
    the rules read.
    """

    rules: Callable[[Sheet], Game]
    constraints: Constraints
    solo: Callable[[Sheet], Game]
    solo_constraints: Constraints
    declared: tuple[Declaration[Entry], ...]

    def game_of(self, sheet: Sheet) -> Game:
        """Return the game that is played on a sheet."""
        return self.rules(sheet) if sheet.solo_level is None else self.solo(sheet)

    def constraints_of(self, sheet: Sheet) -> Constraints:
        """Return the constraints that every legal game on a sheet satisfies."""
        return self.constraints if sheet.solo_level is None else self.solo_constraints

    def declared_of(self, sheet: Sheet) -> tuple[Declaration[Entry], ...]:
        """Return the template entries that the rules read; in the solo game those of ASTRA's panel too."""
        return self.declared if sheet.solo_level is None else (*self.declared, *panel.DECLARED)


def prize_scenario(
    game: type[NumberGame[Any]],
    solo: type[PrizeGame],
    declared: tuple[Declaration[Entry], ...],
    in_time: Callable[..., NumberSheet],
) -> Scenario:
    """Return a scenario with numbers and races for prizes. `in_time` makes the model of a sheet."""
    given = game.board_of, game.rules_of, in_time
    return Scenario(
        game, partial(NumberTableModel, *given), solo, partial(SoloNumberTableModel, *given), declared
    )
