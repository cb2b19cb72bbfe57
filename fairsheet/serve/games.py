"""List the games that a table can play: bundled games, and custom sheets with a template in the served folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from msgspec import UNSET, structs

from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.recorded.registry import GAMES
from fairsheet.engine.records.record import Table
from fairsheet.engine.records.table_choices import LEVELS
from fairsheet.languages.catalogues import languages
from fairsheet.languages.messages import Message, counted, joined, render
from fairsheet.options.options import TypedTable, sheets_called
from fairsheet.options.print_runs import pages_of_print, table_of_print
from fairsheet.pipeline.base.values import TemplateFile
from fairsheet.pipeline.store.plan import catalog_with, placed_template, template_file_at
from fairsheet.serve.event_log import Started, TableState
from fairsheet.sheets.label.label import LabelledPage
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.library.solo_sheets import LEVELS as SOLO_LEVELS
from fairsheet.sheets.library.solo_sheets import plays_solo
from fairsheet.sheets.library.templates import SUFFIX, has_cards, takes_seed
from fairsheet.sheets.library.translations import in_language
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.sheet import ENGLISH, Option, Sheet
from fairsheet.sheets.support.errors import FairsheetError

# The icons of our sheets on the tiles of the games.
TILE_ICONS = {
    "launch": "rockets", "journey": "planet", "colony": "greenhouse", "mine": "ruby", "dome": "dome-cut",
    "virus": "virus-round", "escape": "reactor", "battle": "target", "ares-expedition": "plant",
    "gaia-lost-fleet": "planet-ring", "planet-unknown": "observatory", "pulsar-2849": "star",
}  # fmt: skip
# The fewest and most minutes that the boxes of the games state.
MINUTES = {
    **dict.fromkeys(SCENARIOS, (25, 30)), "ares-expedition": (45, 60), "gaia-lost-fleet": (60, 150),
    "planet-unknown": (60, 80), "pulsar-2849": (60, 90),
}  # fmt: skip


@dataclass(frozen=True)
class PlayableGame:
    """A game with all its kinds of sheets. `template` is set only for a custom sheet."""

    name: str
    sheets: tuple[Sheet, ...]
    template: TemplateFile | None = None

    def title_in(self, language: str) -> str:
        """Return the title in a language."""
        return render(Message(self.sheets[0].game_title), catalog_with(self.template).words(language))

    @property
    def group(self) -> Message:
        """The heading of the games that are listed together with this one."""
        if self.template:
            return Message("Custom sheets")
        return Message("Recorded games") if self.sheets[0].game else Message("Scenarios")

    @property
    def chapter(self) -> int | None:
        """The place of a scenario in the book, from 1; None for other games."""
        return [*SCENARIOS].index(self.name) + 1 if self.name in SCENARIOS else None

    @property
    def icon(self) -> str:
        """The name of the icon on the tile."""
        return TILE_ICONS.get(self.name, "octagon")

    @property
    def in_words(self) -> str:
        """The possible numbers of players and, if they are known, minutes, in words."""
        few, many = self.player_counts[0], self.player_counts[-1]
        words: str = Message("{few} to {many} players", few=few, many=many)
        if few == many:
            words = counted(few, "player")
        if self.levels:
            words = Message("{players}, or solo", players=words)
        if self.name not in MINUTES:
            return words
        least, most = MINUTES[self.name]
        return joined("; ", (words, Message("{few} to {many} minutes", few=least, many=most)))

    @property
    def player_counts(self) -> Sequence[int]:
        """The possible numbers of players; 1 is among them only if solo games have no levels."""
        first = self.sheets[0]
        columns = columns_of(first)
        counts = range(1, len(columns) + 1) if columns else first.player_counts or range(1, 7)
        return [count for count in counts if count > 1 or not self.levels]

    @property
    def levels(self) -> Sequence[str]:
        """The solo levels to choose from, starting with level 1."""
        first = self.sheets[0]
        if first.game:
            return LEVELS[first.game]
        return [str(level) for level in SOLO_LEVELS] if plays_solo(first) else ()

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that a table of a recorded game can choose."""
        return tuple({option.id: option for sheet in self.sheets for option in sheet.options}.values())

    @property
    def has_cards(self) -> bool:
        """Whether a seed deals the turns."""
        return has_cards(self.sheets[0])

    @property
    def takes_seed(self) -> bool:
        """Whether a seed deals the turns or draws the set-up."""
        return takes_seed(self.sheets[0])


def playable_games(folder: Path) -> tuple[list[PlayableGame], list[FairsheetError]]:
    """Return the games and an error for each template in the folder that cannot be played.

    The scenarios come first, in the order of a campaign, then the recorded games, then custom sheets.
    """
    problems = []
    found = [game_called(name) for name in (*SCENARIOS, *GAMES)]
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            game = custom_game(template_file_at(path))
            for language in languages():
                game.title_in(language)  # raises if a catalogue of the template is damaged
            found.append(game)
        except FairsheetError as error:
            problems.append(error)
    return found, problems


def game_called(name: str) -> PlayableGame:
    """Return a bundled game. Raises FairsheetError if no game has this name."""
    return PlayableGame(name, sheets_called(name))


def custom_game(template: TemplateFile) -> PlayableGame:
    """Return the game of a custom sheet. Raises FairsheetError if the template file has changed."""
    sheet = placed_template(template).sheet
    return PlayableGame(sheet.name, (sheet,), template)


@dataclass(frozen=True)
class PlayedGame:
    """The game of a table: its sheets, table sheets first, and the game data of its labels."""

    playable: PlayableGame
    sheets: tuple[Sheet, ...]
    game: Table

    @property
    def sheet(self) -> Sheet:
        """The first sheet."""
        return self.sheets[0]

    @cached_property
    def catalog(self) -> Catalog:
        """The layouts that its labels can name."""
        return catalog_with(self.playable.template)

    def pages(self, names: Sequence[str], seat: int | None, language: str) -> list[LabelledPage]:
        """Return the pages to print in a language, for one seat or for all."""
        known = names if any(names) and len(names) == self.game.players else ()
        game = structs.replace(self.game, lang=UNSET if language == ENGLISH else language)
        template = Path(self.playable.template.path) if self.playable.template else None
        return [
            page._replace(sheet=in_language(page.sheet, language, template))
            for page in pages_of_print(self.sheets, game, seat, None, known)
        ]


def game_of(id_: str, started: Started) -> PlayedGame:
    """Return the game of a table with this id. Raises FairsheetError if its choices do not fit the game."""
    playable = custom_game(started.template) if started.template else game_called(started.game)
    players = None if started.solo is not None else len(started.names)
    typed = TypedTable(started.seed, players, started.solo, started.options)
    sheets, game = table_of_print(playable.sheets, typed)
    return PlayedGame(playable, tuple(sheets), structs.replace(game, print=id_))


def game_at(table: TableState) -> PlayedGame:
    """Return the game of a table. Raises FairsheetError if its custom template has changed."""
    return game_of(table.id, table.started)
