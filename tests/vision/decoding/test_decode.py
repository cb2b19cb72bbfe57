from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Field, Rect
from fairsheet.sheets.model.sides import SIDES
from fairsheet.vision.decoding._doubts import _reason
from fairsheet.vision.decoding._draft import Draft
from fairsheet.vision.decoding.decode import decode
from fairsheet.vision.decoding.thresholds import CLEAR, CLEARLY_BLANK, MOST_SHEETS, NOTABLE, SHARPER
from fairsheet.vision.readings.distributions import Distribution
from fairsheet.vision.readings.reading import FieldReading, Mark
from fairsheet.vision.readings.reasons import Reason
from fairsheet.vision.readings.rule_hints import NO_RULES, RulesHint
from tests.vision.toy_sheet import PLACE, SHEET, SLOTS, reading


@dataclass(frozen=True)
class Clash:
    fields: tuple[str, ...]
    why: str


def test_clear_ink_is_taken_as_it_is() -> None:
    decoded = decode(SHEET, [reading("floor.1", n3=0.9999), reading("floor.2", X=0.9999), reading("star")])
    assert decoded.marks == {"floor.1": 3, "floor.2": "X"} and decoded.doubts == ()


def test_an_ambiguous_7_is_resolved_by_the_order() -> None:
    decoded = decode(
        SHEET,
        [reading("floor.1", n5=0.9999), reading("floor.2", n1=0.6, n7=0.4), reading("floor.3", n9=0.9999)],
    )
    assert decoded.marks == {"floor.1": 5, "floor.2": 7, "floor.3": 9} and decoded.doubts == ()


def test_a_cheat_is_not_laundered() -> None:
    decoded = decode(
        SHEET,
        [
            reading("floor.1", n5=0.9999),
            reading("floor.2", n3=0.9995, n8=0.0005),
            reading("floor.3", n9=0.9999),
        ],
    )
    assert decoded.marks["floor.2"] == 3


def test_clear_ink_withstands_all_rules_together() -> None:
    """One wrong number can be out of order, never dealt, and part of several contradictions at once."""

    def conflicts(marks: Mapping[str, Mark]) -> list[Clash]:
        return [Clash(("floor.2",), "out of order"), Clash(("floor.2", "floor.3"), "too few turns")] * (
            marks.get("floor.2") == 3
        )

    hint = RulesHint(lambda field, mark: mark != 3, conflicts=conflicts)

    def decoded(rival: float) -> tuple[Mark | None, list[str]]:
        others = [reading("floor.1", n5=0.99999), reading("floor.3", n9=0.99999)]
        found = decode(SHEET, [*others, reading("floor.2", n3=1 - rival, n8=rival)], hint)
        return found.marks.get("floor.2"), [doubt.field for doubt in found.doubts]

    assert decoded(1e-7) == (3, [])
    assert decoded(1e-4) == (3, ["floor.2"])
    assert decoded(1e-2) == (8, ["floor.2"])


def test_ink_against_the_rules_is_put_in_doubt_when_the_rules_win() -> None:
    hint = RulesHint(possible=lambda field, mark: mark != 1)
    decoded = decode(SHEET, [reading("floor.1", n1=0.9, n7=0.1)], hint)
    assert decoded.marks == {"floor.1": 7} and decoded.doubts == ()
    decoded = decode(SHEET, [reading("floor.1", n1=0.994, n7=0.006)], hint)
    assert decoded.marks == {"floor.1": 7}
    (doubt,) = decoded.doubts
    assert doubt.field == "floor.1" and doubt.chosen == 7 and "the ink looks like 1" in doubt.because
    assert dict(doubt.candidates)[7] > dict(doubt.candidates)[1]


def test_strong_ink_stands_against_the_rules() -> None:
    hint = RulesHint(possible=lambda field, mark: mark != 1)
    assert decode(SHEET, [reading("floor.1", n1=0.99999, n7=0.00001)], hint).marks == {"floor.1": 1}


def test_what_is_hard_to_tell_is_in_doubt() -> None:
    (doubt,) = decode(SHEET, [reading("floor.1", n3=0.6, n8=0.4)]).doubts
    assert doubt.because == "hard to tell whether this is 3 or 8"
    assert doubt.candidates == ((3, 0.6), (8, 0.4))


