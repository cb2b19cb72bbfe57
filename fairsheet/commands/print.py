"""`fairsheet print`: sheets as a PDF."""

from __future__ import annotations

from pathlib import Path

import click

from engine.deal import deal
from engine.phrases import counted
from engine.record import Table, table_of
from engine.simulate import folder_name
from fairsheet.console import print_json, say, show
from fairsheet.default_names import game_name, plain_name, unused_file
from fairsheet.files import write_file
from fairsheet.formatting import format_cards
from fairsheet.options import (
    check_cards,
    check_pdf_name,
    check_seat,
    choice_option,
    choose_option,
    json_option,
    out_option,
    paper_option,
    physical_cards_options,
    players_for,
    players_option,
    seed_option,
    sheet_argument,
    solo_option,
    table_option,
)
from fairsheet.printing import drawn_on, labels_of, physical_cards_table, seed_warning
from fairsheet.recording import check_no_options, chosen_sheets, recorded_table
from fairsheet.seeds import new_seed
from sheets.draw import draw_table
from sheets.files import format_path
from sheets.key import draw_key, field_numbers
from sheets.library import has_cards
from sheets.model import Sheet
from sheets.page import PAPERS
from sheets.solo import solo_sheet


@click.command("print")
@sheet_argument
@seed_option
@players_option()
@physical_cards_options
@click.option("--seat", type=int, help="Only this seat's sheet, from 1; otherwise all seats.")
@solo_option
@choice_option
@choose_option
@table_option
@click.option("--key", is_flag=True, help="In place of sheets the key: which field has which id.")
@paper_option
@json_option
@out_option("The PDF to write; by default named after sheet and seed.", required=False)
def command(
    sheet: Sheet,
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
    after sheet and seed, such as launch-coral-otter-42.pdf; another file of that name stays, the new one gets a number.

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
    Of a game that is recorded: the players' sheets, and the log of two who play together:
        fairsheet print ares-record --players 2 --option mode=coop -o records.pdf
        fairsheet print ares-coop -o log.pdf
    \b
    The record and the log of one who plays such a game alone, on its second level:
        fairsheet print ares-record --solo 2 -o record.pdf
        fairsheet print ares-solo --solo 2 -o log.pdf
    \b
    Where each player's sheet is another one, by what the player has; seats that are not named have the usual one:
        fairsheet print planet-record --players 3 --choose 1=gaia/cosmos,2=petra/republic -o records.pdf
    \b
    To find the fields that messages name, such as floor-7.2:
        fairsheet print launch --key
    """
    if solo is not None and sheet.game is None:
        players = players_for(sheet, players, solo)
        sheet = solo_sheet(sheet, solo)
    if key:
        _print_key(sheet, paper, as_json, out)
        return
    check_pdf_name(out)
    check_cards(seed, physical_cards, missions)
    if sheet.game is not None:
        if seed is None and "seeded" in sheet.attrs:
            seed = new_seed()
        game = recorded_table(sheet, seed=seed, players=players, solo=solo, options=options, name=table)
    else:
        check_no_options(options)
        players = players_for(sheet, players, solo)
        game = _game(sheet, seed, players, physical_cards, missions, table, solo)
    all_seats = sheet.seats(game.players)
    if seat is not None:
        check_seat(seat, all_seats[-1])
    seats = [seat] if seat is not None else list(all_seats)
    of_seat = chosen_sheets(sheet, all_seats, choose)
    pages = [(of_seat[each], label) for each in seats for label in labels_of(of_seat[each], game, [each])]
    drawn = {each: lines for each in seats for lines in drawn_on(of_seat[each], game, [each]).values()}
    pdf = draw_table(pages, PAPERS[paper], drawn)
    file = out or unused_file(default_name(sheet, game, seat), pdf)
    write_file(file, pdf)
    warning = None if game.seed is None else seed_warning(game.seed)
    if warning is not None:
        say(warning)
    if as_json:
        print_json({"format": "fairsheet.print/1", "sheet": sheet.name, "seed": game.seed, "players": game.players,
                    "solo": solo, "table": game.name, "seats": seats, "paper": paper, "pages": len(pages),
                    "file": format_path(file)})  # fmt: skip
    else:
        facts = ", ".join(filter(None, (counted(len(pages), "page"), paper, format_cards(sheet, game.seed))))
        say(f"{format_path(file)}: {facts}. Print at 100 %, not fitted.")
        if out is None:
            show(format_path(file))


def _game(
    sheet: Sheet,
    seed: str | None,
    players: int,
    physical_cards: bool,
    missions: str | None,
    table: str | None,
    solo: int | None,
) -> Table:
    """The game with the cards of a seed, or with physical cards or none."""
    if physical_cards or (seed is None and not has_cards(sheet)):
        return physical_cards_table(sheet, players, missions, table, solo)
    return table_of(deal(sheet, new_seed() if seed is None else seed, players, solo), table)


def _print_key(sheet: Sheet, paper: str, as_json: bool, out: Path | None) -> None:
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


def default_name(sheet: Sheet, game: Table, seat: int | None) -> Path:
    """The name of the PDF where none was given; `seat` is None for all seats.

    >>> from sheets.library import load_sheet
    >>> launch = load_sheet("launch")
    >>> default_name(launch, Table("coral-otter-42", 3), 2).name
    'launch-coral-otter-42-seat-2.pdf'
    >>> default_name(launch, Table("coral-otter-42", 3, name="Club 7"), None).name
    'launch-coral-otter-42-Club%207.pdf'
    >>> default_name(launch, Table("coral-otter-42", 1, solo=4), None).name
    'launch-coral-otter-42-solo-4.pdf'
    """
    cards = game_name(sheet, game.seed)
    solo = "" if game.solo is None else f"-solo-{game.solo}"
    at = "" if game.name is None else f"-{folder_name(game.name)}"
    only = "" if seat is None else f"-seat-{seat}"
    return Path(f"{cards}{solo}{at}{only}.pdf")
