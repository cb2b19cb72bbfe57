"""Several photos of a sheet, and its pages, read as one, as `scan` does it, from what is kept of each reading."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from fairsheet.engine.records.record import layout_of
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.answers.answers import standing_answers
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
    """The readings without those of copies of a file, which tell nothing new."""
    first: dict[tuple[str, int], SheetOfFile] = {}
    for each in seen:
        first.setdefault((each.sha256, each.number), each)
    return list(first.values())


def by_page(seen: Sequence[SheetOfFile], catalog: Catalog) -> dict[int, list[SheetOfFile]]:
    """What readings of one seat show of each page of its sheet."""
    if len(seen) == 1:
        return {1: list(seen)}
    found: defaultdict[int, list[SheetOfFile]] = defaultdict(list)
    for each in seen:
        sheet = layout_of(each.sheet.record, catalog)
        for page in each.sheet.pages or sheet.pages_of(each.sheet.record.seat):
            found[page].append(replace(each, sheet=_on_page(each.sheet, page, sheet)))
    return dict(sorted(found.items()))


def _on_page(read: KeptSheet, page: int, sheet: Sheet) -> KeptSheet:
    """What was read of one page."""
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


def is_to_join(seen: Sequence[SheetOfFile]) -> bool:
    """Whether readings of one seat, none of them of a copy, can say more together, or one with its answers; other
    records are what they are."""
    is_settled_anew = any(each.answered and asked(each.sheet.doubts or ()) for each in seen)
    return (len(seen) > 1 or is_settled_anew) and all(each.sheet.pages for each in seen)


def answers_in(seen: Sequence[SheetOfFile]) -> dict[str, Mark | None]:
    """What was answered about any of these readings of one seat, by field; of several the newest that counts."""
    return {field: answers[0].mark for field, answers in _answers_by_field(seen).items()}


def contradictory_answers(seen: Sequence[SheetOfFile]) -> tuple[Doubt, ...]:
    """Doubts about the fields of which different things were answered, each about another reading of one seat."""
    names = {(each.sha256, each.number): each.name for each in reversed(seen)}
    doubts = []
    for field, answers in _answers_by_field(seen).items():
        votes = Counter(answer.mark for answer in answers)
        if len(votes) > 1 and field != PLAYER:
            words = Message("{mark} by {who} about {photo}")
            said = joined(
                "; ",
                (
                    words.filled(
                        mark=mark_name(each.mark), who=each.who, photo=names[each.sha256, each.number]
                    )
                    for each in answers
                ),
            )
            shares = tuple((mark, number / len(answers)) for mark, number in votes.items())
            doubts.append(Doubt.of(field, shares, answers[0].mark, answers_differ(said)))
    return tuple(doubts)


def _answers_by_field(seen: Sequence[SheetOfFile]) -> dict[str, list[Answer]]:
    """By field, the answers about readings of one seat that count, the newest first."""
    by_field: defaultdict[str, list[Answer]] = defaultdict(list)
    for each in seen:
        for answer in each.answered:
            by_field[answer.field].append(answer)
    return {field: standing_answers(answers) for field, answers in sorted(by_field.items())}


def join_sheets(
    sheets: Sequence[KeptSheet], answers: Mapping[str, Mark | None], catalog: Catalog
) -> KeptSheet | None:
    """What readings of one seat say together, all with the same label but for the page; None where they cannot be of
    one sheet. What was answered stands, and so does what a proof brought into doubt.

    Raises FairsheetError as `fairsheet.pipeline.reading.photos.blank_record` does.
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
    found = [sheet for photo in photos for sheet in photo.sheets]
    if len(found) != 1:
        return None
    (reading,) = found
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
    """Return what photos of one seat say together, or why they could not be read together."""
    try:
        return JoinResult(join_sheets([each.sheet for each in seen], answers_in(seen), catalog))
    except FairsheetError as error:
        return JoinResult(None, str(error))


def doubts_left(read: KeptSheet, answers: Mapping[str, Mark | None], catalog: Catalog) -> tuple[Doubt, ...]:
    """The doubts about a sheet that matter once some fields are answered, besides those that were corrected; new ones
    are about marks as they were read.

    Raises FairsheetError as `fairsheet.pipeline.reading.photos.blank_record` does.
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
