"""Rules of recorded games that help the scanner read their sheets."""

from __future__ import annotations

import cv2
import pytest

from fairsheet.pipeline.reading.photos import reread, rules_for
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.decoding.decode import decode
from fairsheet.vision.printed.raster import blank_page, printed_page
from fairsheet.vision.printed.visibility import compared
from fairsheet.vision.readings.reading import FieldReading, SheetReading
from fairsheet.vision.readings.rule_hints import RulesHint
from tests.engine.recorded.ares import ares_tables

ROUNDS: dict[str, Mark] = {
    "head.order-1": "circled",  # starts with 5 points
    "round-1.action": 3,
    "round-1.transmitters": 0,
    "round-1.gyrodynes": 0,
    "round-1.score": 8,
}


def rules_of_page(name: str, page: int, players: int = 3) -> RulesHint:
    sheet = load_sheet(name)
    return rules_for(sheet, Label(sheet.name, sheet.fingerprint, None, players, 1, page=page))


@pytest.mark.parametrize(("players", "points"), [(3, 0), (4, 2)])
def test_sums_depend_on_the_number_of_players(players: int, points: int) -> None:
    sheet = load_sheet("pulsar-final")
    rules = rules_for(sheet, Label(sheet.name, sheet.fingerprint, "otter", players, 1))
    assert rules.sums({"rank.place-3": "circled"})["final.initiative"] == points


def test_checks_of_a_page_work_without_the_other_page() -> None:
    rules = rules_of_page("pulsar-ledger", 1)
    assert not list(rules.conflicts(ROUNDS))
    (conflict,) = rules.conflicts(ROUNDS | {"round-1.score": 9})
    assert "round-1.score" in conflict.involved
    assert not list(rules_of_page("pulsar-ledger", 2).conflicts(ROUNDS | {"round-1.score": 9}))


def test_checks_across_pages_need_both_pages() -> None:
    spins = {"claim-1.round": 3, "claim-1.built": 2, "final.pulsars": 5}  # page 2, page 2, page 1
    of_one, of_other = (list(rules_of_page("pulsar-ledger", page).conflicts(spins)) for page in (1, 2))
    assert not of_one
    assert "claim-1.round" in {field for conflict in of_other for field in conflict.involved}
    assert all(field.startswith("claim-1.") for conflict in of_other for field in conflict.involved)


def test_running_score_decides_an_unclear_number() -> None:
    sheet = load_sheet("pulsar-ledger")
    clear = [FieldReading(field, ((mark, 0.9999), (None, 0.0001))) for field, mark in ROUNDS.items()]
    smudged = FieldReading("round-1.score", ((0, 0.6), (8, 0.4)))
    decoded = decode(sheet, [*clear[:-1], smudged], rules_of_page("pulsar-ledger", 1))
    assert (decoded.marks["round-1.score"], decoded.doubts) == (8, ())


def test_wrong_sum_is_read_as_written() -> None:
    sheet = load_sheet("pulsar-ledger")
    inked = ROUNDS | {"round-1.score": 9}
    readings = [FieldReading(field, ((mark, 0.9999), (None, 0.0001))) for field, mark in inked.items()]
    decoded = decode(sheet, readings, rules_of_page("pulsar-ledger", 1))
    assert decoded.marks == inked


def test_blank_sheet_raises_no_question() -> None:
    """A faction has to be circled, except on a blank sheet."""
    sheet = load_sheet("gaia-record")
    blank = tuple(
        FieldReading(field.id, ((None, 0.9995), ("circled", 0.0005)))
        for field in sheet.fields
        if field.id.startswith("faction.")
    )

    def doubts(fields: tuple[FieldReading, ...]) -> set[str]:
        label = Label(sheet.name, sheet.fingerprint, None, 3, 1)
        reading = SheetReading(sheet, label, None, {}, fields=fields, further_pages=(2,))
        return {doubt.field for doubt in reread(reading).doubts if doubt.matters}

    assert not doubts(blank)
    levels = [field.id for field in sheet.fields if field.id.endswith(".l0")]
    assert doubts((*blank, *(FieldReading(level, (("circled", 0.9999), (None, 0.0001))) for level in levels)))


def test_scoring_card_is_preferred_for_an_unclear_number() -> None:
    """The 9 looks like a 1. Card 39 gives points, card 31 does not."""
    sheet = load_sheet("ares-record")
    rules = rules_for(sheet, Label(sheet.name, sheet.fingerprint, None, 3, 1))
    clear: dict[str, Mark] = {"corp.helion": "crossed", "tr.final": 30, "left.money": 3, "card-01.points": 2}
    readings = [FieldReading(field, ((mark, 0.9999), (None, 0.0001))) for field, mark in clear.items()]
    number = FieldReading("card-01.number", ((31, 0.6), (39, 0.4)))
    count = FieldReading("card-01.units", ((2, 0.9999), (None, 0.0001)))
    decoded = decode(sheet, [*readings, number, count], rules)
    assert decoded.marks["card-01.number"] == 39


def test_undrawn_artifacts_do_not_count_as_hidden() -> None:
    """A felt tip hides most of a printed artifact next to others that are not printed."""
    sheet, scale = load_sheet("gaia-record"), 8
    label = Label(sheet.name, sheet.fingerprint, "otter", 3, 1)
    drawn = rules_for(sheet, label).drawn
    assert drawn is not None
    page = blank_page(sheet, label, scale, drawn)
    places = [field.rect for field in sheet.fields if field.page == 1]
    artifacts = [
        sheet.field[id_].rect for id_ in ("artifact.ar-know-ore", "artifact.ar-power", "artifact.ar-types")
    ]
    for place in artifacts:
        middle = round(place.center.x * scale), round(place.center.y * scale)
        cv2.circle(page, middle, round(3.0 * scale), 40, round(1.2 * scale), cv2.LINE_AA)
    as_printed, all_there = (
        compared(page, printed_page(sheet, 1, (), scale, of)).hidden([*artifacts, *places])
        for of in (drawn, None)
    )
    assert not any(as_printed[: len(artifacts)])
    assert any(all_there)


@pytest.mark.parametrize(
    ("changes", "field", "ink", "doubts"),
    [
        # the sum of the parts is 55, so the written sum is wrong
        ({"score.total": 56}, "card-06.points", ((3, 0.97), (8, 0.03)), ["score.total"]),
        ({"score.cards": 16}, "card-06.points", ((3, 0.97), (8, 0.03)), ["score.cards"]),
        ({}, "tr.final", ((21, 0.6), (31, 0.4)), []),  # the total decides between the candidates
    ],
)
def test_a_wrong_sum_is_one_question(
    changes: dict[str, Mark], field: str, ink: tuple[tuple[Mark, float], ...], doubts: list[str]
) -> None:
    marks = {**ares_tables.competitive()[0].marks, **changes}
    readings = [FieldReading(each, ((mark, 1 - 1e-7), (None, 1e-7))) for each, mark in marks.items()]
    readings = [FieldReading(field, ink) if each.field == field else each for each in readings]
    decoded = decode(load_sheet("ares-record"), readings, rules_of_page("ares-record", 1))
    assert decoded.marks == marks and [doubt.field for doubt in decoded.doubts] == doubts
