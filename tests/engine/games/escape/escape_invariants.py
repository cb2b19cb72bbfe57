"""What every honest sheet of escape has, and every table, beside what holds in all scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.engine.games.escape._rules import Escape
from fairsheet.engine.simulation.simulate import Played
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from tests.engine.tables import inked

FACTS = Escape(load_sheet("escape")).board
ROBOTS = [slot for slot in FACTS.slots if slot in FACTS.rewarded]


def opened_in_order(airlocks: set[str]) -> set[str]:
    """The sections that airlocks open one after the other, each drawn from what is open; all must be used."""
    reached, left = set(FACTS.docked), set(airlocks)
    while useful := {airlock for airlock in left if not reached.isdisjoint(FACTS.airlocks[airlock])}:
        reached.update(end for airlock in useful for end in FACTS.airlocks[airlock])
        left -= useful
    assert not left
    return reached


def check_sheet(marks: Marks, numbers: Mapping[str, int], crosses: int) -> None:
    robots, airlocks = sum(slot in marks for slot in ROBOTS), inked(marks, "airlock.")
    astronauts = inked(marks, "astronaut.")
    reached = opened_in_order({field for field in marks if field.startswith("airlock.")})
    assert {FACTS.section_of[slot] for slot in FACTS.slots if slot in marks} <= reached
    assert min(24, robots) <= airlocks
    by_action = max(0, airlocks - robots - min(inked(marks, "error."), 2))
    assert inked(marks, "tank.", "plant.", "reactor.") + crosses + astronauts + by_action <= len(numbers)
    for ship, slots in FACTS.ships.items():
        n = ship.removeprefix("ship-")
        count = inked(marks, f"tank.{n}-", f"plant.{n}-", f"reactor.{n}-")
        assert count <= sum(slot in numbers for slot in slots)
    for slot, tank in FACTS.tank_of.items():
        assert tank not in marks or slot in numbers
    assert inked(marks, "wild.") == inked(marks, "wild.", part="circled") == astronauts // 2
    for slot, double in FACTS.double_of.items():
        assert marks.get(double) in (None, "circled", "crossed")
        assert marks.get(double) != "circled" or slot in marks


def check_table(played: Played, sheets: Mapping[int, Marks]) -> None:
    for slot, double in FACTS.double_of.items():
        if any(slot in marks for marks in sheets.values()):
            assert all(double in marks or slot in marks for marks in sheets.values())
        first = {
            next(turn.turn for turn in played.histories[seat] if any(ink.field == slot for ink in turn.ink))
            for seat, marks in sheets.items()
            if marks.get(double) == "circled"
        }
        assert len(first) <= 1
