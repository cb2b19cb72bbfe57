"""`fairsheet print`: print sheets as a PDF."""

from __future__ import annotations

import csv
import shlex
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import click
from msgspec import UNSET, structs

from fairsheet.engine.dealing.deal import check_print_id
from fairsheet.engine.records.record import NO_SEAT, Table
from fairsheet.engine.records.table_options import parse_options
from fairsheet.languages.messages import Message, counted, joined, listed
from fairsheet.options.default_names import game_name, safe_name, unused_file
from fairsheet.options.options import (
    SheetArgument,
    TypedTable,
    check_cards,
    check_pdf_name,
    choice_option,
    choose_option,
    decode_typed,
    missions_option,
    out_option,
    paper_option,
    physical_cards_option,
    players_option,
    result_options,
    seed_option,
    sheets_argument,
    solo_option,
    table_option,
)
from fairsheet.options.print_runs import (
    MOST_TABLES,
    new_print_id,
    pages_of_print,
    print_ids,
    table_names,
    table_of_print,
)
from fairsheet.options.recorded_evenings import check_no_physical_cards
from fairsheet.options.seeds import new_seed
from fairsheet.process.console import print_json, say, show
from fairsheet.process.kept_layouts import keep_layout
from fairsheet.process.output_files import write_file
from fairsheet.process.spoken import command_language
from fairsheet.sheets.label.label import LabelledPage
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.solo_sheets import at_level
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.library.translations import in_language
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import ENGLISH, LANDSCAPE, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path
from fairsheet.wording.formatting import format_cards
from fairsheet.wording.labels import unseen_warning


class Run(NamedTuple):
    """The pages of one table, and the argument they were printed for; `sheet` is the first of its sheets."""

    asked: SheetArgument
    sheet: Sheet
    game: Table
    pages: list[LabelledPage]

    @property
    def printed(self) -> list[tuple[str, int]]:
        """The templates and seats of the printed sheets, each once."""
        return list(dict.fromkeys((template_of(page.sheet.name), page.label.seat) for page in self.pages))


