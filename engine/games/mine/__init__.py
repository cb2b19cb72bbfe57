"""The scenario mine: its rules in play, on final sheets and over time.

Others use: GAME.
"""

from fairsheet.engine.games.base.scenario import scenario_of_prizes
from fairsheet.engine.games.mine._board import DECLARED
from fairsheet.engine.games.mine._proof import SheetModel
from fairsheet.engine.games.mine._rules import Mine, SoloMine

GAME = scenario_of_prizes(Mine, SoloMine, DECLARED, SheetModel)
