"""What every honest sheet of virus has, and every table, beside what holds in all scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.virus._rules import Virus
from fairsheet.engine.simulation.simulate import Played
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from tests.engine.tables import inked

SHEET = load_sheet("virus")
GAME = Virus(SHEET)
FACTS = GAME.board
EMPTY = ("target.1-left", "target.2-right", "target.4-left", "target.5-right")
COLOURS = {
    "red": "1-middle",
    "green": "2-middle",
    "purple": "3-middle",
    "blue": "4-middle",
    "yellow": "5-middle",
}


def check_sheet(marks: Marks, numbers: Mapping[str, int], crosses: int) -> None:
    for prefix in ("plant-track.", "water-track."):
        assert all(f"{prefix}{k}" in marks for k in range(1, inked(marks, prefix) + 1))
    (grey,) = (target for target in EMPTY if target in marks)
    home = next(quarter for quarter in FACTS.quarters.values() if quarter.target == grey)
    assert "struck" in {marks.get(slot) for slot in home.slots}
    plants, tanks = inked(marks, "plant."), inked(marks, "tank.")
    assert (inked(marks, "plant-track."), inked(marks, "water-track.")) == (plants, tanks)
    assert all(slot in numbers for slot, tank in FACTS.tank_of.items() if tank in marks)
    for quarter in FACTS.quarters.values():
        used = sum(field in marks for field in (*quarter.plants, quarter.tank))
        assert used <= sum(slot in numbers for slot in quarter.slots)
        assert (quarter.ring in marks) == all(slot in marks for slot in quarter.slots)
    full = {}
    for kind, ends in (("plant", (2, 4, 7, 10, 13, 16)), ("water", (2, 4, 6, 8, 10))):
        rows = [f"{kind}-track.{end}" in marks for end in ends]
        full[kind] = sum(rows)
        for row, done in enumerate(rows, start=1):
            assert (f"{kind}-score.{row}" in marks) == (f"{kind}-bonus.{row}" in marks) == done
    for symbol, effect in FACTS.set_off_by.items():
        assert symbol not in marks or effect in marks
    for colour, name in COLOURS.items():
        assert (f"activation.{colour}" in marks) == (f"target.{name}" in marks)
    crew = inked(marks, "astronaut.")
    for side, count in (("astronaut", crew), ("planning", min(6, crosses))):
        assert inked(marks, f"wild.{side}") == count // 2
    assert "crossed" not in {mark for field, mark in marks.items() if field.startswith("wild.")}
    given = max(0, inked(marks, "walkway.") - full["plant"]) + max(0, inked(marks, "energy.") - full["water"])
    assert plants + tanks + crew + crosses + given <= len(numbers)
    infected = {quarter.id for quarter in FACTS.quarters.values() if quarter.target in marks}
    spreading = {id_ for id_ in infected if FACTS.is_complete(id_, marks)}
    struck = [slot for slot in FACTS.slots if marks.get(slot) == "struck"]
    for slot in struck:
        id_ = FACTS.quarter_of[slot].id
        assert id_ in infected or spreading & set(FACTS.ways_from[id_].values())
    if not inked(marks, "activation.", "spread.") and inked(marks, "error.") < 2:
        assert len(struck) == 1


def check_table(played: Played, sheets: Mapping[int, Marks]) -> None:
    shared = [{f for f in marks if f.startswith(("activation.", "spread."))} for marks in sheets.values()]
    assert all(one == shared[0] for one in shared)
    for symbol, effect in FACTS.set_off_by.items():
        if effect.startswith("spread.") or effect in ("activation.green", "activation.blue"):
            assert (effect in shared[0]) == any(symbol in marks for marks in sheets.values())
    for letter, card in deal(SHEET, played.seed, len(sheets)).missions.items():
        claimed = any(GAME.claims[card].field in marks for marks in sheets.values())
        assert claimed == (FACTS.set_off_by[letter] in shared[0])
