"""The scenario dome: its rules in play, on final sheets and in time.

Others use: GAME.
"""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.dome import _proof, _solo
from fairsheet.engine.games.dome._board import DECLARED
from fairsheet.engine.games.dome._rules import Dome

GAME = Scenario(Dome, _proof.TableModel, _solo.SoloDome, _solo.TableModel, DECLARED)
