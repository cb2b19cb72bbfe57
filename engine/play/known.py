"""The knowledge of a seat in a game: the open cards, its own ink, and the ink of others before this turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.dealing.deal import DealtTurn, SoloDeal
from fairsheet.engine.play.game import Game
from fairsheet.engine.play.state import State
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.support.frozen_values import Frozen


class Known(Frozen, frozen=True):
    """The knowledge of a seat. Players of a turn write at once, so `ink` shows what others wrote in earlier turns only.

    `turns` have the offers that are or were open, the last ones those of the current turn. `next_actions` are the
    actions of the next turn, pile by pile, which show on the backs of the cards; none in a solo game. `ink` has the
    marks of each sheet by its seat. `claimed` has for each mission claimed in an earlier turn the first such turn.
    `effects` has the letters of the effect cards of a solo game by the turn in which they came up.
    """

    seat: int
    turn: int
    missions: Mapping[str, str]
    turns: tuple[DealtTurn, ...]
    next_actions: tuple[str, ...]
    ink: Mapping[int, Mapping[str, Mark]]
    claimed: Mapping[str, int]
    effects: Mapping[int, tuple[str, ...]] = {}


def known_to(game: Game, states: Sequence[State], seat: int) -> Known:
    """Return what a seat may know after the last of these states, which are all since the start of the game."""
    now = states[-1]
    dealt, turn = now.deal, now.turn
    following = () if isinstance(dealt, SoloDeal) or now.over else dealt.offers(turn + 1)
    return Known(
        seat=seat,
        turn=turn,
        missions=dealt.missions,
        turns=dealt.turns(turn) if turn else (),
        next_actions=tuple(offer.action for offer in following),
        ink=_visible_ink(game, states, seat),
        claimed=dict(now.claimed),
        effects=_effects_in(dealt, turn) if isinstance(dealt, SoloDeal) else {},
    )


def _effects_in(dealt: SoloDeal, last: int) -> dict[int, tuple[str, ...]]:
    return {each.turn: each.effects for each in dealt.known if each.turn <= last and each.effects}


def _visible_ink(game: Game, states: Sequence[State], seat: int) -> dict[int, dict[str, Mark]]:
    """Return the ink at the beginning of the turn, with the seat's own ink since then; all ink after the game."""
    now = states[-1]
    everything = now.over or now.deal.players == 1
    begun = now if everything else next(state for state in states if state.turn == now.turn)
    ink = {sheet: dict(game.marks(begun, sheet)) for sheet in game.sheet.seats(now.deal.players)}
    if everything:
        return ink
    for own in game.turn_played(now, seat, now.turn).ink:
        marks = ink[own.sheet or seat]
        both = own.mark == "crossed" and marks.get(own.field) == "circled"
        marks[own.field] = "circled+crossed" if both else own.mark
    return ink