def test_a_contradiction_is_lifted_by_the_weakest_mark() -> None:
    def conflicts(marks: Mapping[str, Mark]) -> list[Clash]:
        return (
            [Clash(("star", "floor.1"), "a star needs a number")]
            if "star" in marks and "floor.1" not in marks
            else []
        )

    hint = RulesHint(conflicts=conflicts)
    weak = decode(SHEET, [reading("star", crossed=0.9999), reading("floor.1", n4=0.3)], hint)
    assert weak.marks == {"star": "crossed", "floor.1": 4}
    clear = decode(SHEET, [reading("star", crossed=0.9999), reading("floor.1", n4=1e-5)], hint)
    assert clear.marks == {"star": "crossed"}


@pytest.mark.parametrize(
    ("star", "number", "asked"),
    [(0.9996, 0.999999, {"star"}), (0.985, 0.9999, {"star"}), (0.999999, 0.999999, set())],
)
def test_of_a_contradiction_those_are_asked_about_that_may_be_what_is_misread(
    star: float, number: float, asked: set[str]
) -> None:
    hint = RulesHint(conflicts=lambda marks: [Clash(("star", "floor.1"), "a star and a number")])
    found = decode(SHEET, [reading("star", crossed=star), reading("floor.1", n3=number)], hint)
    assert {doubt.field for doubt in found.doubts} == asked


def both_or_neither(marks: Mapping[str, Mark]) -> list[Clash]:
    return [Clash(("star", "floor.1"), "a star needs an 8")] * (
        ("star" in marks) != (marks.get("floor.1") == 8)
    )


def test_unsure_fields_are_read_together() -> None:
    unsure = [reading("star", crossed=0.4), reading("floor.1", n3=0.5, n8=0.45)]
    decoded = decode(SHEET, unsure, RulesHint(conflicts=both_or_neither))
    assert decoded.marks == {"floor.1": 3} and {doubt.field for doubt in decoded.doubts} == {
        "star",
        "floor.1",
    }
    unsure = [reading("star", crossed=0.7), reading("floor.1", n3=0.4, n8=0.6)]
    decoded = decode(SHEET, unsure, RulesHint(conflicts=both_or_neither))
    star = {doubt.field: dict(doubt.candidates) for doubt in decoded.doubts}["star"]
    odds = (7 / 2) ** SHARPER["icon"]  # 0.7 x 0.6 against 0.3 x 0.4
    assert decoded.marks == {"star": "crossed", "floor.1": 8}
    assert star["crossed"] == pytest.approx(odds / (1 + odds), abs=0.01)


def test_what_no_game_leads_to_leaves_no_doubt() -> None:
    asked = []

    def provable(marks: Mapping[str, Mark]) -> bool:
        asked.append(marks)
        return marks.get("floor.1") != 3

    hint = RulesHint(provable=provable)
    decoded = decode(SHEET, [reading("floor.1", n3=0.55, n8=0.45), reading("star")], hint)
    assert decoded.marks == {"floor.1": 8} and decoded.doubts == ()
    assert len(asked) == 2
    decode(SHEET, [reading("floor.1", n3=0.9999), reading("star", crossed=0.9999)], hint)
    assert len(asked) == 2  # where the ink is clear nothing is asked
    decode(SHEET, [reading("floor.1", n8=0.984, n3=0.016), reading("star")], hint)
    assert asked[2:] == [{"floor.1": 8}]  # the 3 that is left is too unlikely for a doubt


@pytest.mark.parametrize(
    ("three", "read", "asked"), [(0.9, 8, True), (0.4, 8, False), (0.9993, 3, True), (0.99999, 3, False)]
)
def test_of_readings_that_follow_the_rules_one_that_is_odd_counts_less(
    three: float, read: int, asked: bool
) -> None:
    """As a 31 on a sheet for which only cards with points are listed, of which 31 is none and 39 one."""

    def oddities(marks: Mapping[str, Mark]) -> list[Clash]:
        return [Clash(("floor.1",), "few have a 3 here")] * (marks.get("floor.1") == 3)

    decoded = decode(SHEET, [reading("floor.1", n3=three, n8=1 - three)], RulesHint(oddities=oddities))
    assert decoded.marks == {"floor.1": read}
    assert {doubt.field for doubt in decoded.doubts} == ({"floor.1"} if asked else set())


