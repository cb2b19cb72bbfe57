"""Readings: a distribution over the marks of each field, and the marks of each sheet with doubts.

A mark is a value of a record; None means no ink.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import msgspec
from msgspec import structs

from fairsheet.languages.messages import Message
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.marks import Mark, Marks, mark_name
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.readings.left_out import NoSheet
from fairsheet.vision.readings.reasons import BESIDE_UNSEEN, PALE, UNSEEN, Kind, Reason

LEAST = 1e-7  # a lower probability counts as zero


class FieldReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """The marks that a field may hold with their probabilities, the likeliest first; they add up to 1.

    `bold` is the distribution without ink that is much paler than the rest of the sheet. It is empty if the
    mark stays the same. `overwritten` is whether a mark seems to be written over another.
    """

    field: str
    probabilities: tuple[tuple[Mark | None, float], ...]
    bold: tuple[tuple[Mark | None, float], ...] = ()
    overwritten: bool = False

    @property
    def likeliest(self) -> Mark | None:
        """The likeliest mark by the ink."""
        return self.probabilities[0][0]

    @property
    def without_pale_ink(self) -> FieldReading:
        """The reading of the bold ink only."""
        return FieldReading(self.field, self.bold) if self.bold else self

    def probability(self, mark: Mark | None) -> float:
        """Return the probability of one mark; 0 if it is not listed."""
        return dict(self.probabilities).get(mark, 0.0)


class Doubt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field that a person should look at: the possible marks, the chosen one, and the reason.

    `because` is the reason in words and `kind` its kind; None if unknown. `number` counts the doubts of a photo
    from 1; None for a doubt from several photos. `matters` is whether the verdict, points or ranking may depend
    on it, so that you are asked; None if unknown.
    """

    field: str
    candidates: tuple[tuple[Mark | None, float], ...]
    chosen: Mark | None
    because: Message
    number: int | None = None
    kind: Kind | None = None
    matters: bool | None = None

    def __post_init__(self) -> None:
        """Replace a kind from a file of an earlier release by its current name."""
        if self.kind == "photos":
            structs.force_setattr(self, "kind", "photos-differ")

    @classmethod
    def of(
        cls,
        field: str,
        candidates: tuple[tuple[Mark | None, float], ...],
        chosen: Mark | None,
        reason: Reason,
        matters: bool | None = None,
    ) -> Self:
        """Return a doubt for a reason."""
        return cls(field, candidates, chosen, reason.words, kind=reason.kind, matters=matters)

    @property
    def is_pale(self) -> bool:
        """Whether the ink in doubt is much paler than the rest of the sheet: all such marks are one question."""
        return self.because.text == PALE.text

    @property
    def pale_marks(self) -> tuple[Mark | None, ...]:
        """The mark of a field if its pale ink is meant, and the mark if it is not."""
        marks = {str(mark_name(mark)): mark for mark, _ in self.candidates}
        return tuple(marks.get(str(self.because.values.get(each)), self.chosen) for each in ("mark", "other"))

    @property
    def is_asked(self) -> bool:
        """Whether a person has to look."""
        return self.matters is not False

    @property
    def is_covered(self) -> bool:
        """Whether the field cannot be seen."""
        return self.kind == UNSEEN.kind

    @property
    def is_about_photos(self) -> bool:
        """Whether photos of the sheet surely show different marks."""
        return self.kind == "photos-differ"

    @property
    def is_unseen(self) -> bool:
        """Whether the photo shows nothing of the field, or a part of it may be hidden."""
        return self.is_covered or self.kind == BESIDE_UNSEEN.kind

    @property
    def tag(self) -> str:
        """The number as shown in lists and pictures; empty if there is none."""
        return "" if self.number is None else f"#{self.number}"


class SheetReading(msgspec.Struct, frozen=True):
    """The reading of a page of one player's sheet, by the layout that its label names.

    `marks` holds only fields with ink. `fields` are the ink's distributions; `covered` fields have none.
    `further_pages` are the pages whose ink was joined to the label's page, see
    `fairsheet.vision.joining.pages`. `crops` are JPEG pictures of the fields in doubt. `photos` names the
    pictures that show its pages. `differing` are doubts about fields for which the photos surely show different
    marks. `taken` is the time of the latest photo by its camera's clock (ISO 8601); None if unknown.
    """

    sheet: Sheet
    label: Label
    player: str | None
    marks: Marks
    doubts: tuple[Doubt, ...] = ()
    fields: tuple[FieldReading, ...] = ()
    covered: tuple[str, ...] = ()
    further_pages: tuple[int, ...] = ()
    crops: Mapping[str, bytes] = {}
    photos: tuple[str, ...] = ()
    differing: tuple[Doubt, ...] = ()
    taken: str | None = None

    @property
    def is_named_by_hand(self) -> bool:
        """Whether the sheet has a handwritten name, readable or not, and none in its label."""
        return not self.label.player and (
            self.player is not None
            or any(is_name(field) for field in (*self.marks, *(doubt.field for doubt in self.doubts)))
        )

    @property
    def settled(self) -> bool:
        """Whether no doubt matters: every likely reading gives the same verdict, points and rank."""
        return not any(doubt.is_asked for doubt in self.doubts)

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages whose ink is in this reading."""
        return (self.label.page, *self.further_pages)

    @property
    def is_whole(self) -> bool:
        """Whether no page of the sheet is missing."""
        return len(self.pages) == len(self.sheet.pages_of(self.label.seat))


class PhotoReading(msgspec.Struct, frozen=True):
    """The sheets in one photo, and the errors of the photo or of parts of it."""

    file: str
    sheets: tuple[SheetReading, ...] = ()
    errors: tuple[FairsheetError, ...] = ()
    left_out: Mapping[int, NoSheet] = {}  # the page in its file and what it shows, if it has no sheet
    page: int | None = None  # the number of the page in a file of several, from 1

    @property
    def error(self) -> str | None:
        """All errors on one line; None if there are none."""
        return "; ".join(map(str, self.errors)) or None
