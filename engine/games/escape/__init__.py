"""The scenario escape: its rules in play, on final sheets and in time.

Others use: GAME.
"""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.escape import _proof, _solo
from fairsheet.engine.games.escape._board import DECLARED
from fairsheet.engine.games.escape._rules import Escape

GAME = Scenario(Escape, _proof.TableModel, _solo.SoloEscape, _solo.TableModel, DECLARED)
