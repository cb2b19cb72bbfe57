"""What every legal table of virus fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other, `propagation` what was struck on it. What binds the
sheets is that of every table with numbers, and the viruses and spreads, which all sheets share (`set_off`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from fairsheet.engine.games.base.proof_table import NumberTable
from fairsheet.engine.games.virus import _set_off
from fairsheet.engine.games.virus._board import board_of
from fairsheet.engine.games.virus._causes import Cause, Order
from fairsheet.engine.games.virus._proof_sheet import SheetModel
from fairsheet.engine.games.virus._propagation import Strikes
from fairsheet.engine.play.game import Outside
from fairsheet.engine.proof.request import ProofRequest, Schedule
from fairsheet.engine.solver.constraint_model import FALSE, BoolVar, Model, Term
from fairsheet.engine.solver.solve import Solution
from fairsheet.engine.solver.timeline import Event
from fairsheet.sheets.model.marks import Mark


class TableModel(NumberTable[SheetModel]):
    """The constraints of virus; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.board = board_of(request.sheet)
        super().__init__(model, request, self.board)
        letters = {mission.id: mission.letter for mission in request.sheet.missions}
        self.card_of = {self.board.set_off_by[letters[card]]: card for card in request.missions.values()}
        self.symbol_of = {effect: symbol for symbol, effect in self.board.set_off_by.items()}
        self.effects = self.set_off()
        order = Order(model)
        strikes = {
            seat: Strikes(model, order, player, list(self.causes(player, order)))
            for seat, player in self.players.items()
        }
        for each in strikes.values():
            each.constrain()
        for effect, card in self.card_of.items():
            if card in self.first_claims and not request.absent:
                _set_off.claimed_before(self, effect, card, strikes)

    def sheet(self, seat: int, marks: Mapping[str, Mark]) -> SheetModel:
        """See `NumberTable.sheet`."""
        return SheetModel(self.model, self.board, seat, marks, self.offers)

    def set_off(self) -> dict[str, Event]:
        """When each virus and spread was set off, by its field."""
        return _set_off.in_time(self)

    def causes(self, player: SheetModel, order: Order) -> Iterator[Cause]:
        """What caused propagations on a sheet."""
        return _set_off.causes(self, player, order)

    def reached(self, player: SheetModel, race: object, turn: int) -> BoolVar:
        """There are no races for a prize."""
        return FALSE

    def count(self, player: SheetModel, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `ClaimTable.count`."""
        return player.inked_by(fields, turn)

    def stated(self, player: SheetModel) -> set[str]:
        """See `ClaimTable.stated`."""
        quarters = self.board.quarters.values()
        symbols = {
            symbol for quarter in quarters for symbol in (*quarter.plants, *quarter.energies, quarter.ring)
        }
        return {*player.walkways, *player.tanks.slots, *symbols}

    # --- reading off a solution ---------------------------------------------------------------------------

    def equals(self, player: SheetModel) -> Iterator[tuple[Sequence[str], Mapping[int, BoolVar]]]:
        """See `NumberTable.equals`."""
        yield from super().equals(player)
        for id_, quarter in self.board.quarters.items():
            yield [field for field in player.marks if field in quarter.energies], player.energies[id_]

    def follow(self, player: SheetModel, found: dict[str, int], solution: Solution) -> None:
        """Tanks go with their slots."""
        player.tanks.follow(found)

    def schedule(self, solution: Solution) -> Schedule:
        """See `NumberTable.schedule`; absent players also set off what nobody else can have set off."""
        schedule = super().schedule(solution)
        outside = (*schedule.outside, *self.by_absent(solution))
        return msgspec.structs.replace(schedule, outside=outside)

    def by_absent(self, solution: Solution) -> Iterator[Outside]:
        """The viruses and spreads that absent players set off."""
        for effect, event in self.effects.items():
            turn = event.turn(solution) or 0
            if effect in self.card_of:
                if self.card_of[effect] not in self.first_claims:
                    yield Outside(turn, (self.claim_cards[self.card_of[effect]].field,))
            elif not any(
                player.crossing[self.symbol_of[effect]].turn(solution) == turn
                for player in self.players.values()
                if self.symbol_of[effect] in player.crossing
            ):
                yield Outside(turn, (effect,))
