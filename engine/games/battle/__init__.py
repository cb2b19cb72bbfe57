"""The scenario battle: its rules in play, on final sheets and in time."""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.battle import proof, solo
from fairsheet.engine.games.battle.parts.board import DECLARED
from fairsheet.engine.games.battle.rules import Battle

GAME = Scenario(Battle, proof.TableModel, solo.SoloBattle, solo.TableModel, DECLARED)
