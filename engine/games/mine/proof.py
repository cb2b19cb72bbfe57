"""What every legal table of mine fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other; what binds the sheets is that of every table with
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.base.board import ROBOT
from engine.games.base.proof_table import NumberTable
from engine.games.mine.board import Board
from engine.games.mine.proof_sheet import SheetModel
from engine.ink import Marks
from engine.proof.conditions import CannotState
from engine.proof.model import BoolVar, Model, Term
from engine.proof.request import ProofRequest
from engine.proof.solve import Solution
from engine.rules.races import Race


class TableModel(NumberTable[SheetModel]):
    """The constraints of mine; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.board = Board(request.sheet)
        self._gains = {gain: factory for factory in self.board.factories for gain in factory.gains}
        races = [Race(main.id, bonus, (str(main.trigger),)) for bonus, main in self.board.raced.items()]
        super().__init__(model, request, self.board, races)

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `NumberTable.sheet`."""
        return SheetModel(self.model, self.board, seat, marks, self.offers)

    def reached(self, player: SheetModel, race: Race, turn: int) -> BoolVar:
        """The symbol that earns the fill bonus is circled."""
        return player.reached[race.prize][turn]

    def count(self, player: SheetModel, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberTable.count`."""
        terms: list[Term] = []
        for field in fields:
            if field in player.extracted:
                terms.append((1, player.extracted[field].by(turn)))
            elif field in self._gains:
                terms.append((1, player.complete[self._gains[field].id][turn]))
            elif field in player.taken:
                terms.append((1, player.taken_by(field, turn)))
            elif field in player.marks:
                raise CannotState(f"when {field} was inked")
        return terms

    def equals(self, player: SheetModel) -> Iterator[tuple[list[str], Mapping[int, BoolVar]]]:
        """See `NumberTable.equals`."""
        for factory in self.board.factories:
            yield [field for field in player.marks if field in factory.energies], player.energies[factory.id]
            yield [field for field in player.marks if field in factory.robots], player.robots[factory.id]
        yield [field for field in player.marks if field in self.board.astronauts], player.astronauts

    def follow(self, player: SheetModel, found: dict[str, int], solution: Solution) -> None:
        """Plants and waters go with the numbers that took them; robots are crossed by actions or given."""
        for field, takers in player.taken.items():
            found[field] = next(found[slot] for slot, took in takers.items() if solution.holds(took))
        activated = player.complete[self.board.secondaries[ROBOT].id]
        gift = next((turn for turn in player.turns if solution.holds(activated[turn])), 0)
        for factory in self.board.factories:
            fields = [field for field in player.marks if field in factory.robots]
            acted = [turn for turn in player.turns if solution.holds(player.robots[factory.id][turn])]
            given = [gift for share in player.given.get(factory.id, ()) if solution.holds(share)]
            found.update(zip(fields, sorted([*acted, *given]), strict=True))
