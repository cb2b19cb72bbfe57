"""`fairsheet print`: sheets as a PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from fairsheet.engine.records.record import NO_SEAT, Table
from fairsheet.engine.records.table_options import parse_options
from fairsheet.options.default_names import game_name, plain_name, safe_name, unused_file
from fairsheet.options.labels import pages_of, seed_warning, table_with_cards
from fairsheet.options.options import (
    check_cards,
    check_pdf_name,
    check_seat,
    choice_option,
    choose_option,
    game_typed,
    json_option,
    missions_option,
    out_option,
    paper_option,
    physical_cards_option,
    players_for,
    players_option,
    seed_option,
    sheets_argument,
    solo_option,
    table_option,
)
from fairsheet.options.recorded_evenings import (
    check_no_options,
    check_no_physical_cards,
    chosen_sheets,
    recorded_table,
    sheets_in_play,
)
from fairsheet.options.seeds import new_seed
from fairsheet.process.console import print_json, say, show
from fairsheet.process.output_files import write_file
from fairsheet.sheets.label.label import LabelledPage
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.model.page import PAPERS
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing.draw_pages import draw_table
from fairsheet.sheets.printing.key import draw_key, field_numbers
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path
from fairsheet.sheets.support.phrases import counted, listed
from fairsheet.wording.formatting import format_cards


@click.command("print")
@sheets_argument
@seed_option
@players_option
@physical_cards_option
@missions_option
@click.option("--seat", type=int, help="Only this seat's sheet, from 1; otherwise all seats.")
@solo_option
@choice_option
@choose_option
@table_option
@click.option("--key", is_flag=True, help="In place of sheets the key: which field has which id.")
@paper_option
@json_option
@out_option("The PDF to write; by default named after sheet or game, and seed.", required=False)
def command(
    sheets: tuple[Sheet, ...],
    seed: str | None,
    players: int | None,
    physical_cards: bool,
    missions: str | None,
    seat: int | None,
    solo: int | None,
    options: tuple[str, ...],
    choose: str | None,
    table: str | None,
    key: bool,
    paper: str,
    as_json: bool,
    out: Path | None,
) -> None:
    """Print the sheets of a game as a PDF, one for each seat.

    Each page carries a label from which the program knows the game again on a photo. Without -o the PDF is named
    after the sheet or game that was typed, and the seed, such as launch-coral-otter-42.pdf; another file of that name
    stays, the new one gets a number.

    \b
    For three players, then once more only the sheet of the second:
        fairsheet print launch --seed coral-otter-42 --players 3
        fairsheet print launch --seed coral-otter-42 --players 3 --seat 2 -o ada.pdf
    \b
    For a table that plays with physical cards and has laid out these missions:
        fairsheet print launch --physical-cards --missions A1,B2,C2 --players 3 -o sheets.pdf
    \b
    For one of several tables of a club that play the same seed:
        fairsheet print launch --seed coral-otter-42 --players 3 --table "Club 7" -o club-7.pdf
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
    sheet = sheets[0]
    if solo is not None and sheet.game is None:
        players = players_for(sheet, players, solo)
        sheet = solo_sheet(sheet, solo)
    if key:
        _print_key(sheets, sheet, paper, as_json, out)
        return
    check_pdf_name(out)
    check_cards(seed, physical_cards, missions)
    handed_out = [sheet]
    if sheet.game is not None:
        check_no_physical_cards(physical_cards)
        if seed is None and _needs_seed(sheets, options):
            seed = new_seed()
        game = recorded_table(sheet, seed=seed, players=players, solo=solo, options=options, name=table)
        if len(sheets) > 1:
            handed_out = sheets_in_play(sheets, game)
    else:
        check_no_options(options)
        players = players_for(sheet, players, solo)
        if seed is None and has_cards(sheet) and not physical_cards:
            seed = new_seed()
        game = table_with_cards(sheet, seed, players, missions, table, solo)
    pages = _pages(handed_out, game, seat, choose)
    pdf = draw_table(pages, PAPERS[paper])
    file = out or unused_file(default_name(sheet, game, seat, game_typed()), pdf)
    write_file(file, pdf)
    warning = None if game.seed is None else seed_warning(game.seed)
    if warning is not None:
        say(warning)
    if as_json:
        _print_document(sheet, game, solo, pages, paper, file)
    else:
        kinds = ""
        if game_typed():  # each is named as often as it is printed: ares-coop, 2 ares-record
            counts = Counter(name for name, _ in _printed(pages)).items()
            kinds = ", ".join(f"{number} {name}" if number > 1 else name for name, number in counts)
        facts = (kinds, counted(len(pages), "page"), paper, format_cards(sheet, game.seed))
        say(f"{format_path(file)}: {', '.join(filter(None, facts))}. Print at 100 %, not fitted to the page.")
        if out is None:
            show(format_path(file))


