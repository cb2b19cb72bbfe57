"""Why there is no history: the smallest set of rules, with their marks, that cannot all be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from fairsheet.engine.play.rule_codes import OF_CARDS, RuleCode
from fairsheet.engine.proof.certificates._reasoning import Reasoning
from fairsheet.engine.proof.certificates._refuter import Unanswered
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates._steps import in_steps
from fairsheet.engine.proof.certificates.certificate import Certificate, certified, shortened
from fairsheet.engine.proof.contradiction import Found
from fairsheet.engine.proof.prove import with_all_missions
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.solver.budget import STATING, Budget
from fairsheet.engine.solver.constraint_model import StatedRule
from fairsheet.languages.messages import Message, joined

CERTIFYING = 10.0  # work at most that goes into a certificate, or a third of what is left where that is more
EXPLAINING = 3.0  # work at most that goes into making a contradiction small
SHORTENING = 1.0  # work at most that goes into a certificate of these rules alone
TELLING = 0.2  # work at most that goes into steps
CLAUSES = 50_000  # to which sums that may be left out are added
ASKING = 0.4  # work at most that goes into one question but the first


class Explanation(msgspec.Struct, frozen=True):
    """Rules that contradict each other, with the certificate for it and steps that lead there, where few do.

    `partial` where the work did not suffice to find out whether more rules could be left out.
    """

    rules: Sequence[StatedRule]
    certificate: Certificate
    steps: Sequence[Found] = ()
    partial: bool = False


def explained(request: ProofRequest, budget: Budget) -> Explanation | None:
    """Why the sheets of a request cannot stand together; None where no certificate is found within the budget."""
    if budget.left <= 0:
        return None
    statement = Statement(request)
    budget.spend(STATING * statement.size)
    certificate = certified(statement, budget.share(max(CERTIFYING, budget.left / 3)))
    if certificate is None:
        return None
    reasoning = reasoning_about(statement, certificate)
    rules, partial = explain(statement, reasoning, budget.share(EXPLAINING))
    certificate = shortened(statement, certificate, reasoning.numbers(rules), budget.share(SHORTENING))
    steps = () if partial else in_steps(statement, rules, certificate, budget.share(TELLING))
    return Explanation(rules, certificate, steps, partial)


def explain(statement: Statement, reasoning: Reasoning, budget: Budget) -> tuple[list[StatedRule], bool]:
    """Rules that cannot all be kept by any game that ends with these sheets, none of which could be left out.

    Where the work did not suffice to leave out all that could be, there may be more, and True stands with them.
    """
    core = _Core(reasoning, budget)
    rules = list(reasoning.holds)
    offers = [rule for rule in rules if rule.code == RuleCode.OFFER]
    main = core.smallest([rule for rule in rules if rule.code != RuleCode.OFFER], offers, ())
    kept = set(main)
    of_cards = [rule for rule in rules if rule.code in OF_CARDS and rule not in kept]
    cards = core.smallest(of_cards, main, OF_CARDS)
    told = [*sorted(main, key=_by_code), *sorted(cards, key=_by_code), *_assumed_missions(statement.request)]
    return told, core.is_cut_short


def reasoning_about(statement: Statement, certificate: Certificate) -> Reasoning:
    """All that is stated, but of sums that the certificate does without only some where all were too many clauses."""
    spared = {*statement.sums(statement.numbers)} - {*certificate.constraints}
    numbers = [number for number in statement.numbers if number not in spared]
    rules_first = sorted(spared, key=lambda number: (statement.rule(number) is None, number))
    return Reasoning(statement, numbers, rules_first, CLAUSES)


def _assumed_missions(request: ProofRequest) -> Iterator[StatedRule]:
    """Which cards the other rules are stated for, where it is not known which lay open."""
    assumed = next(with_all_missions(request)).missions
    if unknown := sorted(assumed.keys() - request.missions.keys()):
        cards = joined(", ", (assumed[letter] for letter in unknown))
        why = Message(
            "the missions, which are not known, were {cards} (with any others it is impossible as well)",
            cards=cards,
        )
        yield StatedRule(RuleCode.MISSION, (), why)


class _Core:
    """Looks for minimal unsatisfiable cores.

    Where it `is_cut_short` a question had no answer, so that the cores may not be minimal.
    """

    def __init__(self, reasoning: Reasoning, budget: Budget) -> None:
        self.reasoning, self._budget = reasoning, budget
        self.is_cut_short = False

    def smallest(
        self, rules: Sequence[StatedRule], kept: Sequence[StatedRule], codes: Sequence[RuleCode]
    ) -> list[StatedRule]:
        """Those of some rules that cannot all hold with others that are kept; kinds of rules are tried first.

        The kinds are tried in the order of codes and in the opposite one, and the core about fewer marks is taken;
        without codes they are tried in one order, the most frequent kind first.
        """
        first = self._clash(rules, kept, self._budget.left)
        if first is None:  # too much work
            return list(rules)
        frequent = [code for code, _ in Counter(rule.code for rule in first).most_common()]
        there = tuple(code for code in codes if code in frequent)
        orders = dict.fromkeys((there, there[::-1])) if codes else [frequent]
        cores = [self._without_needless(self._without_kinds(first, kept, order), kept) for order in orders]
        return min(cores, key=lambda core: (_marks(core), len(core)))

    def _without_kinds(
        self, core: list[StatedRule], kept: Sequence[StatedRule], codes: Iterable[RuleCode]
    ) -> list[StatedRule]:
        for code in codes:
            rest = [rule for rule in core if rule.code != code]
            if len(rest) < len(core):
                core = core if (smaller := self._clash(rest, kept)) is None else smaller
        return core

    def _without_needless(self, core: Sequence[StatedRule], kept: Sequence[StatedRule]) -> list[StatedRule]:
        """Leaves out rules, many at a time as long as that works, those with many marks first."""
        waiting = sorted(core, key=lambda rule: -len(rule.marks))
        needed: list[StatedRule] = []
        step = max(1, len(waiting) // 2)
        while waiting:
            step = min(step, len(waiting))
            smaller = self._clash([*needed, *waiting[step:]], kept)
            if smaller is not None:
                needed = [rule for rule in needed if rule in smaller]
                waiting = [rule for rule in waiting if rule in smaller]
            elif step > 1:
                step //= 2
            else:
                needed.append(waiting.pop(0))
        return [*needed, *waiting]

    def _clash(
        self, rules: Collection[StatedRule], kept: Sequence[StatedRule], most: float = ASKING
    ) -> list[StatedRule] | None:
        """Those of some rules that cannot hold with those that are kept; None where all can, or nobody knows."""
        if self._budget.left <= 0:
            self.is_cut_short = True
            return None
        refuter = self.reasoning.refuter
        before = refuter.work
        try:
            found = self.reasoning.clash([*rules, *kept], (), most)
        except Unanswered:
            found, self.is_cut_short = None, True
        self._budget.spend(refuter.work - before)
        if found is None:
            return None
        there = set(found)
        return [rule for rule in rules if self.reasoning.holds[rule] in there]


def _by_code(rule: StatedRule) -> tuple[str, tuple[tuple[int, str], ...]]:
    return rule.code, rule.marks


def _marks(rules: Iterable[StatedRule]) -> int:
    return len({mark for rule in rules for mark in rule.marks})
