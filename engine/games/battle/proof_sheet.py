"""One sheet of battle in time: the turns in which its marks can have been made, whatever happened on the others.

In every turn the player of one side draws a sign on a planet or crosses an error. A sign may come with the bonus of its
space and with one action, that of its offer. Ladders are counted: their boxes are crossed in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.cards import ACTIONS
from engine.games.base.board import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.marks import is_crossed
from engine.games.battle.board import Board, Planet, Side, astronauts_needed, writing_side
from engine.games.battle.check import own_signs, turns_of_side
from engine.ink import Marks
from engine.proof.matching import matchable
from engine.proof.model import FALSE, TRUE, BoolVar, Model, Term
from engine.proof.offers import Offers
from engine.proof.solve import Solution
from engine.proof.timeline import Choice, Event, Last, Never
from engine.rules import ladders
from engine.rules.codes import RuleCode

Made = Mapping[int, BoolVar]  # by turn, whether something was done in it


class SideModel:
    """The events of one side of a sheet. `turns` are those in which its player writes."""

    def __init__(
        self,
        model: Model,
        board: Board,
        seat: int,
        side: Side,
        marks: Marks,
        offers: Offers,
        last: int,
    ) -> None:
        self.model, self.board, self.side, self.marks, self.seat = model, board, side, marks, seat
        self.offers, self.last = offers, last
        self.turns = [turn for turn in range(1, last + 1) if writing_side(turn) == side.name]
        self.errors = [error for error in side.errors if error in marks]
        stored = [field for field in marks if field in side.astronauts]  # in the order of mark order
        self.crossed = [field for field in stored if is_crossed(marks, field)]
        self.spaces = {space: Choice(model, turns) for space, turns in self._possible_turns().items()}
        self.erring = {error: Choice(model, self.turns) for error in self.errors}
        self.moons = self._choices(own_signs(board, side, marks, board.moons))
        self.asteroids = self._choices(own_signs(board, side, marks, side.asteroids))
        self.factors = self._choices(
            [box for factor in side.factors.values() for box in factor.fields if box in marks]
        )
        self.circles = self._choices(
            [*self.crossed, *(field for field in stored if field not in self.crossed)]
        )
        self.crosses = self._choices(self.crossed)
        self.acts = {action: self._each_turn() for action in ACTIONS}
        self.bonuses = {action: self._bonus(action) for action in (PLANT, WATER, ROBOT)}
        self._reached: dict[tuple[str, int, int], BoolVar] = {}

    # --- helpers ------------------------------------------------------------------------------------------

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Marks of this sheet as a rule of the model names them."""
        return [(self.seat, field) for field in fields]

    def on(self, planet: Planet, turn: int) -> BoolVar:
        """Whether this side signs a space of a planet in a turn."""
        return self.model.any_of(
            self.spaces[space].at(turn) for space in planet.spaces if space in self.spaces
        )

    def _choices(self, fields: Iterable[str]) -> dict[str, Choice]:
        return {field: Choice(self.model, self.turns) for field in fields}

    def _each_turn(self) -> dict[int, BoolVar]:
        return {turn: self.model.literal() for turn in self.turns}

    def _bonus(self, action: str) -> dict[int, BoolVar]:
        """By turn, whether the bonus of the space just signed was used."""
        spaces = [event for space, event in self.spaces.items() if self.board.bonus.get(space) == action]
        used = {}
        for turn in self.turns:
            signed = self.model.any_of(event.at(turn) for event in spaces)
            used[turn] = FALSE if signed == FALSE else self.model.literal()
            self.model.implies(used[turn], signed)
        return used

    def _possible_turns(self) -> dict[str, list[int]]:
        """The turns in which each space can have been signed, given that every sign needs its own."""
        own = own_signs(self.board, self.side, self.marks, self.board.spaces)
        if self.model.relaxed:
            return dict.fromkeys(own, self.turns)
        reach = {planet.id: self._turns_for(planet) for planet in self.board.planets.values()}
        place = {turn: number for number, turn in enumerate(self.turns, start=1)}
        offered = {space: [place[turn] for turn in reach[self.board.planet_of[space].id]] for space in own}
        possible = matchable(offered, len(self.turns), list(place.values()) if self.errors else [])
        if possible is None:
            self.model.clause()
        return {
            space: [self.turns[number - 1] for number in numbers]
            for space, numbers in (possible or offered).items()
        }

    def _turns_for(self, planet: Planet) -> list[int]:
        return [
            turn
            for turn in self.turns
            if any(
                astronauts_needed(planet, offer) <= len(self.crossed) for offer in self.offers.of_turn(turn)
            )
        ]

    # --- constraints --------------------------------------------------------------------------------------

    def constrain(
        self,
        full: Mapping[str, Event],
        symbols: Mapping[str, Mapping[str, Choice]],
        taken: Callable[[str, int], BoolVar],
    ) -> None:
        """States what this side's marks ask of each other.

        `full`: when each planet was full; `symbols`: by action, the crossed symbols of planets, whoever crossed them;
        `taken`: whether a spot of a moon bears a sign by the end of a turn.
        """
        for upper, lower in zip(self.errors, self.errors[1:], strict=False):
            for turn in self.turns:
                self.model.implies(self.erring[lower].by(turn), self.erring[upper].by(turn - 1))
        self._offered(full)
        self._stored()
        self._asteroids()
        self._energies()
        self._moons(full, taken)
        for action in (PLANT, WATER):
            self._ladder(action, symbols[action])
        self._errors(full)

    def _offered(self, full: Mapping[str, Event]) -> None:
        """A sign stands where its offer leads with the astronauts that are crossed; the action is that of the offer."""
        model = self.model
        for turn in self.turns:
            chosen = {offer: model.literal() for offer in self.offers.of_turn(turn)}
            for offer, literal in chosen.items():
                model.implies(literal, self.offers.of_turn(turn)[offer])
            signed = model.any_of(event.at(turn) for event in self.spaces.values())
            model.exactly_one([*chosen.values(), -signed])
            for action in ACTIONS:
                offering = [literal for offer, literal in chosen.items() if offer.action == action]
                model.implies(self.acts[action][turn], *offering)
            used = [(1, event.at(turn)) for event in self.crosses.values()]
            model.linear(used, None, 0, given=(-signed,))
            for planet in self.board.planets.values():
                here = self.on(planet, turn)
                if here == FALSE:
                    continue
                spaces = [space for space in planet.spaces if space in self.spaces]
                why = f"the signs of {self.side.name} on {planet.id} come from offers of their turns"
                with model.rule(RuleCode.OFFER, self.name(*spaces), why):
                    for offer, literal in chosen.items():
                        needed = astronauts_needed(planet, offer)
                        if needed > len(self.crossed):
                            model.clause(-here, -literal)
                        elif used:
                            model.linear(used, needed, needed, given=(here, literal))

    def _stored(self) -> None:
        """An astronaut is circled by an action and used in a later turn. Of equals those used are circled first."""
        model = self.model
        circles, crosses = list(self.circles.values()), list(self.crosses.values())
        why = f"the astronauts of {self.side.name} were circled by actions, and crossed in later turns"
        with model.rule(RuleCode.ASTRONAUT, self.name(*self.circles), why):
            for turn in self.turns:
                now = [event.at(turn) for event in circles]
                model.linear([(1, literal) for literal in now], None, 1)
                for literal in now:
                    model.implies(literal, self.acts[ASTRONAUT][turn])
                for circle, cross in zip(circles, crosses, strict=False):
                    model.implies(cross.by(turn), circle.by(turn - 1))
            ladders.in_time(model, crosses, self.turns, apart=0)
            ladders.in_time(model, circles, self.turns, apart=1)

    def _asteroids(self) -> None:
        """Asteroids are taken in order, one for each robot that is used."""
        model = self.model
        events = list(self.asteroids.values())
        why = f"{self.side.name} took its asteroids with robots"
        with model.rule(RuleCode.ASTEROID, self.name(*self.asteroids), why):
            for turn in self.turns:
                robots = [(-1, self.acts[ROBOT][turn]), (-1, self.bonuses[ROBOT][turn])]
                model.linear([*((1, event.at(turn)) for event in events), *robots], 0, 0)
            ladders.in_time(model, events, self.turns, apart=0)

    def rewards(self, action: str, turn: int) -> list[Term]:
        """How often the asteroids taken in a turn give an action, as terms of a sum."""
        return [
            (1, event.at(turn))
            for asteroid, event in self.asteroids.items()
            for reward in self.board.rewards[asteroid]
            if reward.gives == action
        ]

    def _energies(self) -> None:
        """Every energy crosses a box of a factor column while one is left."""
        model = self.model
        every = [box for factor in self.side.factors.values() for box in factor.fields]
        why = f"{self.side.name} crossed the values of colours by actions and asteroids"
        with model.rule(RuleCode.LADDER, self.name(*self.factors), why):
            for turn in self.turns:
                made = [(1, event.at(turn)) for event in self.factors.values()]
                given = [(-1, self.acts[ENERGY][turn]), *_minus(self.rewards(ENERGY, turn))]
                model.linear([*made, *given], None, 0)
                all_crossed = (
                    model.all_of(event.by(turn) for event in self.factors.values())
                    if len(self.factors) == len(every)
                    else FALSE
                )
                model.linear([*made, *given], 0, None, given=(-all_crossed,))
            for factor in self.side.factors.values():
                column = [self.factors[box] for box in factor.fields if box in self.factors]
                ladders.in_time(model, column, self.turns, apart=0)

    def _moons(self, full: Mapping[str, Event], taken: Callable[[str, int], BoolVar]) -> None:
        """Moons are signed by planning, before their planet is settled; actions cross a box while one is left."""
        model, board = self.model, self.board
        boxes = self.side.ladders[PLANNING].fields
        crossed = [box for box in boxes if box in self.marks]
        acts = self.acts[PLANNING]
        why = f"{self.side.name} signed moons by planning, on planets that were not settled"
        with model.rule(RuleCode.PLANNING, self.name(*self.moons, *crossed), why):
            most = None if len(crossed) == len(boxes) else len(crossed)
            model.linear([(1, literal) for literal in acts.values()], len(crossed), most)
            for planet in board.planets.values():
                spots = [moon for moon in planet.moons if moon in self.moons]
                ladders.in_time(model, [self.moons[moon] for moon in spots], self.turns, apart=0)
                for turn in self.turns:
                    for moon in spots:
                        now = self.moons[moon].at(turn)
                        model.clause(-now, -full[planet.id].by(turn - 1))
                        by_bonus = [self.bonuses[ROBOT][turn]] if self.rewards(PLANNING, turn) else []
                        model.clause(-now, -full[planet.id].at(turn), *by_bonus)
            for turn in self.turns:
                made = [(1, event.at(turn)) for event in self.moons.values()]
                rewards = self.rewards(PLANNING, turn)
                given = [(-1, acts[turn]), *_minus(rewards)]
                model.linear([*made, *given], None, 0)
                lost = model.literal() if rewards else FALSE
                model.linear([*made, *given], 0, None, given=(-lost,))
                for planet in board.planets.values():
                    for moon in planet.moons if rewards else ():
                        model.implies(lost, full[planet.id].by(turn), taken(moon, turn))
                model.linear([*made, (-1, acts[turn])], 0, None)

    def earned(self, name: str, symbols: Mapping[str, Choice], turn: int) -> list[Term]:
        """How many boxes of the plant or water ladder a turn earns, as terms of a sum."""
        crossed = [(1, event.at(turn)) for event in symbols.values()]
        return [*crossed, *self.rewards(name, turn), (1, self.bonuses[name][turn])]

    def _ladder(self, name: str, symbols: Mapping[str, Choice]) -> None:
        """Every symbol of a planet is crossed by the action of a turn with a sign on it; so is a box."""
        model = self.model
        boxes = self.side.ladders[name].fields
        crossed = [box for box in boxes if box in self.marks]
        total: list[Term] = []
        why = f"{self.side.name} earned its {name} boxes by actions, spaces and asteroids"
        with model.rule(RuleCode.LADDER, self.name(*crossed, *symbols), why):
            for turn in self.turns:
                model.linear([(1, event.at(turn)) for event in symbols.values()], None, 1)
                for symbol, event in symbols.items():
                    model.implies(event.at(turn), self.acts[name][turn])
                    model.implies(event.at(turn), self.on(self.board.planet_of[symbol], turn))
                total += self.earned(name, symbols, turn)
            model.linear(total, len(crossed), None if len(crossed) == len(boxes) else len(crossed))

    def boxes_reached(self, name: str, symbols: Mapping[str, Choice], number: int, turn: int) -> BoolVar:
        """Whether so many boxes of the plant or water ladder are crossed by the end of a turn."""
        key = name, number, turn
        if key not in self._reached:
            earned = [
                term for each in self.turns if each <= turn for term in self.earned(name, symbols, each)
            ]
            self._reached[key] = self.model.at_least(earned, number)
        return self._reached[key]

    # --- errors -------------------------------------------------------------------------------------------

    def _errors(self, full: Mapping[str, Event]) -> None:
        """An error only where no offer leads to a planet with a free space, with the astronauts available."""
        model = self.model
        if not self.errors:
            return
        for turn in self.turns:
            erring = model.any_of(event.at(turn) for event in self.erring.values())
            why = f"in turn {turn} a sign could have been drawn"
            with model.rule(RuleCode.ERROR, self.name(*self.errors), why):
                for offer, offered in self.offers.of_turn(turn).items():
                    for planet in self.board.planets.values():
                        needed = astronauts_needed(planet, offer)
                        lacking = self._lacks(needed, turn)
                        model.clause(-erring, -offered, full[planet.id].by(turn - 1), lacking)

    def _lacks(self, needed: int, turn: int) -> BoolVar:
        """Whether fewer astronauts than needed can be used in a turn."""
        if needed == 0:
            return FALSE
        if needed > len(self.circles):
            return TRUE
        key = "stored", needed, turn
        if key not in self._reached:
            circled = [(1, event.by(turn - 1)) for event in self.circles.values()]
            used = [(-1, event.by(turn - 1)) for event in self.crosses.values()]
            lacks = self._reached[key] = self.model.literal()
            self.model.linear([*circled, *used], None, needed - 1, given=(lacks,))
        return self._reached[key]


