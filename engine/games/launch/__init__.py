"""The scenario launch: its rules in play, on final sheets and over time.

Other packages use: GAME.
"""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.launch import _proof, _solo
from fairsheet.engine.games.launch._board import DECLARED
from fairsheet.engine.games.launch._rules import Launch

GAME = Scenario(Launch, _proof.TableModel, _solo.SoloLaunch, _solo.TableModel, DECLARED)
