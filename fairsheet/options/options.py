"""The options and arguments that several commands share, and the checks on what people type."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from fairsheet.engine.records.table_choices import levels_in_words
from fairsheet.languages.catalogues import languages
from fairsheet.languages.messages import Message, listed
from fairsheet.process.console import say
from fairsheet.process.inputs import is_overlay
from fairsheet.process.output_files import will_read, will_write
from fairsheet.process.spoken import ASKED, IDS, speak_of, spoken
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import kind_of
from fairsheet.sheets.support.lookalikes import disguise_lines

if TYPE_CHECKING:  # spares `--help` the import of everything that sheets need
    from click.shell_completion import CompletionItem

    from fairsheet.sheets.library.catalog import Catalog
    from fairsheet.sheets.model.sheet import Position, Sheet
    from fairsheet.sheets.placement.place import Placed

TEMPLATE = "fairsheet.template"  # a template, placed, in the context of the command that it was given to

Decorated = TypeVar("Decorated", bound=Callable[..., object])
T = TypeVar("T")


class Asked(NamedTuple):
    """What was typed for a sheet, and its sheets: of a game that is recorded all, those of players first."""

    name: str
    sheets: tuple[Sheet, ...]

    @property
    def is_game(self) -> bool:
        """Whether the name is that of a game that is recorded."""
        return self.name == self.sheets[0].game

    @property
    def template(self) -> Path | None:
        """Of a custom sheet where its template is."""
        from fairsheet.sheets.library.templates import SUFFIX

        return Path(self.name) if self.name.endswith(SUFFIX) else None


@dataclass(frozen=True)
class TypedTable:
    """The options that describe a table; `solo` is the level of ASTRA, `options` are choices such as `mode=coop`."""

    seed: str | None = None
    players: int | None = None
    solo: int | None = None
    options: tuple[str, ...] = ()
    name: str | None = None


class _NamedPath(click.Path):
    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        if not str(value):
            self.fail("an empty name names no file.", param, ctx)
        return Path(value)


class _InputPath(_NamedPath):
    """A file that the command reads: no `write_file` of the same run touches it.

    An overlay of an earlier run is passed over among photos (`*.jpg` names it, too), and may be drawn again.
    """

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        path = super().convert(value, param, ctx)
        if not is_overlay(path):
            will_read(path)
        return path


class _OutputPath(_NamedPath):
    """A file or folder that the command writes, which must not be one that it reads."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        path = super().convert(value, param, ctx)
        will_write(path)
        return path


INPUT = _InputPath()  # the type of every argument and option that names files to be read
OUTPUT = _OutputPath()  # the type of every option that names what is written


