"""Join several photos or pages of a sheet into one reading, like `scan`, from the kept parts of their readings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from fairsheet.engine.records.record import layout_of
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.answers.answers import valid_answers
from fairsheet.pipeline.answers.corrections import corrected
from fairsheet.pipeline.base.doubt_files import asked
from fairsheet.pipeline.base.values import Answer, JoinResult, KeptSheet, SheetOfFile
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.marks import Mark, mark_name
from fairsheet.sheets.model.sheet import PLAYER, Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.reading import Doubt, PhotoReading
from fairsheet.vision.readings.reasons import answers_differ


def different_photos(seen: Sequence[SheetOfFile]) -> list[SheetOfFile]:
    """Return the readings without duplicates from copies of a file."""
    first: dict[tuple[str, int], SheetOfFile] = {}
    for each in seen:
        first.setdefault((each.sha256, each.number), each)
    return list(first.values())


def by_page(seen: Sequence[SheetOfFile], catalog: Catalog) -> dict[int, list[SheetOfFile]]:
    """Return the readings of one seat by page, each reduced to that page."""
    if len(seen) == 1:
        return {1: list(seen)}
    found: defaultdict[int, list[SheetOfFile]] = defaultdict(list)
    for each in seen:
        sheet = layout_of(each.sheet.record, catalog)
        for page in each.sheet.pages or sheet.pages_of(each.sheet.record.seat):
            found[page].append(replace(each, sheet=_restrict_to_page(each.sheet, page, sheet)))
    return dict(sorted(found.items()))


def _restrict_to_page(read: KeptSheet, page: int, sheet: Sheet) -> KeptSheet:
    """Return the part of a reading that is on one page."""
    if read.pages == (page,):
        return read
    fields = {field.id for field in sheet.fields if field.page == page}
    marks = {field: mark for field, mark in read.record.marks.items() if field in fields}
    return structs.replace(
        read,
        record=structs.replace(read.record, marks=marks),
        doubts=read.doubts and tuple(doubt for doubt in read.doubts if doubt.field in fields),
        pages=(page,),
        unsure=tuple(field for field in read.unsure if field.field in fields),
    )


def needs_joining(seen: Sequence[SheetOfFile]) -> bool:
    """Check whether the readings of one seat can be joined: there are several, or one with answers and open doubts.

    The readings must be of different files. Records without a reading cannot be joined.
    """
    has_new_answers = any(each.answered and asked(each.sheet.doubts or ()) for each in seen)
    return (len(seen) > 1 or has_new_answers) and all(each.sheet.pages for each in seen)


def answers_by_field(seen: Sequence[SheetOfFile]) -> dict[str, Mark | None]:
    """Return the answers about these readings of one seat by field; the newest valid answer counts."""
    return {field: answers[0].mark for field, answers in _valid_answers(seen).items()}


def contradictory_answers(seen: Sequence[SheetOfFile]) -> tuple[Doubt, ...]:
    """Return a doubt for each field with different answers about different readings of one seat."""
    names = {(each.sha256, each.number): each.name for each in reversed(seen)}
    doubts = []
    for field, answers in _valid_answers(seen).items():
        votes = Counter(answer.mark for answer in answers)
        if len(votes) > 1 and field != PLAYER:
            words = Message("{mark} by {who} about {photo}")
            answer_list = joined(
                "; ",
                (
                    words.filled(
                        mark=mark_name(each.mark), who=each.who, photo=names[each.sha256, each.number]
                    )
                    for each in answers
                ),
            )
            shares = tuple((mark, number / len(answers)) for mark, number in votes.items())
            doubts.append(Doubt.of(field, shares, answers[0].mark, answers_differ(answer_list)))
    return tuple(doubts)


def _valid_answers(seen: Sequence[SheetOfFile]) -> dict[str, list[Answer]]:
    """Return the valid answers about readings of one seat by field, the newest first."""
    by_field: defaultdict[str, list[Answer]] = defaultdict(list)
    for each in seen:
        for answer in each.answered:
            by_field[answer.field].append(answer)
    return {field: valid_answers(answers) for field, answers in sorted(by_field.items())}


def join_sheets(
    sheets: Sequence[KeptSheet], answers: Mapping[str, Mark | None], catalog: Catalog
) -> KeptSheet | None:
    """Join the readings of one seat, whose labels are equal except for the page. Return None if they cannot be of one
    sheet.

    Answers are kept, and so are the doubts that a proof raised. Raises FairsheetError like
    `fairsheet.pipeline.reading.photos.blank_record`.
    """
    from fairsheet.pipeline.joining.kept_pages import pages_kept
    from fairsheet.pipeline.reading.photos import record_of, reread
    from fairsheet.vision.joining.pages import join_pages
    from fairsheet.vision.readings.kept import unsure_fields

    photos = []
    for number, read in enumerate(sheets):
        sheet, doubts, name = layout_of(read.record, catalog), read.doubts or (), str(number)
        pages = pages_kept(sheet, read.record, read.kept, doubts, answers, (name,), read.taken)
        photos.append(PhotoReading(name, pages))
    photos = join_pages(photos, reread)
    joined_sheets = [sheet for photo in photos for sheet in photo.sheets]
    if len(joined_sheets) != 1:
        return None
    (reading,) = joined_sheets
    if answers and reading.is_whole:
        reading = reread(reading)
    named = {doubt.field for doubt in reading.doubts} | set(answers)
    accused = {
        doubt.field: doubt
        for sheet in sheets
        for doubt in sheet.doubts or ()
        if doubt.kind == "accused" and doubt.chosen == reading.marks.get(doubt.field)
    }
    return KeptSheet(
        corrected(record_of(reading), answers),
        (
            *(doubt for doubt in reading.doubts if doubt.field not in answers),
            *(doubt for field, doubt in accused.items() if field not in named),
        ),
        pages=reading.pages,
        unsure=tuple(field for field in unsure_fields(reading) if field.field not in answers),
    )


def join_readings(catalog: Catalog, seen: Sequence[SheetOfFile]) -> JoinResult:
    """Return the joined photos of one seat, or why they could not be joined."""
    try:
        return JoinResult(join_sheets([each.sheet for each in seen], answers_by_field(seen), catalog))
    except FairsheetError as error:
        return JoinResult(None, error.as_message())


def doubts_left(read: KeptSheet, answers: Mapping[str, Mark | None], catalog: Catalog) -> tuple[Doubt, ...]:
    """Return the doubts about a sheet that matter after some fields are answered, without corrected fields.

    New doubts are only about marks that the answers did not change. Raises FairsheetError like
    `fairsheet.pipeline.reading.photos.blank_record`.
    """
    answers = {each.field: each.mark for each in read.corrections} | dict(answers)
    left = {doubt.field: doubt for doubt in asked(read.doubts or ()) if doubt.field not in answers}
    again = join_sheets([read], answers, catalog) if read.pages and answers else None
    if again is None:
        return tuple(left.values())
    before, marks = read.record.marks, again.record.marks
    now = {doubt.field: doubt for doubt in asked(again.doubts or ())}
    still = (
        doubt
        for field, doubt in left.items()
        if field in now or doubt.matters is None or marks.get(field) != before.get(field)
    )
    new = (doubt for field, doubt in now.items() if field not in left and doubt.chosen == before.get(field))
    return (*still, *new)
