"""What every legal table of escape fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other; what binds the sheets is that of every table with
numbers, and the races for the doubles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.game import habit_of
from engine.games.base.proof_table import NumberTable, Race
from engine.games.escape.facts import Facts
from engine.games.escape.proof_sheet import SheetInTime
from engine.ink import Mark
from engine.proof.case import Case
from engine.proof.conditions import CannotState
from engine.proof.model import FALSE, Literal, Model, Term
from engine.proof.solve import Solution


class TableInTime(NumberTable[SheetInTime]):
    """The constraints of escape; see `engine.proof.case.Constraints`."""

    def __init__(self, model: Model, case: Case) -> None:
        self.facts = Facts(case.sheet)
        doubles = self.facts.double_of.items()
        races = [Race(slot, double, (slot,), optional=True) for slot, double in doubles]
        super().__init__(model, case, self.facts, races)

    def sheet(self, seat: int, marks: Mapping[str, Mark]) -> SheetInTime:
        """See `NumberTable.sheet`."""
        return SheetInTime(self.model, self.facts, seat, marks, self.offers)

    def reached(self, player: SheetInTime, race: Race, turn: int) -> Literal:
        """The greenhouse is filled; its slot names the race."""
        return player.filled[race.id].by(turn) if race.id in player.filled else FALSE

    def count(self, player: SheetInTime, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberTable.count`."""
        terms = player.counted(mark, fields, turn)
        if terms is None:
            raise CannotState("some of the plants or reactors of a ship")
        return terms

    def equals(self, player: SheetInTime) -> Iterator[tuple[list[str], Mapping[int, Literal]]]:
        """See `NumberTable.equals`."""
        for ship in self.facts.ships:
            yield [field for field in player.marks if field in self.facts.plants[ship]], player.plants[ship]
            yield (
                [field for field in player.marks if field in self.facts.reactors[ship]],
                player.reactors[ship],
            )
        yield [field for field in player.marks if field in self.facts.astronauts], player.astronauts
        order = [field for field, mark in habit_of(player.marks) if mark == "crossed"]
        yield [field for field in order if field in player.crossed_wilds], player.used

    def follow(self, player: SheetInTime, found: dict[str, int], solution: Solution) -> None:
        """Tanks go with their slots."""
        found.update({tank: found[slot] for slot, tank in player.tanks.items()})
