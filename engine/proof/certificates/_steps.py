"""A contradiction in steps: each step has the rules of one code and uses the facts of earlier steps.

A step shows turns in which something is impossible: a mark, a number, or the game itself. The last step shows that
nothing is left. Each step follows from the certificate's clauses for its own rules only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from contextlib import suppress

import msgspec

from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.certificates._reasoning import Reasoning
from fairsheet.engine.proof.certificates._refuter import Unanswered
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.proof.contradiction import MOST, Fact, ProofStep
from fairsheet.engine.proof.request import ERROR, PLAYED
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Lit, StatedRule

GROUPS = 10  # groups of rules at most: more than two per step do not fit into few steps
MARKS = 3  # marks at most that the rules of one step are about, unless a single rule is about more


class _Link(msgspec.Struct, frozen=True):
    """Rules that exclude literals which are possible without them."""

    rules: Sequence[StatedRule]
    excluded: Set[Lit] = frozenset()


def find_steps(
    statement: Statement, rules: Collection[StatedRule], certificate: Certificate, budget: Budget
) -> Sequence[ProofStep]:
    """Return steps to the contradiction of a certificate's rules; none if no way of few steps is found.

    The budget pays for the questions to the SAT solver; if it does not suffice, there are no steps. A certificate of
    the first look has no rules, and so no steps.
    """
    reasoning = _Steps(statement, certificate, budget)
    if not reasoning.holds.keys() <= set(rules) or len(list(_groups(reasoning.holds))) > GROUPS:
        return ()
    with suppress(Unanswered):
        if len(steps := reasoning.needed(reasoning.chain())) > 1:
            return steps
    return ()


class _Steps(Reasoning):
    """The search for steps among the constraints of a certificate."""

    def __init__(self, statement: Statement, certificate: Certificate, budget: Budget) -> None:
        super().__init__(statement, certificate.constraints)
        self._budget = budget
        self._facts = list(statement.facts())
        self._open = {
            sign * literal: subject
            for literal, subject, _ in self._facts
            for sign in (1, -1)
            if abs(literal) in self.used
        }  # literals that rules can exclude
        self._kept = {*self._open, *self.holds.values()}
        self._solutions: list[Set[Lit]] = []  # as far as they are among these literals

    def chain(self) -> list[_Link]:
        """Return links to the contradiction, each the one that excludes most; none if there are too many.

        If no group of rules excludes more, the last link has all rules that are left.
        """
        chain: list[_Link] = []
        known: set[Lit] = set()
        waiting = list(self.holds)
        while len(chain) < MOST:
            groups = list(_groups(waiting))
            links: list[_Link] = []
            for group in groups:
                excluded = self._excluded(group, known)
                if excluded is None:
                    return [*chain, _Link(group)]
                links.append(_Link(group, excluded))
            link = max(links, key=lambda each: len(each.excluded), default=_Link(()))
            if not link.excluded:
                last = _Link(waiting)
                return [*chain, last] if chain and self._clash(waiting, known) is not None else []
            chain.append(link)
            known |= link.excluded
            waiting = [rule for rule in waiting if rule not in link.rules]
        return []

    def needed(self, chain: Sequence[_Link]) -> list[ProofStep]:
        """Return the steps of a chain with the facts that later steps need; needless steps are left out."""
        steps: list[ProofStep] = []
        needed: set[Lit] = set()
        for place in reversed(range(len(chain))):
            rules, excluded = chain[place].rules, chain[place].excluded
            before = {literal for link in chain[:place] for literal in link.excluded}
            wanted = excluded & needed
            if steps and not wanted:
                continue
            questions: list[Sequence[Lit]] = [[literal] for literal in wanted] or [[]]
            for question in questions:
                needed |= self._clash(rules, before, question) or set()
            steps.insert(0, ProofStep(rules, list(self._facts_about(wanted, before | excluded))))
        return steps

    def _facts_about(self, wanted: Set[Lit], known: Set[Lit]) -> Iterator[Fact]:
        """Yield the wanted exclusions as facts; for a mark with few turns left, the fact gives these turns."""
        for subject in dict.fromkeys(subject for _, subject, _ in self._facts):
            its_literals = [(literal, turn) for literal, about, turn in self._facts if about == subject]
            sure = tuple(turn for literal, turn in its_literals if -literal in wanted)
            gone = tuple(turn for literal, turn in its_literals if literal in wanted)
            left = tuple(turn for literal, turn in its_literals if literal not in known)
            if sure:
                yield Fact(subject, sure, is_not=False)
            elif gone and len(left) <= len(gone) and subject[1] not in (ERROR, PLAYED[1]):
                yield Fact(subject, left, is_not=False)
            elif gone:
                yield Fact(subject, gone, is_not=True)

    def _clash(
        self, rules: Iterable[StatedRule], excluded: Iterable[Lit], more: Iterable[Lit] = ()
    ) -> set[Lit] | None:
        """Return the excluded literals that contradict the rules and further literals; None if none do.

        Raises Unanswered if the budget is spent.
        """
        if self._budget.left <= 0:
            raise Unanswered
        core = self.clash(rules, [*(-literal for literal in excluded), *more], self._budget)
        return None if core is None else {-literal for literal in core}

    def _excluded(self, rules: Sequence[StatedRule], known: Set[Lit]) -> Set[Lit] | None:
        """Return what the rules exclude of their marks, of errors and of turns; None if they leave no way.

        Literals in `known` are already excluded. Solutions are kept, because they often fit other rules as well.
        """
        holding = {self.holds[rule] for rule in rules}
        fitting = [values for values in self._solutions if holding <= values and known.isdisjoint(values)]
        about = {mark for rule in rules for mark in rule.marks}
        left = [
            literal
            for literal, subject in self._open.items()
            if literal not in known and (subject in about or subject[1] in (ERROR, PLAYED[1]))
        ]
        while True:
            for values in fitting:
                left = [literal for literal in left if literal not in values]
            if fitting and not left:
                return set()
            with self.one_of(left) as one:
                if self._clash(rules, known, [one] if fitting else []) is not None:
                    return set(left) if fitting else None
            values = self._kept.intersection(self.refuter.model)
            self._solutions.append(values)
            fitting = [values]


def _groups(rules: Iterable[StatedRule]) -> Iterator[Sequence[StatedRule]]:
    """Yield groups of rules of one code; each group is about few marks."""
    by_code: defaultdict[RuleCode, list[StatedRule]] = defaultdict(list)
    for rule in rules:
        by_code[rule.code].append(rule)
    for alike in by_code.values():
        group: list[StatedRule] = []
        for rule in alike:
            if group and len({mark for each in (*group, rule) for mark in each.marks}) > MARKS:
                yield group
                group = []
            group.append(rule)
        yield group
