"""One sheet of virus over time: the turns in which its marks can have been made, independent of other sheets.

Energies and plants of a quarter, astronauts and wilds are only counted. Walkways are distinguished, because they stop
viruses. Propagations determine when a slot was struck (`propagation`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.virus._board import Board
from fairsheet.engine.play.number_board import ENERGY, PLANT, ROBOT
from fairsheet.engine.rules import ladders, locations
from fairsheet.engine.rules.wilds import WildsInTime
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Term
from fairsheet.engine.solver.ink_in_time import Made
from fairsheet.engine.solver.timeline import Choice, Event, Last


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    board: Board
    bonuses = (ROBOT, ENERGY)

    def prepare(self) -> None:
        """See `NumberSheet.prepare`."""
        model, board, marks = self.model, self.board, self.marks
        self.grey = [target for target in board.empty_targets if target in marks]
        self.struck = {
            slot: Choice(model, list(range(self._first_strike(slot), self.last_strike + 1)))
            for slot in board.slots
            if marks.get(slot) == "struck"
        }
        self.filled.update(self.struck)
        self.walkways = {way: Choice(model, list(self.turns)) for way in board.walkways if way in marks}
        self.events.update({**self.struck, **self.walkways})
        quarters = board.quarters.items()
        self.plants = {id_: self.count(quarter.plants) for id_, quarter in quarters}
        self.energy_actions = {id_: self.some_turns(quarter.energies) for id_, quarter in quarters}
        self.energy_bonuses = {id_: self.some_turns(quarter.energies) for id_, quarter in quarters}
        self.energies = {
            id_: {turn: model.any_of((acted[turn], self.energy_bonuses[id_][turn])) for turn in self.turns}
            for id_, acted in self.energy_actions.items()
        }
        self.robots = self.some_turns(list(board.walkways))
        self.wilds = WildsInTime(self, board)
        self.complete = {  # by complete quarter: when its last number or X was written
            id_: Last(
                model,
                [
                    event
                    for slot, event in self.filled.items()
                    if slot in quarter.slots and slot not in self.struck
                ],
            )
            for id_, quarter in quarters
            if board.is_complete(id_, marks)
        }
        self.leaves(ROBOT, tuple(board.walkways), self.robots)
        for id_, quarter in quarters:
            self.leaves(PLANT, quarter.plants, self.plants[id_])
            self.leaves(ENERGY, quarter.energies, self.energy_actions[id_])
            self.register_counts(quarter.plants, self.plants[id_])
            self.register_counts(quarter.energies, partial(self.energies_by, id_))
            self.register_counts((quarter.ring,), partial(self._evacuated_by, id_))
        self.crossing = self._crossing()

    def _crossing(self) -> dict[str, Event]:
        """Return when the track symbols were crossed: in order, one with every plant or tank while any is left."""
        model, result = self.model, dict[str, Event]()
        for kind, track in self.board.tracks.items():
            crossed = [symbol for symbol in track.symbols if symbol in self.marks]
            idle = self.last - len(crossed)  # turns without a symbol
            events = [Choice(model, range(first, first + idle + 1)) for first in range(1, len(crossed) + 1)]
            ladders.in_time(model, events, self.turns, apart=1)
            beyond = self.inked(self.board.sources(kind)) > len(crossed)
            for turn in self.turns if events else ():
                circled = model.any_of(self.effects(turn)[kind])
                full = events[-1].by(turn - 1) if beyond else FALSE
                made = (event.at(turn) for event in events)
                model.exactly_one([-circled, *made, model.all_of((circled, full))])
            result.update(zip(crossed, events, strict=True))
        return result

    @property
    def last_strike(self) -> int:
        """The last turn in which a slot can have been struck."""
        return self.last

    def _first_strike(self, slot: str) -> int:
        """Return the first turn in which a slot can be struck: 0 for a target chosen in the set-up, otherwise 1."""
        return 0 if self.board.quarter_of[slot].target in self.grey else 1

    def energies_by(self, quarter: str, turn: int) -> list[Term]:
        """Return the energies of a quarter circled by a turn, as a sum."""
        return [
            *self.until(self.energy_actions[quarter], turn),
            *self.until(self.energy_bonuses[quarter], turn),
        ]

    def state_quarters(self) -> None:
        """State that a plant, or an energy by an action, is circled in a turn with a number in its quarter."""
        for id_, quarter in self.board.quarters.items():
            circled = self.inked(quarter.energies)
            self.model.linear(self.energies_by(id_, self.last), circled, circled)
            made = {PLANT: self.plants[id_], ENERGY: self.energy_actions[id_]}
            locations.in_time(self, id_, quarter.slots, (*quarter.plants, *quarter.energies), made)

    def chosen(self) -> Mapping[str, Event]:
        """See `NumberSheet.chosen`: returns the walkways."""
        return self.walkways

    def evacuated(self, quarter: str, turn: int) -> Lit:
        """Return whether a quarter has no empty slot at the end of a turn."""
        if quarter not in self.complete:
            return FALSE
        return self.model.all_of(self.filled[slot].by(turn) for slot in self.board.quarters[quarter].slots)

    def evacuated_when_acting(self, quarter: str, turn: int) -> Lit:
        """Return whether a quarter has no empty slot before the incidents of a turn."""
        slots = self.board.quarters[quarter].slots
        struck = (self.struck[slot].by(turn - 1) for slot in slots if slot in self.struck)
        return self.model.all_of((self.complete[quarter].by(turn), *struck))

    def _evacuated_by(self, quarter: str, turn: int) -> list[Term]:
        return [(1, self.evacuated(quarter, turn))]

    def equals(self) -> Iterator[tuple[Sequence[str], Made]]:
        """See `NumberSheet.equals`."""
        yield from super().equals()
        for id_, quarter in self.board.quarters.items():
            yield [field for field in self.marks if field in quarter.energies], self.energies[id_]
