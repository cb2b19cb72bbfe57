"""What on a sheet ends a game, as the rules of each scenario tell it."""

from __future__ import annotations

import pytest

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed, names_in

ERRORS = tuple(f"error.{k}" for k in range(1, 4))
ALL_SLOTS = dict.fromkeys((f"trajectory.{k}" for k in range(1, 37)), "X")
SHIPS: dict[str, Mark] = {"sign.near": "circle", "sign.far": "cross"}


@pytest.mark.parametrize(
    ("name", "marks", "endings"),
    [
        ("journey", {}, set()),
        ("journey", crossed(*ERRORS[:2]), set()),
        ("journey", crossed(*ERRORS), {"errors"}),
        ("journey", {"mission.a": 5, "mission.b": 5}, set()),
        ("journey", {"mission.a": 5, "mission.b": 5, "mission.c": 5}, {"missions"}),
        ("journey", {**ALL_SLOTS, **crossed(*ERRORS)}, {"slots", "errors"}),
        ("dome", circled("mission.a-first", "mission.b-later", "mission.c-first"), {"missions"}),
        ("dome", circled("mission.a-first", "mission.a-later", "mission.b-later"), set()),
        ("battle", {**SHIPS, **crossed("near-error.1", "far-error.1")}, set()),
        ("battle", {**SHIPS, **crossed("far-error.1", "far-error.2")}, {"errors"}),
    ],
)
def test_what_ends_a_game(name: str, marks: dict[str, Mark], endings: set[str]) -> None:
    game = rules_of(load_sheet(name))
    assert set(game.endings(marks)) == endings
    assert game.is_over(marks) == bool(endings)


def test_a_launch_ends_the_game_unless_an_error_is_open() -> None:
    game = rules_of(load_sheet("launch"))
    rows = game.sheet.groups_of_type("rocket-row")
    launched = crossed(*(field for row in rows for field in names_in(row.attrs["rockets"])))
    launched |= crossed(*(str(row.attrs["value"]) for row in rows[1:]))
    assert not game.is_over(launched)
    launched |= crossed(str(rows[0].attrs["value"]))
    assert set(game.endings(launched)) == {"launch"}
    assert not game.is_over({**launched, "error.1": "circled"})


def test_flags_of_battle_say_that_the_game_has_ended_elsewhere() -> None:
    game = rules_of(load_sheet("battle"))
    flagged: dict[str, Mark] = {**SHIPS, "flag.1-near": "circle", "flag.1-far": "cross"}
    assert game.is_over(flagged) and not list(game.endings(flagged))


@pytest.mark.parametrize("name", scenario_names())
def test_every_game_of_bots_ends_for_a_reason(name: str) -> None:
    sheet = load_sheet(name)
    game = rules_of(sheet)
    for played in simulate(sheet, "ends", 2, 2, "random"):
        assert any(list(game.endings(record.marks)) for record in played.records)
