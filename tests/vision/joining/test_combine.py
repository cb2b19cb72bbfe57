"""Several photos of one sheet read as one."""

from __future__ import annotations

import math

import pytest
from msgspec import structs

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.joining.combine import FURTHER, MOST_CLASHES, can_be_one_sheet, combine, surely_differ
from fairsheet.vision.readings.player_names import name_read
from fairsheet.vision.readings.reading import FieldReading, SheetReading
from tests.vision.toy_sheet import PLACE
from tests.vision.toy_sheet import SHEET as TOY

SHEET = structs.replace(
    TOY,
    fields=(
        Field("a", "slot", PLACE, (*range(1, 16), "X")),
        Field("b", "slot", PLACE.moved(0, 30), (*range(1, 16), "X")),
        Field("note", "text", PLACE, ()),
        Field("name.1", "text", PLACE, ()),
    ),
    zones=(),
)
LABEL = Label("toy", SHEET.fingerprint, "seed", 2, 1)


def photo(
    a: dict[Mark | None, float],
    b: dict[Mark | None, float],
    *,
    covered: tuple[str, ...] = (),
    player: str | None = None,
    texts: dict[str, Mark] | None = None,
) -> SheetReading:
    fields = tuple(
        FieldReading(name, tuple(sorted(marks.items(), key=lambda item: -item[1])))
        for name, marks in (("a", a), ("b", b))
    )
    return SheetReading(SHEET, LABEL, player, texts or {}, (), fields, covered)


def test_what_one_photo_leaves_open_another_one_decides() -> None:
    one = photo({1: 0.5, 7: 0.5}, {3: 0.6, 8: 0.4})
    two = photo({1: 0.999, 7: 0.001}, {3: 0.999, 8: 0.001})
    both = combine([one, two])
    assert both.marks == {"a": 1, "b": 3}
    assert combine([one]).doubts and not both.doubts
    assert combine([two, one]).marks == both.marks
    weight = (1 + FURTHER) / 2
    odds = (0.999 / 0.001) ** weight
    assert math.isclose(both.fields[0].probability(1), odds / (1 + odds), rel_tol=1e-6)


def test_the_doubt_about_the_name_of_a_column_is_that_of_the_photo_which_it_is_from() -> None:
    clear = photo({1: 1.0}, {3: 1.0}, texts={"name.1": "Ada"})
    (doubt,) = filter(None, [name_read("AOA", 0.5, "name.1").doubt])
    unsure = structs.replace(clear, marks={"name.1": "AOA"}, doubts=(doubt,))
    both = combine([unsure, clear])
    assert (both.marks["name.1"], both.doubts) == ("AOA", (doubt,))
    both = combine([clear, unsure])
    assert (both.marks["name.1"], both.doubts) == ("Ada", ())


def test_the_same_doubt_twice_does_not_become_certain() -> None:
    one = photo({1: 0.9, 7: 0.1}, {3: 1.0})
    assert 0.9 < combine([one, one]).fields[0].probability(1) < 0.98


def test_a_covered_field_is_read_from_the_other_photo() -> None:
    hidden = photo({None: 1.0}, {3: 1.0}, covered=("a",))
    clear = photo({4: 1.0}, {3: 1.0}, player="ADA", texts={"note": "HI"})
    both = combine([hidden, clear])
    assert both.marks == {"a": 4, "b": 3, "note": "HI"} and not both.doubts
    assert both.player == "ADA" and both.covered == ()
    assert [doubt.field for doubt in combine([hidden, hidden]).doubts] == ["a"]


def test_what_seems_blank_beside_a_covered_field_may_be_covered_in_part() -> None:
    middle = Rect(60, 60, 9, 9)
    around = {
        "left": middle.moved(-14, 0),
        "right": middle.moved(14, 0),
        "below": middle.moved(0, 14),
        "far": middle.moved(0, 40),
    }
    fields = tuple(
        Field(id_, "slot", rect, tuple(range(1, 16))) for id_, rect in {"middle": middle, **around}.items()
    )
    sheet = structs.replace(SHEET, fields=fields)

    def read(marks: dict[str, Mark | None], *covered: str) -> SheetReading:
        seen = tuple(FieldReading(field.id, ((marks.get(field.id), 1.0),)) for field in fields)
        return SheetReading(sheet, LABEL, None, {}, (), seen, covered)

    clear = read({field.id: 7 for field in fields})
    hidden = read({"far": 7}, "middle")
    assert can_be_one_sheet(clear, hidden) and can_be_one_sheet(hidden, clear)
    both = combine([hidden, clear])
    assert both.marks == {field.id: 7 for field in fields} and not both.doubts
    assert not can_be_one_sheet(clear, read({"far": 7}))
    assert not can_be_one_sheet(clear, read({"far": 7, "left": 3, "right": 3, "below": 3}, "middle"))


def test_the_fields_in_doubt_are_shown_as_a_photo_has_them_uncovered() -> None:
    hidden = structs.replace(
        photo({None: 1.0}, {3: 0.5, 8: 0.5}, covered=("a",)), crops={"a": b"a1", "b": b"b1"}
    )
    unclear = structs.replace(photo({1: 0.5, 7: 0.5}, {3: 1.0}), crops={"a": b"a2"})
    both = combine([hidden, unclear])
    assert [doubt.field for doubt in both.doubts] == ["a"] and both.crops == {"a": b"a2", "b": b"b1"}
    clear = photo({1: 1.0}, {3: 1.0})  # all together may still put `a` in doubt
    assert combine([hidden, clear]).crops == {"b": b"b1"}
    assert combine([hidden, hidden]).crops == {"a": b"a1", "b": b"b1"}


@pytest.mark.parametrize("clashes", [0, MOST_CLASHES, MOST_CLASHES + 1])
def test_photos_of_one_sheet_may_clash_in_few_fields(clashes: int) -> None:
    fields = [f"slot.{number}" for number in range(MOST_CLASHES + 3)]
    one = [FieldReading(field, ((3, 1.0),)) for field in fields]
    other = [FieldReading(field, ((8 if k < clashes else 3, 1.0),)) for k, field in enumerate(fields)]
    assert surely_differ(one, other) == (clashes > MOST_CLASHES)


def test_a_label_that_was_read_from_its_copy_lacks_the_name() -> None:
    copy, code, other = (
        structs.replace(photo({1: 1.0}, {3: 1.0}), label=structs.replace(LABEL, player=name))
        for name in ("", "Ada", "Bo")
    )
    assert can_be_one_sheet(copy, code) and not can_be_one_sheet(code, other)
    assert combine([copy, code]).label.player == "Ada"
