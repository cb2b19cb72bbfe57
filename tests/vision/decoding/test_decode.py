from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.sheets.model.sides import SIDES
from fairsheet.vision.decoding._doubts import _reason
from fairsheet.vision.decoding._draft import Draft
from fairsheet.vision.decoding.decode import Decoded, decode
from fairsheet.vision.decoding.thresholds import MOST_SHEETS, NOTABLE, SHARPER
from fairsheet.vision.readings.distributions import Distribution
from fairsheet.vision.readings.reading import FieldReading
from fairsheet.vision.readings.reasons import Reason
from fairsheet.vision.readings.rule_hints import NO_RULES, RulesHint
from tests.vision.toy_sheet import PLACE, SHEET, SLOTS, reading

WITHOUT_ORDER = replace(SHEET, zones=())


@dataclass(frozen=True)
class Clash:
    involved: tuple[str, ...]
    why: str


def decoded(
    *readings: FieldReading, sheet: Sheet = SHEET, covered: tuple[str, ...] = (), **rules: Any
) -> Decoded:
    return decode(sheet, readings, RulesHint(**rules), covered)


def asked(found: Decoded) -> list[str]:
    return [doubt.field for doubt in found.doubts]


def clash(where: Callable[[Marks], bool], *fields: str) -> Callable[[Marks], list[Clash]]:
    """Return rules by which these fields contradict each other if a condition on the marks holds."""
    return lambda marks: [Clash(fields, "this cannot be")] * where(marks)


def never(mark: Mark) -> Callable[[str, Mark], bool]:
    """Return rules that make a mark impossible."""
    return lambda field, other: other != mark


FIVE, NINE = reading("floor.1", n5=0.9999), reading("floor.3", n9=0.9999)


def test_sums_are_made_of_ink_alone() -> None:
    asked_about: list[Marks] = []

    def sums(marks: Marks) -> dict[str, int]:
        asked_about.append(marks)
        return {"sum": 9}

    decoded(reading("floor.1", blank=0.9999), NINE, reading("sum", n9=0.9999), sums=sums)
    assert asked_about and all(None not in marks.values() for marks in asked_about)


@pytest.mark.parametrize(
    ("readings", "rules", "marks", "doubts"),
    [
        ([reading("floor.1", n3=0.9999), reading("floor.2", X=0.9999), reading("star")], {},
         {"floor.1": 3, "floor.2": "X"}, []),
        ([FIVE, reading("floor.2", n1=0.6, n7=0.4), NINE], {},
         {"floor.1": 5, "floor.2": 7, "floor.3": 9}, []),
        ([FIVE, reading("floor.2", n3=0.9995, n8=0.0005), NINE], {},
         {"floor.1": 5, "floor.2": 3, "floor.3": 9}, ["floor.1", "floor.2"]),
        ([reading("floor.1", n1=0.99999, n7=0.00001)], {"possible": never(1)}, {"floor.1": 1}, []),
        ([reading("floor.1", n1=0.9, n7=0.1)], {"possible": never(1)}, {"floor.1": 7}, ["floor.1"]),
        ([reading("floor.1", n1=0.994, n7=0.006)], {"possible": never(1)}, {"floor.1": 7}, ["floor.1"]),
        ([reading("floor.1", n3=0.6, n8=0.4)], {}, {"floor.1": 3}, ["floor.1"]),
    ],
    ids=["clear ink", "a 7 by the order", "a cheat is not laundered", "strong ink against the rules",
         "weak ink against the rules", "ink against the rules", "unclear"],
)  # fmt: skip
def test_what_ink_and_rules_say_together(
    readings: list[FieldReading], rules: dict[str, Any], marks: dict[str, Mark], doubts: list[str]
) -> None:
    found = decoded(*readings, **rules)
    assert (found.marks, asked(found)) == (marks, doubts)


