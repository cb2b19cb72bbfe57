"""Several photos of one sheet read as one."""

from __future__ import annotations

import pytest
from msgspec import structs

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.joining.combine import MOST_CLASHES, can_be_one_sheet, combine, surely_differ
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


def test_another_photo_decides_unsure_fields() -> None:
    one = photo({1: 0.5, 7: 0.5}, {3: 0.6, 8: 0.4})
    two = photo({1: 0.999, 7: 0.001}, {3: 0.999, 8: 0.001})
    both = combine([one, two])
    assert both.marks == {"a": 1, "b": 3}
    assert combine([one]).doubts and not both.doubts
    assert combine([two, one]).marks == both.marks
    assert 0.98 < both.fields[0].probability(1) <= 0.999


def test_doubts_about_column_names_follow_their_photo() -> None:
    clear = photo({1: 1.0}, {3: 1.0}, texts={"name.1": "Ada"})
    (doubt,) = filter(None, [name_read("AOA", 0.5, "name.1").doubt])
    unsure = structs.replace(clear, marks={"name.1": "AOA"}, doubts=(doubt,))
    both = combine([unsure, clear])
    assert (both.marks["name.1"], both.doubts) == ("AOA", (doubt,))
    both = combine([clear, unsure])
    assert (both.marks["name.1"], both.doubts) == ("Ada", ())


def test_the_same_doubt_twice_does_not_become_certain() -> None:
    one = photo({1: 0.9, 7: 0.1}, {3: 1.0})
    assert combine([one] * 5).fields[0].probability(1) == 0.9


def test_a_covered_field_is_read_from_the_other_photo() -> None:
    hidden = photo({None: 1.0}, {3: 1.0}, covered=("a",))
    clear = photo({4: 1.0}, {3: 1.0}, player="ADA", texts={"note": "HI"})
    both = combine([hidden, clear])
    assert both.marks == {"a": 4, "b": 3, "note": "HI"} and not both.doubts
    assert both.player == "ADA" and both.covered == ()
    assert [doubt.field for doubt in combine([hidden, hidden]).doubts] == ["a"]


def test_blank_neighbours_of_covered_fields_may_be_covered() -> None:
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


def test_crops_come_from_photos_without_cover() -> None:
    hidden = structs.replace(
        photo({None: 1.0}, {3: 0.5, 8: 0.5}, covered=("a",)), crops={"a": b"a1", "b": b"b1"}
    )
    unclear = structs.replace(photo({1: 0.5, 7: 0.5}, {3: 1.0}), crops={"a": b"a2"})
    both = combine([hidden, unclear])
    assert [doubt.field for doubt in both.doubts] == ["a"] and both.crops == {"a": b"a2", "b": b"b1"}
    clear = photo({1: 1.0}, {3: 1.0})  # together they may still put `a` in doubt
    assert combine([hidden, clear]).crops == {"b": b"b1"}
    assert combine([hidden, hidden]).crops == {"a": b"a1", "b": b"b1"}


@pytest.mark.parametrize("clashes", [0, MOST_CLASHES, MOST_CLASHES + 1])
def test_photos_of_one_sheet_may_clash_in_few_fields(clashes: int) -> None:
    fields = [f"slot.{number}" for number in range(MOST_CLASHES + 3)]
    one = [FieldReading(field, ((3, 1.0),)) for field in fields]
    other = [FieldReading(field, ((8 if k < clashes else 3, 1.0),)) for k, field in enumerate(fields)]
    assert surely_differ(one, other) == (clashes > MOST_CLASHES)


def test_labels_from_the_copy_lack_the_name() -> None:
    copy, code, other = (
        structs.replace(photo({1: 1.0}, {3: 1.0}), label=structs.replace(LABEL, player=name))
        for name in ("", "Ada", "Bo")
    )
    assert can_be_one_sheet(copy, code) and not can_be_one_sheet(code, other)
    assert combine([copy, code]).label.player == "Ada"


def times(one: str | None, other: str | None) -> list[SheetReading]:
    """Return two photos that surely show different marks in `a`, with the times of their cameras."""
    photos = [photo({4: 0.9999, 9: 0.0001}, {3: 1.0}), photo({2: 0.999, 7: 0.001}, {3: 1.0})]
    return [
        structs.replace(each, taken=moment, photos=(name,))
        for each, moment, name in zip(photos, (one, other), ("one", "other"), strict=True)
    ]


@pytest.mark.parametrize(
    ("one", "other", "chosen"),
    [
        ("2026-11-28T20:00:00", "2026-11-28T20:05:00", 2),
        ("2026-11-28T20:05:00", "2026-11-28T20:00:00", 4),
        ("2026-11-28T20:00:00", "2077-01-01T00:00:00", 2),
        ("2026-11-28T20:00:00+01:00", "2026-11-28T19:30:00+00:00", 2),
        ("2026-11-28T20:00:00+01:00", "2026-11-28T19:30:00", 4),
        ("2026-11-28T20:00:00", "2026-11-28T20:00:00", None),
        ("2026-11-28T20:00:00", None, None),
        (None, None, None),
    ],
)
def test_contradicting_photos_are_asked(one: str | None, other: str | None, chosen: Mark | None) -> None:
    pair = times(one, other)
    for readings in (pair, pair[::-1]):
        both = combine(readings)
        (doubt,) = both.doubts
        assert (doubt.field, doubt.kind) == ("a", "photos-differ")
        assert chosen in (None, doubt.chosen) and both.marks["a"] == doubt.chosen
        shares = [share for _, share in doubt.candidates]
        assert (shares == [0.5, 0.5]) is (chosen is None)
        assert chosen in (None, doubt.candidates[0][0])
        assert "4 in one" in doubt.because and "2 in other" in doubt.because
        assert both.taken == (
            None if None in (one, other) else max(filter(None, (one, other)))
        ) or "+" in str(one)


def test_marks_blank_on_another_photo_are_asked() -> None:
    blank, written = photo({None: 0.9999}, {3: 1.0}), photo({5: 0.99, None: 0.001}, {3: 1.0})
    assert [doubt.kind for doubt in combine([blank, written]).doubts] == ["photos-differ"]
    times = ("2026-11-28T20:00:00", "2026-11-28T20:05:00")
    for first, second in ((blank, written), (written, blank)):
        pair = [structs.replace(each, taken=time) for each, time in zip((first, second), times, strict=True)]
        both = combine(pair)
        assert both.marks.get("a") == both.doubts[0].chosen == second.fields[0].likeliest


def test_a_spoilt_photo_changes_nothing() -> None:
    clear = photo({4: 0.9999, 9: 0.0001}, {3: 1.0})
    black = photo({None: 0.999, 4: 0.001}, {None: 0.4, 3: 0.3, 8: 0.3})
    for readings in ([clear, black], [black, clear, clear]):
        both = combine(readings)
        assert both.fields == clear.fields and not both.doubts
        assert can_be_one_sheet(*readings[:2])


def test_questions_remain_after_joining_more_photos() -> None:
    """Check a reading that was joined earlier and stored next to a record."""
    both = combine(times(None, None))
    again = combine([structs.replace(both, fields=both.fields), photo({4: 0.9999}, {3: 1.0})])
    assert [doubt.kind for doubt in again.doubts] == ["photos-differ"]
