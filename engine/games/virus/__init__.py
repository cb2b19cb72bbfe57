"""The scenario virus: its rules in play, on final sheets and in time."""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.virus import proof, solo
from fairsheet.engine.games.virus.board import DECLARED
from fairsheet.engine.games.virus.rules import Virus

GAME = Scenario(Virus, proof.TableModel, solo.SoloVirus, solo.TableModel, DECLARED)
