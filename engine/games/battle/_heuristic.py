"""The heuristic of a sensible player of battle, for the greedy bot. Worth is in points, about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.base.capacity import CARDS, worth_of
from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.games.battle.parts.board import Planet
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.game import PASS, Step
from fairsheet.engine.play.number_board import PLANNING
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Ladder

_CLAIM = 50.0
_PASS = 0.5  # steps worth less are declined
_ASTRONAUT = 2.0
_STORED = 1.5  # the cost of using a stored astronaut, which is kept for something good
_ASTEROID = 2.0  # an asteroid, and each symbol next to it
_HOPED = 0.5  # a planet of a colour that the player may still win
_LEAD = 0.35  # share of a planet's worth that a sign brings while the lead is open
_DECIDES = 0.8  # the same for the last sign, if it decides the planet
_IDLE = 0.1  # the same if the sign changes nothing
_HURRY = 0.3  # for each of the last spaces that are filled
_LAST_SPACES = 4
_NEW_MOON = 2.0  # the first own sign on a moon


class View:
    """A sheet from the view of the player of one side, who holds the editor."""

    def __init__(self, editor: BattleEditor) -> None:
        self.editor, self.board, self.side, self.marks = editor, editor.board, editor.side, editor.marks
        self.factor, self.hoped = Computed(self._factor), Computed(self._hoped)
        self.presence, self.room_taken = Computed(self._presence), Computed(self._room_taken)

    def worth(self, step: Step, offers: Sequence[Offer]) -> float:
        """Return how good a step looks."""
        if step.kind == "number":
            return self._number(step, offers[(step.offer or 1) - 1])
        fixed = {PASS: _PASS, "claim": _CLAIM, "error": 0.0, "astronaut": _ASTRONAUT}
        return fixed[step.kind] if step.kind in fixed else self._value_marks(step)

    def _number(self, step: Step, offer: Offer) -> float:
        space = step.ink[-1].field
        planet = self.board.planet_of[space]
        bonus = self.hoped[self.board.bonus[space], None] if space in self.board.bonus else 0.0
        gain = self.presence[planet.id] + bonus + self.hoped[offer.action, planet.id]
        return gain - self.room_taken[planet.id] - _STORED * (len(step.ink) - 1)

    @cached_property
    def _places(self) -> list[float]:
        """The free spaces of the planets, shared equally among the numbers that lead there."""
        places = [0.0] * len(CARDS)
        for planet in self.board.planets.values():
            free = sum(space not in self.marks for space in planet.spaces)
            for number in _on_cards(planet):
                places[number] += free / len(planet.numbers)
        return places

    @cached_property
    def _capacity(self) -> float:
        return worth_of(self._places)

    def _room_taken(self, id_: str) -> float:
        """Return the capacity that a sign on a planet takes from future numbers."""
        planet, places = self.board.planets[id_], self._places.copy()
        for number in _on_cards(planet):
            places[number] -= 1 / len(planet.numbers)
        return self._capacity - worth_of(places)

    def _value_marks(self, step: Step) -> float:
        """Return the worth of the marks of an action or a bonus."""
        first, last = step.ink[0].field, step.ink[-1].field
        match step.kind:
            case "robot":
                return self._asteroid(first)
            case "planning":
                cost = self._box(PLANNING) if last != first else 0.0
                return self._moon(first) - cost
            case "energy":
                return max(
                    self.factor[colour]
                    for colour in self.side.factors
                    if first in self.side.factors[colour].fields
                )
            case _:
                return self._box(step.kind) + _PASS

    def _hoped(self, taken: tuple[str, str | None]) -> float:
        """Return the likely worth of an action with a sign on a planet, or of a bonus if the planet is None."""
        action, planet = taken
        match action:
            case "plant" | "water":
                symbols = () if planet is None else self.board.planets[planet].symbols[action]
                free = planet is None or next_of(symbols, self.marks) is not None
                return self._box(action) if free else 0.0
            case "robot":
                asteroid = next_of(self.side.asteroids, self.marks)
                return 0.0 if asteroid is None else self._asteroid(asteroid)
            case "energy":
                return max(self.factor[colour] for colour in self.side.factors)
            case "planning":
                return _PASS
            case _:
                return _ASTRONAUT

    def _box(self, name: str) -> float:
        return float(_worth_of_next(self.side.ladders[name], self.marks))

    def _asteroid(self, asteroid: str) -> float:
        return _ASTEROID * (1 + len(self.board.rewards[asteroid]))

    def _factor(self, colour: str) -> float:
        """Return the worth of a cross in a factor column: more for every planet of the colour that the player leads."""
        planets = self.board.colours[colour]
        own = sum(self.side.name in self.board.controlling_sides(planet, self.marks) for planet in planets)
        return _worth_of_next(self.side.factors[colour], self.marks) * (own + _HOPED)

    def _presence(self, id_: str) -> float:
        """Return the worth of one more own sign on a planet."""
        planet = self.board.planets[id_]
        factor = self.side.factors[planet.colour]
        value = (*factor.values, factor.last)[sum(box in self.marks for box in factor.fields)]
        signs = planet.signs(self.marks)
        lead = 2 * signs.count(self.editor.sign) - len(signs)
        left = sum(space not in self.marks for space in planet.spaces) - 1
        if left <= 0:
            return value * (_DECIDES if lead in (-1, 0) else _IDLE)
        return value * (_LEAD if abs(lead) <= left else _IDLE) + _HURRY * max(0, _LAST_SPACES - left)

    def _moon(self, moon: str) -> float:
        planet = self.board.planet_of[moon]
        new = all(self.marks.get(field) != self.editor.sign for field in planet.moons)
        return self.presence[planet.id] + (_NEW_MOON if new else 0.0)


def _on_cards(planet: Planet) -> list[int]:
    """Return the numbers of a planet that are on cards."""
    return [number for number in planet.numbers if number < len(CARDS)]


def _worth_of_next(ladder: Ladder, marks: Marks) -> int:
    """Return by how much one more cross changes the current value of a ladder."""
    values = (*ladder.values, ladder.last)
    crossed = sum(field in marks for field in ladder.fields)
    return values[crossed + 1] - values[crossed] if crossed < len(ladder.fields) else 0
