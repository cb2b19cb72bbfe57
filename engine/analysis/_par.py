"""Par: the mean points of good bots with any cards, from a table that fairsheet ships.

`python -m benchmarks.par table` makes the table. It has the mean points of greedy games by the number of players and by
level, what the missions change, and what careful players gain over greedy ones with the same cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from fairsheet.engine.dealing.deal import Deal
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.frozen_values import Frozen

TABLE = Path(__file__).parent / "par.jsonl"


class SheetPar(Frozen, frozen=True):
    """The entry of a sheet in the table: points by players, missions and level, and what a careful player gains.

    `gain` is that of games of two, and counts for all tables. `solo_gain` counts for solo games of all levels.
    """

    sheet: str
    gain: float
    solo_gain: float
    points: Mapping[int, float]
    missions: Mapping[str, float]
    solo: Mapping[int, float]


def par_of(dealt: Deal) -> tuple[float, float]:
    """Return par for a table, and what a careful player gains over a greedy one. Both are in points.

    Raises FairsheetError if the table of par does not have this game.
    """
    entry = _table().get(dealt.sheet)
    points, gain = None, 0.0
    if entry is not None and dealt.solo is None:
        points, gain = entry.points.get(dealt.players), entry.gain
    elif entry is not None:
        # only in launch does ASTRA end the game, so that its level changes what a player reaches
        points, gain = entry.solo.get(dealt.solo or 1, entry.solo.get(1)), entry.solo_gain
    if entry is None or points is None:
        problem = "the table of par does not have this game"
        hint = f"choose {', '.join(_table())}"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=dealt.sheet, hint=hint)
    missions = sum(entry.missions.get(card, 0.0) for card in dealt.missions.values())
    return round(points + missions + gain, 1), gain


@cache
def _table() -> dict[str, SheetPar]:
    entries = msgspec.json.Decoder(SheetPar).decode_lines(TABLE.read_bytes())
    return {entry.sheet: entry for entry in entries}