def test_clear_ink_withstands_all_rules_together() -> None:
    """Check a wrong number that is out of order, never dealt, and part of several contradictions."""

    def conflicts(marks: Marks) -> list[Clash]:
        return [Clash(("floor.2",), "out of order"), Clash(("floor.2", "floor.3"), "too few turns")] * (
            marks.get("floor.2") == 3
        )

    others = [reading("floor.1", n5=0.99999), reading("floor.3", n9=0.99999)]
    for rival, read, doubts in ((1e-7, 3, []), (1e-4, 3, ["floor.2"]), (1e-2, 8, ["floor.2"])):
        unsure = reading("floor.2", n3=1 - rival, n8=rival)
        found = decoded(*others, unsure, possible=never(3), conflicts=conflicts)
        assert (found.marks["floor.2"], asked(found)) == (read, doubts)


def test_the_words_of_doubts_and_their_candidates() -> None:
    (doubt,) = decoded(reading("floor.1", n1=0.994, n7=0.006), possible=never(1)).doubts
    assert doubt.chosen == 7 and "the ink looks like 1" in doubt.because
    assert dict(doubt.candidates)[7] > dict(doubt.candidates)[1]
    (doubt,) = decoded(reading("floor.1", n3=0.6, n8=0.4)).doubts
    assert doubt.because == "unclear: 3 or 8"
    assert doubt.candidates == ((3, 0.6), (8, 0.4))


def test_the_least_sure_mark_resolves_a_contradiction() -> None:
    conflicts = clash(lambda marks: "star" in marks and "floor.1" not in marks, "star", "floor.1")
    star = reading("star", crossed=0.9999)
    assert decoded(star, reading("floor.1", n4=0.3), conflicts=conflicts).marks == {
        "star": "crossed",
        "floor.1": 4,
    }
    assert decoded(star, reading("floor.1", n4=1e-5), conflicts=conflicts).marks == {"star": "crossed"}


def test_unsure_fields_are_read_together() -> None:
    both_or_neither = clash(lambda marks: ("star" in marks) != (marks.get("floor.1") == 8), "star", "floor.1")
    found = decoded(
        reading("star", crossed=0.4), reading("floor.1", n3=0.5, n8=0.45), conflicts=both_or_neither
    )
    assert found.marks == {"floor.1": 3} and set(asked(found)) == {"star", "floor.1"}
    found = decoded(
        reading("star", crossed=0.7), reading("floor.1", n3=0.4, n8=0.6), conflicts=both_or_neither
    )
    star = {doubt.field: dict(doubt.candidates) for doubt in found.doubts}["star"]
    odds = (7 / 2) ** SHARPER["icon"]  # 0.7 x 0.6 relative to 0.3 x 0.4
    assert found.marks == {"star": "crossed", "floor.1": 8}
    assert star["crossed"] == pytest.approx(odds / (1 + odds), abs=0.01)


def test_readings_without_a_game_raise_no_doubt() -> None:
    tried: list[Marks] = []

    def provable(marks: Marks) -> bool:
        tried.append(marks)
        return marks.get("floor.1") != 3

    found = decoded(reading("floor.1", n3=0.55, n8=0.45), reading("star"), provable=provable)
    assert found.marks == {"floor.1": 8} and found.doubts == ()
    assert tried == [{"floor.1": 3}]
    decoded(reading("floor.1", n3=0.9999), reading("star", crossed=0.9999), provable=provable)
    assert len(tried) == 1  # clear ink needs no proof


