"""Doubts with one cause form a group, and the most important group comes first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from fairsheet.engine.records.record import read_record
from fairsheet.languages.messages import Message
from fairsheet.pipeline.judging.groups import DoubtGroup, Rules, Weight, doubt_groups, format_group
from fairsheet.results.documents.doubt_lines import doubt_lines
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.vision.readings.reading import Doubt, FieldReading, PhotoReading, SheetReading
from fairsheet.vision.readings.reasons import UNSEEN, much_paler
from fairsheet.wording.field_names import field_names

A, B, C, ALONE = "a", "b", "c", "alone"


def doubt(field: str, chosen: Mark | None, other: Mark | None, share: float) -> Doubt:
    return Doubt(field, ((chosen, 1 - share), (other, share)), chosen, Message("because"))


def ascending(marks: Marks) -> Sequence[tuple[str, ...]]:
    """Return the pairs of a, b and c whose numbers do not ascend."""
    slots = [id_ for id_ in (A, B, C) if id_ in marks]
    return [pair for pair in pairwise(slots) if int(marks[pair[0]]) >= int(marks[pair[1]])]


def totals(marks: Marks) -> dict[str, int]:
    """Return the number of crosses for the box `total`."""
    return {"total": sum(mark == "crossed" for mark in marks.values())}


RULES = Rules(ascending, totals, "total")


def fields(groups: Sequence[DoubtGroup]) -> list[list[str]]:
    return [[each.field for each in group.doubts] for group in groups]


def test_contradicting_marks_are_a_group_with_the_likeliest_cause() -> None:
    doubts = [doubt(A, 7, 1, 0.02), doubt(B, 5, 8, 0.001), doubt(C, 9, 8, 0.01)]
    (group, other) = doubt_groups(doubts, {A: 7, B: 5, C: 9}, RULES)
    assert fields([group, other]) == [[A, B], [C]]
    assert group.cause == (A, 1) and group.follows == {B} and group.weight is Weight.VERDICT
    assert format_group(group) == (
        "one of these 2 marks seems misread; most likely [a] is 1; could change the verdict"
    )
    assert format_group(other) == ""


def test_candidate_that_moves_the_contradiction_is_no_cause() -> None:
    # with 8, b is above a, but no longer below c
    doubts = [doubt(A, 7, 1, 0.01), doubt(B, 5, 8, 0.9)]
    (group,) = doubt_groups(doubts, {A: 7, B: 5, C: 8}, RULES)
    assert group.cause == (A, 1)


def test_wrong_sum_follows_from_a_missed_mark() -> None:
    doubts = [doubt("total", 2, 1, 0.05), doubt("cross", None, "crossed", 0.3)]
    (group,) = doubt_groups(doubts, {"total": 2, "other": "crossed"}, RULES)
    assert fields([group]) == [["cross", "total"]]
    assert group.cause == ("cross", "crossed") and group.weight is Weight.TOTAL


def test_clear_marks_that_contradict_each_other_are_a_group() -> None:
    marks: dict[str, Mark] = {C: 9, A: 7, B: 5, ALONE: 1}
    doubts = [Doubt(id_, ((mark, 1.0),), mark, Message("because")) for id_, mark in marks.items()]
    groups = doubt_groups(doubts, marks, RULES)
    assert sorted(fields(groups)) == [[A, B], [ALONE], [C]]
    (group,) = (each for each in groups if len(each.doubts) > 1)
    assert group.cause is None and not group.follows
    assert format_group(group) == "one of these 2 marks may be misread, or wrong on the sheet"


def test_irrelevant_doubts_come_last_and_stay_single() -> None:
    doubts = [doubt(ALONE, "circled", None, 0.4), doubt("x", "crossed", None, 0.1), doubt(A, 3, 9, 0.05)]
    groups = doubt_groups(doubts, {ALONE: "circled", "x": "crossed", A: 3, B: 5}, RULES)
    assert fields(groups) == [[A], ["x"], [ALONE]]
    assert [group.weight for group in groups] == [Weight.VERDICT, Weight.TOTAL, Weight.NOTHING]


def test_least_sure_doubt_comes_first_without_rules() -> None:
    groups = doubt_groups([doubt(A, 1, 2, 0.1), doubt(B, 1, 2, 0.4)], {A: 1, B: 1}, Rules())
    assert fields(groups) == [[B], [A]]
    assert all(group.cause is None and not format_group(group) for group in groups)


def test_every_doubt_is_in_one_group() -> None:
    doubts = [doubt(id_, number, None, 0.3) for number, id_ in enumerate((C, B, A))]
    groups = doubt_groups(doubts, {C: 0, B: 1, A: 2}, RULES)
    assert sorted(id_ for ids in fields(groups) for id_ in ids) == [A, B, C]


def test_doubt_lines_list_doubts_by_cause_with_numbers(table: list[Path]) -> None:
    sheet, record = read_record(table[0].read_bytes(), "")
    label = Label("launch", sheet.fingerprint, "coral-otter-42", 3, 1)
    number = record.marks["floor-1.1"]
    marks = {**record.marks, "floor-1.1": 15, "floor-1.2": 2}
    doubts = (
        replace(doubt("error.8", None, "circled", 0.3), number=2),
        replace(doubt("floor-1.2", 2, None, 0.01), number=5),
        replace(doubt("floor-1.1", 15, number, 0.01), number=6),
    )
    photo = PhotoReading("a.jpg", (SheetReading(sheet, label, None, marks, doubts),))
    lines, names = list(doubt_lines(photo, is_numbered=True)), field_names(sheet)
    assert any(line.startswith(f"    #6 {names['floor-1.1']}") for line in lines)
    assert any(f"a.jpg: #2 {names['error.8']}" in line for line in lines)
    assert "seems misread" in lines[0] and "could change the verdict" in lines[0]
    assert [re.sub(r"#\d ", "", line) for line in lines] == list(doubt_lines(photo, is_numbered=False))


@pytest.mark.parametrize(
    ("pattern", "where"), [("floor-[123].*", ", nearly all in its lower half"), ("floor-*", "")]
)
def test_very_many_doubts_request_another_photo(pattern: str, where: str) -> None:
    sheet = load_sheet("launch")
    fields = tuple(FieldReading(field.id, ((None, 1.0),)) for field in sheet.fields if field.kind != "text")
    doubts = tuple(doubt(field.field, None, 7, 0.4) for field in fields if fnmatch(field.field, pattern))
    label = Label("launch", sheet.fingerprint, "otter", 2, 1)
    (line,) = doubt_lines(
        PhotoReading("a.jpg", (SheetReading(sheet, label, None, {}, doubts, fields),)), is_numbered=True
    )
    assert line.startswith(
        f"a.jpg: {len(doubts)} of {len(fields)} fields are hard to read{where}; photograph"
    )
    few = SheetReading(sheet, label, None, {}, doubts[:14], fields)
    assert len(list(doubt_lines(PhotoReading("a.jpg", (few,)), is_numbered=True))) >= 14


def test_many_unseen_fields_request_a_photo_of_that_part() -> None:
    sheet = load_sheet("launch")
    fields = tuple(FieldReading(field.id, ((None, 1.0),)) for field in sheet.fields if field.kind != "text")
    hidden = tuple(field.field for field in fields if fnmatch(field.field, "floor-[123].*"))
    seen = (doubt(field, None, 7, 0.4) for field in ("error.1", "score.total"))
    doubts = (*(Doubt.of(each, ((None, 1.0),), None, UNSEEN) for each in hidden), *seen)
    label = Label("launch", sheet.fingerprint, "otter", 2, 1)
    reading = SheetReading(sheet, label, None, {}, doubts, fields, covered=hidden)
    (line,) = doubt_lines(PhotoReading("a.jpg", (reading,)), is_numbered=True)
    message = f"a.jpg: {len(hidden)} of {len(fields)} fields cannot be seen, nearly all in its lower half: "
    assert line.startswith(message) and "that part" in line and "closer" not in line


def test_mark_with_unclear_ink_follows_from_no_cause() -> None:
    doubts = [doubt(A, 7, 1, 0.1), doubt(B, 5, 8, 0.3)]
    (group,) = doubt_groups(doubts, {A: 7, B: 5, C: 9}, RULES)
    assert group.cause == (B, 8) and fields([group]) == [[B, A]] and not group.follows


def pale(field: str, mark: Mark) -> Doubt:
    return Doubt.of(field, ((None, 0.5), (mark, 0.5)), None, much_paler(mark, None), matters=True)


def test_pale_marks_are_one_question_and_no_cause() -> None:
    doubts = [pale(A, 7), doubt(B, 5, 8, 0.1), pale(C, 4)]
    first, second = doubt_groups(doubts, {B: 5}, RULES)
    assert fields([first, second]) == [[A, C], [B]] and first.is_pale and not second.is_pale
    assert format_group(first) == (
        "are the pale marks meant? The answer holds for all 2; could change the verdict"
    )
    (alone,) = doubt_groups([pale("star", "crossed")], {}, RULES)
    assert not alone.is_pale and format_group(alone) == "could change the total"
