"""`fairsheet cards`: print the cards to cut out, and the order in which a seed deals them."""

from __future__ import annotations

from pathlib import Path

import click

from fairsheet.languages.messages import Message, counted, joined, listed
from fairsheet.options.card_packs import KINDS, cards_of, stacking_of
from fairsheet.options.default_names import unused_file
from fairsheet.options.options import (
    check_pdf_name,
    check_seed,
    out_option,
    paper_option,
    result_options,
    sheet_argument,
    translate_sheet,
)
from fairsheet.process.console import print_json, say
from fairsheet.process.output_files import write_file
from fairsheet.process.spoken import command_language
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing.card_pages import draw_cards
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path


@click.command("cards")
@sheet_argument(required=False)
@click.option(
    "--seed",
    callback=check_seed,
    help="Also print the order in which to stack the cards for this seed, a text of 1 to 64 characters.",
)
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(KINDS),
    help="Print only these; can be given several times; default all.",
)
@click.option("--solo", is_flag=True, help="Print the order of the solo game's deck; needs --seed.")
@paper_option
@result_options
@out_option("Write the PDF to this file; default cards.pdf.")
def command(
    sheet: Sheet | None,
    seed: str | None,
    only: tuple[str, ...],
    solo: bool,
    paper: str,
    as_json: bool,
    out: Path | None,
) -> None:
    """Print the cards of the game: 63 numbers with their actions, the missions (or only those of SHEET), ASTRA's cards.

    Print on both sides, flipped on the long edge, at 100 %; cut along the marks. With a seed, one more page shows how
    to stack the cards so that they come up as the seed deals them.

    \b
        fairsheet cards
        fairsheet cards launch -o launch-cards.pdf
        fairsheet cards --seed coral-otter-42 --only order -o order.pdf
        fairsheet cards --seed coral-otter-42 --only order --solo -o order.pdf
    """
    check_pdf_name(out)
    kinds = set(only) or set(KINDS)
    for option, is_given in (("--only order", "order" in only), ("--solo", solo)):
        if is_given and seed is None:
            problem, hint = "the order of the cards needs a seed", "give --seed"
            raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where=option, hint=hint)
    sheets = [sheet] if sheet is not None else [load_sheet(name) for name in scenario_names()]
    cards = cards_of(sheets, kinds, translate_sheet)
    stacking = stacking_of(seed, sheets, solo=solo) if seed is not None and "order" in kinds else None
    pdf = draw_cards(cards, stacking, PAPERS[paper], command_language().language)
    file = out or unused_file(Path("cards.pdf"), pdf)
    write_file(file, pdf)
    if as_json:
        print_json({"format": "fairsheet.cards/1", "cards": len(cards), "seed": seed, "paper": paper,
                    "file": format_path(file)})  # fmt: skip
    else:
        parts = [counted(len(cards), "card")] if cards else []
        parts += [Message("the order of the cards")] if stacking else []
        how = Message("Print at 100 %, not fitted to the page.")
        if cards:
            how = Message("Print on both sides, flipped on the long edge, at 100 %, not fitted to the page.")
        holds = joined(", ", (listed(parts), paper))
        say(joined(". ", (joined(": ", (format_path(file), holds)), how)))
