"""Pages of one sheet are joined as they arrive, with any pages between them."""

from __future__ import annotations

import random

from msgspec import structs

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.joining.pages import PageJoiner, join_pages
from fairsheet.vision.readings.reading import FieldReading, PhotoReading, SheetReading

SHEET = structs.replace(load_sheet("launch"), pages=3)


def page(number: int, seat: int = 1) -> SheetReading:
    label = Label("launch", "73f4521e", "otter", 4, seat, page=number)
    return SheetReading(SHEET, label, None, {f"{seat}-{number}": 1})


def photos(*sheets: tuple[SheetReading, ...]) -> list[PhotoReading]:
    return [PhotoReading(f"{number}.jpg", each) for number, each in enumerate(sheets)]


def pages_of(joined: list[PhotoReading]) -> list[list[tuple[int, ...]]]:
    return [[sheet.pages for sheet in photo.sheets] for photo in joined]


def test_pages_are_joined_from_photos_in_any_order() -> None:
    joined = join_pages(photos((page(2), page(1, seat=2)), (page(3), page(1)), (page(3, seat=2),)))
    assert pages_of(joined) == [[(2, 3, 1), (1, 3)], [], []]
    assert joined[0].sheets[0].marks == {"1-2": 1, "1-3": 1, "1-1": 1}


def test_a_page_that_was_read_twice_begins_another_sheet() -> None:
    joined = join_pages(photos((page(1),), (page(1),), (page(2),), (page(2), page(3)), (page(3),)))
    assert pages_of(joined) == [[(1, 2, 3)], [(1, 2, 3)], [], [], []]


def test_pages_without_a_name_join_the_fitting_sheet() -> None:
    def named(number: int, player: str) -> SheetReading:
        read = page(number)
        return structs.replace(read, label=structs.replace(read.label, player=player))

    joined = join_pages(photos((named(1, "Bo"), named(1, "Ada")), (named(2, "Ada"),), (named(3, ""),)))
    assert pages_of(joined) == [[(1, 3), (1, 2)], [], []]
    (sheet,) = join_pages(photos((named(1, ""), named(2, "Ada"))))[0].sheets
    assert sheet.pages == (1, 2) and sheet.label.player == "Ada"


def seen(
    photo: str, marks: dict[str, tuple[Mark | None, float]], covered: tuple[str, ...] = ()
) -> SheetReading:
    """Return a sheet of one page as a photo shows it: marks with their probabilities, the rest for a 9."""
    sheet = load_sheet("launch")
    fields = tuple(
        FieldReading(field, tuple(sorted({mark: sure, 9: 1 - sure}.items(), key=lambda item: -item[1])))
        for field, (mark, sure) in marks.items()
    )
    label = Label("launch", sheet.fingerprint, "otter", 4, 1)
    return SheetReading(sheet, label, None, {}, (), fields, covered, photos=(photo,))


def test_joined_sheets_have_the_time_of_the_latest_photo() -> None:
    def taken_of(*times: str | None) -> str | None:
        views = [
            structs.replace(seen(str(n), {"floor-1.1": (3, 0.999)}), taken=at) for n, at in enumerate(times)
        ]
        return join_pages(photos(*((view,) for view in views)))[0].sheets[0].taken

    morning, evening = "2026-11-24T09:00:00", "2026-11-24T21:00:00"
    assert taken_of(morning, evening) == taken_of(evening, morning) == evening
    assert taken_of(morning, None) is taken_of(None, morning) is None
    pages = [structs.replace(page(number), taken=f"2026-11-2{number}T09:00:00") for number in (2, 1, 3)]
    assert join_pages(photos(*((each,) for each in pages)))[0].sheets[0].taken == "2026-11-23T09:00:00"


def test_several_photos_of_a_sheet_are_read_together() -> None:
    rereads = []

    def reread(sheet: SheetReading, best: SheetReading) -> SheetReading:
        rereads.append(sheet.photos)
        return sheet

    joiner = PageJoiner(reread)
    first = seen("a", {"floor-1.1": (3, 0.6), "floor-1.2": (4, 0.999)}, ("floor-1.2",))
    second = seen("b", {"floor-1.1": (3, 0.999), "floor-1.2": (5, 0.999)})
    other = seen("c", {"floor-1.1": (7, 0.999), "floor-1.2": (8, 0.999), "floor-1.3": (1, 0.999)})
    third = seen("d", {"floor-1.1": (3, 0.999), "floor-1.2": (5, 0.999), "floor-1.3": (2, 0.999)})
    whole = [joiner.add(PhotoReading(each.photos[0], (each,))) for each in (first, second)]
    assert [place for ((place, _, _),) in whole] == [(0, 0), (0, 0)] and rereads == [("a", "b")]
    ((_, photo, sheet),) = whole[1]
    assert photo.file == "a" and sheet.marks == {"floor-1.1": 3, "floor-1.2": 5} and not sheet.doubts
    joined = join_pages([PhotoReading(each.photos[0], (each,)) for each in (third, other)])
    assert [len(photo.sheets) for photo in joined] == [1, 1]  # surely different in three fields: two sheets
    pair = PhotoReading("a", (first, first))
    assert len(join_pages([pair])[0].sheets) == 2  # two sheets on one photo


def test_sure_differences_between_photos_are_in_doubt() -> None:
    one, two = seen("a", {"floor-1.1": (3, 0.999)}), seen("b", {"floor-1.1": (4, 0.999)})
    joiner = PageJoiner()
    joiner.add(PhotoReading("a", (one,)))
    joiner.add(PhotoReading("b", (two,)))
    ((sheet,), ()) = [photo.sheets for photo in joiner.photos]
    assert [doubt.field for doubt in sheet.doubts] == ["floor-1.1"]
    ((first,), (second,)) = [photo.sheets for photo in joiner.by_page()]
    assert first.doubts == sheet.doubts and not second.doubts and second.marks == first.marks


def test_the_completing_photo_returns_sheet_and_first_photo() -> None:
    joiner = PageJoiner()
    whole = [joiner.add(photo) for photo in photos((page(1),), (page(2),), (page(3), page(1)))]
    ((place, photo, sheet),) = whole[2]
    assert whole[:2] == [[], []] and place == (0, 0) and photo.file == "0.jpg" and sheet.pages == (1, 2, 3)


def test_the_work_per_page_does_not_grow() -> None:
    """Check that each page only becomes part of a sheet or is joined to one."""
    looks = 0

    class Counted(SheetReading, frozen=True):
        @property
        def is_whole(self) -> bool:
            nonlocal looks
            looks += 1
            return super().is_whole

    every = [page(number, seat) for seat in range(1, 301) for number in (1, 2, 3)]
    random.Random(1).shuffle(every)
    joiner = PageJoiner()
    for photo in photos(*((Counted(*structs.astuple(each)),) for each in every)):
        joiner.add(photo)
    assert looks <= len(every)
    assert sum(sheet.is_whole for photo in joiner.photos for sheet in photo.sheets) == 300
