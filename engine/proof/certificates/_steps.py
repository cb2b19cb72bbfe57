"""A contradiction told in steps, each of one rule and of what earlier steps have found.

A step finds turns in which something cannot have been: a mark, a number, or the game itself; the last one finds that
nothing is left. Each follows from the clauses that its rules have in the certificate, and from no other rule's.
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
from fairsheet.engine.proof.contradiction import MOST, Fact, Found
from fairsheet.engine.proof.request import ERROR, PLAYED
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Lit, StatedRule

GROUPS = 10  # of rules at most: of more than twice as many as steps, none is needless
MARKS = 3  # that the rules of one step are about, unless a single rule is about more


class _Link(msgspec.Struct, frozen=True):
    """Rules that exclude literals which are possible without them."""

    rules: Sequence[StatedRule]
    excluded: Set[Lit] = frozenset()


def in_steps(
    statement: Statement, rules: Collection[StatedRule], certificate: Certificate, budget: Budget
) -> Sequence[Found]:
    """Steps to the contradiction that a certificate has of some rules; none where no way of few steps was found.

    The questions to the SAT solver are paid for; where the budget does not suffice for them there are none, either.

    A certificate of the first look has no rules, and no steps.
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
        }  # what rules can exclude
        self._kept = {*self._open, *self.holds.values()}
        self._found: list[Set[Lit]] = []  # values, as far as they are among these

    def chain(self) -> list[_Link]:
        """Steps to the contradiction, the next always that which excludes most; none where there are too many.

        Where no rule alone excludes more, the last step is of all rules that are left.
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

    def needed(self, chain: Sequence[_Link]) -> list[Found]:
        """The steps of a chain with what later ones need of each; those of which they need nothing are left out."""
        told: list[Found] = []
        needed: set[Lit] = set()
        for place in reversed(range(len(chain))):
            rules, excluded = chain[place].rules, chain[place].excluded
            before = {literal for link in chain[:place] for literal in link.excluded}
            wanted = excluded & needed
            if told and not wanted:
                continue
            questions: list[Sequence[Lit]] = [[literal] for literal in wanted] or [[]]
            for question in questions:
                needed |= self._clash(rules, before, question) or set()
            told.insert(0, Found(rules, list(self._told(wanted, before | excluded))))
        return told

    def _told(self, wanted: Set[Lit], known: Set[Lit]) -> Iterator[Fact]:
        """What is wanted of all that is excluded; of a mark for which few turns are left, these."""
        for subject in dict.fromkeys(subject for _, subject, _ in self._facts):
            of_it = [(literal, turn) for literal, what, turn in self._facts if what == subject]
            sure = tuple(turn for literal, turn in of_it if -literal in wanted)
            gone = tuple(turn for literal, turn in of_it if literal in wanted)
            left = tuple(turn for literal, turn in of_it if literal not in known)
            if sure:
                yield Fact(subject, sure, is_not=False)
            elif gone and len(left) <= len(gone) and subject[1] not in (ERROR, PLAYED[1]):
                yield Fact(subject, left, is_not=False)
            elif gone:
                yield Fact(subject, gone, is_not=True)

    def _clash(
        self, rules: Iterable[StatedRule], excluded: Iterable[Lit], more: Iterable[Lit] = ()
    ) -> set[Lit] | None:
        """What of all that is excluded contradicts the rules and further literals; None where nothing does.

        Raises Unanswered where the budget is spent.
        """
        if self._budget.left <= 0:
            raise Unanswered
        core = self.clash(rules, [*(-literal for literal in excluded), *more], self._budget)
        return None if core is None else {-literal for literal in core}

    def _excluded(self, rules: Sequence[StatedRule], known: Set[Lit]) -> Set[Lit] | None:
        """What rules exclude further of their marks, of errors and of turns; None where they leave no way.

        Values that were found fit other rules as well, as often as not: they are kept.
        """
        holding = {self.holds[rule] for rule in rules}
        fitting = [values for values in self._found if holding <= values and known.isdisjoint(values)]
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
            self._found.append(values)
            fitting = [values]


def _groups(rules: Iterable[StatedRule]) -> Iterator[Sequence[StatedRule]]:
    """Rules of one code, as many as are about few marks."""
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
