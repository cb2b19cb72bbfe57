"""What every legal table of mine fulfils, stated in time for the solver.

What binds the sheets is that of every table with numbers; the rules of mine alone stand in modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.base.proof_table import NumberTable
from fairsheet.engine.games.mine._board import Board, board_of
from fairsheet.engine.games.mine._factories import FactoriesInTime
from fairsheet.engine.games.mine._galleries import GalleriesInTime
from fairsheet.engine.games.mine._shafts import extractions
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT, WATER
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.rules import ascending
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.conditions import CannotState
from fairsheet.engine.solver.constraint_model import BoolVar, Model, Term
from fairsheet.engine.solver.solve import Solution
from fairsheet.engine.solver.timeline import Condition
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Marks


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.board = board
        self.factories = FactoriesInTime(self, board)
        self.galleries = GalleriesInTime(self, board)
        self.extracted = extractions(self, board)
        self.complete = self.factories.complete
        self.reached = {
            bonus: self.factories.triggered(main, self.extracted) for bonus, main in board.raced.items()
        }

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        self.factories.constrain()
        self.galleries.constrain()

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        return {
            ENERGY: [made[turn] for made in self.factories.energies.values()],
            ROBOT: [made[turn] for made in self.factories.robots.values()],
            PLANT: self.galleries.taken_at(PLANT, turn),
            WATER: self.galleries.taken_at(WATER, turn),
        }

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        needs = [need for factory in self.board.factories for need in factory.energies]
        fields = {ENERGY: needs, ROBOT: self.board.robots}.get(action, ())
        return [*fields, *(field for field in self.galleries.takers if self.board.kind_of[field] == action)]

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """A cave is closed by ink, or by a number of its level."""
        for level in self.board.levels:
            for slot in level:
                yield ascending.closing(self, slot, number, level)


class TableModel(NumberTable[SheetModel]):
    """The constraints of mine; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.board = board_of(request.sheet)
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
        """See `ClaimTable.count`."""
        terms: list[Term] = []
        for field in fields:
            if field in player.extracted:
                terms.append((1, player.extracted[field].by(turn)))
            elif field in self._gains:
                terms.append((1, player.complete[self._gains[field].id][turn]))
            elif field in player.galleries.takers:
                if mark == "crossed":
                    raise CannotState(f"when {field} was extracted")
                terms.append((1, player.galleries.taken_by(field, turn)))
        return terms

    def stated(self, player: SheetModel) -> set[str]:
        """See `ClaimTable.stated`."""
        return {*player.extracted, *self._gains, *player.galleries.takers}

    def equals(self, player: SheetModel) -> Iterator[tuple[Sequence[str], Mapping[int, BoolVar]]]:
        """See `ClaimTable.equals`; robots are counted together with those that were given."""
        yield from super().equals(player)
        for factory in self.board.factories:
            yield (
                [field for field in player.marks if field in factory.robots],
                player.factories.robots[factory.id],
            )

    def follow(self, player: SheetModel, found: dict[str, int], solution: Solution) -> None:
        """See `ClaimTable.follow`."""
        player.galleries.follow(found, solution)
        player.factories.follow(found, solution)
