"""Test draws and plausible tables of Pulsar 2849, and its sheets in the commands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.pulsar.played.draw import DICE, EVEN_START, drawn_of
from fairsheet.engine.recorded.recorded_tables import (
    fill_boxes,
    score_recorded,
    table_sheets,
)
from fairsheet.engine.recorded.registry import draw_of, recorded_game
from fairsheet.engine.records.record import Record, Table
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.recorded.checking import as_json, findings, with_marks
from tests.engine.recorded.pulsar.pulsar_scoring import parts_of, total_of

SEEDS = ("a", "coral-otter-42", "Žluťoučký kůň")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_draw_comes_from_the_box(seed: str, players: int) -> None:
    drawn = drawn_of(seed, Table(seed, players))
    assert sorted(drawn.turn_order) == list(range(1, players + 1))
    assert drawn.map_side in ("open", "dead-ends")
    assert set(drawn.tech_sides) == {"I", "II", "III"} and set(drawn.tech_sides.values()) <= set("ABCD")
    tiles = {(goal + 1) // 2 for goal in drawn.goals}
    assert len(drawn.goals) == len(tiles) == 3 and tiles <= set(range(1, 7))
    assert len(set(drawn.hq.values())) == players and set(drawn.hq.values()) <= set("ABCD")
    assert list(drawn.systems) == [f"s{place:02d}" for place in range(1, 17)]
    assert len(set(drawn.systems.values())) == 16 and set(drawn.systems.values()) <= set(range(1, 18))
    assert [len(roll) for roll in drawn.rolls] == [DICE[players]] * 8
    assert {die for roll in drawn.rolls for die in roll} <= set(range(1, 7))


@pytest.mark.parametrize("players", [2, 4])
def test_choice_of_the_table_wins_and_changes_no_other_draw(players: int) -> None:
    plain = drawn_of("otter", Table("otter", players))
    options = {"map": "open", "hq": "no", "even-start": "yes"}
    chosen = drawn_of("otter", Table("otter", players, options=options))
    assert (chosen.map_side, chosen.hq) == ("open", {})
    fixed = EVEN_START[players]
    assert chosen.rolls[0] == (*fixed, *plain.rolls[0][:3])
    assert chosen.rolls[1:] == plain.rolls[1:]
    assert replace(plain, map_side=chosen.map_side, hq=chosen.hq, rolls=chosen.rolls) == chosen


def played(number: int, sheet: str = "pulsar-final") -> list[Record]:
    """Return a plausible table, alternating all options."""
    options = ({}, {"hq": "no"}, {"even-start": "yes", "map": "open"}, {})[number % 4]
    players = 2 + number % 3
    game = (
        Table(f"plausible-{number}", players, options=options) if options else Table(f"p-{number}", players)
    )
    return records_of_table(load_sheet(sheet), game)


def all_played(number: int) -> list[Record]:
    """Return a plausible table with both sheets of every player; every third one has no seed."""
    sheet, players = load_sheet("pulsar-ledger"), 2 + number % 3
    game = Table(f"whole-{number}" if number % 3 else None, players)
    chance = Stream(f"chance {number}", "test")
    return fill_boxes(table_sheets(recorded_game(sheet).play(game, draw_of(sheet, game), chance)))


OF_THE_END = ("spare.", "award.", "station.", "end.", "goal-", "final.")


@pytest.mark.parametrize("number", range(6))
def test_player_with_a_ledger_may_score_on_a_final_sheet(number: int) -> None:
    whole = all_played(number)
    assert findings(whole) == []
    records = [
        with_marks(each, {field: None for field in each.marks if field.startswith(OF_THE_END)})
        if each.sheet == "pulsar-ledger"
        else each
        for each in whole
    ]
    assert findings(records) == []
    assert findings([each for each in records if each.sheet == "pulsar-ledger"]) == []
    finals = [each for each in whole if each.sheet != "pulsar-ledger"]
    scored, alone = (score_recorded(table_sheets(table)) for table in (records, finals))
    assert [each.total for each in scored.players] == [each.total for each in alone.players]
    assert scored.ranking == alone.ranking


@pytest.mark.parametrize("number", range(3))
def test_table_with_a_seed_may_use_its_own_dice(number: int) -> None:
    sheet, players = load_sheet("pulsar-ledger"), 2 + number % 3
    game = Table(f"own {number}", players, options={"dice": "own"})
    records = records_of_table(sheet, game)
    assert findings(records) == []
    assert findings(records[:players]) == findings(records[1:]) == []


@pytest.mark.parametrize("number", range(3))
def test_written_marks_count_although_the_seed_draws_otherwise(number: int) -> None:
    sheet, players = load_sheet("pulsar-ledger"), 2 + number % 3
    played = recorded_game(sheet).play(Table(None, players), None, Stream(f"chance {number}", "test"))
    seeded = Table(f"seed {number}", players)
    records = fill_boxes(
        table_sheets([Record.on(load_sheet(each.sheet), seeded, each.seat, each.marks) for each in played])
    )
    reported = findings(records)
    assert {found.level for found in reported} == {"note"}
    assert {found.check for found in reported} <= {"table-seed", "hq-seed"}


@pytest.mark.parametrize("number", range(8))
def test_points_agree_with_the_independent_scoring(number: int) -> None:
    records = played(number)
    players = {player.seat: player for player in score_recorded(table_sheets(records)).players}
    for record in records[:-1]:
        assert players[record.seat].parts == parts_of(record.marks, record.game.players)
        assert players[record.seat].total == total_of(record.marks, record.game.players)


def test_dice_are_shown_round_by_round(fairsheet: Any) -> None:
    dealt = fairsheet(
        "deal", "pulsar-table", "--seed", "otter", "--players", "4", "--option", "hq=no", "--json"
    ).json
    assert dealt["draw"] == as_json(drawn_of("otter", Table("otter", 4, options={"hq": "no"})))
    hidden = fairsheet("deal", "pulsar-table", "--seed", "otter", "--players", "4").out
    assert "hidden" in hidden
    shown = fairsheet(
        "deal", "pulsar-table", "--seed", "otter", "--players", "4", "--from", "3", "--turns", "1"
    ).out
    assert ", ".join(map(str, sorted(dealt["draw"]["rolls"][2]))) in shown
