"""Values of the pipeline: files, their readings, and the results of tables."""

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
from fairsheet.sheets.support.errors import ErrorCode
from fairsheet.vision.readings.kept import CERTAIN, KeptReading
from fairsheet.vision.readings.left_out import NoSheet
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.wording.table_words import is_unused


class TemplateFile(msgspec.Struct, frozen=True):
    """The file of a custom sheet's template, and a digest of its text with all included files."""

    path: str
    digest: str


UNREADABLE = Message(  # the hint for an unreadable label; `scan` has options that replace a label
    "take a sharper photo, or read this one with the label options of fairsheet scan "
    "and put its record next to the photos"
)
CANNOT_READ = Message("the file cannot be read ({why})")
MOST_PAGES = 200  # of one file


class TaskOptions(ReadChoices, frozen=True, kw_only=True):
    """The options on which results depend, in addition to the reading options.

    `pages` is the most that are read of one file; `template` is that of a custom sheet. `work` limits the proof of one
    table (`fairsheet.engine.solver.budget`).
    """

    pages: int
    work: float
    template: TemplateFile | None = None


@dataclass(frozen=True)
class Source:
    """An input file. `name` is its path below the given folder, as text that every output can hold."""

    path: Path
    name: str
    problem: Message | None = None  # why the file or folder cannot be read at all


class HandChange(msgspec.Struct, frozen=True):
    """A mark that somebody changed since it was read: its former and new value, the person and the time.

    A change without a note has neither person nor time. It has no field if only the digest of the record shows it.
    `is_answer` is whether the mark was in doubt.
    """

    field: str = ""
    was: Mark | None = None
    mark: Mark | None = None
    by: str = ""
    at: str = ""
    is_answer: bool = False


class KeptSheet(msgspec.Struct, frozen=True):
    """One sheet of a photo or record; `doubts` is None if it is not from a photo.

    `pages` are the pages whose ink was read, empty for a record without a reading, which covers all pages. `unsure` has
    the readings of all fields whose ink may show another mark. `corrections` are those in the `.doubts` file that the
    record still has, and `digest` is that of the record as read. `taken` is the time by the camera's clock. `changes`
    are those that people made since the reading. `drawn` are the names of its overlay pictures.
    """

    record: Record
    doubts: tuple[Doubt, ...] | None
    pages: tuple[int, ...] = (1,)
    overlay: int = 0  # the number of its overlay picture, from 0
    unsure: tuple[FieldReading, ...] = ()
    corrections: tuple[Correction, ...] = ()
    digest: str | None = None
    taken: str | None = None
    is_named_by_hand: bool = False  # whether its name is handwritten, not printed
    photos: tuple[str, ...] = ()  # the names of a record's photos, without their folders
    photo_digests: tuple[str, ...] = ()  # the SHA-256 of these files, if they are known
    changes: tuple[HandChange, ...] = ()
    drawn: tuple[str, ...] = ()
    file_page: int | None = None  # its page in a file of several pages, from 1

    @property
    def kept(self) -> KeptReading:
        """The kept part of the reading."""
        return KeptReading(self.pages, self.record.marks, self.unsure)

    @property
    def is_noted(self) -> bool:
        """Whether it is from a photo, or its record has a `.doubts` file."""
        return self.doubts is not None or self.digest is not None

    @property
    def unseen(self) -> set[str]:
        """The fields that are covered."""
        return {doubt.field for doubt in self.doubts or () if doubt.is_covered}

    def ink(self, field: str) -> FieldReading:
        """Return the reading of a field; if none is kept, its mark with the least probability of a certain mark."""
        known = next((each for each in self.unsure if each.field == field), None)
        return known or FieldReading(field, ((self.record.marks.get(field), CERTAIN),))

    @property
    def is_unused(self) -> bool:
        """Whether it has no ink except perhaps a name, so that nobody played on it.

        Doubts that change no result do not count, because specks on a clean print look like ink.
        """
        return is_unused(self.record, asked(about_marks(self.doubts or ())))

    @property
    def is_inked(self) -> bool:
        """Whether one of its marks is not in doubt; a blank sheet has none, even in a bad photo.

        A 0 does not count: on a blank sheet all sums are 0, so a speck in a box is read as a certain 0.
        """
        doubted = {doubt.field for doubt in self.doubts or ()}
        return any(mark != 0 and field not in doubted for field, mark in self.record.marks.items())


class Uncertain(msgspec.Struct, frozen=True):
    """The doubts about one record, and the readings of all its uncertain fields."""

    doubts: tuple[Doubt, ...] = ()
    unsure: tuple[FieldReading, ...] = ()

    @property
    def fields(self) -> set[str]:
        """The fields in doubt."""
        return {doubt.field for doubt in self.doubts}


class JoinResult(msgspec.Struct, frozen=True, tag="joined"):
    """The joined photos of one seat; `found` is None if they cannot be of one sheet.

    `problem` says why they were not joined, if they were not.
    """

    found: KeptSheet | None
    problem: Message | None = None


class FileReading(msgspec.Struct, frozen=True):
    """The reading of one file. `foreign` is whether it is another kind of JSON document, such as a history, and is
    skipped.

    `left_out` are the pages, counted from 1, that are not sheets.
    """

    sheets: tuple[KeptSheet, ...] = ()
    error: Message | None = None
    codes: tuple[ErrorCode, ...] = ()
    foreign: bool = False
    left_out: dict[int, NoSheet] = {}


@dataclass(frozen=True)
class FileOutcome:
    """A file of the batch; `found` is None if it was not read yet. `as_read` is the reading without answers."""

    source: Source
    sha256: str
    found: FileReading | None
    as_read: FileReading | None = None


class Answer(msgspec.Struct, frozen=True):
    """A person's answer about a field in doubt on the sheet `number` (from 0) of the file with this SHA-256."""

    sha256: str
    number: int
    field: str
    mark: Mark | None
    who: str
    when: str


@dataclass(frozen=True)
class SheetOfFile:
    """A sheet with its file and its number there; answers are already applied."""

    source: Source
    sha256: str
    number: int
    sheet: KeptSheet
    answered: tuple[Answer, ...] = ()

    @property
    def name(self) -> str:
        """The name of the file, with the page number if it has several pages."""
        page = self.sheet.file_page
        return self.source.name if page is None else f"{self.source.name} page {page}"


class TableResult(msgspec.Struct, frozen=True, tag="table"):
    """The result of a table; a part that is unknown is None, and `problem` says why.

    `raised` are doubts by record that only the proof found: another mark would make the sheet legal.
    """

    verdict: Verdict | None
    score: Score | None
    problem: Message | None = None
    raised: tuple[tuple[Doubt, ...], ...] = ()

    @property
    def is_about_readings(self) -> bool:
        """Whether it depends on doubts, not only on the marks."""
        return self.verdict is not None and any(each.contradiction for each in self.verdict.sheets)