def test_a_sheet_full_of_oddities_is_no_worse_than_a_broken_rule() -> None:
    def oddities(marks: Mapping[str, Mark]) -> list[Clash]:
        return [Clash(("floor.1",), "few have a 3 here")] * (9 if marks.get("floor.1") == 3 else 0)

    decoded = decode(SHEET, [reading("floor.1", n3=0.9999, n8=0.0001)], RulesHint(oddities=oddities))
    assert decoded.marks == {"floor.1": 3}


def stand_alone(*fields: str) -> Callable[[Mapping[str, Mark]], list[Clash]]:
    """Rules by which none of these slots may bear a 7, each for a reason of its own."""
    return lambda marks: [Clash((field,), "no 7 can stand here") for field in fields if marks.get(field) == 7]


@pytest.mark.parametrize(("clashes", "read"), [((), (7, 7)), (SLOTS[:1], (1, 7)), (SLOTS[:2], (1, 1))])
def test_two_misreadings_do_not_excuse_each_other(clashes: tuple[str, ...], read: tuple[int, int]) -> None:
    """A 7 that the ink says fifty times as clearly as a 1 is misread where no 7 can stand; two of them are, too, for it
    would take two slips."""
    sheet = replace(SHEET, zones=())
    sevens = [reading(slot, n7=0.98, n1=0.0196) for slot in SLOTS[:2]]
    decoded = decode(sheet, sevens, RulesHint(conflicts=stand_alone(*clashes)))
    assert tuple(decoded.marks[slot] for slot in SLOTS[:2]) == read
    assert {doubt.field for doubt in decoded.doubts} >= set(clashes)


def test_two_clear_cheats_are_not_laundered() -> None:
    sevens = [reading(slot, n7=0.99995, n1=0.00004) for slot in SLOTS[:2]]
    decoded = decode(replace(SHEET, zones=()), sevens, RulesHint(conflicts=stand_alone(*SLOTS[:2])))
    assert decoded.marks == dict.fromkeys(SLOTS[:2], 7)


def test_many_ways_to_break_the_rules_are_no_doubt() -> None:
    """Any of the slots may be smudged, but rules that ask for all of them resolve it."""

    def all_written(marks: Mapping[str, Mark]) -> list[Clash]:
        return [Clash(SLOTS, "all five must be written")] * (len(marks.keys() & set(SLOTS)) < len(SLOTS))

    smudged = [reading(slot, **{f"n{2 * number}": 0.7}) for number, slot in enumerate(SLOTS, 1)]
    decoded = decode(SHEET, smudged, RulesHint(conflicts=all_written))
    assert (
        decoded.marks == {slot: 2 * number for number, slot in enumerate(SLOTS, 1)} and decoded.doubts == ()
    )


def test_a_sheet_full_of_smudges_does_not_take_for_ever() -> None:
    icons = tuple(Field(f"icon.{number}", "icon", PLACE, ("crossed",)) for number in range(60))
    sheet = msgspec.structs.replace(SHEET, fields=icons, zones=())
    checks = []

    def conflicts(marks: Mapping[str, Mark]) -> list[Clash]:
        checks.append(marks)
        return [Clash(tuple(icon.id for icon in icons), "none of this can be")]

    decoded = decode(
        sheet, [reading(icon.id, crossed=0.52) for icon in icons], RulesHint(conflicts=conflicts)
    )
    assert len(decoded.doubts) == 60 and len(checks) < MOST_SHEETS + 1000


def test_a_sum_helps_its_box_but_does_not_write_it() -> None:
    hint = RulesHint(sums=lambda marks: {"sum": 17})
    assert decode(SHEET, [reading("sum", n11=0.6, n17=0.4)], hint).marks == {"sum": 17}
    (doubt,) = decode(SHEET, [reading("sum", n11=0.9999, n17=0.0001)], hint).doubts
    assert doubt.chosen == 11 and "the rest of the sheet makes 17" in doubt.because
    assert decode(SHEET, [reading("sum")], hint).marks == {}


