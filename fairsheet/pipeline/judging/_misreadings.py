"""Illegal, or misread? Which marks of an illegal sheet may be others, and whether it could stand with them. Pure.

A table is proved as it was read. Where that makes a sheet illegal, nobody is accused while marks in doubt speak against
it, or could be others with which it stands. Marks that were read without a doubt are tried as what the ink may say
instead: that somebody broke a rule is less likely than many a misread number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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

MOST_RIVALS = 12  # marks without a doubt that are tried otherwise, of the sheets that contradict each other
MOST_CHOICES = 16  # of all marks in doubt together that are put to the proof
WORK = 3.0  # for each of these proofs (see fairsheet.engine.solver.budget)
WORK_IN_ALL = 15.0  # for those of a table


def doubted(
    records: Sequence[Record], verdict: Verdict, uncertain: Sequence[Uncertain], catalog: Catalog = BUNDLED
) -> tuple[Verdict, tuple[tuple[Doubt, ...], ...]]:
    """The verdict on a table in which sheets are undecided that are illegal only as read, and new doubts by record.

    Such a sheet keeps its contradictions; of several that contradict each other none is illegal if a misread mark on
    one of them explains it. New doubts are about marks that seemed certain, and with another of which nothing speaks
    against the sheet any more. `catalog` has the layouts of the records.
    """
    if not any(each.doubts or each.unsure for each in uncertain):
        return verdict, ()
    sheets = [layout_of(record, catalog) for record in records]
    illegal = {
        number: found
        for number, record in enumerate(records)
        if (found := verdict.of_sheet(record.sheet, record.seat)) is not None and found.verdict == "illegal"
    }
    budget = Budget(WORK_IN_ALL)
    outcomes = {
        number: ruleset_of(sheets[number], catalog).quick_outcome([records[number]], budget.share(WORK))
        for number in illegal
    }
    alone = {number for number, outcome in outcomes.items() if outcome == "impossible"}
    together = [number for number in range(len(records)) if number not in alone]

    def group_of(number: int) -> _Group:
        group = [number] if number in alone else together
        return _Group(
            [sheets[each] for each in group],
            [records[each] for each in group],
            [uncertain[each] for each in group],
            group.index(number),
            budget,
            catalog,
        )

    # where several sheets contradict each other, a misread mark may be on any of them
    suspects = {*illegal, *together} if illegal.keys() - alone else illegal.keys()
    raised = [group_of(number).raised() if number in suspects else [] for number in range(len(records))]
    is_explained = any(raised[number] for number in together)
    excused = [
        found
        for number, found in illegal.items()
        if raised[number]
        or (number not in alone and is_explained)
        or all(uncertain[number].fields.intersection(each.involved) for each in found.contradiction)
        or group_of(number).is_open()
    ]
    said = tuple(
        structs.replace(each, verdict="undecided") if any(each is found for found in excused) else each
        for each in verdict.sheets
    )
    return structs.replace(verdict, sheets=said), tuple(map(tuple, raised)) if any(raised) else ()


class _Group:
    """Sheets that cannot stand together as read, of which one is looked at: that with the number `accused`."""

    def __init__(
        self,
        sheets: Sequence[Sheet],
        records: Sequence[Record],
        uncertain: Sequence[Uncertain],
        accused: int,
        budget: Budget,
        catalog: Catalog,
    ) -> None:
        self._sheets, self._records, self._uncertain = sheets, records, uncertain
        self._accused, self._budget, self._catalog = accused, budget, catalog

    def raised(self) -> list[Doubt]:
        """Doubts about marks of the accused sheet that seemed certain, but would let all stand if they were others."""
        uncertain = self._uncertain[self._accused]
        record = self._records[self._accused]
        rivals = sorted(
            (
                (odds, field.field, mark)
                for field in uncertain.unsure
                if field.field not in uncertain.fields and self._is_proved(self._accused, field.field)
                for mark, odds in _rivals(field, record.marks.get(field.field))
            ),
            key=lambda rival: (-rival[0], rival[1]),
        )
        if not rivals or self._outcome(()) == "possible":
            return []
        possible: dict[str, list[tuple[Mark | None, float]]] = {}
        for odds, field, mark in explaining(
            rivals[:MOST_RIVALS],
            lambda rival: [[(self._accused, *rival[1:])]],
            lambda changes: self._outcome(changes) == "possible",
        ):
            possible.setdefault(field, []).append((mark, odds))
        return [_doubt(field, record.marks.get(field), marks) for field, marks in possible.items()]

    def is_open(self) -> bool:
        """Whether the marks in doubt may be such that all can stand; too many to try leave it open."""
        accused = self._accused
        own = [doubt for doubt in self._uncertain[accused].doubts if self._is_proved(accused, doubt.field)]
        if is_illegal_however_read(self._sheets[accused], self._records[accused], own):
            return False
        choices = [
            [(number, doubt.field, mark) for mark in possible_marks(doubt, self._sheets[number])]
            for number, uncertain in enumerate(self._uncertain)
            for doubt in uncertain.doubts
            if self._is_proved(number, doubt.field)
        ]
        return bool(choices) and (
            some_reading(choices, lambda changes: self._outcome(changes) != "impossible", MOST_CHOICES)
            is not False
        )

    def _is_proved(self, number: int, field: str) -> bool:
        """Whether the proof looks at a field of a sheet: not at boxes that only hold arithmetic, nor at words."""
        return bool(without_sums(self._sheets[number], {field: "any mark"}))

    def _outcome(self, changes: Sequence[tuple[int, str, Mark | None]]) -> Outcome:
        """Whether the sheets can stand with some marks, each of the record of a number, replaced."""
        records = [
            structs.replace(
                record,
                marks=with_marks(record.marks, {field: mark for of, field, mark in changes if of == number}),
            )
            for number, record in enumerate(self._records)
        ]
        return ruleset_of(self._sheets[0], self._catalog).quick_outcome(records, self._budget.share(WORK))


def _rivals(field: FieldReading, read: Mark | None) -> Iterator[tuple[Mark | None, float]]:
    """Marks that the ink may say instead, with their odds against the one that was read."""
    sure = max(field.probability(read), AGAINST_RULES)
    for mark, share in field.probabilities:
        if mark != read and share / sure >= LEAST_KEPT:
            yield mark, share / sure


def _doubt(field: str, read: Mark | None, rivals: Sequence[tuple[Mark | None, float]]) -> Doubt:
    """Either the mark is misread, by the odds of its rivals, or somebody broke a rule."""
    whole = AGAINST_RULES + sum(odds for _, odds in rivals)
    shares = [(mark, round(odds / whole, 4)) for mark, odds in (*rivals, (read, AGAINST_RULES))]
    others = either([mark_name(mark) for mark, _ in rivals])
    return Doubt.of(field, tuple(sorted(shares, key=lambda each: -each[1])), read, accused(read, others))
