"""Launch against ASTRA, stated in time for the solver."""

from __future__ import annotations

from collections.abc import Mapping

from engine.deal import SoloDeal, effects_of
from engine.games.base.proof_solo import PanelEvents, SoloTable, turned_in
from engine.games.launch import proof, track
from engine.games.launch.board import Board
from engine.games.launch.errors import ErrorsInTime, Suffered
from engine.games.launch.lost_sabotages import LostInTime
from engine.ink import Marks
from engine.proof.model import Model, Term
from engine.proof.request import ProofRequest
from engine.proof.solo_offers import SoloOffers
from engine.proof.solve import Solution
from engine.proof.timeline import Turns
from engine.rules.codes import RuleCode
from engine.rules.solo import bonuses, third_card
from engine.rules.solo.panel import Panel
from engine.solo_deck import LAST_TURN


class SheetModel(proof.SheetModel):
    """The sheet with its panel."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, turns: Turns, offers: SoloOffers,
        panel: Panel, deal: SoloDeal,
    ) -> None:  # fmt: skip
        super().__init__(model, board, seat, marks, turns, offers)
        self.panel, self.solo_offers = panel, offers
        self.panel_events = PanelEvents(model, seat, marks, list(turns), offers, panel)
        icon = panel.effect_icon
        effects = [each for each in effects_of(deal.seed) if icon(each.letter, each.time) in marks]
        self.lost = LostInTime(self, effects)

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        self._use_offers()
        third_card.in_time(self.panel_events)
        bonuses.in_time(self.panel_events, self.lost.crossed, self.lost.set_off_by)
        self.lost.constrain(self.panel)
        assert self.panel.track is not None
        track.in_time(self, self.panel, self.panel.track)

    def _use_offers(self) -> None:
        """The two cards used are those of the number and of its floor."""
        for turn in self.turns:
            events = self.numbers.events
            written = self.model.any_of(event.at(turn) for event in events.values())
            chosen = self.solo_offers.choose(turn, written)
            for slot, event in events.items():
                floor, number = self.board.floor_of[slot], self.number_in[slot]
                why = f"{slot} = {number} comes from two cards of its turn"
                with self.model.rule(RuleCode.OFFER, self.name(slot), why):
                    fits = (
                        literal
                        for offer, literal in chosen.items()
                        if offer.number == number and floor in self.board.floors_of[offer.action]
                    )
                    self.model.implies(event.at(turn), *fits)


class SoloErrors(ErrorsInTime):
    """Errors in the solo game: an effect circles one before the turn begins."""

    def to_circle(self, turn: int, suffered_until: int | None = None) -> list[Term]:
        """See `ErrorsInTime.to_circle`; effects can come up after the last turn."""
        return super().to_circle(turn, LAST_TURN + 1 if turn == self.sheet.turns.most else turn)


class TableModel(SoloTable, proof.TableModel):
    """The constraints of launch in the solo game; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.panel = Panel(request.sheet)
        super().__init__(model, request)

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `TableModel.sheet`."""
        offers = self.offers
        assert isinstance(offers, SoloOffers)
        return SheetModel(self.model, self.board, seat, marks, self.turns, offers, self.panel, self.deal)

    def suffered(self) -> Mapping[int, list[Suffered]]:
        """Effects take sabotages in place of opponents."""
        return {seat: self._solo(player).lost.suffered() for seat, player in self.players.items()}

    def errors_of(self, player: proof.SheetModel, suffered: list[Suffered]) -> ErrorsInTime:
        """See `TableModel.errors_of`."""
        return SoloErrors(player.numbers, suffered)

    def turn_bounds(self, marks: Marks) -> tuple[int, int]:
        """In every turn a card has left."""
        turns = third_card.cards_gone(self.panel, marks)
        return turns, turns

    def claim(self, card: str) -> None:
        """See `SoloTable.claim`; the mark is the same for both values, which only the rockets tell."""
        super().claim(card)
        turned = turned_in(self.request.sheet, self.deal, card)
        for seat, claims in self.claims.items():
            if card in claims:
                self.is_first[seat, card] = claims[card].by(turned - 1)

    def follow(self, player: proof.SheetModel, found: dict[str, int], solution: Solution) -> None:
        """See `ClaimTable.follow`."""
        super().follow(player, found, solution)
        found.update(self._solo(player).lost.turns_of(found, solution))

    @staticmethod
    def _solo(player: proof.SheetModel) -> SheetModel:
        assert isinstance(player, SheetModel)
        return player
