"""What every legal table of journey fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other; here is what binds the sheets of a table: the number
of turns, the races for the multipliers, who claimed first, and the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.game import Outside, habit_of
from engine.games.base.facts import ASTRONAUT
from engine.games.base.marks import is_circled, is_crossed
from engine.games.base.missions import Claim, claims_of
from engine.games.journey.facts import Facts, Station
from engine.games.journey.proof_sheet import SheetInTime
from engine.proof.case import Case, Plan
from engine.proof.conditions import require
from engine.proof.model import Literal, Model, Term
from engine.proof.offers import Offers
from engine.proof.solve import Solution
from engine.proof.timeline import Choice, Event, Turns


class TableInTime:
    """The constraints of journey; see `engine.proof.case.Constraints`."""

    def __init__(self, model: Model, case: Case) -> None:
        self.model, self.case, self.facts = model, case, Facts(case.sheet)
        self.claim_cards = claims_of(case.sheet)
        sizes = [self._size(seat) for seat in case.sheets]
        self.last = max(sizes)
        self.turns = Turns(model, 0, self.last)
        self.offers = Offers(model, case.deal, self.last)
        self.players = {
            seat: SheetInTime(model, self.facts, seat, marks, self.offers)
            for seat, marks in case.sheets.items()
        }
        for seat, player in self.players.items():
            with model.rule(
                "turns",
                player.name(*player.numbers, *player.errors),
                f"seat {seat} has had {player.last} turns by its numbers and errors",
            ):
                model.clause(self.turns.played(player.last))
                model.clause(-self.turns.played(player.last + 1))
            player.constrain()
        self.races = {station.id: self._race(station) for station in self.facts.stations.values()}
        self.claims: dict[int, dict[str, Choice]] = {seat: {} for seat in self.players}
        self.first_claims: dict[str, Choice] = {}
        for card in case.missions.values():
            self._mission(self.claim_cards[card])
        for seat in self.players:
            self._end(seat)

    def _size(self, seat: int) -> int:
        marks = self.case.sheets[seat]
        numbers = sum(isinstance(marks.get(slot), int) for slot in self.facts.slots)
        return numbers + sum(error in marks for error in self.facts.errors)

    # --- races --------------------------------------------------------------------------------------------

    def _race(self, station: Station) -> Choice | None:
        """When the high multiplier of a station was first circled; all who complete it then circle it."""
        model, high = self.model, station.high
        inked = [seat for seat in self.players if high in self.case.sheets[seat]]
        if not inked:
            return None
        blank = [seat for seat in self.players if seat not in inked]
        winners = [seat for seat in inked if is_circled(self.case.sheets[seat], high)]
        race = Choice(model, list(range(1, self.last + 1)))
        words = f"the race for {high} was won once, and all others crossed it then"
        with model.rule("race", [(seat, high) for seat in self.players], words):
            if blank or (not winners and not self.case.absent):
                model.clause()
        for seat in inked:
            player = self.players[seat]
            done = player.done[station.id]
            won = seat in winners
            why = f"seat {seat} completed the robots of {station.id} {'when' if won else 'after'} it was won"
            with model.rule("race", player.name(high, *station.robots), why):
                for turn in player.turns:
                    if won:
                        model.implies(done[turn], race.by(turn))
                        model.implies(race.by(turn), done[turn])
                    else:
                        model.implies(done[turn], race.by(turn - 1))
        return race

    # --- missions -----------------------------------------------------------------------------------------

    def _mission(self, claim: Claim) -> None:
        """Claims of a card's first turn take the first value, all others the later one."""
        model = self.model
        claims = {
            seat: Choice(model, list(player.turns))
            for seat, player in self.players.items()
            if claim.field in player.marks
        }
        if not claims:
            return
        first = Choice(model, list(range(1, self.last + 1)))
        self.first_claims[claim.field] = first
        own = [seat for seat in claims if self.players[seat].marks[claim.field] == claim.first]
        words = f"somebody was the first to claim mission {claim.id}"
        with model.rule("first-claim", [(seat, claim.field) for seat in claims], words):
            if not own and not self.case.absent:
                model.clause()
        for seat, event in claims.items():
            player = self.players[seat]
            self.claims[seat][claim.field] = event
            earliest = seat in own
            words = f"seat {seat} claimed mission {claim.id} {'first' if earliest else 'later than others'}"
            with model.rule("first-claim", player.name(claim.field), words):
                for turn in player.turns:
                    model.implies(event.by(turn), first.by(turn if earliest else turn - 1))
                    if earliest:
                        model.implies(first.by(turn), event.by(turn))
            words = f"mission {claim.id} was claimed in a turn in which it was met"
            needs = self.case.sheet.mission[claim.id].needs
            with model.rule("mission", player.name(claim.field), words):
                for turn in player.turns:
                    require(model, needs, self.case.sheet, partial(self._count, player, turn), event.at(turn))

    def _count(self, player: SheetInTime, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """How many of the fields bear the mark when missions are claimed in a turn."""
        terms: list[Term] = []
        wanted = set(fields)
        for station in self.facts.stations.values():
            plants = wanted & set(station.plants)
            if plants == set(station.plants):
                terms += player.until(player.plants[station.id], turn)
            elif plants:
                raise NotImplementedError("some of the plants of a station")
            reached = station.high if is_circled(player.marks, station.high) else station.low
            if reached in wanted and is_circled(player.marks, reached):
                terms.append((1, player.done[station.id][turn]))
        for slot, tank in self.facts.tank_of.items():
            if tank in wanted and tank in player.marks and slot in player.numbers:
                terms.append((1, player.numbers[slot].by(turn)))
        events: dict[str, Event] = {**player.filled, **player.cuts}
        terms += [(1, events[field].by(turn)) for field in fields if field in events]
        return terms

    # --- the end ------------------------------------------------------------------------------------------

    def _end(self, seat: int) -> None:
        """Nothing that ends the game happened before the last turn."""
        player, facts = self.players[seat], self.facts
        claims = self.claims[seat]
        ends: list[Sequence[Event]] = []
        if len(claims) == len(self.case.missions):
            ends.append(list(claims.values()))
        if len(player.errors) == len(facts.errors):
            ends.append(list(player.erring.values()))
        if len(player.filled) == len(facts.slots):
            ends.append(list(player.filled.values()))
        words = f"seat {seat} did nothing that ends the game before the last turn"
        with self.model.rule("end", player.name(*claims, *player.errors), words):
            for events in ends:
                self.model.clause(*(event.at(player.last) for event in events))

    # --- reading off a solution ---------------------------------------------------------------------------

    def plan(self, solution: Solution) -> Plan:
        """In which turn everything was chosen. Equals are taken in the order of the player's habit."""
        choices: dict[int, list[Literal]] = {turn: [] for turn in range(1, self.last + 1)}
        when: dict[int, dict[str, int]] = {}
        for seat, player in self.players.items():
            found = when[seat] = {}
            events: dict[str, Event] = {**player.filled, **player.cuts, **player.erring, **self.claims[seat]}
            for field, event in events.items():
                turn = event.turn(solution)
                assert turn is not None, field
                found[field] = turn
                choices[turn].append(event.at(turn))
            for slot, tank in self.facts.tank_of.items():
                if tank in player.marks:
                    found[tank] = found[slot]
            for fields, made in self._equals(player):
                turns = [turn for turn in player.turns if solution.holds(made[turn])]
                found.update(zip(fields, turns, strict=False))
                for turn in turns:
                    choices[turn].append(made[turn])
            self._plan_energies(player, found, solution)
        deal = self.offers.dealt(solution, self.case.sheet, self.case.missions, self.case.players)
        return Plan(self.last, deal, when, choices, self._outside(solution))

    def _equals(self, player: SheetInTime) -> Iterator[tuple[list[str], dict[int, Literal]]]:
        """Fields that make no difference, in the order of habit, and when one of them was inked."""
        order = [field for field, mark in habit_of(player.marks) if mark == "crossed"]
        for station in self.facts.stations.values():
            for fields, made in (
                (station.robots, player.robots[station.id]),
                (station.plants, player.plants[station.id]),
            ):
                yield [field for field in player.marks if field in fields], made
        symbols = self.facts.panels[ASTRONAUT].symbols
        yield [field for field in player.marks if field in symbols], player.astronauts
        for name, panel in self.facts.panels.items():
            yield (
                [f for f in order if f in panel.wilds and is_crossed(player.marks, f)],
                player.used[name],
            )

    def _plan_energies(self, player: SheetInTime, found: dict[str, int], solution: Solution) -> None:
        """Energies are circled in order of habit, by actions and, before them in no turn, by errors."""
        order = [f for f, mark in habit_of(player.marks) if mark == "circled" and f in self.facts.energies]
        given = [found[error] for error in player.errors if error in self.facts.rewarded]
        acted = [turn for turn in player.turns if solution.holds(player.energy_actions[turn])]
        found.update(zip(order, sorted([*given, *acted]), strict=False))

    def _outside(self, solution: Solution) -> tuple[Outside, ...]:
        """What absent players must have done: races won and first claims that are nobody else's."""
        found: dict[int, list[str]] = {}
        for station in self.facts.stations.values():
            race = self.races[station.id]
            if race and not any(is_circled(m, station.high) for m in self.case.sheets.values()):
                found.setdefault(race.turn(solution) or 0, []).append(station.high)
        for claim in (self.claim_cards[card] for card in self.case.missions.values()):
            first = self.first_claims.get(claim.field)
            if first and not any(m.get(claim.field) == claim.first for m in self.case.sheets.values()):
                found.setdefault(first.turn(solution) or 0, []).append(claim.field)
        return tuple(Outside(turn, tuple(fields)) for turn, fields in sorted(found.items()))
