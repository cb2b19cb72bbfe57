"""Races: who first reaches something circles it, and all others cross it on their sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.games.base.pen import Pen, Player
from engine.games.base.table import State


def won_races(state: State, fields: Collection[str]) -> Iterator[str]:
    """Those of the fields that somebody has announced this turn, players who are not at hand included."""
    announced = dict.fromkeys(field for player in state.players for field in player.announced)
    announced.update(dict.fromkeys(state.outside.get(state.turn, ())))
    return (field for field in announced if field in fields)


def after_races(state: State, fields: Collection[str]) -> tuple[Player, ...]:
    """The players after those who have not reached what was won this turn have crossed it."""
    won = list(won_races(state, fields))
    players = []
    for player in state.players:
        pen = Pen(player)
        for field in won:
            if field not in pen.marks:
                pen.mark(field, "crossed", "race")
        players.append(pen.player())
    return tuple(players)
