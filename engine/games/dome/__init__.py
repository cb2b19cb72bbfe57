"""The scenario dome: its rules in play, on final sheets and in time.

Others use: GAME.
"""

from fairsheet.engine.games.base.scenario import scenario_of_prizes
from fairsheet.engine.games.dome._board import DECLARED, board_of
from fairsheet.engine.games.dome._proof import SheetModel
from fairsheet.engine.games.dome._rules import Dome, SoloDome, rules

GAME = scenario_of_prizes(Dome, SoloDome, DECLARED, board_of, rules, SheetModel)
