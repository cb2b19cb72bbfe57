"""Races: who first reaches something circles it, and all others cross it on their sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.games.base.editor import Player, SheetEditor
from engine.games.base.table import State


def won_races(state: State, fields: Collection[str]) -> Iterator[str]:
    """Those of the fields that somebody has broadcast this turn, players who are not available included."""
    broadcast = dict.fromkeys(field for player in state.players for field in player.broadcast)
    broadcast.update(dict.fromkeys(state.outside.get(state.turn, ())))
    return (field for field in broadcast if field in fields)


def after_races(state: State, fields: Collection[str]) -> tuple[Player, ...]:
    """The players after those who have not reached what was won this turn have crossed it."""
    won = list(won_races(state, fields))
    players = []
    for player in state.players:
        editor = SheetEditor(player)
        for field in won:
            if field not in editor.marks:
                editor.mark(field, "crossed", "race")
        players.append(editor.player())
    return tuple(players)
