"""Signs on a sheet with two sides, with the rules of its game, and on a sheet without sides."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from fairsheet.engine.simulation.simulate import simulate
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.decoding._sign_decoding import weigh_by_sides
from fairsheet.vision.decoding.decode import Decoded, decode
from fairsheet.vision.readings.distributions import Distribution
from fairsheet.vision.readings.reading import FieldReading

SHEET = load_sheet("battle")
(PLAYED,) = simulate(SHEET, "two signs", players=2, policy="greedy")
RECORD = PLAYED.records[0]
SIGNS = {"circle", "cross", "triangle"}
THIRD = (SIGNS - {RECORD.marks["sign.near"], RECORD.marks["sign.far"]}).pop()
SPACE = next(field for field in RECORD.marks if field.startswith("planet"))


def ink(field: Field) -> FieldReading:
    """Return distributions of clearly written marks."""
    mark = RECORD.marks.get(field.id)
    rival: Mark | None = None if mark is not None else 1 if field.kind == "box" else field.accepts[0]
    return FieldReading(field.id, ((mark, 0.99995), (rival, 0.00005)))


def read_with_third_sign(share: float) -> Decoded:
    label = Label(
        SHEET.name, SHEET.fingerprint, PLAYED.seed, players=2, seat=1,
        missions=tuple((RECORD.game.missions or {}).values()),
    )  # fmt: skip
    third = FieldReading(SPACE, ((THIRD, share), (RECORD.marks[SPACE], 0.9999999 - share), (None, 1e-7)))
    readings = [third if field.id == SPACE else ink(field) for field in SHEET.fields if field.kind != "text"]
    return decode(SHEET, readings, rules_for(SHEET, label))


@pytest.mark.parametrize("share", [0.9997, 0.9999])
def test_a_clear_third_sign_is_left_to_the_verdict(share: float) -> None:
    assert read_with_third_sign(share).marks[SPACE] == THIRD


def test_changing_a_nearly_clear_third_sign_is_a_doubt() -> None:
    decoded = read_with_third_sign(0.999)
    assert decoded.marks[SPACE] == RECORD.marks[SPACE]
    assert SPACE in {doubt.field for doubt in decoded.doubts}


def test_an_unsure_third_sign_is_one_of_the_two() -> None:
    decoded = read_with_third_sign(0.8)
    assert decoded.marks == RECORD.marks and decoded.doubts == ()


def test_signs_on_a_sheet_without_sides_are_independent() -> None:
    ink: dict[str, Distribution] = {
        field.id: {sign: 0.9, None: 0.1}
        for field, sign in zip(SHEET.fields, itertools.cycle(sorted(SIGNS)), strict=False)
        if field.kind == "sign"
    }
    without_sides = replace(SHEET, fields=tuple(replace(field, attrs={}) for field in SHEET.fields))
    assert weigh_by_sides(SHEET, ink) != {}
    assert weigh_by_sides(without_sides, ink) == {}
