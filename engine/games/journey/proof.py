"""What every legal table of journey fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other; what binds the sheets is that of every table with
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.game import habit_of
from engine.games.base.facts import ASTRONAUT
from engine.games.base.marks import is_circled, is_crossed
from engine.games.base.proof_table import NumberTable, Race
from engine.games.journey.facts import Facts
from engine.games.journey.proof_sheet import SheetInTime
from engine.ink import Mark
from engine.proof.case import Case
from engine.proof.conditions import CannotState
from engine.proof.model import Literal, Model, Term
from engine.proof.solve import Solution


class TableInTime(NumberTable[SheetInTime]):
    """The constraints of journey; see `engine.proof.case.Constraints`."""

    def __init__(self, model: Model, case: Case) -> None:
        self.facts = Facts(case.sheet)
        stations = self.facts.stations.values()
        races = [Race(station.id, station.high, station.robots) for station in stations]
        super().__init__(model, case, self.facts, races)

    def sheet(self, seat: int, marks: Mapping[str, Mark]) -> SheetInTime:
        """See `NumberTable.sheet`."""
        return SheetInTime(self.model, self.facts, seat, marks, self.offers)

    def reached(self, player: SheetInTime, race: Race, turn: int) -> Literal:
        """The robots of the station are complete."""
        return player.done[race.id][turn]

    def count(self, player: SheetInTime, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `NumberTable.count`."""
        terms: list[Term] = []
        wanted = set(fields)
        for station in self.facts.stations.values():
            plants = wanted & set(station.plants)
            if plants == set(station.plants):
                terms += player.until(player.plants[station.id], turn)
            elif plants:
                raise CannotState("some of the plants of a station")
            reached = station.high if is_circled(player.marks, station.high) else station.low
            if reached in wanted and is_circled(player.marks, reached):
                terms.append((1, player.done[station.id][turn]))
        for slot, tank in self.facts.tank_of.items():
            if tank in wanted and tank in player.marks and slot in player.numbers:
                terms.append((1, player.numbers[slot].by(turn)))
        terms += [(1, player.events[field].by(turn)) for field in fields if field in player.events]
        return terms

    def equals(self, player: SheetInTime) -> Iterator[tuple[list[str], Mapping[int, Literal]]]:
        """See `NumberTable.equals`."""
        order = [field for field, mark in habit_of(player.marks) if mark == "crossed"]
        for station in self.facts.stations.values():
            for fields, made in (
                (station.robots, player.robots[station.id]),
                (station.plants, player.plants[station.id]),
            ):
                yield [field for field in player.marks if field in fields], made
        symbols = self.facts.panels[ASTRONAUT].symbols
        yield [field for field in player.marks if field in symbols], player.astronauts
        for name, panel in self.facts.panels.items():
            yield (
                [f for f in order if f in panel.wilds and is_crossed(player.marks, f)],
                player.used[name],
            )

    def follow(self, player: SheetInTime, found: dict[str, int], solution: Solution) -> None:
        """Tanks go with their slots. Energies are circled in order of habit, by actions and, first, by errors."""
        for slot, tank in self.facts.tank_of.items():
            if tank in player.marks:
                found[tank] = found[slot]
        order = [f for f, mark in habit_of(player.marks) if mark == "circled" and f in self.facts.energies]
        given = [found[error] for error in player.errors if error in self.facts.rewarded]
        acted = [turn for turn in player.turns if solution.holds(player.energy_actions[turn])]
        found.update(zip(order, sorted([*given, *acted]), strict=False))
