"""`fairsheet par`: show the mean total of good bots, and the best game found with the cards of a seed."""

from __future__ import annotations

import click

from fairsheet.engine.analysis.worth import worth_of_cards
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.languages.messages import Message, joined
from fairsheet.options.options import (
    players_for,
    players_option,
    result_options,
    seed_option,
    sheet_argument,
    solo_option,
)
from fairsheet.options.seeds import given_or_new_seed
from fairsheet.process.console import print_json, show_folded
from fairsheet.sheets.library.solo_sheets import at_level
from fairsheet.sheets.model.sheet import Sheet


@click.command("par")
@sheet_argument()
@seed_option
@players_option
@solo_option
@click.option("--cards", is_flag=True, help="Also play these cards carefully, which takes minutes.")
@result_options
def command(
    sheet: Sheet, seed: str | None, players: int | None, solo: int | None, cards: bool, as_json: bool
) -> None:
    """Show par for a game, and the best total that a search finds with all cards of the seed known.

    Par is the mean total of good bots with any cards, by sheet, players, missions and level, and what a careful player
    gains over them. The best game is the result of one search with these cards, so it can be below par.

    \b
        fairsheet par dome --seed coral-otter-42 --players 3
    """
    players = players_for(sheet, players, solo)
    sheet = at_level(sheet, solo)
    rules_of(sheet)  # raises an error for a sheet without rules
    dealt = deal(sheet, given_or_new_seed(seed), players, solo)
    found = worth_of_cards(sheet, dealt, play_cards=cards)
    if as_json:
        print_json(found)
        return
    show_folded(joined(": ", (Message("par"), round(found.par))))
    if found.cards is not None:
        show_folded(joined(": ", (Message("careful games with these cards"), round(found.cards))))
    show_folded(joined(": ", (Message("best game found with all cards known"), found.best)))
    if found.best < round(found.par):
        show_folded(Message("No game that the search found reaches par. A careful player may still do so."))
