"""Whole games of battle: scores computed by hand, and findings of `check`."""

from __future__ import annotations

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.battle._rules import Battle
from fairsheet.engine.play.replay import IllegalHistory, replay
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.records.side_owners import by_owner
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.support.errors import FairsheetError
from tests.engine.by_hand import crossed
from tests.engine.tables import has_contradiction

SHEET = load_sheet("battle")
GAME = Battle(SHEET)


def boxes(name: str, count: int) -> dict[str, Mark]:
    return crossed(*(f"{name}.{place}" for place in range(1, count + 1)))


def record(seat: int, marks: Marks, players: int = 2) -> Record:
    return Record.on(load_sheet("battle"), Table(None, players), seat, marks)


# --- scores ---------------------------------------------------------------------------------------------------

LEFT: dict[str, Mark] = {
    **boxes("near-plant", 6),
    **boxes("near-water", 4),
    **{f"flag.{n}-near": "circle" for n in (1, 4, 6)},
    "flag.4-far": "cross",
    **boxes("near-green", 1),
    **boxes("near-blue", 2),
    **boxes("near-grey", 2),
    **boxes("near-planning", 3),
    "mission.a": 4,
    "mission.c": 10,
}
RIGHT: dict[str, Mark] = {
    **boxes("far-plant", 3),
    **boxes("far-water", 1),
    **{f"flag.{n}-far": "circle" for n in (2, 5, 7)},
    **boxes("far-blue", 1),
    **boxes("far-planning", 1),
    **boxes("far-error", 1),
}


def test_worked_example_scores_as_computed_by_hand() -> None:
    ada, bo = ruleset_of(load_sheet("battle")).score([record(1, LEFT), record(2, RIGHT)]).players
    assert (ada.seat, ada.total) == (1, 60)
    near = {
        "missions": 14,
        "plants": 17,
        "water": 14,
        "green": 3,
        "blue": 6,
        "grey": 6,
        "planning": 10,
        "errors": 0,
    }
    far = {"plants": 7, "water": 3, "green": 4, "blue": 0, "grey": 4, "planning": 3, "errors": 5}
    parts = {f"near-score.{name}": value for name, value in near.items()}
    assert ada.parts == parts | {f"far-score.{name}": value for name, value in far.items()}
    assert bo.total == 4  # a shared grey planet, nothing else


def test_total_combines_own_near_half_and_previous_far_half() -> None:
    """With three players, sheet 3 lies between seat 3 (near) and seat 1 (far)."""
    sheets = [
        record(1, {"mission.a": 12, **boxes("near-plant", 1), **boxes("far-water", 1)}, 3),
        record(2, {"mission.a": 5, **boxes("near-plant", 2), **boxes("far-water", 2)}, 3),
        record(3, {"mission.b": 9, **boxes("near-plant", 3), **boxes("far-water", 3)}, 3),
    ]
    assert [player.total for player in ruleset_of(load_sheet("battle")).score(sheets).players] == [
        12 + 2 + 10,
        5 + 4 + 3,
        9 + 7 + 6,
    ]


def test_players_have_no_shared_sheet_with_themselves() -> None:
    with pytest.raises(FairsheetError, match="between neighbours"):
        next(simulate(SHEET, "alone", 1))


def test_sums_are_compared_where_they_are_written() -> None:
    wrong = [record(1, {**LEFT, "near-score.plants": 13}), record(2, {**RIGHT, "far-score.total": 60})]
    ada, bo = ruleset_of(load_sheet("battle")).score(wrong).players
    assert ada.differences == ("near-score.plants",) and bo.differences == ()
    assert ada.written == {"near-score.plants": 13, "far-score.total": 60}


def test_points_need_both_sheets_of_every_player() -> None:
    with pytest.raises(FairsheetError, match="the sheet of player 3 is missing"):
        ruleset_of(load_sheet("battle")).score([record(1, LEFT, 3), record(2, RIGHT, 3)])


# --- histories ------------------------------------------------------------------------------------------------


def test_mark_on_the_wrong_sheet_is_refused() -> None:
    (played,) = simulate(SHEET, "twice", 3, 1, "greedy")
    history = played.histories[2]
    turn = history[1]
    moved = type(turn)(turn.turn, turn.offer, tuple(Ink(i.field, i.mark, i.by, 1) for i in turn.ink))
    with pytest.raises(IllegalHistory, match="turn 1, seat 2"):
        replay(GAME, deal(SHEET, "twice", 3), {**played.histories, 2: (history[0], moved, *history[2:])})