class SheetModel:
    """The events of one sheet, with both its sides."""

    def __init__(self, model: Model, board: Board, seat: int, marks: Marks, offers: Offers) -> None:
        self.model, self.board, self.seat, self.marks = model, board, seat, marks
        self.last = self.turns_on(board, marks)
        self.turns = range(1, self.last + 1)
        self.sides: dict[str, SideModel] = {
            name: SideModel(model, board, seat, side, marks, offers, self.last)
            for name, side in board.sides.items()
        }
        both = self.sides.values()
        self.spaces: dict[str, Choice] = {
            space: event for side in both for space, event in side.spaces.items()
        }
        self.moons: dict[str, Choice] = {moon: event for side in both for moon, event in side.moons.items()}
        self.full: dict[str, Event] = {
            planet.id: Last(model, [self.spaces[space] for space in planet.spaces])
            if all(space in self.spaces for space in planet.spaces)
            else Never(model)
            for planet in board.planets.values()
        }
        every = list(self.turns)
        self.symbols: dict[str, dict[str, Choice]] = {
            action: {
                symbol: Choice(model, every)
                for planet in board.planets.values()
                for symbol in planet.symbols[action]
                if symbol in marks
            }
            for action in (PLANT, WATER)
        }

    @staticmethod
    def turns_on(board: Board, marks: Marks) -> int:
        """How many turns a sheet has seen."""
        return sum(turns_of_side(board, side, marks) for side in board.sides.values())

    @property
    def errors(self) -> list[str]:
        """The errors of both sides."""
        return [error for side in self.sides.values() for error in side.errors]

    @property
    def events(self) -> dict[str, Event]:
        """The fields whose turns are chosen one by one; what is circled and crossed, when it was crossed."""
        found: dict[str, Event] = {}
        for side in self.sides.values():
            for events in (side.spaces, side.erring, side.moons, side.asteroids, side.factors):
                found.update(events)
            found.update({**side.circles, **side.crosses})
        for symbols in self.symbols.values():
            found.update(symbols)
        return found

    def circled_and_crossed(self) -> Iterator[tuple[str, Event]]:
        """When fields were circled that have been crossed since."""
        for side in self.sides.values():
            yield from ((field, side.circles[field]) for field in side.crosses)

    def ladder_boxes(self, solution: Solution) -> dict[str, int]:
        """The turns in which the boxes of the plant, water and planning ladders were crossed."""
        found: dict[str, int] = {}
        for side in self.sides.values():
            for name, ladder in side.side.ladders.items():
                left = [box for box in ladder.fields if box in self.marks]
                for turn in side.turns:
                    now = sum(
                        factor * solution.holds(literal)
                        for factor, literal in self._boxes_in(side, name, turn)
                    )
                    found.update(dict.fromkeys(left[:now], turn))
                    left = left[now:]
        return found

    def _boxes_in(self, side: SideModel, name: str, turn: int) -> list[Term]:
        if name == PLANNING:
            return [(1, side.acts[PLANNING][turn])]
        return side.earned(name, self.symbols[name], turn)

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Marks of this sheet as a rule of the model names them."""
        return [(self.seat, field) for field in fields]

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        self._turn_by_turn()
        self._in_order()
        for side in self.sides.values():
            side.constrain(self.full, self.symbols, self._taken)

    def _taken(self, moon: str, turn: int) -> BoolVar:
        return self.moons[moon].by(turn) if moon in self.moons else FALSE

    def _turn_by_turn(self) -> None:
        """Every turn has one sign in a space or one error, of the side whose turn it is."""
        for turn in self.turns:
            made = [event.at(turn) for event in self.spaces.values()]
            for side in self.sides.values():
                made += [event.at(turn) for event in side.erring.values()]
            self.model.exactly_one(made)

    def _in_order(self) -> None:
        """The spaces of a planet are filled in order; of two equal symbols the first one is crossed first."""
        model = self.model
        for planet in self.board.planets.values():
            filled = [space for space in planet.spaces if space in self.spaces]
            why = f"the spaces of {planet.id} were filled in order"
            with model.rule(RuleCode.ORDER, self.name(*filled), why):
                ladders.in_time(model, [self.spaces[space] for space in filled], self.turns, apart=1)
            for action, events in self.symbols.items():
                crossed = [events[symbol] for symbol in planet.symbols[action] if symbol in events]
                ladders.in_time(model, crossed, self.turns, apart=1)

    # --- what missions ask --------------------------------------------------------------------------------

    def bearing(self, side: str, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """How many of the fields bear a mark (`ink` is any) at the end of a turn, the other side's left out."""
        found = (
            self._inked(self.sides[side], field, turn)
            for field in fields
            if field in self.marks
            and self.board.side_of.get(field, side) == side
            and mark in ("ink", self.marks[field])
        )
        return [(1, literal) for literal in found if literal != FALSE]

    def _inked(self, side: SideModel, field: str, turn: int) -> BoolVar:
        """Whether a field that bears ink in the end does so by the end of a turn; flags of the end do not count."""
        for events in (side.moons, side.asteroids, side.factors):
            if field in events:
                return events[field].by(turn)
        for name in (PLANT, WATER):
            boxes = side.side.ladders[name].fields
            if field in boxes:
                return side.boxes_reached(name, self.symbols[name], boxes.index(field) + 1, turn)
        for planet in self.board.planets.values():
            if field in planet.flags.values():
                return self.full[planet.id].by(turn)
        return FALSE


def _minus(terms: Iterable[Term]) -> Iterator[Term]:
    return ((-factor, variable) for factor, variable in terms)
