"""One sheet of colony in time: the turns in which its marks can have been made, whatever the others did.

Every tunnel, greenhouse and box of a factor is an event of its own. Antennas, bonuses and planning boxes follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.colony import _antennas, _quarters
from fairsheet.engine.games.colony._board import Board
from fairsheet.engine.games.colony._tunnels import NetworkInTime
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT, WATER
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import FALSE, BoolVar, Term
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
        for made in (self.tunnels, *self.greenhouses.values(), *self.boxes.values()):
            self.events.update(made)
        self.complete = _quarters.completions(self)
        self.network = NetworkInTime(self)

    def _choices(self, action: str, fields: Iterable[str]) -> dict[str, Choice]:
        """Those of the fields that bear ink, each made in one of the turns that can offer the action."""
        made = [field for field in fields if field in self.marks]
        turns = [turn for turn in self.turns if self.model.relaxed or self._may_offer(turn, action)]
        return {field: Choice(self.model, turns) for field in made}

    def _may_offer(self, turn: int, action: str) -> bool:
        offered = self.offers.of_turn(turn).items()
        return any(offer.action == action and literal != FALSE for offer, literal in offered)

    # --- actions ------------------------------------------------------------------------------------------

    def _made_by(self, action: str) -> dict[str, Choice]:
        """What an action has left, apart from tanks, astronauts and every X."""
        kinds = {ROBOT: [self.tunnels], PLANT: self.greenhouses.values(), ENERGY: self.boxes.values()}
        return {field: event for made in kinds[action] for field, event in made.items()}

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        made = {
            action: [event.at(turn) for event in self._made_by(action).values()]
            for action in (ROBOT, PLANT, ENERGY)
        }
        return {**made, WATER: self.tanks.effects(turn)}

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        if action in (ROBOT, PLANT, ENERGY):
            return tuple(self._made_by(action))
        return tuple(self.tanks.slots) if action == WATER else ()

    # --- what the table asks ------------------------------------------------------------------------------

    def reached(self, race: Race, turn: int) -> BoolVar:
        """See `NumberSheet.reached`: the quarter is full."""
        return self.complete[race.id].by(turn)

    def inked_by(self, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberSheet.inked_by`."""
        wanted = set(fields)
        terms = [(1, self.events[field].by(turn)) for field in fields if field in self.events]
        terms += self.tanks.by(turn, wanted)
        for place, there in self.board.antennas_at.items():
            terms += [(1, _antennas.in_time(self, place, turn)) for antenna in there if antenna in wanted]
        return terms

    def stated(self) -> set[str]:
        """See `NumberSheet.stated`."""
        antennas_of_places = (antenna for there in self.board.antennas_at.values() for antenna in there)
        return {*self.events, *self.tanks.slots, *antennas_of_places}
