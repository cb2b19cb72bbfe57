"""The scenario escape: its rules in play, on final sheets and over time.

Other packages use: GAME.
"""

from fairsheet.engine.games.base.scenario import prize_scenario
from fairsheet.engine.games.escape._board import DECLARED
from fairsheet.engine.games.escape._proof import SheetModel
from fairsheet.engine.games.escape._rules import Escape, SoloEscape

GAME = prize_scenario(Escape, SoloEscape, DECLARED, SheetModel)
