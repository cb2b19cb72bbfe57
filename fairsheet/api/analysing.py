"""How good a game was: par, and where the points of a game came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from fairsheet.api._arguments import Progress, check, in_python, watched
from fairsheet.api.playing import Game
from fairsheet.api.public import deal, load_sheet
from fairsheet.engine.analysis.analyse import Analysis, Task, analyse_game
from fairsheet.engine.analysis.worth import Par, worth_of_cards
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.records.record import Record
from fairsheet.sheets.library.solo_sheets import at_level
from fairsheet.sheets.model.sheet import Sheet


@in_python
def par(
    sheet: Sheet | str | Path, *, seed: str, players: int = 1, solo: int | None = None, cards: bool = False
) -> Par:
    """Return par for a game, and the best total that a search finds with all cards of the seed known.

    Par is the mean total of good bots with any cards, and what a careful player gains over them. With `cards`,
    all seats also play the cards of the seed carefully, which takes minutes. Raises FairsheetError if an argument is
    invalid, or the table of par does not have this game.

    >>> found = par("launch", seed="coral-otter-42", players=2)
    >>> found.par, found.best
    (150.0, 150)
    """
    check(bool, "give True or False", cards=cards)
    given = sheet if isinstance(sheet, Sheet) else load_sheet(sheet)
    rules_of(given)  # raises for a sheet without rules
    dealt = deal(given, seed, players, solo)
    return worth_of_cards(at_level(given, solo), dealt, play_cards=cards)


@in_python
def analyse(
    records: Iterable[Record], *, sheets: Iterable[Sheet | str | Path] = (), progress: Progress | None = None
) -> Analysis:
    """Return where the points of a finished game came from: `total = par + sum(luck + others - loss)` of the turns.

    The records are those of all players, and legal; give custom sheets as `sheets`. The game is that of the proof. This
    takes minutes. After each task, `progress` is called with "analysing", the number of tasks done, and their total.
    Raises FairsheetError unless the records are a finished legal game with a seed.
    """
    game = Game.from_records(records, sheets=sheets, open_cards=True)
    histories = {seat: game.history(seat) for seat in range(1, game.deal.players + 1)}

    def run(perform: Callable[[Task], Any], tasks: Sequence[Task]) -> Iterator[Any]:
        return watched(map(perform, tasks), progress, "analysing", len(tasks))

    return analyse_game(game.sheet, game.deal, histories, run)
