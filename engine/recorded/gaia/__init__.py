"""Gaia Project with The Lost Fleet: records of the players and the Automa, and the set-up that a seed draws.

Other packages use: GAME.
"""

from fairsheet.engine.recorded.base.protocol import RecordedGame
from fairsheet.engine.recorded.gaia._box import RECORD
from fairsheet.engine.recorded.gaia._checks import CHECKS_IN_PYTHON, findings_between
from fairsheet.engine.recorded.gaia._draw import GaiaDraw, drawn_of, placed_components
from fairsheet.engine.recorded.gaia._final import known_points
from fairsheet.engine.recorded.gaia._picture import shapes_printed
from fairsheet.engine.recorded.gaia._play import played_table
from fairsheet.engine.recorded.gaia._shown import draw_in_words

GAME = RecordedGame[GaiaDraw](
    CHECKS_IN_PYTHON,
    draw=drawn_of,
    draw_in_words=draw_in_words,
    placed=placed_components,
    shapes=shapes_printed,
    findings=findings_between,
    known_boxes=known_points,
    play=played_table,
    needed_checks=("one-faction",),
    may_be_blank={RECORD: (2,)},
)
