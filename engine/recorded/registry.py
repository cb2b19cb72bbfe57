"""The registry of recorded games, and the draws of a seed for them.

A game's code checks different kinds of sheets against each other and against the draw. The template's checks cover
one sheet, or all sheets of one kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fairsheet.engine.records.table_options import nested_options, parse_options
from fairsheet.sheets.library.templates import companions_of
from fairsheet.sheets.model.drawn_print import DrawnPrint
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

if TYPE_CHECKING:  # commands that only list the games start faster without records and deals
    from fairsheet.engine.dealing.deal import Draw, DrawnDeal
    from fairsheet.engine.recorded.base.protocol import RecordedGame
    from fairsheet.engine.records.record import Table

PLAYERS = "players"  # the place at which templates find the number of players


def _ares() -> RecordedGame[Any]:
    from fairsheet.engine.recorded.ares import GAME

    return GAME


def _gaia() -> RecordedGame[Any]:
    from fairsheet.engine.recorded.gaia import GAME

    return GAME


def _planet() -> RecordedGame[Any]:
    from fairsheet.engine.recorded.planet import GAME

    return GAME


def _pulsar() -> RecordedGame[Any]:
    from fairsheet.engine.recorded.pulsar import GAME

    return GAME


# By the name that templates give as `game:`; each game is loaded when it is first needed.
GAMES: dict[str, Callable[[], RecordedGame[Any]]] = {
    "ares-expedition": _ares,
    "gaia-lost-fleet": _gaia,
    "planet-unknown": _planet,
    "pulsar-2849": _pulsar,
}


def recorded_game(sheet: Sheet) -> RecordedGame[Any]:
    """Return the game of a sheet. Raises FairsheetError if there is no game with its name."""
    if sheet.game not in GAMES:
        problem = f"there is no game named {sheet.game}"
        hint = "see: fairsheet sheets"
        raise FairsheetError(problem, code=ErrorCode.UNKNOWN_SHEET, where=sheet.name, hint=hint)
    return GAMES[sheet.game]()


def implied_options(sheet: Sheet) -> dict[str, str]:
    """Return the options that a table must have chosen to use a sheet."""
    return parse_options([str(sheet.attrs["chooses"])]) if "chooses" in sheet.attrs else {}


def is_in_play(sheet: Sheet, game: Table) -> bool:
    """Return whether a table uses a sheet of its game, by its number of players and its options."""
    return game.players in sheet.player_counts and implied_options(sheet).items() <= game.chosen.items()


def sheets_in_play(sheets: Sequence[Sheet], game: Table) -> list[Sheet]:
    """Return the sheets of a game that a table uses, shared sheets first.

    Raises FairsheetError if one of them lacks a chosen option.
    """
    from fairsheet.engine.records.record_checks import check_options

    played = []
    for sheet in sorted(sheets, key=lambda sheet: not sheet.is_of_table):
        if is_in_play(sheet, game):
            check_options(sheet, game.chosen, "--option")
            played.append(sheet)
    return played


def plays_together(sheet: Sheet, game: Table) -> bool:
    """Return whether a table plays solo, or uses a sheet by which its players win or lose together.

    >>> from fairsheet.engine.records.record import Table
    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> plays_together(load_sheet("ares-record"), Table("otter", 2, options={"mode": "coop"}))
    True
    >>> plays_together(load_sheet("ares-record"), Table("otter", 2, options={"mode": "competitive"}))
    False
    """
    return game.players == 1 or any(
        "together" in each.attrs and is_in_play(each, game) for each in companions_of(sheet)
    )


def draw_of(sheet: Sheet, game: Table) -> Draw | None:
    """Return the draw of a table's seed; None without a seed."""
    return None if game.seed is None else recorded_game(sheet).draw(game.seed, game)


def setting_of_draw(sheet: Sheet, game: Table, drawn: Draw | None) -> dict[str, Mark]:
    """Return the facts about a table's draw that formulas use; empty without a draw."""
    from fairsheet.engine.recorded.base.protocol import setting_of_components

    if drawn is None:
        return {}
    return setting_of_components(recorded_game(sheet).placed(drawn, game))


def draw_print_by_seat(sheet: Sheet, game: Table, seats: Iterable[int]) -> dict[int, DrawnPrint]:
    """Return by seat which components a sheet is printed for, and the shapes of its draw places."""
    drawn, recorded = draw_of(sheet, game), recorded_game(sheet)
    components = _components_at_places(sheet, game, drawn)
    return {
        seat: DrawnPrint(
            components,
            {}
            if drawn is None
            else {place.id: recorded.shapes(place, drawn, game, seat) for place in sheet.draw_places},
            seeded=drawn is not None,
        )
        for seat in seats
    }


def components_printed(sheet: Sheet, game: Table) -> DrawnPrint:
    """Return which components the sheets of a table are printed for, without the shapes of each seat."""
    drawn = draw_of(sheet, game)
    return DrawnPrint(_components_at_places(sheet, game, drawn), seeded=drawn is not None)


def _components_at_places(sheet: Sheet, game: Table, drawn: Draw | None) -> dict[str, Sequence[str]]:
    """Return the components at each place, as templates name them; at `players` the number of players."""
    players = (str(game.players), *(f"at-least-{count}" for count in range(1, game.players + 1)))
    placed = {} if drawn is None else recorded_game(sheet).placed(drawn, game)
    return {**placed, PLAYERS: players}


def drawn_deal(
    sheet: Sheet, seed: str, players: int, solo: int | None, options: Mapping[str, str]
) -> DrawnDeal:
    """Return the draw of a seed for a table. Raises FairsheetError for a bad seed, number of players or option."""
    from fairsheet.engine.dealing.deal import DrawnDeal, check_seed
    from fairsheet.engine.records.record import Table
    from fairsheet.engine.records.record_checks import check_choices, check_options, check_table_size

    check_seed(seed)
    check_table_size(sheet, players, solo, "")
    check_options(sheet, options, "options")
    check_choices(sheet, options, players, solo, "options")
    game = (
        Table(seed, players, solo, options=nested_options(options)) if options else Table(seed, players, solo)
    )
    return DrawnDeal(sheet.name, seed, players, {}, solo, draw=recorded_game(sheet).draw(seed, game))
