"""One player's hand on one sheet of battle: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from engine.games.base.board import PLANNING, PLANT, WATER
from engine.games.base.editor import Player, SheetEditor, order_of
from engine.games.battle.board import Board, Planet, Side
from engine.ink import Cause, Ink, Mark
from engine.rules import ladders

SETTLE = "settle"  # pending when the bonus of a planet's last space is done
BONUS, REWARD, ACTION = "bonus", "reward", "action"  # pending, each with an action: 'reward energy'


class MarkOrder(msgspec.Struct, frozen=True):
    """The order in which the players of a sheet mark what is equal, and the planets that they circle.

    `rings` is None where it is not known: then planets are circled as they are settled.
    """

    circled: Mapping[str, tuple[str, ...]]  # astronauts, by side
    crossed: Mapping[str, tuple[str, ...]]
    rings: AbstractSet[str] | None


def mark_order(board: Board, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
    """The mark order of players who make the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    rings = {planet.ring for planet in board.planets.values()}
    return MarkOrder(
        {name: ordered(side.astronauts, "circled") for name, side in board.sides.items()},
        {name: ordered(side.astronauts, "crossed") for name, side in board.sides.items()},
        frozenset(field for field, _ in order if field in rings) if order else None,
    )


class BattleEditor(SheetEditor):
    """Writes on a sheet of battle for the player of one side."""

    def __init__(self, board: Board, player: Player, side: Side) -> None:
        super().__init__(player)
        self.board, self.side = board, side
        self.mark_order: MarkOrder = player.mark_order

    @property
    def sign(self) -> Mark:
        """The sign that this player draws."""
        return self.marks[self.side.sign]

    def mark(self, field: str, mark: Mark, by: Cause) -> None:
        """Makes a mark, with the sheet that it is on."""
        super().mark(field, mark, by)
        self.ink[-1] = self.ink_of(field, mark, by)

    def ink_of(self, field: str, mark: Mark, by: Cause) -> Ink:
        """A mark that could be made on this sheet."""
        return Ink(field, mark, by, self.before.seat)

    # --- what a player can choose --------------------------------------------------------------------------

    def space_just_signed(self) -> str:
        """The space of this turn's sign."""
        return next(ink.field for ink in self.ink if ink.by == "number")

    def stored(self) -> list[str]:
        """The astronauts that can be used: circled in an earlier turn, in the order of mark_order."""
        return [
            field for field in self.mark_order.crossed[self.side.name] if self.marks.get(field) == "circled"
        ]

    def choices(self, pending: str) -> Iterator[tuple[Ink, ...]]:
        """Every way to do what is pending, as the marks that the player chooses; none where it can do nothing."""
        kind, _, action = pending.partition(" ")
        by: Cause = "action" if kind == ACTION else "bonus"
        match action:
            case "plant" | "water":
                box = self._box(action, by)
                if by == "bonus":
                    if box:
                        yield box
                    return
                planet = self.board.planet_of[self.space_just_signed()]
                for symbol in planet.symbols[action]:
                    if symbol not in self.marks:
                        yield (self.ink_of(symbol, "crossed", by), *box)
            case "robot":
                asteroid = self.board.next_asteroid(self.side, self.marks)
                if asteroid is not None:
                    yield (self.ink_of(asteroid, self.sign, by),)
            case "energy":
                for factor in self.side.factors.values():
                    if (step := ladders.next_of(factor.fields, self.marks)) is not None:
                        yield (self.ink_of(step, "crossed", by),)
            case "planning":
                box = self._box(PLANNING, by) if by == "action" else ()
                for planet in self.board.planets.values():
                    for moon in () if planet.is_settled(self.marks) else planet.moons:
                        if moon not in self.marks:
                            yield (self.ink_of(moon, self.sign, by), *box)
            case "astronaut":
                order = self.mark_order.circled[self.side.name]
                if (astronaut := ladders.next_of(order, self.marks)) is not None:
                    yield (self.ink_of(astronaut, "circled", by),)

    def _box(self, ladder: str, by: Cause) -> tuple[Ink, ...]:
        """The next box of a ladder; none where it is full."""
        box = ladders.next_of(self.side.ladders[ladder].fields, self.marks)
        return () if box is None else (self.ink_of(box, "crossed", by),)

    # --- what is done --------------------------------------------------------------------------------------

    def do(self, chosen: Sequence[Ink]) -> None:
        """Makes marks that were chosen for what is pending, and goes on to the next decision."""
        self.pending.pop(0)
        for ink in chosen:
            self.make(ink)
        if chosen[0].field in self.board.rewards:
            self._take_rewards(chosen[0].field)
        self.go_on()

    def go_on(self) -> None:
        """Does what is pending without a choice, up to the next decision."""
        while self.pending:
            if self.pending[0] == SETTLE:
                self.settle(self.board.planet_of[self.space_just_signed()], "bonus")
            elif any(True for _ in self.choices(self.pending[0])):
                return
            self.pending.pop(0)

    def settle(self, planet: Planet, by: Cause) -> None:
        """Draws the halves of a planet's flag by the majority of signs, and circles the planet."""
        for name in self.board.controlling(planet, self.marks):
            self.mark(planet.flags[name], self.marks[self.board.sides[name].sign], by)
        rings = self.mark_order.rings
        if planet.ring not in self.marks and (by == "bonus" if rings is None else planet.ring in rings):
            self.mark(planet.ring, "circled", by)

    def _take_rewards(self, asteroid: str) -> None:
        """Crosses the symbols beside an asteroid and uses them; those that leave a choice are pending."""
        choices = []
        for reward in self.board.rewards[asteroid]:
            self.mark(reward.field, "crossed", "bonus")
            if reward.gives in (PLANT, WATER):
                for ink in self._box(reward.gives, "bonus"):
                    self.make(ink)
            else:
                choices.append(f"{REWARD} {reward.gives}")
        self.pending[:0] = choices
