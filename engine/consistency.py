"""What the ink of one sheet shows by itself: zones that ascend, ladders in their order, and the checks of the template.

For sheets without rules in the program. An `error` makes a sheet illegal, a `warn` leaves it undecided, a `note` is a
remark. Without any of them a sheet is consistent: nothing on it contradicts anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.formula import compile_formula, fields_in
from engine.game import Contradiction
from engine.ink import Mark
from engine.proof.verdict import Finding, Judgement, SheetVerdict, Verdict
from engine.record import Record
from engine.rules import ascending, ladders
from sheets.errors import FairsheetError
from sheets.model import Sheet
from sheets.segments import SplitZone


def can_check(sheet: Sheet) -> bool:
    """Whether the template says anything that the ink could break."""
    return bool(sheet.zones or sheet.ladders or sheet.checks)


def consistency_of(sheet: Sheet, records: Sequence[Record]) -> Verdict:
    """The verdict on sheets of one table, each by itself.

    Raises FairsheetError where the template says nothing that a sheet could break.
    """
    if not can_check(sheet):
        raise FairsheetError(
            "this sheet has nothing that could be checked",
            where=sheet.name,
            hint="add check lines to its template, or see the points: fairsheet score",
        )
    return Verdict(tuple(_sheet_verdict(sheet, record) for record in sorted(records, key=lambda r: r.seat)))


def findings_on(sheet: Sheet, marks: Mapping[str, Mark]) -> Iterator[Finding]:
    """What is wrong or remarkable about the ink of one sheet."""
    for each in (*_unordered_zones(sheet, marks), *_unordered_ladders(sheet, marks)):
        yield Finding(each.rule, "error", each.fields, each.why)
    for check in sheet.checks:
        if not compile_formula(check.needs, sheet)(marks):
            named = fields_in(check.needs, sheet)
            yield Finding(check.id, check.level, tuple(f for f in named if f in marks) or named, check.why)


def contradictions_on(sheet: Sheet, marks: Mapping[str, Mark]) -> list[Contradiction]:
    """What makes the ink of one sheet illegal."""
    return _contradictions(findings_on(sheet, marks))


def _contradictions(findings: Iterable[Finding]) -> list[Contradiction]:
    errors = (found for found in findings if found.level == "error")
    return [Contradiction(found.fields, found.why, found.check) for found in errors]


def _sheet_verdict(sheet: Sheet, record: Record) -> SheetVerdict:
    findings = tuple(findings_on(sheet, record.marks))
    levels = {finding.level for finding in findings}
    verdict: Judgement = "illegal" if "error" in levels else "undecided" if "warn" in levels else "legal"
    return SheetVerdict(
        seat=record.seat,
        verdict=verdict,
        over=True,
        history=None,
        contradiction=tuple(_contradictions(findings)),
        seconds=0.0,
        grade="consistent",
        findings=findings,
    )


def _unordered_zones(sheet: Sheet, marks: Mapping[str, Mark]) -> Iterator[Contradiction]:
    for zone in sheet.zones:
        for segment in SplitZone(sheet, zone.id).segments(marks):
            yield from ascending.contradictions(segment, marks, f"in {zone.id}", "behind")


def _unordered_ladders(sheet: Sheet, marks: Mapping[str, Mark]) -> Iterator[Contradiction]:
    for ladder in sheet.ladders:
        yield from ladders.contradictions(ladder.fields, marks)
