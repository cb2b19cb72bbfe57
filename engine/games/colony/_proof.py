"""One sheet of colony over time: the turns in which its marks can have been made, independent of other sheets.

Every tunnel, greenhouse and box of a factor is an event. Antennas, bonuses and planning boxes follow from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cached_property
from itertools import chain

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.colony import _antennas, _quarters
from fairsheet.engine.games.colony._board import Board
from fairsheet.engine.games.colony._tunnels import NetworkInTime
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Term
from fairsheet.engine.solver.timeline import Choice


class SheetModel(NumberSheet):
    """The events of one sheet. `complete` has when each quarter was full."""

    board: Board

    def prepare(self) -> None:
        """See `NumberSheet.prepare`."""
        board = self.board
        self.tunnels = self._choices(ROBOT, board.network.ends)
        self.greenhouses = {
            name: self._choices(PLANT, quarter.greenhouses) for name, quarter in board.quarters.items()
        }
        self.boxes = {name: self._choices(ENERGY, ladder.fields) for name, ladder in board.factors.items()}
        for action, kinds in (
            (ROBOT, [self.tunnels]),
            (PLANT, self.greenhouses.values()),
            (ENERGY, self.boxes.values()),
        ):
            for field, event in chain.from_iterable(made.items() for made in kinds):
                self.leaves(action, (field,), event.at)
                self.events[field] = event
        self.complete = _quarters.completions(self, board)
        self.network = NetworkInTime(self, board.network, self.tunnels)

    def _choices(self, action: str, fields: Iterable[str]) -> dict[str, Choice]:
        """Return an event for each inked field, in the turns that can offer the action."""
        made = [field for field in fields if field in self.marks]
        turns = [turn for turn in self.turns if self.model.relaxed or self._may_offer(turn, action)]
        return {field: Choice(self.model, turns) for field in made}

    def _may_offer(self, turn: int, action: str) -> bool:
        offered = self.offers.of_turn(turn).items()
        return any(offer.action == action and literal != FALSE for offer, literal in offered)

    def reached(self, race: Race, turn: int) -> Lit:
        """See `NumberSheet.reached`: the quarter is full."""
        return self.complete[race.id].by(turn)

    def count_inked(self, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberSheet.count_inked`."""
        wanted, board, network = set(fields), self.board, self.network
        terms = [(1, self.events[field].by(turn)) for field in fields if field in self.events]
        terms += self.tanks.by(turn, wanted)
        for place, there in board.antennas_at.items():
            antennas = (antenna for antenna in there if antenna in wanted)
            terms += [(1, _antennas.in_time(self, board, network, place, turn)) for _ in antennas]
        return terms

    @cached_property
    def dated_fields(self) -> Set[str]:
        """See `NumberSheet.dated_fields`."""
        antennas_of_places = (antenna for there in self.board.antennas_at.values() for antenna in there)
        return {*self.events, *self.tanks.slots, *antennas_of_places}
