"""Whole games of virus: scores computed by hand, the invariants of bots' sheets, what `check` finds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.virus._rules import Virus
from fairsheet.engine.rank import score_table
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed
from tests.engine.tables import (
    check_alone,
    check_finds_what_was_never_offered,
    check_played,
    game_of_bots,
    says,
)

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
    (ada,) = score_table(
        load_sheet("virus"), [Record.on(load_sheet("virus"), Table(None, 2), 1, marks)]
    ).players
    assert ada.parts == {
        "score.missions": 8,
        "score.plants": 10,
        "score.water": 20,
        "score.quarters": 69,
        "score.infected": 6,
        "score.errors": 5,
    }
    assert ada.total == 96


def has(marks: Mapping[str, Mark], prefix: str, mark: Mark) -> int:
    return sum(field.startswith(prefix) and made == mark for field, made in marks.items())


def check_one_sheet(marks: Mapping[str, Mark], turns: int) -> None:
    """The invariants of a sheet, numbered as in the rules."""
    numbers = {slot: mark for slot in FACTS.slots if isinstance(mark := marks.get(slot), int)}
    crosses = sum(marks.get(slot) == "X" for slot in FACTS.slots)
    errors = has(marks, "error.", "crossed")
    assert len(numbers) + errors == turns  # 1
    for slots in FACTS.floors.values():  # 2
        assert all(a < b for a, b in pairwise(numbers[slot] for slot in slots if slot in numbers))
    steps = {prefix: has(marks, prefix, "crossed") for prefix in ("error.", "plant-track.", "water-track.")}
    for prefix, count in steps.items():  # 3
        assert all(f"{prefix}{k}" in marks for k in range(1, count + 1))
    (grey,) = (target for target in EMPTY if target in marks)  # 4
    home = next(quarter for quarter in FACTS.quarters.values() if quarter.target == grey)
    assert "struck" in {marks.get(slot) for slot in home.slots}
    plants, tanks = has(marks, "plant.", "circled"), has(marks, "tank.", "circled")
    assert (steps["plant-track."], steps["water-track."]) == (plants, tanks)  # 5
    assert all(slot in numbers for slot, tank in FACTS.tank_of.items() if tank in marks)
    for quarter in FACTS.quarters.values():  # 6
        used = sum(field in marks for field in (*quarter.plants, quarter.tank))
        assert used <= sum(slot in numbers for slot in quarter.slots)
    full = {}
    for kind, ends in (("plant", (2, 4, 7, 10, 13, 16)), ("water", (2, 4, 6, 8, 10))):  # 7
        rows = [f"{kind}-track.{end}" in marks for end in ends]
        full[kind] = sum(rows)
        for row, done in enumerate(rows, start=1):
            assert (f"{kind}-score.{row}" in marks) == (f"{kind}-bonus.{row}" in marks) == done
    for symbol, effect in FACTS.set_off_by.items():  # 8
        assert symbol not in marks or effect in marks
    for colour, name in COLOURS.items():  # 9
        assert (f"activation.{colour}" in marks) == (f"target.{name}" in marks)
    for quarter in FACTS.quarters.values():  # 10
        assert (quarter.ring in marks) == all(slot in marks for slot in quarter.slots)
    assert has(marks, "planning.", "crossed") == min(6, crosses)  # 11
    crew = has(marks, "astronaut.", "crossed")
    for side, count in (("astronaut", crew), ("planning", min(6, crosses))):
        assert sum(field.startswith(f"wild.{side}") for field in marks) == count // 2
    assert "crossed" not in {mark for field, mark in marks.items() if field.startswith("wild.")}
    closed, energies = has(marks, "walkway.", "drawn"), has(marks, "energy.", "circled")
    given = max(0, closed - full["plant"]) + max(0, energies - full["water"])
    assert plants + tanks + crew + crosses + given <= len(numbers)  # 12
    assert crew == 6 or sum(number in (0, 16, 17) for number in numbers.values()) <= crew  # 13
    infected = {quarter.id for quarter in FACTS.quarters.values() if quarter.target in marks}
    spreading = {id_ for id_ in infected if FACTS.is_complete(id_, marks)}
    for slot in FACTS.slots:  # 14
        if marks.get(slot) == "struck":
            id_ = FACTS.quarter_of[slot].id
            assert id_ in infected or spreading & set(FACTS.ways_from[id_].values())
    if (
        not any(f"activation.{colour}" in marks for colour in COLOURS)
        and errors < 2
        and not has(marks, "spread.", "crossed")
    ):  # 16
        assert sum(marks.get(slot) == "struck" for slot in FACTS.slots) == 1


def check_table(played: Played, sheets: Mapping[int, Mapping[str, Mark]]) -> None:
    assert len({len(history) for history in played.histories.values()}) == 1  # 18
    shared = [{f for f in marks if f.startswith(("activation.", "spread."))} for marks in sheets.values()]
    assert all(one == shared[0] for one in shared)
    for symbol, effect in FACTS.set_off_by.items():  # 19
        if effect.startswith("spread.") or effect in ("activation.green", "activation.blue"):
            assert (effect in shared[0]) == any(symbol in marks for marks in sheets.values())
    for letter, card in deal(SHEET, played.seed, len(sheets)).missions.items():  # 15, 19
        claim = GAME.claims[card]
        values = [marks[claim.field] for marks in sheets.values() if claim.field in marks]
        assert set(values) <= {claim.first, claim.later}
        assert (claim.first in values) == bool(values) == (FACTS.set_off_by[letter] in shared[0])
        assert all(claim.is_met(marks) for marks in sheets.values() if claim.field in marks)
    assert any(GAME.is_over(marks) for marks in sheets.values())  # 20


@settings(max_examples=8)
@given(
    st.text("abcdef", min_size=1, max_size=6),
    st.integers(2, 6),
    st.sampled_from(["greedy", "random", "reluctant", "casual"]),
)
def test_invariants_of_bots_games(seed: str, players: int, policy: str) -> None:
    for played in simulate(SHEET, seed, players, 1, policy):
        check_played(GAME, played)
        sheets = {each.seat: without_sums(SHEET, each.marks) for each in played.records}
        for seat, marks in sheets.items():
            check_one_sheet(marks, len(played.histories[seat]) - 1)
        check_table(played, sheets)


def test_one_seat_replays_with_what_the_others_did() -> None:
    game = game_of_bots("virus", "absent", "greedy", 3)
    check_alone(GAME, game, lambda ink: ink.by == "bonus" and ink.field.startswith(("activation", "spread")))


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


def test_a_number_never_offered_is_found() -> None:
    check_finds_what_was_never_offered(GAME, "floor-3.8", SET_UP)
