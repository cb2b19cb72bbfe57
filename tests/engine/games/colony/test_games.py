"""Whole games of colony: scores computed by hand, the invariants of bots' sheets, what `check` finds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.colony._rules import Colony
from fairsheet.engine.rank import score_table
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed, names_in
from tests.engine.tables import (
    check_alone,
    check_finds_what_was_never_offered,
    check_played,
    check_values_of_missions,
    game_of_bots,
    says,
)

SHEET = load_sheet("colony")
GAME = Colony(SHEET)
FACTS = GAME.board
QUARTERS = ("nw", "ne", "sw", "se")


def drawn(*tunnels: str) -> dict[str, Mark]:
    return {f"tunnel.{tunnel}": "drawn" for tunnel in tunnels}


def record(seat: int, marks: Mapping[str, Mark], players: int = 2) -> Record:
    return Record.on(load_sheet("colony"), Table(None, players), seat, marks)


def ascending(*columns: int) -> dict[str, Mark]:
    """Columns filled with numbers that ascend in every row and in every column."""
    return {
        slot: sum(int(part[1:]) for part in slot.removeprefix("building.").split("-")) - 1
        for slot in GAME.slots
        if any(slot.endswith(f"-c{column}") for column in columns)
    }


ADA: dict[str, Mark] = {
    **ascending(1, 2, 3, 4, 5),
    **dict.fromkeys(("building.r4-c1", "building.r2-c5", "building.r4-c5"), "X"),
    "building.r6-c5": 16,
    **ascending(6),
    **drawn("r2-c1-north", "r3-c1-east", "r3-c1-north", "r4-c1-north", "r5-c1-east", "r5-c2-east"),
    **drawn("r5-c2-north"),
    **circled("antenna.r2-c1", "antenna.r1-c2", "antenna.r3-c2", "antenna.r4-c1", "antenna.r5-c3"),
    **circled("antenna.r6-c2", "tank.r6-c1", "tank.r2-c3", "tank.r1-c4"),
    **circled("greenhouse.nw-1", "greenhouse.nw-2", "greenhouse.nw-3", "greenhouse.nw-4"),
    **circled("greenhouse.se-1", "greenhouse.se-2", "greenhouse.ne-1"),
    **crossed("plant-factor.1", "water-factor.1", "water-factor.2", "antenna-factor.1"),
    **crossed("astronaut.3", "astronaut.8", "planning.1", "planning.2", "planning.3", "error.1"),
    **circled("quarter-bonus.nw-high", "quarter-bonus.sw-low"),
    **crossed("quarter-bonus.sw-high"),
    "mission.a": 12,
    "mission.b": 4,
}
for _empty in ("building.r2-c6", "building.r4-c6", "building.r3-c5"):
    del ADA[_empty]
BO = crossed("astronaut.1", "astronaut.2", "astronaut.3")


def test_the_worked_example() -> None:
    numbers = [mark for slot in GAME.slots if isinstance(mark := ADA.get(slot), int)]
    assert len(numbers) == 26 and sum(ADA.get(slot) == "X" for slot in GAME.slots) == 3
    assert GAME.check(ADA, None, {"A": "A1", "B": "B2", "C": "C1"}) == []
    ada, bo = score_table(load_sheet("colony"), [record(1, ADA), record(2, BO)]).players
    assert ada.parts == {
        "score.missions": 16,
        "score.plants": 8,
        "score.water": 12,
        "score.antennas": 6,
        "score.quarters": 20,
        "score.astronauts": 10,
        "score.planning": 6,
        "score.errors": 5,
    }
    assert (ada.total, bo.total) == (61, 20)


def test_most_astronauts_score_by_rank_and_equal_ones_share_it() -> None:
    counts = [5, 5, 4, 2, 1, 0]
    sheets = [crossed(*(f"astronaut.{k}" for k in range(1, count + 1))) for count in counts]
    scored = score_table(
        load_sheet("colony"), [record(seat, marks, 6) for seat, marks in enumerate(sheets, start=1)]
    )
    assert [player.parts["score.astronauts"] for player in scored.players] == [20, 20, 10, 5, 0, 0]


@pytest.mark.parametrize(
    ("ladder", "count", "score", "values"),
    [
        ("plant-factor", circled("greenhouse.nw-1", "greenhouse.nw-4"), "score.plants", [0, 3, 6, 9, 12]),
        ("water-factor", circled("tank.r6-c1"), "score.water", [0, 2, 4, 6, 8]),
        ("antenna-factor", circled("antenna.r2-c1", "antenna.r4-c4"), "score.antennas", [0, 2, 4, 8, 12]),
        ("planning", {}, "score.planning", [0, 1, 3, 6, 9, 12, 16, 20, 24, 28]),
        ("error", {}, "score.errors", [0, 5, 10, 15]),
    ],
)
def test_the_lowest_value_left_of_a_ladder_counts(
    ladder: str, count: dict[str, Mark], score: str, values: list[int]
) -> None:
    fields = SHEET.ladder[ladder].fields
    for step, value in enumerate(values):
        (player,) = score_table(
            load_sheet("colony"), [record(1, {**count, **crossed(*fields[:step])}, 1)]
        ).players
        assert player.parts[score] == value
    assert len(fields) == len(values) - 1


def test_ties_go_to_fewer_errors() -> None:
    one: dict[str, Mark] = {**crossed("error.1"), "mission.a": 5}
    scored = score_table(load_sheet("colony"), [record(1, one), record(2, {})])
    assert [player.total for player in scored.players] == [0, 0]
    assert scored.ranking == ((2,), (1,))


def has(marks: Mapping[str, Mark], prefix: str, mark: str) -> int:
    return sum(field.startswith(prefix) and found == mark for field, found in marks.items())


def check_sheet(marks: Mapping[str, Mark], turns: int) -> None:
    numbers = {slot: mark for slot in GAME.slots if isinstance(mark := marks.get(slot), int)}
    written = [slot for slot in GAME.slots if marks.get(slot) == "X"]
    errors, astronauts = has(marks, "error.", "crossed"), has(marks, "astronaut.", "crossed")
    for zone in SHEET.zones:
        line = [numbers[slot] for slot in zone.slots if slot in numbers]
        assert all(a < b for a, b in pairwise(line))
    assert len(numbers) + errors == turns and errors <= 3
    tunnels = {field for field in marks if field.startswith("tunnel.")}
    factors = sum(has(marks, f"{name}-factor.", "crossed") for name in ("plant", "water", "antenna"))
    spent = has(marks, "tank.", "circled") + has(marks, "greenhouse.", "circled") + factors + astronauts
    assert spent + len(tunnels) + len(written) <= len(numbers)
    assert has(marks, "planning.", "crossed") == min(9, len(written))
    for ladder in SHEET.ladders:
        inked = [field in marks for field in ladder.fields]
        assert inked == sorted(inked, reverse=True), ladder.id
    assert sum(number in (0, 16, 17) for number in numbers.values()) <= astronauts or astronauts == 9
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


def check_table(played: Played) -> None:
    sheets = {each.seat: without_sums(SHEET, each.marks) for each in played.records}
    for seat, marks in sheets.items():
        check_sheet(marks, len(played.histories[seat]))
    for q in QUARTERS:
        highs = [marks.get(f"quarter-bonus.{q}-high") for marks in sheets.values()]
        assert set(highs) == {None} or (None not in highs and "circled" in highs)
    check_values_of_missions(GAME, played)
    for letter, card in deal(SHEET, played.seed, len(sheets)).missions.items():
        box = f"mission.{letter.lower()}"
        assert all(GAME.claims[card].is_met(marks) for marks in sheets.values() if box in marks)


@settings(max_examples=10)
@given(
    st.text("abcdef", min_size=1, max_size=6),
    st.integers(1, 6),
    st.sampled_from(["greedy", "random", "reluctant", "casual"]),
)
def test_invariants_of_bots_games(seed: str, players: int, policy: str) -> None:
    for played in simulate(SHEET, seed, players, 1, policy):
        check_table(played)
        check_played(GAME, played)


def test_one_seat_replays_with_what_the_others_did() -> None:
    game = game_of_bots("colony", "absent", "greedy", 3)
    check_alone(GAME, game, lambda ink: ink.field.endswith("-high") and ink.mark == "circled")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"building.r1-c4": 12}, "ascend"),
        ({"building.r5-c6": 13, "building.r6-c5": 15}, None),
        ({"error.3": "crossed"}, "order: error"),
        ({"antenna-factor.3": "crossed"}, "order: antenna-factor"),
        ({"planning.4": "crossed"}, "planning"),
        ({"planning.5": "crossed"}, "order: planning"),
        ({"building.r2-c5": "X", "tank.r2-c5": "circled"}, "tank"),
        ({"greenhouse.ne-3": "circled"}, "order: greenhouse"),
        ({"tunnel.r6-c4-east": "drawn"}, "tunnel"),
        ({"antenna.r4-c4": "circled"}, "antenna"),
        ({"antenna.r2-c6": "circled"}, "antenna"),
        ({"tunnel.r5-c3-east": "drawn", "tunnel.r5-c4-east": "drawn"}, "antenna: .* must be circled"),
        ({"quarter-bonus.nw-high": "circled+crossed"}, "race"),
        ({"quarter-bonus.nw-low": "circled"}, "race"),
        ({"quarter-bonus.se-high": "circled"}, "race: .* still blank"),
        ({"quarter-bonus.nw-high": "crossed"}, "race: .* must be circled"),
        ({"quarter-bonus.ne-low": "circled"}, "race: .* is not lost"),
        ({"astronaut.1": "crossed"}, "action"),
        ({"mission.a": 5}, "first-claim"),
        ({"mission.c": 8}, "mission"),
        ({"building.r1-c2": 0, "building.r1-c6": 16, "building.r5-c6": 17}, "number"),
    ],
)
def test_check_finds_what_no_order_explains(change: Mapping[str, Mark], told: str | None) -> None:
    found = GAME.check({**ADA, **change}, None, {"A": "A1", "B": "B2", "C": "C1"})
    assert says(found, told) if told else not found
    for contradiction in found:
        assert contradiction.fields and all(field in SHEET.field for field in contradiction.fields)


@pytest.mark.parametrize(
    "blank", ["antenna.r5-c3", "greenhouse.nw-2", "planning.2", "plant-factor.1", "tunnel.r3-c1-east"]
)
def test_marks_that_must_be_there_are_missed(blank: str) -> None:
    marks = {field: mark for field, mark in ADA.items() if field != blank}
    found = GAME.check(marks, None, {"A": "A1", "B": "B2", "C": "C1"})
    assert bool(found) == (blank != "plant-factor.1")
    assert all(blank in contradiction.fields for contradiction in found[:1])


def test_more_plants_than_numbers_in_a_quarter_are_found() -> None:
    marks: dict[str, Mark] = {"building.r6-c1": 9, **ascending(6), **circled("greenhouse.nw-1", "tank.r6-c1")}
    assert {found.rule for found in GAME.check(marks, None)} == {"location"}


def test_a_number_never_offered_is_found() -> None:
    check_finds_what_was_never_offered(GAME, "building.r5-c1")
