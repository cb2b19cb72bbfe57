"""Games that are played with their own box and recorded on our sheets afterwards: what a seed draws for them, what
binds their sheets to each other, and plausible tables of them.

What one sheet must hold, or all sheets of a kind together, is stated in the checks of its template.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, TypeVar

from engine.deal import Draw, DrawnDeal, check_seed
from engine.ink import Mark
from engine.options import nested_options, parse_options
from engine.phrases import the_sheet
from engine.proof.verdict import Finding
from engine.record import NO_SEAT, Record, SheetKey, Table
from engine.record_checks import check_choices, check_options, check_table_size
from engine.shuffle import Stream
from sheets.draw import DrawnPrint, fields_left_out
from sheets.errors import FairsheetError
from sheets.functions import drawn_name
from sheets.library import sheets_of_game
from sheets.model import DrawPlace, Shape, Sheet

D = TypeVar("D", bound=Draw)  # the draws of a game


class TableSheet(NamedTuple):
    """A record of a table with the layout that it is on."""

    layout: Sheet
    record: Record

    @property
    def owner(self) -> str:
        """Whose it is: a seat's; else what stands above a sheet that is one for the table."""
        seat = self.record.seat
        return the_sheet(self.layout.own_title) if seat == NO_SEAT else f"seat {seat}"

    def number(self, field: str) -> int | None:
        """The number in a field; None where it is blank, or has another mark than a number."""
        mark = self.record.marks.get(field)
        return mark if isinstance(mark, int) else None

    def number_or_0(self, field: str) -> int:
        """The number in a field, or 0."""
        return self.number(field) or 0

    def inked(self, *fields: str) -> tuple[str, ...]:
        """Those of some fields that bear ink."""
        return tuple(field for field in fields if field in self.record.marks)


class HiddenDraw(NamedTuple):
    """Something that a seed draws and that lies face down at the table: its name, what one of it is called, and what
    each comes to in words, in the order in which they lie or come up."""

    name: str
    one: str
    items: tuple[str, ...]


class RecordedGame(Protocol[D]):
    """One game, with its kind of draw; `GAME` of a package of `engine.recorded` is it."""

    checks_in_python: Mapping[str, str]  # the checks that `findings` makes, each with its rule in a sentence
    has_to_be_there: Collection[
        str
    ]  # the checks that make a sheet illegal also where a mark is merely missing
    may_be_blank: Mapping[str, tuple[int, ...]]  # by template, the pages that nobody has to fill in
    blocks_of_points: Mapping[
        str, str
    ]  # boxes whose points nobody can know while their block (`id.`) bears no ink

    boxes_of_targets: Collection[str]  # boxes with what those who play alone or together have to reach

    def draw(self, seed: str, game: Table) -> D:
        """What the seed draws for a table."""

    def draw_in_words(self, drawn: D, game: Table) -> Iterator[tuple[str, str]]:
        """What lies open when the game is set up, with what it came to, in words."""

    def hidden(self, drawn: D, game: Table) -> Sequence[HiddenDraw]:
        """What lies face down, but for what comes up in rounds."""

    def by_round(self, drawn: D, game: Table) -> HiddenDraw | None:
        """What comes up round by round and nobody may know before, such as dice; None for nothing."""

    def placed(self, drawn: D, game: Table) -> Mapping[str, Sequence[str]]:
        """By place the components that the seed put there, as templates ask for them (`drawn`)."""

    def shapes(self, place: DrawPlace, drawn: D, game: Table, seat: int) -> Sequence[Shape]:
        """What is printed of a draw at a draw place of a seat's sheet, in mm from its top left corner."""

    def findings(self, table: Sequence[TableSheet], drawn: D | None) -> Iterator[tuple[TableSheet, Finding]]:
        """What is wrong or remarkable between the sheets of a table, or with what the seed drew."""

    def borne_out(self, table: Sequence[TableSheet], drawn: D | None) -> Mapping[SheetKey, Collection[str]]:
        """By sheet the fields whose marks the seed or other sheets bear out: where marks of several players contradict
        each other, these are not the wrong ones."""

    def joined(self, table: Sequence[TableSheet]) -> Sequence[TableSheet]:
        """The sheets of a table as they are scored, one of each player, with what stands on any of that player's."""

    def known_boxes(
        self, table: Sequence[TableSheet], drawn: D | None
    ) -> Mapping[SheetKey, Mapping[str, int]]:
        """Boxes whose numbers stand on other sheets of the table: by sheet and seat, each with its number."""

    def lacking(self, table: Sequence[TableSheet], totals: Mapping[SheetKey, int]) -> Sequence[str] | None:
        """What those who play alone or together lack of what they play for, in words; nothing where they have won, None
        where that is not known, or they play for points. `totals` are by sheet and seat."""

    def play(self, game: Table, drawn: D | None, chance: Stream) -> list[Record]:
        """The records of a plausible table, without the boxes that are only added up."""


