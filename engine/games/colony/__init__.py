"""The scenario colony: its rules in play, on final sheets and over time.

Others use: GAME.
"""

from fairsheet.engine.games.base.scenario import scenario_of_prizes
from fairsheet.engine.games.colony._board import DECLARED
from fairsheet.engine.games.colony._proof import SheetModel
from fairsheet.engine.games.colony._rules import Colony, SoloColony

GAME = scenario_of_prizes(Colony, SoloColony, DECLARED, SheetModel)
