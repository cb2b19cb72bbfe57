"""The options and arguments that several commands share, with the checks of their values."""

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
from fairsheet.process.spoken import IDS_OPTION, LANG_OPTION, command_language, use_catalog
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import kind_of
from fairsheet.sheets.support.lookalikes import disguise_lines

if TYPE_CHECKING:  # so that `--help` does not import the sheets
    from click.shell_completion import CompletionItem

    from fairsheet.sheets.library.catalog import Catalog
    from fairsheet.sheets.model.sheet import Position, Sheet
    from fairsheet.sheets.placement.place import Placed

TEMPLATE = "fairsheet.template"  # key of a placed template in the context of the command that it was given to

Decorated = TypeVar("Decorated", bound=Callable[..., object])
T = TypeVar("T")


class SheetArgument(NamedTuple):
    """The argument typed for a sheet or game, with its sheets; those of players come first."""

    name: str
    sheets: tuple[Sheet, ...]

    @property
    def is_game(self) -> bool:
        """Whether the name is the name of a recorded game."""
        return self.name == self.sheets[0].game

    @property
    def template(self) -> Path | None:
        """The path of the template of a custom sheet; None for other sheets."""
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


class _AnnouncedPath(click.Path):
    """A path that the command announces, so that it does not write to a file that it reads."""

    def __init__(self, announce: Callable[[Path], None]) -> None:
        super().__init__()
        self._announce = announce

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        if not str(value):
            self.fail("the name of a file cannot be empty.", param, ctx)
        path = Path(value)
        self._announce(path)
        return path


def _announce_input(path: Path) -> None:
    # `*.jpg` includes overlays of an earlier run, but they are skipped and may be drawn again
    if not is_overlay(path):
        will_read(path)


INPUT = _AnnouncedPath(_announce_input)  # the type of all arguments and options for files to read
OUTPUT = _AnnouncedPath(will_write)  # the type of all options for files or folders to write


