"""The scenario mine: its rules in play, on final sheets and in time.

Others use: GAME.
"""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.mine import _proof, _solo
from fairsheet.engine.games.mine._board import DECLARED
from fairsheet.engine.games.mine._rules import Mine

GAME = Scenario(Mine, _proof.TableModel, _solo.SoloMine, _solo.TableModel, DECLARED)
