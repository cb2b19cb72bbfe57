"""Pulsar 2849: players' final sheets and ledgers, and one sheet with what all players of a table share.

Other packages use: GAME.
"""

from fairsheet.engine.recorded.base.protocol import RecordedGame
from fairsheet.engine.recorded.pulsar._both_sheets import joined_sheets
from fairsheet.engine.recorded.pulsar._checks import CHECKS_IN_PYTHON, findings_between, known_boxes_of
from fairsheet.engine.recorded.pulsar._last_places import corroborated_places
from fairsheet.engine.recorded.pulsar._play import played_table
from fairsheet.engine.recorded.pulsar._shown import dice_by_round, draw_in_words, hidden_tiles, setup_shapes
from fairsheet.engine.recorded.pulsar.played.draw import PulsarDraw, drawn_of, rolls_itself

GAME = RecordedGame[PulsarDraw](
    CHECKS_IN_PYTHON,
    draw=drawn_of,
    draw_in_words=draw_in_words,
    hidden=lambda drawn, game: hidden_tiles(drawn),
    by_round=lambda drawn, game: None if rolls_itself(game) else dice_by_round(drawn),
    shapes=lambda place, drawn, game, seat: setup_shapes(drawn, game),
    findings=findings_between,
    corroborated=corroborated_places,
    joined=joined_sheets,
    known_boxes=known_boxes_of,
    play=played_table,
)