def test_what_other_sheets_make_likely_helps_a_box() -> None:
    def likely(marks: Mapping[str, Mark]) -> dict[str, Callable[[int], float]]:
        return {"sum": lambda number: 1.0 if number == 44 else 0.02}

    unsure = reading("sum", n44=0.7, n84=0.3)
    assert decode(SHEET, [unsure]).doubts
    decoded = decode(SHEET, [unsure], RulesHint(likely=likely))
    assert decoded.marks == {"sum": 44} and not decoded.doubts
    assert decode(SHEET, [reading("sum", n84=0.9999)], RulesHint(likely=likely)).marks == {"sum": 84}


def test_a_box_whose_ink_is_no_number_that_is_right_is_not_blank() -> None:
    """What the rest of the sheet makes is offered, and asked about."""
    hint = RulesHint(sums=lambda marks: {"sum": 15})
    decoded = decode(SHEET, [reading("sum", n84=0.6, n37=0.39)], hint)
    (doubt,) = decoded.doubts
    assert decoded.marks == {"sum": 15} and doubt.chosen == doubt.candidates[0][0] == 15
    assert "the rest of the sheet makes 15" in doubt.because


@pytest.mark.parametrize(("hidden", "asked"), [(2, set()), (3, {"near"})])
def test_what_seems_blank_beside_several_covered_fields_is_in_doubt(hidden: int, asked: set[str]) -> None:
    """What lies there may hide a part of it; not of what bears ink, and not of what is farther off."""
    places = {"near": 7.0, "inked": -7.0, "far": 30.0} | {f"hidden.{number}": 0.0 for number in range(hidden)}
    row = tuple(Field(id_, "icon", Rect(50 + x, 30, 4, 4), ("crossed",)) for id_, x in places.items())
    read = [reading(id_, **({"crossed": 0.9999} if id_ == "inked" else {})) for id_ in places]
    covered = [id_ for id_ in places if id_.startswith("hidden")]
    doubts = decode(replace(SHEET, fields=row, zones=()), read, covered=covered).doubts
    assert {doubt.field for doubt in doubts}.difference(covered) == asked


def test_covered_fields_are_in_doubt() -> None:
    (doubt,) = decode(SHEET, [reading("star")], covered=["star"]).doubts
    assert doubt.field == "star" and "lies on this part" in doubt.because


@pytest.mark.parametrize(("ink", "asked"), [(0.99999, []), (0.999, ["star"])])
def test_what_is_plainly_marked_is_not_covered(ink: float, asked: list[str]) -> None:
    """A felt tip hides the print, too."""
    decoded = decode(SHEET, [reading("star", crossed=ink)], covered=["star"])
    assert decoded.marks == {"star": "crossed"} and [doubt.field for doubt in decoded.doubts] == asked


def test_a_digit_of_a_box_that_is_covered_does_not_hide_the_print_of_the_other_cell() -> None:
    cells = (Rect(20, 30, 5, 9), Rect(25, 30, 5, 9))
    box = Field("sum", "box", Rect(20, 30, 10, 9), (0, 99), cells=cells)
    read = [reading("sum", n2=0.99999)]
    (doubt,) = decode(replace(SHEET, fields=(box,), zones=()), read, covered=["sum"]).doubts
    assert doubt.field == "sum"


def test_where_several_fields_are_covered_what_is_plainly_marked_is_in_doubt_too() -> None:
    row = tuple(Field(f"icon.{n}", "icon", Rect(50 + 40 * n, 30, 4, 4), ("crossed",)) for n in range(4))
    read = [reading("icon.0", crossed=0.99999), *(reading(f"icon.{n}") for n in (1, 2, 3))]
    covered = [field.id for field in row]
    doubts = decode(replace(SHEET, fields=row, zones=()), read, covered=covered).doubts
    assert {doubt.field for doubt in doubts} == set(covered)


def test_of_numbers_that_look_alike_the_more_frequent_is_likelier() -> None:
    often = {1: 0.5, 7: 2.0}
    hint = RulesHint(frequency=lambda field, mark: often.get(mark, 1.0) if isinstance(mark, int) else 1.0)
    decoded = decode(SHEET, [reading("floor.1", n1=0.6, n7=0.4)], hint)
    assert decoded.marks == {"floor.1": 7}
    assert decoded.posterior["floor.1"][7] == pytest.approx(0.4 * 2 / (0.4 * 2 + 0.6 * 0.5))


