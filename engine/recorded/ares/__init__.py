"""Ares Expedition: players' records, and the logs of two cooperating players and of a solo player.

Other packages use: GAME.
"""

from fairsheet.engine.recorded.ares._checks import (
    CHECKS_IN_PYTHON,
    boxes_of_logs,
    findings_between,
    lacking_on_log,
)
from fairsheet.engine.recorded.ares._draw import AresDraw, drawn_of
from fairsheet.engine.recorded.ares._play import played_table
from fairsheet.engine.recorded.ares._shown import (
    corporations_printed,
    draw_in_words,
    hidden_oceans,
    phases_of_dummy,
)
from fairsheet.engine.recorded.base.protocol import RecordedGame

GAME = RecordedGame[AresDraw](
    CHECKS_IN_PYTHON,
    draw=lambda seed, game: drawn_of(seed),
    draw_in_words=draw_in_words,
    hidden=lambda drawn, game: hidden_oceans(drawn),
    by_round=lambda drawn, game: None if game.solo is None else phases_of_dummy(drawn),
    shapes=lambda place, drawn, game, seat: corporations_printed(drawn, seat),
    findings=findings_between,
    known_boxes=lambda table, drawn: boxes_of_logs(table),
    lacking=lambda table, totals: lacking_on_log(table),
    play=played_table,
    needed_checks=("one-corporation",),
)
