"""Group doubts that follow from one misread mark, and sort the groups by what they could change. Pure.

The caller passes functions that find contradictions and compute boxes. Each candidate of a doubt is tried separately,
at most `MOST_TRIES` of them. Doubts beyond this limit stay single and count as if they changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.model.marks import Mark, Marks, mark_name, with_marks
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.formatting import LEAST_LIKELY

MOST_TRIES = 300  # candidates of one sheet; each takes about a millisecond

Problem = tuple[str, ...]  # the fields that contradict each other, or a box that differs from its sum


class Weight(IntEnum):
    """The most that another mark in a field could change."""

    NOTHING = 0
    TOTAL = 1
    VERDICT = 2


WEIGHT_WORDS = {
    Weight.VERDICT: Message("could change the verdict"),
    Weight.TOTAL: Message("could change the total"),
}


@dataclass(frozen=True)
class Rules:
    """Functions that find the contradictions between marks and compute the boxes from the other marks."""

    conflicts: Callable[[Marks], Sequence[Problem]] = lambda marks: ()
    sums: Callable[[Marks], Mapping[str, int]] = lambda marks: {}
    total: str | None = None  # the box of the total


@dataclass(frozen=True)
class DoubtGroup:
    """Doubts that one misread mark probably caused, doubts in one contradiction, or a single doubt.

    `cause` is the field and mark that resolves the most contradictions, or None; the first doubt is about it. `follows`
    are fields with clear ink that are in doubt only because of the cause.
    """

    doubts: tuple[Doubt, ...]
    weight: Weight = Weight.NOTHING
    cause: tuple[str, Mark | None] | None = None
    follows: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_pale(self) -> bool:
        """Whether these are the pale marks of a sheet: one question asks whether they are meant."""
        return len(self.doubts) > 1 and all(doubt.is_pale for doubt in self.doubts)


@dataclass(frozen=True)
class _Try:
    """Another candidate of a doubt: its odds against the chosen mark, and what it would change."""

    doubt: Doubt
    mark: Mark | None
    odds: float
    lifts: frozenset[Problem]
    weight: Weight


def doubt_groups(doubts: Sequence[Doubt], marks: Marks, rules: Rules) -> list[DoubtGroup]:
    """Return the doubts about marks in groups with one cause, the most important group first."""
    if not doubts:
        return []  # most sheets of a batch
    now = _State(marks, rules)
    wrong = now.problems
    tries = _try_candidates(doubts, marks, rules, now)
    weight = {
        doubt.field: max((each.weight for each in tries if each.doubt is doubt), default=Weight.NOTHING)
        for doubt in doubts
    }
    groups: list[DoubtGroup] = []
    left = {doubt.field: doubt for doubt in doubts}
    pale = [left.pop(doubt.field) for doubt in doubts if doubt.is_pale]
    if pale:
        groups.append(DoubtGroup(tuple(pale), max(weight[doubt.field] for doubt in pale)))
    while True:
        cause = max(
            (each for each in tries if each.doubt.field in left and each.lifts & wrong),
            key=lambda each: (len(each.lifts & wrong), each.odds),
            default=None,
        )
        if cause is None:
            break
        lifted = cause.lifts & wrong
        touched = {id_ for problem in lifted for id_ in problem}
        rivals = {each.doubt.field for each in tries if each.lifts & lifted}
        members = [left.pop(cause.doubt.field)]
        members += [left.pop(id_) for id_ in list(left) if id_ in touched | rivals]
        groups.append(
            DoubtGroup(
                tuple(members),
                max(weight[each.field] for each in members),
                (cause.doubt.field, cause.mark),
                frozenset(each.field for each in members[1:] if not _rivals(each)),
            )
        )
        wrong -= lifted
    for together in _group_by_problem(left, wrong):
        members = [left.pop(id_) for id_ in together]
        groups.append(DoubtGroup(tuple(members), max(weight[each.field] for each in members)))
    groups += [DoubtGroup((doubt,), weight[doubt.field]) for doubt in left.values()]
    return sorted(groups, key=lambda group: (-group.weight, _probability_of_chosen(group.doubts[0])))


def _group_by_problem(doubts: Mapping[str, Doubt], wrong: Iterable[Problem]) -> Iterator[list[str]]:
    """Yield the fields of doubts that have no likely other candidates, but are in one contradiction.

    Each field comes once; a group has at least two.
    """
    clear = [id_ for id_, doubt in doubts.items() if not _rivals(doubt)]
    for problem in sorted(wrong, key=lambda problem: -len(set(problem) & set(clear))):
        together = [id_ for id_ in clear if id_ in problem]
        if len(together) > 1:
            yield together
            clear = [id_ for id_ in clear if id_ not in together]


def _rivals(doubt: Doubt) -> list[Mark | None]:
    """Return the other likely marks of a field."""
    return [mark for mark, share in doubt.candidates if mark != doubt.chosen and share >= LEAST_LIKELY]


def format_group(group: DoubtGroup, named: Callable[[str], str] = str) -> str:
    """Return the question of a group in words; empty for a single doubt that changes nothing.

    `named` returns the name of a field.
    """
    words = []
    if group.is_pale:
        of_pale = Message("are the pale marks meant? The answer holds for all {n}")
        words.append(of_pale.filled(n=len(group.doubts)))
    elif len(group.doubts) > 1 and group.cause is not None:
        field_, mark = group.cause
        of_cause = Message("one of these {n} marks seems misread; most likely [{field}] is {mark}")
        words.append(of_cause.filled(n=len(group.doubts), field=named(field_), mark=mark_name(mark)))
    elif len(group.doubts) > 1:
        of_several = Message("one of these {n} marks may be misread, or wrong on the sheet")
        words.append(of_several.filled(n=len(group.doubts)))
    elif group.cause is not None:
        words.append(Message("{mark} would fit the rest of the sheet", mark=mark_name(group.cause[1])))
    if group.weight in WEIGHT_WORDS:
        words.append(WEIGHT_WORDS[group.weight])
    return joined("; ", words) if words else ""


def _probability_of_chosen(doubt: Doubt) -> float:
    return dict(doubt.candidates).get(doubt.chosen, 0.0)


class _State:
    """The legality of some marks by the rules, their total, and their problems.

    Problems are contradictions, and boxes that differ from the computed number.
    """

    def __init__(self, marks: Marks, rules: Rules) -> None:
        conflicts, sums = rules.conflicts(marks), rules.sums(marks)
        self.legal = not conflicts
        self.total = sums.get(rules.total or "")
        boxes = [(box,) for box, value in sums.items() if box in marks and marks[box] != value]
        self.problems: frozenset[Problem] = frozenset([*map(tuple, conflicts), *boxes])


def _try_candidates(doubts: Sequence[Doubt], marks: Marks, rules: Rules, before: _State) -> list[_Try]:
    wrong = before.problems
    found: list[_Try] = []
    for doubt in doubts:
        for mark, share in doubt.candidates:
            if mark == doubt.chosen or len(found) == MOST_TRIES:
                continue
            now = _State(with_marks(marks, {doubt.field: mark}), rules)
            if now.legal != before.legal:
                weight = Weight.VERDICT
            else:
                weight = Weight.TOTAL if now.total != before.total else Weight.NOTHING
            lifts = wrong - now.problems if now.problems < wrong else frozenset()
            found.append(_Try(doubt, mark, share / max(_probability_of_chosen(doubt), 1e-6), lifts, weight))
    return found
