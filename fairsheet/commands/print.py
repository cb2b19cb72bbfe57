"""`fairsheet print`: sheets as a PDF."""

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
from fairsheet.options.default_names import game_name, plain_name, safe_name, unused_file
from fairsheet.options.options import (
    Asked,
    TypedTable,
    check_cards,
    check_pdf_name,
    choice_option,
    choose_option,
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
    typed_text,
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
from fairsheet.process.spoken import spoken
from fairsheet.sheets.label.label import LabelledPage
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.solo_sheets import at_level
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.library.translations import in_language
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import ENGLISH, LANDSCAPE, Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path
from fairsheet.wording.formatting import format_cards
from fairsheet.wording.labels import unseen_warning


class Run(NamedTuple):
    """The pages of one table, and what was typed for them; `sheet` is the first of its sheets."""

    asked: Asked
    sheet: Sheet
    game: Table
    pages: list[LabelledPage]

    @property
    def printed(self) -> list[tuple[str, int]]:
        """The templates and seats of the sheets, each once."""
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
    help="The players' names by seat, table by table, to be printed on their sheets.",
)
@physical_cards_option
@missions_option
@click.option("--seat", type=int, help="Only this seat's sheet, from 1; otherwise all seats.")
@solo_option
@choice_option
@choose_option
@table_option
@click.option("--tables", metavar="NAMES", help='Sheets for several tables: A,B,C or "Club 1..8".')
@click.option(
    "--games",
    type=click.IntRange(1, MOST_TABLES),
    default=1,
    help="A pad: the sheets of so many games, one by default.",
)
@click.option(
    "--print-id",
    metavar="ID",
    callback=_check_print_id,
    help="The identity of the print, so that one sheet joins an earlier print; by default a random one.",
)
@click.option("--ink-saving", is_flag=True, help="Draw fills paler or as outlines, which takes less ink.")
@click.option("--key", is_flag=True, help="In place of sheets the key: which field has which id.")
@paper_option
@result_options
@out_option("The PDF to write; by default named after sheet or game, and seed.")
def command(
    asked: tuple[Asked, ...],
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

    Each page carries a label from which the program knows the game again on a photo. Without -o the PDF is named
    after the sheet or game that was typed, and the seed, such as launch-coral-otter-42.pdf; another file of that name
    stays, the new one gets a number. Every print has an identity of its own, which tells its tables from all others.

    \b
    For three players, then once more only the sheet of the second:
        fairsheet print launch --seed coral-otter-42 --players 3 --names Ada,Ben,Cyril
        fairsheet print launch --seed coral-otter-42 --players 3 --names Ben --seat 2 -o ben.pdf
    \b
    For a table that plays with physical cards and has laid out these missions:
        fairsheet print launch --physical-cards --missions A1,B2,C2 --players 3 -o sheets.pdf
    \b
    For eight tables of a club that play two scenarios, and a pad for twelve games at home:
        fairsheet print launch journey --players 3 --tables "Club 1..8"
        fairsheet print launch --physical-cards --players 3 --games 12
    \b
    For one player against ASTRA at level 4, with the panel that ASTRA plays on:
        fairsheet print launch --seed coral-otter-42 --solo 4
    \b
    A custom sheet, by its template:
        fairsheet print garden.sheet --players 3 -o garden.pdf
    \b
    All sheets of a game that is recorded, by its name: for three, for two who play together, for one on level 2:
        fairsheet print ares-expedition --players 3
        fairsheet print ares-expedition --players 2 --option mode=coop
        fairsheet print ares-expedition --solo 2
    \b
    Or one kind of them:
        fairsheet print pulsar-final --players 3
    \b
    Where each player's sheet is another one, by what the player has; seats that are not named have the usual one:
        fairsheet print planet-unknown --players 3 --choose 1=gaia/cosmos,2=petra/republic -o records.pdf
    \b
    To find the fields that messages name, such as floor-7.2:
        fairsheet print launch --key
    """
    from fairsheet.engine.simulation.simulate import seed_of_game
    from fairsheet.sheets.printing.draw_pages import draw_table

    check_pdf_name(out)
    language = spoken().language
    if key:
        _print_key(asked, solo, paper, as_json, out, language)
        return
    check_cards(seed, physical_cards, missions)
    if None not in (table, tables):
        raise FairsheetError(
            "one table is named, or several", where="--table", hint="leave out one of the two"
        )
    at = [table] if tables is None else table_names(typed_text(tables, "--tables"))
    called = _typed_names(names) if names else []
    each_has, left_over = divmod(len(called), len(at))
    if left_over:
        problem = f"{counted(len(called), 'name')} for {counted(len(at), 'table')}"
        raise FairsheetError(
            problem, where="--names", hint="give as many for each, one table after the other"
        )
    if called and len(at) > 1 and players not in (None, each_has):
        problem = f"{counted(len(called), 'name')} for {len(at)} tables of {counted(players, 'player')}"
        hint = f"give {len(at) * players}, one table after the other; every scenario takes the same"
        raise FairsheetError(problem, where="--names", hint=hint)
    called_at = {name: called[each_has * number :][:each_has] for number, name in enumerate(at)}
    if called and players is None and solo is None and seat is None:
        players = each_has
    if (number := len(at) * len(asked) * games) > MOST_TABLES:
        problem = f"{number} tables are too many for one PDF"
        raise FairsheetError(
            problem, where="--tables" if tables else "--games", hint=f"give {MOST_TABLES} at most"
        )
    made = new_seed() if seed is None else seed
    base = new_print_id() if print_id is None and seat is None else print_id
    tables_of_print = zip(product(at, asked, range(1, games + 1)), print_ids(base, number), strict=True)
    runs = []
    for (name, each, game_number), print_ in tables_of_print:
        needs_seed = seed is not None or _needs_seed(each, options, physical_cards)
        cards = seed_of_game(made, game_number) if needs_seed else None
        sheets, game = table_of_print(each.sheets, TypedTable(cards, players, solo, options, name), missions)
        game = structs.replace(game, print=print_, lang=UNSET if language == ENGLISH else language)
        runs.append(Run(each, sheets[0], game, pages_of_print(sheets, game, seat, choose, called_at[name])))
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
    for what, words in [("seed", seed or ""), *(("name", each) for each in called)]:
        if (warning := unseen_warning(what, words)) is not None:
            say(warning)
    if as_json:
        _print_document(runs, paper, file)
        return
    facts = joined(", ", _facts(runs, paper))
    said = facts if out is None else joined(": ", (format_path(file), facts))
    say(joined(". ", (said, Message("Print at 100 %, not fitted to the page."))))
    say(_identity(runs, seat))
    if out is None:
        show(format_path(file))


def _typed_names(names: str) -> list[str]:
    """What stands between commas; a name between double quotes may have one."""
    (row,) = csv.reader([" ".join(typed_text(names, "--names").splitlines())], skipinitialspace=True)
    return [each.strip() for each in row]


def _needs_seed(asked: Asked, options: Sequence[str], physical_cards: bool) -> bool:
    """Whether a seed deals the cards, or something on the sheets is what a seed draws, by itself or as was chosen, such
    as tiles=seeded."""
    if not asked.sheets[0].seed_draws:
        return has_cards(asked.sheets[0]) and not physical_cards
    check_no_physical_cards(physical_cards)
    return "seeded" in parse_options(options).values() or any(
        "seeded" in sheet.attrs for sheet in asked.sheets
    )


def _facts(runs: Sequence[Run], paper: str) -> list[str]:
    """What is in the PDF, in words."""
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


def _identity(runs: Sequence[Run], seat: int | None) -> str:
    """What tells the tables of the print from all others, and what to add to print one sheet of the first again."""
    first = runs[0].game
    if first.print is None:
        return Message(
            "No print identity: the sheet joins the only print of its game; --print-id joins it to one of several."
        )
    words = Message("Print identity {first}. To print one sheet of it again, add {typed}.")
    if len(runs) > 1:
        words = Message(
            "Print identities {first} to {last}, each in the line at the foot of its pages. To print one sheet of it "
            "again, add {typed}."
        )
    again = {"--seed": first.seed, "--table": first.name, "--print-id": first.print}
    if seat is None and (seats := [number for _, number in runs[0].printed if number != NO_SEAT]):
        again["--seat"] = str(min(2, seats[-1]))
    typed = " ".join(f"{option} {shlex.quote(value)}" for option, value in again.items() if value)
    return words.filled(first=first.print, last=runs[-1].game.print or "", typed=typed)


def _document_of(run: Run) -> dict[str, object]:
    """The sheets of a table as JSON has them."""
    names = {page.label.seat: page.label.player for page in run.pages}
    seats = list(dict.fromkeys(seat for _, seat in run.printed))
    return {"sheet": run.asked.name if run.asked.is_game else run.sheet.name, "seed": run.game.seed,
            "table": run.game.name, "print": run.game.print, "seats": [seat or None for seat in seats],
            "names": [names[seat] or None for seat in seats] if any(names.values()) else None}  # fmt: skip


def _print_document(runs: Sequence[Run], paper: str, file: Path) -> None:
    """One table as it is; of several what they have in common, and each in `tables`."""
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
    asked: Sequence[Asked], solo: int | None, paper: str, as_json: bool, out: Path | None, language: str
) -> None:
    sheet, *others = [sheet for each in asked for sheet in each.sheets]
    if others:
        problem = f"a key is of one sheet: {listed([sheet.name, *(each.name for each in others)])}"
        raise FairsheetError(problem, where="--key", hint="name one of them")
    sheet = at_level(sheet, solo)
    from fairsheet.sheets.printing.key import draw_key, field_numbers

    pdf = draw_key(in_language(sheet, language, asked[0].template), PAPERS[paper])
    file = out or unused_file(Path(f"{plain_name(sheet)}-key.pdf"), pdf)
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
    """The name of the PDF where none was given; `seat` is None for all seats."""
    first = runs[0].game
    kinds = dict.fromkeys(run.asked.name if run.asked.is_game else plain_name(run.sheet) for run in runs)
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
