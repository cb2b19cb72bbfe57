"""Test contradictions on one sheet of launch, with the smallest set of fields that shows each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from fairsheet.engine.dealing.deal import Deal, deal
from fairsheet.engine.dealing.solo_deck import DealtEffect
from fairsheet.engine.games.launch._rockets import RocketsInTime
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.games.launch._sabotage import TakenInTime, turn_contradictions
from fairsheet.engine.records.record import deal_of
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import TRUE, Model, Term
from fairsheet.engine.solver.solve import Solver
from fairsheet.engine.solver.timeline import Choice
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet
from tests.engine.by_hand import crossed, rocket_rows, slots_of


def rules_broken(game: Launch, marks: Marks, dealt: Deal | None = None) -> set[str]:
    return {contradiction.rule for contradiction in game.contradictions(marks, dealt)}


def section(game: Launch, name: str, *effects: str) -> dict[str, Mark]:
    """Return a section filled with ascending numbers, with some effects crossed."""
    slots = game.board.sections[f"section.{name}"].slots
    return {**{slot: int(slot.split(".")[1]) for slot in slots}, **crossed(*effects)}


def rockets(game: Launch, count: int) -> dict[str, Mark]:
    """Return the first `count` rockets crossed, with the values of their rows."""
    marks: dict[str, Mark] = {}
    for row in game.board.rows:
        for rocket in row.rockets:
            if count:
                marks[rocket] = "crossed"
                count -= 1
        if all(rocket in marks for rocket in row.rockets):
            marks[row.value] = "crossed"
    return marks


def test_blank_sheet_and_correct_section_are_possible(game: Launch) -> None:
    assert list(game.contradictions({}, None)) == []
    done = section(game, "7-1", "rockets.7-1", "sabotage.7-1-1")
    assert list(game.contradictions({**done, **rockets(game, 2)}, None)) == []


def test_every_fault_is_found_with_its_fields(game: Launch) -> None:
    done = {**section(game, "7-1", "rockets.7-1", "sabotage.7-1-1"), **rockets(game, 2)}
    slots = ("floor-7.1", "floor-7.2")
    nine = rocket_rows(game, 9)
    cases: list[tuple[dict[str, Mark], str, tuple[str, ...]]] = [
        ({"floor-3.1": 5, "floor-3.7": 5}, "ascend", ("floor-3.1", "floor-3.7")),
        (
            {"floor-3.1": 5, "floor-3.2": "X", "floor-3.3": 4, "build-x.3-3": "crossed"},
            "ascend",
            ("floor-3.1", "floor-3.3"),
        ),
        ({"floor-3.1": 0}, "number", ("floor-3.1",)),
        ({"floor-3.1": 16}, "number", ("floor-3.1",)),
        ({"rockets.7-1": "crossed", "floor-7.2": 3}, "section", ("rockets.7-1", "floor-7.1")),
        ({"prepare.6-1": "crossed"}, "section", ("prepare.6-1", "floor-6.1")),
        ({f: m for f, m in done.items() if f != "rockets.7-1"}, "section", ("rockets.7-1", *slots)),
        ({f: m for f, m in done.items() if f != "sabotage.7-1-1"}, "section", ("sabotage.7-1-1", *slots)),
        (section(game, "2-1", "rockets.2-1", "idle-rockets.2-1"), "idle", ("idle-rockets.2-1", "arrow.2-1")),
        (
            {**section(game, "2-1", "rockets.2-1"), "arrow.2-1": "filled"},
            "idle",
            ("arrow.2-1", "idle-rockets.2-1", "floor-2.1", "floor-2.2"),
        ),
        ({"floor-1.1": "X"}, "build-x", ("floor-1.1",)),
        (section(game, "1-1", "rockets.1-1", "build-x.1-1"), "build-x", ("build-x.1-1",)),
        ({"arrow.7-2": "filled"}, "prepare", ("arrow.7-2",)),
        (section(game, "6-1", "prepare.6-1"), "prepare", ("prepare.6-1",)),
        ({"row-rocket.2-1": "crossed"}, "order", ("row-rocket.1-1", "row-rocket.2-1")),
        ({"row-value.1": "crossed"}, "row", ("row-value.1", "row-rocket.1-1")),
        (
            {f"row-rocket.1-{k}": "crossed" for k in range(1, 6)},
            "row",
            ("row-value.1", *(f"row-rocket.1-{k}" for k in range(1, 6))),
        ),
        ({"error.4": "crossed"}, "error", ("error.4",)),
        ({**nine, "error.4": "circled+crossed"}, "order", ("error.4", "row-rocket.10-1")),
        ({**nine, "extra-rocket.2": "crossed"}, "order", ("extra-rocket.2", "row-rocket.10-1")),
        (crossed("mission.b"), "mission", ("mission.b", "floor-3.1", "floor-1.1")),
        (crossed("sabotage.2-4-1"), "sabotage", ("sabotage.2-4-1",)),
        (
            {**crossed("sabotage.2-4-1", "sabotage.8-1-1"), "error.3": "circled"},
            "sabotage",
            ("sabotage.2-4-1", "sabotage.8-1-1", "error.3"),
        ),
    ]
    for marks, rule, fields in cases:
        found = [each for each in game.contradictions(marks, None) if each.rule == rule]
        assert found, (rule, marks)
        assert set(found[0].involved) == set(fields), (rule, found[0])
        assert found[0].why
        assert "\n" not in found[0].why


@pytest.mark.parametrize(
    ("earned", "crossed_rockets", "broken"), [(2, 1, True), (2, 2, False), (2, 3, True), (0, 1, True)]
)
def test_crossed_rockets_are_earned(game: Launch, earned: int, crossed_rockets: int, broken: bool) -> None:
    marks = section(game, "7-1", "rockets.7-1", "sabotage.7-1-1") if earned else {}
    assert ("rockets" in rules_broken(game, {**marks, **rockets(game, crossed_rockets)})) == broken


def test_mission_rockets_are_the_first_or_the_later_number(game: Launch, sheet: Sheet) -> None:
    """B2 gives 3 or 2, in addition to the rockets of its two floors."""
    dealt = deal(sheet, "coral-otter-42", 2)
    assert dealt.missions["B"] == "B2"
    marks: dict[str, Mark] = {**slots_of(1, 8), **slots_of(2, 8), "mission.b": "crossed"}
    marks.update(
        crossed(*(f"rockets.{k}" for k in ("1-1", "1-2", "1-3", "2-1", "2-2", "2-3")), "sabotage.2-4-1")
    )
    for count, possible in ((13, False), (14, True), (15, True), (16, False)):
        assert ("rockets" not in rules_broken(game, {**marks, **rockets(game, count)}, dealt)) == possible


def test_known_missions_are_checked(game: Launch, sheet: Sheet) -> None:
    """The full energy floor meets B1, which gives 3 or 2; B2 needs other floors."""
    marks: dict[str, Mark] = {**slots_of(3, 10), "mission.b": "crossed"}
    marks.update(crossed("rockets.3-1", "rockets.3-2", "rockets.3-3", "sabotage.3-1-1", "sabotage.3-1-2"))
    marks.update(rockets(game, 12))
    assert list(game.contradictions(marks, None)) == []
    assert list(game.contradictions(marks, None, {"B": "B1"})) == []
    assert [each.rule for each in game.contradictions(marks, None, {"B": "B2"})] == ["mission"]
    for seed, broken in (("coral-otter-42", True), ("1", False)):
        dealt = deal(sheet, seed, 2)
        assert dealt.missions["B"] == ("B2" if broken else "B1")
        assert ("mission" in rules_broken(game, marks, dealt)) == broken


def test_rockets_can_be_lost_only_if_all_extras_are_crossed(game: Launch) -> None:
    everything: dict[str, Mark] = {}
    for name, sec in game.board.sections.items():
        everything.update(section(game, name.removeprefix("section.")))
        everything.update(
            crossed(*(e for e in sec.effects if game.board.symbol[e] in ("rockets", "sabotage")))
        )
    everything.update(rocket_rows(game, 10))  # 41 earned, 31 used
    for extras, errors, possible in ((8, 0, True), (7, 3, True), (7, 2, False), (8, 3, False)):
        marks = {**everything, **crossed(*(f"extra-rocket.{k}" for k in range(1, extras + 1)))}
        marks.update({f"error.{k}": "circled+crossed" for k in range(1, errors + 1)})
        assert ("rockets" not in rules_broken(game, marks)) == possible, (extras, errors)


def test_lost_mission_is_possible_with_enough_circled_errors(game: Launch, sheet: Sheet) -> None:
    dealt = next(d for k in range(20) if (d := deal(sheet, f"c2 {k}", 2)).missions["C"] == "C2")
    rows = {**rocket_rows(game, 10), "mission.c": "crossed"}
    errors = game.board.errors
    enough = next(n for n in range(9) if game.claims["C2"].is_met(dict.fromkeys(errors[:n], "circled")))
    for circled in range(len(errors) + 1):
        closed = dict.fromkeys(errors[:circled], "circled+crossed")
        assert ("mission" in rules_broken(game, {**rows, **closed}, dealt)) == (circled < enough), circled


def test_eight_circled_errors_excuse_further_sabotage(game: Launch) -> None:
    """Nine incidents are impossible, but all errors may be own ones and every symbol may be suffered."""
    marks: dict[str, Mark] = {**crossed(*game.board.sabotages), **dict.fromkeys(game.board.errors, "circled")}
    assert "sabotage" not in rules_broken(game, marks)
    del marks["error.1"]
    assert "sabotage" in rules_broken(game, marks)


def test_one_sabotage_is_described_in_the_singular(game: Launch) -> None:
    found = list(game.contradictions({game.board.sabotages[0]: "crossed"}, None))
    assert "opponents set off 1 sabotage, but 0 errors are circled" in [each.why for each in found]


def test_solo_player_suffers_no_sabotage(game: Launch, sheet: Sheet) -> None:
    marks: dict[str, Mark] = {"sabotage.7-1-1": "crossed", "error.1": "circled"}
    assert "sabotage" in rules_broken(game, marks, deal(sheet, "x", 1))
    assert "sabotage" not in rules_broken(game, marks, deal(sheet, "x", 2))


def test_numbers_must_be_offered_with_the_action_of_their_floor(game: Launch, sheet: Sheet) -> None:
    dealt = deal(sheet, "coral-otter-42", 2)
    offers = {(offer.number, offer.action) for offer in dealt.offers(1)}
    assert (4, "water") in offers
    assert list(game.contradictions({"floor-7.1": 4}, dealt)) == []
    assert list(game.contradictions({"floor-1.1": 4}, dealt)) == []
    (found,) = game.contradictions({"floor-7.1": 5}, dealt)
    assert (found.rule, found.fields) == ("offer", ("floor-7.1",))
    assert "5 with water" in found.why
    # An error leaves room for one more turn, and the second turn offers 13 with plant.
    assert rules_broken(game, {"floor-2.1": 13}, dealt) == {"offer"}
    assert rules_broken(game, {"floor-2.1": 13, "error.1": "circled"}, dealt) == set()


@pytest.mark.parametrize(
    ("circled", "suffered", "turns"),
    [(0, 0, 1), (3, 0, 4), (3, 2, 2), (3, 3, 1), (7, 5, 3), (8, 0, 9), (8, 5, 9)],
)
def test_last_turn_follows_from_numbers_and_own_errors(
    game: Launch, sheet: Sheet, circled: int, suffered: int, turns: int
) -> None:
    """Sabotage errors are no turns, unless all eight are circled: then none may have been left for a sabotage."""
    dealt = deal(sheet, "coral-otter-42", 2)
    marks: dict[str, Mark] = dict.fromkeys(game.board.errors[:circled], "circled")
    marks.update(crossed(*game.board.sabotages[:suffered]))
    for number in range(1, 16):
        offered = any(offer.number == number for turn in dealt.turns(turns) for offer in turn.offers)
        broken = rules_broken(game, {**marks, "floor-1.1": number}, dealt)
        assert ("offer" not in broken) == offered, number


def test_skipped_rocket_is_named_once_with_the_next_crossed_one(game: Launch) -> None:
    marks = rocket_rows(game, 4)
    del marks["row-rocket.1-2"], marks["row-value.1"]
    for rocket in (*game.board.rows[1].rockets, game.board.rows[1].value):
        del marks[rocket]
    early = [each.fields for each in game.contradictions(marks, None) if each.rule == "order"]
    assert early == [("row-rocket.1-2", "row-rocket.3-1")]


def test_two_numbers_cannot_share_a_turn(game: Launch, sheet: Sheet) -> None:
    dealt = deal(sheet, "coral-otter-42", 2)
    offers = [dealt.offers(turn) for turn in (1, 2)]
    first = [offer for offer in offers[0] if offer.number not in {o.number for o in offers[1]}]
    marks: dict[str, Mark] = {
        "floor-1.1": min(o.number for o in first),
        "floor-1.8": max(o.number for o in first),
    }
    (found,) = game.contradictions(marks, dealt)
    assert (found.rule, set(found.fields)) == ("offer", set(marks))
    assert "turn 1" in found.why


def test_x_marks_beyond_the_effects_are_found(game: Launch) -> None:
    marks: dict[str, Mark] = {**dict.fromkeys(game.board.slots, "X"), **crossed(*game.board.builds)}
    assert "build-x" in rules_broken(game, marks)


@pytest.mark.parametrize(
    ("marks", "fields"),
    [({}, {"floor-9.1"}), ({"floor-9.1": 5, "error.1": "circled"}, {"floor-9.1", "error.1"})],
)
def test_wrong_number_of_turns_names_the_numbers_and_errors(
    game: Launch, marks: Marks, fields: set[str]
) -> None:
    (found,) = turn_contradictions(game.board, 3, marks)
    assert (found.rule, set(found.involved)) == ("turn", fields)


@pytest.mark.parametrize(
    ("earned", "excess", "full"), [(0, 0, False), (2, 0, False), (3, 0, True), (5, 2, True)]
)
def test_rockets_beyond_full_rows_are_surplus(earned: int, excess: int, full: bool) -> None:
    """Three rows are tried, also with one rocket missing."""
    model = Model()
    rockets = [(1, model.literal()) for _ in range(5)]
    about: Any = SimpleNamespace(model=model, rows=("a", "b", "c"))
    beyond, is_full = RocketsInTime._in_excess(about, rockets)
    model.linear(rockets, earned, earned)
    model.linear([(1, beyond)], excess, excess)
    model.clause(is_full if full else -is_full)
    assert Solver(model).solve(Budget(10)) == "solved"


@pytest.mark.parametrize(
    ("effect", "claim", "suffered", "crossed"),
    [
        *[(1, 4, [2], 0), (2, 4, [2], 0), (3, 4, [2], 1), (4, 1, [2], 0), (4, 2, [2], 1), (3, 2, [3], 0)],
        (2, 4, [1, 1], 1),
        (2, 2, [1, 1], 2),
    ],
)
def test_rockets_cross_errors_that_are_open_when_they_are_earned(
    effect: int, claim: int, suffered: Sequence[int], crossed: int
) -> None:
    """With full rows, an effect's rocket precedes a sabotage of its turn, and a claim's rocket follows it."""

    def errors(turn: int, suffered_until: int | None = None) -> list[Term]:
        until = turn if suffered_until is None else suffered_until
        return [(1, TRUE)] * sum(each <= until for each in suffered)

    def earned(turn: int, claims_until: int) -> list[Term]:
        return [(1, TRUE)] * ((effect <= turn) + (claim <= claims_until))

    for count in (0, 1, 2):
        model = Model()
        about: Any = SimpleNamespace(
            model=model, rows=(), turns=(1, 2, 3), errors=SimpleNamespace(circled=errors)
        )
        about.sheet = SimpleNamespace(seat=1, name=lambda *fields: fields)
        about.earned, about._in_excess = earned, partial(RocketsInTime._in_excess, about)
        about.crossed, about.rows_full, about.crossed_before, about.crossed_after = (
            ("error",) * count,
            {},
            {},
            {},
        )
        RocketsInTime._crossed_errors(about)
        assert (Solver(model).solve(Budget(10)) == "solved") == (count == crossed)


@pytest.mark.parametrize(("completed", "possible"), [(2, False), (3, True), (4, True)])
def test_effect_takes_only_a_sabotage_that_is_not_set_off_yet(
    game: Launch, completed: int, possible: bool
) -> None:
    """The effect of turn 3 may take a sabotage whose section the player completes in that turn, but not before."""
    model, board, symbol = Model(), game.board, game.board.sabotages[0]
    about: Any = SimpleNamespace(model=model, board=board, marks=crossed(symbol), name=lambda *fields: fields)
    complete = {board.home_of[symbol].id: Choice(model, [completed])}
    taken = TakenInTime(about, complete, [DealtEffect("A", 1, turn=3)])
    taken.constrain(Panel(solo_sheet(game.sheet, 1)))
    assert (Solver(model).solve(Budget(10)) == "solved") == possible


def test_missing_forced_mark_is_found(game: Launch, sheet: Sheet) -> None:
    """Every crossed effect, rocket or value that the rules force is removed, without any order."""
    erased = 0
    forced = {"rockets", "row", "build-x", "prepare"}
    for seed in ("tamper 1", "tamper 2"):
        (played,) = simulate(sheet, seed, 3)
        for record in played.records:
            dealt = deal_of(sheet, record)
            for field in record.marks:
                symbol = sheet.field[field].symbol
                if symbol in forced or field.startswith(("arrow", "idle", "row-rocket")):
                    marks = {other: mark for other, mark in record.marks.items() if other != field}
                    assert list(game.contradictions(marks, dealt)), field
                    erased += 1
    assert erased > 100
