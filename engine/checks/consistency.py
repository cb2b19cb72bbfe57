"""The consistency of one sheet's ink: ascending zones, ladders in order, and the checks of the template.

This is for sheets without rules in the program. An `error` makes a sheet illegal, a `warn` leaves it undecided, a
`note` is a remark. A sheet without any finding is consistent: nothing on it contradicts anything else. A wrong sum
breaks no rule: in a recorded game it is a remark, and the points follow from the other marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from msgspec import UNSET
from msgspec.structs import replace

from fairsheet.engine.checks._contradicting_marks import (
    contradicting_fields,
    contradicting_numbers,
    culprits,
    unmet_part,
)
from fairsheet.engine.checks._missing_marks import may_be_met, missing_row
from fairsheet.engine.checks.attribution import possibly_wrong
from fairsheet.engine.checks.verdict import (
    Finding,
    Judgement,
    SheetVerdict,
    Verdict,
    WrongSum,
    with_conflicts,
)
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.records.record import Record
from fairsheet.engine.rules import ascending, ladders
from fairsheet.engine.scoring.score import boxes_of_points
from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.formulas.explanation import explanation_of
from fairsheet.sheets.formulas.formula import compile_formula, fields_in
from fairsheet.sheets.formulas.functions.function import Formula
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.formulas.functions.lookups import NoEntry
from fairsheet.sheets.formulas.together import field_at, marks_together, sheets_together
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.segments import split_zones
from fairsheet.sheets.model.sheet import Call, Check, CheckLevel, Name, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.phrases import with_compared_sheets

_ASCENDING = Message("numbers ascend in {zone}")
NO_SETTING: Mapping[str, Mark] = {}
LEVELS: tuple[CheckLevel, ...] = ("error", "warn", "note")


def nothing_to_check(sheet: Sheet) -> FairsheetError:
    """Return the error for a sheet with neither rules nor checks."""
    return FairsheetError(
        "this sheet has nothing that could be checked",
        code=ErrorCode.NOT_FOR_THIS_GAME,
        where=sheet.name,
        hint="add check lines to its template, or see the points: fairsheet score",
    )


def consistency_of(sheet: Sheet, records: Sequence[Record]) -> Verdict:
    """Return the verdict on sheets of one table, each judged by itself and by checks of the table.

    Raises FairsheetError if the template has nothing that a sheet could break.
    """
    if not sheet.has_checks:
        raise nothing_to_check(sheet)
    table = {record.seat: record for record in sorted(records, key=lambda record: record.seat)}
    jointly = findings_together(
        sheet, {seat: each.marks for seat, each in table.items()}, setting_of(records[0], len(records))
    )
    return Verdict(
        with_conflicts(
            [
                verdict_of(
                    seat, (*findings_on(sheet, each.marks, setting_of(each, len(records))), *jointly[seat])
                )
                for seat, each in table.items()
            ]
        )
    )


def setting_of(record: Record, sheets: int) -> dict[str, Mark]:
    """Return the facts about a record's game for formulas; `sheets` is the number of such sheets available."""
    game = record.game
    return {
        "game.players": game.players,
        "game.sheets": sheets,
        "game.seat": record.seat,
        "game.solo": game.solo or 0,
        "game.seeded": int(game.seed is not None),
        **{f"option.{option}": value for option, value in game.chosen.items()},
        **{f"mission.{card}": 1 for card in (game.missions or {}).values()},
    }


def findings_on(
    sheet: Sheet,
    marks: Marks,
    setting: Mapping[str, Mark] = NO_SETTING,
    *,
    needed: Collection[str] | None = None,
    with_culprits: bool = True,
) -> Iterator[Finding]:
    """Yield what is wrong or remarkable about the ink of one sheet; `setting` has facts about the game for formulas.

    Looking for culprits takes ten times as long as the rest, so callers with many readings switch it off. If `needed`
    names checks, a mark that is only missing makes a sheet illegal only by these checks.
    """
    for each in out_of_order(sheet, marks):
        yield Finding(each.rule, "error", each.involved, each.why)
    for _, finding in findings_of_checks(sheet, {**setting, **marks}, needed, with_culprits=with_culprits):
        yield finding


def findings_of_checks(
    sheet: Sheet, marks: Marks, needed: Collection[str] | None, *, with_culprits: bool
) -> Iterator[tuple[Check, Finding]]:
    """Yield the unmet checks of one sheet with their findings; `marks` includes the setting. For `needed`, see
    `findings_on`.
    """
    unmet = list(_unmet(sheet, marks, with_culprits=with_culprits))
    rows = [finding.culprits for *_, finding in unmet if finding.is_missing and finding.culprits]
    for check, is_met, finding in unmet:
        can_lack = needed is not None and finding.level == "error" and check.id not in needed
        if can_lack and finding.is_missing:
            yield check, replace(finding, level="warn")
        elif can_lack and rows and may_be_met(check, is_met, sheet, marks, rows):
            why = Message("{why} A missing mark may explain it.", why=finding.why)
            yield check, replace(finding, level="warn", why=why)
        elif finding.level == "error" and (wrong := wrong_sum(check, sheet, marks)):
            yield check, replace(finding, level="note", wrong_sum=wrong)
        else:
            yield check, finding


