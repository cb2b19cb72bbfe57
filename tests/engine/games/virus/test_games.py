"""Whole games of virus: scores computed by hand, and findings of `check`."""

from __future__ import annotations

from fairsheet.engine.games.virus._rules import Virus
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed
from tests.engine.tables import scored

SHEET = load_sheet("virus")
GAME = Virus(SHEET)
FACTS = GAME.board
SET_UP: dict[str, Mark] = {"target.1-left": "circled", "floor-1.5": "struck"}

ADA = {  # by quarter: numbered and struck slots, and circled energies except the printed one
    "1-left": (3, 2, 1), "1-middle": (5, 0, 2), "2-middle": (3, 1, 1), "2-right": (2, 0, 0),
    "3-left": (4, 0, 1), "3-middle": (3, 0, 0), "3-right": (4, 0, 1), "4-left": (2, 1, 0),
    "4-middle": (3, 2, 2), "5-middle": (4, 0, 0), "5-right": (3, 0, 1),
}  # fmt: skip


def test_worked_example_scores_as_computed_by_hand() -> None:
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


def test_strike_next_to_a_complete_quarter_is_possible() -> None:
    marks = {**SET_UP, **COMPLETE, **circled("evacuated.1-left"), "floor-1.6": "struck"}
    assert list(GAME.contradictions(marks, None)) == []
