"""Test what the scanner expects before it reads: no possible mark is called impossible."""

from __future__ import annotations

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.proof.plausible import frequencies, plausible_marks
from fairsheet.engine.records.record import deal_of
from fairsheet.engine.records.slots import most_turns, slots_of
from fairsheet.engine.rules.offers import near
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import load_sheet, scenario_names


@pytest.mark.parametrize("name", scenario_names())
@pytest.mark.parametrize("policy", ["random", "casual"])
def test_every_number_of_a_game_is_plausible(name: str, policy: str) -> None:
    sheet = load_sheet(name)
    game = rules_of(sheet)
    for played in simulate(sheet, "plausible", 2, 1, policy):
        dealt = deal_of(played.sheet, played.records[0])
        assert dealt is not None
        turns = max(turn.turn for history in played.histories.values() for turn in history)
        assert turns <= most_turns(sheet) or not slots_of(sheet)
        plausible = plausible_marks(game, dealt, turns)
        assert all(sheet.field[field].kind == "slot" for field in plausible)
        for record in played.records:
            for field, mark in record.marks.items():
                assert field not in plausible or mark in plausible[field], (played.seed, field, mark)


@pytest.mark.parametrize("solo", [None, 1])
def test_frequencies_match_the_pack(solo: int | None) -> None:
    """A middle number is more frequent than an extreme one; a number that needs a change is rarest."""
    often = frequencies(
        deal(load_sheet("dome"), "frequencies", players=1 if solo else 3, solo=solo), turns=24
    )
    assert set(often) == set(range(-1, 18))
    assert often[8] > often[1] > often[0] > 0 and often[8] > often[15] > often[16] > 0
    assert often[1] > 2 * often[0]  # no card has a 0
    assert sum(often.values()) == pytest.approx(15)  # one for each number on a card


def test_only_numbers_dealt_in_the_turns_are_frequent() -> None:
    dealt = deal(load_sheet("dome"), "frequencies", players=3)
    assert frequencies(dealt, turns=0) == {}
    assert set(frequencies(dealt, turns=1)) == {n for offer in dealt.offers(1) for n in near(offer.number)}
