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
from fairsheet.engine.proof.certificates._refuter import Refuter, Unanswered
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.proof.contradiction import Fact, Found
from fairsheet.engine.proof.request import ERROR, PLAYED, ProofRequest
from fairsheet.engine.solver.constraint_model import Lit, StatedRule

MOST = 5  # steps
QUESTIONS = 2000  # to the SAT solver at most
CONFLICTS = 200  # at most, for one question
MARKS = 3  # that the rules of one step are about, unless a single rule is about more


class _Link(msgspec.Struct, frozen=True):
    """Rules that exclude literals which are possible without them."""

    rules: Sequence[StatedRule]
    excluded: Set[Lit] = frozenset()


def in_steps(
    request: ProofRequest, rules: Collection[StatedRule], certificate: Certificate
) -> Sequence[Found]:
    """Steps to the contradiction that a certificate has of some rules; none where no way of few steps was found.

    A certificate of the first look has no rules, and no steps.
    """
    reasoning = _Reasoning(request, certificate)
    if not reasoning.holds.keys() <= set(rules):
        return ()
    with suppress(Unanswered):
        if len(steps := reasoning.needed(reasoning.chain())) > 1:
            return steps
    return ()


class _Reasoning:
    """The clauses of a certificate, those of rules only as long as a literal for their rule holds."""

    def __init__(self, request: ProofRequest, certificate: Certificate) -> None:
        statement = Statement(request)
        formula = statement.formula(certificate.constraints)
        rules = [statement.rule(source) for source in formula.sources()]
        further = formula.variables
        self.holds: dict[StatedRule, Lit] = {}
        self._refuter, self._left = Refuter(), QUESTIONS
        for rule, clause in zip(rules, formula.clauses, strict=True):
            if rule is None:
                self._refuter.add([clause])
            else:
                holds = self.holds.setdefault(rule, further + 1 + len(self.holds))
                self._refuter.add([(-holds, *clause)])
        used = {abs(literal) for clause in formula.clauses for literal in clause}
        self._facts = list(statement.facts())
        self._open = dict.fromkeys(
            sign * literal for literal, *_ in self._facts for sign in (1, -1) if abs(literal) in used
        )  # what rules can exclude

    def chain(self) -> list[_Link]:
        """Steps to the contradiction, the next always that which excludes most; none where there are too many.

        Where no rule alone excludes more, the last step is of all rules that are left.
        """
        chain: list[_Link] = []
        known: set[Lit] = set()
        waiting = list(self.holds)
        while len(chain) < MOST:
            groups = list(_groups(waiting))
            for group in groups:
                if self._clash(group, known) is not None:
                    return [*chain, _Link(group)]
            links = [_Link(group, self._excluded(group, known)) for group in groups]
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
        """What of all that is excluded contradicts the rules and further literals; None where nothing does."""
        rule_holds = (self.holds[rule] for rule in rules)
        self._left -= 1
        if self._left < 0:
            raise Unanswered
        core = self._refuter.clash([*rule_holds, *(-literal for literal in excluded), *more], CONFLICTS)
        return None if core is None else {-literal for literal in core}

    def _excluded(self, rules: Sequence[StatedRule], known: Set[Lit]) -> Set[Lit]:
        """What rules exclude further."""
        self._clash(rules, known)
        possible = set(self._refuter.model)
        found = set()
        for literal in self._open:
            if literal in known or literal in possible:
                continue
            if self._clash(rules, known, [literal]) is None:
                possible.update(self._refuter.model)
            else:
                found.add(literal)
        return found


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
