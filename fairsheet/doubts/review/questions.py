"""Questions about doubts, and those about a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairsheet.doubts.corrections import corrected
from fairsheet.doubts.groups import DoubtGroup, format_group
from fairsheet.doubts.rule_context import groups_of_record, rules_of_record
from fairsheet.engine.records.record import Record
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.sheets.naming.field_places import field_places
from fairsheet.wording.formatting import brief_field

if TYPE_CHECKING:  # spares commands without photos the import of numpy
    from fairsheet.vision.readings.reading import Doubt


@dataclass(frozen=True)
class Question:
    """A doubt as it is asked: its sheet in words, its field, where that is on the page, and a JPEG of it.

    `source` tells its record from all others, for two may read alike in words. `remark` tells what hangs on it. `cause`
    is the mark, alone in a tuple, that would explain the doubts about the fields of the record that `follow`, which
    then need no questions of their own. Of what is `unseen` on the photo only somebody with the sheet can tell.
    `settled` tells of a box that says another sum than the marks read make whether it is right with answers by field.
    """

    source: str
    sheet: str
    field: Field
    doubt: Doubt
    place: str
    crop: bytes | None = None
    remark: str = ""
    cause: tuple[Mark | None, ...] = ()
    follow: frozenset[str] = frozenset()
    unseen: bool = False
    settled: Callable[[Mapping[str, Mark | None]], bool] | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from every other question: its record and its field."""
        return self.source, self.field.id


def questions_of_record(
    source: str,
    sheet: Sheet,
    record: Record,
    doubts: Sequence[Doubt],
    photos: Mapping[str, str],
    crops: Mapping[str, bytes],
) -> Iterator[tuple[DoubtGroup, list[Question]]]:
    """The questions about each group of doubts about a record, the most important group first.

    `source` tells the record from all others; `photos` are the names of those that show the fields in doubt, `crops`
    the JPEG pictures of these, as far as there are any.
    """
    places, named = field_places(sheet), brief_field(sheet)
    player = f", {record.player}" if record.player else ""
    for group in groups_of_record(sheet, record, doubts):
        remark = format_group(group, named)
        questions = []
        for doubt in group.doubts:
            cause = group.cause if group.cause is not None and group.cause[0] == doubt.field else None
            questions.append(
                Question(
                    source,
                    f"{photos[doubt.field]}, seat {record.seat}{player}",
                    sheet.field[doubt.field],
                    doubt,
                    places[doubt.field],
                    crops.get(doubt.field),
                    remark,
                    cause=(cause[1],) if cause is not None else (),
                    follow=group.follows if cause is not None else frozenset(),
                    unseen=doubt.is_unseen,
                    settled=_is_right(sheet, record, doubt.field) if doubt.kind == "sum" else None,
                )
            )
        yield group, questions


def _is_right(sheet: Sheet, record: Record, box: str) -> Callable[[Mapping[str, Mark | None]], bool] | None:
    """Tells whether a box says what the rest makes with answers by field; None where it does without any."""
    sums = rules_of_record(sheet, record).sums

    def is_right(answers: Mapping[str, Mark | None]) -> bool:
        marks = corrected(record, answers).marks
        return box in marks and sums(marks).get(box) == marks[box]

    return None if is_right({}) else is_right