@given(
    st.lists(
        st.dictionaries(st.one_of(st.none(), st.integers(1, 15)), st.floats(1e-4, 1), min_size=1, max_size=4),
        min_size=5,
        max_size=5,
    )
)
def test_marks_are_always_among_those_read(slots: list[dict[Mark | None, float]]) -> None:
    readings = []
    for name, shares in zip(SLOTS, slots, strict=True):
        whole = sum(shares.values())
        ranked = sorted(((mark, share / whole) for mark, share in shares.items()), key=lambda item: -item[1])
        readings.append(FieldReading(name, tuple(ranked)))
    decoded = decode(SHEET, readings)
    for found in readings:
        assert decoded.marks.get(found.field) in [mark for mark, _ in found.probabilities]
    for doubt in decoded.doubts:
        assert doubt.chosen == decoded.marks.get(doubt.field)
        assert 0.9 < sum(share for _, share in doubt.candidates) < 1.001


# --- signs of two people ---------------------------------------------------------------------------------------

SIGNS = ("circle", "cross", "triangle")
SHARED = msgspec.structs.replace(
    SHEET,
    fields=tuple(
        Field(f"planet.{n}", "sign", PLACE, SIGNS, attrs={"side": SIDES[n % len(SIDES)]}) for n in range(9)
    ),
    zones=(),
)


def signs(*read: dict[str, float]) -> dict[str, Mark]:
    return dict(decode(SHARED, [reading(f"planet.{n}", **shares) for n, shares in enumerate(read)]).marks)


def test_a_third_sign_is_one_of_the_two_in_use() -> None:
    clear = [{"circle": 0.999}, {"cross": 0.999}] * 3
    unsure = {"triangle": 0.7, "cross": 0.3}
    assert signs(*clear, unsure)["planet.6"] == "cross"
    assert signs({"circle": 0.999}, {"triangle": 0.999}, unsure)["planet.2"] == "triangle"
    assert signs(*clear, {"triangle": 0.9999})["planet.6"] == "triangle"


def test_signs_that_all_look_alike_to_the_reader_are_told_by_the_clear_ones() -> None:
    read = [{"circle": 0.999}] * 3 + [{"triangle": 0.999}] + [{"cross": 0.55, "triangle": 0.45}] * 4
    found = signs(*read)
    assert {found[f"planet.{n}"] for n in range(3, 8)} == {"triangle"}


def test_numbers_begin_anew_after_a_cut() -> None:
    sheet = load_sheet("journey")
    first, second, third, unsure, last = sheet.zones[0].slots[:5]
    cut = reading("cut.3", drawn=0.999)
    rest = [
        reading(first, n3=0.999),
        reading(second, n5=0.999),
        reading(third, n8=0.999),
        reading(unsure, n2=0.9, n9=0.1),
        reading(last, n12=0.999),
    ]
    assert decode(sheet, [cut, *rest]).marks[unsure] == 2
    assert decode(sheet, rest).marks[unsure] == 9


def test_people_add_up_wrong_by_little() -> None:
    hint = RulesHint(sums=lambda marks: {"sum": 17})
    near, far = (reading("sum", n17=0.02, **{name: 0.98}) for name in ("n18", "n77"))
    assert decode(SHEET, [near], hint).doubts
    decoded = decode(SHEET, [far], hint)
    assert decoded.marks == {"sum": 17} and not decoded.doubts


def test_numbers_that_do_not_add_up_leave_no_box_blank_without_a_question() -> None:
    hint = RulesHint(sums=lambda marks: {"sum": 93})
    decoded = decode(SHEET, [reading("sum", blank=0.6, n9=0.2, n5=0.1, n7=0.1)], hint)
    assert decoded.marks == {}
    assert [doubt.field for doubt in decoded.doubts] == ["sum"]


