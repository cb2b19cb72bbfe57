"""The JSON document of a photo's or scan's reading (`fairsheet.reading/1`)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType, structs

from fairsheet.engine.records.record import Record
from fairsheet.pipeline.reading.photos import record_of
from fairsheet.sheets.support.errors import ErrorCode
from fairsheet.vision.readings.kept import KeptReading, unsure_fields
from fairsheet.vision.readings.reading import Doubt, PhotoReading

FORMAT = "fairsheet.reading/1"


class ReadRecord(msgspec.Struct, frozen=True):
    """The record of one sheet as read, its doubts, and whether none of them matters.

    `ink` is extra data for `fairsheet.judge`: the pages that were read, and the readings of uncertain fields. JSON
    leaves it out.
    """

    record: Record
    doubts: tuple[Doubt, ...]
    settled: bool
    ink: KeptReading | UnsetType = UNSET


class ReadPhoto(msgspec.Struct, frozen=True):
    """One picture, or one page of a file: its sheets and its error.

    `left_out` has the number of the page if it is blank or a thumbnail.
    """

    file: str
    error: str | None
    sheets: tuple[ReadRecord, ...]
    left_out: tuple[int, ...] = ()
    error_codes: tuple[ErrorCode, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """The reading, picture by picture; the pages of a sheet make one record, listed with the first page."""

    photos: tuple[ReadPhoto, ...]
    format: str = FORMAT

    @property
    def sheets(self) -> tuple[ReadRecord, ...]:
        """The sheets of all pictures."""
        return tuple(sheet for photo in self.photos for sheet in photo.sheets)

    @property
    def left_out(self) -> tuple[int, ...]:
        """The numbers of all pages that are blank or thumbnails."""
        return tuple(page for photo in self.photos for page in photo.left_out)


def reading_of(photos: Iterable[PhotoReading], *, with_ink: bool = False) -> Reading:
    """Return the records of some photos whose pages are joined. Raises FairsheetError like `record_of`."""
    return Reading(
        tuple(
            ReadPhoto(
                photo.file,
                photo.error,
                tuple(
                    ReadRecord(
                        record_of(sheet),
                        tuple(map(_plain, sheet.doubts)),
                        sheet.settled,
                        KeptReading(sheet.pages, sheet.marks, unsure_fields(sheet)) if with_ink else UNSET,
                    )
                    for sheet in photo.sheets
                ),
                tuple(photo.left_out),
                tuple(error.code for error in photo.errors),
            )
            for photo in photos
        )
    )


def _plain(doubt: Doubt) -> Doubt:
    """Return the doubt without its number, which only lists and pictures need, and with `matters` filled in."""
    return structs.replace(doubt, number=None, matters=doubt.is_asked)
