"""Turn answers and corrections that people type into events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.asking.asking import Asking, handle_line
from fairsheet.asking.table_questions import TableQuestion, readings_of
from fairsheet.engine.records.record import layout_of
from fairsheet.pipeline.answers.corrections import mark_typed
from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.serve.event_log import Answered, MarkGiven
from fairsheet.serve.overview import Overview
from fairsheet.sheets.model.marks import BLANK, Mark
from fairsheet.sheets.model.sheet import Field
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.wording.field_names import field_names

MOST_CANDIDATES = 5
LEAST_LIKELY = 0.01  # probability from which the third and later candidates get a button
MOST_BUTTONS = 24  # buttons for the marks that a field accepts; with more, the mark is typed


def form_value(mark: Mark | None) -> str:
    """Return the value that a form sends for a mark."""
    return BLANK if mark is None else str(mark)


def candidate_marks(asked: TableQuestion) -> list[Mark | None]:
    """Return the marks to choose from, most likely first, with no ink at the end."""
    doubt = asked.doubt
    shares = enumerate(doubt.candidates[:MOST_CANDIDATES])
    likely = [mark for place, (mark, share) in shares if place < 2 or share >= LEAST_LIKELY]
    return list(dict.fromkeys([*likely, doubt.chosen, None]))


def possible_marks(field: Field) -> list[Mark | None]:
    """Return the marks that a field accepts, if there is a button for each, and no ink."""
    few = [mark for mark in field.accepts if isinstance(mark, str | int)]
    return [*(few if len(few) <= MOST_BUTTONS else ()), None]


def answer_question(overview: Overview, who: int, photo: tuple[str, int], field: str, words: str) -> Answered:
    """Return the answer to the question about a field, and the answers that follow from it.

    Raises FairsheetError if `words` are not a mark, or this person may not answer.
    """
    asked = overview.questions_for(who)
    at = next((n for n, each in enumerate(asked) if _is_about(each, photo, field)), None)
    if at is None:
        return correct_field(overview, who, photo, field, words)  # another person has answered it
    asking, given = handle_line(Asking(tuple(asked), at=at), words)
    if given is None and asking.odd:  # keep a number out of range: the player may have written it
        asking, given = handle_line(asking, "")
    if given is None:
        raise FairsheetError(asking.notice or "this is not a mark", code=ErrorCode.BAD_MARK, where=field)
    by_key = {each.key: each for each in asked}
    given_marks = list(_give_marks(asked[at].seen, field, given.mark))
    for each in given.explained:
        seen = by_key[each.key].seen
        given_marks += _give_marks(seen, each.field.id, given.mark_of(each), follows=True)
    return Answered(tuple(given_marks))


def _is_about(asked: TableQuestion, photo: tuple[str, int], field: str) -> bool:
    return asked.field.id == field and photo in [(each.sha256, each.number) for each in asked.seen]


def _give_marks(
    seen: Sequence[SheetOfFile], field: str, mark: Mark | None, *, follows: bool = False
) -> Iterator[MarkGiven]:
    for each in seen:
        yield MarkGiven(each.sha256, each.number, field, mark, follows)


def correct_field(overview: Overview, who: int, photo: tuple[str, int], field: str, words: str) -> Answered:
    """Return the correction of any field, whether it is in doubt or not.

    If a seat of the table has two different sheets, the correction is kept for this photo.
    Raises FairsheetError if there is no such field, `words` are not a mark, or this person may not change the sheet.
    """
    place = counted_sheet(overview, photo)
    sheet = layout_of(place.record, overview.plan.catalog)
    if field not in sheet.field:
        raise FairsheetError("there is no such field", code=ErrorCode.UNKNOWN_FIELD, where=field)
    if not overview.may_change(who, place.record):
        raise FairsheetError("this is somebody else's sheet", code=ErrorCode.NOT_ALLOWED, hint="ask the host")
    mark = mark_typed(words, sheet.field[field], field_names(sheet)[field])
    of_photo = [each for each in place.seen if (each.sha256, each.number) == photo]
    seen = of_photo if overview.has_two_sheets else readings_of(place, field, overview.plan.catalog)
    return Answered(tuple(_give_marks(seen, field, mark)))


def counted_sheet(overview: Overview, photo: tuple[str, int]) -> SeatSheet:
    """Return the counted sheet that a photo shows. Raises FairsheetError if it shows none."""
    for place in overview.places():
        if photo in [(each.sha256, each.number) for each in place.seen]:
            return place
    raise FairsheetError("this photo shows no sheet of the table", code=ErrorCode.WRONG_SHEET)
