"""The heuristic of a sensible player of colony, for the greedy bot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.games.base.crossed_capacity import CrossedCapacity
from fairsheet.engine.games.colony._board import Board, Quarter
from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.game import PASS, Step
from fairsheet.engine.play.number_board import PLANT, WATER
from fairsheet.engine.play.state import State
from fairsheet.engine.rules import ascending
from fairsheet.sheets.model.marks import Marks

_TANK_KEPT = 1.5  # keeps a slot with a tank for a water action
_CHANGED = 0.3  # the cost of changing a number by one
_ASTRONAUT, _OTHER = 2.0, 3.0  # the worth of other actions
_LIKED = 1.7  # factor for marks of the favourite quarter
_WANTED = 1.5  # added for each mark that a mission needs
_HOPE = 1.5  # by how much a factor will still rise
_EMPTY_PLACE = 0.6  # share of an antenna's worth if its place is not filled
_BEHIND = (1.0, 0.5, 0.25, 0.12, 0.06, 0.03)  # share of antennas that are one, two, … tunnels further on
_LOOP = -1.0  # a tunnel between two connected places
_STUCK, _NEAR, _LAST = 5.0, 3.0, 10.0  # an X where no number fits, in a nearly full quarter, in its last slot
_LATER = 2.0  # by how much more a factor will count, at the start of a game


def heuristic_values(board: Board, state: State, steps: Sequence[Step], wanted: Iterable[str]) -> list[float]:
    """Return how good steps look: numbers by capacity and action, actions by points.

    `wanted` are the fields that unclaimed missions need.
    """
    player = state.players[state.mover]
    quarters = list(board.quarters.values())
    view = View(board, player.marks, quarters[player.seat % len(quarters)], frozenset(wanted))
    offers = state.deal.offers(state.turn)
    return [view.heuristic_value(step, offers) for step in steps]


class View:
    """A sheet from the view of a player with a favourite quarter, a different one for each seat."""

    def __init__(self, board: Board, marks: Marks, liked: Quarter, wanted: frozenset[str]) -> None:
        self.board, self.marks, self.wanted = board, marks, wanted
        self.liked = {*liked.antennas, *liked.tanks, *liked.greenhouses}
        self.gain, self.best = Computed(self._gain), Computed(self._best)
        self.empty, self.crossing = Computed(self._empty), Computed(self._crossing)
        self.antennas, self.reaching = Computed(self._antennas), Computed(self._reaching)

    @cached_property
    def capacity(self) -> CrossedCapacity:
        """The capacity for future numbers."""
        return CrossedCapacity(self.board.zones, self.marks)

    def heuristic_value(self, step: Step, offers: Sequence[Offer]) -> float:
        """Return how good a step looks. Every step that beats declining is above 0."""
        if step.kind == PASS or not step.ink:
            return 0.0
        field, mark = step.ink[0].field, step.ink[0].mark
        if isinstance(mark, int) and step.offer is not None:
            return self._number(offers[step.offer - 1], field, mark)
        match step.kind:
            case "planning":
                return self.crossing[field]
            case "robot":
                return self._tunnel(field)
            case "energy":
                return self._factor(field)
        return _OTHER

    def _number(self, offer: Offer, slot: str, number: int) -> float:
        fits = -self.capacity.taken(slot, number)
        kept = _TANK_KEPT if slot in self.board.tank_of and offer.action != WATER else 0.0
        changed = _CHANGED * abs(number - offer.number)
        return fits + 2.0 * self._filled_share(slot) + self.gain[offer.action, slot] - kept - changed

    def _filled_share(self, slot: str) -> float:
        quarter = self.board.quarter_of[slot]
        return (len(quarter.slots) - self.empty[quarter.id]) / len(quarter.slots)

    def _empty(self, quarter: str) -> int:
        """Return the number of empty slots of a quarter."""
        return sum(slot not in self.marks for slot in self.board.quarters[quarter].slots)

    def _gain(self, written: tuple[str, str]) -> float:
        """Return the worth of an offer's action if its number is written into a slot."""
        action, slot = written
        if action == WATER:
            return self._counted(self.board.tank_of.get(slot))
        if action == PLANT:
            return self._counted(next_of(self.board.quarter_of[slot].greenhouses, self.marks))
        return self.best[action]

    def _counted(self, field: str | None) -> float:
        """Return the worth of a tank, a greenhouse or an antenna by its factor."""
        if field is None or field in self.marks:
            return 0.0
        ladder = self.board.factors[self.board.factor_for[field]]
        steps = zip(ladder.fields, ladder.values, strict=True)
        factor = next((value for box, value in steps if box not in self.marks), ladder.last)
        worth = self.board.value[field] * (factor + _HOPE) + (_WANTED if field in self.wanted else 0.0)
        return worth * (_LIKED if field in self.liked else 1.0)

    def _best(self, action: str) -> float:
        """Return the worth of an action that does not depend on the slot of the number."""
        match action:
            case "robot":
                return max(map(self._tunnel, self.board.network.open_tunnels(self.marks)), default=0.0)
            case "energy":
                boxes = [next_of(ladder.fields, self.marks) for ladder in self.board.factors.values()]
                return max((self._factor(box) for box in boxes if box), default=0.0)
            case "planning":
                empty = (slot for slot in self.board.slots if slot not in self.marks)
                return max((self.crossing[slot] for slot in empty), default=0.0)
        return _ASTRONAUT

    def _crossing(self, slot: str) -> float:
        """Return the worth of an X: most if no number fits, or to complete a quarter. Earlier X lower it."""
        last = self.empty[self.board.quarter_of[slot].id] == 1
        return (
            _STUCK * (slot not in self._open)
            + _NEAR * self._filled_share(slot)
            + _LAST * last
            - self._crossed
        )

    @cached_property
    def _crossed(self) -> int:
        return sum(box in self.marks for box in self.board.planning)

    @cached_property
    def _open(self) -> frozenset[str]:
        """The slots that can take some number."""
        openings = ascending.openings(self.board.zones, self.marks)
        return frozenset(
            slot
            for slot, (below, above) in openings.items()
            if not self.board.numbers.isdisjoint(range(below + 1, above))
        )

    def _tunnel(self, tunnel: str) -> float:
        """Return the worth of a tunnel: the antennas that it reaches, and a share of those further on."""
        ends = self.board.network.ends[tunnel]
        frontier = tuple(place for place in ends if place not in self._reached)
        return self.reaching[frontier] if frontier else _LOOP

    def _reaching(self, frontier: tuple[str, ...]) -> float:
        """Return the worth of reaching some places."""
        worth, seen = 0.5, {*self._reached, *frontier}
        for share in _BEHIND:
            worth += share * sum(self.antennas[place] for place in frontier)
            beyond = dict.fromkeys(end for place in frontier for end in self.board.network.neighbours[place])
            frontier = tuple(place for place in beyond if place not in seen)
            seen.update(frontier)
        return worth

    @cached_property
    def _reached(self) -> set[str]:
        return self.board.network.reached(self.marks)

    def _antennas(self, place: str) -> float:
        share = 1.0 if self.board.is_filled(place, self.marks) else _EMPTY_PLACE
        return share * sum(self._counted(antenna) for antenna in self.board.antennas_at.get(place, ()))

    def _factor(self, box: str) -> float:
        """Return the worth of a step of a factor: what it adds to all that it counts, now or later in the game."""
        name = self.board.factor_of[box]
        ladder = self.board.factors[name]
        values, step = (*ladder.values, ladder.last), ladder.fields.index(box)
        counted = sum(field in self.marks for field in self.board.counted[name])
        empty = sum(slot not in self.marks for slot in self.board.slots) / len(self.board.slots)
        return (values[step + 1] - values[step]) * (counted + _LATER * empty)