@pytest.mark.parametrize(
    ("three", "oddities", "read", "doubts"),
    [(0.9, 1, 8, ["floor.1"]), (0.4, 1, 8, []), (0.9993, 1, 3, ["floor.1"]), (0.99999, 1, 3, []),
     (0.9999, 9, 3, ["floor.1"])],
)  # fmt: skip
def test_odd_lawful_readings_count_less(three: float, oddities: int, read: int, doubts: list[str]) -> None:
    """Check a 31 on a sheet that lists only cards with points, such as 39 but not 31.

    However odd a sheet is, it is no less likely than one that breaks a rule.
    """

    def odd(marks: Marks) -> list[Clash]:
        return [Clash(("floor.1",), "few have a 3 here")] * (oddities if marks.get("floor.1") == 3 else 0)

    found = decoded(reading("floor.1", n3=three, n8=1 - three), oddities=odd)
    assert (found.marks, asked(found)) == ({"floor.1": read}, doubts)


def stand_alone(*fields: str) -> Callable[[Marks], list[Clash]]:
    """Return rules by which none of these slots may have a 7, each for a separate reason."""
    return lambda marks: [Clash((field,), "no 7 can stand here") for field in fields if marks.get(field) == 7]


@pytest.mark.parametrize(("clashes", "read"), [((), (7, 7)), (SLOTS[:1], (1, 7)), (SLOTS[:2], (1, 1))])
def test_two_misreadings_do_not_excuse_each_other(clashes: tuple[str, ...], read: tuple[int, int]) -> None:
    """Check sevens that the ink prefers fifty to one over a 1, in slots that cannot have a 7: one or two are
    misread."""
    sevens = [reading(slot, n7=0.98, n1=0.0196) for slot in SLOTS[:2]]
    found = decoded(*sevens, sheet=WITHOUT_ORDER, conflicts=stand_alone(*clashes))
    assert tuple(found.marks[slot] for slot in SLOTS[:2]) == read
    assert set(asked(found)) >= set(clashes)


def test_two_clear_cheats_are_not_laundered() -> None:
    sevens = [reading(slot, n7=0.99995, n1=0.00004) for slot in SLOTS[:2]]
    found = decoded(*sevens, sheet=WITHOUT_ORDER, conflicts=stand_alone(*SLOTS[:2]))
    assert found.marks == dict.fromkeys(SLOTS[:2], 7)


def test_many_ways_to_break_the_rules_raise_no_doubt() -> None:
    """Check slots that may all be smudged, but rules that require all of them resolve this."""
    smudged = [reading(slot, **{f"n{2 * number}": 0.7}) for number, slot in enumerate(SLOTS, 1)]
    found = decoded(*smudged, conflicts=clash(lambda marks: not marks.keys() >= set(SLOTS), *SLOTS))
    assert found.marks == {slot: 2 * number for number, slot in enumerate(SLOTS, 1)} and found.doubts == ()


def test_a_sheet_full_of_smudges_is_read_in_bounded_time() -> None:
    icons = tuple(Field(f"icon.{number}", "icon", PLACE, ("crossed",)) for number in range(60))
    checks = []

    def conflicts(marks: Marks) -> list[Clash]:
        checks.append(marks)
        return [Clash(tuple(icon.id for icon in icons), "none of this can be")]

    smudged = [reading(icon.id, crossed=0.52) for icon in icons]
    found = decoded(*smudged, sheet=replace(WITHOUT_ORDER, fields=icons), conflicts=conflicts)
    assert len(found.doubts) == 60 and len(checks) < MOST_SHEETS + 1000


@pytest.mark.parametrize(
    ("right", "shares", "marks", "words"),
    [
        (17, {"n11": 0.6, "n17": 0.4}, {"sum": 17}, None),
        (17, {"n11": 0.9999, "n17": 0.0001}, {"sum": 11}, "the rest of the sheet gives 17"),
        (17, {}, {}, None),  # blank boxes are not filled in
        (17, {"n17": 0.02, "n18": 0.98}, {"sum": 17}, ""),  # people's sums are wrong by little
        (17, {"n17": 0.02, "n77": 0.98}, {"sum": 17}, "the ink looks like 77"),
        # not blank, and asked about
        (15, {"n84": 0.6, "n37": 0.39}, {"sum": 15}, "the rest of the sheet gives 15"),
        (93, {"blank": 0.6, "n9": 0.2, "n5": 0.1, "n7": 0.1}, {}, ""),
    ],
)  # fmt: skip
def test_a_sum_helps_its_box_but_does_not_write_it(
    right: int, shares: dict[str, float], marks: dict[str, Mark], words: str | None
) -> None:
    found = decoded(reading("sum", **shares), sums=lambda _: {"sum": right})
    assert found.marks == marks and asked(found) == ["sum"] * (words is not None)
    for doubt in found.doubts:
        assert (words or "") in doubt.because
        assert doubt.chosen == doubt.candidates[0][0] == marks.get("sum")


