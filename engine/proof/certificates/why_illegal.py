"""The reason why there is no history: a smallest set of rules, with their marks, that cannot all be kept."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

import msgspec

from fairsheet.engine.play.game import FEW, Game
from fairsheet.engine.play.rule_codes import OF_CARDS, RuleCode
from fairsheet.engine.proof.certificates._reasoning import Reasoning
from fairsheet.engine.proof.certificates._refuter import Unanswered
from fairsheet.engine.proof.certificates._repair import find_repair
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates._steps import find_steps
from fairsheet.engine.proof.certificates.certificate import Certificate, find_certificate
from fairsheet.engine.proof.contradiction import ProofStep, Repair
from fairsheet.engine.proof.prove import with_all_missions
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.solver.budget import STATING, Budget
from fairsheet.engine.solver.constraint_model import StatedRule
from fairsheet.languages.messages import Message, joined

# most work for ...
CERTIFYING = 10.0  # ... a certificate, unless a third of the budget is more
EXPLAINING = 3.0  # ... making a contradiction small
REPAIRING = 0.6  # ... looking for a repair
SHORTENING = 1.0  # ... a certificate of only these rules
STEPS = 0.2  # ... finding steps
ASKING = 0.4  # ... one question after the first
CLAUSES = 50_000  # up to this number of clauses, sums that may be left out are added
TRIES = 3  # orders in which rules are left out, until the contradiction has few marks

T = TypeVar("T")


class Explanation(msgspec.Struct, frozen=True):
    """Rules that contradict each other, with their certificate, and steps to the contradiction if few suffice.

    It is `partial` if the budget did not suffice to check whether more rules could be left out. `repair` is a change of
    one mark that makes the sheets possible.
    """

    rules: Sequence[StatedRule]
    certificate: Certificate
    steps: Sequence[ProofStep] = ()
    partial: bool = False
    repair: Repair | None = None


def find_explanation(
    game: Game, request: ProofRequest, budget: Budget, repaired: tuple[int, ProofRequest] | None = None
) -> Explanation | None:
    """Return why the sheets of a request are impossible together; None if no certificate is found within the budget.

    `repaired` is the seat of the sheet for which a repair is looked for, and its table.
    """
    if budget.left <= 0:
        return None
    statement = Statement(request)
    budget.spend(STATING * statement.size)
    certificate = find_certificate(statement, budget.share(max(CERTIFYING, budget.left / 3)))
    if certificate is None:
        return None
    reasoning = reasoning_about(statement, certificate)
    rules, partial = explain(statement, reasoning, budget.share(EXPLAINING))
    repair = None
    if repaired is not None:
        seat, table = repaired
        repair = find_repair(game, table, statement, reasoning, seat, rules, budget.share(REPAIRING))
    certificate = (
        find_certificate(statement, budget.share(SHORTENING), reasoning.numbers(rules)) or certificate
    )
    # two different numbers in a turn need no steps
    of_turns = {rule.code for rule in rules} == {RuleCode.TURN}
    steps = () if partial or of_turns else find_steps(statement, rules, certificate, budget.share(STEPS))
    return Explanation(rules, certificate, steps, partial, repair)


def explain(statement: Statement, reasoning: Reasoning, budget: Budget) -> tuple[list[StatedRule], bool]:
    """Return rules that contradict each other, none of them needless, with as few marks as were found.

    True if the budget did not suffice to leave out every needless rule.
    """
    rules, is_cut_short = _shortest(reasoning, budget)
    return [*sorted(rules, key=_sort_key), *_assumed_missions(statement.request)], is_cut_short


def reasoning_about(statement: Statement, certificate: Certificate) -> Reasoning:
    """Return the reasoning about a statement, without the sums that exceed the limit of clauses.

    Sums that the certificate needs are always included.
    """
    spared = {*statement.sums(statement.numbers)} - {*certificate.constraints}
    numbers = [number for number in statement.numbers if number not in spared]
    rules_first = sorted(spared, key=lambda number: (statement.rule(number) is None, number))
    return Reasoning(statement, numbers, rules_first, CLAUSES)


def _assumed_missions(request: ProofRequest) -> Iterator[StatedRule]:
    """Yield the missions for which the other rules are stated, if the missions are unknown."""
    assumed = next(with_all_missions(request)).missions
    if unknown := sorted(assumed.keys() - request.missions.keys()):
        cards = joined(", ", (assumed[letter] for letter in unknown))
        why = Message(
            "the missions, which are not known, were {cards} (with any others it is impossible as well)",
            cards=cards,
        )
        yield StatedRule(RuleCode.MISSION, (), why)


def _shortest(reasoning: Reasoning, budget: Budget) -> tuple[list[StatedRule], bool]:
    """Return the minimal unsatisfiable core with the fewest marks, of several found in different orders.

    True if it may have needless rules.
    """
    cores: list[tuple[list[StatedRule], bool]] = []
    for number in range(TRIES):
        core = _Core(reasoning, budget)
        cores.append((core.minimal(Random(number) if number else None), core.is_cut_short))
        if budget.left <= 0 or len(_named_marks(cores[-1][0])) <= FEW:
            break
    return min(cores, key=lambda each: (each[1], len(_named_marks(each[0])), len(each[0])))


class _Core:
    """A search for a minimal unsatisfiable core.

    If it `is_cut_short`, a question had no answer, so the core may not be minimal.
    """

    def __init__(self, reasoning: Reasoning, budget: Budget) -> None:
        self._reasoning, self._budget = reasoning, budget
        self.is_cut_short = False

    def minimal(self, chance: Random | None = None) -> list[StatedRule]:
        """Return rules that contradict each other, without needless kinds, then without needless marks and rules.

        They are left out in the order in which they are stated, or in random order.
        """
        rules = _shuffled(self._reasoning.holds, chance)
        core = self._clash(rules, math.inf)
        if core is None:  # too much work
            return rules
        for code in _shuffled((rule.code for rule in core), chance):
            core = self._try_without(core, [rule for rule in core if rule.code == code])
        for mark in _shuffled(_named_marks(core), chance):
            core = self._try_without(core, [rule for rule in core if mark in rule.named])
        return self._drop_needless(core)

    def _try_without(self, core: list[StatedRule], some: Collection[StatedRule]) -> list[StatedRule]:
        """Return a core without some of its rules, or the core itself if the other rules are possible."""
        if not some:
            return core
        smaller = self._clash([rule for rule in core if rule not in some])
        return core if smaller is None else smaller

    def _drop_needless(self, core: Sequence[StatedRule]) -> list[StatedRule]:
        """Return the needed rules of a core.

        Rules are left out in large groups as long as that works, rules with many marks first.
        """
        waiting = sorted(core, key=lambda rule: -len(rule.marks))
        needed: list[StatedRule] = []
        step = max(1, len(waiting) // 2)
        while waiting:
            step = min(step, len(waiting))
            smaller = self._clash([*needed, *waiting[step:]])
            if smaller is not None:
                needed = [rule for rule in needed if rule in smaller]
                waiting = [rule for rule in waiting if rule in smaller]
            elif step > 1:
                step //= 2
            else:
                needed.append(waiting.pop(0))
        return needed

    def _clash(self, rules: Sequence[StatedRule], most: float = ASKING) -> list[StatedRule] | None:
        """Return those of some rules that contradict each other; None if none do, or the budget does not suffice."""
        if self._budget.left <= 0:
            self.is_cut_short = True
            return None
        try:
            core = self._reasoning.clash(rules, (), self._budget, most)
        except Unanswered:
            core, self.is_cut_short = None, True
        if core is None:
            return None
        literals = set(core)
        return [rule for rule in rules if self._reasoning.holds[rule] in literals]


def _named_marks(rules: Iterable[StatedRule]) -> list[tuple[int, str]]:
    return list(dict.fromkeys(mark for rule in rules for mark in rule.named))


def _shuffled(values: Iterable[T], chance: Random | None) -> list[T]:
    """Return distinct values in their order, or in random order."""
    distinct = list(dict.fromkeys(values))
    if chance is not None:
        chance.shuffle(distinct)
    return distinct


def _sort_key(rule: StatedRule) -> tuple[bool, str, tuple[tuple[int, str], ...]]:
    """Return the sort key of a rule: rules about the cards come last."""
    return rule.code in OF_CARDS, rule.code, rule.marks
