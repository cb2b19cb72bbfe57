"""The scenario escape: its rules in play, on final sheets and in time."""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.escape import proof, solo
from fairsheet.engine.games.escape.board import DECLARED
from fairsheet.engine.games.escape.rules import Escape

GAME = Scenario(Escape, proof.TableModel, solo.SoloEscape, solo.TableModel, DECLARED)
