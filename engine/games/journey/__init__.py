"""The scenario journey: its rules in play, on final sheets and over time.

Other packages use: GAME.
"""

from fairsheet.engine.games.base.scenario import prize_scenario
from fairsheet.engine.games.journey._board import DECLARED
from fairsheet.engine.games.journey._proof import SheetModel
from fairsheet.engine.games.journey._rules import Journey, SoloJourney

GAME = prize_scenario(Journey, SoloJourney, DECLARED, SheetModel)
