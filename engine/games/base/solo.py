"""The solo game against ASTRA: how it changes the course of a game, in every scenario.

A scenario combines this with its rules: `class SoloJourney(PrizeGame, Journey)`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import UNSET

from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import PAIRS, Deal, SoloDeal
from fairsheet.engine.dealing.solo_deck import LAST_TURN, DealtEffect
from fairsheet.engine.games.base.number_game import NumberGame
from fairsheet.engine.games.base.table import TableGame
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.game import Contradiction, MarkOrders, Outside, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.engine.rules.missions import Claim
from fairsheet.engine.rules.solo import bonuses, effects, third_card
from fairsheet.engine.rules.solo.effects import PendingEffect
from fairsheet.engine.rules.solo.panel import Panel, SoloPart, SoloStep
from fairsheet.engine.rules.solo.third_card import PendingCard
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet

_BONUS_COST = 3.5  # points: keeps a solo bonus for a card that is worth more to ASTRA
_BEGINNING = ("number", "error")  # the causes of the ink that begins a turn


class SoloGame(TableGame):
    """The course of a solo game. A turn begins with effects and ends with one card leaving.

    If there are several sheets, the first player has the sheet of the turn and the panel.
    """

    marks_per_bonus = 1  # how many earning marks it takes for one solo bonus

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.panel = Panel(sheet)

    # --- what a scenario fills in -------------------------------------------------------------------------

    @abstractmethod
    def effect_steps(self, state: State, player: Player, effect: PendingEffect) -> Iterable[Step]:
        """Return the choices that an effect gives the player; with none, the effect is over."""

    @abstractmethod
    def play_effect(self, state: State, player: Player, effect: PendingEffect, step: Step) -> Player:
        """Return the player after a step of an effect, which is no longer pending. Raises IllegalStep."""

    @abstractmethod
    def earns(self, ink: Ink) -> bool:
        """Return whether a mark that was just made earns a solo bonus."""

    def turn_contradictions(self, marks: Marks) -> Iterable[Contradiction]:
        """Return contradictions between the panel and the scenario's own marks: none by default."""
        return ()

    def bonus_contradictions(self, marks: Marks) -> Iterable[Contradiction]:
        """Return contradictions about unearned or missing solo bonuses: none if one sheet cannot show it."""
        return ()

    def effect_contradictions(self, deal: SoloDeal, marks: Marks) -> Iterable[Contradiction]:
        """Return contradictions between a seed's effects and a final sheet, except the panel: none by default."""
        return ()

    def give(self, player: Player, card: Card) -> Player:
        """Return the player after a card was given to ASTRA and marked: unchanged by default."""
        return player

    # --- the course of a turn -----------------------------------------------------------------------------

    def start(
        self,
        deal: Deal,
        mark_orders: MarkOrders | None = None,
        seats: Sequence[int] | None = None,
        outside: Sequence[Outside] = (),
    ) -> State:
        """See `TableGame.start`: all sheets are played, and no card has left, even if the deal is a later one."""
        if isinstance(deal, SoloDeal):
            deal = msgspec.structs.replace(deal, gone=())
        return super().start(deal, mark_orders, None, outside)

    def new_player(self, seat: int, order: Sequence[tuple[str, Mark]]) -> Player:
        """See `TableGame.new_player`."""
        player = super().new_player(seat, order)
        return msgspec.structs.replace(player, solo=SoloPart(player.mark_order))

    def begin_turn(self, state: State) -> State:
        """Make the effects of the turn pending, and turn missions."""
        if state.turn == 0:
            return state
        now = [each for each in _deal(state).effects if each.turn == state.turn]
        claimed = dict(state.claimed)
        for each in now:
            card = state.deal.missions.get(each.letter)
            if each.time > 1 and card is not None:
                claimed.setdefault(card, state.turn)
        state = msgspec.structs.replace(state, claimed=claimed)
        first, *others = state.players
        pending = self.initial_pending(state, now)
        first = self._reveal(state, msgspec.structs.replace(first, pending=pending))
        return msgspec.structs.replace(state, players=(first, *others))

    def initial_pending(self, state: State, now: Sequence[DealtEffect]) -> tuple[Any, ...]:
        """Return what is pending at the beginning of a turn: the effects that come up in it."""
        return tuple(PendingEffect(each.letter, each.time) for each in now)

    def _reveal(self, state: State, player: Player) -> Player:
        """Return the player after effects have come up, until one needs a choice. The others end at once."""
        while player.pending and isinstance(effect := player.pending[0], PendingEffect):
            editor = SheetEditor(player)
            icon = self.panel.effect_icon(effect.letter, effect.time)
            if icon not in player.marks:
                editor.make(self.panel.ink(icon, "crossed"))
            player = editor.player()
            if self.panel.effects[effect.letter].acts and any(
                True for _ in self.effect_steps(state, player, effect)
            ):
                return player
            player = self.end_effect(player, effect)
        return player

    def end_effect(self, player: Player, effect: PendingEffect) -> Player:
        """Return the player after the first pending effect, which leaves no choice: nothing happens by default."""
        return msgspec.structs.replace(player, pending=player.pending[1:])

    def has_begun(self, state: State, player: Player) -> bool:
        """Return whether the turn has its number or error, or has no cards; effects before it do not count."""
        part: SoloPart = player.solo
        return (
            state.turn > LAST_TURN
            or part.nothing
            or any(ink.by in _BEGINNING for ink in player.ink)
            or (state.turn == 0 and super().has_begun(state, player))
        )

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield the choices of an effect, the uses of the third card, or the steps that the scenario has pending."""
        match player.pending[0]:
            case PendingEffect() as effect:
                return iter(self.effect_steps(state, player, effect))
            case PendingCard():
                return third_card.steps(self.panel, player, cards_of(state))
        return super().pending_steps(state, player)

    def may_decline(self, player: Player) -> bool:
        """Return whether what is pending may be declined: not an effect, not the third card."""
        if isinstance(player.pending[0], PendingEffect | PendingCard):
            return False
        return super().may_decline(player)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """See `TableGame.play_pending`."""
        match player.pending[0]:
            case PendingEffect() as effect:
                rest = msgspec.structs.replace(player, pending=player.pending[1:])
                return self._reveal(state, self.play_effect(state, rest, effect, step))
            case PendingCard():
                return self._remove_card(state, msgspec.structs.replace(player, pending=()), step)
        return self._reveal(state, super().play_pending(state, player, step))

    def after_step(self, state: State, before: Player, player: Player) -> Player:
        """Circle the solo bonuses that the latest marks have earned."""
        player = super().after_step(state, before, player)
        now = sum(map(self.earns, player.ink[len(before.ink) :]))
        if not now:
            return player
        earlier = sum(self.earns(ink) for turn in self.history(state, player.seat) for ink in turn.ink)
        times = (earlier + now) // self.marks_per_bonus - earlier // self.marks_per_bonus
        editor = SheetEditor(player)
        bonuses.circle(self.panel, editor, times)
        return msgspec.structs.replace(editor.player(), passed=player.passed)

    def incidents(self, state: State) -> tuple[Player, ...]:
        """See `TableGame.incidents`: these earn solo bonuses, too."""
        after = super().incidents(state)
        return tuple(self.after_step(state, *each) for each in zip(state.players, after, strict=True))

    def open_claims(self, state: State, player: Player) -> Iterator[Claim]:
        """Yield the open missions; none in the turn without cards."""
        return super().open_claims(state, player) if state.turn <= LAST_TURN else iter(())

    def close_turn(self, state: State) -> tuple[Player, ...]:
        """Remove one card: at once if the player has no choice."""
        if not 0 < state.turn <= LAST_TURN:
            return state.players
        first, *others = state.players
        steps = list(third_card.steps(self.panel, first, cards_of(state)))
        if len(steps) == 1:
            return (self._remove_card(state, first, steps[0]), *others)
        return (msgspec.structs.replace(first, pending=(PendingCard(),)), *others)

    def _remove_card(self, state: State, player: Player, step: Step) -> Player:
        """Return the player after a card has left."""
        editor = SheetEditor(player)
        cards = cards_of(state)
        part = third_card.play(self.panel, editor, cards, step)
        player = msgspec.structs.replace(editor.player(), solo=part)
        return player if part.thrown_out else self.give(player, cards[(part.leaves or 0) - 1])

    def next_deal(self, state: State) -> Deal:
        """Return the deal without the card that has left."""
        part: SoloPart = state.players[0].solo
        if part.leaves is None:
            return state.deal
        return _deal(state).without(cards_of(state)[part.leaves - 1])

    def next_player(self, state: State, player: Player) -> Player:
        """See `TableGame.next_player`: no card of the next turn has left yet."""
        part: SoloPart = player.solo
        return msgspec.structs.replace(super().next_player(state, player), solo=SoloPart(part.order))

    def has_ended(self, state: State) -> bool:
        """See `TableGame.has_ended`: an empty deck also ends the game."""
        effects_left = any(effect.turn > state.turn for effect in _deal(state).effects)
        return super().has_ended(state) or state.turn >= LAST_TURN + effects_left

    def endings(self, marks: Marks) -> Iterator[str]:
        """See `TableGame.endings`: the deck is empty for the second time after all turns and all effects."""
        yield from super().endings(marks)
        icons = (icon for card in self.panel.effects.values() for icon in (card.first, card.second))
        turns = third_card.cards_gone(self.panel, marks)
        if turns >= LAST_TURN and all(icon in marks for icon in icons):
            yield "deck"

    def as_turn(self, state: State, player: Player) -> Turn:
        """See `TableGame.as_turn`: adds the cards and their use."""
        if state.turn == 0:
            return super().as_turn(state, player)
        turn = _deal(state).solo_turn(state.turn)
        number, action = (None, None) if player.offer is None else PAIRS[player.offer - 1]
        part: SoloPart = player.solo
        return Turn(
            state.turn,
            None,
            player.ink,
            cards=turn.cards,
            effects=turn.effects,
            number_card=None if number is None else number + 1,
            action_card=None if action is None else action + 1,
            astra_card=part.leaves,
            thrown_out=True if part.thrown_out else UNSET,
        )

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """Return how good each step looks by the player's own sheet. All steps of the panel are alike."""
        own = [step for step in steps if step.kind not in set(SoloStep)]
        values = dict(zip(own, super().heuristic_values(state, own), strict=True)) if own else {}
        return [values.get(step, 0.0) for step in steps]

    def rival_gains(self, state: State, steps: Sequence[Step]) -> list[float]:
        """Return the points of the card that goes to ASTRA. A solo bonus is kept for a card worth more."""
        cards = cards_of(state) if state.turn else ()
        return [self._gain(cards, step) for step in steps]

    def _gain(self, cards: Sequence[Card], step: Step) -> float:
        match step:
            case Step(kind=SoloStep.THROW_OUT):
                return _BONUS_COST
            case Step(kind=SoloStep.GIVE, card=int(card)):
                return self.panel.rows[cards[card - 1].action].points
            case Step(kind="number", offer=int(offer)):
                (third,) = {*range(len(cards))} - {*PAIRS[offer - 1]}
                return self.panel.rows[cards[third].action].points
        return 0.0

    # --- a final sheet ------------------------------------------------------------------------------------

    def contradictions(
        self, marks: Marks, deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> Iterator[Contradiction]:
        """See `Game.contradictions`: adds those with the panel."""
        yield from super().contradictions(marks, deal, missions)
        turns = self.turns_seen(marks)
        if turns is not None:
            yield from third_card.contradictions(self.panel, turns, marks)
        yield from self.turn_contradictions(marks)
        yield from self.bonus_contradictions(marks)
        if isinstance(deal, SoloDeal):
            if turns is not None:
                yield from effects.contradictions(self.panel, deal, turns, marks)
            yield from self.effect_contradictions(deal, marks)


class PrizeGame(SoloGame, NumberGame[Any]):
    """A solo game in which each effect crosses a prize. A circled prize earns solo bonuses."""

    def effect_steps(self, state: State, player: Player, effect: PendingEffect) -> Iterator[Step]:
        """Return steps that cross any prize without a mark."""
        return effects.prize_steps(self.prizes, player)

    def play_effect(self, state: State, player: Player, effect: PendingEffect, step: Step) -> Player:
        """Cross the prize."""
        editor = SheetEditor(player)
        effects.cross_prize(self.prizes, editor, step)
        return editor.player()

    def earns(self, ink: Ink) -> bool:
        """Return whether the mark circles a prize."""
        return ink.mark == "circled" and ink.field in self.prizes

    def bonus_contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.bonus_contradictions`."""
        return bonuses.contradictions(self.panel, effects.circled_prizes(self.prizes, marks), marks)

    def effect_contradictions(self, deal: SoloDeal, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.effect_contradictions`."""
        return effects.unpaid_prizes(self.prizes, self.panel, deal, marks)


def cards_of(state: State) -> tuple[Card, ...]:
    """Return the cards of the turn being played."""
    return _deal(state).solo_turn(state.turn).cards


def _deal(state: State) -> SoloDeal:
    return cast("SoloDeal", state.deal)
