"""One sheet of journey in time: the turns in which its marks can have been made, whatever the others did.

Robots and plants of a station, energies and astronauts are counted, not told apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from engine.games.base.board import ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.marks import is_circled, is_crossed
from engine.games.base.proof_sheet import NumberSheet
from engine.games.journey.board import Board
from engine.ink import Mark
from engine.proof.model import FALSE, TRUE, BoolVar, Model, Term
from engine.proof.offers import Offers
from engine.proof.timeline import Choice
from engine.rules import ascending, tanks
from engine.rules.codes import RuleCode
from engine.rules.wilds import Panel, used_when_earned


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Mapping[str, Mark], offers: Offers
    ) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.board = board
        self.cuts = {cut: Choice(model, list(self.turns)) for cut in board.cuts if cut in marks}
        self.events.update(self.cuts)
        self.robots = {name: self.some_turns(each.robots) for name, each in board.stations.items()}
        self.plants = {name: self.some_turns(each.plants) for name, each in board.stations.items()}
        self.energy_actions = self.some_turns(board.energies)
        self.given = self._given()
        self.used = {name: self.some_turns(self._crossed(panel)) for name, panel in board.panels.items()}
        self.done = {station: self._completion(station) for station in board.stations}
        self.tanks = tanks.TanksInTime(self, board.tank_of)

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        self._counts()
        self._ascending()
        self._plants()
        self._energies()
        for name, panel in self.board.panels.items():
            used_when_earned(self, name, panel, self.used[name])

    def _crossed(self, panel: Panel) -> list[str]:
        return [wild for wild in panel.wilds if is_crossed(self.marks, wild)]

    # --- actions ------------------------------------------------------------------------------------------

    def wild_in(self, turn: int) -> BoolVar:
        """See `NumberSheet.wild_in`."""
        return self.model.any_of(used[turn] for used in self.used.values())

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        return {
            ROBOT: [each[turn] for each in self.robots.values()],
            PLANT: [each[turn] for each in self.plants.values()],
            ENERGY: [self.energy_actions[turn]],
            WATER: self.tanks.effects(turn),
            PLANNING: [event.at(turn) for event in self.crosses.values()],
        }

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        stations = self.board.stations.values()
        return {
            ROBOT: [robot for station in stations for robot in station.robots],
            PLANT: [plant for station in stations for plant in station.plants],
            ENERGY: self.board.energies,
            WATER: tuple(self.tanks.slots),
        }.get(action, ())

    def actions_taken(self) -> int:
        """See `NumberSheet.actions_taken`; errors gave some of the energies."""
        made = sum(self.inked(self.effect_fields(action)) for action in (ROBOT, PLANT, WATER))
        energies = sum(is_circled(self.marks, energy) for energy in self.board.energies)
        return super().actions_taken() + made + energies - len(self.given)

    def _counts(self) -> None:
        """As many effects of a kind as marks."""
        for station in self.board.stations.values():
            self.exactly(self.robots[station.id], station.robots)
            self.exactly(self.plants[station.id], station.plants)
        for name, panel in self.board.panels.items():
            self.exactly(self.used[name], self._crossed(panel))

    # --- zones --------------------------------------------------------------------------------------------

    def cuts_between(self, one: str, other: str) -> list[Choice]:
        """The drawn cuts between two slots."""
        a, b = sorted((self.board.trajectory.place[one], self.board.trajectory.place[other]))
        return [event for cut, event in self.cuts.items() if a < self.board.trajectory.links[cut] <= b]

    def _ascending(self) -> None:
        """Where two numbers do not ascend, a cut between them is older than the later one."""
        for (one, first), (other, second) in combinations(self.number_in.items(), 2):
            if first < second:
                continue
            cuts = self.cuts_between(one, other)
            why = f"a cut between {one} = {first} and {other} = {second} is older than the later of the two"
            drawn = [cut for cut, event in self.cuts.items() if event in cuts]
            with self.model.rule(RuleCode.ASCEND, self.name(one, other, *drawn), why):
                for turn in self.turns:
                    before = [cut.by(turn - 1) for cut in cuts]
                    for early, late in ((one, other), (other, one)):
                        now = self.numbers[late].at(turn)
                        self.model.clause(-now, -self.numbers[early].by(turn), *before)

    def _plants(self) -> None:
        """A plant grows in the zone of the number of its turn."""
        for station in self.board.stations.values():
            fields = [plant for plant in station.plants if plant in self.marks]
            if not fields:
                continue
            why = f"the plants of {station.id} grew in turns with a number in its zone"
            with self.model.rule(RuleCode.LOCATION, self.name(*fields), why):
                for slot, event in self.numbers.items():
                    for cut in self.cuts_between(slot, station.slot):
                        for turn in self.turns:
                            grown = self.plants[station.id][turn]
                            self.model.clause(-grown, -event.at(turn), -cut.by(turn - 1))

    def _energies(self) -> None:
        """Every full pair of energies draws a cut in its turn."""
        board, model = self.board, self.model
        circled = [energy for energy in board.energies if is_circled(self.marks, energy)]
        why = f"seat {self.seat} has circled its {len(circled)} energies by actions and errors"
        with model.rule(RuleCode.ENERGY, self.name(*circled, *self.errors), why):
            model.linear(self.gained(self.last), len(circled), len(circled))
            for error, gives in self.given.items():
                for turn in self.turns:
                    lost = (-gives, self.erring[error].at(turn))
                    model.linear(self.gained(turn), len(circled), None, given=lost)
        why = f"seat {self.seat} drew each cut when a pair of energies was full"
        with model.rule(RuleCode.ENERGY, self.name(*self.cuts, *circled), why):
            for turn in self.turns:
                drawn = [(-board.pair, event.by(turn)) for event in self.cuts.values()]
                low = -len(board.printed)
                model.linear([*self.gained(turn), *drawn], low, low + board.pair - 1)

    def _given(self) -> dict[str, BoolVar]:
        """For each error that gives an energy whether one was left to give."""
        gained = sum(is_circled(self.marks, energy) for energy in self.board.energies)
        all_circled = gained + len(self.board.printed) == len(self.board.energies)
        rewarded = [error for error in self.errors if error in self.board.rewarded]
        return {error: self.model.literal() if all_circled else TRUE for error in rewarded}

    def gained(self, turn: int) -> list[Term]:
        """Energies circled up to a turn."""
        by_errors = [
            (1, self.model.all_of((gives, self.erring[error].by(turn))))
            for error, gives in self.given.items()
        ]
        return self.until(self.energy_actions, turn) + by_errors

    # --- wilds, stations ------------------------------------------------------------------------------------

    def _completion(self, name: str) -> dict[int, BoolVar]:
        """By turn, whether all robots of a station are circled."""
        station = self.board.stations[name]
        if any(robot not in self.marks for robot in station.robots):
            return dict.fromkeys(self.turns, FALSE)
        done = {turn: self.model.literal() for turn in self.turns}
        for turn, literal in done.items():
            circled = self.until(self.robots[name], turn)
            self.model.linear(circled, len(station.robots), None, given=(literal,))
            self.model.linear(circled, None, len(station.robots) - 1, given=(-literal,))
        return done

    # --- errors -------------------------------------------------------------------------------------------

    def closed(self, number: int, turn: int) -> Iterator[list[BoolVar]]:
        """A slot is closed by ink, or by a number of its zone."""
        for slot in self.board.slots:
            reasons = [self.filled[slot].by(turn)] if slot in self.filled else []
            for other in ascending.bounding(self.board.trajectory.slots, slot, number, self.number_in):
                uncut = (-cut.by(turn) for cut in self.cuts_between(slot, other))
                reasons.append(self.model.all_of([self.numbers[other].by(turn), *uncut]))
            yield reasons
