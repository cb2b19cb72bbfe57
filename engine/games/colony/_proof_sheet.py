"""One sheet of colony in time: the turns in which its marks can have been made, whatever the others did.

Every tunnel, greenhouse and box of a factor is an event of its own; what must be inked in order is ordered. Antennas,
bonuses and planning boxes follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.colony import _quarters
from fairsheet.engine.games.colony._board import Board
from fairsheet.engine.games.colony._tunnels import NetworkInTime
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT, WATER
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules import ascending, ladders, tanks
from fairsheet.engine.solver.constraint_model import FALSE, BoolVar, Model
from fairsheet.engine.solver.timeline import Choice, Condition
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Marks


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet.

    `complete` has when each quarter was full.
    """

    def __init__(self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.board = board
        self.tunnels = self._choices(ROBOT, board.network.ends)
        self.greenhouses = {
            name: self._choices(PLANT, quarter.greenhouses) for name, quarter in board.quarters.items()
        }
        self.boxes = {name: self._choices(ENERGY, ladder.fields) for name, ladder in board.factors.items()}
        for made in (self.tunnels, *self.greenhouses.values(), *self.boxes.values()):
            self.events.update(made)
        self.tanks = tanks.TanksInTime(self, board.tank_of)
        self.complete = _quarters.completions(self)
        self.network = NetworkInTime(self)

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        self._in_order()
        self.network.constrain()
        _quarters.planted(self)

    def _choices(self, action: str, fields: Iterable[str]) -> dict[str, Choice]:
        """Those of the fields that bear ink, each made in one of the turns that can offer the action."""
        made = [field for field in fields if field in self.marks]
        turns = [turn for turn in self.turns if self.model.relaxed or self._may_offer(turn, action)]
        return {field: Choice(self.model, turns) for field in made}

    def _may_offer(self, turn: int, action: str) -> bool:
        offered = self.offers.of_turn(turn).items()
        return any(offer.action == action and literal != FALSE for offer, literal in offered)

    # --- actions ------------------------------------------------------------------------------------------

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        greenhouses = [each for made in self.greenhouses.values() for each in made.values()]
        boxes = [each for made in self.boxes.values() for each in made.values()]
        return {
            ROBOT: [event.at(turn) for event in self.tunnels.values()],
            PLANT: [event.at(turn) for event in greenhouses],
            ENERGY: [event.at(turn) for event in boxes],
            WATER: self.tanks.effects(turn),
        }

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        match action:
            case "robot":
                return tuple(self.tunnels)
            case "plant":
                return tuple(field for made in self.greenhouses.values() for field in made)
            case "energy":
                return tuple(field for made in self.boxes.values() for field in made)
            case "water":
                return tuple(self.tanks.slots)
        return ()

    def _in_order(self) -> None:
        """Greenhouses and factors are marked from the top."""
        for made in (*self.greenhouses.values(), *self.boxes.values()):
            for upper, lower in pairwise(made):
                with self.model.rule(
                    RuleCode.ORDER, self.name(upper, lower), f"{upper} comes before {lower}"
                ):
                    ladders.in_time(self.model, [made[upper], made[lower]], self.turns, apart=1)

    # --- errors -------------------------------------------------------------------------------------------

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """A slot is closed by ink, or by a number of its row or its column."""
        for slot, zones in self.board.zones_of.items():
            yield ascending.closing(self, slot, number, *zones)
