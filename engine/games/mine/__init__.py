"""The scenario mine: its rules in play, on final sheets and over time.

Other packages use: GAME.
"""

from fairsheet.engine.games.base.scenario import prize_scenario
from fairsheet.engine.games.mine._board import DECLARED
from fairsheet.engine.games.mine._proof import SheetModel
from fairsheet.engine.games.mine._rules import Mine, SoloMine

GAME = prize_scenario(Mine, SoloMine, DECLARED, SheetModel)
