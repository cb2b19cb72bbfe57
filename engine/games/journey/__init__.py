"""The scenario journey: its rules in play, on final sheets and in time.

Others use: GAME.
"""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.journey import _proof, _solo
from fairsheet.engine.games.journey._board import DECLARED
from fairsheet.engine.games.journey._rules import Journey

GAME = Scenario(Journey, _proof.TableModel, _solo.SoloJourney, _solo.TableModel, DECLARED)
