"""What every legal table of dome fulfils, stated in time for the solver.

What binds the sheets is that of every table with numbers; the rules of dome alone stand in modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.base.proof_table import NumberTable
from fairsheet.engine.games.dome import _towers
from fairsheet.engine.games.dome._board import Board, board_of
from fairsheet.engine.games.dome._dome_parts import DomeInTime
from fairsheet.engine.games.dome._garden import GardenInTime
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT, WATER
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import BoolVar, Model, Term
from fairsheet.engine.solver.timeline import Condition
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Marks


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.board = board
        self.garden = GardenInTime(self, board)
        self.rows = {area: self.count(rows, ordered=True) for area, rows in board.areas.items()}
        self.dome = DomeInTime(self, board)

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        _towers.in_time(self, self.board)
        self.garden.constrain()
        self.dome.constrain()

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        return {
            ROBOT: [event.at(turn) for event in self.dome.built.values()],
            PLANT: [made[turn] for made in self.garden.plants.values()],
            ENERGY: [made[turn] for made in self.rows.values()],
            WATER: [made[turn] for made in self.garden.waters.values()],
        }

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        levels = self.board.levels
        return {
            ROBOT: [piece.links[0] for piece in self.dome.built],
            PLANT: [plant for level in levels for plant in level.plants],
            ENERGY: [row for rows in self.board.areas.values() for row in rows],
            WATER: [level.water for level in levels],
        }.get(action, [])

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """See `NumberSheet.closings`."""
        return _towers.closings(self, self.board, number)


class TableModel(NumberTable[SheetModel]):
    """The constraints of dome; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.board = board_of(request.sheet)
        self._slot_of = {end.high: end.slot for end in self.board.end_at.values()}
        races = [Race(end.id, end.high, (end.slot,)) for end in self.board.end_at.values()]
        super().__init__(model, request, self.board, races)

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        return SheetModel(self.model, self.board, seat, marks, self.offers)

    def reached(self, player: SheetModel, race: Race, turn: int) -> BoolVar:
        """The end of the tower is filled."""
        return _towers.filled_by(player, self._slot_of[race.prize], turn)

    def count(self, player: SheetModel, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `ClaimTable.count`."""
        made = [(1, player.events[field].by(turn)) for field in fields if field in player.events]
        return [*player.garden.circled(turn, set(fields)), *made]

    def stated(self, player: SheetModel) -> set[str]:
        """See `ClaimTable.stated`."""
        symbols = (symbol for level in self.board.levels for symbol in level.symbols)
        return {*player.events, *symbols}
