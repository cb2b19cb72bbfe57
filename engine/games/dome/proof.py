"""What every legal table of dome fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other; what binds the sheets is that of every table with
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.base.proof_table import NumberTable
from engine.games.dome.board import Board
from engine.games.dome.proof_sheet import SheetModel
from engine.ink import Marks
from engine.proof.conditions import CannotState
from engine.proof.model import FALSE, BoolVar, Model, Term
from engine.proof.request import ProofRequest
from engine.rules.races import Race


class TableModel(NumberTable[SheetModel]):
    """The constraints of dome; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.board = Board(request.sheet)
        self.slot_of = {end.high: end.slot for end in self.board.end_at.values()}
        races = [Race(end.id, end.high, (end.slot,)) for end in self.board.end_at.values()]
        super().__init__(model, request, self.board, races)

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        return SheetModel(self.model, self.board, seat, marks, self.offers)

    def reached(self, player: SheetModel, race: Race, turn: int) -> BoolVar:
        """The end of the tower is filled."""
        filled = player.filled.get(self.slot_of[race.prize])
        return filled.by(turn) if filled is not None else FALSE

    def count(self, player: SheetModel, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberTable.count`."""
        wanted = set(fields)
        if mark == "circled":
            return self._circled(player, turn, wanted)
        events = player.crosses if mark == "X" else player.events
        return [(1, events[field].by(turn)) for field in fields if field in events]

    def _circled(self, player: SheetModel, turn: int, wanted: set[str]) -> list[Term]:
        terms: list[Term] = []
        for level in self.board.levels:
            plants = wanted & set(level.plants)
            if plants == set(level.plants):
                terms += player.until(player.plants[level.id], turn)
            elif plants:
                raise CannotState("some of the plants of a level")
            if level.water in wanted:
                terms += player.until(player.waters[level.id], turn)
        return terms

    def equals(self, player: SheetModel) -> Iterator[tuple[list[str], Mapping[int, BoolVar]]]:
        """See `NumberTable.equals`. The rows of a table have their own order."""
        for level in self.board.levels:
            for fields, made in (
                (level.plants, player.plants[level.id]),
                ((level.water,), player.waters[level.id]),
            ):
                yield [field for field in player.marks if field in fields], made
        for area, rows in self.board.areas.items():
            yield [row for row in rows if row in player.marks], player.rows[area]
        yield [field for field in player.marks if field in self.board.astronauts], player.astronauts
