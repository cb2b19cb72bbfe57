"""The log of a SAT solver with reasons: for every clause that it learned, the clauses from which it follows.

A solver logs what it learned, not why (DRUP). Here every learned clause is found again by unit propagation, with two
watched literals in each clause; what took part becomes its hints (LRAT), and what the end does not need is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fairsheet.engine.proof.certificates._lrat import Clause, Step


class Logged(msgspec.Struct, frozen=True):
    """A line of a log: a clause that was learned, or one that was forgotten."""

    clause: Clause
    forgotten: bool = False


class TooMuchWork(Exception):
    """The propagation took more than was allowed."""


def with_hints(
    variables: int, clauses: Sequence[Clause], log: Iterable[Logged], most: int
) -> tuple[list[Step] | None, int]:
    """The steps that lead from clauses to the empty one, and how many clauses were looked at on the way.

    No steps where the log does not lead there. Raises TooMuchWork after looking at `most` clauses.
    """
    propagation = _Propagation(variables, clauses, most)
    ends = propagation.starts_in_conflict() or any(map(propagation.ends_with, log))
    return (_needed(propagation.steps, len(clauses)) if ends else None), most - propagation.left


def _needed(steps: Sequence[Step], given: int) -> list[Step]:
    """The steps that the last one needs, renumbered after the clauses that are given."""
    wanted = {steps[-1].number}
    kept: list[Step] = []
    for step in reversed(steps):
        if step.number in wanted:
            wanted.update(step.hints)
            kept.append(step)
    kept.reverse()
    new = {step.number: number for number, step in enumerate(kept, start=given + 1)}
    return [
        Step(new[step.number], step.clause, tuple(new.get(hint, hint) for hint in step.hints))
        for step in kept
    ]


class _Propagation:
    """Clauses, by their numbers from 1, and what follows from them by propagating what is known.

    Lists by literal have the opposite literals at their end, where a negative index finds them.
    """

    def __init__(self, variables: int, clauses: Sequence[Clause], most: int) -> None:
        self.steps: list[Step] = []
        self.left = most  # how many clauses may still be looked at
        self._given = len(clauses)
        self._clauses: list[list[int]] = [[], *map(list, clauses)]
        self._value = [0] * (2 * variables + 1)  # 1 true, -1 false, 0 open
        self._watching: list[list[int]] = [[] for _ in self._value]
        self._reason = [0] * (variables + 1)  # the number of a clause; 0 for what is assumed
        self._trail: list[int] = []
        self._learned: dict[frozenset[int], list[int]] = {}

    def starts_in_conflict(self) -> bool:
        """Adds the clauses that are given; whether they contradict each other without anything learned."""
        return any(self._add(number) for number in range(1, self._given + 1))

    def ends_with(self, line: Logged) -> bool:
        """Learns or forgets a clause; whether the last step is now the empty clause."""
        key = frozenset(line.clause)
        if line.forgotten:
            if numbers := self._learned.get(key):
                self._clauses[numbers.pop()] = []  # watching lists drop it when they are next looked at
            return False
        hints = self._reasons(line.clause)
        if not hints:
            return False
        number = self._step(line.clause, hints)
        self._learned.setdefault(key, []).append(number)
        return self._add(number)

    def _step(self, clause: Clause, hints: Iterable[int]) -> int:
        number = len(self._clauses)
        self.steps.append(Step(number, clause, tuple(hints)))
        self._clauses.append(list(clause))
        return number

    def _add(self, number: int) -> bool:
        """Watches a clause, and propagates what it makes known for good; whether that ends in a conflict."""
        literals, value = self._clauses[number], self._value
        if len(literals) > 1:
            if value[literals[0]] or value[literals[1]]:
                literals.sort(key=lambda literal: value[literal] < 0)
            self._watching[literals[0]].append(number)
            self._watching[literals[1]].append(number)
            if value[literals[1]] >= 0:
                return False
        conflict, start = number, len(self._trail)
        if literals and value[literals[0]] >= 0:
            if value[literals[0]] > 0:
                return False
            self._set(literals[0], number)
            conflict = self._propagate(start)
        for literal in self._trail[start:]:
            self._reason[abs(literal)] = self._known(literal)
        if conflict:
            self._step((), [*self._why(conflict, 0), conflict])
        return conflict > 0

    def _known(self, literal: int) -> int:
        """The number of a clause that is a literal alone, which holds for good."""
        reason = self._reason[abs(literal)]
        if len(self._clauses[reason]) == 1:
            return reason
        return self._step((literal,), [*self._why(reason, literal), reason])

    def _why(self, number: int, literal: int) -> Iterable[int]:
        """Why all literals of a clause but one are false, which is known for good."""
        return (self._reason[abs(other)] for other in self._clauses[number] if other != literal)

    def _reasons(self, clause: Clause) -> list[int]:
        """The clauses that make a conflict of it if all its literals are false; none where they do not, or where one of
        its literals holds for good, so that nobody needs the clause."""
        start = len(self._trail)
        if any(self._value[literal] > 0 for literal in clause):
            return []
        for literal in clause:
            if self._value[literal] == 0:
                self._set(-literal, 0)
        conflict = self._propagate(start)
        hints: list[int] = []
        if conflict:
            hints.append(conflict)
            asked = {abs(literal) for literal in self._clauses[conflict]}
            for literal in reversed(self._trail[start:]):
                reason = self._reason[abs(literal)]
                if reason and abs(literal) in asked:
                    hints.append(reason)
                    asked.update(map(abs, self._clauses[reason]))
            others = {abs(literal) for literal in (*self._trail[start:], *clause)}
            hints += sorted({self._reason[variable] for variable in asked - others})
            hints.reverse()
        for literal in self._trail[start:]:
            self._value[literal] = self._value[-literal] = 0
        del self._trail[start:]
        return hints

    def _set(self, literal: int, reason: int) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._reason[abs(literal)] = reason
        self._trail.append(literal)

    def _propagate(self, start: int) -> int:
        """Sets what follows from the end of the trail; the number of a clause all of whose literals are false, or 0.

        Raises TooMuchWork.
        """
        value, watching, clauses, trail = self._value, self._watching, self._clauses, self._trail
        for literal in _growing(trail, start):
            false = -literal
            watchers, kept = watching[false], []
            self.left -= len(watchers)
            if self.left < 0:
                raise TooMuchWork
            for place, number in enumerate(watchers):
                clause = clauses[number]
                if not clause:
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                other = clause[0]
                if value[other] > 0:
                    kept.append(number)
                    continue
                for index in range(2, len(clause)):
                    candidate = clause[index]
                    if value[candidate] >= 0:
                        clause[1], clause[index] = candidate, false
                        watching[candidate].append(number)
                        break
                else:
                    kept.append(number)
                    if value[other] < 0:
                        watching[false] = kept + watchers[place + 1 :]
                        return number
                    self._set(other, number)
            watching[false] = kept
        return 0


def _growing(trail: Sequence[int], start: int) -> Iterable[int]:
    """The literals from a place on, those among them that are added on the way."""
    while start < len(trail):
        yield trail[start]
        start += 1
