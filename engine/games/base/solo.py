"""The solo game against ASTRA: what it changes of the course of a game, whatever the scenario.

A scenario joins this to its rules: `class SoloJourney(PrizeGame, Journey)`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import UNSET

from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import PAIRS, Deal, SoloDeal, effects_of
from fairsheet.engine.dealing.solo_deck import LAST_TURN, DealtEffect
from fairsheet.engine.games.base.number_game import NumberGame
from fairsheet.engine.games.base.table import TableGame
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.game import Contradiction, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.engine.rules.missions import Claim
from fairsheet.engine.rules.solo import bonuses, effects, third_card
from fairsheet.engine.rules.solo.effects import PendingEffect
from fairsheet.engine.rules.solo.panel import Panel, SoloPart, SoloStep
from fairsheet.engine.rules.solo.third_card import PendingCard
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet

_BONUS_COST = 3.5  # points: a solo bonus is kept for a card that is worth more to ASTRA
_BEGINNING = ("number", "error")  # the causes of the ink that begins a turn


class SoloGame(TableGame):
    """The course of a solo game. Effects come up first; at the end of a turn one card leaves.

    Where there are several sheets, the first player is that of the turn, and has the panel.
    """

    marks_per_bonus = 1  # how many of what earns a solo bonus it takes for one

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.panel = Panel(sheet)

    # --- what a scenario fills in -------------------------------------------------------------------------

    @abstractmethod
    def effect_steps(self, state: State, player: Player, effect: PendingEffect) -> Iterable[Step]:
        """What an effect lets the player choose; where there is nothing, the effect is over."""

    @abstractmethod
    def play_effect(self, state: State, player: Player, effect: PendingEffect, step: Step) -> Player:
        """The player after a step of an effect, which is no longer pending. Raises IllegalStep."""

    @abstractmethod
    def earns(self, ink: Ink) -> bool:
        """Whether a mark just made earns a solo bonus."""

    def turn_contradictions(self, marks: Marks) -> Iterable[Contradiction]:
        """What the panel contradicts of the scenario's own: nothing by default."""
        return ()

    def bonus_contradictions(self, marks: Marks) -> Iterable[Contradiction]:
        """Solo bonuses that were not earned, or are missing: nothing by default, where one sheet does not show it."""
        return ()

    def effect_contradictions(self, deal: SoloDeal, marks: Marks) -> Iterable[Contradiction]:
        """What the effects of a seed contradict on a final sheet: nothing by default, beside the panel's marks."""
        return ()

    def give(self, player: Player, card: Card) -> Player:
        """The player after a card was given to ASTRA, beside its mark: nothing by default."""
        return player

    # --- the course of a turn -----------------------------------------------------------------------------

    def new_player(self, seat: int, order: Sequence[tuple[str, Mark]]) -> Player:
        """See `TableGame.new_player`."""
        player = super().new_player(seat, order)
        return msgspec.structs.replace(player, solo=SoloPart(player.mark_order))

    def begin_turn(self, state: State) -> State:
        """Effects of the turn are pending, missions are turned."""
        if state.turn == 0:
            return state
        now = [each for each in effects_of(state.deal.seed) if each.turn == state.turn]
        claimed = dict(state.claimed)
        for each in now:
            card = state.deal.missions.get(each.letter)
            if each.time > 1 and card is not None:
                claimed.setdefault(card, state.turn)
        state = msgspec.structs.replace(state, claimed=claimed)
        first, *others = state.players
        pending = self.pending_first(state, now)
        first = self._come_up(state, msgspec.structs.replace(first, pending=pending))
        return msgspec.structs.replace(state, players=(first, *others))

    def pending_first(self, state: State, now: Sequence[DealtEffect]) -> tuple[Any, ...]:
        """What is pending when a turn begins in which effects come up: these."""
        return tuple(PendingEffect(each.letter, each.time) for each in now)

    def _come_up(self, state: State, player: Player) -> Player:
        """The player when the first pending effect has come up; what can do nothing is over at once."""
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
            player = self.without_choice(player, effect)
        return player

    def without_choice(self, player: Player, effect: PendingEffect) -> Player:
        """The player after the effect that is pending first, which leaves no choice: nothing comes of it by default."""
        return msgspec.structs.replace(player, pending=player.pending[1:])

    def has_begun(self, state: State, player: Player) -> bool:
        """A turn begins with a number or an error, whatever effects did before; one without cards does not begin."""
        part: SoloPart = player.solo
        return (
            state.turn > LAST_TURN
            or part.nothing
            or any(ink.by in _BEGINNING for ink in player.ink)
            or (state.turn == 0 and super().has_begun(state, player))
        )

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The choices of an effect, what can be done with the third card, or what the scenario has pending."""
        match player.pending[0]:
            case PendingEffect() as effect:
                return iter(self.effect_steps(state, player, effect))
            case PendingCard():
                return third_card.steps(self.panel, player, cards_of(state))
        return super().pending_steps(state, player)

    def may_decline(self, player: Player) -> bool:
        """Neither an effect nor the third card."""
        if isinstance(player.pending[0], PendingEffect | PendingCard):
            return False
        return super().may_decline(player)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """See `TableGame.play_pending`."""
        match player.pending[0]:
            case PendingEffect() as effect:
                rest = msgspec.structs.replace(player, pending=player.pending[1:])
                return self._come_up(state, self.play_effect(state, rest, effect, step))
            case PendingCard():
                return self._part_with(state, msgspec.structs.replace(player, pending=()), step)
        return self._come_up(state, super().play_pending(state, player, step))

    def after_step(self, state: State, before: Player, player: Player) -> Player:
        """Circles the solo bonuses that the marks just made have earned."""
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
        """Incidents earn solo bonuses, too."""
        after = super().incidents(state)
        return tuple(self.after_step(state, *each) for each in zip(state.players, after, strict=True))

    def open_claims(self, state: State, player: Player) -> Iterator[Claim]:
        """None in the turn without cards."""
        return super().open_claims(state, player) if state.turn <= LAST_TURN else iter(())

    def close_turn(self, state: State) -> tuple[Player, ...]:
        """One card leaves: at once, where nothing about it is left to choose."""
        if not 0 < state.turn <= LAST_TURN:
            return state.players
        first, *others = state.players
        steps = list(third_card.steps(self.panel, first, cards_of(state)))
        if len(steps) == 1:
            return (self._part_with(state, first, steps[0]), *others)
        return (msgspec.structs.replace(first, pending=(PendingCard(),)), *others)

    def _part_with(self, state: State, player: Player, step: Step) -> Player:
        """The player after a card has left."""
        editor = SheetEditor(player)
        cards = cards_of(state)
        part = third_card.play(self.panel, editor, cards, step)
        player = msgspec.structs.replace(editor.player(), solo=part)
        return player if part.thrown_out else self.give(player, cards[(part.leaves or 0) - 1])

    def next_deal(self, state: State) -> Deal:
        """The deal without the card that has left."""
        part: SoloPart = state.players[0].solo
        if part.leaves is None:
            return state.deal
        return _deal(state).without(cards_of(state)[part.leaves - 1])

    def next_player(self, state: State, player: Player) -> Player:
        """Nothing has become of the cards of the next turn yet."""
        part: SoloPart = player.solo
        return msgspec.structs.replace(super().next_player(state, player), solo=SoloPart(part.order))

    def has_ended(self, state: State) -> bool:
        """The deck can end the game, too."""
        effects_left = any(effect.turn > state.turn for effect in effects_of(state.deal.seed))
        return super().has_ended(state) or state.turn >= LAST_TURN + effects_left

    def endings(self, marks: Marks) -> Iterator[str]:
        """With all turns played and all effect cards come up twice, the deck is empty for the second time."""
        yield from super().endings(marks)
        icons = (icon for card in self.panel.effects.values() for icon in (card.first, card.second))
        turns = third_card.cards_gone(self.panel, marks)
        if turns >= LAST_TURN and all(icon in marks for icon in icons):
            yield "deck"

    def as_turn(self, state: State, player: Player) -> Turn:
        """See `TableGame.as_turn`: with the cards, and what has become of them."""
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
        """How good each step looks to a player who looks at the own sheet: what the panel asks for is all alike."""
        own = [step for step in steps if step.kind not in set(SoloStep)]
        values = dict(zip(own, super().heuristic_values(state, own), strict=True)) if own else {}
        return [values.get(step, 0.0) for step in steps]

    def rival_gains(self, state: State, steps: Sequence[Step]) -> list[float]:
        """The points of the card that goes to ASTRA; a solo bonus is kept for a card that is worth more."""
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
        """See `Game.contradictions`: those of several players, and what the panel contradicts."""
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
    """A solo game in which effects cross a prize each, and a prize that is circled earns solo bonuses."""

    def effect_steps(self, state: State, player: Player, effect: PendingEffect) -> Iterator[Step]:
        """Any prize without a mark."""
        return effects.prize_steps(self.prizes, player)

    def play_effect(self, state: State, player: Player, effect: PendingEffect, step: Step) -> Player:
        """Crosses the prize."""
        editor = SheetEditor(player)
        effects.cross_prize(self.prizes, editor, step)
        return editor.player()

    def earns(self, ink: Ink) -> bool:
        """A prize that is circled."""
        return ink.mark == "circled" and ink.field in self.prizes

    def bonus_contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.bonus_contradictions`."""
        return bonuses.contradictions(self.panel, effects.circled_prizes(self.prizes, marks), marks)

    def effect_contradictions(self, deal: SoloDeal, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.effect_contradictions`."""
        return effects.unpaid_prizes(self.prizes, self.panel, deal, marks)


def cards_of(state: State) -> tuple[Card, ...]:
    """The cards of the turn being played."""
    return _deal(state).solo_turn(state.turn).cards


def _deal(state: State) -> SoloDeal:
    return cast("SoloDeal", state.deal)