def test_two_sheets_of_three_replay_with_the_players_of_both() -> None:
    """Marks on the missing sheet are left out, and missions may be met there."""
    (played,) = simulate(SHEET, "absent", 3, 1, "greedy")
    table = {each.seat: without_sums(SHEET, each.marks) for each in played.records}
    assert set(by_owner(SHEET, {2: table[2]}, 3)) == {2, 3}
    state = GAME.start(deal(SHEET, "absent", 3), None, [2])
    assert len(GAME.legal_steps(state)) == 3 and GAME.to_move(state) == 2
    state = GAME.play(state, GAME.legal_steps(state)[0])
    assert GAME.to_move(state) == 3 and len(GAME.legal_steps(state)) == 2
    state = GAME.play(state, GAME.legal_steps(state)[0])
    assert (GAME.to_move(state), GAME.turn(state)) == (2, 1)


# --- check ----------------------------------------------------------------------------------------------------

SHIPS: dict[str, Mark] = {"sign.near": "circle", "sign.far": "cross"}


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ({"sign.near": "cross"}, "sign: sign.far is blank"),
        ({**SHIPS, "sign.far": "circle"}, "sign: both players"),
        ({**SHIPS, "planet-4.1": "triangle"}, "sign: .* neither"),
        ({**SHIPS, "flag.4-near": "cross"}, "sign: .* not the sign of the near side"),
        ({**SHIPS, "planet-4.2": "circle"}, "order: planet"),
        ({**SHIPS, "near-plant.2": "crossed"}, "order: near-plant"),
        ({**SHIPS, "far-error.2": "crossed"}, "order: far-error"),
        ({**SHIPS, "asteroid.2": "circle"}, "asteroid: .* which comes first"),
        ({**SHIPS, "asteroid.12": "cross"}, "asteroid: .* which comes first"),
        ({**SHIPS, "asteroid.1": "circle", "asteroid.2": "circle"}, "asteroid: .* crossed"),
        ({**SHIPS, "asteroid-bonus.7-1": "crossed"}, "asteroid: .* crossed"),
        ({**SHIPS, "ring.3": "circled"}, "flag: ring"),
        ({**SHIPS, **{f"planet-1.{k}": "circle" for k in (1, 2, 3)}}, "flag: .* belongs to"),
        ({**SHIPS, "flag.1-near": "circle"}, "flag: .* belongs to"),
        ({**SHIPS, "planet-4.1": "cross"}, "turn"),
        ({**SHIPS, "planet-4.1": "circle", "moon.1-1": "circle"}, "planning"),
        ({**SHIPS, "near-astronaut.1": "crossed"}, "astronaut"),
        ({**SHIPS, "near-plant.1": "crossed"}, "ladder: 1 too many plant boxes"),
        ({**SHIPS, "planet-water.2-1": "crossed"}, "ladder: 1 too few water boxes"),
        ({**SHIPS, "near-astronaut.1": "circled"}, "action"),
        ({**SHIPS, "mission.a": 1}, "first-claim"),
    ],
)
def test_check_finds_marks_that_no_order_explains(marks: Marks, expected: str) -> None:
    assert has_contradiction(list(GAME.contradictions(marks, None, {"A": "A1"})), expected)


def test_check_finds_signs_that_no_offer_allows() -> None:
    dealt = deal(SHEET, "never", 2)
    offered = {offer.number for offer in dealt.offers(1)}
    changed = {offer.number for offer in dealt.offers(1) if offer.action == "astronaut"}
    far = [
        planet
        for planet in GAME.board.planets.values()
        if not offered & set(planet.numbers)
        and all(abs(a - number) > 2 for a in changed for number in planet.numbers)
    ]
    for planet in far:
        found = list(GAME.contradictions({**SHIPS, planet.spaces[0]: "circle"}, dealt))
        assert {each.rule for each in found} == {"offer"}
    assert far


def test_blank_sheet_and_sheet_with_only_signs_are_fine() -> None:
    assert list(GAME.contradictions({}, None)) == list(GAME.contradictions(SHIPS, None)) == []
