"""One sheet of escape in time: the turns in which its marks can have been made, whatever the others did.

Plants and reactors of a ship, astronauts and wilds are counted, not told apart; airlocks are told apart, since they
open sections. A turn has two *halves*, 2t - 1 and 2t, in each of which at most one airlock is drawn: in the first one
for a number in a robot's slot, in the second one for an action, an X in a robot's slot or an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.games.base.board import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.marks import is_crossed
from engine.games.base.proof_sheet import NumberSheet
from engine.games.escape.board import Board
from engine.ink import Mark
from engine.proof.model import FALSE, TRUE, BoolVar, Model, Term
from engine.proof.offers import Offers
from engine.proof.timeline import Choice, Event, First
from engine.rules import tanks
from engine.rules.codes import RuleCode
from engine.rules.wilds import used_when_earned


class InTurns(Event):
    """Something that happens in a half of a turn, seen by whole turns."""

    def __init__(self, model: Model, event: Choice) -> None:
        super().__init__(model, (event.first + 1) // 2, (event.last + 1) // 2)
        self._event = event

    def by(self, turn: int) -> BoolVar:
        """Whether it has happened by the end of a turn."""
        return self._event.by(2 * turn)


class SheetModel(NumberSheet):
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Mapping[str, Mark], offers: Offers
    ) -> None:
        self.board = board
        self.crossed_wilds = [wild for wild in board.panel.wilds if is_crossed(marks, wild)]
        super().__init__(model, board, seat, marks, offers)
        self.robots = self.some_turns(list(board.airlocks))
        self.allowed = {turn: self._after_error(turn) for turn in self.turns}
        self.given = {half: self._given(half) for half in range(1, 2 * self.last + 1)}
        halves = [half for half, given in self.given.items() if given != FALSE]
        self.airlocks = {airlock: Choice(model, halves) for airlock in board.airlocks if airlock in marks}
        self.events.update({airlock: InTurns(model, event) for airlock, event in self.airlocks.items()})
        self.opening = {
            section: First(model, [self.airlocks[a] for a in airlocks if a in self.airlocks])
            for section, airlocks in board.airlocks_at.items()
        }
        self.plants = {ship: self.some_turns(plants) for ship, plants in board.plants.items()}
        self.reactors = {ship: self.some_turns(reactors) for ship, reactors in board.reactors.items()}
        self.used = self.some_turns(self.crossed_wilds)
        self.tanks = tanks.TanksInTime(self, board.tank_of)

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        super().constrain()
        self._counts()
        self._in_open_sections()
        self._airlocks_given()
        self._enough_airlocks()
        self._from_open_sections()
        self._on_their_ship()
        used_when_earned(self, ASTRONAUT, self.board.panel, self.used)

    def is_open(self, section: str, half: int) -> BoolVar:
        """Whether a section is open at the end of a half of a turn."""
        return TRUE if section in self.board.docked else self.opening[section].by(half)

    # --- numbers and actions ------------------------------------------------------------------------------

    def astronaut_crossed(self, turn: int, act: BoolVar) -> None:
        """A number can be changed without crossing an astronaut."""

    def wild_in(self, turn: int) -> BoolVar:
        """See `NumberSheet.wild_in`."""
        return self.used[turn]

    def effects(self, turn: int) -> Mapping[str, Sequence[BoolVar]]:
        """See `NumberSheet.effects`."""
        return {
            ROBOT: [self.robots[turn]],
            PLANT: [made[turn] for made in self.plants.values()],
            ENERGY: [made[turn] for made in self.reactors.values()],
            WATER: self.tanks.effects(turn),
            PLANNING: [event.at(turn) for event in self.crosses.values()],
        }

    def effect_fields(self, action: str) -> Sequence[str]:
        """See `NumberSheet.effect_fields`."""
        return {
            ROBOT: tuple(self.board.airlocks),
            PLANT: [plant for plants in self.board.plants.values() for plant in plants],
            ENERGY: [reactor for reactors in self.board.reactors.values() for reactor in reactors],
            WATER: tuple(self.tanks.slots),
        }.get(action, ())

    def _counts(self) -> None:
        """As many effects of a kind as marks."""
        for ship in self.board.ships:
            self.exactly(self.plants[ship], self.board.plants[ship])
            self.exactly(self.reactors[ship], self.board.reactors[ship])
        self.exactly(self.used, self.crossed_wilds)

    def _on_their_ship(self) -> None:
        """A plant or a reactor is circled in a turn with a number on its ship."""
        for ship, slots in self.board.ships.items():
            numbers = {slot: self.number_in[slot] for slot in slots if slot in self.numbers}
            symbols = (*self.board.plants[ship], *self.board.reactors[ship])
            why = f"the plants and reactors of {ship} were circled in turns with a number on it"
            with self.model.rule(RuleCode.LOCATION, self.name(*(f for f in symbols if f in self.marks)), why):
                for turn in self.turns:
                    for action, made in ((PLANT, self.plants[ship]), (ENERGY, self.reactors[ship])):
                        now = {slot: self.numbers[slot].at(turn) for slot in numbers}
                        self.model.implies(made[turn], *now.values())
                        offered = [
                            now[slot]
                            for slot, number in numbers.items()
                            if self.offers.any_of(turn, number, [action])
                        ]
                        self.model.implies(made[turn], self.wild_in(turn), *offered)

    # --- ships and sections -------------------------------------------------------------------------------

    def _in_open_sections(self) -> None:
        """What is filled lies in an open section; for an X also the airlock of the turn's number has opened it."""
        for slot, event in self.filled.items():
            section = self.board.section_of[slot]
            why = f"{slot} was filled after {section} was opened"
            with self.model.rule(RuleCode.OPEN, self.name(slot, *self._drawn_at(section)), why):
                for turn in self.turns:
                    half = 2 * turn - (2 if slot in self.numbers else 1)
                    self.model.implies(event.by(turn), self.is_open(section, half))

    def _drawn_at(self, section: str) -> list[str]:
        return [airlock for airlock in self.board.airlocks_at[section] if airlock in self.airlocks]

    # --- airlocks -----------------------------------------------------------------------------------------

    def _after_error(self, turn: int) -> BoolVar:
        """Whether an airlock is drawn after the error of a turn, if there can be one."""
        errors = [self.erring[error].at(turn) for error in self.errors if error in self.board.rewarded]
        if not errors:
            return FALSE
        allowed = self.model.literal()
        self.model.implies(allowed, *errors)
        return allowed

    def _given(self, half: int) -> BoolVar:
        """Whether something gives or allows an airlock in a half of a turn."""
        turn, first = (half + 1) // 2, half % 2
        filled = self.numbers if first else self.crosses
        robots = [filled[slot].at(turn) for slot in filled if slot in self.board.rewarded]
        return self.model.any_of(robots if first else [*robots, self.robots[turn], self.allowed[turn]])

    def _airlocks_given(self) -> None:
        """Each airlock is given by something, and what is given is drawn while any is left."""
        model = self.model
        all_drawn = len(self.airlocks) == len(self.board.airlocks)
        with_robot = [slot for slot in self.filled if slot in self.board.rewarded]
        why = "every robot’s slot, robot action and error drew its airlock, and nothing else did"
        with model.rule(RuleCode.AIRLOCK, self.name(*self.airlocks, *with_robot, *self.errors), why):
            for half, given in self.given.items():
                drawn = [event.at(half) for event in self.airlocks.values()]
                if not all_drawn:
                    model.exactly_one([*drawn, -given])
                    continue
                model.linear([(1, literal) for literal in drawn], None, 1)
                for literal in drawn:
                    model.implies(literal, given)
                model.implies(given, *drawn, model.all_of(e.by(half - 1) for e in self.airlocks.values()))

    def _enough_airlocks(self) -> None:
        """A section is open only after as many airlocks as lead to it. Follows from the rest, but saves search."""
        away = self._airlocks_away()
        sections = dict.fromkeys(self.board.section_of[slot] for slot in self.filled)
        with self.model.rule(RuleCode.AIRLOCK, self.name(*self.airlocks), "airlocks lead to what is filled"):
            for turn in self.turns:
                before = [(1, given) for half, given in self.given.items() if half <= 2 * turn]
                drawn = [(-1, event.by(2 * turn)) for event in self.airlocks.values()]
                self.model.linear([*before, *drawn], 0, None)
                for section in sections:
                    if away.get(section, 0) > 1:
                        self.model.linear(
                            before, away[section], None, given=(self.is_open(section, 2 * turn),)
                        )

    def _airlocks_away(self) -> dict[str, int]:
        """By section, how many drawn airlocks lie on the shortest way to it from a dock."""
        away = dict.fromkeys(self.board.docked, 0)
        frontier = list(away)
        for section in frontier:
            for airlock in self._drawn_at(section):
                for beyond in set(self.board.airlocks[airlock]) - away.keys():
                    away[beyond] = away[section] + 1
                    frontier.append(beyond)
        return away

    def _from_open_sections(self) -> None:
        """An airlock touches a section that was open before."""
        for airlock, event in self.airlocks.items():
            ends = self.board.airlocks[airlock]
            if not self.board.docked.isdisjoint(ends):
                continue
            beside = [other for end in ends for other in self._drawn_at(end) if other != airlock]
            why = f"{airlock} was drawn from a section that was open by then"
            with self.model.rule(RuleCode.AIRLOCK, self.name(airlock, *beside), why):
                for half in self.given:
                    before = [self.airlocks[other].by(half - 1) for other in beside]
                    self.model.implies(event.by(half), *before)

    # --- errors -------------------------------------------------------------------------------------------

    def closed(self, number: int, turn: int) -> Iterator[list[BoolVar]]:
        """A slot is closed by ink, by a number of its ship, or because its section is."""
        for ship in self.board.ships.values():
            for slot in ship:
                is_open = self.is_open(self.board.section_of[slot], 2 * turn)
                yield [-is_open, *self.kept_out(slot, number, turn, ship)]

    def counted(self, mark: str, fields: Sequence[str], turn: int) -> list[Term] | None:
        """How many of the fields bear the mark by a turn, as a sum; None if it tells equals apart."""
        terms: list[Term] = []
        wanted = set(fields)
        for ship in self.board.ships:
            for made, equals in (
                (self.plants, self.board.plants[ship]),
                (self.reactors, self.board.reactors[ship]),
            ):
                if wanted >= set(equals):
                    terms += self.until(made[ship], turn)
                elif not wanted.isdisjoint(equals):
                    return None
        terms += self.tanks.by(turn, wanted)
        return terms + [(1, self.filled[field].by(turn)) for field in fields if field in self.filled]
