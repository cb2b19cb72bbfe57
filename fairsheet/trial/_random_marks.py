"""Draw random marks for the fields of a sheet that a player could have written, judged by the sheet alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from fairsheet.engine.checks.consistency import NO_SETTING, contradictions_on
from fairsheet.engine.records.column_records import players_of
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import boxes_of_table, compile_boxes
from fairsheet.sheets.formulas.formula import arguments_of, calls_in
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Field, Sheet, Zone
from fairsheet.sheets.model.sides import Side

FILLED = 0.6  # share of the fields of a sheet that get a mark
ATTEMPTS = 20  # other marks to try for a mark that breaks a check, before the field is left empty
X_IN_SLOTS = 0.2  # share of X in the filled slots of a zone, if they accept X


def random_marks(
    sheet: Sheet,
    rng: np.random.Generator,
    not_printed: Collection[str] = (),
    setting: Mapping[str, Mark] = NO_SETTING,
    written: Mapping[tuple[str, str], int] | None = None,
) -> dict[str, Mark]:
    """Return marks for about `FILLED` of the printed fields of a sheet, without text fields.

    `written` counts how often each kind of mark was written in each field before; rare fields and kinds come first.

    Numbers ascend in every zone. Each side of a sheet with sides has a sign. Boxes with a score line have its result if
    they can hold it. A custom sheet passes the checks of its template. `setting` has the values of the game for
    formulas.
    """
    markable = [field for field in sheet.fields if can_be_marked(field) and field.id not in not_printed]
    inked = {id_ for id_, _ in written} if written is not None else {field.id for field in markable}
    fields = {field.id: field for field in markable if rng.random() < FILLED or field.id not in inked}
    zoned = {slot for zone in sheet.zones for slot in zone.slots}
    signs = _signs(sheet, rng)
    marks = {
        id_: _mark(field, signs, rng, written or {})
        for id_, field in fields.items()
        if field.kind != "slot" or id_ not in zoned
    }
    for zone in sheet.zones:
        marks |= _ascending([fields[id_] for id_ in zone.slots if id_ in fields and id_ not in marks], rng)
    for zone in sheet.zones:
        marks = _without_disorder(zone, marks)
    marks = _arrange(sheet, marks)
    marks = _add_sums(markable, _sums(sheet, setting)(marks), marks)
    return marks if ruleset_of(sheet).is_proved else _meet_checks(sheet, markable, marks, rng, setting)


def can_be_marked(field: Field) -> bool:
    """Return whether a player may write a mark into a field in a trial."""
    return field.kind != "text" and (
        field.printed is None or any(mark != field.printed for mark in field.accepts)
    )


def kind_of_mark(mark: Mark) -> str:
    """Return the kind under which a mark is counted; all numbers are one kind."""
    return "number" if isinstance(mark, int) else mark


def kinds_of_marks(field: Field) -> Sequence[str]:
    """Return the kinds of marks that a player may write into a field."""
    return list(dict.fromkeys(map(kind_of_mark, _list_marks(field))))


def _mark(
    field: Field, signs: Mapping[Side, Mark], rng: np.random.Generator, written: Mapping[tuple[str, str], int]
) -> Mark:
    if field.kind == "sign" and field.side is not None:
        return signs[field.side]
    marks = _list_marks(field)
    if written and field.bounds is None:
        times = {mark: written.get((field.id, kind_of_mark(mark)), 0) for mark in marks}
        marks = [mark for mark in marks if times[mark] == min(times.values())]
    return marks[int(rng.integers(len(marks)))]


def _list_marks(field: Field) -> Sequence[Mark]:
    """Return the marks that a player may write into a field."""
    if field.bounds is not None:
        least, greatest = field.bounds
        return range(least, greatest + 1)
    return [mark for mark in field.accepts if mark != field.printed]


def _draw_other_marks(field: Field, mark: Mark, rng: np.random.Generator) -> list[Mark]:
    """Return at most `ATTEMPTS` other marks that a player may write into a field, in random order."""
    possible = _list_marks(field)
    drawn = rng.choice(len(possible), min(len(possible), ATTEMPTS + 1), replace=False)
    return [other for index in drawn.tolist() if (other := possible[index]) != mark][:ATTEMPTS]


def _signs(sheet: Sheet, rng: np.random.Generator) -> dict[Side, Mark]:
    """Return a different sign for each side of a sheet with sides."""
    accepted = next((field.accepts for field in sheet.fields if field.kind == "sign"), ())
    chosen = rng.permutation(len(accepted))
    sides = dict.fromkeys(field.side for field in sheet.fields if field.side is not None)
    return {side: accepted[index] for side, index in zip(sides, chosen, strict=False)}


def _ascending(slots: list[Field], rng: np.random.Generator) -> dict[str, Mark]:
    """Return ascending numbers for slots, with X between them; if there are too few numbers, slots stay empty."""
    marks: dict[str, Mark] = {}
    numbered = []
    for slot in slots:
        words = [mark for mark in slot.accepts if isinstance(mark, str)]
        if words and rng.random() < X_IN_SLOTS:
            marks[slot.id] = words[int(rng.integers(len(words)))]
        else:
            numbered.append(slot)
    numbers = sorted({number for slot in numbered for number in _numbers(slot)})
    count = min(len(numbered), len(numbers))
    places = sorted(rng.permutation(len(numbers))[:count].tolist())
    for slot, index in zip(numbered, places, strict=False):
        if numbers[index] in _numbers(slot):
            marks[slot.id] = numbers[index]
    return marks


def _numbers(slot: Field) -> Sequence[int]:
    """Return the numbers that a slot accepts."""
    if slot.bounds is None:
        return [mark for mark in slot.accepts if isinstance(mark, int)]
    return range(slot.bounds[0], slot.bounds[1] + 1)


def _without_disorder(zone: Zone, marks: dict[str, Mark]) -> dict[str, Mark]:
    """Return the marks without the numbers that do not ascend in a zone, for slots in several zones."""
    highest = -1
    for id_ in zone.slots:
        mark = marks.get(id_)
        if isinstance(mark, int) and mark <= highest:
            marks = {field: other for field, other in marks.items() if field != id_}
        elif isinstance(mark, int):
            highest = mark
    return marks


def _arrange(sheet: Sheet, marks: dict[str, Mark]) -> dict[str, Mark]:
    """Return the marks, arranged to meet the conditions of checks."""
    for check in sheet.checks:
        for call in calls_in(check.needs):
            arranged = FUNCTIONS[call.function].arranged
            if arranged is not None:
                marks = arranged(arguments_of(call, sheet), marks)
    return marks


def _sums(sheet: Sheet, setting: Mapping[str, Mark]) -> Callable[[Marks], dict[str, int]]:
    """Return a function from marks to the value of every box with a score line; it compares players in columns."""
    columns = columns_of(sheet)
    if not columns:
        boxes_of = compile_boxes(sheet)
        return lambda marks: boxes_of({**setting, **marks})

    def sums(marks: Marks) -> dict[str, int]:
        one, players = players_of(sheet, [Record.on(sheet, Table(None, 1), 1, marks)])
        boxes = boxes_of_table(one, {player.seat: player.marks for player in players}, len(players))
        return {f"{box}.{columns[seat - 1]}": n for seat, each in boxes.items() for box, n in each.items()}

    return sums


def _add_sums(fields: Sequence[Field], sums: Mapping[str, int], marks: dict[str, Mark]) -> dict[str, Mark]:
    """Return the marks with the sums in their boxes; boxes that cannot hold their sum stay empty."""
    boxes = [field for field in fields if field.id in sums]
    kept = {id_: mark for id_, mark in marks.items() if id_ not in sums}
    return kept | {box.id: sums[box.id] for box in boxes if box.holds(sums[box.id])}


def _meet_checks(
    sheet: Sheet,
    fields: Sequence[Field],
    marks: dict[str, Mark],
    rng: np.random.Generator,
    setting: Mapping[str, Mark],
) -> dict[str, Mark]:
    """Return the marks with those that break a check drawn again or left out, until no check is broken."""
    sums, needed = _sums(sheet, setting), ruleset_of(sheet).needed_checks
    computed = {*sums(marks)}
    by_id = {field.id: field for field in fields}
    broken = contradictions_on(sheet, marks, setting, needed=needed)
    while broken:
        movable = [id_ for id_ in broken[0].fields if id_ in marks and id_ not in computed]
        if not movable:
            break
        # the fields that a check names first are optional; those that it requires stay
        first = by_id[movable[0]]
        alike = [id_ for id_ in movable if (by_id[id_].kind, by_id[id_].symbol) == (first.kind, first.symbol)]
        moved = alike[int(rng.integers(len(alike)))]
        rest = {id_: mark for id_, mark in marks.items() if id_ != moved}
        ways = [rest | {moved: mark} for mark in _draw_other_marks(by_id[moved], marks[moved], rng)]
        for way in (*ways, rest):
            drawn = _add_sums(fields, sums(way), way)
            left = contradictions_on(sheet, drawn, setting, needed=needed)
            if len(left) < len(broken):
                break
        marks, broken = drawn, left
    return marks
