"""The scenario virus: its rules in play, on final sheets and over time.

Other packages use: GAME.
"""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.virus import _proof, _solo
from fairsheet.engine.games.virus._board import DECLARED
from fairsheet.engine.games.virus._rules import Virus

GAME = Scenario(Virus, _proof.TableModel, _solo.SoloVirus, _solo.TableModel, DECLARED)
