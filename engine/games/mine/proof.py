"""What every legal table of mine fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other; what binds the sheets is that of every table with
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.base.facts import ROBOT
from engine.games.base.proof_table import NumberTable, Race
from engine.games.mine.facts import Facts
from engine.games.mine.proof_sheet import SheetInTime
from engine.ink import Marks
from engine.proof.case import Case
from engine.proof.conditions import CannotState
from engine.proof.model import Literal, Model, Term
from engine.proof.solve import Solution


class TableInTime(NumberTable[SheetInTime]):
    """The constraints of mine; see `engine.proof.case.Constraints`."""

    def __init__(self, model: Model, case: Case) -> None:
        self.facts = Facts(case.sheet)
        self._gains = {gain: factory for factory in self.facts.factories for gain in factory.gains}
        races = [Race(main.id, bonus, (str(main.trigger),)) for bonus, main in self.facts.raced.items()]
        super().__init__(model, case, self.facts, races)

    def sheet(self, seat: int, marks: Marks) -> SheetInTime:
        """See `NumberTable.sheet`."""
        return SheetInTime(self.model, self.facts, seat, marks, self.offers)

    def reached(self, player: SheetInTime, race: Race, turn: int) -> Literal:
        """The symbol that earns the fill bonus is circled."""
        return player.reached[race.prize][turn]

    def count(self, player: SheetInTime, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
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

    def equals(self, player: SheetInTime) -> Iterator[tuple[list[str], Mapping[int, Literal]]]:
        """See `NumberTable.equals`."""
        for factory in self.facts.factories:
            yield [field for field in player.marks if field in factory.energies], player.energies[factory.id]
            yield [field for field in player.marks if field in factory.robots], player.robots[factory.id]
        yield [field for field in player.marks if field in self.facts.astronauts], player.astronauts

    def follow(self, player: SheetInTime, found: dict[str, int], solution: Solution) -> None:
        """Plants and waters go with the numbers that took them; robots are crossed by actions or given."""
        for field, takers in player.taken.items():
            found[field] = next(found[slot] for slot, took in takers.items() if solution.holds(took))
        activated = player.complete[self.facts.secondaries[ROBOT].id]
        gift = next((turn for turn in player.turns if solution.holds(activated[turn])), 0)
        for factory in self.facts.factories:
            fields = [field for field in player.marks if field in factory.robots]
            acted = [turn for turn in player.turns if solution.holds(player.robots[factory.id][turn])]
            given = [gift for share in player.given.get(factory.id, ()) if solution.holds(share)]
            found.update(zip(fields, sorted([*acted, *given]), strict=True))
