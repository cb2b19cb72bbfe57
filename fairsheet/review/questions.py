"""A doubt of a group as a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairsheet.doubts.groups import DoubtGroup
from fairsheet.engine.records.record import Record
from fairsheet.review.asking import Question
from fairsheet.sheets.model.sheet import Sheet

if TYPE_CHECKING:  # spares commands without photos the import of numpy
    from fairsheet.vision.readings.reading import Doubt


def question_about(
    doubt: Doubt,
    group: DoubtGroup,
    sheet: Sheet,
    record: Record,
    *,
    source: str,
    place: str,
    photo: str,
    crop: bytes | None,
    remark: str,
) -> Question:
    """The question about a doubt of a group, on a record that `source` tells from all others.

    `place` is where on the page its field is, in words.
    """
    cause = group.cause if group.cause is not None and group.cause[0] == doubt.field else None
    return Question(
        source,
        f"{photo}, seat {record.seat}" + (f", {record.player}" if record.player else ""),
        sheet.field[doubt.field],
        doubt,
        place,
        crop,
        remark,
        cause=(cause[1],) if cause is not None else (),
        follow=group.follows if cause is not None else frozenset(),
        unseen=doubt.is_unseen,
    )
