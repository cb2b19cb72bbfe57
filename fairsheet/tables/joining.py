"""Several photos of a sheet, and its pages, read as one, as `scan` does it, from what is kept of each photo.

A store keeps no distributions of marks that are certain: those are taken to be so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from fairsheet.doubts.corrections import corrected
from fairsheet.engine.records.record import layout_of
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.page import PLAYER
from fairsheet.tables.answers import standing_answers
from fairsheet.tables.records import is_record
from fairsheet.tables.values import Answer, SheetOfFile, SheetRead
from fairsheet.vision.readings.reading import LEAST, Doubt, FieldReading, Mark, PhotoReading, SheetReading
from fairsheet.vision.readings.reasons import UNSEEN, answers_differ
from fairsheet.wording.formatting import mark_name


def different_photos(seen: Sequence[SheetOfFile]) -> list[SheetOfFile]:
    """The readings without those of copies of a file, which tell nothing new."""
    first: dict[tuple[str, int], SheetOfFile] = {}
    for each in seen:
        first.setdefault((each.sha256, each.number), each)
    return list(first.values())


def by_page(seen: Sequence[SheetOfFile], catalog: Catalog) -> dict[int, list[SheetOfFile]]:
    """What readings of one seat show of each page of its sheet. A photo shows one, a record all pages."""
    found: defaultdict[int, list[SheetOfFile]] = defaultdict(list)
    for each in seen:
        if len(seen) > 1 and is_record(each.source.path):
            pages = layout_of(each.sheet.record, catalog).pages_of(each.sheet.record.seat)
            for page in pages:
                found[page].append(_on_page(each, page, catalog))
        else:
            found[each.sheet.page].append(each)
    return dict(sorted(found.items()))


def _on_page(seen: SheetOfFile, page: int, catalog: Catalog) -> SheetOfFile:
    """What a record says of one page."""
    read = seen.sheet
    fields = {field.id for field in layout_of(read.record, catalog).fields if field.page == page}
    marks = {field: mark for field, mark in read.record.marks.items() if field in fields}
    shown = structs.replace(
        read,
        record=structs.replace(read.record, marks=marks),
        doubts=read.doubts and tuple(doubt for doubt in read.doubts if doubt.field in fields),
        page=page,
        unsure=tuple(field for field in read.unsure if field.field in fields),
    )
    return replace(seen, sheet=shown)


def is_to_join(seen: Sequence[SheetOfFile]) -> bool:
    """Whether readings of one seat, none of them of a copy, can say more together; records are what they are."""
    return len(seen) > 1 and not any(is_record(each.source.path) for each in seen)


def answers_in(seen: Sequence[SheetOfFile]) -> dict[str, Mark | None]:
    """What was answered about any of these readings of one seat, by field; of several the newest that counts."""
    return {field: answers[0].mark for field, answers in _answers_by_field(seen).items()}


def contradictory_answers(seen: Sequence[SheetOfFile]) -> tuple[Doubt, ...]:
    """Doubts about the fields of which different things were answered, each about another reading of one seat."""
    names = {(each.sha256, each.number): each.source.name for each in reversed(seen)}
    doubts = []
    for field, answers in _answers_by_field(seen).items():
        votes = Counter(answer.mark for answer in answers)
        if len(votes) > 1 and field != PLAYER:
            said = "; ".join(
                f"{mark_name(each.mark)} by {each.who} about {names[each.sha256, each.number]}"
                for each in answers
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


def joined(
    sheets: Sequence[SheetRead], answers: Mapping[str, Mark | None], catalog: Catalog
) -> SheetRead | None:
    """What photos of one seat say together, all with the same label but for the page; None where they cannot be of
    one sheet. What was answered stands. Raises FairsheetError as `fairsheet.scanning.photos.blank_record` does."""
    from fairsheet.doubts.misreadings import unsure_fields
    from fairsheet.scanning.photos import record_of, reread
    from fairsheet.vision.joining.pages import join_pages

    readings = [_reading(sheet, str(number), answers, catalog) for number, sheet in enumerate(sheets)]
    photos = join_pages([PhotoReading(reading.photos[0], (reading,)) for reading in readings], reread)
    found = [sheet for photo in photos for sheet in photo.sheets]
    if len(found) != 1:
        return None
    (reading,) = found
    return SheetRead(
        corrected(record_of(reading), answers),
        tuple(doubt for doubt in reading.doubts if doubt.field not in answers),
        unsure=tuple(field for field in unsure_fields(reading) if field.field not in answers),
    )


def _reading(
    read: SheetRead, photo: str, answers: Mapping[str, Mark | None], catalog: Catalog
) -> SheetReading:
    """What was read of a photo, as far as it is kept."""
    from fairsheet.options.labels import labels_of
    from fairsheet.vision.classify.areas import areas_read

    record = read.record
    sheet = layout_of(record, catalog)
    label = next(each for each in labels_of(sheet, record.game, [record.seat]) if each.page == read.page)
    unsure = {field.field: field.probabilities for field in read.unsure}

    def ink_in(field: str) -> FieldReading:
        if field in answers:
            return _field(field, ((answers[field], 1.0),))
        return _field(field, unsure.get(field, ((record.marks.get(field), 1.0),)))

    return SheetReading(
        sheet,
        label,
        record.player or None,
        record.marks,
        read.doubts or (),
        tuple(ink_in(field.id) for field in areas_read(sheet, read.page).fields),
        tuple(
            doubt.field
            for doubt in read.doubts or ()
            if doubt.kind == UNSEEN.kind and doubt.field not in answers
        ),
        photos=(photo,),
    )


def _field(field: str, probabilities: Sequence[tuple[Mark | None, float]]) -> FieldReading:
    """As the reader gives it: whatever a field bears, it may also bear no ink."""
    blank = () if any(mark is None for mark, _ in probabilities) else ((None, LEAST),)
    return FieldReading(field, (*probabilities, *blank))