def test_likely_numbers_from_other_sheets_help_a_box() -> None:
    def likely(marks: Marks) -> dict[str, Callable[[int], float]]:
        return {"sum": lambda number: 1.0 if number == 44 else 0.02}

    unsure = reading("sum", n44=0.7, n84=0.3)
    assert decoded(unsure).doubts
    found = decoded(unsure, likely=likely)
    assert found.marks == {"sum": 44} and not found.doubts
    assert decoded(reading("sum", n84=0.9999), likely=likely).marks == {"sum": 84}


def icons_in_a_row(places: Mapping[str, float]) -> Sheet:
    row = (Field(id_, "icon", Rect(50 + x, 30, 4, 4), ("crossed",)) for id_, x in places.items())
    return replace(WITHOUT_ORDER, fields=tuple(row))


@pytest.mark.parametrize(("hidden", "doubts"), [(2, set()), (3, {"near"})])
def test_blank_neighbours_of_covered_fields_are_in_doubt(hidden: int, doubts: set[str]) -> None:
    """Check that an object may partly hide blank neighbours, but not inked or distant fields."""
    covered = tuple(f"hidden.{number}" for number in range(hidden))
    places = {"near": 7.0, "inked": -7.0, "far": 30.0, **dict.fromkeys(covered, 0.0)}
    read = [reading(id_, **({"crossed": 0.9999} if id_ == "inked" else {})) for id_ in places]
    found = decoded(*read, sheet=icons_in_a_row(places), covered=covered)
    assert set(asked(found)).difference(covered) == doubts


def test_covered_fields_are_in_doubt() -> None:
    (doubt,) = decoded(reading("star"), covered=("star",)).doubts
    assert doubt.field == "star" and "lies on this part" in doubt.because


def test_marked_fields_may_be_covered() -> None:
    """Check a covered field that seems marked: a finger looks like a stroke."""
    found = decoded(reading("star", crossed=0.99999), covered=("star",))
    assert found.marks == {"star": "crossed"} and asked(found) == ["star"]


def test_the_more_frequent_of_similar_numbers_is_likelier() -> None:
    often: dict[Mark, float] = {1: 0.5, 7: 2.0}
    found = decoded(reading("floor.1", n1=0.6, n7=0.4), frequency=lambda field, mark: often.get(mark, 1.0))
    assert found.marks == {"floor.1": 7}
    assert found.posterior["floor.1"][7] == pytest.approx(0.4 * 2 / (0.4 * 2 + 0.6 * 0.5))


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
    found = decoded(*readings)
    for each in readings:
        assert found.marks.get(each.field) in [mark for mark, _ in each.probabilities]
    for doubt in found.doubts:
        assert doubt.chosen == found.marks.get(doubt.field)
        assert 0.9 < sum(share for _, share in doubt.candidates) < 1.001


# --- signs of two people ---------------------------------------------------------------------------------------

SIGNS = ("circle", "cross", "triangle")
PLANETS = (
    Field(f"planet.{n}", "sign", PLACE, SIGNS, attrs={"side": SIDES[n % len(SIDES)]}) for n in range(9)
)
SHARED = replace(WITHOUT_ORDER, fields=tuple(PLANETS))