def _needs_seed(sheets: Sequence[Sheet], options: Sequence[str]) -> bool:
    """Whether something on the sheets is what a seed draws, by itself or as was chosen, such as tiles=seeded."""
    return "seeded" in parse_options(options).values() or any("seeded" in sheet.attrs for sheet in sheets)


def _printed(pages: Sequence[LabelledPage]) -> list[tuple[str, int]]:
    """The templates and seats of the sheets that the pages are of, each once."""
    return list(dict.fromkeys((template_of(page.sheet.name), page.label.seat) for page in pages))


def _print_document(
    sheet: Sheet, game: Table, solo: int | None, pages: Sequence[LabelledPage], paper: str, file: Path
) -> None:
    printed, whole_game = _printed(pages), game_typed()
    several = {"sheets": list(dict.fromkeys(name for name, _ in printed))} if whole_game else {}
    print_json({"format": "fairsheet.print/1", "sheet": whole_game or sheet.name, **several, "seed": game.seed,
                "players": game.players, "solo": solo, "table": game.name,
                "seats": list(dict.fromkeys(seat or None for _, seat in printed)), "paper": paper,
                "pages": len(pages), "file": format_path(file)})  # fmt: skip


def _pages(sheets: Sequence[Sheet], game: Table, seat: int | None, choose: str | None) -> list[LabelledPage]:
    """The pages of a table: what is one for the table, then what each seat has; or those of one seat alone."""
    of_players = [sheet for sheet in sheets if not sheet.is_of_table]
    seats = of_players[0].seats(game.players) if of_players else range(0)
    for option, given in (("--seat", seat), ("--choose", choose)):
        if given is not None and not of_players:
            raise FairsheetError("this sheet is one for the table", where=option, hint="leave it out")
    if seat is not None:
        check_seat(seat, seats[-1])
    of_table = [sheet for sheet in sheets if sheet.is_of_table] if seat is None else []
    pages = [page for sheet in of_table for page in pages_of(sheet, game, NO_SEAT)]
    chosen = [chosen_sheets(sheet, seats, choose) for sheet in of_players]
    for each in seats if seat is None else [seat]:
        pages += [page for by_seat in chosen for page in pages_of(by_seat[each], game, each)]
    return pages


def _print_key(sheets: Sequence[Sheet], sheet: Sheet, paper: str, as_json: bool, out: Path | None) -> None:
    if len(sheets) > 1:
        names = listed([each.name for each in sheets])
        raise FairsheetError("a key is of one sheet", where="--key", hint=f"{sheet.game} has {names}")
    check_pdf_name(out)
    pdf = draw_key(sheet, PAPERS[paper])
    file = out or unused_file(Path(f"{plain_name(sheet)}-key.pdf"), pdf)
    write_file(file, pdf)
    if as_json:
        print_json({"format": "fairsheet.key/1", "sheet": sheet.name, "layout": sheet.fingerprint, "paper": paper,
                    "fields": [{"number": number, "id": id_} for id_, number in field_numbers(sheet).items()],
                    "file": format_path(file)})  # fmt: skip
    else:
        say(f"{format_path(file)}: the fields of {sheet.name} by number, and the list of their ids")
        if out is None:
            show(format_path(file))


def default_name(sheet: Sheet, game: Table, seat: int | None, whole_game: str | None = None) -> Path:
    """The name of the PDF where none was given; `seat` is None for all seats, `whole_game` where its name was typed.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> launch = load_sheet("launch")
    >>> default_name(launch, Table("coral-otter-42", 3), 2).name
    'launch-coral-otter-42-seat-2.pdf'
    >>> default_name(launch, Table("coral-otter-42", 3, name="Club 7"), None).name
    'launch-coral-otter-42-Club-7.pdf'
    >>> default_name(launch, Table("coral-otter-42", 1, solo=4), None).name
    'launch-coral-otter-42-solo-4.pdf'
    """
    cards = game_name(sheet, game.seed, whole_game)
    solo = "" if game.solo is None else f"-solo-{game.solo}"
    at = "" if game.name is None else f"-{safe_name(game.name)}"
    only = "" if seat is None else f"-seat-{seat}"
    return Path(f"{safe_name(f'{cards}{solo}{at}{only}')}.pdf")
