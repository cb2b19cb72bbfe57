"""The scenario colony: its rules in play, on final sheets and over time.

Other packages use: GAME.
"""

from fairsheet.engine.games.base.scenario import prize_scenario
from fairsheet.engine.games.colony._board import DECLARED
from fairsheet.engine.games.colony._proof import SheetModel
from fairsheet.engine.games.colony._rules import Colony, SoloColony

GAME = prize_scenario(Colony, SoloColony, DECLARED, SheetModel)