def out_of_order(sheet: Sheet, marks: Marks) -> Iterator[Contradiction]:
    """Yield zones that do not ascend, and ladders that are out of order."""
    for zone in split_zones(sheet):
        for segment in zone.segments(marks):
            yield from ascending.Ascending(segment, _ASCENDING, zone.id).contradictions(marks)
    for ladder in sheet.ladders:
        yield from ladders.Ladder(ladder.fields).contradictions(marks)


@remembered
def checks_by_level(sheet: Sheet) -> dict[CheckLevel, list[tuple[Check, Formula]]]:
    """Return by level the checks of single sheets, as functions."""
    return {level: [each for each in _sheet_checks(sheet) if each[0].level == level] for level in LEVELS}


def contradiction_of(check: Check, sheet: Sheet, marks: Marks) -> Contradiction:
    """Return the contradiction of marks that do not meet a check, without looking for culprits."""
    finding = _finding(check, sheet, marks, None)
    return Contradiction(finding.fields, finding.why, finding.check)


def _unmet(sheet: Sheet, marks: Marks, *, with_culprits: bool) -> Iterator[tuple[Check, Formula, Finding]]:
    """Yield the unmet checks of one sheet, as functions, with their findings."""
    for check, is_met in _sheet_checks(sheet):
        if not holds(check, is_met, marks):
            yield check, is_met, _finding(check, sheet, marks, is_met if with_culprits else None)


def findings_together(
    sheet: Sheet, table: Mapping[int, Marks], setting: Mapping[str, Mark] = NO_SETTING
) -> dict[int, list[Finding]]:
    """Return by seat what is wrong or remarkable about all sheets of one kind at a table, taken together.

    A finding is about sheets whose marks it names and that may be wrong: without such a sheet, the check would be met.
    """
    findings: dict[int, list[Finding]] = {seat: [] for seat in table}
    for check, why, fields in unmet_together(sheet, table, setting, {}):
        owners = tuple(Message("seat {seat}", seat=seat) for seat in fields)
        compares = tuple(map(str, owners)) if len(owners) > 1 else UNSET
        for seat, of_seat in fields.items():
            words = with_compared_sheets(why, owners)
            findings[seat].append(Finding(check.id, check.level, of_seat, words, compares=compares))
    return findings


def unmet_together(
    sheet: Sheet,
    table: Mapping[int, Marks],
    setting: Mapping[str, Mark],
    corroborated: Mapping[int, Collection[str]],
) -> Iterator[tuple[Check, Message, dict[int, tuple[str, ...]]]]:
    """Yield the unmet checks of all sheets of one kind, with their words and by seat the fields that may be wrong.

    `corroborated` are by seat the fields whose marks others confirm.
    """
    if not any(check.scope == "table" for check in sheet.checks):
        return
    whole, checks = _table_checks(sheet)(tuple(sorted(table)))
    looked_at = {**setting, **marks_together(table)}
    for check, is_met in checks:
        if not holds(check, is_met, looked_at):
            finding = _finding(check, whole, looked_at, is_met)
            fields = [field_at(field) for field in finding.fields]
            seats = sorted({seat for _, seat in fields})
            if not _needs_difference(check):  # otherwise only equal marks are named
                seats = possibly_wrong(seats, partial(_without_seat, looked_at), is_met)
            uncorroborated = {at for field, at in fields if field not in corroborated.get(at, ())}
            seats = [seat for seat in seats if seat in uncorroborated] or seats
            yield check, finding.why, {seat: tuple(id_ for id_, at in fields if at == seat) for seat in seats}


def _without_seat(marks: Marks, seat: int) -> list[dict[str, Mark]]:
    """Return the one reading without a seat's marks, from the marks of all seats."""
    return [{field: mark for field, mark in marks.items() if not field.endswith(f"@{seat}")}]


def _needs_difference(check: Check) -> bool:
    return isinstance(check.needs, Call) and FUNCTIONS[check.needs.function].compares


def holds(check: Check, is_met: Formula, marks: Marks) -> bool:
    """Return whether a check is met. Raises NoEntry with the name of the check."""
    try:
        return bool(is_met(marks))
    except NoEntry as error:
        raise error.of(error.about or check.id) from None


def _finding(check: Check, sheet: Sheet, marks: Marks, is_met: Formula | None) -> Finding:
    """Return the finding for an unmet check: its fields, its words and the numbers that contradict each other.

    If marks should differ, the fields are those with equal marks. With `is_met`, the check as a function, it also has
    culprits.
    """
    fields = contradicting_fields(check.needs, sheet, marks)
    if _needs_difference(check):
        times = Counter(marks[field] for field in fields)
        fields = tuple(field for field in fields if times[marks[field]] > 1)
    missing = missing_row(check.needs, sheet, marks)
    first = missing or (() if is_met is None else culprits(check.needs, sheet, marks, is_met))
    numbers = contradicting_numbers(check.needs, sheet, marks)
    if check.scope == "table":
        numbers = numbers or _written_by_seat(fields, marks)
    if _needs_difference(check):
        numbers = numbers or _repeated(fields, marks)
    clause = Message(check.why)
    why = Message("{clause} ({numbers}).", clause=clause, numbers=numbers) if numbers else clause
    return Finding(check.id, check.level, fields, why, first or UNSET, True if missing else UNSET)


