"""Whole games of dome: scores computed by hand, the invariants of bots' sheets, what `check` finds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.dome._rules import Dome
from fairsheet.engine.rank import score_table
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, drawn
from tests.engine.tables import (
    check_alone,
    check_finds_what_was_never_offered,
    check_played,
    game_of_bots,
    says,
)

SHEET = load_sheet("dome")
GAME = Dome(SHEET)
FLOORS = {1: 9, 2: 10, 3: 10, 4: 9}
STARTS = {1: (6, 7), 2: (4, 5), 3: (3, 4), 4: (5, 6)}
TOWERS = {t: [f"tower-{t}.{f}" for f in range(1, floors + 1)] for t, floors in FLOORS.items()}
SLOTS = [slot for tower in TOWERS.values() for slot in tower]
CHAIN = [f"dome.{part}-{side}" for part in range(1, 9) for side in ("left", "right")]
AREAS = ("missions", "harvest", "astronauts", "dome")


def rows(area: str, count: int) -> dict[str, Mark]:
    return {f"{area}-upgrade.{k}": "crossed" for k in range(1, count + 1)}


def astronauts(count: int) -> dict[str, Mark]:
    return {f"astronaut.{k}": "crossed" for k in range(1, count + 1)}


def record(seat: int, marks: Mapping[str, Mark], players: int = 3) -> Record:
    return Record.on(load_sheet("dome"), Table(None, players), seat, marks)


ADA: dict[str, Mark] = {
    **rows("missions", 2), **rows("harvest", 1), **rows("astronauts", 3), **rows("dome", 2),
    **circled("mission.a-first", "mission.b-later"),
    **circled("plant.3-left", "plant.4-left", "water.4", "plant.5-left", "plant.5-right", "water.5"),
    **circled("plant.6-left", "plant.6-right", "water.7"),
    **circled("bonus.1-top-high", "bonus.3-bottom-low", "bonus.4-bottom-high"),
    **astronauts(4),
    **drawn("dome.1-left", "dome.1-right", "dome.8-left", "dome.8-right", "dome.2-left", "cut.2", "cut.3"),
    "error.1": "crossed",
}  # fmt: skip


def test_the_worked_example() -> None:
    table = [record(1, ADA), record(2, astronauts(4)), record(3, astronauts(2))]
    ada = score_table(load_sheet("dome"), table).players[0]
    assert ada.parts == {
        "score.missions": 20,
        "score.levels-with-1": 4,
        "score.levels-with-2": 12,
        "score.levels-with-3": 10,
        "score.towers": 24,
        "score.astronauts": 20,
        "score.dome": 28,
        "score.errors": 5,
    }
    assert ada.total == 57


@pytest.mark.parametrize(
    ("crossed", "upgraded", "points"),
    [
        ((0, 0), (0, 0), [0, 0]),
        ((1, 0), (0, 0), [-10, 0]),
        ((3, 3), (0, 1), [-10, 0]),
        ((3, 2, 2, 1, 0), (4, 0, 3, 4, 4), [30, 0, 7, 10, 0]),
    ],
)
def test_the_most_astronauts_take_the_first_column_all_others_the_second(
    crossed: tuple[int, ...], upgraded: tuple[int, ...], points: list[int]
) -> None:
    table = [
        record(seat, {**astronauts(count), **rows("astronauts", ladder)}, len(crossed))
        for seat, (count, ladder) in enumerate(zip(crossed, upgraded, strict=True), start=1)
    ]
    assert [
        player.parts["score.astronauts"] for player in score_table(load_sheet("dome"), table).players
    ] == points


@pytest.mark.parametrize(
    ("marks", "missing"),
    [
        ({}, 8),
        (drawn("cut.1"), 9),
        (drawn(*(f"cut.{part}" for part in range(1, 9))), 16),
        (drawn("cut.1", "dome.1-left"), 8),
        (drawn("cut.1", "dome.1-left", "dome.1-right"), 7),
        (drawn(*CHAIN, "cut.4"), 0),
    ],
)
def test_what_is_missing_of_the_dome(marks: dict[str, Mark], missing: int) -> None:
    score = score_table(load_sheet("dome"), [record(1, marks)]).players[0]
    assert score.parts["score.dome"] == 6 * missing


def test_ties_go_to_fewer_errors() -> None:
    same = [record(1, {"error.1": "crossed", **circled("bonus.2-bottom-low")}), record(2, {})]
    scored = score_table(load_sheet("dome"), same)
    assert [player.total for player in scored.players] == [-48, -48]
    assert scored.ranking == ((2,), (1,))


def has(marks: Mapping[str, Mark], prefix: str, mark: Mark) -> int:
    return sum(field.startswith(prefix) and made == mark for field, made in marks.items())


def check_one_sheet(marks: Mapping[str, Mark], turns: int) -> None:
    """The invariants of a sheet, numbered as in the rules."""
    numbers = {slot: mark for slot in SLOTS if isinstance(mark := marks.get(slot), int)}
    crosses = sum(marks.get(slot) == "X" for slot in SLOTS)
    errors = has(marks, "error.", "crossed")
    assert len(numbers) + errors == turns  # 1
    for tower, slots in TOWERS.items():  # 2
        filled = [floor for floor, slot in enumerate(slots, start=1) if slot in marks]
        written = [numbers[slot] for slot in slots if slot in numbers]
        assert all(a < b for a, b in pairwise(written))
        assert all(b - a == 1 for a, b in pairwise(filled))
        assert not filled or set(filled) & set(STARTS[tower])
        for place, end in ((1, "bottom"), (FLOORS[tower], "top")):  # 4
            high, low = (marks.get(f"bonus.{tower}-{end}-{which}") for which in ("high", "low"))
            assert ((high == "circled") + (low == "circled")) == (place in filled)
            assert high in (None, "circled", "crossed") and low in (None, "circled")
            assert low is None or high == "crossed"
    assert all(f"error.{k}" in marks for k in range(1, errors + 1))  # 3
    for area in AREAS:
        count = has(marks, f"{area}-upgrade", "crossed")
        assert all(f"{area}-upgrade.{k}" in marks for k in range(1, count + 1))
    missing = [place for place, link in enumerate(CHAIN) if link not in marks]
    assert all(b - a == 1 for a, b in pairwise(missing))  # 5
    builds: list[bool] = []  # of each building action, whether its part is odd
    cuttable = 0
    for part in range(1, 9):
        halves = sum(f"dome.{part}-{side}" in marks for side in ("left", "right"))
        if f"cut.{part}" not in marks:
            assert halves != 1
            halves //= 2
            cuttable += not halves
        builds += [bool(part % 2)] * halves
    cuts = has(marks, "cut.", "drawn")
    assert cuts == crosses or (cuts < crosses and not cuttable)  # 6
    for level in range(1, 9):  # 7
        symbols = sum(f"{symbol}" in marks for symbol in (
            f"plant.{level}-left", f"plant.{level}-right", f"water.{level}"))  # fmt: skip
        joined = sum(SHEET.field[slot].attrs["level"] == f"level.{level}" for slot in numbers)
        assert symbols <= joined
    crew = has(marks, "astronaut.", "crossed")
    actions = has(marks, "plant.", "circled") + has(marks, "water.", "circled") + crew + len(builds) + crosses
    actions += sum(has(marks, f"{area}-upgrade", "crossed") for area in AREAS)
    assert actions <= len(numbers)  # 8
    assert sum(builds) <= sum(n % 2 for n in numbers.values() if n < 16)  # 9
    assert len(builds) - sum(builds) <= sum(not n % 2 for n in numbers.values() if 0 < n < 16)
    assert crew == 8 or sum(number in (0, 16, 17) for number in numbers.values()) <= crew  # 10


def check_table(played: Played, sheets: Mapping[int, Mapping[str, Mark]]) -> None:
    dealt = deal(SHEET, played.seed, len(sheets))
    turns = {len(history) for history in played.histories.values()}
    assert len(turns) == 1  # 13
    for tower, slots in TOWERS.items():  # 14
        for slot, end in ((slots[0], "bottom"), (slots[-1], "top")):
            high = [marks.get(f"bonus.{tower}-{end}-high") for marks in sheets.values()]
            reached = any(slot in marks for marks in sheets.values())
            assert set(high) <= ({"circled", "crossed"} if reached else {None})
            assert not reached or "circled" in high
    for letter, card in dealt.missions.items():  # 11, 15
        star, seal = f"mission.{letter.lower()}-first", f"mission.{letter.lower()}-later"
        assert not any(star in marks and seal in marks for marks in sheets.values())
        claimed = [marks for marks in sheets.values() if star in marks or seal in marks]
        assert all(GAME.claims[card].is_met(marks) for marks in claimed)
        assert not claimed or any(star in marks for marks in claimed)
    assert any(GAME.is_over(marks) for marks in sheets.values())  # 16
    when: dict[str, set[int]] = {}  # 17
    for history in played.histories.values():
        for turn in history:
            for ink in turn.ink:
                if ink.mark == "circled" and ink.field.endswith(("-high", "-first", "-later")):
                    when.setdefault(ink.field, set()).add(turn.turn)
    for field, turned in when.items():
        if not field.endswith("-later"):
            assert len(turned) == 1
        else:
            assert min(turned) > max(when[field.replace("-later", "-first")])


@settings(max_examples=12)
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
            check_one_sheet(marks, len(played.histories[seat]))
        check_table(played, sheets)


def test_one_seat_replays_with_what_the_others_did() -> None:
    game = game_of_bots("dome", "absent", "greedy", 3)
    check_alone(GAME, game, lambda ink: ink.field.endswith("-high") and ink.mark == "circled")


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        ({"tower-1.6": 9, "tower-1.7": 9}, "ascend"),
        ({"tower-1.5": 3, "tower-1.7": 9}, "growth"),
        ({"tower-1.8": 3}, "growth"),
        (circled("bonus.1-top-high"), "race: .* still blank"),
        ({"tower-3.1": 1, "tower-3.2": 2, "tower-3.3": 3}, "race: .* must be circled"),
        ({"bonus.1-top-high": "circled+crossed"}, "race"),
        (circled("bonus.1-top-high", "bonus.1-top-low"), "race"),
        (circled("bonus.1-top-low"), "race: .* is not lost"),
        (drawn("dome.1-left"), "cut: .* built alone"),
        (drawn("dome.2-left", "dome.2-right"), "chain"),
        (drawn("cut.3"), "cut"),
        ({"tower-1.6": 9, "tower-1.7": "X"}, "cut"),
        ({"harvest-upgrade.2": "crossed"}, "order: harvest"),
        ({"error.2": "crossed"}, "order: error"),
        ({"tower-1.6": 9, **circled("plant.5-left")}, "action"),
        ({"tower-1.6": 9, **drawn("dome.8-left", "dome.8-right")}, "action"),
        ({"tower-1.6": 9, **circled("plant.4-left"), **rows("dome", 1)}, "action"),
        ({"tower-1.6": 0, **circled("plant.4-left")}, "number"),
        (circled("mission.a-first", "mission.a-later"), "mission: .* claimed once"),
        (circled("mission.b-later"), "mission: .* is not met"),
    ],
)
def test_check_finds_what_no_order_explains(marks: dict[str, Mark], told: str) -> None:
    found = GAME.check(marks, None)
    assert says(found, told)
    assert all(contradiction.fields and contradiction.why for contradiction in found)


def test_one_number_for_two_actions_is_named_with_both() -> None:
    marks: dict[str, Mark] = {"tower-1.6": 9, "tower-2.4": 4, **circled("plant.4-left"), **rows("dome", 2)}
    (found,) = GAME.check(marks, None)
    assert set(found.fields) == set(marks)
    assert found.why.endswith("took an action each, but can have come with 2 numbers only")


def test_a_number_never_offered_is_found() -> None:
    check_finds_what_was_never_offered(GAME, "tower-1.6")
