"""One sheet of mine over time. The table adds the constraints of every table with numbers.

The rules that only mine has are in modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property, partial

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.mine._board import Board
from fairsheet.engine.games.mine._factories import FactoriesInTime
from fairsheet.engine.games.mine._galleries import GalleriesInTime
from fairsheet.engine.games.mine._shafts import extractions
from fairsheet.engine.play.number_board import ENERGY, ROBOT
from fairsheet.engine.records.ink import Cause
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.conditions import CannotState
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Solution, Term


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    board: Board
    bonuses = (ROBOT,)

    def prepare(self) -> None:
        """See `NumberSheet.prepare`."""
        board = self.board
        self.factories = FactoriesInTime(self, board)
        self.galleries = GalleriesInTime(self, board)
        self.extracted = extractions(self, board)
        self.complete = self.factories.complete
        self.triggered = {
            bonus: self.factories.triggered(main, self.extracted) for bonus, main in board.raced.items()
        }
        for factory in board.factories:
            self.leaves(ENERGY, factory.energies, self.factories.energies[factory.id])
            self.leaves(ROBOT, factory.robots, self.factories.robots[factory.id])
        for field in self.galleries.takers:
            self.leaves(board.kind_of[field], (field,), partial(self._taken_in, field))

    def _taken_in(self, field: str, turn: int) -> Lit:
        return self.galleries.taken(field, lambda event: event.at(turn))

    def reached(self, race: Race, turn: int) -> Lit:
        """See `NumberSheet.reached`: the trigger of the fill bonus is circled."""
        return self.triggered[race.prize].get(turn, FALSE)

    def count_inked(self, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberSheet.count_inked`."""
        terms: list[Term] = []
        for field in fields:
            if field in self.extracted:
                terms.append((1, self.extracted[field].by(turn)))
            elif field in self.board.gains:
                terms.append((1, self.complete[self.board.gains[field].id][turn]))
            elif field in self.galleries.takers:
                if mark == "crossed":
                    raise CannotState(f"when {field} was extracted")
                terms.append((1, self.galleries.taken(field, lambda event: event.by(turn))))
        return terms

    @cached_property
    def dated_fields(self) -> Set[str]:
        """See `NumberSheet.dated_fields`."""
        return {*self.extracted, *self.board.gains, *self.galleries.takers}

    counted_apart: tuple[Cause, ...] = ("bonus",)  # robots that a factory gave

    def equals(self) -> Iterator[tuple[Sequence[str], Mapping[int, Lit]]]:
        """See `NumberSheet.equals`: also yields robots, including those that were given."""
        yield from super().equals()
        for factory in self.board.factories:
            yield (
                [field for field in self.marks if field in factory.robots],
                self.factories.robots[factory.id],
            )

    def follow(self, found: dict[str, int], solution: Solution) -> None:
        """See `NumberSheet.follow`."""
        self.galleries.follow(found, solution)
        self.factories.follow(found, solution)
