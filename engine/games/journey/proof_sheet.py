"""One sheet of journey in time: the turns in which its marks can have been made, whatever the others did.

Every turn has a number or an error. A number may come with one action, of its offer or of a wild: the *effects* of a
turn exclude each other. Robots and plants of a station, energies, astronauts are counted, not told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from engine.cards import ACTIONS
from engine.games.base.facts import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, SHIFT, WATER
from engine.games.base.marks import is_circled, is_crossed
from engine.games.journey.facts import Facts
from engine.ink import Mark
from engine.proof.matching import matchable
from engine.proof.model import FALSE, Literal, Model, Term
from engine.proof.offers import OFFER, Offers
from engine.proof.timeline import Choice, Event


class SheetInTime:
    """The events of one sheet, and the constraints that need no other sheet."""

    def __init__(
        self, model: Model, facts: Facts, seat: int, marks: Mapping[str, Mark], offers: Offers
    ) -> None:
        self.model, self.facts, self.seat, self.marks, self.offers = model, facts, seat, marks, offers
        self.number_in = {slot: mark for slot in facts.slots if isinstance(mark := marks.get(slot), int)}
        self.errors = [error for error in facts.errors if error in marks]
        self.last = len(self.number_in) + len(self.errors)
        self.turns = range(1, self.last + 1)
        every = list(self.turns)
        self.numbers = {slot: Choice(model, turns) for slot, turns in self._possible_turns().items()}
        self.crosses = {slot: Choice(model, every) for slot in facts.slots if marks.get(slot) == "X"}
        self.filled: dict[str, Event] = {**self.numbers, **self.crosses}
        self.cuts = {cut: Choice(model, every) for cut in facts.cuts if cut in marks}
        self.erring = {error: Choice(model, every) for error in self.errors}
        self.robots = {name: self._some_turns(each.robots) for name, each in facts.stations.items()}
        self.plants = {name: self._some_turns(each.plants) for name, each in facts.stations.items()}
        self.energy_actions = self._some_turns(facts.energies)
        self.astronauts = self._some_turns(facts.panels[ASTRONAUT].symbols)
        self.used = {  # wilds crossed, by panel
            name: self._some_turns([wild for wild in panel.wilds if is_crossed(marks, wild)])
            for name, panel in facts.panels.items()
        }
        self.acts = {action: self._each_turn() for action in ACTIONS}
        self.done = {station: self._completion(station) for station in facts.stations}

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Marks of this sheet as a rule of the model names them."""
        return [(self.seat, field) for field in fields]

    def constrain(self) -> None:
        """States all that the sheet's own marks ask of each other."""
        self._turn_by_turn()
        self._offered()
        self._effects()
        self._counts()
        self._ascending()
        self._plants()
        self._energies()
        self._wilds()
        self._errors()

    def _each_turn(self) -> dict[int, Literal]:
        return {turn: self.model.literal() for turn in self.turns}

    def _some_turns(self, fields: Sequence[str]) -> dict[int, Literal]:
        """For each turn whether one of the fields was inked, if any of them bears ink."""
        if any(field in self.marks for field in fields):
            return self._each_turn()
        return dict.fromkeys(self.turns, FALSE)

    def until(self, literals: Mapping[int, Literal], turn: int) -> list[Term]:
        """How many of the literals hold up to a turn, as terms of a sum."""
        return [(1, literal) for each, literal in literals.items() if each <= turn]

    # --- numbers and offers -------------------------------------------------------------------------------

    def _possible_turns(self) -> dict[str, list[int]]:
        """The turns in which each number can have been written, given that every number needs its own."""
        every = list(self.turns)
        if self.model.relaxed:
            return dict.fromkeys(self.number_in, every)
        offered = {slot: self._turns_for(number) for slot, number in self.number_in.items()}
        possible = matchable(offered, self.last, every if self.errors else [])
        if possible is None:
            self.model.clause()
        return possible or offered

    def _turns_for(self, number: int) -> list[int]:
        changed = any(symbol in self.marks for symbol in self.facts.panels[ASTRONAUT].symbols)
        reach = range(number - SHIFT, number + SHIFT + 1) if changed else (number,)
        found = {turn for near in reach for turn in self.offers.turns(near, ACTIONS) if turn <= self.last}
        return sorted(found)

    def _turn_by_turn(self) -> None:
        """Every turn has one number or one error; errors come from the top."""
        for turn in self.turns:
            made = [event.at(turn) for event in self.numbers.values()]
            self.model.exactly_one([*made, *(event.at(turn) for event in self.erring.values())])
        for upper, lower in zip(self.errors, self.errors[1:], strict=False):
            for turn in self.turns:
                self.model.implies(self.erring[lower].by(turn), self.erring[upper].by(turn - 1))

    def _offered(self) -> None:
        """A number is that of the chosen offer, or differs a little where an astronaut changed it."""
        model = self.model
        for turn in self.turns:
            chosen = {offer: model.literal() for offer in self.offers.of_turn(turn)}
            for offer, literal in chosen.items():
                model.implies(literal, self.offers.of_turn(turn)[offer])
            wild = model.any_of(used[turn] for used in self.used.values())
            written = model.any_of(event.at(turn) for event in self.numbers.values())
            model.exactly_one([*chosen.values(), -written])
            model.implies(wild, written)
            for action in ACTIONS:
                act = self.acts[action][turn]
                model.implies(act, wild, *(x for offer, x in chosen.items() if offer.action == action))
                model.implies(act, written)
            for slot, number in self.number_in.items():
                now = self.numbers[slot].at(turn)
                if now == FALSE:
                    continue
                code = OFFER
                why = f"{slot} = {number} comes from an offer of its turn"
                with model.rule(code, self.name(slot), why):
                    for offer, literal in chosen.items():
                        if abs(offer.number - number) > SHIFT:
                            model.clause(-now, -literal)
                        elif offer.number != number:
                            model.clause(-now, -literal, self.acts[ASTRONAUT][turn])

    # --- actions ------------------------------------------------------------------------------------------

    def _effects(self) -> None:
        """At most one action a turn, which gives one effect."""
        model, facts = self.model, self.facts
        tanks = {
            slot: tank for slot, tank in facts.tank_of.items() if tank in self.marks and slot in self.numbers
        }
        symbols = [symbol for symbol in facts.panels[ASTRONAUT].symbols if symbol in self.marks]
        used_up = len(symbols) == len(facts.panels[ASTRONAUT].symbols)
        for turn in self.turns:
            effects = {
                ROBOT: [each[turn] for each in self.robots.values()],
                PLANT: [each[turn] for each in self.plants.values()],
                ENERGY: [self.energy_actions[turn]],
                WATER: [self.numbers[slot].at(turn) for slot in tanks],
                PLANNING: [event.at(turn) for event in self.crosses.values()],
                ASTRONAUT: [self.astronauts[turn]],
            }
            acts = [self.acts[action][turn] for action in ACTIONS]
            model.linear([(1, act) for act in acts], None, 1)
            for action, made in effects.items():
                act = self.acts[action][turn]
                model.linear([(1, literal) for literal in made], None, 1)
                fields = tanks.values() if action == WATER else ()
                with model.rule(
                    "actions",
                    self.name(*fields),
                    f"every {action} of seat {self.seat} took the action of an offer or a wild",
                ):
                    for literal in made:
                        model.implies(literal, act)
                if action != ASTRONAUT:
                    model.implies(act, *made)
                elif used_up:
                    model.linear(
                        self.until(self.astronauts, turn),
                        len(symbols),
                        None,
                        given=(act, -self.astronauts[turn]),
                    )
                else:
                    model.implies(act, *made)

    def _counts(self) -> None:
        """As many effects of a kind as marks."""
        marks = self.marks
        for station in self.facts.stations.values():
            for made, fields in (
                (self.robots[station.id], station.robots),
                (self.plants[station.id], station.plants),
            ):
                self._exactly(made, [field for field in fields if field in marks])
        symbols = self.facts.panels[ASTRONAUT].symbols
        self._exactly(self.astronauts, [symbol for symbol in symbols if symbol in marks])
        for name, panel in self.facts.panels.items():
            self._exactly(self.used[name], [wild for wild in panel.wilds if is_crossed(marks, wild)])

    def _exactly(self, made: Mapping[int, Literal], fields: list[str]) -> None:
        self.model.linear(self.until(made, self.last), len(fields), len(fields))

    # --- zones --------------------------------------------------------------------------------------------

    def cuts_between(self, one: str, other: str) -> list[Choice]:
        """The drawn cuts between two slots."""
        a, b = sorted((self.facts.trajectory.place[one], self.facts.trajectory.place[other]))
        return [event for cut, event in self.cuts.items() if a < self.facts.trajectory.links[cut] <= b]

    def _ascending(self) -> None:
        """Where two numbers do not ascend, a cut between them is older than the later one."""
        for (one, first), (other, second) in combinations(self.number_in.items(), 2):
            if first < second:
                continue
            cuts = self.cuts_between(one, other)
            why = f"a cut between {one} = {first} and {other} = {second} is older than the later of the two"
            drawn = [cut for cut, event in self.cuts.items() if event in cuts]
            with self.model.rule("ascend", self.name(one, other, *drawn), why):
                for turn in self.turns:
                    before = [cut.by(turn - 1) for cut in cuts]
                    for early, late in ((one, other), (other, one)):
                        now = self.numbers[late].at(turn)
                        self.model.clause(-now, -self.numbers[early].by(turn), *before)

    def _plants(self) -> None:
        """A plant grows in the zone of the number of its turn."""
        for station in self.facts.stations.values():
            fields = [plant for plant in station.plants if plant in self.marks]
            if not fields:
                continue
            why = f"the plants of {station.id} grew in turns with a number in its zone"
            with self.model.rule("plants", self.name(*fields), why):
                for slot, event in self.numbers.items():
                    for cut in self.cuts_between(slot, station.slot):
                        for turn in self.turns:
                            grown = self.plants[station.id][turn]
                            self.model.clause(-grown, -event.at(turn), -cut.by(turn - 1))

    def _energies(self) -> None:
        """Every full pair of energies draws a cut in its turn."""
        facts, model = self.facts, self.model
        circled = [energy for energy in facts.energies if is_circled(self.marks, energy)]
        rewarded = [self.erring[error] for error in self.errors if error in facts.rewarded]
        all_circled = len(circled) + len(facts.printed) == len(facts.energies)
        why = f"seat {self.seat} has circled its {len(circled)} energies by actions and errors"
        with model.rule("energies", self.name(*circled, *self.errors), why):
            least = len(circled) - len(rewarded)
            model.linear(
                self.until(self.energy_actions, self.last), least, len(circled) if all_circled else least
            )
        if all_circled:
            return
        why = f"seat {self.seat} drew each cut when a pair of energies was full"
        with model.rule("cuts", self.name(*self.cuts, *circled), why):
            for turn in self.turns:
                gained = self.gained(turn)
                drawn = [(-facts.pair, event.by(turn)) for event in self.cuts.values()]
                model.linear([*gained, *drawn], -len(facts.printed), facts.pair - 1 - len(facts.printed))

    def gained(self, turn: int) -> list[Term]:
        """Energies circled up to a turn, where not all of them are in the end."""
        rewarded = [self.erring[error] for error in self.errors if error in self.facts.rewarded]
        return self.until(self.energy_actions, turn) + [(1, event.by(turn)) for event in rewarded]

    # --- wilds, stations, errors ----------------------------------------------------------------------------

    def _wilds(self) -> None:
        """A wild is used after the turn in which its pair was crossed."""
        for name, panel in self.facts.panels.items():
            wilds = [wild for wild in panel.wilds if is_crossed(self.marks, wild)]
            with self.model.rule(
                "wilds", self.name(*wilds), f"the {name} wilds were used after they were earned"
            ):
                for turn in self.turns:
                    used = [(-panel.pair, self.used[name][t]) for t in self.turns if t <= turn]
                    crossed = (
                        self.until(self.astronauts, turn - 1)
                        if name == ASTRONAUT
                        else [(1, event.by(turn - 1)) for event in self.crosses.values()]
                    )
                    self.model.linear([*crossed, *used], 0, None)

    def _completion(self, name: str) -> dict[int, Literal]:
        """By turn, whether all robots of a station are circled."""
        station = self.facts.stations[name]
        if any(robot not in self.marks for robot in station.robots):
            return dict.fromkeys(self.turns, FALSE)
        done = {turn: self.model.literal() for turn in self.turns}
        for turn, literal in done.items():
            circled = self.until(self.robots[name], turn)
            self.model.linear(circled, len(station.robots), None, given=(literal,))
            self.model.linear(circled, None, len(station.robots) - 1, given=(-literal,))
        return done

    def _errors(self) -> None:
        """An error only where none of the numbers offered can be written, changed by astronauts or not."""
        if not self.errors:
            return
        for turn in self.turns:
            erring = self.model.any_of(event.at(turn) for event in self.erring.values())
            why = f"in turn {turn} a number could have been written"
            with self.model.rule("error", self.name(*self.errors), why):
                for number, offered in self._writable(turn):
                    for closed in self._closed(number, turn - 1):
                        self.model.clause(-erring, -offered, *closed)

    def _writable(self, turn: int) -> Iterable[tuple[int, Literal]]:
        for offer, offered in self.offers.of_turn(turn).items():
            reach = SHIFT if offer.action == ASTRONAUT else 0
            for number in range(offer.number - reach, offer.number + reach + 1):
                if number in self.facts.numbers:
                    yield number, offered

    def _closed(self, number: int, turn: int) -> Iterable[list[Literal]]:
        """For every slot what keeps a number out of it at the end of a turn: ink, or a number of its zone."""
        place = self.facts.trajectory.place
        for slot in self.facts.slots:
            reasons = [self.filled[slot].by(turn)] if slot in self.filled else []
            for other, written in self.number_in.items():
                if written >= number if place[other] < place[slot] else written <= number:
                    cuts = self.cuts_between(slot, other)
                    reasons.append(
                        self.model.all_of([self.numbers[other].by(turn), *(-cut.by(turn) for cut in cuts)])
                    )
            yield reasons
