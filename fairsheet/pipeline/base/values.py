"""Files of tables, what was read of them, and what was judged."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.records.record import Record
from fairsheet.engine.scoring.score import Score
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.doubt_files import Correction, about_marks, asked
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.readings.kept import CERTAIN, KeptReading
from fairsheet.vision.readings.left_out import NoSheet
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.wording.table_words import is_unused


class TemplateFile(msgspec.Struct, frozen=True):
    """The file of a custom sheet's template, and a digest of its text and of what it includes."""

    path: str
    digest: str


UNREADABLE = Message(  # what to do about a label that cannot be read, but by `scan` itself
    "take a sharper photo, or read this one with fairsheet scan, which can be told what the label says, "
    "and put the record it writes among the photos"
)
MOST_PAGES = 200  # that are read of one file


class TaskOptions(ReadChoices, frozen=True, kw_only=True):
    """The options on which results depend, besides those of reading.

    `pages`: the most of one file; `template`: of a custom sheet. `work` is what the proof of one table may take
    (`fairsheet.engine.solver.budget`).
    """

    pages: int
    work: float
    template: TemplateFile | None = None


@dataclass(frozen=True)
class Source:
    """A file that was found. `name` is its path below the folder given, as text that every output can have."""

    path: Path
    name: str
    problem: str | None = None  # why it, or the folder that it is, cannot be read at all


class HandChange(msgspec.Struct, frozen=True):
    """A mark that somebody changed since it was read: which it was and is, who changed it and when.

    A change without a note has neither a name nor a time, and no field if only the digest of the record shows it.
    `is_answer` is whether the mark was in doubt.
    """

    field: str = ""
    was: Mark | None = None
    mark: Mark | None = None
    by: str = ""
    at: str = ""
    is_answer: bool = False


class KeptSheet(msgspec.Struct, frozen=True):
    """One sheet of a photo or record; `doubts` is None where it came from no photo.

    `pages` are those of its sheet whose ink was read, empty for a record that comes of no reading, which speaks of all.
    `unsure` is what the ink alone says of fields that may bear another mark than was read, whether in doubt or not.
    `corrections` are what lies beside a record, as far as it still says so, and `digest` that of the record as read.
    `taken` is when, by the camera's clock. `changes` are what people changed in a record since it was read, `drawn` the
    names of the pictures that show how it was read.
    """

    record: Record
    doubts: tuple[Doubt, ...] | None
    pages: tuple[int, ...] = (1,)
    overlay: int = 0  # which of the pictures shows it, counted from 0
    unsure: tuple[FieldReading, ...] = ()
    corrections: tuple[Correction, ...] = ()
    digest: str | None = None
    taken: str | None = None
    is_named_by_hand: bool = False  # with a name that was read, and is not printed
    photos: tuple[str, ...] = ()  # of a record the files that it says it is from, without their folders
    photo_digests: tuple[str, ...] = ()  # the SHA-256 of these files, if they are known
    changes: tuple[HandChange, ...] = ()
    drawn: tuple[str, ...] = ()
    file_page: int | None = None  # of a file of several pages the one that shows it, counted from 1

    @property
    def kept(self) -> KeptReading:
        """The reading, as far as it is kept."""
        return KeptReading(self.pages, self.record.marks, self.unsure)

    @property
    def is_noted(self) -> bool:
        """Whether it came from a photo, or something is kept next to its record."""
        return self.doubts is not None or self.digest is not None

    @property
    def unseen(self) -> set[str]:
        """The fields that cannot be seen."""
        return {doubt.field for doubt in self.doubts or () if doubt.is_covered}

    def ink(self, field: str) -> FieldReading:
        """What the ink says of a field; where nothing else is kept, its mark and how certain that is at least."""
        known = next((each for each in self.unsure if each.field == field), None)
        return known or FieldReading(field, ((self.record.marks.get(field), CERTAIN),))

    @property
    def is_unused(self) -> bool:
        """Whether it bears no ink, but perhaps a name, so that it is nobody's sheet of a game.

        A doubt that could change no result leaves it unused: even a clean print has specks that look like ink.
        """
        return is_unused(self.record, asked(about_marks(self.doubts or ())))

    @property
    def is_inked(self) -> bool:
        """Whether one of its marks is not in doubt; on a blank sheet none is, however bad its photo.

        A 0 does not count: on a blank sheet the sums are 0, so a speck in a box is surely read as one.
        """
        doubted = {doubt.field for doubt in self.doubts or ()}
        return any(mark != 0 and field not in doubted for field, mark in self.record.marks.items())


class Uncertain(msgspec.Struct, frozen=True):
    """Of one record its marks in doubt, and what the ink says of fields of which it is not certain."""

    doubts: tuple[Doubt, ...] = ()
    unsure: tuple[FieldReading, ...] = ()

    @property
    def fields(self) -> set[str]:
        """The fields in doubt."""
        return {doubt.field for doubt in self.doubts}


class JoinResult(msgspec.Struct, frozen=True, tag="joined"):
    """What several photos of one seat say together; None where they cannot be of one sheet.

    `problem` is why they were not read together, if they were not.
    """

    found: KeptSheet | None
    problem: str | None = None


class FileReading(msgspec.Struct, frozen=True):
    """What was read of one file. `foreign` is a file that is none of ours, such as a history: it is passed over.

    `left_out` are the pages, counted from 1, that are no sheets.
    """

    sheets: tuple[KeptSheet, ...] = ()
    error: Message | None = None
    foreign: bool = False
    left_out: dict[int, NoSheet] = {}


@dataclass(frozen=True)
class FileOutcome:
    """A file of the batch; `found` is None for one that was not read yet. `as_read` is the same before answers."""

    source: Source
    sha256: str
    found: FileReading | None
    as_read: FileReading | None = None


class Answer(msgspec.Struct, frozen=True):
    """What somebody said about a field in doubt: of the sheet `number` (from 0) of a file of this content."""

    sha256: str
    number: int
    field: str
    mark: Mark | None
    who: str
    when: str


@dataclass(frozen=True)
class SheetOfFile:
    """A sheet with the file and the place in it that it is from; answers are in it already."""

    source: Source
    sha256: str
    number: int
    sheet: KeptSheet
    answered: tuple[Answer, ...] = ()

    @property
    def name(self) -> str:
        """The name of the file, and of one of several pages the page."""
        page = self.sheet.file_page
        return self.source.name if page is None else f"{self.source.name} page {page}"


class TableResult(msgspec.Struct, frozen=True, tag="table"):
    """What is said of a table; None where that cannot be said, and `problem` tells why.

    `raised` are doubts, by record, that only the proof brings up: with another mark the sheet could stand.
    """

    verdict: Verdict | None
    score: Score | None
    problem: str | None = None
    raised: tuple[tuple[Doubt, ...], ...] = ()

    @property
    def is_about_readings(self) -> bool:
        """Whether it depends on what was in doubt, not on the marks alone."""
        return self.verdict is not None and any(each.contradiction for each in self.verdict.sheets)
