"""One sheet of escape in time: the turns in which its marks can have been made, whatever the others did.

Plants and reactors of a ship, astronauts and wilds are counted, not told apart; airlocks are told apart, since they
open sections.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.base.board import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.marks import is_crossed
from engine.games.base.proof_sheet import NumberSheet
from engine.games.escape.airlocks import AirlocksInTime
from engine.games.escape.board import Board
from engine.ink import Mark
from engine.proof.conditions import CannotState
from engine.proof.model import BoolVar, Model, Term
from engine.proof.offers import Offers
from engine.rules import ascending, tanks
from engine.rules.codes import RuleCode
from engine.rules.wilds import used_when_earned


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Mapping[str, Mark], offers: Offers
    ) -> None:
        self.board = board
        self.crossed_wilds = [wild for wild in board.panel.wilds if is_crossed(marks, wild)]
        super().__init__(model, board, seat, marks, offers)
        self.robots = self.some_turns(list(board.airlocks))
        self.airlocks = AirlocksInTime(self, self.robots)
        self.events.update(self.airlocks.events())
        self.plants = {ship: self.some_turns(plants) for ship, plants in board.plants.items()}
        self.reactors = {ship: self.some_turns(reactors) for ship, reactors in board.reactors.items()}
        self.used = self.some_turns(self.crossed_wilds)
        self.tanks = tanks.TanksInTime(self, board.tank_of)

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        self._counts()
        self.airlocks.constrain()
        self._on_their_ship()
        used_when_earned(self, ASTRONAUT, self.board.panel, self.used)

    # --- numbers and actions ------------------------------------------------------------------------------

    def astronaut_crossed(self, turn: int, act: BoolVar) -> None:
        """A number can be changed without crossing an astronaut."""

    def wild_in(self, turn: int) -> BoolVar:
        """See `NumberSheet.wild_in`."""
        return self.used[turn]

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        return {
            ROBOT: [self.robots[turn]],
            PLANT: [made[turn] for made in self.plants.values()],
            ENERGY: [made[turn] for made in self.reactors.values()],
            WATER: self.tanks.effects(turn),
            PLANNING: [event.at(turn) for event in self.crosses.values()],
        }

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        return {
            ROBOT: tuple(self.board.airlocks),
            PLANT: [plant for plants in self.board.plants.values() for plant in plants],
            ENERGY: [reactor for reactors in self.board.reactors.values() for reactor in reactors],
            WATER: tuple(self.tanks.slots),
        }.get(action, ())

    def _counts(self) -> None:
        """As many effects of a kind as marks."""
        for ship in self.board.ships:
            self.exactly(self.plants[ship], self.board.plants[ship])
            self.exactly(self.reactors[ship], self.board.reactors[ship])
        self.exactly(self.used, self.crossed_wilds)

    def _on_their_ship(self) -> None:
        """A plant or a reactor is circled in a turn with a number on its ship."""
        for ship, slots in self.board.ships.items():
            numbers = {slot: self.number_in[slot] for slot in slots if slot in self.numbers}
            symbols = (*self.board.plants[ship], *self.board.reactors[ship])
            why = f"the plants and reactors of {ship} were circled in turns with a number on it"
            with self.model.rule(RuleCode.LOCATION, self.name(*(f for f in symbols if f in self.marks)), why):
                for turn in self.turns:
                    for action, made in ((PLANT, self.plants[ship]), (ENERGY, self.reactors[ship])):
                        now = {slot: self.numbers[slot].at(turn) for slot in numbers}
                        self.model.implies(made[turn], *now.values())
                        offered = [
                            now[slot]
                            for slot, number in numbers.items()
                            if self.offers.any_of(turn, number, [action])
                        ]
                        self.model.implies(made[turn], self.wild_in(turn), *offered)

    # --- errors -------------------------------------------------------------------------------------------

    def closed(self, number: int, turn: int) -> Iterator[list[BoolVar]]:
        """A slot is closed by ink, by a number of its ship, or because its section is."""
        for ship in self.board.ships.values():
            for slot in ship:
                is_open = self.airlocks.is_open(self.board.section_of[slot], 2 * turn)
                yield [-is_open, *ascending.kept_out(self, slot, number, turn, ship)]

    def counted(self, fields: Sequence[str], turn: int) -> list[Term]:
        """How many of the fields are inked by a turn, as a sum. Raises CannotState if it tells equals apart."""
        terms: list[Term] = []
        wanted = set(fields)
        for ship in self.board.ships:
            for made, equals in (
                (self.plants, self.board.plants[ship]),
                (self.reactors, self.board.reactors[ship]),
            ):
                if wanted >= set(equals):
                    terms += self.until(made[ship], turn)
                elif not wanted.isdisjoint(equals):
                    raise CannotState("some of the plants or reactors of a ship")
        terms += self.tanks.by(turn, wanted)
        return terms + [(1, self.filled[field].by(turn)) for field in fields if field in self.filled]
