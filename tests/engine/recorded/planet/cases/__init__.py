"""The cases for the checks of Planet Unknown by theme: tables that just meet a check, and tables that just do not."""

from tests.engine.recorded.checking import Case
from tests.engine.recorded.planet.cases.board import CASES as BOARD
from tests.engine.recorded.planet.cases.cards import CASES as CARDS
from tests.engine.recorded.planet.cases.ending import CASES as ENDING
from tests.engine.recorded.planet.cases.missions import CASES as MISSIONS
from tests.engine.recorded.planet.cases.strip import CASES as STRIP
from tests.engine.recorded.planet.cases.tracks import CASES as TRACKS

CASES: list[Case] = [*BOARD, *TRACKS, *CARDS, *MISSIONS, *STRIP, *ENDING]
