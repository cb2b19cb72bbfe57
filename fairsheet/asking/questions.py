"""Questions about doubts, and those about a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from fairsheet.engine.records.record import Record
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.base.values import KeptSheet
from fairsheet.pipeline.judging.groups import DoubtGroup, format_group
from fairsheet.pipeline.judging.rule_context import groups_of_record
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.field_names import field_names, full_names
from fairsheet.wording.formatting import MOST_UNSEEN


@dataclass(frozen=True)
class Question:
    """A doubt as it is asked: its sheet in words, its field, where that is on the page, and a JPEG of it.

    `source` tells its record from all others, for two may read alike in words. `remark` tells what hangs on it. `cause`
    are the marks that would explain the doubts about the fields of the record that `follow`, which then need no
    questions of their own; pale marks follow each other. Of what is `unseen` on the photo only somebody with the sheet
    can tell. `settled` tells whether nothing hangs on it any more with answers about the record by field.
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

    def is_alike(self, other: Question) -> bool:
        """Whether both are about pale marks of one sheet, which is one question."""
        return self.doubt.is_pale and other.doubt.is_pale and self.source == other.source


def count_questions(questions: Sequence[Question]) -> int:
    """Return how many questions somebody has to answer: the pale marks of a sheet are one."""
    return len({each.source if each.doubt.is_pale else each.key for each in questions})


def to_photograph(questions: Iterable[Question]) -> Mapping[str, int]:
    """By the source of sheets of which a further photo is better than answers, how many fields cannot be seen."""
    unseen = Counter(each.source for each in questions if each.unseen)
    return {source: n for source, n in unseen.items() if n > MOST_UNSEEN}


def questions_of_record(
    source: str,
    sheet: Sheet,
    record: Record,
    doubts: Sequence[Doubt],
    photos: Mapping[str, str],
    crops: Mapping[str, bytes],
    read: KeptSheet | None,
    catalog: Catalog,
) -> Iterator[tuple[DoubtGroup, list[Question]]]:
    """The questions about each group of doubts about a record, the most important group first.

    `source` tells the record from all others; `photos` are the names of those that show the fields in doubt, `crops`
    the JPEG pictures of these, as far as there are any.
    `read` is what was read of the sheet, on a layout of `catalog`; None where all is asked, whether it matters or not.
    """

    @cache
    def left(*answers: tuple[str, Mark | None]) -> frozenset[str]:
        from fairsheet.pipeline.joining.joining import doubts_left

        assert read is not None
        return frozenset(doubt.field for doubt in doubts_left(read, dict(answers), catalog))

    def is_settled(field: str, answers: Mapping[str, Mark | None]) -> bool:
        return field not in left(*answers.items())

    places, named = full_names(sheet), field_names(sheet).__getitem__
    seat = Message("seat {seat}", seat=record.seat)
    for group in groups_of_record(sheet, record, doubts):
        remark = format_group(group, named)
        questions = []
        for doubt in group.doubts:
            cause: tuple[Mark | None, ...] = ()
            if group.is_pale:
                cause = doubt.pale_marks
            elif group.cause is not None and group.cause[0] == doubt.field:
                cause = (group.cause[1],)
            questions.append(
                Question(
                    source,
                    joined(", ", filter(None, (photos[doubt.field], seat, record.player))),
                    sheet.field[doubt.field],
                    doubt,
                    places[doubt.field],
                    crops.get(doubt.field),
                    remark,
                    cause=cause,
                    follow=frozenset(each.field for each in group.doubts) if group.is_pale else group.follows,
                    unseen=doubt.is_unseen,
                    settled=None if read is None else partial(is_settled, doubt.field),
                )
            )
        yield group, questions
