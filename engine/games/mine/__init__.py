"""The scenario mine: its rules in play, on final sheets and in time."""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.mine import proof, solo
from fairsheet.engine.games.mine.board import DECLARED
from fairsheet.engine.games.mine.rules import Mine

GAME = Scenario(Mine, proof.TableModel, solo.SoloMine, solo.TableModel, DECLARED)
