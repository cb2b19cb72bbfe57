"""What answers make of readings. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from msgspec import structs

from fairsheet.pipeline.answers.corrections import corrected, person_of
from fairsheet.pipeline.base.values import Answer, KeptSheet, SheetOfFile, Source

READER = "the reader"  # who answers what is left to the likeliest mark


def with_answers(
    source: Source, sha256: str, number: int, sheet: KeptSheet, answers: Iterable[Answer]
) -> SheetOfFile:
    """The sheet with what somebody corrected beside its record, and with `answers` about it, which are newer."""
    beside = (
        Answer(sha256, number, each.field, each.mark, each.by, _in_utc(each.at)) for each in sheet.corrections
    )
    said = tuple({answer.field: answer for answer in (*beside, *answers)}.values())
    return SheetOfFile(source, sha256, number, _answered(sheet, said), said)


def _in_utc(moment: str) -> str:
    """A moment with its time zone; one that cannot be read, as after an edit by hand, is long ago."""
    try:
        read = datetime.fromisoformat(moment)
    except ValueError:
        read = datetime.fromtimestamp(0, UTC)
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).isoformat()


def standing_answers(answers: Iterable[Answer]) -> list[Answer]:
    """Of the answers about one field of a sheet those that count, the newest first.

    What people say goes before what was left to the reader. Of each person the newest counts, of the reader each.
    """
    newest_first = sorted(answers, key=_moment_of, reverse=True)
    people: dict[str, Answer] = {}
    for answer in newest_first:
        if not answer.who.startswith(READER):
            people.setdefault(person_of(answer.who), answer)
    return list(people.values()) or newest_first


def _moment_of(answer: Answer) -> tuple[datetime, str, int]:
    """When it was given; those of one second in the order of the contents of their files."""
    return datetime.fromisoformat(answer.when), answer.sha256, answer.number


def _answered(sheet: KeptSheet, answers: Sequence[Answer]) -> KeptSheet:
    """The sheet with the answers in its marks, and no doubt left about their fields, nor a thought of other marks."""
    if not answers:
        return sheet
    said = {answer.field: answer.mark for answer in answers}
    doubts = sheet.doubts and tuple(doubt for doubt in sheet.doubts if doubt.field not in said)
    unsure = tuple(field for field in sheet.unsure if field.field not in said)
    return structs.replace(sheet, record=corrected(sheet.record, said), doubts=doubts, unsure=unsure)
