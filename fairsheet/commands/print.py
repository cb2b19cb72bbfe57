"""`fairsheet print`: sheets as a PDF."""

from __future__ import annotations

from pathlib import Path

import click

from engine.deal import deal
from engine.record import Table, table_of
from fairsheet.console import path_words, print_json, say
from fairsheet.files import write_file
from fairsheet.options import (
    json_option,
    out_option,
    paper_option,
    players_option,
    seed_option,
    sheet_argument,
    solo_option,
)
from fairsheet.printing import labels_of
from fairsheet.seeds import new_seed
from sheets.draw import draw_pages
from sheets.errors import InputError
from sheets.library import SUFFIX
from sheets.model import Sheet


@click.command("print")
@sheet_argument
@seed_option
@players_option()
@click.option("--own-cards", is_flag=True, help="For a game with real cards in place of a seed.")
@click.option("--missions", metavar="A1,B2,C1", help="The mission cards that lie open, with --own-cards.")
@click.option("--seat", type=int, help="Only this seat's sheet, from 1; otherwise all seats.")
@solo_option
@paper_option
@json_option
@out_option("The PDF to write.")
def command(
    sheet: Sheet,
    seed: str | None,
    players: int,
    own_cards: bool,
    missions: str | None,
    seat: int | None,
    paper: str,
    as_json: bool,
    out: Path,
) -> None:
    """Print the sheets of a game as a PDF, one page per seat.

    Each page carries a label from which the program knows the game again on a photo.

    \b
    For three players, then once more only the sheet of the second:
        fairsheet print launch --seed coral-otter-42 --players 3 -o sheets.pdf
        fairsheet print launch --seed coral-otter-42 --players 3 --seat 2 -o ada.pdf
    \b
    For a table that plays with its own cards and has laid out these missions:
        fairsheet print launch --own-cards --missions A1,B2,C2 --players 3 -o sheets.pdf
    \b
    A sheet of your own, by its template:
        fairsheet print garden.sheet --players 3 -o garden.pdf
    """
    if seat is not None and not 1 <= seat <= players:
        raise InputError(
            f"there is no seat {seat} among {players}", where="--seat", mend=f"give 1 to {players}"
        )
    if out.suffix.lower() == SUFFIX:
        raise InputError(
            "this would take the place of a template", where=str(out), mend=f"name it {out.stem}.pdf"
        )
    game = (_own_cards if own_cards else _dealt)(sheet, seed, players, missions)
    seats = [seat] if seat is not None else list(range(1, players + 1))
    labels = labels_of(sheet, game, seats)
    write_file(out, draw_pages(sheet, labels, paper))
    if as_json:
        print_json({"format": "fairsheet.print/1", "sheet": sheet.name, "seed": game.seed, "players": players,
                    "seats": seats, "paper": paper, "pages": len(labels), "file": path_words(out)})  # fmt: skip
    else:
        cards = "own cards" if game.seed is None else f"seed {game.seed}"
        pages = f"{len(labels)} page{'s' * (len(labels) > 1)}"
        say(f"{path_words(out)}: {pages}, {paper}, {cards}. Print at 100 %, not fitted.")


def _dealt(sheet: Sheet, seed: str | None, players: int, missions: str | None) -> Table:
    """The game that a seed deals, or a fresh one."""
    if missions is not None:
        raise InputError("a seed deals its missions", where="--missions", mend="give --own-cards with it")
    return table_of(deal(sheet, new_seed() if seed is None else seed, players))


def _own_cards(sheet: Sheet, seed: str | None, players: int, missions: str | None) -> Table:
    """A game with real cards; without missions their places stay empty, to be filled in by hand."""
    if seed is not None:
        raise InputError("real cards need no seed", where="--seed", mend="give --seed or --own-cards")
    if missions is None:
        return Table(None, players)
    ids = [id_.strip() for id_ in missions.split(",")]
    unknown = next((id_ for id_ in ids if id_ not in sheet.mission), None)
    if unknown is not None:
        mend = (
            f"choose from {', '.join(sheet.mission)}"
            if sheet.missions
            else "this sheet has none: leave it out"
        )
        raise InputError(f"there is no mission {unknown!r}", where="--missions", mend=mend)
    chosen = {sheet.mission[id_].letter: id_ for id_ in ids}
    letters = sorted({mission.letter for mission in sheet.missions})
    if len(ids) != len(letters) or len(chosen) != len(letters):
        mend = f"give one for each of {', '.join(letters)}"
        raise InputError(f"these are not the missions of one game: {missions}", where="--missions", mend=mend)
    return Table(None, players, None, chosen)
