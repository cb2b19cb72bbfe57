"""The heuristic of a sensible player of virus, for the greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from fairsheet.engine.games.base.capacity import Capacity
from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.games.base.wild_game import value_wild_steps
from fairsheet.engine.games.virus._board import Board, Quarter
from fairsheet.engine.play.game import Step
from fairsheet.engine.play.state import State
from fairsheet.sheets.model.marks import Mark, Marks

_TRACK = {"plant": 3.5, "water": 5.0}  # about: points of a symbol of the track
_ASTRONAUT = 1.5  # half a wild
_WILD_COST = 2.0  # the cost of a wild, which is kept for something good
_WAY = 1.0  # a closed walkway
_CUT_OFF = 3.0  # the last walkway of a quarter, shared among its walkways
_COMPLETE = 2.0  # an evacuated quarter
# for every circled energy, or plant and tank, on the same floor, because missions need whole floors
_FOCUS = 0.4
_HOPE = 0.6  # the chance that an empty slot gets a number


def heuristic_values(board: Board, state: State, steps: Sequence[Step]) -> list[float]:
    """Return how good steps look: numbers by capacity and action, other marks by points."""
    view = _View(board, state.players[state.mover].marks)
    return value_wild_steps(state, steps, view.number, view.mark, _WILD_COST)


class _View:
    """A sheet from the view of a player."""

    def __init__(self, board: Board, marks: Marks) -> None:
        self.board, self.marks = board, marks
        self.action, self.energy = Computed(self._action), Computed(self._energy)
        self.filled = Computed(self._filled)

    @cached_property
    def capacity(self) -> Capacity:
        """The capacity for future numbers."""
        return Capacity(self.board.floors.values(), self.marks)

    def number(self, action: str, slot: str, number: Mark, changed: bool) -> float:
        """Return the worth of a number: the room it leaves, its quarter's energies, and its action, if not changed."""
        return self._fill(slot, number) + self.action["wild" if changed else action, slot]

    def mark(self, kind: str, field: str) -> float:
        """Return the worth of a mark of this kind."""
        match kind:
            case "robot":
                return self._way(field)
            case "energy":
                return self.energy[self.board.quarter_with[field].id]
            case "plant" | "water":
                return self._green(kind, self.board.quarter_with[field])
            case "planning":
                return self._fill(field, "X") + 1.0
            case "astronaut":
                return _ASTRONAUT
            case "strike":
                return self._struck(field)
            case "setup":
                return 0.0
            case _:
                return 100.0  # a mission

    def _fill(self, slot: str, mark: Mark) -> float:
        lit, filled = self.filled[self.board.quarter_of[slot].id]
        return lit - self.capacity.taken(slot, mark) + filled

    def _filled(self, id_: str) -> tuple[int, float]:
        """Return the lit energies of a quarter, and the worth of another slot that is filled there."""
        quarter, empty = self.board.quarters[id_], len(self.board.empty_slots(id_, self.marks))
        lit = quarter.lit + sum(energy in self.marks for energy in quarter.energies)
        return lit, _COMPLETE if empty == 1 else 0.5 * (5 - empty)

    def _green(self, kind: str, quarter: Quarter) -> float:
        """Return the worth of a plant or a tank."""
        floor = self._floor(quarter)
        near = [field for other in floor for field in (*other.plants, other.tank) if field in self.marks]
        return _TRACK[kind] + _FOCUS * len(near)

    def _floor(self, quarter: Quarter) -> list[Quarter]:
        """Return the quarters of the same floor."""
        floor = self.board.floor_of[quarter.slots[0]]
        return [
            other for other in self.board.quarters.values() if self.board.floor_of[other.slots[0]] == floor
        ]

    def _energy(self, id_: str) -> float:
        """Return the worth of an energy of a quarter."""
        quarter = self.board.quarters[id_]
        near = [energy for other in self._floor(quarter) for energy in other.energies if energy in self.marks]
        numbered = sum(isinstance(mark, int) or mark == "X" for mark in map(self.marks.get, quarter.slots))
        empty = len(self.board.empty_slots(quarter.id, self.marks))
        return 0.8 * numbered + 0.8 * _HOPE * empty + _FOCUS * len(near)

    def _way(self, walkway: str) -> float:
        """Return the worth of closing a walkway: more if few others are open at its ends."""
        left = [len(self.board.open_neighbours(end, self.marks)) for end in self.board.walkways[walkway]]
        return _WAY + sum(_CUT_OFF / max(1, count) for count in left)

    def _struck(self, slot: str) -> float:
        tank = self.board.tank_of.get(slot)
        return -self.capacity.taken(slot, "struck") - (
            2.0 if tank is not None and tank not in self.marks else 0.0
        )

    def _action(self, written: tuple[str, str]) -> float:
        """Return the worth of the action of an offer with a number in a slot."""
        action, slot = written
        quarter, tank = self.board.quarter_of[slot], self.board.tank_of.get(slot)
        match action:
            case "plant" if any(plant not in self.marks for plant in quarter.plants):
                return self._green(action, quarter)
            case "energy" if any(energy not in self.marks for energy in quarter.energies):
                return self.energy[quarter.id]
            case "water" if tank is not None and tank not in self.marks:
                return self._green(action, quarter)
            case "robot" | "planning" | "astronaut":
                return 2.0
        return -1.0 if tank is not None and tank not in self.marks else 0.0
