"""The scenario colony: its rules in play, on final sheets and in time.

Others use: GAME.
"""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.colony import _proof, _solo
from fairsheet.engine.games.colony._board import DECLARED
from fairsheet.engine.games.colony._rules import Colony

GAME = Scenario(Colony, _proof.TableModel, _solo.SoloColony, _solo.TableModel, DECLARED)