def _check_print_id(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        check_print_id(value, "--print-id")
    return value


@click.command("print")
@sheets_argument
@seed_option
@players_option
@click.option(
    "--names",
    metavar="A,B,C",
    default="",
    help="Print these players' names on their sheets, in the order of seats, table by table.",
)
@physical_cards_option
@missions_option
@click.option("--seat", type=int, help="Print only the sheet of this seat, from 1; default all seats.")
@solo_option
@choice_option
@choose_option
@table_option
@click.option(
    "--tables", metavar="NAMES", help='Print sheets for several tables of these names: A,B,C or "Club 1..8".'
)
@click.option(
    "--games",
    type=click.IntRange(1, MOST_TABLES),
    default=1,
    show_default=True,
    help="Print a pad with the sheets of this number of games.",
)
@click.option(
    "--print-id",
    metavar="ID",
    callback=_check_print_id,
    help="Give the print this identity, so that a sheet belongs to an earlier print; default random.",
)
@click.option("--ink-saving", is_flag=True, help="Draw filled areas paler or as outlines, to save ink.")
@click.option("--key", is_flag=True, help="Print the key instead of sheets: the id of each field.")
@paper_option
@result_options
@out_option("Write the PDF to this file; default named after the sheet or game, and the seed.")
def command(
    asked: tuple[SheetArgument, ...],
    seed: str | None,
    players: int | None,
    names: str,
    physical_cards: bool,
    missions: str | None,
    seat: int | None,
    solo: int | None,
    options: tuple[str, ...],
    choose: str | None,
    table: str | None,
    tables: str | None,
    games: int,
    print_id: str | None,
    ink_saving: bool,
    key: bool,
    paper: str,
    as_json: bool,
    out: Path | None,
) -> None:
    """Print the sheets of a game as a PDF, one for each seat.

    Each page has a label, so that fairsheet can recognise the game on a photo. Without -o the PDF is named after the
    sheet or game and the seed, such as launch-coral-otter-42.pdf. It never replaces another file: the new file gets a
    number. Each print has its own identity, so that its tables are not mixed up with others.

    \b
    For three players, then again only the sheet of the second:
        fairsheet print launch --seed coral-otter-42 --players 3 --names Ada,Ben,Cyril
        fairsheet print launch --seed coral-otter-42 --players 3 --names Ben --seat 2 -o ben.pdf
    \b
    For a table with physical cards and these missions:
        fairsheet print launch --physical-cards --missions A1,B2,C2 --players 3 -o sheets.pdf
    \b
    For eight tables of a club with two scenarios, and a pad for twelve games at home:
        fairsheet print launch journey --players 3 --tables "Club 1..8"
        fairsheet print launch --physical-cards --players 3 --games 12
    \b
    For one player against ASTRA at level 4, with ASTRA's panel:
        fairsheet print launch --seed coral-otter-42 --solo 4
    \b
    For a custom sheet, with its template:
        fairsheet print garden.sheet --players 3 -o garden.pdf
    \b
    For all sheets of a recorded game: three players, two in a team, one at level 2:
        fairsheet print ares-expedition --players 3
        fairsheet print ares-expedition --players 2 --option mode=coop
        fairsheet print ares-expedition --solo 2
    \b
    For only one kind of these sheets:
        fairsheet print pulsar-final --players 3
    \b
    For players with different planets and corporations; the other seats get the usual sheet:
        fairsheet print planet-unknown --players 3 --choose 1=gaia/cosmos,2=petra/republic -o records.pdf
    \b
    To find fields by their ids, such as floor-7.2:
        fairsheet print launch --key
    """
    from fairsheet.engine.simulation.simulate import seed_of_game
    from fairsheet.sheets.printing.draw_pages import draw_table

    check_pdf_name(out)
    language = command_language().language
    if key:
        _print_key(asked, solo, paper, as_json, out, language)
        return
    check_cards(seed, physical_cards, missions)
    if None not in (table, tables):
        problem = "--table and --tables cannot be combined"
        hint = "leave out one of them"
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--table", hint=hint)
    named_tables = [table] if tables is None else table_names(decode_typed(tables, "--tables"))
    all_names = _parse_names(names) if names else []
    names_per_table, left_over = divmod(len(all_names), len(named_tables))
    if left_over:
        problem = f"{counted(len(all_names), 'name')} for {counted(len(named_tables), 'table')}"
        hint = "give the same number for each table, one table after the other"
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where="--names", hint=hint)
    if all_names and len(named_tables) > 1 and players not in (None, names_per_table):
        problem = f"{counted(len(all_names), 'name')} for {len(named_tables)} tables of {counted(players, 'player')}"
        hint = f"give {len(named_tables) * players}, one table after the other; each scenario uses the same names"
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where="--names", hint=hint)
    names_at = {
        name: all_names[names_per_table * number :][:names_per_table]
        for number, name in enumerate(named_tables)
    }
    if all_names and players is None and solo is None and seat is None:
        players = names_per_table
    if (number := len(named_tables) * len(asked) * games) > MOST_TABLES:
        problem = f"{number} tables are too many for one PDF"
        raise FairsheetError(
            problem,
            code=ErrorCode.TOO_LARGE,
            where="--tables" if tables else "--games",
            hint=f"give at most {MOST_TABLES}",
        )
    base_seed = new_seed() if seed is None else seed
    base = new_print_id() if print_id is None and seat is None else print_id
    tables_of_print = zip(
        product(named_tables, asked, range(1, games + 1)), print_ids(base, number), strict=True
    )
    runs = []
    for (name, each, game_number), print_ in tables_of_print:
        needs_seed = seed is not None or _needs_seed(each, options, physical_cards)
        cards = seed_of_game(base_seed, game_number) if needs_seed else None
        sheets, game = table_of_print(each.sheets, TypedTable(cards, players, solo, options, name), missions)
        game = structs.replace(game, print=print_, lang=UNSET if language == ENGLISH else language)
        runs.append(Run(each, sheets[0], game, pages_of_print(sheets, game, seat, choose, names_at[name])))
    pages = [
        page._replace(
            sheet=in_language(page.sheet, language, run.asked.template),
            label=structs.replace(page.label, ink_saving=ink_saving),
        )
        for run in runs
        for page in run.pages
    ]
    pdf = draw_table(pages, PAPERS[paper])
    file = out or unused_file(default_name(runs, seat), pdf)
    write_file(file, pdf)
    for run in runs:
        if run.asked.template is not None:
            keep_layout(run.asked.template, run.sheet)
    for what, words in [("seed", seed or ""), *(("name", each) for each in all_names)]:
        if (warning := unseen_warning(what, words)) is not None:
            say(warning)
    if as_json:
        _print_document(runs, paper, file)
        return
    contents = joined(", ", _describe_contents(runs, paper))
    summary = contents if out is None else joined(": ", (format_path(file), contents))
    say(joined(". ", (summary, Message("Print at 100 %, not fitted to the page."))))
    say(_describe_identity(runs, seat))
    if out is None:
        show(format_path(file))


def _parse_names(names: str) -> list[str]:
    """Return the names between commas; a name in double quotes may contain a comma."""
    (row,) = csv.reader([" ".join(decode_typed(names, "--names").splitlines())], skipinitialspace=True)
    return [each.strip() for each in row]


def _needs_seed(asked: SheetArgument, options: Sequence[str], physical_cards: bool) -> bool:
    """Return whether a print needs a seed: for the cards, or for drawn parts of the sheets, such as tiles=seeded."""
    if not asked.sheets[0].seed_draws:
        return has_cards(asked.sheets[0]) and not physical_cards
    check_no_physical_cards(physical_cards)
    return "seeded" in parse_options(options).values() or any(
        "seeded" in sheet.attrs for sheet in asked.sheets
    )


