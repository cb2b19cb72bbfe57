"""A sheet with pale ink is read with all of it or without; you are asked about fields that depend on it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.vision.decoding.decode import Decoded, decode
from fairsheet.vision.joining.combine import list_sure_clashes, pool_views
from fairsheet.vision.readings.reading import FieldReading
from fairsheet.vision.readings.rule_hints import RulesHint
from tests.vision.decoding.test_decode import clash
from tests.vision.toy_sheet import SHEET, reading

BOLD = reading("floor.1", n2=1.0)


def pale(field: str, without: Mark | None = None, **shares: float) -> FieldReading:
    return replace(reading(field, **shares), bold=((without, 1.0),))


def found(*readings: FieldReading, outcome: Any = dict, **rules: Any) -> Decoded:
    return decode(SHEET, readings, RulesHint(outcome=outcome, **rules))


def asked(decoded: Decoded) -> list[str]:
    return [doubt.field for doubt in decoded.doubts if doubt.matters]


def test_without_rules_bold_ink_is_read_and_pale_ink_asked() -> None:
    decoded = found(BOLD, pale("floor.3", n7=1.0), pale("star", crossed=1.0))
    assert decoded.marks == {"floor.1": 2} and asked(decoded) == ["floor.3", "star"]
    (doubt, _) = decoded.doubts
    assert doubt.kind == "faint" and doubt.is_pale and (doubt.chosen, doubt.pale_marks) == (None, (7, None))
    assert dict(doubt.candidates)[7] > 0.45


def test_pale_ink_rejected_only_by_rules_is_asked() -> None:
    against = clash(lambda marks: marks.get("floor.3") == 7, "floor.3")
    decoded = found(BOLD, pale("floor.3", n7=1.0), conflicts=against)
    assert decoded.marks == {"floor.1": 2} and asked(decoded) == ["floor.3"]
    unprovable = found(
        BOLD, pale("floor.3", n7=1.0), outcome=lambda marks: 0, provable=lambda marks: "floor.3" not in marks
    )
    assert unprovable.marks == {"floor.1": 2} and asked(unprovable) == ["floor.3"]
    unknown = found(BOLD, pale("floor.3", n7=1.0), outcome=lambda marks: 0, provable=lambda marks: None)
    assert asked(unknown) == ["floor.3"]


def test_pale_ink_that_makes_a_sheet_legal_is_read_and_asked() -> None:
    needed = clash(lambda marks: "floor.3" not in marks, "floor.1", "floor.3")
    decoded = found(BOLD, pale("floor.3", n7=1.0), conflicts=needed)
    assert decoded.marks == {"floor.1": 2, "floor.3": 7} and asked(decoded) == ["floor.3"]
    counted = reading("sum", n2=1.0)
    by_sum = found(
        BOLD, pale("floor.3", n7=1.0), counted, sums=lambda marks: {"sum": len(marks.keys() - {"sum"})}
    )
    assert by_sum.marks["floor.3"] == 7


def test_a_bold_mark_over_pale_ink_is_read() -> None:
    decoded = found(pale("floor.1", 5, n8=1.0))
    assert decoded.marks == {"floor.1": 5} and asked(decoded) == ["floor.1"]


def test_pale_ink_without_effect_is_not_asked() -> None:
    decoded = found(BOLD, pale("floor.3", n7=1.0), outcome=lambda marks: 0)
    assert [doubt.field for doubt in decoded.doubts] == ["floor.3"] and asked(decoded) == []


def test_pale_marks_with_a_joint_effect_are_asked() -> None:
    def both(marks: Marks) -> bool:
        return {"floor.3", "floor.4"} <= marks.keys()

    assert asked(found(pale("floor.3", n7=1.0), pale("floor.4", n8=1.0), outcome=both)) == [
        "floor.3",
        "floor.4",
    ]


def test_pale_marks_are_asked_if_the_rules_chose_only_one() -> None:
    def all_(marks: Marks) -> bool:
        return {"floor.3": 7, "floor.4": 8, "sum": 2}.items() <= marks.items()

    total = replace(reading("sum", n2=1.0), bold=((1, 0.93), (2, 0.07)))
    readings = (BOLD, reading("floor.2", n3=1.0), pale("floor.3", n7=1.0), pale("floor.4", n8=1.0), total)
    decoded = found(*readings, sums=lambda marks: {"sum": len(marks.keys() - {"sum"})}, outcome=all_)
    assert decoded.marks == {"floor.1": 2, "floor.2": 3, "sum": 2}
    assert asked(decoded) == ["floor.3", "floor.4", "sum"]


def test_joined_and_stored_readings_keep_pale_ink() -> None:
    one, other = pale("floor.3", n7=1.0), reading("floor.3", n7=1.0)

    assert pool_views([one, one]).bold[0][0] is None
    assert pool_views([other, other]).bold == ()
    assert list_sure_clashes([one], [reading("floor.3", n9=1.0)]) == []
