"""The scenario dome: its rules in play, on final sheets and in time."""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.dome import proof, solo
from fairsheet.engine.games.dome.board import DECLARED
from fairsheet.engine.games.dome.rules import Dome

GAME = Scenario(Dome, proof.TableModel, solo.SoloDome, solo.TableModel, DECLARED)
