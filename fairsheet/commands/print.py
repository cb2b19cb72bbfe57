"""`fairsheet print`: sheets as a PDF."""

from __future__ import annotations

from pathlib import Path

import click

from engine.deal import deal
from fairsheet.console import print_json, say
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
from fairsheet.seeds import given_or_new_seed
from sheets.draw import draw_pages
from sheets.errors import InputError
from sheets.library import load_sheet


@click.command("print")
@sheet_argument
@seed_option
@players_option()
@click.option("--seat", type=int, help="Only this seat's sheet, from 1; otherwise all seats.")
@solo_option
@paper_option
@json_option
@out_option("The PDF to write.")
def command(
    sheet: str, seed: str | None, players: int, seat: int | None, paper: str, as_json: bool, out: Path
) -> None:
    """Print the sheets of a game as a PDF, one page per seat.

    Each page carries a label from which the program knows the game again on a photo.

    \b
    For three players, then once more only the sheet of the second:
        fairsheet print launch --seed coral-otter-42 --players 3 -o sheets.pdf
        fairsheet print launch --seed coral-otter-42 --players 3 --seat 2 -o ada.pdf
    """
    template = load_sheet(sheet)
    seed = given_or_new_seed(seed)
    dealt = deal(template, seed, players)
    if seat is not None and not 1 <= seat <= players:
        raise InputError(
            f"there is no seat {seat} among {players}", where="--seat", mend=f"give 1 to {players}"
        )
    seats = [seat] if seat is not None else list(range(1, players + 1))
    labels = labels_of(template, dealt, seats)
    write_file(out, draw_pages(template, labels, paper))
    if as_json:
        print_json({"format": "fairsheet.print/1", "sheet": sheet, "seed": seed, "players": players,
                    "seats": seats, "paper": paper, "pages": len(labels), "file": str(out)})  # fmt: skip
    else:
        say(
            f"{out}: {len(labels)} page{'s' * (len(labels) > 1)}, {paper}, seed {seed}. Print at 100 %, not fitted."
        )
