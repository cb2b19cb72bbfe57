"""Verdicts on tables of escape: bots' games are legal, impossible ones are found, every history replays."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.escape import _airlocks
from fairsheet.engine.games.escape._rules import Escape
from fairsheet.engine.play.game import Step
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine import tables
from tests.engine.tables import changed, game_of_bots, judged, words

SHEET = load_sheet("escape")
GAME = Escape(SHEET)


def by_hand(*choices: str, seed: str = "by hand") -> Marks:
    """Return the ink after repeatedly taking the first step of the first available kind."""
    dealt = deal(SHEET, seed, 1)
    state = GAME.start(dealt)
    while GAME.turn(state) < 9 and GAME.to_move(state) is not None:
        steps = GAME.legal_steps(state)

        def rank(step: Step) -> int:
            return choices.index(step.kind) if step.kind in choices else len(choices)

        state = GAME.play(state, min(steps, key=rank))
    return dict(GAME.marks(state, 1))


@pytest.mark.parametrize(
    "choices",
    [
        ("airlock", "pass", "number"),
        ("airlock", "planning", "robot", "pass", "number"),
        ("airlock", "astronaut", "unused", "double", "number", "energy"),
    ],
)
def test_declined_choices_are_legal(choices: tuple[str, ...]) -> None:
    marks = by_hand(*choices)
    record = Record.on(load_sheet("escape"), Table("by hand", 1), 1, marks)
    assert words(judged([record], 60)) == {"legal"}


@pytest.mark.parametrize(("mark", "verdict"), [("crossed", "illegal"), ("circled", "legal")])
def test_lost_double_is_crossed_and_declined_one_may_stay_blank(mark: str, verdict: str) -> None:
    records = list(game_of_bots("escape", "honest", "random").records)
    doubles = GAME.board.double_of.values()
    place, double = next(
        (k, double)
        for double in doubles
        for k, record in enumerate(records)
        if record.marks.get(double) == mark
    )
    records[place] = changed(records[place], {double: None})
    assert verdict in words(judged(records, 60))


def test_airlock_needs_a_cause() -> None:
    record = game_of_bots("escape", "honest", "random").records[0]
    drawable = [ink.field for ink in _airlocks.choices(GAME.board, record.marks, "action")]
    more = changed(record, dict.fromkeys(drawable[:4], "drawn"))
    assert words(judged([more], 60)) == {"illegal"}


def test_robot_draws_an_airlock_even_after_another() -> None:
    """The action's only airlock leads to the robot, so the robot's own airlock is missing."""
    marks: dict[str, Mark] = {"ship-1.2": 8, "ship-2.2": 9, "airlock.1a-2a": "drawn"}
    assert tables.by_hand("escape", marks) == ["legal"]
    del marks["ship-2.2"]
    assert tables.by_hand("escape", {**marks, "ship-2.3": 9}) == ["illegal"]


def test_number_before_its_section_could_open_is_illegal() -> None:
    """The only airlock comes from an error, so the only number beyond it cannot be older."""
    record = game_of_bots("escape", "honest", "random").records[0]
    dealt = deal(SHEET, "honest", 2)
    first = dealt.offers(1)[0]
    marks: dict[str, Mark] = {"ship-2.1": first.number, "airlock.1a-2a": "drawn"}
    assert words(judged([replace(record, marks=marks)], 60)) == {"illegal"}


def test_closed_section_names_the_airlocks_that_could_open_it() -> None:
    (found,) = (each for each in GAME.contradictions({"ship-4.3": "X"}, None) if each.rule == "open")
    section = GAME.board.section_of["ship-4.3"]
    assert set(found.involved) == {"ship-4.3", *GAME.board.airlocks_at[section]}
