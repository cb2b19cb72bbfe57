"""The constraints that every legal table of virus satisfies, stated over time for the solver.

`proof_sheet` has the constraints of one sheet, `propagation` those of its struck slots. The table adds those of every
table with numbers, and the viruses and spreads, which all sheets share (`set_off`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from itertools import permutations

import msgspec

from fairsheet.engine.games.base.proof_table import NumberTableModel
from fairsheet.engine.games.virus import _evacuation, _set_off
from fairsheet.engine.games.virus._board import Board, board_of
from fairsheet.engine.games.virus._causes import Cause, Order
from fairsheet.engine.games.virus._proof_sheet import SheetModel
from fairsheet.engine.games.virus._propagation import Strikes
from fairsheet.engine.games.virus._rules import rules
from fairsheet.engine.play.game import Outside
from fairsheet.engine.proof.request import ProofRequest, Schedule
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model, Solution
from fairsheet.engine.solver.timeline import Event


class TableModel(NumberTableModel[SheetModel]):
    """The constraints of virus; see `fairsheet.engine.proof.request.Constraints`."""

    board: Board

    def __init__(
        self, model: Model, request: ProofRequest, in_time: Callable[..., SheetModel] = SheetModel
    ) -> None:
        super().__init__(board_of, rules, in_time, model, request)
        letters = {mission.id: mission.letter for mission in request.sheet.missions}
        self.card_of = {self.board.set_off_by[letters[card]]: card for card in request.missions.values()}
        self.effects = self.state_effects()
        self.order = order = Order(model)
        self.strikes = strikes = {
            seat: Strikes(model, order, player, list(self.causes(player, order)))
            for seat, player in self.players.items()
        }
        for each in strikes.values():
            each.constrain()
        self.by_others = {effect: self._by_others(card) for effect, card in self.card_of.items()}
        for effect, card in self.card_of.items():
            if card in self.first_claims and not request.absent:
                _set_off.state_met_before(self, effect, card, strikes)
        if not self.is_over:
            self._state_end()

    def _by_others(self, card: str) -> Lit:
        """Return whether absent players claimed a mission first. Others may have met it by slots of its virus."""
        if card not in self.first_claims:
            return TRUE
        return self.model.literal() if self.request.absent else FALSE

    def _state_end(self) -> None:
        """State that quarters with an empty slot get rings only after the game, so after all errors at least."""
        late = any(_evacuation.late_rings(self.board, player.marks) for player in self.players.values())
        if late and self.request.absent and self.last >= len(self.board.errors):
            self.state_end_by_absent()
        elif late:
            for seat, player in self.players.items():
                _evacuation.state_no_late_rings(player, [other for other in self.players if other != seat])

    def part(self, seat: int) -> AbstractContextManager[None]:
        """See `NumberTableModel.part`: all sheets are one part, because shared viruses connect them too closely."""
        return self.model.part(0)

    def state_effects(self) -> dict[str, Event]:
        """Return when each virus and spread was set off, by its field."""
        return _set_off.in_time(self, self.board, self.card_of)

    def causes(self, player: SheetModel, order: Order) -> Iterator[Cause]:
        """Yield the causes of propagations on a sheet."""
        return _set_off.causes(player, order, self.effects, self.card_of)

    def schedule(self, solution: Solution) -> Schedule:
        """See `NumberTableModel.schedule`: adds the viruses and spreads that absent players must have set off."""
        schedule = super().schedule(solution)
        choices = {when: [*made] for when, made in schedule.choices.items()}
        open_ones = {
            effect: others for effect, others in self.by_others.items() if others not in (TRUE, FALSE)
        }
        for effect, others in open_ones.items():
            for (turn, _), made in choices.items():
                if effect in self.effects and turn == self.effects[effect].turn(solution):
                    made.append(others if solution.holds(others) else -others)
        outside = (*schedule.outside, *self.by_absent(solution))
        late = tuple(self._late_claims(solution))
        return msgspec.structs.replace(schedule, outside=outside, late=late, choices=choices)

    def _late_claims(self, solution: Solution) -> Iterator[tuple[int, str]]:
        """Yield first claims after a propagation by another claim of their turn, in which their virus took no part."""
        causes = next(iter(self.strikes.values())).causes
        for cause, virus in permutations((cause for cause in causes if cause.claimed), 2):
            turn = virus.event.turn(solution)
            if turn == cause.event.turn(solution) and not solution.holds(self.order.active(virus, cause)):
                yield turn or 0, self.claim_cards[self.card_of[virus.field]].field

    def by_absent(self, solution: Solution) -> Iterator[Outside]:
        """Yield the viruses and spreads that absent players set off."""
        for effect, event in self.effects.items():
            turn = event.turn(solution) or 0
            if effect in self.card_of:
                if solution.holds(self.by_others[effect]):
                    yield Outside(turn, (self.claim_cards[self.card_of[effect]].field,))
            elif not any(
                player.crossing[self.board.symbol_of[effect]].turn(solution) == turn
                for player in self.players.values()
                if self.board.symbol_of[effect] in player.crossing
            ):
                yield Outside(turn, (effect,))
