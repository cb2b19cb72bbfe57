"""The scenario dome: its rules in play, on final sheets and over time.

Others use: GAME.
"""

from fairsheet.engine.games.base.scenario import scenario_of_prizes
from fairsheet.engine.games.dome._board import DECLARED
from fairsheet.engine.games.dome._proof import SheetModel
from fairsheet.engine.games.dome._rules import Dome, SoloDome

GAME = scenario_of_prizes(Dome, SoloDome, DECLARED, SheetModel)
