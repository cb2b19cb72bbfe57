"""Several photos of a sheet together accuse nobody, and ask nothing, that the clearest of them alone does not."""

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
    """A photo on which these fields are written."""
    fields = tuple(
        FieldReading(field.id, tuple(marks.get(field.id, {None: 1.0}).items()))
        for field in areas_read(SHEET, 1).fields
    )
    return structs.replace(SheetReading(SHEET, LABEL, None, {}, (), fields, photos=(name,)), **more)


def together(*photos: SheetReading) -> SheetReading:
    (sheet,) = [
        sheet
        for each in join_pages([PhotoReading(each.photos[0], (each,)) for each in photos], reread)
        for sheet in each.sheets
    ]
    return sheet


CERTAIN: dict[str, Shares] = {"floor-1.1": {3: 1.0}, "floor-1.3": {8: 1.0}}
UNSURE: Shares = {None: 0.5, 5: 0.5}


def test_five_copies_of_a_photo_say_what_it_says() -> None:
    one = photo("0", {**CERTAIN, "floor-1.2": {5: 0.6, 2: 0.4}})
    alone = reread(one)
    copies = [structs.replace(one, photos=(str(number),)) for number in range(5)]
    assert (together(*copies).marks, together(*copies).doubts) == (alone.marks, alone.doubts)


def test_a_question_of_the_clearest_photo_never_becomes_a_verdict() -> None:
    """The others are sure of a number that breaks the rules."""
    open_ = photo("open", {**CERTAIN, "floor-1.2": {9: 0.55, 10: 0.45}})
    wrong = [
        photo(name, {**CERTAIN, "floor-1.2": {9: 0.999, 10: 0.001}, "floor-2.1": UNSURE, "floor-2.2": UNSURE})
        for name in "ab"
    ]
    asked = [doubt.field for doubt in reread(open_).doubts]
    assert "floor-1.2" in asked
    for photos in ([open_, *wrong], [*wrong, open_]):
        assert "floor-1.2" in [doubt.field for doubt in together(*photos).doubts]


def test_the_later_mark_stands_whatever_the_rules_say() -> None:
    """9 stands above 8 in the later photo, which breaks the rules."""
    before = photo("before", {**CERTAIN, "floor-1.2": {5: 0.999, 9: 0.0001}}, taken="2026-11-28T20:00:00")
    after = photo("after", {**CERTAIN, "floor-1.2": {9: 0.999, 5: 0.0001}}, taken="2026-11-28T20:10:00")
    for photos in ([before, after], [after, before]):
        sheet = together(*photos)
        (doubt,) = [each for each in sheet.doubts if each.field == "floor-1.2"]
        assert sheet.marks["floor-1.2"] == doubt.chosen == 9 and doubt.is_about_photos and doubt.matters


def test_a_difference_that_can_change_nothing_is_not_asked() -> None:
    """Nothing depends on the total that somebody wrote."""
    one, other = (
        photo(name, {**CERTAIN, "score.total": {total: 1.0}}) for name, total in (("a", 30), ("b", 40))
    )
    (doubt,) = [each for each in together(one, other).doubts if each.field == "score.total"]
    assert doubt.is_about_photos and doubt.matters is False
