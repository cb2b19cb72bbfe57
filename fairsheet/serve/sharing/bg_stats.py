"""Make the link with which the app BG Stats adds a play. Pure."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import msgspec

from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.store.keys import key_of
from fairsheet.results.league import Game, games_of
from fairsheet.sheets.support.lookalikes import skeleton

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
GAME_OF_SCENARIOS = "Welcome to the Moon"
DIGITS = 8  # of the id of a player


def play_address(outcome: JudgedTable, play: str, title: str, moment: datetime) -> str:
    """Return the link with the play of a table, which the app shows before it adds it.

    `play` identifies the table, `title` is the English title of its game, and `moment` when it was played. The app
    remembers to which of its games and players our ids belong, so they are the same for each evening.
    """
    is_scenario = outcome.table.key.sheet in SCENARIOS
    name = GAME_OF_SCENARIOS if is_scenario else title
    data = {
        "sourceName": "fairsheet",
        "sourcePlayId": play,
        "playDate": moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {"name": name, "sourceGameId": name, "highestWins": True},
        **({"board": title} if is_scenario else {}),
        "players": [_player(each, play) for each in games_of([outcome])],
    }
    return ADDRESS + quote(msgspec.json.encode(data, enc_hook=str), safe=":,")


def _player(game: Game, play: str) -> dict[str, object]:
    player = game.player
    who = [skeleton(player.name)] if player.name else [play, str(player.seat)]
    known = {
        "name": player.shown,
        "sourcePlayerId": key_of([each.encode("utf-8", "replace") for each in who])[:DIGITS],
        "startPlayer": False,  # the app needs it; all players begin together
        "score": player.total,
        "winner": game.is_won,
        "rank": game.rank,
    }
    return {name: value for name, value in known.items() if value is not None}
