"""One sheet of virus in time: the turns in which its marks can have been made, whatever the others did.

Energies and plants of a quarter, astronauts and wilds are counted, not told apart; walkways are told apart, since they
stop viruses. When a slot was struck is a matter of the propagations (`proof_strikes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.games.base.board import ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.marks import is_crossed
from engine.games.base.proof_sheet import NumberSheet
from engine.games.virus.board import Board
from engine.ink import Mark
from engine.proof.model import FALSE, BoolVar, Model, Term
from engine.proof.offers import Offers
from engine.proof.timeline import Choice, Event, Last
from engine.rules.codes import RuleCode
from engine.rules.wilds import Panel, used_when_earned


class Reached(Event):
    """Happens when a sum that grows by at most one a turn reaches a number."""

    def __init__(self, model: Model, number: int, last: int, terms: Callable[[int], list[Term]]) -> None:
        super().__init__(model, number, last)
        self._by = {turn: model.literal() for turn in range(number, last + 1)}
        for turn, reached in self._by.items():
            model.linear(terms(turn), number, None, given=(reached,))
            model.linear(terms(turn), None, number - 1, given=(-reached,))

    def by(self, turn: int) -> BoolVar:
        """Whether it has happened by the end of a turn."""
        return self._by[min(turn, self.last)] if turn >= self.first and self._by else FALSE


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Mapping[str, Mark], offers: Offers
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.board = board
        self.grey = [target for target in board.empty_targets if target in marks]
        self.struck = {
            slot: Choice(model, list(range(self._first_strike(slot), self.last + 1)))
            for slot in board.slots
            if marks.get(slot) == "struck"
        }
        self.filled.update(self.struck)
        self.walkways = {way: Choice(model, list(self.turns)) for way in board.walkways if way in marks}
        self.events.update({**self.struck, **self.walkways})
        quarters = board.quarters.items()
        self.plants = {id_: self.some_turns(quarter.plants) for id_, quarter in quarters}
        self.energy_actions = {id_: self.some_turns(quarter.energies) for id_, quarter in quarters}
        self.energy_bonuses = {id_: self.some_turns(quarter.energies) for id_, quarter in quarters}
        self.energies = {
            id_: {turn: model.any_of((acted[turn], self.energy_bonuses[id_][turn])) for turn in self.turns}
            for id_, acted in self.energy_actions.items()
        }
        self.robots = self.some_turns(list(board.walkways))
        self.used = {name: self.some_turns(self._crossed(panel)) for name, panel in board.panels.items()}
        self.tanks = {
            slot: tank for slot, tank in board.tank_of.items() if tank in marks and slot in self.numbers
        }
        self.complete = {  # by quarter without an empty slot: when the last number or X was written
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
        self.crossing = {  # when a symbol of a track that matters was crossed
            symbol: Reached(model, place, self.last, counted)
            for kind, counted in ((PLANT, self.plants_by), (WATER, self.tanks_by))
            for place, symbol in enumerate(board.tracks[kind].symbols, start=1)
            if symbol in marks and self._matters(kind, symbol)
        }

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        self._counts()
        self._in_their_quarter()
        self._rows()
        for name, panel in self.board.panels.items():
            used_when_earned(self, name, panel, self.used[name])
        self._set_up()

    def _first_strike(self, slot: str) -> int:
        """The turn from which on a slot can be struck: that of the set-up beside the target chosen."""
        return 0 if self.board.quarter_of[slot].target in self.grey else 1

    def _crossed(self, panel: Panel) -> list[str]:
        return [wild for wild in panel.wilds if is_crossed(self.marks, wild)]

    def _matters(self, kind: str, symbol: str) -> bool:
        ends = (row.symbols[-1] for row in self.board.tracks[kind].rows)
        return symbol in self.board.set_off_by or symbol in ends

    # --- actions ------------------------------------------------------------------------------------------

    def wild_in(self, turn: int) -> BoolVar:
        """See `NumberSheet.wild_in`."""
        return self.model.any_of(used[turn] for used in self.used.values())

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        return {
            ROBOT: [self.robots[turn]],
            PLANT: [each[turn] for each in self.plants.values()],
            ENERGY: [each[turn] for each in self.energy_actions.values()],
            WATER: [self.numbers[slot].at(turn) for slot in self.tanks],
            PLANNING: [event.at(turn) for event in self.crosses.values()],
        }

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        quarters = self.board.quarters.values()
        return {
            ROBOT: tuple(self.board.walkways),
            PLANT: [plant for quarter in quarters for plant in quarter.plants],
            ENERGY: [energy for quarter in quarters for energy in quarter.energies],
            WATER: tuple(self.tanks.values()),
        }.get(action, ())

    def actions_taken(self) -> int:
        """See `NumberSheet.actions_taken`; full rows gave some of the walkways and energies."""
        ends = [row.symbols[-1] for track in self.board.tracks.values() for row in track.rows]
        made = sum(self.inked(self.effect_fields(action)) for action in (ROBOT, PLANT, ENERGY, WATER))
        return super().actions_taken() + made - self.inked(ends)

    def plants_by(self, turn: int) -> list[Term]:
        """The plants circled by a turn."""
        return [term for made in self.plants.values() for term in self.until(made, turn)]

    def tanks_by(self, turn: int) -> list[Term]:
        """The tanks circled by a turn."""
        return [(1, self.numbers[slot].by(turn)) for slot in self.tanks]

    def energies_by(self, quarter: str, turn: int) -> list[Term]:
        """The energies of a quarter circled by a turn."""
        return [
            *self.until(self.energy_actions[quarter], turn),
            *self.until(self.energy_bonuses[quarter], turn),
        ]

    def _counts(self) -> None:
        """As many effects of a kind as marks."""
        for id_, quarter in self.board.quarters.items():
            self.exactly(self.plants[id_], quarter.plants)
            circled = sum(energy in self.marks for energy in quarter.energies)
            self.model.linear(self.energies_by(id_, self.last), circled, circled)
        for name, panel in self.board.panels.items():
            self.exactly(self.used[name], self._crossed(panel))

    def _in_their_quarter(self) -> None:
        """A plant, or an energy by an action, is circled in a turn with a number in its quarter."""
        for id_, quarter in self.board.quarters.items():
            written = [self.numbers[slot] for slot in quarter.slots if slot in self.numbers]
            fields = [field for field in (*quarter.plants, *quarter.energies) if field in self.marks]
            why = f"the plants and energies of {id_} were circled in turns with a number in it, or for full rows"
            with self.model.rule(RuleCode.LOCATION, self.name(*fields), why):
                for turn in self.turns:
                    numbers = [event.at(turn) for event in written]
                    self.model.implies(self.plants[id_][turn], *numbers)
                    self.model.implies(self.energy_actions[id_][turn], *numbers)

    def _rows(self) -> None:
        """A full row closes a walkway, or circles an energy of a quarter that is not complete, if there is one."""
        model = self.model
        rest = [id_ for id_ in self.board.quarters if id_ not in self.complete]
        left = any(energy not in self.marks for id_ in rest for energy in self.board.quarters[id_].energies)
        all_closed = len(self.walkways) == len(self.board.walkways)
        energies = [energy for quarter in self.board.quarters.values() for energy in quarter.energies]
        inked = [energy for energy in energies if energy in self.marks]
        why = "every walkway was closed by a robot or a full row of plants, and every such row closed one"
        with model.rule(RuleCode.ROW, self.name(*self.walkways), why):
            for turn in self.turns:
                drawn = [(1, event.at(turn)) for event in self.walkways.values()]
                given = [(-1, self.robots[turn]), (-1, self.row_full(PLANT, turn))]
                model.linear([*drawn, *given], None if all_closed else 0, 0)
            rows = [(1, self.row_full(PLANT, turn)) for turn in self.turns]
            closed = len(self.walkways)
            model.linear([*self.until(self.robots, self.last), *rows], closed, None if all_closed else closed)
        why = "full rows of drops circled an energy each"
        with model.rule(RuleCode.ROW, self.name(*inked), why):
            for turn in self.turns:
                bonuses = [(1, made[turn]) for made in self.energy_bonuses.values()]
                model.linear([*bonuses, (-1, self.row_full(WATER, turn))], 0 if left else None, 0)
                for id_ in self.complete:
                    model.implies(self.energy_bonuses[id_][turn], -self.complete_when_acting(id_, turn))
            rows = [(-1, self.row_full(WATER, turn)) for turn in self.turns]
            bonuses = [term for made in self.energy_bonuses.values() for term in self.until(made, self.last)]
            model.linear([*bonuses, *rows], 0 if left else None, 0)

    def row_full(self, kind: str, turn: int) -> BoolVar:
        """Whether a row of a track became full in a turn."""
        ends = (row.symbols[-1] for row in self.board.tracks[kind].rows)
        return self.model.any_of(self.crossing[end].at(turn) for end in ends if end in self.crossing)

    def complete_when_acting(self, quarter: str, turn: int) -> BoolVar:
        """Whether a quarter has no empty slot before the incidents of a turn."""
        struck = (
            self.struck[slot].by(turn - 1)
            for slot in self.board.quarters[quarter].slots
            if slot in self.struck
        )
        return self.model.all_of((self.complete[quarter].by(turn), *struck))

    def complete_by(self, quarter: str, turn: int) -> BoolVar:
        """Whether a quarter has no empty slot at the end of a turn."""
        if quarter not in self.complete:
            return FALSE
        return self.model.all_of(self.filled[slot].by(turn) for slot in self.board.quarters[quarter].slots)

    def _set_up(self) -> None:
        """Before the first turn one slot was struck."""
        first = [event.at(0) for event in self.struck.values() if event.at(0) != FALSE]
        why = f"seat {self.seat} struck one slot when setting up"
        with self.model.rule(RuleCode.SET_UP, self.name(*self.grey, *self.struck), why):
            self.model.exactly_one(first)

    # --- floors -------------------------------------------------------------------------------------------

    def closed(self, number: int, turn: int) -> Iterator[list[BoolVar]]:
        """A slot is closed by ink, or by a number of its floor."""
        for floor in self.board.floors.values():
            for slot in floor:
                yield self.kept_out(slot, number, turn, floor)

    def counted(self, mark: str, fields: Sequence[str], turn: int) -> list[Term] | None:
        """How many of the fields bear the mark by a turn, as a sum; None if it tells equals apart."""
        wanted = set(fields)
        terms: list[Term] = []
        for id_, quarter in self.board.quarters.items():
            for equals, made in (
                (quarter.plants, self.until(self.plants[id_], turn)),
                (quarter.energies, self.energies_by(id_, turn)),
            ):
                if wanted >= set(equals):
                    terms += made
                elif not wanted.isdisjoint(equals):
                    return None
            if quarter.ring in wanted:
                terms.append((1, self.complete_by(id_, turn)))
        terms += [(1, self.numbers[slot].by(turn)) for slot, tank in self.tanks.items() if tank in wanted]
        return terms + [(1, self.walkways[field].by(turn)) for field in fields if field in self.walkways]
