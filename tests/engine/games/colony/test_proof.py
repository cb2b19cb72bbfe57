"""Verdicts on tables of colony: bots' games are legal, impossible ones are found, every history replays."""

from __future__ import annotations

from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.colony._rules import Colony
from fairsheet.engine.records.record import Record
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.tables import changed, game_of_bots, judged, named, words

SHEET = load_sheet("colony")
GAME = Colony(SHEET)


def table(seed: str, policy: str, players: int = 2, turns: int | None = None) -> tuple[Record, ...]:
    """Return the sheets of a game of bots, after `turns` turns or at its end."""
    played = game_of_bots("colony", seed, policy, players)
    if turns is None:
        return played.records
    return tuple(
        replace(
            each,
            marks={ink.field: ink.mark for turn in played.histories[each.seat][:turns] for ink in turn.ink},
        )
        for each in played.records
    )


def test_table_with_real_cards_is_legal() -> None:
    records = [
        replace(each, game=replace(each.game, seed=None, missions=None))
        for each in table("honest", "casual", turns=6)
    ]
    assert words(judged(records)) == {"legal"}


def test_every_tunnel_needs_a_robot_of_its_own_turn() -> None:
    first, second = table("honest", "casual", turns=8)
    offers = [{offer.action for offer in deal(SHEET, "honest", 2).offers(turn)} for turn in range(1, 9)]
    robots, numbers = sum("robot" in actions for actions in offers), 8
    marks: dict[str, Mark] = {k: v for k, v in first.marks.items() if k.startswith(("building", "error"))}
    marks.update({k: v for k, v in first.marks.items() if k.startswith(("antenna", "astronaut", "planning"))})
    while sum(field.startswith("tunnel") for field in marks) <= robots:
        marks[GAME.board.network.open_tunnels(marks)[0]] = "drawn"
    assert robots < numbers
    for place, antennas in GAME.board.antennas_at.items():
        if GAME.board.is_filled(place, marks) and place in GAME.board.network.reached(marks):
            marks.update(dict.fromkeys(antennas, "circled"))
    verdicts = judged([replace(first, marks=marks), second], 60)
    assert "illegal" in words(verdicts) and any(field.startswith("tunnel") for field in named(verdicts))


def test_two_later_claims_need_an_earlier_claim() -> None:
    missions = deal(SHEET, "honest", 2).missions
    history = game_of_bots("colony", "honest", "greedy").histories
    turn, box = min(
        (turn.turn, ink.field)
        for turns in history.values()
        for turn in turns
        for ink in turn.ink
        if ink.by == "mission"
    )
    records = table("honest", "greedy", turns=turn)
    later = SHEET.mission[missions[box.removeprefix("mission.").upper()]].later
    wrong = [changed(each, {box: later}) if box in each.marks else each for each in records]
    verdicts = judged(wrong, 60)
    assert "illegal" in words(verdicts) and box in named(verdicts)
