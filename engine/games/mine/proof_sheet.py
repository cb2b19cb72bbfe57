"""One sheet of mine in time: the turns in which its marks can have been made, whatever the others did.

Energies and robots of a factory and astronauts are counted, not told apart. A plant or water was taken in the turn of
a number beside it; columns are extracted, and factories complete, when the last of what they need is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from engine.games.base.board import ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.marks import is_circled
from engine.games.base.proof_sheet import Made, NumberSheet
from engine.games.mine.board import Board, Factory, Main, is_complete, is_full
from engine.ink import Marks
from engine.proof.model import FALSE, BoolVar, Model, Term
from engine.proof.offers import Offers
from engine.proof.timeline import Last
from engine.rules.codes import RuleCode


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers) -> None:
        super().__init__(model, board, seat, marks, offers)
        self.board = board
        self.energies = {factory.id: self.some_turns(factory.energies) for factory in board.factories}
        self.robots = {factory.id: self.some_turns(factory.robots) for factory in board.factories}
        self.taken = {
            field: self._takers(caves) for field, caves in board.beside.items() if is_circled(marks, field)
        }
        self.extracted = {
            column.tower: Last(model, [self.filled[slot] for slot in column.slots])
            for column in board.columns
            if is_full(column, marks)
        }
        self._giver = board.secondaries[ROBOT]
        self.given: dict[
            str, list[BoolVar]
        ] = {}  # by factory: whether it got one, two, … of the given robots
        self.complete: dict[str, Made] = {self._giver.id: self._completion(self._giver)}
        if is_complete(self._giver, marks):
            self.given = {factory.id: self._shares(factory) for factory in board.factories}
        for factory in board.factories:
            if factory is not self._giver:
                self.complete[factory.id] = self._completion(factory)
        self.reached = {bonus: self._counting(main) for bonus, main in board.raced.items()}

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        for factory in self.board.factories:
            self.exactly(self.energies[factory.id], factory.energies)
            self._count_robots(factory)
        self._give_robots()
        self._take_once()

    # --- actions ------------------------------------------------------------------------------------------

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        return {
            ENERGY: [made[turn] for made in self.energies.values()],
            ROBOT: [made[turn] for made in self.robots.values()],
            PLANT: self._taken_at(PLANT, turn),
            WATER: self._taken_at(WATER, turn),
            PLANNING: [event.at(turn) for event in self.crosses.values()],
        }

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        needs = [need for factory in self.board.factories for need in factory.energies]
        fields = {ENERGY: needs, ROBOT: self.board.robots}.get(action, ())
        return [*fields, *(field for field in self.taken if self.board.kind_of[field] == action)]

    # --- plants and waters --------------------------------------------------------------------------------

    def _takers(self, caves: Sequence[str]) -> dict[str, BoolVar]:
        """For each number beside a plant or water whether it was the one that took it."""
        numbered = [cave for cave in caves if cave in self.numbers]
        return dict(zip(numbered, self.model.one_of(len(numbered)), strict=True))

    def _taken_at(self, kind: str, turn: int) -> list[BoolVar]:
        """For each plant or water whether it was taken in a turn."""
        model = self.model
        return [
            model.any_of(model.all_of((took, self.numbers[slot].at(turn))) for slot, took in takers.items())
            for field, takers in self.taken.items()
            if self.board.kind_of[field] == kind
        ]

    def taken_by(self, field: str, turn: int) -> BoolVar:
        """Whether a plant or water has been taken by the end of a turn."""
        model = self.model
        return model.any_of(
            model.all_of((took, self.numbers[slot].by(turn))) for slot, took in self.taken[field].items()
        )

    def _take_once(self) -> None:
        """A number takes one plant or water at most."""
        for slot in self.numbers:
            took = {field: takers[slot] for field, takers in self.taken.items() if slot in takers}
            why = f"the number in {slot} took at most one of {', '.join(took)}"
            with self.model.rule(RuleCode.LOCATION, self.name(slot, *took), why):
                self.model.linear([(1, literal) for literal in took.values()], None, 1)

    # --- factories ----------------------------------------------------------------------------------------

    def _shares(self, factory: Factory) -> list[BoolVar]:
        crossed = sum(robot in self.marks for robot in factory.robots)
        shares = [self.model.literal() for _ in range(min(crossed, len(self._giver.gains)))]
        for one, more in pairwise(shares):
            self.model.implies(more, one)
        return shares

    def _robots_by(self, factory: Factory, turn: int) -> list[Term]:
        """How many robots of a factory are crossed by the end of a turn, those given included."""
        activated = self.complete[self._giver.id][turn] if self.given else FALSE
        given = [(1, self.model.all_of((share, activated))) for share in self.given.get(factory.id, ())]
        return [*self.until(self.robots[factory.id], turn), *given]

    def _completion(self, factory: Factory) -> Made:
        """By turn, whether all energies and robots of a factory are crossed."""
        if not is_complete(factory, self.marks):
            return dict.fromkeys(self.turns, FALSE)
        return {
            turn: self.model.at_least(
                [*self.until(self.energies[factory.id], turn), *self._robots_by(factory, turn)],
                len(factory.needs),
            )
            for turn in self.turns
        }

    def _count_robots(self, factory: Factory) -> None:
        """Every robot crossed took an action or was given."""
        crossed = [robot for robot in factory.robots if robot in self.marks]
        why = f"the robots of {factory.id} took actions or were given by {self._giver.id}"
        with self.model.rule(RuleCode.ROBOT, self.name(*crossed), why):
            self.model.linear(self._robots_by(factory, self.last), len(crossed), len(crossed))

    def _give_robots(self) -> None:
        """As many robots are given as there are bonus symbols, or all that are left."""
        if not self.given:
            return
        model, count = self.model, len(self._giver.gains)
        shares = [(1, share) for each in self.given.values() for share in each]
        why = f"{self._giver.id} gave {count} robots, or all that were left"
        with model.rule(RuleCode.ROBOT, self.name(*self._giver.gains), why):
            if any(robot not in self.marks for robot in self.board.robots):
                model.linear(shares, count, count)
                return
            fewer = model.literal()
            model.linear(shares, None, count)
            model.linear(shares, count, None, given=(-fewer,))
            for turn in self.turns[1:]:
                for made in self.robots.values():
                    model.clause(-fewer, -self.complete[self._giver.id][turn - 1], -made[turn])

    def _counting(self, main: Main) -> Made:
        """By turn, whether a main factory's trigger is circled."""
        if main.trigger not in self.marks:
            return dict.fromkeys(self.turns, FALSE)
        least = main.symbols.index(main.trigger) + 1
        return {turn: self.model.at_least(self._goods_by(main, turn), least) for turn in self.turns}

    def _goods_by(self, main: Main, turn: int) -> list[Term]:
        """How many symbols of a main factory are circled by the end of a turn."""
        board, secondary = self.board, self.board.secondaries[main.kind]
        extracted = []
        for column in board.columns:
            if column.tower in self.extracted:
                brought = [field for field in column.resources if board.kind_of[field] == main.kind]
                count = sum(is_circled(self.marks, field) for field in brought)
                extracted.append((count, self.extracted[column.tower].by(turn)))
        return [*extracted, (len(secondary.gains), self.complete[secondary.id][turn])]

    # --- errors -------------------------------------------------------------------------------------------

    def closed(self, number: int, turn: int) -> Iterator[list[BoolVar]]:
        """A cave is closed by ink, or by a number of its level."""
        for level in self.board.levels:
            for slot in level:
                yield self.kept_out(slot, number, turn, level)