def _describe_contents(runs: Sequence[Run], paper: str) -> list[str]:
    """Return the contents of the PDF in words."""
    counts = Counter(name for run in runs if run.asked.is_game for name, _ in run.printed)
    kinds = [f"{number} {name}" if number > 1 else name for name, number in counts.items()]
    cards = list(dict.fromkeys(format_cards(run.sheet, run.game.seed) for run in runs))
    return [
        *kinds,
        *([counted(len(runs), "table")] if len(runs) > 1 else []),
        counted(sum(len(run.pages) for run in runs), "page"),
        {
            "a5": Message("halves of {paper}", paper=paper),
            LANDSCAPE: Message("{paper} landscape", paper=paper),
        }.get(runs[0].sheet.paper, paper),
        *(filter(None, cards if len(cards) < 3 else (cards[0], "…", cards[-1]))),
    ]


def _describe_identity(runs: Sequence[Run], seat: int | None) -> str:
    """Return the print identity in words, with the options that print one sheet of the first table again."""
    first = runs[0].game
    if first.print is None:
        return Message(
            "No print identity: the sheet belongs to the only print of its game; if there are several, add --print-id."
        )
    words = Message("Print identity {first}. To print one sheet of it again, add {typed}.")
    if len(runs) > 1:
        words = Message(
            "Print identities {first} to {last}, each at the foot of its pages. To print one sheet of the first again, "
            "add {typed}."
        )
    options_again = {"--seed": first.seed, "--table": first.name, "--print-id": first.print}
    if seat is None and (seats := [number for _, number in runs[0].printed if number != NO_SEAT]):
        options_again["--seat"] = str(min(2, seats[-1]))
    typed = " ".join(f"{option} {shlex.quote(value)}" for option, value in options_again.items() if value)
    return words.filled(first=first.print, last=runs[-1].game.print or "", typed=typed)


def _document_of(run: Run) -> dict[str, object]:
    """Return the sheets of a table as an entry of the JSON document."""
    names = {page.label.seat: page.label.player for page in run.pages}
    seats = list(dict.fromkeys(seat for _, seat in run.printed))
    return {"sheet": run.asked.name if run.asked.is_game else run.sheet.name, "seed": run.game.seed,
            "table": run.game.name, "print": run.game.print, "seats": [seat or None for seat in seats],
            "names": [names[seat] or None for seat in seats] if any(names.values()) else None}  # fmt: skip


def _print_document(runs: Sequence[Run], paper: str, file: Path) -> None:
    """Print the JSON document: one table directly; several with their common values and each in `tables`."""
    tables = [_document_of(run) for run in runs]
    common = {
        key: value if all(each[key] == value for each in tables) else None for key, value in tables[0].items()
    }
    kinds = (
        {"sheets": list(dict.fromkeys(name for name, _ in runs[0].printed))} if runs[0].asked.is_game else {}
    )
    print_json({"format": "fairsheet.print/1", **common, **kinds, "players": runs[0].game.players,
                "solo": runs[0].game.solo, "paper": paper, "pages": sum(len(run.pages) for run in runs),
                "file": format_path(file), **({"tables": tables} if len(runs) > 1 else {})})  # fmt: skip


def _print_key(
    asked: Sequence[SheetArgument],
    solo: int | None,
    paper: str,
    as_json: bool,
    out: Path | None,
    language: str,
) -> None:
    sheet, *others = [sheet for each in asked for sheet in each.sheets]
    if others:
        problem = f"a key shows only one of {listed([sheet.name, *(each.name for each in others)])}"
        hint = "give one of them"
        raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--key", hint=hint)
    sheet = at_level(sheet, solo)
    from fairsheet.sheets.printing.key import draw_key, field_numbers

    pdf = draw_key(in_language(sheet, language, asked[0].template), PAPERS[paper])
    file = out or unused_file(Path(f"{template_of(sheet.name)}-key.pdf"), pdf)
    write_file(file, pdf)
    if as_json:
        print_json({"format": "fairsheet.key/1", "sheet": sheet.name, "layout": sheet.fingerprint, "paper": paper,
                    "fields": [{"number": number, "id": id_} for id_, number in field_numbers(sheet).items()],
                    "file": format_path(file)})  # fmt: skip
    else:
        words = Message("the fields of {sheet} by number, and the list of their ids", sheet=sheet.name)
        say(words if out is None else joined(": ", (format_path(file), words)))
        if out is None:
            show(format_path(file))


def default_name(runs: Sequence[Run], seat: int | None) -> Path:
    """Return the file name of a PDF for which none was given; `seat` is None for all seats."""
    first = runs[0].game
    kinds = dict.fromkeys(
        run.asked.name if run.asked.is_game else template_of(run.sheet.name) for run in runs
    )
    parts = [game_name(runs[0].sheet, first.seed, "-".join(kinds))]
    if first.solo is not None:
        parts.append(f"solo-{first.solo}")
    if len(runs) > len(kinds):
        parts.append(f"{len(runs) // len(kinds)}-tables")
    elif first.name is not None:
        parts.append(safe_name(first.name))
    if seat is not None:
        parts.append(f"seat-{seat}")
    return Path(f"{safe_name('-'.join(parts))}.pdf")
