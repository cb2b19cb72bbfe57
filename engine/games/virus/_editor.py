"""One player's hand in one turn of virus: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from fairsheet.engine.games.virus._board import Board
from fairsheet.engine.rules.wilds import WildEditor


class VirusEditor(WildEditor):
    """Writes on a sheet of virus.

    Pending are an action, or the robot or energy of a full row (`tracks`); later what viruses do (`propagation`).
    """

    board: Board