def complete_game(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the games, sheets and files that begin with the typed text."""
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
    """Return the sheet of a name or of a template file. Raises FairsheetError if there is none."""
    from fairsheet.engine.recorded.registry import GAMES
    from fairsheet.sheets.library.catalog import Catalog
    from fairsheet.sheets.library.templates import SUFFIX, load_sheet, read_custom, sheets_of_game

    if value is None:
        return None
    if value in GAMES:
        names = listed([sheet.name for sheet in sheets_of_game(value)])
        problem = Message("{name} is a game, but one sheet is needed", name=value)
        hint = Message("choose from {choices}", choices=names)
        raise FairsheetError(problem, code=ErrorCode.UNKNOWN_SHEET, where="sheet", hint=hint)
    if not value.endswith(SUFFIX):
        return load_sheet(value)
    will_read(Path(value))
    placed = read_custom(Path(value))
    ctx.meta[TEMPLATE] = placed
    use_catalog(Catalog((placed.sheet,), {placed.sheet.name: placed.name_at}))
    return placed.sheet


def _sheet_or_game(ctx: click.Context, parameter: click.Parameter, value: str) -> Sheet | None:
    """Return the sheet of a name or template file, or the first sheet of players of a recorded game."""
    return _sheets(ctx, parameter, value)[0]


def _sheets(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[Sheet, ...]:
    """Return the sheet of a name or template file, or all sheets of a recorded game, those of players first."""
    from fairsheet.sheets.library.templates import SUFFIX

    if value.endswith(SUFFIX):
        sheet = _sheet(ctx, parameter, value)
        assert sheet is not None
        return (sheet,)
    return sheets_called(value)


def _parse_arguments(
    ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[SheetArgument, ...]:
    """Return each argument once; sheets of the same recorded game become one entry, because they share a table."""
    found: dict[str, SheetArgument] = {}
    for value in values:
        sheets = _sheets(ctx, parameter, value)
        key = sheets[0].game or value
        before = found[key].sheets if key in found else ()
        others = tuple(each for each in sheets if each not in before)
        found[key] = SheetArgument(key if before else value, (*before, *others))
    if len(values) > 1:
        ctx.meta.pop(TEMPLATE, None)  # errors about one sheet would be located in the template of the other
    return tuple(found.values())


def sheets_called(name: str) -> tuple[Sheet, ...]:
    """Return the sheet of a name, or all sheets of a recorded game, those of players first.

    Raises FairsheetError if there is no such sheet or game.
    """
    from fairsheet.engine.recorded.registry import GAMES
    from fairsheet.sheets.language.faults import did_you_mean
    from fairsheet.sheets.library.templates import is_bundled, load_sheet, sheets_of_game

    if name in GAMES:
        return sheets_of_game(name)
    if not is_bundled(name) and (hint := _suggest_game(name) or did_you_mean(name.lower(), GAMES)):
        problem = Message("there is no sheet {name!r}", name=name)
        raise FairsheetError(problem, code=ErrorCode.UNKNOWN_SHEET, where="sheet", hint=hint)
    return (load_sheet(name),)


def _suggest_game(name: str) -> str:
    """Return a hint if exactly one game has a name or printed title that begins so, such as `gaia-project`."""
    from fairsheet.engine.recorded.registry import GAMES
    from fairsheet.sheets.library.templates import sheets_of_game

    def called(game: str) -> tuple[str, str]:
        return game, sheets_of_game(game)[0].game_title.lower().replace(" ", "-")

    begun = [game for game in GAMES if name and any(each.startswith(name.lower()) for each in called(game))]
    return f"did you mean {begun[0]}?" if len(begun) == 1 else ""


def catalog_of(sheet: Sheet | None) -> Catalog:
    """Return the catalog that finds the sheets of labels and records; it includes the sheet of `--sheet`."""
    from fairsheet.sheets.library.catalog import BUNDLED, Catalog

    if sheet is None:
        return BUNDLED
    at = place_in_template(sheet.name)
    return Catalog((sheet,), {} if at is None else {sheet.name: at})


def place_in_template(name: str) -> Position | None:
    """Return the position of a name in the template given to the command, of columns the first; None if unknown."""
    placed = _template()
    return None if placed is None else placed.place_of(name)


def translate_sheet(sheet: Sheet) -> Sheet:
    """Return a sheet in the language of the command; a custom sheet uses the catalogue next to its template."""
    from fairsheet.sheets.library.translations import in_language

    placed = _template()
    is_custom = placed is not None and placed.sheet.name == sheet.name
    return in_language(
        sheet, command_language().language, Path(placed.template.file) if placed and is_custom else None
    )


def locate_error(error: FairsheetError) -> FairsheetError:
    """Return the error with its position in the template given to the command, or unchanged if none was given."""
    placed = _template()
    return error if placed is None else placed.located(error)


def _template() -> Placed | None:
    context = click.get_current_context(silent=True)  # None in the library
    placed: Placed | None = context.meta.get(TEMPLATE) if context else None
    return placed


def decode_typed(value: str, where: str) -> str:
    """Return the typed text, decoded as UTF-8 even in another locale, such as C. Raises FairsheetError if it fails."""
    try:
        if any("\ud800" <= character <= "\udfff" for character in value):
            return os.fsencode(value).decode()
        return value
    except UnicodeError:
        problem = "this is not text in the encoding of your terminal"
        hint = "set LC_ALL to a locale with UTF-8"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=where, hint=hint) from None


def check_seed(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Return the value of --seed without blanks around it. Raises FairsheetError if it cannot be a seed."""
    from fairsheet.engine.dealing import deal

    if value is not None:
        value = decode_typed(value, "--seed")
        deal.check_seed(value, where="--seed")
        if value.isspace():  # valid in the library, but a slip on a command line
            hint = Message("give any word, or leave it out")
            problem = Message("a seed cannot consist of blanks")
            raise FairsheetError(problem, code=ErrorCode.BAD_SEED, where="--seed", hint=hint)
        if (bare := value.strip()) != value:  # blanks cannot be seen on paper
            say(Message("blanks around the seed are left out: it is {seed}", seed=repr(bare)))
            value = bare
        for line in disguise_lines([value]):
            say(line)
    return value


def _check_table(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    from fairsheet.engine.dealing import deal

    if value is not None:
        value = decode_typed(value, "--table")
        deal.check_table_name(value, where="--table")
    return value


def _check_by(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    return decode_typed(value, "--by") if value is not None else None


def _set_language(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
    ctx.meta[LANG_OPTION] = value


def _set_ids(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    ctx.meta[IDS_OPTION] = value


def check_players(ctx: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
    """Return the value of --players. Raises FairsheetError if no sheet has room for them; see `players_for`."""
    from fairsheet.engine.dealing import deal
    from fairsheet.sheets.label.label import MOST_SEATS

    if value is not None:
        deal.check_players(value, where="--players", most=MOST_SEATS)
    return value


def _check_columns(players: int, columns: int) -> int:
    """Return 1, for a sheet that all players share. Raises FairsheetError if it has too few columns."""
    if not 1 <= players <= columns:
        problem = f"the sheet has columns for {columns} players"
        hint = "leave it out, or print one sheet for each table"
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=f"--players {players}", hint=hint)
    return 1


def players_for(sheet: Sheet, players: int | None, solo: int | None = None) -> int:
    """Return the number of players with sheets of their own.

    This is --players, or 1 with --solo, for a game without cards, or if all players share one sheet. Raises
    FairsheetError if the sheet does not allow this number or level, or if --solo has other players.
    """
    from fairsheet.engine.dealing import deal
    from fairsheet.engine.records.record_checks import check_table_size
    from fairsheet.engine.scoring.score import box_of_comparison
    from fairsheet.sheets.library.templates import has_cards, is_custom
    from fairsheet.sheets.model.columns import columns_of

    if solo is not None:
        if is_custom(sheet):
            problem = Message("a custom sheet has no solo game")
            hint = Message("leave it out")
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="--solo", hint=hint)
        if players not in (None, 1):
            problem = Message("the solo game is for one player")
            hint = Message("leave out --players or --solo")
            raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--players", hint=hint)
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
        return _check_columns(players, len(columns))
    deal.check_players(players, where="--players", most=deal.most_players(sheet))
    hint = Message("give --solo LEVEL, 1 to 8, to play against ASTRA, or --players 2 to 6")
    deal.check_alone(sheet, players, None, "--players 1", hint)
    if players == 1 and sheet.is_shared:
        problem = Message("neighbours share its sheets")
        hint = Message("give --players 2 or more")
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=sheet.name, hint=hint)
    if players == 1 and (box := box_of_comparison(sheet)) is not None:
        where = place_in_template(box) or sheet.name
        problem = Message("{box} compares players, but there is only one", box=box)
        hint = Message("give --players 2 or more")
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=str(where), hint=hint)
    return players


def check_seat(seat: int, players: int) -> None:
    """Raise FairsheetError if a seat is not within 1 to `players`."""
    if not 1 <= seat <= players:
        problem = Message("there is no seat {seat}", seat=seat)
        hint = Message("give 1 to {last}", last=players)
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where="--seat", hint=hint)


def check_pdf_name(out: Path | None) -> None:
    """Raise FairsheetError if a file to be written is not named .pdf; a device or pipe may have any name."""
    if out is not None and out.suffix.lower() != ".pdf" and kind_of(out) in ("file", None):
        problem = Message("only a PDF can be written")
        hint = Message("name it {name}.pdf", name=out.stem or "sheets")
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=str(out), hint=hint)


