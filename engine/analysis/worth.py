"""The worth of the cards of a seed: par, careful games with these cards, and the best game found."""

from __future__ import annotations

from itertools import chain, product

from fairsheet.engine.analysis._hindsight import best_game
from fairsheet.engine.analysis._par import par_of
from fairsheet.engine.analysis._turns import plans_of, turns_of
from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.records.ink import History
from fairsheet.engine.simulation.bots import POLICIES
from fairsheet.engine.simulation.careful import play_careful
from fairsheet.engine.simulation.playouts import total_of
from fairsheet.engine.simulation.simulate import play
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.frozen_values import Frozen


class Par(Frozen, frozen=True, tag_field="format", tag="fairsheet.par/1"):
    """Par for a table; `cards` is the mean of careful games with these cards, None if none was played.

    `best` is the best total found with all cards known. The search begins with the best game that bots play with these
    cards without playouts, and `history` is that of its player.
    """

    sheet: str
    seed: str
    players: int
    solo: int | None
    par: float
    cards: float | None
    best: int
    history: History


def worth_of_cards(sheet: Sheet, dealt: Deal, *, play_cards: bool) -> Par:
    """Return what the cards of a deal are worth; with `play_cards` all seats play them carefully, which takes minutes.

    Raises FairsheetError if the table of par does not have this game.
    """
    par, _ = par_of(dealt)
    game = rules_of(sheet)
    seats = range(1, dealt.players + 1)
    bots = [play(game, dealt, policy) for policy in POLICIES]
    end, seat = max(product(bots, seats), key=lambda each: total_of(game, *each))
    start, turns, _ = turns_of(game, dealt, {each: game.history(end, each) for each in seats})
    best = best_game(game, start, seat, plans_of(chain(*turns)))
    cards = None
    if play_cards:
        end = play_careful(game, dealt, seats)
        cards = round(sum(total_of(game, end, seat) for seat in seats) / dealt.players, 1)
    return Par(
        sheet.name,
        dealt.seed,
        dealt.players,
        dealt.solo,
        par,
        cards,
        total_of(game, best, seat),
        game.history(best, seat),
    )
