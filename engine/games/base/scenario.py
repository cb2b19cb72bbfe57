"""A scenario as one value: its rules, its constraints, and what both read of its template."""

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
    """All that the program knows of a scenario apart from its template.

    `rules` makes the game of a sheet for several players, `solo` that of a sheet with ASTRA's panel; `constraints` and
    `solo_constraints` state for the proof what legal games of each fulfil. `declared` is what the rules read of the
    template.
    """

    rules: Callable[[Sheet], Game]
    constraints: Constraints
    solo: Callable[[Sheet], Game]
    solo_constraints: Constraints
    declared: tuple[Declaration[Entry], ...]

    def game_of(self, sheet: Sheet) -> Game:
        """The game that is played on a sheet."""
        return self.rules(sheet) if sheet.solo_level is None else self.solo(sheet)

    def constraints_of(self, sheet: Sheet) -> Constraints:
        """What legal games on a sheet fulfil."""
        return self.constraints if sheet.solo_level is None else self.solo_constraints

    def declared_of(self, sheet: Sheet) -> tuple[Declaration[Entry], ...]:
        """What the rules read of a sheet; in the solo game of ASTRA's panel as well."""
        return self.declared if sheet.solo_level is None else (*self.declared, *panel.DECLARED)


def scenario_of_prizes(
    game: type[NumberGame[Any]],
    solo: type[PrizeGame],
    declared: tuple[Declaration[Entry], ...],
    in_time: Callable[..., NumberSheet],
) -> Scenario:
    """A scenario with numbers whose players race for prizes. `in_time`: how its sheets are seen in time."""
    given = game.board_of, game.rules_of, in_time
    return Scenario(
        game, partial(NumberTableModel, *given), solo, partial(SoloNumberTableModel, *given), declared
    )
