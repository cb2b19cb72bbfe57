"""What every honest sheet of colony has, and every table, beside what holds in all scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.engine.games.colony._rules import Colony
from fairsheet.engine.simulation.simulate import Played
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from tests.engine.by_hand import names_in
from tests.engine.tables import inked

SHEET = load_sheet("colony")
GAME = Colony(SHEET)
FACTS = GAME.board
QUARTERS = ("nw", "ne", "sw", "se")


def check_sheet(marks: Marks, numbers: Mapping[str, int], crosses: int) -> None:
    tunnels = {field for field in marks if field.startswith("tunnel.")}
    spent = inked(
        marks, "tank.", "greenhouse.", "plant-factor.", "water-factor.", "antenna-factor.", "astronaut."
    )
    assert spent + len(tunnels) + crosses <= len(numbers)
    for slot, tank in FACTS.tank_of.items():
        assert tank not in marks or slot in numbers

    joined, before = {"node.rocket", "building.r1-c2", "building.r2-c1"}, 0
    while before < len(joined):
        before = len(joined)
        for tunnel in tunnels:
            ends = set(names_in(SHEET.field[tunnel].attrs["between"]))
            joined |= ends if joined & ends else set()
    for tunnel in tunnels:
        assert joined >= set(names_in(SHEET.field[tunnel].attrs["between"]))
    for antenna in SHEET.fields_of_symbol("antenna"):
        place = antenna.attrs["at"]
        filled = place == "node.observatory" or place in marks
        assert (antenna.id in marks) == (filled and place in joined)

    for q in QUARTERS:
        group = SHEET.group[f"quarter-{q}"].attrs
        slots, houses = names_in(group["slots"]), names_in(group["greenhouses"])
        grown = [house in marks for house in houses]
        assert grown == sorted(grown, reverse=True)
        wet = sum(f"tank.{slot.removeprefix('building.')}" in marks for slot in slots)
        assert wet + sum(grown) <= sum(slot in numbers for slot in slots)
        high, low = marks.get(f"quarter-bonus.{q}-high"), marks.get(f"quarter-bonus.{q}-low")
        full = all(slot in marks for slot in slots)
        assert full == ((high == "circled") != (low == "circled"))
        assert low is None or (low == "circled" and high == "crossed")


def check_table(played: Played, sheets: Mapping[int, Marks]) -> None:
    for q in QUARTERS:
        highs = [marks.get(f"quarter-bonus.{q}-high") for marks in sheets.values()]
        assert set(highs) == {None} or (None not in highs and "circled" in highs)