def wrong_sum(check: Check, sheet: Sheet, marks: Marks) -> WrongSum | None:
    """Return the written and the computed number if a check fails only because points were added up wrongly.

    None for sheets that are not of a recorded game.
    """
    if sheet.game is None:
        return None
    box = explanation_of(unmet_part(check.needs, sheet, marks), sheet, marks).box
    written = marks.get(box)
    if box not in boxes_of_points(sheet) or not isinstance(written, int):
        return None
    return WrongSum(written, int(compile_formula(Name(box), sheet)(marks)))


def _repeated(fields: Sequence[str], marks: Marks) -> str:
    """Return the numbers that are in several fields, with their counts; blank if the marks are not numbers."""
    times = Counter(mark for field in fields if isinstance(mark := marks[field], int))
    return joined(
        ", ",
        (
            Message("{number} is written {count} times", number=number, count=count)
            for number, count in times.items()
        ),
    )


def _written_by_seat(fields: Sequence[str], marks: Marks) -> str:
    """Return the numbers in one box of several sheets, such as 'player 1 has 21, player 2 has 22'; otherwise blank."""
    at = [field_at(field) for field in fields]
    written = [marks.get(field) for field in fields]
    if len({seat for _, seat in at}) < 2 or len({id_ for id_, _ in at}) > 1:
        return ""
    return joined(
        ", ",
        (
            Message("player {seat} has {mark}", seat=seat, mark=mark)
            for (_, seat), mark in zip(at, written, strict=True)
            if isinstance(mark, int)
        ),
    )


@remembered
def _sheet_checks(sheet: Sheet) -> list[tuple[Check, Formula]]:
    """Return the checks of single sheets, as functions."""
    return [(check, compile_formula(check.needs, sheet)) for check in sheet.checks if check.scope == "sheet"]


@remembered
def _table_checks(sheet: Sheet) -> Callable[[tuple[int, ...]], tuple[Sheet, list[tuple[Check, Formula]]]]:
    """Return a function from seats to the sheets of a table as one sheet, with its checks as functions."""
    checks = [check for check in sheet.checks if check.scope == "table"]
    needed = {field for check in checks for field in fields_in(check.needs, sheet)}
    part = replace(
        sheet,
        fields=tuple(field for field in sheet.fields if field.id in needed),
        zones=tuple(zone for zone in sheet.zones if needed.issuperset(zone.slots)),
        ladders=tuple(ladder for ladder in sheet.ladders if needed.issuperset(ladder.fields)),
    )

    @cache
    def join(seats: tuple[int, ...]) -> tuple[Sheet, list[tuple[Check, Formula]]]:
        whole = sheets_together(part, seats)
        return whole, [(check, compile_formula(check.needs, whole)) for check in checks]

    return join


def contradictions_on(
    sheet: Sheet,
    marks: Marks,
    setting: Mapping[str, Mark] = NO_SETTING,
    needed: Collection[str] | None = None,
) -> list[Contradiction]:
    """Return the contradictions that make one sheet illegal; for `setting` and `needed`, see `findings_on`."""
    return _contradictions(findings_on(sheet, marks, setting, needed=needed, with_culprits=False))


def _contradictions(findings: Iterable[Finding]) -> list[Contradiction]:
    return [Contradiction(each.fields, each.why, each.check) for each in findings if each.level == "error"]


def verdict_of(seat: int, findings: tuple[Finding, ...]) -> SheetVerdict:
    """Return the verdict on the sheet of a seat: an error makes it illegal, a warning alone undecided."""
    findings = _each_once(findings)
    levels = {finding.level for finding in findings}
    verdict: Judgement = "illegal" if "error" in levels else "undecided" if "warn" in levels else "legal"
    return SheetVerdict(
        seat=seat,
        verdict=verdict,
        over=True,
        history=None,
        contradiction=tuple(_contradictions(findings)),
        seconds=0.0,
        grade="consistent",
        findings=findings,
    )


def _each_once(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings, errors first.

    If a check has several findings about one field, only its errors stay, otherwise only its wrong sum.
    """
    surest: dict[tuple[str, ...], int] = {}
    for each in findings:
        about = (each.check, *each.fields[:1])
        surest[about] = max(surest.get(about, 0), _sureness(each))
    kept = [
        each
        for each in dict.fromkeys(findings)
        if not each.fields or _sureness(each) == surest[each.check, each.fields[0]]
    ]
    return tuple(sorted(kept, key=lambda each: LEVELS.index(each.level)))


def _sureness(finding: Finding) -> int:
    return 2 if finding.level == "error" else 1 if finding.wrong_sum else 0
