"""Questions about doubts, and their number."""

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
    """A question about a doubt: its sheet in words, its field, the field's place on the page, and a JPEG of it.

    `source` identifies the record, because two records may have the same words. `remark` says what the answer could
    change. `cause` has the marks that would explain the doubts about the fields in `follow`, which then need no
    questions; pale marks follow each other. If the field is `unseen` on the photo, only a person with the sheet can
    answer. `settled` returns whether the question no longer matters, from answers about the record by field.
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
        """The identity of the question: its record and its field."""
        return self.source, self.field.id

    def is_alike(self, other: Question) -> bool:
        """Return whether both are about pale marks of one sheet, which count as one question."""
        return self.doubt.is_pale and other.doubt.is_pale and self.source == other.source


def count_questions(questions: Sequence[Question]) -> int:
    """Return the number of questions a person must answer; all pale marks of a sheet count as one."""
    return len({each.source if each.doubt.is_pale else each.key for each in questions})


def to_photograph(questions: Iterable[Question]) -> set[str]:
    """Return the sources of the sheets of which another photo is better than answers about unseen fields."""
    unseen = Counter(each.source for each in questions if each.unseen)
    return {source for source, n in unseen.items() if n > MOST_UNSEEN}