PLAYERS = "players"  # the place at which templates find how many play

_GAMES = {  # by the fact `game` of the sheets, the package
    "ares-expedition": "ares",
    "gaia-lost-fleet": "gaia",
    "planet-unknown": "planet",
    "pulsar-2849": "pulsar",
}
GAMES = tuple(_GAMES)


def is_recorded(sheet: Sheet) -> bool:
    """Whether a sheet is of a game that is recorded."""
    return sheet.game in _GAMES


def recorded_game(sheet: Sheet) -> RecordedGame[Draw]:
    """The game of a sheet, which alone looks into its draws. Raises FairsheetError where none of its name is known."""
    if sheet.game not in _GAMES:
        raise FairsheetError(
            f"no game of the name {sheet.game} is known", where=sheet.name, hint="see: fairsheet sheets"
        )
    game: RecordedGame[Draw] = import_module(f"engine.recorded.{_GAMES[sheet.game]}").GAME
    return game


def implied_options(sheet: Sheet) -> dict[str, str]:
    """The options that a table has chosen which has such a sheet."""
    return parse_options([str(sheet.attrs["chooses"])]) if "chooses" in sheet.attrs else {}


def is_in_play(sheet: Sheet, game: Table) -> bool:
    """Whether a table has a sheet of its game: with which so many play, and play so."""
    return game.players in sheet.player_counts and implied_options(sheet).items() <= game.chosen.items()


def plays_together(sheet: Sheet, game: Table) -> bool:
    """Whether those at a table win or lose together, as a sheet says that it has, or one of them plays alone.

    >>> from sheets.library import load_sheet
    >>> plays_together(load_sheet("ares-record"), Table("otter", 2, options={"mode": "coop"}))
    True
    >>> plays_together(load_sheet("ares-record"), Table("otter", 2, options={"mode": "competitive"}))
    False
    """
    of_game = () if sheet.game is None else sheets_of_game(sheet.game)
    return game.players == 1 or any("together" in each.attrs and is_in_play(each, game) for each in of_game)


def draw_of(sheet: Sheet, game: Table) -> Draw | None:
    """What the seed of a table draws; None without a seed."""
    return None if game.seed is None else recorded_game(sheet).draw(game.seed, game)


def setting_of_draw(sheet: Sheet, game: Table, drawn: Draw | None) -> dict[str, Mark]:
    """What formulas may ask about what the seed of a table drew."""
    if drawn is None:
        return {}
    placed = recorded_game(sheet).placed(drawn, game)
    return {drawn_name(place, component): 1 for place, there in placed.items() for component in there}


def print_of_draw(sheet: Sheet, game: Table, seats: Iterable[int]) -> dict[int, DrawnPrint]:
    """By seat what is printed on a sheet of what the seed of a table draws, and what is left out of it."""
    drawn, recorded = draw_of(sheet, game), recorded_game(sheet)
    there = _components_there(sheet, game, drawn)
    return {
        seat: DrawnPrint(
            there,
            {}
            if drawn is None
            else {place.id: recorded.shapes(place, drawn, game, seat) for place in sheet.draw_places},
            seeded=drawn is not None,
        )
        for seat in seats
    }


def fields_not_printed(sheet: Sheet, game: Table) -> frozenset[str]:
    """The fields of a sheet that are for components which a table does not have: others than the seed drew, or for
    another number of players."""
    return fields_left_out(sheet, components_printed(sheet, game))


def components_printed(sheet: Sheet, game: Table) -> DrawnPrint:
    """For which components the sheets of a table are printed, without what is drawn for each seat."""
    drawn = draw_of(sheet, game)
    return DrawnPrint(_components_there(sheet, game, drawn), seeded=drawn is not None)


def _components_there(sheet: Sheet, game: Table, drawn: Draw | None) -> dict[str, Sequence[str]]:
    """By place what is there, as templates name it; at `players` how many play."""
    players = (str(game.players), *(f"at-least-{count}" for count in range(1, game.players + 1)))
    placed = {} if drawn is None else recorded_game(sheet).placed(drawn, game)
    return {**placed, PLAYERS: players}


def drawn_deal(
    sheet: Sheet, seed: str, players: int, solo: int | None, options: Mapping[str, str]
) -> DrawnDeal:
    """What a seed draws for a table. Raises FairsheetError for a bad seed, number of players or option."""
    check_seed(seed)
    check_table_size(sheet, players, solo, "")
    check_options(sheet, options, "options")
    check_choices(sheet, options, players, solo, "options")
    game = (
        Table(seed, players, solo, options=nested_options(options)) if options else Table(seed, players, solo)
    )
    return DrawnDeal(sheet.name, seed, players, {}, solo, draw=recorded_game(sheet).draw(seed, game))
