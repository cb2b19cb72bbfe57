"""Apply people's answers to readings. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from msgspec import structs

from fairsheet.pipeline.answers.corrections import corrected, person_of
from fairsheet.pipeline.base.values import Answer, KeptSheet, SheetOfFile, Source

READER = "the reader"  # the name in answers that accept the most likely mark; stores have it


def with_answers(
    source: Source, sha256: str, number: int, sheet: KeptSheet, answers: Iterable[Answer]
) -> SheetOfFile:
    """Return the sheet with the corrections of its `.doubts` file, and with `answers` about it, which are newer."""
    corrections = (
        Answer(sha256, number, each.field, each.mark, each.by, _in_utc(each.at)) for each in sheet.corrections
    )
    newest = tuple({answer.field: answer for answer in (*corrections, *answers)}.values())
    return SheetOfFile(source, sha256, number, _answered(sheet, newest), newest)


def _in_utc(moment: str) -> str:
    """Return a time with its zone; a time that cannot be parsed, such as after an edit by hand, becomes 1970."""
    try:
        read = datetime.fromisoformat(moment)
    except ValueError:
        read = datetime.fromtimestamp(0, UTC)
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).isoformat()


def valid_answers(answers: Iterable[Answer]) -> list[Answer]:
    """Return the answers about one field of a sheet that count, the newest first.

    Answers of people take precedence over marks left to the scanner. Only the newest answer of each person counts, but
    all of the scanner's.
    """
    newest_first = sorted(answers, key=_time_of, reverse=True)
    people: dict[str, Answer] = {}
    for answer in newest_first:
        if not answer.who.startswith(READER):
            people.setdefault(person_of(answer.who), answer)
    return list(people.values()) or newest_first


def _time_of(answer: Answer) -> tuple[datetime, str, int]:
    """Return the time of an answer; answers within one second are sorted by the hashes of their files."""
    return datetime.fromisoformat(answer.when), answer.sha256, answer.number


def _answered(sheet: KeptSheet, answers: Sequence[Answer]) -> KeptSheet:
    """Return the sheet with the answers as marks, without doubts and other candidates for their fields."""
    if not answers:
        return sheet
    answered = {answer.field: answer.mark for answer in answers}
    doubts = sheet.doubts and tuple(doubt for doubt in sheet.doubts if doubt.field not in answered)
    unsure = tuple(field for field in sheet.unsure if field.field not in answered)
    return structs.replace(sheet, record=corrected(sheet.record, answered), doubts=doubts, unsure=unsure)
