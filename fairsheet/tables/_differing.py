"""Where photos of one page, read as one, differ: doubts and remarks that name the files. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import structs

from fairsheet.tables.values import SheetOfFile, SheetRead
from fairsheet.vision.decoding.thresholds import SURE
from fairsheet.vision.readings.reading import Doubt, Mark
from fairsheet.wording.formatting import mark_name


def with_differences(doubts: Iterable[Doubt], photos: Sequence[SheetOfFile]) -> tuple[Doubt, ...]:
    """The doubts; the reason of one says what each photo says alone, where these differ."""
    return tuple(_with_difference(doubt, photos) for doubt in doubts)


def _with_difference(doubt: Doubt, photos: Sequence[SheetOfFile]) -> Doubt:
    files: dict[Mark | None, list[str]] = {}
    for each in photos:
        if doubt.field not in each.sheet.unseen:
            files.setdefault(each.sheet.record.marks.get(doubt.field), []).append(each.source.name)
    if len(files) < 2:
        return doubt
    said = "; ".join(f"{mark_name(mark)} in {', '.join(names)}" for mark, names in files.items())
    return structs.replace(doubt, because=f"{doubt.because} ({said})")


def overruled(together: SheetRead, photos: Sequence[SheetOfFile]) -> Iterator[str]:
    """Remarks on fields of which a photo alone is sure, while all together say something else without a doubt.

    Of fields of which no photo is unsure only numbers count: the rest may be free text.
    """
    told = {doubt.field for doubt in together.doubts or ()}
    told |= {answer.field for each in photos for answer in each.answered}
    unsure = {field.field for each in photos for field in each.sheet.unsure}
    for field in dict.fromkeys(field for each in photos for field in each.sheet.record.marks):
        read = together.record.marks.get(field)
        if field in told or not (field in unsure or isinstance(read, int)):
            continue
        for each in photos:
            alone, share = each.sheet.ink(field).probabilities[0]
            if alone != read and share >= SURE and field not in each.sheet.unseen:
                name, other = each.source.name, mark_name(alone)
                yield f"{name} surely says {other} in {field}, which is read as {mark_name(read)}"
