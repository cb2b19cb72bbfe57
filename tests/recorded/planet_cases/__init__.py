"""The checks of Planet Unknown, by theme: tables that just meet one, and such that just do not."""

from ..checking import Case
from .board import CASES as BOARD
from .cards import CASES as CARDS
from .ending import CASES as ENDING
from .missions import CASES as MISSIONS
from .strip import CASES as STRIP
from .tracks import CASES as TRACKS

CASES: list[Case] = [*BOARD, *TRACKS, *CARDS, *MISSIONS, *STRIP, *ENDING]