@pytest.mark.parametrize(
    ("others", "right", "asked"),
    [
        (dict.fromkeys("abcdef", 7), 3, []),
        (dict.fromkeys("abcdef", 0), 0, []),
        ({}, 3, ["sum"]),
        (dict.fromkeys("abcdef"), 3, ["sum"]),  # a player who leaves boxes blank
        (dict.fromkeys("abcdef", 7), 0, ["sum"]),  # some leave blank only what is 0
    ],
)
def test_who_fills_in_all_boxes_leaves_none_blank(
    others: dict[str, int | None], right: int, asked: list[str]
) -> None:
    boxes = [Field(id_, "box", PLACE, (0, 99)) for id_ in others]
    clear = [
        reading(id_, **{"blank" if number is None else f"n{number}": 1.0}) for id_, number in others.items()
    ]
    sums = {"sum": right} | {id_: 7 if number is None else number for id_, number in others.items()}
    unsure = FieldReading("sum", ((right, 0.95), (None, 0.05)))
    sheet = replace(SHEET, fields=(*SHEET.fields, *boxes))
    decoded = decode(sheet, [unsure, *clear], RulesHint(sums=lambda marks: sums))
    assert decoded.marks["sum"] == right
    assert [doubt.field for doubt in decoded.doubts] == asked


def test_sums_weigh_against_readings_that_break_the_rules() -> None:
    def conflicts(marks: Mapping[str, Mark]) -> list[Clash]:
        return [Clash(("floor.1",), "too high")] if marks.get("floor.1") == 9 else []

    hint = RulesHint(conflicts=conflicts, sums=lambda marks: {"sum": int(marks.get("floor.1", 0))})
    unclear, box = reading("floor.1", n9=0.999, n2=0.001), reading("sum", n2=0.9999)
    assert decode(SHEET, [unclear], hint).doubts
    decoded = decode(SHEET, [unclear, box], hint)
    assert decoded.marks == {"floor.1": 2, "sum": 2}
    assert [doubt.field for doubt in decoded.doubts] == ["floor.1"]  # departing from the ink is told


def test_a_mark_that_is_not_the_likeliest_has_its_reason() -> None:
    ink: Distribution = {1: 0.9, 7: 0.05, 9: 0.05}
    likely: Distribution = {7: 0.8, 9: 0.2}
    unlikely: Distribution = {9: 0.76, 7: 0.17, 1: 0.07}

    def reason(posterior: Distribution) -> Reason | None:
        draft = Draft(SHEET, (), NO_RULES, {"floor.1": ink}, {"floor.1": posterior}, {"floor.1": 7})
        return _reason(draft, "floor.1", CLEAR, CLEARLY_BLANK)

    assert reason(likely) == ("forbidden", "the ink looks like 1, but only 7 can stand here under the rules")
    assert reason(unlikely) == (
        "depends",
        "the ink looks like 1; 7 fits the other marks as they are read, 9 would if some of them are misread",
    )


def added(marks: Mapping[str, Mark]) -> dict[str, int]:
    """Sums of a toy: the first two slots, and 10 more."""
    first = sum(int(marks.get(slot, 0)) for slot in SLOTS[:2])
    return {"sum": first, "total": first + 10}


WITH_TOTAL = msgspec.structs.replace(SHEET, fields=(*SHEET.fields, Field("total", "box", PLACE, (-20, 99))))


def test_what_the_ink_says_is_a_candidate_however_little_the_rules_leave_of_it() -> None:
    readings = [FieldReading("star", (("crossed", 0.52), (None, 0.48)))]
    hint = RulesHint(possible=lambda field, mark: False)
    (doubt,) = decode(SHEET, readings, hint).doubts
    assert doubt.chosen is None and doubt.because == "something seems to be written here, perhaps crossed"
    assert [mark for mark, _ in doubt.candidates] == [None, "crossed"]
    assert dict(doubt.candidates)["crossed"] < NOTABLE


def test_a_number_that_makes_a_wrong_sum_right_is_asked_about_however_sure_it_looks() -> None:
    readings = [
        reading("floor.1", n2=1),
        reading("floor.2", n15=0.99995, n5=0.00005),
        reading("sum", n7=0.9999),
    ]
    hint = RulesHint(sums=lambda marks: {"sum": int(marks.get("floor.1", 0)) + int(marks.get("floor.2", 0))})
    doubts = {doubt.field: doubt for doubt in decode(SHEET, readings, hint).doubts}
    assert doubts.keys() == {"floor.2", "sum"}
    assert [mark for mark, _ in doubts["floor.2"].candidates] == [15, 5]
    assert doubts["floor.2"].because == "perhaps not 15: with 5 here, sum (box, at the top left) is 7"


