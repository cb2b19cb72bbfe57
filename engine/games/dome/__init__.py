"""The scenario dome: its rules in play, on final sheets and over time.

Other packages use: GAME.
"""

from fairsheet.engine.games.base.scenario import prize_scenario
from fairsheet.engine.games.dome._board import DECLARED
from fairsheet.engine.games.dome._proof import SheetModel
from fairsheet.engine.games.dome._rules import Dome, SoloDome

GAME = prize_scenario(Dome, SoloDome, DECLARED, SheetModel)