def complete_game(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The games, sheets and files that begin as what was typed."""
    from click.shell_completion import CompletionItem

    from fairsheet.engine.recorded.registry import GAMES

    games = [CompletionItem(name) for name in GAMES if name.startswith(incomplete)]
    return games + [
        each for each in _complete_sheet(ctx, parameter, incomplete) if not games or each.type != "file"
    ]


def _complete_sheet(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from fairsheet.sheets.library.templates import sheet_names

    names = [CompletionItem(name) for name in sheet_names() if name.startswith(incomplete)]
    return names or [CompletionItem(incomplete, type="file")]


def _sheet(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Sheet | None:
    """The sheet of a name, or of a template file."""
    from fairsheet.engine.recorded.registry import GAMES
    from fairsheet.sheets.library.catalog import Catalog
    from fairsheet.sheets.library.templates import SUFFIX, read_custom, sheets_of_game

    if value is None:
        return None
    if value in GAMES:
        names = listed([sheet.name for sheet in sheets_of_game(value)])
        raise FairsheetError(
            f"{value} is a game, and one sheet is needed", where="sheet", hint=f"it has {names}"
        )
    if not value.endswith(SUFFIX):
        return _sheet_called(value)
    will_read(Path(value))
    placed = read_custom(Path(value))
    ctx.meta[TEMPLATE] = placed
    speak_of(Catalog((placed.sheet,), {placed.sheet.name: placed.name_at}))
    return placed.sheet


def _sheet_called(name: str) -> Sheet:
    """The sheet of the program of that name. Raises FairsheetError where there is no such."""
    from fairsheet.sheets.library.templates import is_bundled, load_sheet

    if not is_bundled(name) and is_bundled(name.lower()):
        raise FairsheetError(
            f"there is no sheet {name!r}", where="sheet", hint=f"did you mean {name.lower()}?"
        )
    return load_sheet(name)


def _sheet_or_game(ctx: click.Context, parameter: click.Parameter, value: str) -> Sheet | None:
    """The sheet of a name, or of a template file; of a game that is recorded the first sheet of its players."""
    return _sheets(ctx, parameter, value)[0]


def _sheets(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[Sheet, ...]:
    """The sheet of a name, or of a template file; of a game that is recorded all its sheets, those of players first."""
    from fairsheet.sheets.library.templates import SUFFIX

    if value.endswith(SUFFIX):
        sheet = _sheet(ctx, parameter, value)
        assert sheet is not None
        return (sheet,)
    return sheets_called(value)


def _asked(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[Asked, ...]:
    """What is asked for, each once; sheets of one game that is recorded are of one table."""
    found: dict[str, Asked] = {}
    for value in values:
        sheets = _sheets(ctx, parameter, value)
        key = sheets[0].game or value
        before = found[key].sheets if key in found else ()
        others = tuple(each for each in sheets if each not in before)
        found[key] = Asked(key if before else value, (*before, *others))
    if len(values) > 1:
        ctx.meta.pop(TEMPLATE, None)  # what is said about one would be looked up in the other
    return tuple(found.values())


def sheets_called(name: str) -> tuple[Sheet, ...]:
    """The sheet of a name; of a game that is recorded all its sheets, those of players first.

    Raises FairsheetError where there is no such.
    """
    from fairsheet.engine.recorded.registry import GAMES
    from fairsheet.sheets.language.faults import did_you_mean
    from fairsheet.sheets.library.templates import is_bundled, sheets_of_game

    if name in GAMES:
        return sheets_of_game(name)
    if not is_bundled(name) and (hint := _game_begun(name) or did_you_mean(name.lower(), GAMES)):
        raise FairsheetError(f"there is no sheet {name!r}", where="sheet", hint=hint)
    return (_sheet_called(name),)


def _game_begun(name: str) -> str:
    """The hint where one game alone begins so, by its name or the title that its sheets print: `gaia-project`."""
    from fairsheet.engine.recorded.registry import GAMES
    from fairsheet.sheets.library.templates import sheets_of_game

    def called(game: str) -> tuple[str, str]:
        return game, sheets_of_game(game)[0].game_title.lower().replace(" ", "-")

    begun = [game for game in GAMES if name and any(each.startswith(name.lower()) for each in called(game))]
    return f"did you mean {begun[0]}?" if len(begun) == 1 else ""


def catalog_of(sheet: Sheet | None) -> Catalog:
    """Where the sheets of labels and records are looked up, with the one that `--sheet` gave the command."""
    from fairsheet.sheets.library.catalog import BUNDLED, Catalog

    if sheet is None:
        return BUNDLED
    at = place_in_template(sheet.name)
    return Catalog((sheet,), {} if at is None else {sheet.name: at})


def place_in_template(name: str) -> Position | None:
    """Where a name stands in the template that the command was given, if it was; of columns the first."""
    placed = _template()
    return None if placed is None else placed.place_of(name)


def as_spoken(sheet: Sheet) -> Sheet:
    """Return a sheet in the language of the command, by the catalogue beside its template if it is custom."""
    from fairsheet.sheets.library.translations import in_language

    placed = _template()
    is_custom = placed is not None and placed.sheet.name == sheet.name
    return in_language(sheet, spoken().language, Path(placed.template.file) if placed and is_custom else None)


def located(error: FairsheetError) -> FairsheetError:
    """The error with the place of what it is about in the template that the command was given, if it was."""
    placed = _template()
    return error if placed is None else placed.located(error)


def _template() -> Placed | None:
    context = click.get_current_context(silent=True)  # None in the library
    placed: Placed | None = context.meta.get(TEMPLATE) if context else None
    return placed


def typed_text(value: str, where: str) -> str:
    """What was typed, also in a locale that is not UTF-8, such as C. Raises FairsheetError for what is no text."""
    try:
        return (
            os.fsencode(value).decode()
            if any("\ud800" <= character <= "\udfff" for character in value)
            else value
        )
    except UnicodeError:
        problem = "this is no text in the encoding of your terminal"
        raise FairsheetError(problem, where=where, hint="set LC_ALL to a locale with UTF-8") from None


def check_seed(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The callback of --seed. Raises FairsheetError for what cannot be a seed."""
    from fairsheet.engine.dealing import deal

    if value is not None:
        value = typed_text(value, "--seed")
        deal.check_seed(value, where="--seed")
        if value.isspace():  # a seed like any other to the library, but on a command line a slip
            hint = "give any word, or leave it out"
            raise FairsheetError("a seed cannot be blanks alone", where="--seed", hint=hint)
        if (bare := value.strip()) != value:  # nobody sees them on paper
            say(Message("blanks around the seed are left out: it is {seed}", seed=repr(bare)))
            value = bare
        for line in disguise_lines([value]):
            say(line)
    return value


def _check_table(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    from fairsheet.engine.dealing import deal

    if value is not None:
        value = typed_text(value, "--table")
        deal.check_table_name(value, where="--table")
    return value


def _check_by(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    return typed_text(value, "--by") if value is not None else None


def _speak(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
    ctx.meta[ASKED] = value


def _show_ids(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    ctx.meta[IDS] = value


def check_players(ctx: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
    """The callback of --players. Raises FairsheetError for more than any sheet takes (`players_for`)."""
    from fairsheet.engine.dealing import deal
    from fairsheet.sheets.label.label import MOST_SEATS

    if value is not None:
        deal.check_players(value, where="--players", most=MOST_SEATS)
    return value


def _one_sheet_for(players: int, columns: int) -> int:
    """1, the sheet that all players of a table share. Raises FairsheetError where it has too few columns."""
    if not 1 <= players <= columns:
        problem = f"the sheet has columns for {columns} players"
        hint = "leave it out, or print one sheet for every table"
        raise FairsheetError(problem, where=f"--players {players}", hint=hint)
    return 1


def players_for(sheet: Sheet, players: int | None, solo: int | None = None) -> int:
    """How many play on sheets of their own: those of --players, or 1 with --solo, where the game has no cards, or where
    players share one sheet.

    Raises FairsheetError where one cannot play alone, there is no such opponent, or --solo has others beside it.
    """
    from fairsheet.engine.dealing import deal
    from fairsheet.engine.records.record_checks import check_table_size
    from fairsheet.engine.scoring.score import box_of_comparison
    from fairsheet.sheets.library.templates import has_cards, is_custom
    from fairsheet.sheets.model.columns import columns_of

    if solo is not None:
        if is_custom(sheet):
            raise FairsheetError(
                "the solo game is for the sheets of fairsheet", where="--solo", hint="leave it out"
            )
        if players not in (None, 1):
            raise FairsheetError(
                "the solo game is for one player", where="--players", hint="leave out --players or --solo"
            )
        if sheet.level_adds_panel:
            deal.check_players(1, solo, where="--solo")
        return 1
    counts = sheet.player_counts
    if players is None:
        if has_cards(sheet) or (counts and 1 not in counts):
            raise click.UsageError("Missing option '--players'.", click.get_current_context())
        players = 1
    if counts:
        check_table_size(sheet, players, None, "--")
    if (columns := columns_of(sheet)) and not has_cards(sheet):
        return _one_sheet_for(players, len(columns))
    deal.check_players(players, where="--players", most=deal.most_players(sheet))
    hint = "give --solo LEVEL, 1 to 8, to play against ASTRA, or --players 2 to 6"
    deal.check_alone(sheet, players, None, "--players 1", hint)
    if players == 1 and sheet.is_shared:
        raise FairsheetError(
            "its sheets lie between neighbours", where=sheet.name, hint="give --players 2 or more"
        )
    if players == 1 and (box := box_of_comparison(sheet)) is not None:
        where = place_in_template(box) or sheet.name
        raise FairsheetError(
            f"{box} compares the players, and one alone plays",
            where=str(where),
            hint="give --players 2 or more",
        )
    return players


def check_seat(seat: int, players: int) -> None:
    """Raises FairsheetError for a seat outside of 1 to `players`."""
    if not 1 <= seat <= players:
        raise FairsheetError(
            f"there is no seat {seat} among {players}", where="--seat", hint=f"give 1 to {players}"
        )


def check_pdf_name(out: Path | None) -> None:
    """Raises FairsheetError unless a file to be written is named as a PDF; a device or pipe has any name."""
    if out is not None and out.suffix.lower() != ".pdf" and kind_of(out) in ("file", None):
        raise FairsheetError(
            "only a PDF can be written", where=str(out), hint=f"name it {out.stem or 'sheets'}.pdf"
        )


def check_cards(seed: str | None, physical_cards: bool, missions: str | None) -> None:
    """Raises FairsheetError where --seed, --physical-cards and --missions do not go together."""
    if physical_cards and seed is not None:
        raise FairsheetError(
            "physical cards need no seed", where="--seed", hint="give --seed or --physical-cards"
        )
    if missions is not None and not physical_cards:
        raise FairsheetError(
            "a seed deals its missions", where="--missions", hint="give --physical-cards with it"
        )


# Each of these decorates a command; those that take words say in them what the option is for there.
sheet_argument = partial(click.argument, "sheet", callback=_sheet, shell_complete=_complete_sheet)
sheet_or_game_argument = click.argument("sheet", callback=_sheet_or_game, shell_complete=complete_game)
sheet_or_game_option = click.option(
    "--sheet", default="launch", show_default=True, callback=_sheet_or_game, shell_complete=complete_game,
    metavar="SHEET", help="The sheet to play on, or a game that is recorded.",
)  # fmt: skip
sheets_argument = click.argument(
    "asked", metavar="SHEET…", nargs=-1, required=True, callback=_asked, shell_complete=complete_game
)
seed_option = click.option(
    "--seed", callback=check_seed, help="Any text of 1 to 64 characters; without it one is made and shown."
)
table_option = click.option(
    "--table", metavar="NAME", callback=_check_table,
    help="The table's name, to tell tables apart that play the same seed.",
)  # fmt: skip
players_option = click.option(
    "--players",
    type=int,
    callback=check_players,
    help="How many play: 2 to 6, in a game without cards 1 to 15.",
)
solo_option = click.option(
    "--solo", type=int, metavar="LEVEL",
    help=f"The one-player game at this level: 1 to 8 against ASTRA; of recorded games {levels_in_words()}: "
    "fairsheet sheets lists them.",
)  # fmt: skip
choice_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE",
    help="What the table chose, such as mode=coop; may be given several times: fairsheet sheets GAME lists them.",
)  # fmt: skip
choose_option = click.option(
    "--choose", metavar="SEAT=CHOICE,…",
    help="What each seat has, such as 1=gaia/cosmos,2=petra/republic, where sheets leave a choice.",
)  # fmt: skip


def table_options(command: Callable[..., T]) -> Callable[..., T]:
    """Give a command the options of a table without a name as its argument `typed`, a `TypedTable`."""

    @seed_option
    @players_option
    @solo_option
    @choice_option
    @wraps(command)
    def with_table(
        seed: str | None, players: int | None, solo: int | None, options: tuple[str, ...], **others: object
    ) -> T:
        return command(typed=TypedTable(seed, players, solo, options), **others)

    return with_table


physical_cards_option = click.option(
    "--physical-cards", is_flag=True, help="For a game with physical cards in place of a seed."
)
missions_option = click.option(
    "--missions", metavar="A1,B2,C1", help="The mission cards that lie open, with --physical-cards."
)
paper_option = click.option(
    "--paper", type=click.Choice(["a4", "letter"], case_sensitive=False), default="a4", show_default=True
)
lang_option = click.option(
    "--lang", type=click.Choice(languages()), expose_value=False, callback=_speak,
    help="The language in which it speaks to players; by default the system's, English in JSON.",
)  # fmt: skip
ids_option = click.option(
    "--ids",
    is_flag=True,
    expose_value=False,
    callback=_show_ids,
    help="Show the id of each field after its place.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def result_options(command: Decorated) -> Decorated:
    """--lang and --json, in which words or as which document a command gives its result."""
    return lang_option(json_option(command))


def sheet_option(what: str) -> Callable[[Decorated], Decorated]:
    """--sheet, a sheet by its name or template."""
    return click.option(
        "--sheet", callback=_sheet, shell_complete=_complete_sheet, metavar="SHEET", help=what
    )


def by_option(who: str) -> Callable[[Decorated], Decorated]:
    """--by, the name of who answers or corrects."""
    words = f"{who}; by default the name of your account."
    return click.option("--by", metavar="NAME", callback=_check_by, help=words)


def out_option(what: str) -> Callable[[Decorated], Decorated]:
    """-o, where the results go."""
    return click.option("-o", "--out", type=OUTPUT, help=what)