def test_a_number_that_the_ink_leaves_no_other_reading_is_not_asked_about_for_a_wrong_sum() -> None:
    readings = [reading("floor.1", n2=1), reading("floor.2", n8=0.99999, n3=1e-5), reading("sum", n9=0.9999)]
    hint = RulesHint(sums=lambda marks: {"sum": int(marks.get("floor.1", 0)) + int(marks.get("floor.2", 0))})
    assert [doubt.field for doubt in decode(SHEET, readings, hint).doubts] == ["sum"]


def test_a_box_that_is_misread_as_its_number_is_is_asked_about_with_it() -> None:
    readings = [
        reading("floor.1", n2=1),
        reading("floor.2", n9=0.9985, n3=0.0014),
        reading("sum", n11=0.9985, n5=0.0014),
        reading("total", n15=0.9999),
    ]
    decoded = decode(WITH_TOTAL, readings, RulesHint(sums=added))
    doubts = {doubt.field: doubt for doubt in decoded.doubts}
    assert doubts.keys() == {"floor.2", "sum", "total"}
    assert (
        doubts["sum"].because
        == "perhaps not 11: with 3 in floor.2 (slot, 2nd from the left, at the top left), 5 is right"
    )


def test_a_box_that_agrees_with_a_number_in_doubt_is_asked_about_with_it() -> None:
    readings = [reading("floor.1", n2=1), reading("floor.2", n9=0.8, n3=0.2), reading("sum", n11=0.8, n5=0.2)]
    hint = RulesHint(sums=lambda marks: {"sum": int(marks.get("floor.1", 0)) + int(marks.get("floor.2", 0))})
    doubts = {doubt.field: doubt.because for doubt in decode(SHEET, readings, hint).doubts}
    assert doubts == {
        "floor.2": "hard to tell whether this is 9 or 3",
        "sum": "perhaps not 11: with 3 in floor.2 (slot, 2nd from the left, at the top left), 5 is right",
    }


def test_a_reading_of_which_a_box_cannot_be_computed_is_weighed_all_the_same() -> None:
    def looked_up(marks: Mapping[str, Mark]) -> dict[str, int]:
        entry = {2: 5, 9: 30}.get(int(marks.get("floor.1", 0)))
        return {} if entry is None else {"sum": entry}

    readings = [reading("floor.1", n9=0.5, n4=0.3, n2=0.2), reading("sum", n5=0.99)]
    assert decode(SHEET, readings, RulesHint(sums=looked_up)).marks == {"floor.1": 2, "sum": 5}


POINTS = replace(SHEET, fields=(*SHEET.fields, Field("points", "box", PLACE, (0, 18), cells=(PLACE, PLACE))))


def test_a_box_is_rather_read_as_a_number_that_it_is_for() -> None:
    decoded = decode(POINTS, [reading("points", n75=0.996, n15=0.003)])
    assert decoded.marks == {"points": 15}
    (doubt,) = decoded.doubts
    assert {15, 75} <= {mark for mark, _ in doubt.candidates}


@pytest.mark.parametrize(("sure", "asked"), [(0.9999, ["points"]), (0.999999, [])])
def test_clear_ink_that_a_box_is_not_for_is_taken_as_it_is(sure: float, asked: list[str]) -> None:
    decoded = decode(POINTS, [reading("points", n75=sure)])
    assert decoded.marks == {"points": 75}
    assert [doubt.field for doubt in decoded.doubts] == asked


def test_a_box_outside_its_range_does_not_silence_the_rules_about_the_rest() -> None:
    # a sum is not read together with the other fields, and its range says nothing of them
    sums = RulesHint(
        conflicts=lambda marks: [Clash(("floor.1",), "no 7")] if marks.get("floor.1") == 7 else [],
        sums=lambda marks: {"points": 75},
    )
    readings = [reading("points", n75=0.999999), reading("floor.1", n7=0.6, n1=0.4)]
    decoded = decode(POINTS, readings, sums)
    assert decoded.marks["floor.1"] == 1
    assert not decoded.doubts
