"""`fairsheet sheets`: list the sheets that can be printed, and what fairsheet can do with each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.recorded.registry import GAMES
from fairsheet.engine.records.table_choices import LEVELS, OPTIONS
from fairsheet.languages.messages import Message, joined
from fairsheet.options.options import INPUT, complete_game, json_option, lang_option, sheets_called
from fairsheet.process.console import print_json, print_table, show_folded
from fairsheet.sheets.language.choices import Choices, template_of
from fairsheet.sheets.language.faults import Fault, TemplateError
from fairsheet.sheets.library.templates import (
    choices_of,
    load_sheet,
    read_custom,
    sheet_names,
    sheets_of_game,
    takes_seed,
)
from fairsheet.sheets.model.sheet import TOTAL, Sheet
from fairsheet.sheets.support.input_files import kind_of

if TYPE_CHECKING:  # so that the list does not import the parser of templates
    from fairsheet.sheets.placement.place import Placed

ABILITIES = {
    "deal": Message("deal"),
    "play": Message("play"),
    "prove": Message("prove"),
    "check": Message("check"),
    "score": Message("score"),
}


@click.command("sheets")
@click.argument(
    "named", nargs=-1, type=INPUT, metavar="[SHEET|GAME|FILE.sheet]...", shell_complete=complete_game
)
@json_option
@lang_option
def command(named: tuple[Path, ...], as_json: bool) -> None:
    """List the sheets that can be printed, or only the given sheets, games and templates.

    A sheet with a choice, such as the planet of a player, is listed once with its usual layout; --json lists the
    choices. Below the sheets are the recorded games: their names print all their sheets together. Each game has its
    choices for a table, for --option, and its levels, for --solo.

    \b
    Every sheet can be printed and scanned. The last column lists what else fairsheet can do:
        deal     deal the cards, or draw the setup of a recorded game
        play     let bots play, or make up plausible tables of a recorded game
        prove    prove whether a sheet is legal
        check    check the rules of a recorded game or the checks of a template
        score    add up the points
    """
    asked = [path for path in named if not path.suffix and kind_of(path) is None]
    templates = [path for path in named if path not in asked]
    called = [template_of(sheet.name) for path in asked for sheet in sheets_called(str(path))]
    names = called if asked else sheet_names()
    listed: list[tuple[str, Sheet, Choices]] = [
        *((name, load_sheet(name), choices_of(name)) for name in dict.fromkeys(names)),
        *((sheet.name, sheet, {}) for sheet in _custom_sheets(templates)),
    ]
    if as_json:
        entries = [
            {
                "sheet": name,
                "title": sheet.title,
                "pages": sheet.pages,
                "layout": sheet.fingerprint,
                "can": abilities(sheet),
                **({"choices": choices} if choices else {}),
                **_chosen_by_table(sheet),
            }
            for name, sheet, choices in listed
        ]
        print_json({"format": "fairsheet.sheets/1", "sheets": entries})
    else:
        rows = [
            ("/".join((name, *(f"<{choice}>" for choice in choices))), Message(sheet.title), sheet.pages,
             sheet.fingerprint, joined(", ", (ABILITIES[each] for each in abilities(sheet))))
            for name, sheet, choices in listed
        ]  # fmt: skip
        heads = (Message("sheet"), Message("title"), Message("pages#"), Message("layout"), Message("can"))
        print_table(heads, rows)
        games = [game for game in GAMES if not asked or any(sheet.game == game for _, sheet, _ in listed)]
        if games:
            show_folded(Message("Recorded games: fairsheet print GAME prints all sheets that a table needs."))
            rows_of_games = [row for game in games for row in game_rows(game)]
            print_table((Message("game"), Message("with"), Message("is")), rows_of_games)


def _chosen_by_table(sheet: Sheet) -> dict[str, object]:
    """Return the game, options and solo levels of a sheet of a recorded game; nothing for other sheets."""
    if sheet.game is None:
        return {}
    options = [
        {"option": option.id, "values": option.values, "is": OPTIONS[sheet.game][option.id]}
        for option in sheet.options
    ]
    return {"game": sheet.game, "options": options, "levels": LEVELS[sheet.game][: sheet.solo_levels]}


def game_rows(game: str) -> Iterator[tuple[str, str, str]]:
    """Yield rows about a recorded game: its sheets, then each choice of a table with its meaning."""
    sheets = sheets_of_game(game)
    yield (
        game,
        "",
        joined(": ", (Message(sheets[0].game_title), ", ".join(template_of(sheet.name) for sheet in sheets))),
    )
    options = {option.id: option.values for sheet in sheets for option in sheet.options}
    for id_, values in options.items():
        yield "", f"--option {id_}={format_values(values)}", OPTIONS[game][id_]
    for level, words in enumerate(LEVELS[game], 1):
        yield "", f"--solo {level}", words


def format_values(values: Sequence[str]) -> str:
    """Return the values of an option in short form.

    >>> format_values(("seeded", "own")), format_values(tuple(map(str, range(21))))
    ('seeded|own', '0…20')
    """
    numbers = all(value.isdecimal() for value in values) and len(values) > 2
    return f"{values[0]}…{values[-1]}" if numbers else "|".join(values)


def _custom_sheets(templates: Sequence[Path]) -> list[Sheet]:
    """Return the sheets of templates. Raises TemplateError if two different templates have the same name."""
    first: dict[str, Placed] = {}
    for path in templates:
        placed = read_custom(path)
        other = first.setdefault(placed.sheet.name, placed)
        if other.sheet.digest != placed.sheet.digest:
            problem = f"{other.template.file} is a different template with the same name {placed.sheet.name}"
            hint = "rename one of them, because photos and records find their sheet by its name"
            raise TemplateError([Fault(placed.name_at, problem, hint)], placed.template.text)
    return [placed.sheet for placed in first.values()]


def abilities(sheet: Sheet) -> list[str]:
    """Return what fairsheet can do with a sheet in addition to printing and reading it.

    >>> abilities(load_sheet("launch"))
    ['deal', 'play', 'prove', 'score']
    """
    able = {
        "deal": takes_seed(sheet),
        "play": sheet.name in SCENARIOS or sheet.game in GAMES,
        "prove": sheet.name in SCENARIOS,
        "check": sheet.has_checks and sheet.name not in SCENARIOS,
        "score": any(line.sign == TOTAL for line in sheet.scores),
    }
    return [what for what, is_able in able.items() if is_able]
