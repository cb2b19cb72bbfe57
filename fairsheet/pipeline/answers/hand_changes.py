"""Describe what people changed in a record since it was read, with or without a note of person and time."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.records.record import Record, mark_in
from fairsheet.languages.messages import Message, counted, joined
from fairsheet.pipeline.answers.corrections import corrected, edits_without_note, person_of
from fairsheet.pipeline.base.doubt_files import DoubtsFile, digest_of
from fairsheet.pipeline.base.values import HandChange
from fairsheet.sheets.model.marks import mark_name
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.wording.field_names import field_names

MOST_NAMED = 8  # changes of a record; the JSON has all of them


def changed_by_hand(record: Record, kept: DoubtsFile | None) -> tuple[HandChange, ...]:
    """Return the marks of a record that differ from its reading; confirmed marks are not included."""
    if kept is None:
        return ()
    doubted = {doubt.field for doubt in kept.doubts}
    first = {each.field: each for each in reversed(kept.corrections)}
    last = {each.field: each for each in kept.corrections}
    changes = [
        HandChange(field, first[field].was, now, each.by, each.at, field in doubted)
        if now == each.mark
        else HandChange(field, first[field].was, now)
        for field, each in last.items()
        if (now := mark_in(record, field)) != first[field].was
    ]
    if kept.reading is not None and kept.photos:
        read = kept.reading.marks
        edits = edits_without_note(record, read, last)
        changes += [HandChange(field, read.get(field), mark) for field, mark in edits.items()]
    as_read = corrected(record, {field: each.was for field, each in first.items()})
    is_explained = any(not each.at for each in changes)
    if kept.digest not in (None, digest_of(as_read)) and not is_explained:
        changes.append(HandChange())
    return tuple(changes)


def change_lines(changes: Sequence[HandChange], sheet: Sheet) -> list[str]:
    """Return the changes of a record in words: answers to doubts, other corrections, and changes without a note.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> launch = load_sheet("launch")
    >>> change_lines([HandChange("floor-1.1", 3, 4, "Ada", "2026-11-22T18:30:00+01:00")], launch)
    ['changed by hand: floor 1, 1st slot: 3 -> 4 (Ada, 2026-11-22 18:30)']
    >>> change_lines([HandChange()], launch)
    ['edited since it was read, without a note']
    """
    answered = [each for each in changes if each.at and each.is_answer]
    corrections = [each for each in changes if each.at and not each.is_answer]
    unnoted = [each for each in changes if not each.at]
    lines: list[str] = []
    if answered:
        lines.append(
            Message("answers about marks in doubt: {changes}", changes=_list_changes(answered, sheet))
        )
    if corrections:
        lines.append(Message("changed by hand: {changes}", changes=_list_changes(corrections, sheet)))
    if unnoted:
        named = [each for each in unnoted if each.field]
        edited = Message("edited since it was read, without a note")
        lines.append(joined(": ", (edited, _list_changes(named, sheet))) if named else edited)
    return lines


def _list_changes(changes: Sequence[HandChange], sheet: Sheet) -> Message:
    left = len(changes) - MOST_NAMED
    words = joined("; ", (_format_change(each, sheet) for each in changes[:MOST_NAMED]))
    if left <= 0:
        return words
    return Message("{changes}; and {others}", changes=words, others=counted(left, "other mark"))


def _format_change(change: HandChange, sheet: Sheet) -> Message:
    marks = joined(" -> ", (mark_name(change.was), mark_name(change.mark)))
    words = joined(": ", (field_names(sheet)[change.field], marks))
    note = joined(", ", filter(None, (person_of(change.by), change.at[:16].replace("T", " "))))
    return Message("{change} ({told})", change=words, told=note) if note else words
