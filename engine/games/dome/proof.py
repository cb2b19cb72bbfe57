"""What every legal table of dome fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other; what binds the sheets is that of every table with
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.base.proof_table import NumberTable, Race
from engine.games.dome.facts import Facts
from engine.games.dome.proof_sheet import SheetInTime
from engine.ink import Marks
from engine.proof.case import Case
from engine.proof.conditions import CannotState
from engine.proof.model import FALSE, Literal, Model, Term


class TableInTime(NumberTable[SheetInTime]):
    """The constraints of dome; see `engine.proof.case.Constraints`."""

    def __init__(self, model: Model, case: Case) -> None:
        self.facts = Facts(case.sheet)
        self.slot_of = {end.high: end.slot for end in self.facts.end_at.values()}
        races = [Race(end.id, end.high, (end.slot,)) for end in self.facts.end_at.values()]
        super().__init__(model, case, self.facts, races)

    def sheet(self, seat: int, marks: Marks) -> SheetInTime:
        """See `NumberTable.sheet`."""
        return SheetInTime(self.model, self.facts, seat, marks, self.offers)

    def reached(self, player: SheetInTime, race: Race, turn: int) -> Literal:
        """The end of the tower is filled."""
        filled = player.filled.get(self.slot_of[race.prize])
        return filled.by(turn) if filled is not None else FALSE

    def count(self, player: SheetInTime, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberTable.count`."""
        wanted = set(fields)
        if mark == "circled":
            return self._circled(player, turn, wanted)
        events = player.crosses if mark == "X" else player.events
        return [(1, events[field].by(turn)) for field in fields if field in events]

    def _circled(self, player: SheetInTime, turn: int, wanted: set[str]) -> list[Term]:
        terms: list[Term] = []
        for level in self.facts.levels:
            plants = wanted & set(level.plants)
            if plants == set(level.plants):
                terms += player.until(player.plants[level.id], turn)
            elif plants:
                raise CannotState("some of the plants of a level")
            if level.water in wanted:
                terms += player.until(player.waters[level.id], turn)
        return terms

    def equals(self, player: SheetInTime) -> Iterator[tuple[list[str], Mapping[int, Literal]]]:
        """See `NumberTable.equals`. The rows of a table have their own order."""
        for level in self.facts.levels:
            for fields, made in (
                (level.plants, player.plants[level.id]),
                ((level.water,), player.waters[level.id]),
            ):
                yield [field for field in player.marks if field in fields], made
        for area, rows in self.facts.areas.items():
            yield [row for row in rows if row in player.marks], player.rows[area]
        yield [field for field in player.marks if field in self.facts.astronauts], player.astronauts
