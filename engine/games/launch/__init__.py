"""The scenario launch: its rules in play, on final sheets and in time."""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.launch import proof, solo
from fairsheet.engine.games.launch.board import DECLARED
from fairsheet.engine.games.launch.rules import Launch

GAME = Scenario(Launch, proof.TableModel, solo.SoloLaunch, solo.TableModel, DECLARED)
