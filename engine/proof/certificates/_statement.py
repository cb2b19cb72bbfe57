"""The constraints that a proof request states about sheets, numbered from 0.

They follow the rules directly, without the shortcuts of the search. If the missions are unknown, every choice of cards
is a case, and the last constraint says that one of the cases holds. If the seed is unknown, all offers come from one
deck.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain

import msgspec

from fairsheet.engine.play.rule_codes import OF_CARDS
from fairsheet.engine.proof.certificates._clauses import PAIRS, Formula, Steps
from fairsheet.engine.proof.certificates._names import Name, name_of_rule
from fairsheet.engine.proof.prove import with_all_missions
from fairsheet.engine.proof.request import ProofRequest, Subject
from fairsheet.engine.solver.constraint_model import TRUE, Linear, Lit, Model, StatedRule

PLAIN = frozenset({"any rule", *OF_CARDS})  # codes whose rules are stated without shortcuts


class Statement:
    """The constraints of a request; `size` is the number of their literals and terms."""

    def __init__(self, request: ProofRequest) -> None:
        self.request = request = msgspec.structs.replace(request, one_deck=request.deal is None)
        requests = list(with_all_missions(request))
        self._choices = range(1, len(requests) + 1) if len(requests) > 1 else range(0)
        self.variables = len(self._choices)
        self._cases: list[_Case] = []
        for number, each in enumerate(requests, start=1):
            self._cases.append(_Case(each, self.variables, (number,) if self._choices else ()))
            self.variables += self._cases[-1].variables
        self._starts = [0]
        for case in self._cases:
            self._starts.append(self._starts[-1] + case.count)
        self.size = sum(case.model.size for case in self._cases)

    @property
    def numbers(self) -> range:
        """The numbers of all constraints."""
        return range(self._starts[-1] + bool(self._choices))

    def formula(self, numbers: Iterable[int] = ()) -> Formula:
        """Return some of the constraints as clauses."""
        formula = Formula(self.variables)
        for number in numbers:
            self.add(formula, number)
        return formula

    def add(self, formula: Formula, number: int) -> None:
        """Add a constraint to a formula, as clauses."""
        formula.begin(number)
        if number == self._starts[-1]:
            formula.at_least_one(self._choices)
        else:
            case, place = self._place(number)
            case.add(formula, place)

    def sums(self, numbers: Iterable[int]) -> list[int]:
        """Return those of some constraints that need many clauses."""
        return [number for number in numbers if number in self._sums]

    @cached_property
    def _sums(self) -> frozenset[int]:
        return frozenset(
            start + place
            for start, case in zip(self._starts, self._cases, strict=False)
            for place in case.sums()
        )

    def is_broken(self, number: int, holding: set[Lit]) -> bool:
        """Return whether literals that hold break a constraint that is a sum."""
        case, place = self._place(number)
        return case.is_broken(place, holding)

    def rule(self, number: int) -> StatedRule | None:
        """Return the rule that needs a constraint; None if it only defines turns, choices or counts."""
        if number == self._starts[-1]:
            return None
        case, place = self._place(number)
        return case.rules.get(place)

    @property
    def first_case(self) -> Sequence[Lit]:
        """The literals that hold in the first case."""
        return self._choices[:1]

    def facts(self) -> Iterator[tuple[Lit, Subject, int]]:
        """Return the facts of the first case; see `fairsheet.engine.proof.request.Scheduler.facts`."""
        return self._cases[0].facts()

    def names(self) -> dict[int, Name]:
        """Return the meaning of each variable of the constraints."""
        meanings = {
            number: Name("missions", missions=tuple(case.request.missions.values()))
            for number, case in zip(self._choices, self._cases, strict=False)
        }
        for case in self._cases:
            meanings.update(case.names())
        return meanings

    def _place(self, number: int) -> tuple[_Case, int]:
        index = bisect(self._starts, number) - 1 if self._choices else 0
        return self._cases[index], number - self._starts[index]


class _Case:
    """One choice of missions, which holds if the literals `given` hold; its variables come after `before` others.

    Its constraints are those of its variables, then the clauses, the alternatives and the sums of its model.
    """

    def __init__(self, request: ProofRequest, before: int, given: tuple[Lit, ...]) -> None:
        self.request, self._before, self._given = request, before, given
        self.model = model = Model(relaxed=PLAIN)
        self._scheduler = request.stated(model)
        self._steps: dict[int, range] = {}  # of whole numbers, which have no variable of their own
        self.variables = len(model.domains)
        for variable, (_, most) in enumerate(model.domains, start=1):
            if most != 1:
                self._steps[variable] = range(self.variables + 1, self.variables + 1 + most)
                self.variables += most
        counts = (len(model.domains), len(model.clauses), len(model.exclusives), len(model.linears))
        self._clauses, self._exclusives, self._linears, self.count = (
            sum(counts[:end]) for end in range(1, 5)
        )
        self._known = len(model.domains)

    def rules_with_places(self) -> Iterator[tuple[StatedRule, range]]:
        """Yield the rules with the places of their constraints; an inner rule comes after its outer rule."""
        starts = {"clauses": self._clauses, "exclusives": self._exclusives, "linears": self._linears}
        for rule, kind, numbers in reversed(self.model.asked):
            yield rule, range(starts[kind] + numbers.start, starts[kind] + numbers.stop)

    @cached_property
    def rules(self) -> dict[int, StatedRule]:
        """The innermost rule of each constraint, by its place."""
        return {place: rule for rule, places in self.rules_with_places() for place in places}

    def add(self, formula: Formula, place: int) -> None:
        if place < self._clauses:
            self._add_variable(formula, place + 1)
        elif place < self._exclusives:
            formula.at_least_one(self._shift(self.model.clauses[place - self._clauses]), self._given)
        elif place < self._linears:
            literals, given = self.model.exclusives[place - self._exclusives]
            formula.exactly_one(self._shift(literals), (*self._given, *self._shift(given)))
        else:
            linear = self.model.linears[place - self._linears]
            given = (*self._given, *self._shift(linear.given))
            formula.between(self._terms(linear), linear.low, linear.high, given)

    def _add_variable(self, formula: Formula, variable: int) -> None:
        if variable == TRUE:
            formula.at_least_one(self._shift((TRUE,)))
        elif variable in self._steps:
            formula.increasing(self._shift(self._steps[variable]))

    def sums(self) -> Iterator[int]:
        """Yield the places of constraints that need many clauses."""
        for place, (literals, _) in enumerate(self.model.exclusives, start=self._exclusives):
            if len(literals) > PAIRS:
                yield place
        yield from range(self._linears, self.count)

    def is_broken(self, place: int, holding: set[Lit]) -> bool:
        if not holding.issuperset(self._given):
            return False
        if place < self._linears:
            literals, given = self.model.exclusives[place - self._exclusives]
            return (
                holding.issuperset(self._shift(given))
                and sum(literal in holding for literal in self._shift(literals)) != 1
            )
        linear = self.model.linears[place - self._linears]
        if not holding.issuperset(self._shift(linear.given)):
            return False
        terms = self._terms(linear)
        total = sum(factor * sum(step in holding for step in steps) for factor, steps in terms)
        return (linear.low is not None and total < linear.low) or (
            linear.high is not None and total > linear.high
        )

    def _terms(self, linear: Linear) -> list[Steps]:
        """Return the terms of a sum as steps."""
        return [
            (factor, self._shift(self._steps.get(variable, (variable,)))) for factor, variable in linear.terms
        ]

    def _shift(self, literals: Sequence[Lit]) -> Sequence[Lit]:
        """Return literals of the model as literals of the statement."""
        before = self._before
        if not before:
            return literals
        return [literal + before if literal > 0 else literal - before for literal in literals]

    def facts(self) -> Iterator[tuple[Lit, Subject, int]]:
        """Return the facts about variables of this case; see `Statement.facts`."""
        return (each for each in self._scheduler.facts() if 1 < abs(each[0]) <= self._known)

    def names(self) -> Iterator[tuple[int, Name]]:
        """Yield the variables, each with its meaning: a turn, others that define it, or the rule that chooses it."""
        names: dict[int, Name] = {TRUE: Name("true")}
        for seat, field, event in self._scheduler.events():
            for turn in range(event.first, event.last + 1):
                for literal, until in ((event.by(turn), True), (event.at(turn), False)):
                    if 1 < abs(literal) <= self._known:
                        names[abs(literal)] = Name(
                            "turn", seat, field, turn=turn, until=until, negated=literal < 0
                        )
        for literal, (seat, field), turn in self.facts():
            names.setdefault(abs(literal), Name("fact", seat, field, turn=turn, negated=literal < 0))
        for literals, conjunction in self.model.conjunctions.items():
            names.setdefault(conjunction, Name("all", of=tuple(self._shift(literals))))
        for literals, given in self.model.exclusives:
            if literals[0] < 0 and not given:
                names.setdefault(-literals[0], Name("one", of=tuple(self._shift(literals[1:]))))
        for variable, name in self._choices_of_rules(names):
            names[variable] = name
        for variable, name in names.items():
            for least, step in enumerate(self._steps.get(variable, ()), start=1):
                yield step + self._before, msgspec.structs.replace(name, kind="number", least=least)
            if variable not in self._steps:
                yield variable + self._before, name

    def _choices_of_rules(self, known: Collection[int]) -> Iterator[tuple[int, Name]]:
        """Yield the other variables, each with the first rule about it, or without a rule, and its place there."""
        model = self.model
        constraints = chain(
            model.clauses,
            ([*literals, *given] for literals, given in model.exclusives),
            (linear.literals for linear in model.linears),
        )
        by_rule: dict[StatedRule | None, dict[int, None]] = {}
        for place, literals in enumerate(constraints, start=self._clauses):
            by_rule.setdefault(self.rules.get(place), {}).update(dict.fromkeys(map(abs, literals)))
        named = set(known)
        frame = by_rule.pop(None, {})
        for rule, variables in [*by_rule.items(), (None, frame)]:
            chosen = [variable for variable in variables if variable not in named]
            named.update(chosen)
            about = Name("choice") if rule is None else name_of_rule("choice", rule)
            for place, variable in enumerate(chosen, start=1):
                yield variable, msgspec.structs.replace(about, place=place)
