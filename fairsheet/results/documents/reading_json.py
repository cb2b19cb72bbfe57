"""What was read of a photo or scan, as JSON (`fairsheet.reading/1`)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType, structs

from fairsheet.engine.records.record import Record
from fairsheet.pipeline.reading.photos import record_of
from fairsheet.vision.readings.kept import KeptReading, unsure_fields
from fairsheet.vision.readings.reading import Doubt, PhotoReading

FORMAT = "fairsheet.reading/1"


class ReadRecord(msgspec.Struct, frozen=True):
    """The record of one sheet as read, its doubts, and whether none of them matters.

    `ink` is what `fairsheet.judge` needs besides: the pages that were read, and fields of which the ink is not certain.
    JSON does not have it.
    """

    record: Record
    doubts: tuple[Doubt, ...]
    settled: bool
    ink: KeptReading | UnsetType = UNSET


class ReadPhoto(msgspec.Struct, frozen=True):
    """One picture, or one page of a file: the sheets on it, and what could not be read of it.

    `left_out` has the number of the page if it is blank or a thumbnail.
    """

    file: str
    error: str | None
    sheets: tuple[ReadRecord, ...]
    left_out: tuple[int, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """What was read, picture by picture; the pages of a sheet make one record, which stands with the first of them."""

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
    """Return the records of some photos whose pages are joined. Raises FairsheetError as `record_of` does."""
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
            )
            for photo in photos
        )
    )


def _plain(doubt: Doubt) -> Doubt:
    """The doubt without its number, which is for lists and pictures; one of which nothing else is known matters."""
    return structs.replace(doubt, number=None, matters=doubt.is_asked)
