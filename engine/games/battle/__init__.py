"""The scenario battle: its rules in play, on final sheets and over time.

Other packages use: GAME.
"""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.battle import _proof, _solo
from fairsheet.engine.games.battle._rules import Battle
from fairsheet.engine.games.battle.parts.board import DECLARED

GAME = Scenario(Battle, _proof.TableModel, _solo.SoloBattle, _solo.TableModel, DECLARED)
