"""Planet Unknown: one record for each player, for the player's planet and corporation.

Other packages use: GAME.
"""

from fairsheet.engine.recorded.base.protocol import RecordedGame
from fairsheet.engine.recorded.planet._checks import CHECKS_IN_PYTHON, findings_between
from fairsheet.engine.recorded.planet._draw import PlanetDraw, drawn_of, placed_components
from fairsheet.engine.recorded.planet._neighbours import boxes_by_values
from fairsheet.engine.recorded.planet._play import played_table
from fairsheet.engine.recorded.planet._shown import (
    draw_in_words,
    events_by_turn,
    hidden_draws,
    shapes_printed,
)
from fairsheet.engine.recorded.planet._target import TARGET, lacking_to_target
from fairsheet.engine.recorded.planet.box.components import RECORD

GAME = RecordedGame[PlanetDraw](
    CHECKS_IN_PYTHON,
    draw=drawn_of,
    draw_in_words=draw_in_words,
    hidden=hidden_draws,
    by_round=lambda drawn, game: events_by_turn(drawn) if drawn.events else None,
    placed=lambda drawn, game: placed_components(drawn),
    shapes=shapes_printed,
    findings=findings_between,
    known_boxes=boxes_by_values,
    lacking=lacking_to_target,
    play=played_table,
    needed_checks=("strip-rows",),
    may_be_blank={RECORD: (2,)},
    blocks_of_points={"score.planet": "cell."},
    boxes_of_targets=(TARGET,),
)