def check_cards(seed: str | None, physical_cards: bool, missions: str | None) -> None:
    """Raise FairsheetError if --seed, --physical-cards and --missions conflict."""
    if physical_cards and seed is not None:
        problem = Message("physical cards need no seed")
        hint = Message("give only one of --seed and --physical-cards")
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--seed", hint=hint)
    if missions is not None and not physical_cards:
        problem = Message("a seed deals its missions")
        hint = Message("leave it out, or give --physical-cards")
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--missions", hint=hint)


# Each of these decorates a command; the functions take the help text of the option.
sheet_argument = partial(click.argument, "sheet", callback=_sheet, shell_complete=_complete_sheet)
sheet_or_game_argument = click.argument("sheet", callback=_sheet_or_game, shell_complete=complete_game)
sheet_or_game_option = click.option(
    "--sheet", default="launch", show_default=True, callback=_sheet_or_game, shell_complete=complete_game,
    metavar="SHEET", help="Play on this sheet, or play this recorded game.",
)  # fmt: skip
sheets_argument = click.argument(
    "asked",
    metavar="SHEET…",
    nargs=-1,
    required=True,
    callback=_parse_arguments,
    shell_complete=complete_game,
)
seed_option = click.option(
    "--seed",
    callback=check_seed,
    help="Use this seed, a text of 1 to 64 characters; default a new one, which is shown.",
)
table_option = click.option(
    "--table", metavar="NAME", callback=_check_table,
    help="Name the table, so that tables with the same seed stay apart.",
)  # fmt: skip
players_option = click.option(
    "--players",
    type=int,
    callback=check_players,
    help="Set the number of players: 2 to 6, or 1 to 15 in a game without cards.",
)
solo_option = click.option(
    "--solo", type=int, metavar="LEVEL",
    help=f"Choose the solo game at this level: 1 to 8 against ASTRA; in recorded games {levels_in_words()}. "
    "fairsheet sheets lists the levels.",
)  # fmt: skip
choice_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE",
    help="Choose an option of a recorded game, such as mode=coop; can be given several times. "
    "fairsheet sheets GAME lists the options.",
)  # fmt: skip
choose_option = click.option(
    "--choose", metavar="SEAT=CHOICE,…",
    help="Choose the planet and corporation of each seat, such as 1=gaia/cosmos,2=petra/republic.",
)  # fmt: skip