def signs(*read: dict[str, float]) -> dict[str, Mark]:
    return decoded(*(reading(f"planet.{n}", **shares) for n, shares in enumerate(read)), sheet=SHARED).marks


def test_a_third_sign_is_one_of_the_two_in_use() -> None:
    clear = [{"circle": 0.999}, {"cross": 0.999}] * 3
    unsure = {"triangle": 0.7, "cross": 0.3}
    assert signs(*clear, unsure)["planet.6"] == "cross"
    assert signs({"circle": 0.999}, {"triangle": 0.999}, unsure)["planet.2"] == "triangle"
    assert signs(*clear, {"triangle": 0.9999})["planet.6"] == "triangle"


def test_clear_signs_decide_about_similar_ones() -> None:
    read = [{"circle": 0.999}] * 3 + [{"triangle": 0.999}] + [{"cross": 0.55, "triangle": 0.45}] * 4
    found = signs(*read)
    assert {found[f"planet.{n}"] for n in range(3, 8)} == {"triangle"}


def test_numbers_begin_again_after_a_cut() -> None:
    sheet = load_sheet("journey")
    first, second, third, unsure, last = sheet.zones[0].slots[:5]
    cut = reading("cut.3", drawn=0.999)
    sure = {first: "n3", second: "n5", third: "n8", last: "n12"}
    rest = [reading(unsure, n2=0.9, n9=0.1), *(reading(slot, **{n: 0.999}) for slot, n in sure.items())]
    assert decoded(cut, *rest, sheet=sheet).marks[unsure] == 2
    assert decoded(*rest, sheet=sheet).marks[unsure] == 9


@pytest.mark.parametrize(
    ("others", "right", "doubts"),
    [
        (dict.fromkeys("abcdef", 7), 3, []),
        (dict.fromkeys("abcdef", 0), 0, []),
        ({}, 3, ["sum"]),
        (dict.fromkeys("abcdef"), 3, ["sum"]),  # a player who leaves boxes blank
        (dict.fromkeys("abcdef", 7), 0, ["sum"]),  # some leave only zeros blank
    ],
)
def test_habits_of_filling_in_boxes_count(
    others: dict[str, int | None], right: int, doubts: list[str]
) -> None:
    boxes = [Field(id_, "box", PLACE, (0, 99)) for id_ in others]
    clear = [FieldReading(id_, ((number, 1.0),)) for id_, number in others.items()]
    sums = {"sum": right} | {id_: 7 if number is None else number for id_, number in others.items()}
    unsure = FieldReading("sum", ((right, 0.95), (None, 0.05)))
    sheet = replace(SHEET, fields=(*SHEET.fields, *boxes))
    found = decoded(unsure, *clear, sheet=sheet, sums=lambda marks: sums)
    assert found.marks["sum"] == right and asked(found) == doubts


def added(marks: Marks) -> dict[str, int]:
    """Return the sums of a toy sheet: the first two slots, and 10 more."""
    first = sum(int(marks.get(slot, 0)) for slot in SLOTS[:2])
    return {"sum": first, "total": first + 10}


WITH_TOTAL = replace(SHEET, fields=(*SHEET.fields, Field("total", "box", PLACE.moved(0, 200), (-20, 99))))


def test_sums_count_against_rule_breaking_readings() -> None:
    rules: dict[str, Any] = {
        "conflicts": clash(lambda marks: marks.get("floor.1") == 9, "floor.1"),
        "sums": added,
    }
    unclear = reading("floor.1", n9=0.999, n2=0.001)
    assert decoded(unclear, **rules).doubts
    found = decoded(unclear, reading("sum", n2=0.9999), **rules)
    assert found.marks == {"floor.1": 2, "sum": 2}
    assert asked(found) == ["floor.1"]  # a choice against the ink is a doubt


