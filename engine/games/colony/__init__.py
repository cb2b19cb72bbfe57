"""The scenario colony: its rules in play, on final sheets and in time."""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.colony import proof, solo
from fairsheet.engine.games.colony.board import DECLARED
from fairsheet.engine.games.colony.rules import Colony

GAME = Scenario(Colony, proof.TableModel, solo.SoloColony, solo.TableModel, DECLARED)
