"""The kinds of the steps that only the solo game has."""

from __future__ import annotations

from enum import StrEnum


class SoloStep(StrEnum):
    """What is decided: what an effect card does, ASTRA's own move, or what becomes of the third card of a turn."""

    EFFECT = "effect"
    MOVE = "move"
    GIVE = "give"
    THROW_OUT = "throw-out"
