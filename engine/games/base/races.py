"""Races: who first reaches something circles it, and all others cross it on their sheets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from engine.games.base.pen import Pen, Player
from engine.games.base.table import State


def won_races(state: State, fields: Collection[str]) -> Iterator[str]:
    """Those of the fields that somebody has announced this turn, players who are not at hand included."""
    announced = dict.fromkeys(field for player in state.players for field in player.announced)
    announced.update(dict.fromkeys(state.outside.get(state.turn, ())))
    return (field for field in announced if field in fields)


def cross_lost(state: State, fields: Collection[str], pen_of: Callable[[Player], Pen]) -> tuple[Player, ...]:
    """The players after crossing those of the fields that were won this turn and are blank on their sheets."""
    won = list(won_races(state, fields))
    players = []
    for player in state.players:
        pen = pen_of(player)
        for field in won:
            if field not in pen.marks:
                pen.mark(field, "crossed", "race")
        players.append(pen.player())
    return tuple(players)
