"""Correct records by hand: parse typed marks, write them into a record, and note the corrections next to it."""

from __future__ import annotations

import contextlib
import getpass
import os
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from msgspec import structs

from fairsheet.engine.records.json_documents import LARGEST
from fairsheet.engine.records.record import Record, mark_in, read_record, write_record
from fairsheet.engine.records.record_checks import accepts, format_accepted
from fairsheet.languages.catalogues import Catalogue, catalogue, languages
from fairsheet.languages.messages import Message, counted, listed, render
from fairsheet.languages.terms import term
from fairsheet.pipeline.base.doubt_files import (
    Correction,
    DoubtsFile,
    digest_of,
    read_doubts_file,
    write_doubts_file,
)
from fairsheet.process.output_files import write_file
from fairsheet.sheets.language.faults import did_you_mean
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.marks import BLANK, Mark, Marks, with_marks
from fairsheet.sheets.model.sheet import PLAYER, Field, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import read_file
from fairsheet.sheets.support.lookalikes import plain_letters
from fairsheet.wording.field_names import field_names, full_names

HOST, SEAT = (
    "the host",
    "seat ",
)  # stored for the host of a table, and with a number for players without a name
UNDO = "undo"  # typed instead of a mark to take corrections back
_FOLLOWS = " (follows from "  # after the name of the person who answered about another field


def mark_typed(typed: str, field: Field, where: str) -> Mark | None:
    """Return the mark that somebody typed for a field, None for `blank`.

    Raises FairsheetError, located at `where`, if the field does not accept the mark.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> launch = load_sheet("launch")
    >>> mark_typed("7", launch.field["floor-6.1"], ""), mark_typed("x", launch.field["floor-6.1"], "")
    (7, 'X')
    """
    typed = typed.strip()
    if not typed:
        hint = Message("write {blank} for no ink", blank=BLANK)
        raise FairsheetError(Message("no mark given"), code=ErrorCode.MISSING_OPTION, where=where, hint=hint)
    if typed.lower() == BLANK:
        return None
    known: list[Mark] = [typed, typed.lower(), typed.upper()]
    with contextlib.suppress(ValueError):
        known.append(int(typed))
    fitting = [mark for mark in known if accepts(field, mark)]
    if not fitting:
        problem = Message(
            "{mark!r} cannot be the mark of this {kind}", mark=typed[:40], kind=term(field.kind)
        )
        hint = Message("it takes {marks}, or {blank}", marks=format_accepted(field), blank=BLANK)
        raise FairsheetError(problem, code=ErrorCode.BAD_MARK, where=where, hint=hint)
    return fitting[0]


def in_english(typed: str, marks: Iterable[Mark], language: Catalogue, *others: str) -> str:
    """Return the English word for a typed one, if `language` has it for one of the marks, for `blank` or for the
    others.

    Any other text is returned unchanged.
    """
    words = (*others, BLANK, *(mark for mark in marks if isinstance(mark, str)))
    return {plain_letters(render(term(each), language)): each for each in words}.get(
        plain_letters(typed), typed
    )


def changes_typed(words: Sequence[str], sheet: Sheet, language: Catalogue) -> dict[str, Mark | None]:
    """Return the marks of `FIELD=MARK` arguments by field, `UNDO` if corrections are taken back.

    A field is given by its id, or by its name in any language; marks are in English or `language`. Raises
    FairsheetError if an argument has no mark, an unknown or repeated field, or a mark that the field does not accept.
    """
    changes: dict[str, Mark | None] = {}
    for word in words:
        name, equals, typed = word.partition("=")
        name = name.strip(" []")
        id_ = _find_field(name, sheet)
        if not equals:
            hint = " or ".join(shlex.quote(f"{name}={mark}") for mark in (7, BLANK))
            raise FairsheetError(
                Message("no mark given"),
                code=ErrorCode.MISSING_OPTION,
                where=word,
                hint=Message("write it as {example}", example=hint),
            )
        if id_ not in sheet.field:
            otherwise = Message("fairsheet print {sheet} --key shows where each field is", sheet=sheet.name)
            hint = did_you_mean(name.lower(), sheet.field, otherwise)
            problem = Message("this sheet has no field {field!r}", field=name)
            raise FairsheetError(problem, code=ErrorCode.UNKNOWN_FIELD, where=word, hint=hint)
        if id_ in changes:
            raise FairsheetError(
                f"{name} is given twice",
                code=ErrorCode.CONFLICTING_OPTIONS,
                where=word,
                hint="give each field once",
            )
        field = sheet.field[id_]
        undo = typed.strip().lower() == UNDO
        changes[id_] = UNDO if undo else mark_typed(in_english(typed, field.accepts, language), field, name)
    return changes


def _find_field(typed: str, sheet: Sheet) -> str:
    """Return the id of the field whose id or name was typed; otherwise the typed text."""
    if typed in sheet.field:
        return typed
    found = (
        id_
        for names in (field_names(sheet), full_names(sheet))
        for id_, name in names.items()
        for words in (render(name, catalogue(each)) for each in languages())
        if plain_letters(typed) in (plain_letters(words), plain_letters(f"{words} ({id_})"))
    )
    return next(found, typed)


def read_record_file(path: Path, catalog: Catalog = BUNDLED) -> tuple[Sheet, Record]:
    """Return the record in a file with its sheet. Raises FairsheetError if it cannot be read."""
    return read_record(read_file(path, LARGEST + 1), str(path), catalog)


