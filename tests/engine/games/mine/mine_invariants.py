"""What every honest sheet of mine has, and every table, beside what holds in all scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.engine.simulation.simulate import Played
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks, is_circled, is_crossed
from tests.engine.by_hand import names_in
from tests.engine.tables import inked

SHEET = load_sheet("mine")
GOODS = {"plant": (14, 8), "water": (10, 6), "pearl": (14, 10), "ruby": (16, 12)}  # symbols, trigger
RESOURCES = {kind: [field.id for field in SHEET.fields_of_symbol(f"mine-{kind}")] for kind in GOODS}


def check_sheet(marks: Marks, numbers: Mapping[str, int], crosses: int) -> None:
    for field in SHEET.fields:
        if "cave" in field.attrs:
            assert is_circled(marks, field.id) == (field.attrs["cave"] in marks)
    for column in range(1, 13):
        full = all(f"level-{level}.{column}" in marks for level in (1, 2, 3))
        assert full == (f"tower.{column}" in marks)
        for resource in names_in(SHEET.group[f"column-{column}"].attrs["resources"]):
            assert is_crossed(marks, resource) == (full and is_circled(marks, resource))
    for kind, (count, trigger) in GOODS.items():
        symbols = [f"main-{kind}.{kind}-{k}" in marks for k in range(1, count + 1)]
        extracted = sum(is_crossed(marks, resource) for resource in RESOURCES[kind])
        given = inked(marks, f"secondary-{kind}.bonus")
        assert symbols == sorted(symbols, reverse=True) and sum(symbols) == extracted + given
        star = marks.get(f"main-{kind}.fill-bonus")
        assert star in (("circled", "crossed") if symbols[trigger - 1] else (None, "crossed"))
    for group in SHEET.groups_of_type("secondary"):
        done = all(need in marks for need in names_in(group.attrs["activation_needs"]))
        assert {bonus in marks for bonus in names_in(group.attrs["bonus_symbols"])} == {done}
    for group in SHEET.groups_of_type("main"):
        done = all(need in marks for need in names_in(group.attrs["upgrade_needs"]))
        assert (group.attrs["base_factor"] in marks) == done
    energies = sum(field.id in marks for field in SHEET.fields_of_symbol("energy"))
    robots = sum(field.id in marks for field in SHEET.fields_of_symbol("robot"))
    given = inked(marks, "secondary-robot.bonus")
    galleries = sum(resource in marks for kind in ("plant", "water") for resource in RESOURCES[kind])
    assert robots >= min(given, 16)
    taken = energies + max(0, robots - given) + galleries + inked(marks, "main-astronaut.astronaut")
    assert taken + crosses <= len(numbers)


def check_table(played: Played, sheets: Mapping[int, Marks]) -> None:
    for kind, (_, trigger) in GOODS.items():
        stars = {seat: marks.get(f"main-{kind}.fill-bonus") for seat, marks in sheets.items()}
        won = [seat for seat, star in stars.items() if star == "circled"]
        assert set(stars.values()) <= ({"circled", "crossed"} if won else {None})
        turns = {
            turn.turn
            for seat in won
            for turn in played.histories[seat]
            for ink in turn.ink
            if ink.field == f"main-{kind}.{kind}-{trigger}"
        }
        assert len(turns) == bool(won)
