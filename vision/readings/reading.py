"""What was read: of every field a distribution over its marks, of every sheet its marks with doubts.

A mark is a value of a record; no ink is None.
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

LEAST = 1e-7  # a probability below is as good as none


class FieldReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """The marks that a field may bear with their probabilities, the likeliest first; they add up to 1.

    `bold` are the same without ink that is much paler than that of the sheet; empty if that says the same mark.
    `overwritten` is whether a mark seems to be written over another.
    """

    field: str
    probabilities: tuple[tuple[Mark | None, float], ...]
    bold: tuple[tuple[Mark | None, float], ...] = ()
    overwritten: bool = False

    @property
    def likeliest(self) -> Mark | None:
        """The mark that the ink alone speaks for."""
        return self.probabilities[0][0]

    @property
    def without_pale_ink(self) -> FieldReading:
        """The reading of the bold ink alone."""
        return FieldReading(self.field, self.bold) if self.bold else self

    def probability(self, mark: Mark | None) -> float:
        """Of one mark; 0 for one that is not listed."""
        return dict(self.probabilities).get(mark, 0.0)


class Doubt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field that a person should look at: what it may say, what was chosen, and why it is in doubt.

    `because` are the words of the reason and `kind` its kind, None where it is not known. `number` is that on its
    photo, from 1; None for a doubt that comes of several photos. `matters` is whether the verdict, the points or the
    ranking may hang on it, so that it is asked about; None where that is not known.
    """

    field: str
    candidates: tuple[tuple[Mark | None, float], ...]
    chosen: Mark | None
    because: Message
    number: int | None = None
    kind: Kind | None = None
    matters: bool | None = None

    def __post_init__(self) -> None:
        """Give a kind that was read from a file of an earlier release its name of today."""
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
        """A doubt for a reason."""
        return cls(field, candidates, chosen, reason.words, kind=reason.kind, matters=matters)

    @property
    def is_pale(self) -> bool:
        """Whether the ink in doubt is much paler than that of the sheet: all such marks are one question."""
        return self.because.text == PALE.text

    @property
    def pale_marks(self) -> tuple[Mark | None, ...]:
        """The mark of a field if its pale ink is meant, and the mark if it is not."""
        marks = {str(mark_name(mark)): mark for mark, _ in self.candidates}
        return tuple(marks.get(str(self.because.values.get(each)), self.chosen) for each in ("mark", "other"))

    @property
    def is_asked(self) -> bool:
        """Whether somebody has to look."""
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
        """The number as lists and pictures show it; nothing where there is none."""
        return "" if self.number is None else f"#{self.number}"


class SheetReading(msgspec.Struct, frozen=True):
    """A page of one player's sheet as read, by the layout that its label names. `marks` holds only what bears ink.

    `fields` is what the ink alone says; of the fields that are `covered` it says nothing. `further_pages` are those
    whose ink has been joined to that of the label's page, see `fairsheet.vision.joining.pages`. `crops` are JPEG
    pictures of the fields in doubt, `photos` the names of the pictures that show its pages. `differing` are the doubts
    about fields of which the photos surely show different marks, `taken` is the time of the latest photo by the clock
    of its camera (ISO 8601); None if it is not known.
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
        """Whether a name was read, as far as it can be, that is not in the label."""
        return not self.label.player and (
            self.player is not None
            or any(is_name(field) for field in (*self.marks, *(doubt.field for doubt in self.doubts)))
        )

    @property
    def settled(self) -> bool:
        """Whether nothing in doubt matters: every likely reading gives the same verdict, points and rank."""
        return not any(doubt.is_asked for doubt in self.doubts)

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages whose ink this is."""
        return (self.label.page, *self.further_pages)

    @property
    def is_whole(self) -> bool:
        """Whether no page of the sheet is missing."""
        return len(self.pages) == len(self.sheet.pages_of(self.label.seat))


class PhotoReading(msgspec.Struct, frozen=True):
    """The sheets in one photo, or what stands in the way of reading it (or a part of it)."""

    file: str
    sheets: tuple[SheetReading, ...] = ()
    errors: tuple[FairsheetError, ...] = ()
    left_out: Mapping[int, NoSheet] = {}  # the page of the file that it is, where that is no sheet
    page: int | None = None  # which of its file it is, of several, counted from 1

    @property
    def error(self) -> str | None:
        """All that stands in the way, on one line; None where nothing does."""
        return "; ".join(map(str, self.errors)) or None
