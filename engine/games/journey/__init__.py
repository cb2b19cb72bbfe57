"""The scenario journey: its rules in play, on final sheets and in time."""

from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.games.journey import proof, solo
from fairsheet.engine.games.journey.board import DECLARED
from fairsheet.engine.games.journey.rules import Journey

GAME = Scenario(Journey, proof.TableModel, solo.SoloJourney, solo.TableModel, DECLARED)
