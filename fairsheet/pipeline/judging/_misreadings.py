"""Decide whether an illegal sheet may be misread: which of its marks may differ, and whether it would then be legal.
Pure.

A table is proved as it was read. A sheet is illegal only if no likely reading makes it legal. Marks in doubt are tried
first. Then marks that seemed certain are tried with the next likely readings of their ink: many misread numbers are
likelier than a broken rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from msgspec import structs

from fairsheet.engine.checks.attribution import explaining, some_reading
from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.proof.prove import Outcome
from fairsheet.engine.records.record import Record, layout_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.solver.budget import Budget
from fairsheet.languages.messages import either
from fairsheet.pipeline.base.values import Uncertain
from fairsheet.pipeline.judging.rule_context import is_illegal_however_read, possible_marks
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.marks import Mark, mark_name, with_marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.kept import LEAST_KEPT
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.vision.readings.reasons import accused
from fairsheet.vision.readings.rule_hints import AGAINST_RULES

MOST_RIVALS = 12  # other readings of certain marks that are tried on a sheet
MOST_CHOICES = 16  # combinations of readings of the marks in doubt that are proved
WORK = 3.0  # for each of these proofs (see fairsheet.engine.solver.budget)
WORK_IN_ALL = 15.0  # for all of these proofs of a table


def doubted(
    records: Sequence[Record], verdict: Verdict, uncertain: Sequence[Uncertain], catalog: Catalog = BUNDLED
) -> tuple[Verdict, tuple[tuple[Doubt, ...], ...]]:
    """Return a verdict without accusations that a misreading explains, and the new doubts of each record.

    A sheet that is illegal only as read becomes undecided and keeps its contradictions. If several sheets contradict
    each other, a misread mark on one of them excuses all. New doubts are about marks that seemed certain: another
    reading of such a mark makes the sheet legal. `catalog` has the layouts of the records.
    """
    if not any(each.doubts or each.unsure for each in uncertain):
        return verdict, ()
    sheets = [layout_of(record, catalog) for record in records]
    illegal = {
        number: judged
        for number, record in enumerate(records)
        if (judged := verdict.of_sheet(record.sheet, record.seat)) is not None and judged.verdict == "illegal"
    }
    budget = Budget(WORK_IN_ALL)

    def group_of(numbers: Sequence[int]) -> _Group:
        return _Group(numbers, sheets, records, uncertain, budget, catalog)

    singles = {number: group_of([number]) for number in illegal}
    alone = {number: group for number, group in singles.items() if group.as_read == "impossible"}
    together = [number for number in range(len(records)) if number not in alone]
    groups = dict.fromkeys(together, group_of(together)) | alone
    # if several sheets contradict each other, the misread mark may be on any of them
    suspects = {*illegal, *together} if illegal.keys() - alone else illegal.keys()
    new_doubts = [
        groups[number].new_doubts(number) if number in suspects else [] for number in range(len(records))
    ]
    is_explained = any(new_doubts[number] for number in together)
    excused = [
        judged
        for number, judged in illegal.items()
        if new_doubts[number]
        or (number not in alone and is_explained)
        or all(uncertain[number].fields.intersection(each.involved) for each in judged.contradiction)
        or groups[number].is_open(number)
    ]
    judged_sheets = tuple(
        structs.replace(each, verdict="undecided") if any(each is judged for judged in excused) else each
        for each in verdict.sheets
    )
    verdict = structs.replace(verdict, sheets=judged_sheets)
    return verdict, tuple(map(tuple, new_doubts)) if any(new_doubts) else ()


class _Group:
    """Sheets of a table that contradict each other as read, by their numbers in the table."""

    def __init__(
        self,
        numbers: Sequence[int],
        sheets: Sequence[Sheet],
        records: Sequence[Record],
        uncertain: Sequence[Uncertain],
        budget: Budget,
        catalog: Catalog,
    ) -> None:
        self._numbers, self._budget, self._catalog = numbers, budget, catalog
        self._sheets, self._records, self._uncertain = sheets, records, uncertain

    @cached_property
    def as_read(self) -> Outcome:
        """The outcome of the sheets as they were read."""
        return self._prove(())

    def new_doubts(self, suspect: int) -> list[Doubt]:
        """Return doubts about marks of the suspect sheet that seemed certain, if another reading makes all sheets
        legal."""
        uncertain = self._uncertain[suspect]
        record = self._records[suspect]
        rivals = sorted(
            (
                (odds, field.field, mark)
                for field in uncertain.unsure
                if field.field not in uncertain.fields and self._is_proved(suspect, field.field)
                for mark, odds in _rivals(field, record.marks.get(field.field))
            ),
            key=lambda rival: (-rival[0], rival[1]),
        )
        if not rivals or self.as_read == "possible":
            return []
        possible: dict[str, list[tuple[Mark | None, float]]] = {}
        for odds, field, mark in explaining(
            rivals[:MOST_RIVALS],
            lambda rival: [[(suspect, *rival[1:])]],
            lambda changes: self._prove(changes) == "possible",
        ):
            possible.setdefault(field, []).append((mark, odds))
        return [_doubt(field, record.marks.get(field), marks) for field, marks in possible.items()]

    def is_open(self, suspect: int) -> bool:
        """Check whether some reading of the marks in doubt may make all sheets legal; too many to try count as open."""
        choices = [
            [(number, doubt.field, mark) for mark in possible_marks(doubt, self._sheets[number])]
            for number in self._numbers
            for doubt in self._uncertain[number].doubts
            if self._is_proved(number, doubt.field)
        ]
        own = [doubt for doubt in self._uncertain[suspect].doubts if self._is_proved(suspect, doubt.field)]
        if not choices or is_illegal_however_read(self._sheets[suspect], self._records[suspect], own):
            return False
        is_legal = some_reading(choices, lambda changes: self._prove(changes) != "impossible", MOST_CHOICES)
        return is_legal is not False

    def _is_proved(self, number: int, field: str) -> bool:
        """Check whether the proof depends on a field: boxes with sums and text do not count."""
        return bool(without_sums(self._sheets[number], {field: "any mark"}))

    def _prove(self, changes: Sequence[tuple[int, str, Mark | None]]) -> Outcome:
        """Prove the sheets with some marks replaced; each change has the number of its record."""
        readings = []
        for number in self._numbers:
            changed = {field: mark for of, field, mark in changes if of == number}
            record = self._records[number]
            readings.append(structs.replace(record, marks=with_marks(record.marks, changed)))
        return self._outcome(readings, self._budget.share(WORK))

    @cached_property
    def _outcome(self) -> Callable[[Sequence[Record], Budget], Outcome]:
        """The outcome of other readings; the rules' first look is compared with one true game for each sheet."""
        rules = ruleset_of(self._sheets[self._numbers[0]], self._catalog)
        return rules.quick_outcome([self._records[number] for number in self._numbers])


def _rivals(field: FieldReading, read: Mark | None) -> Iterator[tuple[Mark | None, float]]:
    """Yield other marks that the ink may show, with their odds against the mark that was read."""
    probability = max(field.probability(read), AGAINST_RULES)
    for mark, share in field.probabilities:
        if mark != read and share / probability >= LEAST_KEPT:
            yield mark, share / probability


def _doubt(field: str, read: Mark | None, rivals: Sequence[tuple[Mark | None, float]]) -> Doubt:
    """Return the doubt whether the mark is misread, by the odds of its rivals, or somebody broke a rule."""
    whole = AGAINST_RULES + sum(odds for _, odds in rivals)
    shares = [(mark, round(odds / whole, 4)) for mark, odds in (*rivals, (read, AGAINST_RULES))]
    others = either([mark_name(mark) for mark, _ in rivals])
    return Doubt.of(field, tuple(sorted(shares, key=lambda each: -each[1])), read, accused(read, others))
