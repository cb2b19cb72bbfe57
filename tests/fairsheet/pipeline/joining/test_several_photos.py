"""Several photos of a sheet add no accusation and no question to those of the clearest photo."""

from __future__ import annotations

from msgspec import structs

from fairsheet.pipeline.reading.photos import reread
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.classify.areas import areas_read
from fairsheet.vision.joining.pages import join_pages
from fairsheet.vision.readings.reading import FieldReading, PhotoReading, SheetReading

SHEET = load_sheet("launch")
LABEL = Label("launch", SHEET.fingerprint, "crane", 2, 1)
Shares = dict[Mark | None, float]


def photo(name: str, marks: dict[str, Shares], **more: str) -> SheetReading:
    """Return a photo with these marks."""
    fields = tuple(
        FieldReading(field.id, tuple(marks.get(field.id, {None: 1.0}).items()))
        for field in areas_read(SHEET, 1).fields
    )
    return structs.replace(SheetReading(SHEET, LABEL, None, {}, (), fields, photos=(name,)), **more)


def join(*photos: SheetReading) -> SheetReading:
    (sheet,) = [
        sheet
        for each in join_pages([PhotoReading(each.photos[0], (each,)) for each in photos], reread)
        for sheet in each.sheets
    ]
    return sheet


CERTAIN: dict[str, Shares] = {"floor-1.1": {3: 1.0}, "floor-1.3": {8: 1.0}}
UNSURE: Shares = {None: 0.5, 5: 0.5}


def test_five_copies_of_a_photo_read_like_one() -> None:
    one = photo("0", {**CERTAIN, "floor-1.2": {5: 0.6, 2: 0.4}})
    alone = reread(one)
    copies = [structs.replace(one, photos=(str(number),)) for number in range(5)]
    assert (join(*copies).marks, join(*copies).doubts) == (alone.marks, alone.doubts)


def test_question_of_the_clearest_photo_stays_a_question() -> None:
    """The other photos are sure of a number that breaks the rules."""
    open_ = photo("open", {**CERTAIN, "floor-1.2": {9: 0.55, 10: 0.45}})
    wrong = [
        photo(name, {**CERTAIN, "floor-1.2": {9: 0.999, 10: 0.001}, "floor-2.1": UNSURE, "floor-2.2": UNSURE})
        for name in "ab"
    ]
    questions = [doubt.field for doubt in reread(open_).doubts]
    assert "floor-1.2" in questions
    for photos in ([open_, *wrong], [*wrong, open_]):
        assert "floor-1.2" in [doubt.field for doubt in join(*photos).doubts]


def test_later_mark_counts_even_against_the_rules() -> None:
    """The later photo has 9 above 8, which breaks the rules."""
    before = photo("before", {**CERTAIN, "floor-1.2": {5: 0.999, 9: 0.0001}}, taken="2026-11-28T20:00:00")
    after = photo("after", {**CERTAIN, "floor-1.2": {9: 0.999, 5: 0.0001}}, taken="2026-11-28T20:10:00")
    for photos in ([before, after], [after, before]):
        sheet = join(*photos)
        (doubt,) = [each for each in sheet.doubts if each.field == "floor-1.2"]
        assert sheet.marks["floor-1.2"] == doubt.chosen == 9 and doubt.is_about_photos and doubt.matters


def test_irrelevant_difference_is_not_a_question() -> None:
    """Nothing depends on the written total."""
    one, other = (
        photo(name, {**CERTAIN, "score.total": {total: 1.0}}) for name, total in (("a", 30), ("b", 40))
    )
    (doubt,) = [each for each in join(one, other).doubts if each.field == "score.total"]
    assert doubt.is_about_photos and doubt.matters is False
