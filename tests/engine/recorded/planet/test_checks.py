"""Test every check of Planet Unknown with a table that just meets it and one that just does not."""

from __future__ import annotations

from fairsheet.engine.recorded.planet._checks import CHECKS_IN_PYTHON
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.records.record import Table
from fairsheet.sheets.library.templates import choices_of
from tests.engine.recorded.checking import (
    Case,
    assert_case,
    changed,
    each_case,
    findings,
    recounted,
    statements_broken,
    statements_of,
)
from tests.engine.recorded.planet.cases import CASES
from tests.engine.recorded.planet.cases.strip import noted_alone
from tests.engine.recorded.planet.planet_tables import filled, record, two


@each_case(CASES)
def test_check_is_just_met_and_just_unmet(case: Case) -> None:
    assert_case(case)


def test_every_statement_of_every_check_is_tried() -> None:
    choices = choices_of("planet-record")
    chosen = [f"{planet}/flux" for planet in choices["planet"]]
    chosen += [f"petra/{corporation}" for corporation in choices["corporation"]]
    stated = {statement[1:] for statement in statements_of([f"planet-record/{each}" for each in chosen])}
    tried = {statement[1:] for statement in statements_broken(CASES)}
    assert stated - tried == set()
    assert {check for check, _ in tried - stated} == set(CHECKS_IN_PYTHON)


def test_only_the_differing_card_of_three_shared_ones_is_named() -> None:
    found = findings(changed(two(), {"2": {"mission-card.pair-1": 26}}))
    assert [each.fields for each in found if each.check == "mission-pairs"] == [("mission-card.pair-1",)]


def test_players_without_copied_numbers_may_order_missions_freely() -> None:
    game = Table("pair-36", 2)  # most lifepods, fewest buildings of water, fewest of tech
    values = {1: (3, 4, 2), 2: (5, 1, 6)}
    points = {1: 15, 2: 0}
    table = [
        record(
            game,
            seat,
            "gaia/flux",
            pods=values[seat][seat - 1],
            further={f"mission-pair.value-{k}": value for k, value in enumerate(values[seat], 1)},
        )
        for seat in values
    ]
    brought = {str(seat): {"score.neighbours": number} for seat, number in points.items()}
    wrote = recounted(filled(table), brought)
    assert [found for found in findings(wrote) if found.check == "sums"] == []
    scored = score_recorded(table_sheets(wrote)).players
    assert {each.seat: each.parts["score.neighbours"] for each in scored} == points


def test_last_turn_is_named_first_if_a_strip_has_other_turns() -> None:
    table = changed(noted_alone(), {"1": {"end.turns": 15}})
    (finding,) = (found for found in findings(table) if found.why.startswith("The last turn on the strip"))
    assert finding.fields[:3] == ("turn-18.depot", "turn-18.inner", "end.turns")