def test_marks_other_than_the_likeliest_have_reasons() -> None:
    ink: Distribution = {1: 0.9, 7: 0.05, 9: 0.05}
    likely: Distribution = {7: 0.8, 9: 0.2}
    unlikely: Distribution = {9: 0.76, 7: 0.17, 1: 0.07}

    def reason(posterior: Distribution) -> Reason | None:
        draft = Draft(SHEET, (), NO_RULES, {"floor.1": ink}, {"floor.1": posterior}, {"floor.1": 7})
        return _reason(draft, "floor.1")

    assert reason(likely) == ("forbidden", "the ink looks like 1, but the rules allow only 7 here")
    assert reason(unlikely) == (
        "depends",
        "the ink looks like 1; 7 fits the other marks as read, 9 fits if some of them are misread",
    )


def test_the_likeliest_mark_by_ink_is_always_a_candidate() -> None:
    star = FieldReading("star", (("crossed", 0.52), (None, 0.48)))
    (doubt,) = decoded(star, possible=never("crossed")).doubts
    assert doubt.chosen is None and doubt.because == "something seems to be written here, perhaps crossed"
    assert [mark for mark, _ in doubt.candidates] == [None, "crossed"]
    assert dict(doubt.candidates)["crossed"] < NOTABLE


@pytest.mark.parametrize(
    ("second", "sums", "doubts"),
    [
        ({"n8": 0.99999}, {"sum": {"n9": 0.9999}},
         {"sum": "9 seems to be written here, but the rest of the sheet gives 10"}),
        ({"n9": 0.8, "n3": 0.2}, {"sum": {"n11": 0.8, "n5": 0.2}},
         {"floor.2": "unclear: 9 or 3"}),
    ],
)  # fmt: skip
def test_questions_about_a_wrong_sum(
    second: dict[str, float], sums: dict[str, dict[str, float]], doubts: dict[str, str]
) -> None:
    boxes = [reading(box, **shares) for box, shares in sums.items()]
    found = decoded(
        reading("floor.1", n2=1), reading("floor.2", **second), *boxes, sheet=WITH_TOTAL, sums=added
    )
    assert {doubt.field: doubt.because for doubt in found.doubts} == doubts


def test_readings_without_a_computable_box_are_weighed() -> None:
    def looked_up(marks: Marks) -> dict[str, int]:
        entry = {2: 5, 9: 30}.get(int(marks.get("floor.1", 0)))
        return {} if entry is None else {"sum": entry}

    readings = [reading("floor.1", n9=0.5, n4=0.3, n2=0.2), reading("sum", n5=0.99)]
    assert decoded(*readings, sums=looked_up).marks == {"floor.1": 2, "sum": 5}


POINTS = replace(SHEET, fields=(*SHEET.fields, Field("points", "box", PLACE, (0, 18), cells=(PLACE, PLACE))))


def test_boxes_prefer_numbers_in_their_range() -> None:
    found = decoded(reading("points", n75=0.996, n15=0.003), sheet=POINTS)
    assert found.marks == {"points": 15}
    (doubt,) = found.doubts
    assert {15, 75} <= {mark for mark, _ in doubt.candidates}


@pytest.mark.parametrize(("sure", "doubts"), [(0.9999, ["points"]), (0.999999, [])])
def test_clear_ink_out_of_a_box_range_stays(sure: float, doubts: list[str]) -> None:
    found = decoded(reading("points", n75=sure), sheet=POINTS)
    assert found.marks == {"points": 75} and asked(found) == doubts


def test_a_box_out_of_range_keeps_other_rules_working() -> None:
    # a sum is read separately from the other fields, and its range does not affect them
    conflicts = clash(lambda marks: marks.get("floor.1") == 7, "floor.1")
    readings = [reading("points", n75=0.999999), reading("floor.1", n7=0.6, n1=0.4)]
    found = decoded(*readings, sheet=POINTS, conflicts=conflicts, sums=lambda marks: {"points": 75})
    assert found.marks["floor.1"] == 1 and not found.doubts
