"""A scenario as in docs/develop/add-a-scenario.md: printed, dealt, simulated, proved and scored."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import SCENARIOS, board_problems, rules_of
from fairsheet.engine.play.replay import replay
from fairsheet.engine.records.record import Record, deal_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.page_geometry import PAPERS
from fairsheet.sheets.printing.draw_pages import draw_table
from fairsheet.wording.labels import pages_of
from tests.tiny_scenario.beacons import GAME

SHEET = read_template(Path(__file__).with_name("beacons.sheet")).sheet


@pytest.fixture(autouse=True)
def add_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCENARIOS, "beacons", lambda: GAME)


def play_games(policy: str = "greedy", games: int = 1) -> list[list[Record]]:
    return [list(each.records) for each in simulate(SHEET, "otter", 2, games, policy)]


def edited(records: list[Record], **marks: Mark) -> list[Record]:
    return [replace(records[0], marks={**records[0].marks, **marks}), *records[1:]]


def test_sheet_is_sound_and_printed(add_scenario: None) -> None:
    assert lint(SHEET) == [] and board_problems(SHEET) == []
    (records,) = play_games()
    pdf = draw_table(
        [page for each in records for page in pages_of(SHEET, each.game, each.seat)], PAPERS["a4"]
    )
    assert len(pypdfium2.PdfDocument(pdf)) == 2


def test_same_seed_gives_the_same_deal() -> None:
    assert deal(SHEET, "otter", 2) == deal(SHEET, "otter", 2) != deal(SHEET, "heron", 2)
    assert set(deal(SHEET, "otter", 2).missions.values()) == {"A1", "B1", "C1"}


@pytest.mark.parametrize("policy", ["random", "greedy", "reluctant"])
def test_games_of_bots_are_legal_and_their_histories_replay(policy: str) -> None:
    for records in play_games(policy, games=4):
        verdict = ruleset_of(SHEET).verify(records)
        assert [each.verdict for each in verdict.sheets] == ["legal", "legal"]
        dealt = deal_of(SHEET, records[0])
        assert dealt is not None
        histories = {each.seat: each.history for each in verdict.sheets if each.history is not None}
        game = rules_of(SHEET)
        state = replay(game, dealt, histories)
        for each in records:
            ink = game.marks(state, each.seat)
            assert ink == {field: each.marks[field] for field in ink} and ink


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({"lamp.1": 15, "lamp.2": 1}, "ascend"),
        ({"energy.4": "circled"}, "order"),
        ({"error.4": "crossed"}, "order"),
    ],
)
def test_marks_that_no_order_of_play_explains_are_illegal(marks: dict[str, Mark], rule: str) -> None:
    """Test a zone that does not ascend, and ladders whose first fields are blank."""
    (records,) = play_games()
    sheet = ruleset_of(SHEET).verify([replace(records[0], marks=marks), records[1]]).sheets[0]
    assert sheet.verdict == "illegal"
    assert any(rule in str(each.rule) for each in sheet.contradiction)


def test_numbers_that_the_seed_did_not_offer_are_illegal() -> None:
    """Raise each written number by one. The proof refuses most of these sheets."""
    (records,) = play_games()
    verdicts = []
    for slot, mark in records[0].marks.items():
        if slot.startswith("lamp.") and isinstance(mark, int) and mark < 15:
            verdicts.append(ruleset_of(SHEET).verify(edited(records, **{slot: mark + 1})).sheets[0].verdict)
    assert "illegal" in verdicts and "undecided" not in verdicts


def test_points_are_added_up() -> None:
    (records,) = play_games()
    marks = records[0].marks
    missions = sum(value for box in "abc" if isinstance(value := marks.get(f"mission.{box}"), int))
    energies = sum(f"energy.{k}" in marks for k in range(1, 5))
    errors = sum(f"error.{k}" in marks for k in range(1, 5))
    assert ruleset_of(SHEET).score(records).players[0].total == missions + 2 * energies - errors
