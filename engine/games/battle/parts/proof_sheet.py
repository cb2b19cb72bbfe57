"""One sheet of battle over time: the turns in which its marks can have been made, independent of other sheets.

In every turn the player of one side draws a sign on a planet or crosses an error. A sign may come with the bonus of its
space and with the action of its offer. Ladders are counted, because their boxes are crossed in order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property

from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.games.battle.parts.board import Board, Planet, Side, astronauts_needed
from fairsheet.engine.play.number_board import ENERGY, PLANNING, PLANT, ROBOT, WATER
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules import ladders
from fairsheet.engine.solver.conditions import CannotState
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Model, Solution, Term
from fairsheet.engine.solver.ink_in_time import InkInTime
from fairsheet.engine.solver.matching import matchable
from fairsheet.engine.solver.timeline import Choice, Event, Last, Never
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks, becomes, is_crossed
from fairsheet.sheets.model.sides import NEAR


class Signer(InkInTime):
    """A signer of spaces, moons and asteroids of a sheet: the player of a side, or ASTRA.

    `turns` are all times at which it signs. `moves` are those with a signed space or a crossed error, without the signs
    of effects.
    """

    sheet: SheetModel  # set by the sheet itself
    turns: Sequence[int]
    moves: Sequence[int]
    spaces: Mapping[str, Choice]
    moons: Mapping[str, Choice]
    asteroids: Mapping[str, Choice]

    def __init__(
        self, model: Model, board: Board, seat: int, side: Side, marks: Marks, offers: Offers, turns: Sequence[int],
    ) -> None:  # fmt: skip
        self.model, self.board, self.seat, self.side, self.marks = model, board, seat, side, marks
        self.offers, self.turns = offers, turns
        self.prepare()

    @abstractmethod
    def prepare(self) -> None:
        """Add the events."""

    @property
    def events(self) -> dict[str, Event]:
        """The fields whose turns are chosen one by one. Circled and crossed fields have the turn of the cross."""
        return {**self.spaces, **self.moons, **self.asteroids}

    def is_signed(self, planet: Planet, turn: int) -> Lit:
        """Return whether a space of a planet is signed in a turn."""
        return self.model.any_of(
            self.spaces[space].at(turn) for space in planet.spaces if space in self.spaces
        )


class SideModel(Signer):
    """The events of one side of a sheet. `turns` are those in which its player writes."""

    def prepare(self) -> None:
        """See `Signer.prepare`."""
        side, board, marks = self.side, self.board, self.marks
        self.moves = self.turns
        self.errors = [error for error in side.errors if error in marks]
        stored = [field for field in marks if field in side.astronauts]  # in the mark order
        self.crossed = [field for field in stored if is_crossed(marks, field)]
        possible = self._possible_turns()
        self.spaces = {space: Choice(self.model, turns) for space, turns in possible.items()}
        self.erring = self._choices(self.errors)
        self.moons = self._choices(side.own(board.moons, marks))
        self.asteroids = self._choices(side.own(side.asteroids, marks))
        factors = (box for factor in side.factors.values() for box in factor.fields)
        self.factors = self._choices(box for box in factors if box in marks)
        self.circles = self._choices(sorted(stored, key=lambda field: field not in self.crossed))
        self.crosses = self._choices(self.crossed)
        self.acts = {action: {turn: self.model.literal() for turn in self.turns} for action in ACTIONS}
        self.bonuses = {action: self._bonus(action) for action in (PLANT, WATER, ROBOT)}
        self.reached: dict[tuple[str, int, int], Lit] = {}

    @property
    def events(self) -> dict[str, Event]:
        """See `Signer.events`."""
        chosen = (
            self.spaces,
            self.erring,
            self.moons,
            self.asteroids,
            self.factors,
            self.circles,
            self.crosses,
        )
        return {field: event for events in chosen for field, event in events.items()}

    def _possible_turns(self) -> dict[str, list[int]]:
        """Return the turns in which each space can have been signed, if every sign needs its own turn."""
        own = self.side.own(self.board.spaces, self.marks)
        if self.model.relaxed:
            return {space: list(self.turns) for space in own}
        reach = {planet.id: self._turns_for(planet) for planet in self.board.planets.values()}
        offered = {space: reach[self.board.planet_of[space].id] for space in own}
        possible = matchable(offered, len(self.turns), self.turns if self.errors else [])
        if possible is None:
            self.model.clause()
        return possible or offered

    def _turns_for(self, planet: Planet) -> list[int]:
        stored = len(self.crossed)
        return [
            turn
            for turn in self.turns
            if any(astronauts_needed(planet, offer) <= stored for offer in self.offers.of_turn(turn))
        ]

    def _choices(self, fields: Iterable[str]) -> dict[str, Choice]:
        return {field: Choice(self.model, self.turns) for field in fields}

    def _bonus(self, action: str) -> dict[int, Lit]:
        """Return by turn whether the bonus of the space just signed was used."""
        spaces = [event for space, event in self.spaces.items() if self.board.bonus.get(space) == action]
        used = {}
        for turn in self.turns:
            signed = self.model.any_of(event.at(turn) for event in spaces)
            used[turn] = FALSE if signed == FALSE else self.model.literal()
            self.model.implies(used[turn], signed)
        return used

    def actions_taken(self) -> int:
        """Return the least number of turns that took an action, by marks with no other source."""
        side, board = self.side, self.board
        made = {name: self.inked(side.ladders[name].fields) for name in (PLANT, WATER)}
        made |= {ROBOT: len(self.asteroids), ENERGY: len(self.factors)}
        taken = len(self.circles) + self.inked(side.ladders[PLANNING].fields)
        for action, count in made.items():
            given = board.rewards_of(side, self.marks, action)
            given += board.bonuses_of(side, self.marks, action)
            taken += max(0, count - len(given))
        return taken

    def rewards(self, action: str, turn: int) -> list[Term]:
        """Return how often the asteroids taken in a turn give an action, as terms of a sum."""
        return [
            (1, event.at(turn))
            for asteroid, event in self.asteroids.items()
            for reward in self.board.rewards[asteroid]
            if reward.gives == action
        ]

    def earned(self, name: str, turn: int) -> list[Term]:
        """Return how many boxes of a ladder a turn earns, as terms of a sum."""
        if name == PLANNING:
            return [(1, self.acts[PLANNING][turn])]
        crossed = [(1, event.at(turn)) for event in self.sheet.symbols[name].values()]
        return [*crossed, *self.rewards(name, turn), (1, self.bonuses[name][turn])]

    def has_boxes(self, name: str, number: int, turn: int) -> Lit:
        """Return whether at least `number` boxes of the plant or water ladder are crossed by the end of a turn."""
        key = name, number, turn
        if key not in self.reached:
            terms = [term for each in self.turns if each <= turn for term in self.earned(name, each)]
            self.reached[key] = self.model.at_least(terms, number)
        return self.reached[key]


class SheetModel(InkInTime):
    """The events of one sheet, by signer. `turns` are all turns of the game, in which missions are claimed.

    `full` has the event that fills each planet. `symbols` has the symbols crossed on planets, by action, by either side
    or ASTRA.
    """

    turns: Sequence[int]

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, signers: Sequence[Signer], turns: Sequence[int]
    ) -> None:  # fmt: skip
        self.model, self.board, self.seat, self.marks, self.turns = model, board, seat, marks, turns
        self.signers, self.used = signers, {}
        for signer in signers:
            signer.sheet = self
        self.sides = {signer.side.name: signer for signer in signers if isinstance(signer, SideModel)}
        self.spaces = {space: event for signer in signers for space, event in signer.spaces.items()}
        self.moons = {moon: event for signer in signers for moon, event in signer.moons.items()}
        self.full: dict[str, Event] = {
            planet.id: Last(model, [self.spaces[space] for space in planet.spaces])
            if all(space in self.spaces for space in planet.spaces)
            else Never(model)
            for planet in board.planets.values()
        }
        self.writing = sorted(turn for signer in signers for turn in signer.moves)
        self.symbols: dict[str, dict[str, Choice]] = {
            action: {
                symbol: Choice(model, self.writing)
                for planet in board.planets.values()
                for symbol in planet.symbols[action]
                if symbol in marks
            }
            for action in (PLANT, WATER)
        }

    @property
    def errors(self) -> list[str]:
        """The errors of both sides."""
        return [error for side in self.sides.values() for error in side.errors]

    @property
    def events(self) -> dict[str, Event]:
        """See `Signer.events`."""
        found = {field: event for signer in self.signers for field, event in signer.events.items()}
        return {**found, **self.symbols[PLANT], **self.symbols[WATER]}

    def circled_and_crossed(self) -> Iterator[tuple[str, Event]]:
        """Yield when fields were circled that have been crossed since."""
        for side in self.sides.values():
            yield from ((field, side.circles[field]) for field in side.crosses)

    def constrain(self) -> None:
        """State what signs and symbols require of each other, including ASTRA's."""
        self._state_turns()
        self._state_order()

    def taken(self, moon: str, turn: int) -> Lit:
        """Return whether a spot of a moon has a sign by the end of a turn."""
        return self.moons[moon].by(turn) if moon in self.moons else FALSE

    def _state_turns(self) -> None:
        """State that every turn has one sign in a space or one error, of the side whose turn it is."""
        for side in self.sides.values():
            for turn in side.turns:
                made = [event.at(turn) for event in side.spaces.values()]
                self.model.exactly_one([*made, *(event.at(turn) for event in side.erring.values())])

    def _state_order(self) -> None:
        """State that the spaces of a planet are filled in order. Of two equal symbols the first is crossed first."""
        model = self.model
        for planet in self.board.planets.values():
            filled = [space for space in planet.spaces if space in self.spaces]
            why = Message("the spaces of {planet} were filled in order", planet=planet.id)
            with model.rule(RuleCode.ORDER, self.name(*filled), why):
                ladders.in_time(model, [self.spaces[space] for space in filled], self.writing, apart=1)
            for action, events in self.symbols.items():
                crossed = [events[symbol] for symbol in planet.symbols[action] if symbol in events]
                ladders.in_time(model, crossed, self.writing, apart=1)

    # --- queries of the table -------------------------------------------------------------------------------

    def count_inked(self, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `fairsheet.engine.games.base.proof_claims.SheetModel.count_inked`: counts on the near side."""
        return self.bearing(NEAR, turn, mark, fields)

    @cached_property
    def dated_fields(self) -> Set[str]:
        """See `fairsheet.engine.games.base.proof_claims.SheetModel.dated_fields`: `bearing` rejects the others."""
        return set(self.marks)

    def equals(self) -> Sequence[tuple[Sequence[str], Mapping[int, Lit]]]:
        """See `fairsheet.engine.games.base.proof_claims.SheetModel.equals`: there are none."""
        return ()

    def follow(self, found: dict[str, int], solution: Solution) -> None:
        """Add the ships, drawn in turn 0, and the boxes of ladders, crossed in order."""
        found.update({side.sign: 0 for side in self.board.sides.values()})
        for side in self.sides.values():
            for name, ladder in side.side.ladders.items():
                left = [box for box in ladder.fields if box in self.marks]
                for turn in side.turns:
                    earned = side.earned(name, turn)
                    now = sum(factor * solution.holds(literal) for factor, literal in earned)
                    found.update(dict.fromkeys(left[:now], turn))
                    left = left[now:]

    def bearing(self, side: str, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """Return how many of the fields have a mark (`ink` is any) at the end of a turn, without the other side's.

        Raises CannotState if it is unknown when one of them was inked.
        """
        found = (
            self._inked(self.sides[side], field, turn)
            for field in fields
            if field in self.marks
            and self.board.side_of.get(field, side) == side
            and (mark == "ink" or becomes(self.marks[field], mark))
        )
        return [(1, literal) for literal in found if literal != FALSE]

    def _inked(self, side: SideModel, field: str, turn: int) -> Lit:
        """Return whether a field with ink has it by the end of a turn. Flags drawn after the game do not count."""
        for events in (side.moons, side.asteroids, side.factors):
            if field in events:
                return events[field].by(turn)
        for name in (PLANT, WATER):
            fields = side.side.ladders[name].fields
            if field in fields:
                return side.has_boxes(name, fields.index(field) + 1, turn)
        for planet in self.board.planets.values():
            if field in planet.flags:
                return self.full[planet.id].by(turn)
        raise CannotState(f"when {field} was inked")
