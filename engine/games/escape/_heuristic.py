"""The heuristic of a sensible player of escape, for the greedy bot."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from fairsheet.engine.games.base.capacity import Capacity
from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.games.base.wild_game import value_wild_steps
from fairsheet.engine.games.escape._board import Board
from fairsheet.engine.play.game import Step
from fairsheet.engine.play.number_board import ENERGY, PLANT, WATER
from fairsheet.engine.play.state import State
from fairsheet.sheets.model.marks import Mark, Marks

_SYMBOL = 2.0  # about: points of a plant or a reactor
_DOUBLE = 4.0  # the double of a greenhouse
_ASTRONAUT = 1.5  # half a wild
_WILD_COST = 1.5  # the cost of a wild, which is kept for something good
_X_COST = 1.5  # and each further X costs more
_LOOP = 0.1  # an airlock between open sections


def heuristic_values(board: Board, state: State, steps: Sequence[Step]) -> list[float]:
    """Return how good steps look: numbers by capacity and action, other marks by points."""
    view = _View(board, state.players[state.mover].marks)
    return value_wild_steps(state, steps, view.number, view.mark, _WILD_COST)


class _View:
    """A sheet from the view of a player."""

    def __init__(self, board: Board, marks: Marks) -> None:
        self.board, self.marks = board, marks
        self.sections = board.open_sections(marks)
        self.filled, self.action = Computed(self._filled), Computed(self._action)
        self.progress, self.made = Computed(self._progress), Computed(self._made)
        self.written = sum(step in marks for step in board.planning)

    @cached_property
    def capacity(self) -> Capacity:
        """The capacity for future numbers."""
        return Capacity(self.board.ships.values(), self.marks, self._closed(self.sections))

    def number(self, action: str, slot: str, number: Mark, changed: bool) -> float:
        """Return the worth of a number: its fit, the points of its slot, and its action."""
        return 0.5 * self.filled[slot] + self.action[action, slot] - self.capacity.taken(slot, number)

    def mark(self, kind: str, field: str) -> float:
        """Return the worth of a mark of this kind."""
        match kind:
            case "robot" | "airlock":
                return self._airlock(field)
            case "planning":
                cost = _X_COST * (1 + 0.3 * self.written)
                return self.filled[field] - cost - self.capacity.taken(field, "X")
            case "plant":
                return self._plant(next(s for s, plants in self.board.plants.items() if field in plants))
            case "energy":
                return self._reactor(next(s for s, each in self.board.reactors.items() if field in each))
            case "water":
                return self._tank(next(slot for slot, tank in self.board.tank_of.items() if tank == field))
            case "astronaut":
                return _ASTRONAUT
            case "double":
                return _DOUBLE
            case _:
                return 100.0  # a mission

    def _action(self, written: tuple[str, str]) -> float:
        """Return the worth of the action of an offer with a number in a slot."""
        action, slot = written
        ship = self.board.ship_of[slot]
        match action:
            case "plant" if self._left(self.board.plants[ship]):
                return self._plant(ship)
            case "energy" if self._left(self.board.reactors[ship]):
                return self._reactor(ship)
            case "water" if slot in self.board.tank_of:
                return self._tank(slot)
            case _:
                kept = slot in self.board.tank_of and action not in (PLANT, ENERGY, WATER)
                return -0.5 if kept else 0.0

    def _left(self, fields: Sequence[str]) -> bool:
        return any(field not in self.marks for field in fields)

    def _filled(self, slot: str) -> float:
        """Return the worth of filling a slot: an airlock, a double, a share of its module."""
        section = self.board.section_of[slot]
        double = self.board.double_of.get(slot)
        bonus = 2.0 if slot in self.board.rewarded else 0.0
        if double is not None:
            return bonus + _SYMBOL + (0.0 if double in self.marks else _DOUBLE)
        return bonus + 3.0 * (self.progress[section] + 1 / len(self.board.sections[section]))

    def _progress(self, section: str) -> float:
        slots = self.board.sections[section]
        return sum(map(self.marks.__contains__, slots)) / len(slots)

    def _plant(self, ship: str) -> float:
        slot = next(slot for slot in self.board.double_of if self.board.ship_of[slot] == ship)
        chance = 1.0 if slot in self.marks else 0.5
        return _SYMBOL * chance * (2.0 if self.marks.get(self.board.double_of[slot]) == "circled" else 1.0)

    def _reactor(self, ship: str) -> float:
        modules = [m for m in self.board.modules if self.board.ship_of[self.board.sections[m][0]] == ship]
        return _SYMBOL * sum(self.progress[module] for module in modules)

    def _tank(self, slot: str) -> float:
        return 1.0 + _SYMBOL * self.progress[self.board.section_of[slot]]

    def _airlock(self, airlock: str) -> float:
        """Return the worth of an airlock: the capacity of the section that it opens."""
        beyond = next((end for end in self.board.airlocks[airlock] if end not in self.sections), None)
        return _LOOP if beyond is None else self.made[beyond]

    def _made(self, section: str) -> float:
        """Return the capacity that opening a section makes."""
        closed = self._closed(self.board.joined({*self.sections, section}, self.marks))
        return Capacity(self.board.ships.values(), self.marks, closed).worth - self.capacity.worth

    def _closed(self, sections: Collection[str]) -> frozenset[str]:
        """Return the slots that are in none of these sections."""
        return frozenset(self.board.slots).difference(*(self.board.sections[each] for each in sections))
