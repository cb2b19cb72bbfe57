"""ASTRA's marks on a sheet of battle in time: its moves, one before every turn of the player, and effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from fairsheet.engine.games.battle._astra import ASTEROID_ACTIONS, MOON_ACTIONS, planets_for, sheet_of
from fairsheet.engine.games.battle._moments import Moments, OffersAtMoments
from fairsheet.engine.games.battle.parts.board import Board, Planet, Side
from fairsheet.engine.games.battle.parts.proof_sheet import SideModel
from fairsheet.engine.play.number_board import PLANT, WATER
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules import ladders
from fairsheet.engine.solver.constraint_model import FALSE, BoolVar, Model, Term, minus
from fairsheet.engine.solver.timeline import Choice, Event
from fairsheet.sheets.model.marks import Marks


class AstraModel:
    """The events of ASTRA on a sheet. `turns` are the moments of its moves and of the effects' signs."""

    def __init__(
        self, model: Model, board: Board, seat: int, side: Side, marks: Marks, offers: OffersAtMoments,
        moments: Moments,
    ) -> None:  # fmt: skip
        self.model, self.board, self.seat, self.side, self.marks = model, board, seat, side, marks
        self.offers = offers
        self.moves = [moment for turn, moment in moments.astra.items() if sheet_of(turn) == seat]
        self.effects = [signs for signs in moments.effects if sheet_of(moments.turn_of[signs[0]]) == seat]
        self.turns = sorted([*self.moves, *(moment for signs in self.effects for moment in signs)])
        self.spaces = {space: Choice(model, self.moves) for space in side.own(board.spaces, marks)}
        self.moons = {moon: Choice(model, self.turns) for moon in side.own(board.moons, marks)}
        self.asteroids = {each: Choice(model, self.moves) for each in side.own(side.asteroids, marks)}

    @property
    def events(self) -> dict[str, Event]:
        """The fields whose moments are chosen one by one."""
        return {**self.spaces, **self.moons, **self.asteroids}

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Marks of this sheet as a rule of the model names them."""
        return [(self.seat, field) for field in fields]

    def constrain(
        self,
        player: SideModel,
        full: Mapping[str, Event],
        symbols: Mapping[str, Mapping[str, Choice]],
        taken: Callable[[str, int], BoolVar],
    ) -> None:
        """States what ASTRA's marks ask of each other; see `SideModel.constrain`. `player`: the other side."""
        why = "ASTRA signed by the first card of every turn, and did what its action says"
        with self.model.rule(RuleCode.ASTRA_MOVE, self.name(*self.spaces, *self.asteroids, *self.moons), why):
            for moment in self.moves:
                self.model.exactly_one(event.at(moment) for event in self.spaces.values())
                self._signed(moment, full)
                self._acted(moment, full, symbols, taken)
                self._took_asteroid(moment, player)
            ladders.in_time(self.model, self.asteroids.values(), self.moves, apart=1)
        why = "effects drew ASTRA's sign on moons of the open planets with most of the player's signs"
        with self.model.rule(RuleCode.EFFECT, self.name(*self.moons), why):
            for planet in self.board.planets.values():
                spots = [self.moons[moon] for moon in planet.moons if moon in self.moons]
                ladders.in_time(self.model, spots, self.turns, apart=1)
            for signs in self.effects:
                for moment in signs:
                    self._sign_of_effect(moment, player, full, taken)

    def _on(self, planet: Planet, moment: int) -> BoolVar:
        """Whether ASTRA signs a space of a planet at a moment."""
        return self.model.any_of(self.spaces[s].at(moment) for s in planet.spaces if s in self.spaces)

    def _signed(self, moment: int, full: Mapping[str, Event]) -> None:
        """A planet of the number of the card, or the next one where these are full."""
        planets = self.board.planets
        for number, is_number in self.offers.numbers(moment, 0).items():
            passed: list[str] = []  # the planets that would come first
            while len(passed) < len(planets):
                now = planets_for(self.board, number, passed)
                for planet in now:
                    here = self._on(planet, moment)
                    for earlier in passed:
                        self.model.clause(-here, -is_number, full[earlier].by(moment - 1))
                passed += [planet.id for planet in now]

    def _acted(
        self,
        moment: int,
        full: Mapping[str, Event],
        symbols: Mapping[str, Mapping[str, Choice]],
        taken: Callable[[str, int], BoolVar],
    ) -> None:
        """The action of the card, on the planet just signed, if and only if it is possible."""
        model, actions = self.model, self.offers.actions(moment, 0)
        for planet in self.board.planets.values():
            here = self._on(planet, moment)
            for action in (PLANT, WATER):
                is_action = actions.get(action, FALSE)
                events = [symbols[action].get(symbol) for symbol in planet.symbols[action]]
                crossed = [event.at(moment) for event in events if event is not None]
                model.linear([(1, literal) for literal in crossed], None, 1)
                for literal in crossed:
                    model.implies(literal, here)
                    model.implies(literal, is_action)
                for event in events:
                    gone = FALSE if event is None else event.by(moment - 1)
                    model.clause(-here, -is_action, gone, *crossed)
            is_action = model.any_of(actions.get(action, FALSE) for action in MOON_ACTIONS)
            signed = [self.moons[moon].at(moment) for moon in planet.moons if moon in self.moons]
            for literal in signed:
                model.implies(literal, here)
                model.implies(literal, is_action)
                model.implies(literal, -full[planet.id].by(moment))
            for moon in planet.moons:
                model.clause(-here, -is_action, full[planet.id].by(moment), taken(moon, moment - 1), *signed)
            model.linear([(1, literal) for literal in signed], None, 1)

    def _took_asteroid(self, moment: int, player: SideModel) -> None:
        """Its next asteroid if and only if the card says so, while any is left."""
        model, actions = self.model, self.offers.actions(moment, 0)
        is_action = model.any_of(actions.get(action, FALSE) for action in ASTEROID_ACTIONS)
        taken_now = [event.at(moment) for event in self.asteroids.values()]
        for literal in taken_now:
            model.implies(literal, is_action)
        both = {**player.asteroids, **self.asteroids}
        before = [both[each].by(moment - 1) if each in both else FALSE for each in self.board.asteroids]
        model.implies(is_action, model.all_of(before), *taken_now)

    def _sign_of_effect(
        self,
        moment: int,
        player: SideModel,
        full: Mapping[str, Event],
        taken: Callable[[str, int], BoolVar],
    ) -> None:
        """A sign on a free moon of the open planet with most signs of the player, if there is one."""
        model, before = self.model, moment - 1
        made = [event.at(moment) for event in self.moons.values()]
        model.linear([(1, literal) for literal in made], None, 1)
        closed: dict[str, BoolVar] = {}
        for planet in self.board.planets.values():
            for moon in planet.moons:
                model.clause(*made, full[planet.id].by(before), taken(moon, before))
            closed[planet.id] = model.all_of(taken(moon, before) for moon in planet.moons)
        for planet in self.board.planets.values():
            here = model.any_of(self.moons[moon].at(moment) for moon in planet.moons if moon in self.moons)
            if here == FALSE:
                continue
            model.implies(here, -full[planet.id].by(before))
            own = list(_signs(player, planet, before))
            for other in self.board.planets.values():
                if other is not planet:
                    better = [*own, *minus(_signs(player, other, before))]
                    model.linear(better, 0, None, given=(here, -full[other.id].by(before), -closed[other.id]))


def _signs(side: SideModel, planet: Planet, moment: int) -> Iterator[Term]:
    """How many signs a side has on a planet by the end of a moment, its moon included, as a sum."""
    for field, event in (*side.spaces.items(), *side.moons.items()):
        if field in (*planet.spaces, *planet.moons):
            yield 1, event.by(moment)
