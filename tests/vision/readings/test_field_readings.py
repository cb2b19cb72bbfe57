"""From classes to marks: correction boxes, digits to numbers, and frequencies at a table."""

from __future__ import annotations

import pytest

from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.decoding.thresholds import SURE
from fairsheet.vision.readings.field_readings import read_field
from tests.vision.toy_sheet import PLACE, slot


def classes(**shares: float) -> dict[str, float]:
    named = {name.removeprefix("n"): share for name, share in shares.items()}
    return {"blank": max(0.0, 1 - sum(named.values())), **named}


@pytest.mark.parametrize(
    ("main", "second", "mark"),
    [
        (classes(n7=0.999), classes(), 7),
        (classes(cancelled=0.999), classes(n9=0.999), 9),
        (classes(cancelled=0.999), classes(), None),
        (classes(n8=0.6, cancelled=0.4), classes(n9=0.99), 9),
        (classes(n7=0.999), classes(n1=0.3), 7),
        (classes(), classes(), None),
    ],
)
def test_the_correction_box_counts_after_a_scribble(
    main: dict[str, float], second: dict[str, float], mark: int | None
) -> None:
    assert read_field(slot("a"), [main, second]).likeliest == mark


def test_scribble_like_marks_seldom_yield_to_corrections() -> None:
    field = Field("a", "slot", PLACE, (*range(1, 16), "struck"), correction_box=PLACE)
    assert read_field(field, [{"blank": 0.001, "struck": 0.999}, classes(n9=0.6)]).likeliest == "struck"
    assert read_field(slot("a"), [classes(cancelled=0.999), classes(n9=0.6)]).likeliest == 9


def test_half_a_cross_is_not_a_scribble() -> None:
    icon = Field("a", "icon", PLACE, ("crossed",))
    assert read_field(icon, [classes(crossed=0.7, cancelled=0.3)]).probability("crossed") > 0.95
    assert read_field(icon, [classes(crossed=0.05, cancelled=0.95)]).likeliest is None


def test_a_cross_on_a_circle_line_raises_a_doubt() -> None:
    icon = Field("a", "icon", PLACE, ("circled", "crossed", "circled+crossed"))
    read = read_field(icon, [{"circled": 0.99, "circled+crossed": 0.01}])
    assert read.likeliest == "circled"
    assert read.probability("circled") < SURE


def test_faint_hatching_is_filled_in_fields_without_crosses() -> None:
    faint = classes(filled=0.1)
    assert read_field(Field("a", "icon", PLACE, ("filled",)), [faint]).likeliest == "filled"
    assert (
        read_field(Field("a", "icon", PLACE, ("crossed", "filled")), [faint | {"crossed": 0.0}]).likeliest
        is None
    )


def box(*cells: str) -> int | str | None:
    field = Field("sum", "box", PLACE, (-20, 99), cells=(PLACE,) * len(cells))
    return read_field(
        field, [{sign: 0.99, "blank" if sign != "blank" else "1": 0.01} for sign in cells]
    ).likeliest


def test_digits_make_numbers() -> None:
    assert box("blank", "blank", "5") == 5
    assert box("1", "5", "blank") == 15
    assert box("minus", "2", "0") == -20
    assert box("blank", "minus", "5") == -5
    assert box("0", "0", "7") == 7
    assert box("blank", "blank", "blank") is None


def test_a_thick_0_is_read_and_a_scribbled_box_is_asked() -> None:
    field = Field("sum", "box", PLACE, (0, 99), cells=(PLACE,) * 2)
    thick = read_field(field, [classes(), classes(cancelled=0.92, n0=0.08)])
    assert thick.probability(0) > 0.98
    given_up = read_field(field, [classes(), classes(cancelled=0.99999, n4=1e-6, n9=1e-7)])
    assert (
        given_up.likeliest is None
        and 0.75 < given_up.probability(None) < 0.85
        and given_up.probability(4) > 0.1
    )
    assert read_field(field, [classes(n7=1.0), classes(cancelled=0.999, n0=0.001)]).likeliest == 7


def test_slots_with_digit_cells_have_valid_marks() -> None:
    field = Field("card", "slot", PLACE, (1, 208, "X"), cells=(PLACE,) * 3)

    def read(*cells: str) -> int | str | None:
        return read_field(
            field, [{sign: 0.99, "8" if sign != "8" else "3": 0.01} for sign in cells]
        ).likeliest

    assert read("2", "0", "8") == 208
    assert read("blank", "X", "blank") == "X"
    assert read("blank", "blank", "blank") is None
    unread = read_field(field, [{"9": 0.99, "1": 0.01}, {"0": 1.0}, {"0": 1.0}])
    assert unread.likeliest == 100  # no card has the number 900


def test_digits_out_of_range_do_not_crowd_out_others() -> None:
    field = Field("round", "slot", PLACE, (1, 25), cells=(PLACE,) * 2)
    second = classes(n7=0.3, n2=0.25, n6=0.15, cancelled=0.15, n8=0.1, n0=0.05)
    read = read_field(field, [classes(n2=1.0), second])
    assert read.probability(22) > read.probability(20) > 0.1


def test_wide_boxes_are_read_cell_by_cell() -> None:
    assert box("minus", *"1234567890123456789") == -1234567890123456789


def test_probabilities_add_up() -> None:
    found = read_field(slot("a"), [classes(n7=0.5, n1=0.3), classes(n2=0.1)])
    assert sum(share for _, share in found.probabilities) == pytest.approx(1)
