"""Questions about doubts, and how many they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.readings.reading import Doubt
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
