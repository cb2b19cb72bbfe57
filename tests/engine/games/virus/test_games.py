"""Whole games of virus: scores computed by hand, the invariants of bots' sheets, what `check` finds."""

from __future__ import annotations

import pytest

from fairsheet.engine.games.virus._rules import Virus
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed
from tests.engine.tables import says, scored

SHEET = load_sheet("virus")
GAME = Virus(SHEET)
FACTS = GAME.board
SET_UP: dict[str, Mark] = {"target.1-left": "circled", "floor-1.5": "struck"}

ADA = {  # by quarter: numbered and struck slots, energies circled besides the printed one
    "1-left": (3, 2, 1), "1-middle": (5, 0, 2), "2-middle": (3, 1, 1), "2-right": (2, 0, 0),
    "3-left": (4, 0, 1), "3-middle": (3, 0, 0), "3-right": (4, 0, 1), "4-left": (2, 1, 0),
    "4-middle": (3, 2, 2), "5-middle": (4, 0, 0), "5-right": (3, 0, 1),
}  # fmt: skip


def test_the_worked_example() -> None:
    marks: dict[str, Mark] = {"mission.a": 8, **crossed("error.1")}
    for name, (numbered, struck, energies) in ADA.items():
        quarter = FACTS.quarters[f"quarter.{name}"]
        kinds: list[Mark] = [*["X"] * numbered, *["struck"] * struck]
        marks |= dict(zip(quarter.slots, kinds, strict=False))
        marks |= circled(*quarter.energies[:energies])
    for kind in ("plant", "water"):
        marks |= crossed(*(f"{kind}-track.{k}" for k in range(1, 5)), *(f"{kind}-score.{k}" for k in (1, 2)))
    (ada,) = scored("virus", marks)
    assert ada.parts == {
        "score.missions": 8,
        "score.plants": 10,
        "score.water": 20,
        "score.quarters": 69,
        "score.infected": 6,
        "score.errors": 5,
    }
    assert ada.total == 96


COMPLETE: dict[str, Mark] = {f"floor-1.{k}": k for k in range(1, 5)}


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        ({"floor-1.1": 9, "floor-1.7": 9}, "ascend"),
        ({"target.4-left": "circled"}, "set-up"),
        ({"floor-1.5": 3}, "set-up"),
        (crossed("plant-track.2"), "order: plant-track"),
        (circled("plant.1-left-1"), "track: 1 plant"),
        (crossed("water-track.1"), "track: 0 water"),
        (crossed("plant-score.1"), "row"),
        (crossed("activation.red"), "set-off: .* together, or neither"),
        (circled("target.1-middle"), "set-off: .* together, or neither"),
        (crossed(*(f"plant-track.{k}" for k in range(1, 6))), "set-off: .* so activation"),
        ({"floor-2.1": "struck"}, "strike"),
        ({"floor-1.6": "struck"}, "strike"),
        (COMPLETE, "evacuation"),
        (circled("tank.4-left"), "tank"),
        ({"floor-4.4": "X"}, "planning"),
        (crossed("planning.1"), "planning"),
        (circled("wild.astronaut-2"), "wild: .* symbols are crossed"),
        (crossed("wild.astronaut-2"), "wild: .* without being circled"),
        (crossed("error.2"), "order: error"),
        (circled("energy.1-left-2"), "action"),
        ({"walkway.1-left-to-1-middle": "drawn"}, "action"),
        ({"floor-1.7": 4, **circled("tank.3-left", "plant.3-left-1")}, "location"),
        ({"floor-1.7": 0}, "number"),
        ({"mission.a": 9}, "first-claim"),
        ({"mission.b": 11}, "mission"),
        ({"mission.a": 8, **circled("evacuated.2-right", "evacuated.3-left")}, "mission"),
    ],
)
def test_check_finds_what_no_order_explains(marks: dict[str, Mark], told: str) -> None:
    assert GAME.check(SET_UP, None) == []
    found = GAME.check({**SET_UP, **marks}, None)
    assert says(found, told)
    assert all(contradiction.fields and contradiction.why for contradiction in found)


def test_a_strike_beside_a_complete_quarter_is_possible() -> None:
    marks = {**SET_UP, **COMPLETE, **circled("evacuated.1-left"), "floor-1.6": "struck"}
    assert GAME.check(marks, None) == []