def edits_without_note(record: Record, read: Marks, noted: Collection[str]) -> dict[str, Mark | None]:
    """Return the marks of a record that differ from the reading, in fields without a note."""
    return {
        field: record.marks.get(field)
        for field in dict.fromkeys((*read, *record.marks))
        if field not in noted and read.get(field) != record.marks.get(field)
    }


def corrected(record: Record, changes: Mapping[str, Mark | None]) -> Record:
    """Return the record with other marks in some fields; the others keep the order of the file."""
    marks = with_marks(record.marks, {id_: mark for id_, mark in changes.items() if id_ != PLAYER})
    player = str(changes[PLAYER] or "") if PLAYER in changes else record.player
    return structs.replace(record, marks=marks, player=player)


def write_corrections(
    path: Path, sheet: Sheet, record: Record, changes: Mapping[str, Mark | None], *, by: str, at: datetime
) -> Record:
    """Write a record file with other marks, and note its former marks in the file next to it.

    The note is written first: if writing the record fails after it, the doubt stays open. Raises FairsheetError if a
    file cannot be written.
    """
    file = read_doubts_file(path, sheet) or DoubtsFile(None, digest=digest_of(record))
    moment = at.isoformat(timespec="seconds")
    notes = [Correction(field, mark_in(record, field), mark, by, moment) for field, mark in changes.items()]
    write_doubts_file(path, replace(file, corrections=(*file.corrections, *notes)))
    changed = corrected(record, changes)
    write_file(path, write_record(changed))
    return changed


def take_back(
    path: Path,
    sheet: Sheet,
    record: Record,
    fields: Collection[str],
    *,
    by: str = "",
    since: datetime | None = None,
) -> Record:
    """Undo corrections: write the record with the former marks of some fields, and delete their notes.

    With `by` or `since`, only corrections by that person or since that time are undone. Raises FairsheetError if a
    field was not corrected, or a file cannot be written.
    """
    file = read_doubts_file(path, sheet) or DoubtsFile(None)
    earliest = "" if since is None else since.isoformat(timespec="seconds")
    undone = [
        each
        for each in file.corrections
        if each.field in fields and by in ("", each.by) and earliest <= each.at
    ]
    left = tuple(each for each in file.corrections if each not in undone)
    first = {each.field: each.was for each in reversed(undone)}
    for field in fields:
        if field not in first:
            raise not_corrected(field, sheet)
    latest = {each.field: each.mark for each in left}
    before = corrected(record, {field: latest.get(field, was) for field, was in first.items()})
    write_file(path, write_record(before))
    write_doubts_file(path, replace(file, corrections=left))
    return before


def not_corrected(field: str, sheet: Sheet) -> FairsheetError:
    """Return the error that a field has no correction to undo."""
    return FairsheetError(
        "nobody has corrected this field",
        code=ErrorCode.WRONG_STATE,
        where=field_names(sheet)[field],
        hint="give the mark that is on the sheet",
    )


def are_same_sheet(one: Record, other: Record) -> bool:
    """Return whether two records are of the same sheet of paper, by their labels."""
    return (one.sheet, one.layout, one.game, one.seat) == (other.sheet, other.layout, other.game, other.seat)


def still_valid(corrections: Sequence[Correction], read: Record, sheet: Sheet) -> tuple[Correction, ...]:
    """Return the corrections that hold for a new reading of their sheet.

    A correction holds if the new reading shows the former mark, the corrected mark or no ink. Otherwise the sheet may
    have got new ink since.
    """
    known: dict[str, set[Mark | None]] = {}
    for each in corrections:
        known.setdefault(each.field, {None}).update((each.was, each.mark))
    return tuple(
        each
        for each in corrections
        if mark_in(read, each.field) in known[each.field]
        and (each.mark is None or accepts(sheet.field[each.field], each.mark))
    )


def format_corrections(corrections: Sequence[Correction]) -> Message:
    """Return how many fields were corrected, and by whom.

    >>> changed = Correction("cut.8", 1, 2, by="Ada", at="")
    >>> follower = Correction("cut.9", 1, 1, by=following("Ada", "cut.8"), at="")
    >>> format_corrections([changed, follower])
    '2 corrections by Ada'
    """
    fields = {each.field for each in corrections}
    names = dict.fromkeys(person_of(each.by) for each in corrections if each.by)
    number = counted(len(fields), "correction")
    if not names:
        return number
    return Message("{corrections} by {names}", corrections=number, names=listed([*names]))


def following(by: str, field: str) -> str:
    """Return the name under which an answer is stored that follows from somebody's answer about another field.

    >>> following("Ada", "cut.8")
    'Ada (follows from cut.8)'
    """
    return f"{by}{_FOLLOWS}{field})"


def is_following(by: str) -> bool:
    """Return whether an answer with this name follows from an answer about another field."""
    return _FOLLOWS in by


def person_of(by: str) -> str:
    """Return the person who gave an answer, or gave the answer that it follows from, in words for any language.

    >>> person_of(following("Ada", "cut.8")), person_of("seat 2")
    ('Ada', 'seat 2')
    """
    person = by.partition(_FOLLOWS)[0]
    if person == HOST:
        return Message("the host")
    seat = person.removeprefix(SEAT)
    return person if seat == person else Message("seat {seat}", seat=seat)


def somebody() -> str:
    """Return the user name of the system as printable text; empty if the system has none."""
    try:
        return os.fsencode(getpass.getuser()).decode("utf-8", "replace")
    except (OSError, KeyError):
        return ""


def now() -> datetime:
    """Return the current time with the local offset from UTC."""
    return datetime.now().astimezone()
