"""The heuristic of a sensible player of mine, for the greedy bot.

Worth is in points, about. A number is worth its extraction and its action, minus the capacity that it takes from future
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.base.capacity import Capacity
from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.games.mine._board import Board, Factory, Main
from fairsheet.engine.play.editor import Player, next_of
from fairsheet.engine.play.game import PASS, Step
from fairsheet.engine.play.number_board import ASTRONAUT, PLANNING, PLANT, ROBOT, WATER
from fairsheet.engine.play.state import State
from fairsheet.engine.rules.completion import is_complete
from fairsheet.sheets.model.marks import Mark

_COLUMN = 1.5  # for every other filled cave of the column
_TOWER = 2.0  # for the last cave of a column
_HOPE = 1.0  # by how much the factor of a factory may still rise
_GALLERY = 6.0  # for a plant or water, because missions need them
_ROBOT_GIVEN = 2.0
_EXPECTED = 4  # about: symbols that a main factory will count in the end
_X_COST = 0.5  # the cost of an X while the planning factory is not upgraded
_ASTRONAUT = 1.0
_CLAIM = 50.0
_FAVOURITE = 1.5  # players prefer different goods, because the first one gains most


def heuristic_values(board: Board, state: State, steps: Sequence[Step]) -> list[float]:
    """Return how good each of the steps looks."""
    view, offers = _View(board, state.players[state.mover]), state.deal.offers(state.turn)

    def worth(step: Step) -> float:
        if step.kind in (PASS, "error"):
            return 0.0
        field, mark = step.ink[-1].field, step.ink[-1].mark
        match step.kind:
            case "number":
                return view.number(offers[(step.offer or 1) - 1], field, mark)
            case "claim":
                return _CLAIM
            case _:
                return view.action(step.kind, field)

    return [worth(step) for step in steps]


class _View:
    """A sheet from the view of a player."""

    def __init__(self, board: Board, player: Player) -> None:
        self.board, self.marks = board, player.marks
        goods = [main.kind for main in board.raced.values()]
        self.favourite = goods[player.seat % len(goods)]
        self.filled, self.goods = Computed(self._filled), Computed(self._goods)
        self.grown, self.best = Computed(self._grown), Computed(self._best)
        self.progress = Computed(self._progress)

    @cached_property
    def capacity(self) -> Capacity:
        """The capacity for future numbers."""
        return Capacity(self.board.zones, self.marks)

    def number(self, offer: Offer, slot: str, number: Mark) -> float:
        """Return the worth of a number with its action, minus the capacity that it takes."""
        if number != offer.number:
            gain = _ASTRONAUT
        elif offer.action in (PLANT, WATER):
            gain = self.grown[offer.action, slot]
        else:
            gain = self.best[offer.action]
        return gain + self.filled[slot] - self.capacity.taken(slot, number)

    def action(self, action: str, field: str) -> float:
        """Return the worth of an action that marks a field."""
        match action:
            case "energy" | "robot":
                return self.progress[field]
            case "plant" | "water":
                return self.goods[action] + _GALLERY
            case "planning":
                cost = 0.0 if is_complete(self.board.mains[PLANNING].needs, self.marks) else _X_COST
                return self.filled[field] - cost - self.capacity.taken(field, "X")
            case _:
                return _ASTRONAUT

    def _grown(self, written: tuple[str, str]) -> float:
        """Return the worth of a plant or water after a number is written in a cave."""
        action, slot = written
        near = (field for field in self.board.around[slot] if self.board.kind_of[field] == action)
        return self.action(action, slot) if any(field not in self.marks for field in near) else 0.0

    def _best(self, action: str) -> float:
        """Return the best worth of an action that does not depend on the cave of the number."""
        match action:
            case "energy" | "robot":
                needs = (each.robots if action == ROBOT else each.energies for each in self.board.factories)
                blank = (next_of(fields, self.marks) for fields in needs)
                return max((self.progress[field] for field in blank if field), default=0.0)
            case "planning":
                empty = (slot for slot in self.board.slots if slot not in self.marks)
                return max(0.0, max((self.action(action, slot) for slot in empty), default=0.0))
            case _:
                return self.goods[ASTRONAUT]

    def _filled(self, slot: str) -> float:
        """Return the worth of a filled cave, by how full its column is."""
        board, marks = self.board, self.marks
        column = board.column_of[slot]
        empty = sum(other not in marks for other in column.slots)
        mineral = board.mineral_in.get(slot)
        own = self.goods[board.kind_of[mineral]] if mineral else 0.0
        if empty > 1:
            return _COLUMN * (len(column.slots) - empty) + own / 2
        circled = (resource for resource in column.resources if resource in marks)
        return _TOWER + own + sum(self.goods[board.kind_of[resource]] for resource in circled)

    def _goods(self, kind: str) -> float:
        """Return the worth of one more symbol of a main factory."""
        main = self.board.mains[kind]
        base, upgraded = main.factors
        liked = _FAVOURITE if kind == self.favourite else 1.0
        return liked * (upgraded if is_complete(main.needs, self.marks) else base + _HOPE)

    def _progress(self, field: str) -> float:
        """Return the worth of completing the factory of a field, divided by the marks that it still needs."""
        factory = self.board.factory_of[field]
        return self._completion(factory) / sum(need not in self.marks for need in factory.needs)

    def _completion(self, factory: Factory) -> float:
        if isinstance(factory, Main):
            base, upgraded = factory.factors
            inked = sum(symbol in self.marks for symbol in factory.symbols)
            return float(abs(upgraded - base) * max(_EXPECTED, inked))
        given = _ROBOT_GIVEN if factory.kind == ROBOT else self.goods[factory.kind]
        return given * len(factory.gains)
