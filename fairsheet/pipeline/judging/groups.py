"""Doubts that follow from one misread mark, shown as one; and what each could change, the most important first.

Pure: what the rules find wrong with marks, and the boxes that follow from them, are handed in. Every candidate of a
doubt is tried alone, at most `MOST_TRIES` of them; doubts beyond stay single and count as if they changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.model.marks import Mark, Marks, mark_name, with_marks
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.formatting import LEAST_LIKELY

MOST_TRIES = 300  # looks at a sheet; one takes about a millisecond

Problem = tuple[str, ...]  # the fields that cannot stand together, or a box that does not say its sum


class Weight(IntEnum):
    """What another mark in a field could change."""

    NOTHING = 0
    TOTAL = 1
    VERDICT = 2


WEIGHT_WORDS = {
    Weight.VERDICT: Message("could change the verdict"),
    Weight.TOTAL: Message("could change the total"),
}


@dataclass(frozen=True)
class Rules:
    """What the rules say of marks: which contradict each other, and the boxes as they follow from the rest."""

    conflicts: Callable[[Marks], Sequence[Problem]] = lambda marks: ()
    sums: Callable[[Marks], Mapping[str, int]] = lambda marks: {}
    total: str | None = None  # the box of the total


@dataclass(frozen=True)
class DoubtGroup:
    """Doubts of which one misread mark is likely the cause, or that stand in one contradiction, or a single doubt.

    `cause` is the field and mark that, read instead, leaves the least wrong; None where there is none such. It is about
    the first doubt. `follows` are those that are in doubt only because of it, and whose ink is clear.
    """

    doubts: tuple[Doubt, ...]
    weight: Weight = Weight.NOTHING
    cause: tuple[str, Mark | None] | None = None
    follows: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_pale(self) -> bool:
        """Whether these are the pale marks of a sheet: one question, whether they are meant."""
        return len(self.doubts) > 1 and all(doubt.is_pale for doubt in self.doubts)


@dataclass(frozen=True)
class _Try:
    """Another candidate of a doubt: how likely it is against the chosen mark, and what it would change."""

    doubt: Doubt
    mark: Mark | None
    odds: float
    lifts: frozenset[Problem]
    weight: Weight


def doubt_groups(doubts: Sequence[Doubt], marks: Marks, rules: Rules) -> list[DoubtGroup]:
    """The doubts about marks, those of one cause together, the most important first."""
    if not doubts:
        return []  # most sheets of a batch
    now = _Look(marks, rules)
    wrong = now.problems
    tries = _tries(doubts, marks, rules, now)
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
    for together in _of_one_problem(left, wrong):
        members = [left.pop(id_) for id_ in together]
        groups.append(DoubtGroup(tuple(members), max(weight[each.field] for each in members)))
    groups += [DoubtGroup((doubt,), weight[doubt.field]) for doubt in left.values()]
    return sorted(groups, key=lambda group: (-group.weight, _sureness(group.doubts[0])))


def _of_one_problem(doubts: Mapping[str, Doubt], wrong: Iterable[Problem]) -> Iterator[list[str]]:
    """The fields of doubts about marks that are clear by themselves, but stand in one contradiction with each other,
    where there are several; each once."""
    clear = [id_ for id_, doubt in doubts.items() if not _rivals(doubt)]
    for problem in sorted(wrong, key=lambda problem: -len(set(problem) & set(clear))):
        together = [id_ for id_ in clear if id_ in problem]
        if len(together) > 1:
            yield together
            clear = [id_ for id_ in clear if id_ not in together]


def _rivals(doubt: Doubt) -> list[Mark | None]:
    """The other marks that a field may well say."""
    return [mark for mark, share in doubt.candidates if mark != doubt.chosen and share >= LEAST_LIKELY]


def format_group(group: DoubtGroup, named: Callable[[str], str] = str) -> str:
    """What a group is about, in words; nothing where it is a single doubt that changes nothing.

    `named` gives a field its name.
    """
    words = []
    if group.is_pale:
        of_pale = Message("are the pale marks meant? The answer holds for all {n}")
        words.append(of_pale.filled(n=len(group.doubts)))
    elif len(group.doubts) > 1 and group.cause is not None:
        field_, mark = group.cause
        of_cause = Message("one of these {n} seems misread; likeliest [{field}] is {mark}")
        words.append(of_cause.filled(n=len(group.doubts), field=named(field_), mark=mark_name(mark)))
    elif len(group.doubts) > 1:
        of_several = Message("one of these {n} may be misread, or a wrong one was written")
        words.append(of_several.filled(n=len(group.doubts)))
    elif group.cause is not None:
        words.append(Message("{mark} would fit the rest of the sheet", mark=mark_name(group.cause[1])))
    if group.weight in WEIGHT_WORDS:
        words.append(WEIGHT_WORDS[group.weight])
    return joined("; ", words) if words else ""


def _sureness(doubt: Doubt) -> float:
    return dict(doubt.candidates).get(doubt.chosen, 0.0)


class _Look:
    """What the rules say of marks: whether they allow them, their total, and what is wrong.

    Wrong are contradictions, and boxes that say something else than follows from the rest.
    """

    def __init__(self, marks: Marks, rules: Rules) -> None:
        conflicts, sums = rules.conflicts(marks), rules.sums(marks)
        self.legal = not conflicts
        self.total = sums.get(rules.total or "")
        boxes = [(box,) for box, value in sums.items() if box in marks and marks[box] != value]
        self.problems: frozenset[Problem] = frozenset([*map(tuple, conflicts), *boxes])


def _tries(doubts: Sequence[Doubt], marks: Marks, rules: Rules, before: _Look) -> list[_Try]:
    wrong = before.problems
    found: list[_Try] = []
    for doubt in doubts:
        for mark, share in doubt.candidates:
            if mark == doubt.chosen or len(found) == MOST_TRIES:
                continue
            now = _Look(with_marks(marks, {doubt.field: mark}), rules)
            if now.legal != before.legal:
                weight = Weight.VERDICT
            else:
                weight = Weight.TOTAL if now.total != before.total else Weight.NOTHING
            lifts = wrong - now.problems if now.problems < wrong else frozenset()
            found.append(_Try(doubt, mark, share / max(_sureness(doubt), 1e-6), lifts, weight))
    return found
