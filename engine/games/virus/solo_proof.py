"""Virus against ASTRA, stated in time for the solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.deal import effects_of
from engine.game import Outside
from engine.games.base.proof_solo import SoloNumberTable, SoloSheet
from engine.games.virus import proof, proof_sheet
from engine.games.virus.board import Board
from engine.games.virus.causes import Cause, Order
from engine.games.virus.effect_cards import EffectCardsInTime
from engine.ink import Marks
from engine.proof.model import FALSE, BoolVar, Model, Term
from engine.proof.offers import Offers
from engine.proof.solve import Solution
from engine.proof.timeline import Condition, Event
from engine.rules.codes import RuleCode
from engine.rules.solo import bonuses
from engine.rules.solo.panel import Panel
from engine.solo_deck import DealtEffect


class StruckNext(msgspec.Struct, frozen=True):
    """A slot is struck at the beginning of the turn after, by an effect that comes up then."""

    struck: Event
    effects: frozenset[int]  # the turns in which effects come up

    def by(self, turn: int) -> BoolVar:
        """Whether it is, after a turn."""
        return self.struck.at(turn + 1) if turn + 1 in self.effects else FALSE


class SheetModel(SoloSheet, proof_sheet.SheetModel):
    """The sheet with its panel. What ASTRA set off is in `effect_cards`."""

    effect_cards: EffectCardsInTime

    def __init__(
        self,
        model: Model,
        board: Board,
        seat: int,
        marks: Marks,
        offers: Offers,
        panel: Panel,
        came_up: Sequence[DealtEffect],
    ) -> None:
        self._came_up = came_up
        super().__init__(model, board, seat, marks, offers)
        self.prepare_solo(panel)

    @property
    def last_strike(self) -> int:
        """Effects can strike after the last turn."""
        return max((self.last, *(effect.turn for effect in self._came_up)))

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """A slot is also closed by what an effect strikes before the player writes in the turn after."""
        effects = frozenset(effect.turn for effect in self._came_up)
        slots = [slot for floor in self.board.floors.values() for slot in floor]
        for slot, closing in zip(slots, super().closings(number), strict=True):
            yield (*closing, StruckNext(self.struck[slot], effects)) if slot in self.struck else closing

    @property
    def earning(self) -> Sequence[str]:
        """The marks that have earned solo bonuses, some of which ASTRA made."""
        return tuple(self.effect_cards.when)

    def earned_by(self, turn: int) -> Iterable[Term]:
        """How often a solo bonus was earned by the end of a turn, as a sum."""
        return [(1, literal) for literal in self.effect_cards.earned_by(turn)]


class TableModel(SoloNumberTable, proof.TableModel):
    """The constraints of virus in the solo game; see `engine.proof.request.Constraints`."""

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        panel = Panel(self.request.sheet)
        came_up = [
            each for each in effects_of(self.deal.seed) if panel.effect_icon(each.letter, each.time) in marks
        ]
        return SheetModel(self.model, self.board, seat, marks, self.offers, panel, came_up)

    def first_claim_of(self, letter: str) -> Event | None:
        """When the mission of a letter was claimed for its first value, if it was."""
        return self.first_claims.get(self.request.missions.get(letter, ""))

    def set_off(self) -> dict[str, Event]:
        """What the player set off, or ASTRA did."""
        (player,) = self.players.values()
        cards = self._effect_cards = player.effect_cards = EffectCardsInTime(self)
        bonuses.in_time(player.panel_events, player.earning, player.earned_by)
        circled = [bonus for bonus in player.panel.bonuses.fields if bonus in player.marks]
        why = f"{len(circled)} solo bonuses were earned by what the player set off"
        with self.model.rule(RuleCode.SOLO_BONUS, player.name(*circled, *player.earning), why):
            all_circled = len(circled) == len(player.panel.bonuses.fields)
            self.model.linear(
                list(player.earned_by(player.last)), len(circled), None if all_circled else len(circled)
            )
        player.events.update(cards.when)
        return cards.when

    def causes(self, player: proof_sheet.SheetModel, order: Order) -> Iterator[Cause]:
        """See `proof.TableModel.causes`."""
        return self._effect_cards.causes()

    def by_absent(self, solution: Solution) -> Iterator[Outside]:
        """Nobody is absent: ASTRA does what nobody else does."""
        return iter(())
