"""One sheet of escape over time: the turns in which its marks can have been made, independent of other sheets.

Plants and reactors of a ship, astronauts and wilds are only counted. Airlocks are distinguished, because they open
sections.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.escape._airlocks import AirlocksInTime
from fairsheet.engine.games.escape._board import Board
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT
from fairsheet.engine.rules import locations
from fairsheet.engine.rules.races import Race
from fairsheet.engine.rules.wilds import WildsInTime
from fairsheet.engine.solver.constraint_model import FALSE, Lit
from fairsheet.engine.solver.timeline import Condition, Event, NotYet


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    board: Board
    bonuses = (ROBOT,)

    def prepare(self) -> None:
        """See `NumberSheet.prepare`."""
        board = self.board
        self.robots = self.some_turns(list(board.airlocks))
        self.airlocks = AirlocksInTime(self, board, self.robots)
        self.events.update(self.airlocks.events())
        self.plants = {ship: self.count(plants) for ship, plants in board.plants.items()}
        self.reactors = {ship: self.count(reactors) for ship, reactors in board.reactors.items()}
        self.wilds = WildsInTime(self, board)
        self.leaves(ROBOT, tuple(board.airlocks), self.robots)
        for ship in board.ships:
            self.leaves(PLANT, board.plants[ship], self.plants[ship])
            self.leaves(ENERGY, board.reactors[ship], self.reactors[ship])
            self.register_counts(board.plants[ship], self.plants[ship])
            self.register_counts(board.reactors[ship], self.reactors[ship])

    def astronaut_crossed(self, turn: int, act: Lit) -> None:
        """State nothing: a number can be changed without crossing an astronaut."""

    def state_ships(self) -> None:
        """State that a plant or a reactor is circled in a turn with a number on its ship."""
        for ship, slots in self.board.ships.items():
            made = {PLANT: self.plants[ship], ENERGY: self.reactors[ship]}
            locations.in_time(self, ship, slots, (*self.board.plants[ship], *self.board.reactors[ship]), made)

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """See `NumberSheet.closings`: a slot is also closed until its section opens."""
        for slot, closing in zip(self.board.slots, super().closings(number), strict=True):
            opening = self.airlocks.opening.get(self.board.section_of[slot])
            yield closing if opening is None else (NotYet(opening), *closing)

    def reached(self, race: Race, turn: int) -> Lit:
        """See `NumberSheet.reached`: the greenhouse is filled; its slot names the race."""
        return self.filled[race.id].by(turn) if race.id in self.filled else FALSE

    def chosen(self) -> Mapping[str, Event]:
        """See `NumberSheet.chosen`: returns the slots."""
        return self.filled
