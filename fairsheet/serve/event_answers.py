"""What people say about marks, as events: answers to questions, with what follows from them, and corrections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.asking.asking import Asking, typed
from fairsheet.asking.table_questions import Asked, readings_of
from fairsheet.engine.records.record import layout_of
from fairsheet.pipeline.answers.corrections import mark_typed
from fairsheet.pipeline.base.values import SheetOfFile
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.serve.event_log import Answered, Said
from fairsheet.serve.standing import Standing
from fairsheet.sheets.model.marks import BLANK, Mark
from fairsheet.sheets.model.sheet import Field
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.wording.field_names import field_names

MOST_CANDIDATES = 5
LEAST_SHARE = 0.01  # of a candidate after the second, to be among the buttons
MOST_CHOICES = 24  # of marks that a field can bear, to be buttons


def typed_as(mark: Mark | None) -> str:
    """What stands for a mark in a form."""
    return BLANK if mark is None else str(mark)


def candidates(asked: Asked) -> list[Mark | None]:
    """The marks to choose from, the likeliest first, and no ink at last."""
    doubt = asked.doubt
    shares = enumerate(doubt.candidates[:MOST_CANDIDATES])
    likely = [mark for place, (mark, share) in shares if place < 2 or share >= LEAST_SHARE]
    return list(dict.fromkeys([*likely, doubt.chosen, None]))


def choices(field: Field) -> list[Mark | None]:
    """All that a field can bear, where these are few enough to be buttons, and no ink."""
    few = [mark for mark in field.accepts if isinstance(mark, str | int)]
    return [*(few if len(few) <= MOST_CHOICES else ()), None]


def answer(standing: Standing, who: int, photo: tuple[str, int], field: str, words: str) -> Answered:
    """The answer to the question about a field, with the answers that follow. Raises FairsheetError."""
    asked = standing.questions_for(who)
    at = next((n for n, each in enumerate(asked) if _is_about(each, photo, field)), None)
    if at is None:
        return correction(standing, who, photo, field, words)  # somebody was quicker
    asking, given = typed(Asking(tuple(asked), at=at), words)
    if given is None and asking.odd:  # it is kept, out of range or not: the sheet may say so
        asking, given = typed(asking, "")
    if given is None:
        raise FairsheetError(asking.notice or "this says no mark", where=field)
    by_key = {each.key: each for each in asked}
    said = list(_said(asked[at].seen, field, given.mark))
    for each in given.explained:
        seen = by_key[each.key].seen
        said += _said(seen, each.field.id, given.mark_of(each), follows=True)
    return Answered(tuple(said))


def _is_about(asked: Asked, photo: tuple[str, int], field: str) -> bool:
    return asked.field.id == field and photo in [(each.sha256, each.number) for each in asked.seen]


def _said(
    seen: Sequence[SheetOfFile], field: str, mark: Mark | None, *, follows: bool = False
) -> Iterator[Said]:
    for each in seen:
        yield Said(each.sha256, each.number, field, mark, follows)


def correction(standing: Standing, who: int, photo: tuple[str, int], field: str, words: str) -> Answered:
    """What somebody says of a field that need not be in doubt. Raises FairsheetError."""
    place = place_of(standing, photo)
    sheet = layout_of(place.record, standing.plan.catalog)
    if field not in sheet.field:
        raise FairsheetError("there is no such field", where=field)
    if not standing.may_change(who, place.record):
        raise FairsheetError("this is somebody else's sheet", hint="ask the host")
    mark = mark_typed(words, sheet.field[field], field_names(sheet)[field])
    return Answered(tuple(_said(readings_of(place, field, standing.plan.catalog), field, mark)))


def place_of(standing: Standing, photo: tuple[str, int]) -> SeatSheet:
    """The sheet that counts and that a photo shows. Raises FairsheetError where it shows none."""
    for place in standing.places():
        if photo in [(each.sha256, each.number) for each in place.seen]:
            return place
    raise FairsheetError("this photo shows no sheet of the table")
