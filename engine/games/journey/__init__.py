"""The scenario journey: its rules in play, on final sheets and over time.

Others use: GAME.
"""

from fairsheet.engine.games.base.scenario import scenario_of_prizes
from fairsheet.engine.games.journey._board import DECLARED
from fairsheet.engine.games.journey._proof import SheetModel
from fairsheet.engine.games.journey._rules import Journey, SoloJourney

GAME = scenario_of_prizes(Journey, SoloJourney, DECLARED, SheetModel)