def table_options(command: Callable[..., T]) -> Callable[..., T]:
    """Give a command the options of a table, except its name, as the argument `typed`, a `TypedTable`."""

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
    "--physical-cards", is_flag=True, help="Use physical cards instead of a seed."
)
missions_option = click.option(
    "--missions", metavar="A1,B2,C1", help="With --physical-cards: name the mission cards of the table."
)
paper_option = click.option(
    "--paper",
    type=click.Choice(["a4", "letter"], case_sensitive=False),
    default="a4",
    show_default=True,
    help="Draw pages of this paper size.",
)
lang_option = click.option(
    "--lang", type=click.Choice(languages()), expose_value=False, is_eager=True, callback=_set_language,
    help="Set the language of messages and printed texts; default: the system's; JSON: English.",
)  # fmt: skip
ids_option = click.option(
    "--ids",
    is_flag=True,
    expose_value=False,
    callback=_set_ids,
    help="Show the id of each field after its place.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def result_options(command: Decorated) -> Decorated:
    """Give a command the options --lang and --json."""
    return lang_option(json_option(command))


def sheet_option(help_text: str) -> Callable[[Decorated], Decorated]:
    """Return a decorator that gives a command --sheet, the name or template of a sheet."""
    return click.option(
        "--sheet", callback=_sheet, shell_complete=_complete_sheet, metavar="SHEET", help=help_text
    )


def by_option(help_text: str) -> Callable[[Decorated], Decorated]:
    """Return a decorator that gives a command --by, the name of the person who answers or corrects."""
    help_text = f"{help_text}; default the name of your account."
    return click.option("--by", metavar="NAME", callback=_check_by, help=help_text)


def out_option(help_text: str) -> Callable[[Decorated], Decorated]:
    """Return a decorator that gives a command -o, the file or folder for its results."""
    return click.option("-o", "--out", type=OUTPUT, help=help_text)
