"""Test sheets with some marks changed at random: every possible reading of a photo is handled.

An undone change leaves the honest sheet, although its marks are then in another order.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from fairsheet.engine.checks.attribution import marks_in
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Game
from fairsheet.engine.records.record import Record, table_of
from fairsheet.engine.records.record_checks import LONGEST_TEXT, accepts
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.bots import play_random
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark, Marks
from tests.engine.tables import judged, words

SHEET = load_sheet("launch")

PLAYERS = 2
TURNS = 5
SHEETS_CHANGED = 40
MOST_CHANGES = 6


@cache
def begun(name: str) -> tuple[Game, tuple[Record, ...]]:
    """Return the game, and a table of bots after some turns."""
    game = rules_of(load_sheet(name))
    dealt = deal(game.sheet, f"fuzz {name}", PLAYERS)
    state, chance = game.start(dealt), Stream(dealt.seed, "short")
    while game.to_move(state) is not None and game.turn(state) <= TURNS:
        state = game.play(state, play_random(game, state, chance))
    seats = range(1, PLAYERS + 1)
    return game, tuple(
        Record.on(load_sheet(name), table_of(dealt), seat, dict(game.marks(state, seat))) for seat in seats
    )


def changes(game: Game, marks: Marks, chance: Stream) -> Mapping[str, Mark | None]:
    """Return some fields with other marks, or none; half of the fields already have ink."""
    fields = [field.id for field in game.sheet.fields if field.printed is None]
    inked = [field for field in fields if field in marks]
    found: dict[str, Mark | None] = {}
    for _ in range(1 + chance.below(MOST_CHANGES)):
        id_ = chance.choice(inked if inked and chance.below(2) else fields)
        marks_there = [mark for _, mark in marks_in([id_], game.sheet)] or ["?" * chance.below(LONGEST_TEXT)]
        found[id_] = chance.choice(marks_there) if chance.below(4) else None
        assert (mark := found[id_]) is None or accepts(game.sheet.field[id_], mark)
    return found


def changed(marks: Marks, made: Mapping[str, Mark | None]) -> dict[str, Mark]:
    """Return the marks with these changes, the last ones at the end; None removes a mark."""
    left = {field: mark for field, mark in marks.items() if field not in made}
    return left | {field: mark for field, mark in made.items() if mark is not None}


def judge_quickly(game: Game, records: tuple[Record, ...], marks: Marks) -> bool:
    """Return whether `check` accepts the first sheet with these marks; its findings must be valid."""
    dealt = deal(game.sheet, records[0].game.seed or "", PLAYERS)
    for cards in (dealt, None):
        for found in game.contradictions(marks, cards, dealt.missions):
            assert found.fields and found.rule and found.why.isprintable()
            assert all(field in game.sheet.field for field in found.fields)
    return not list(game.contradictions(marks, dealt))


@pytest.mark.parametrize("name", scenario_names())
def test_changed_marks_break_nothing_and_undone_ones_have_no_effect(name: str) -> None:
    game, records = begun(name)
    chance = Stream("fuzz", name)
    first, *others = records
    assert judge_quickly(game, records, first.marks)
    honest = ruleset_of(game.sheet).score(records).players
    found = 0
    for _ in range(SHEETS_CHANGED):
        made = changes(game, first.marks, chance)
        wrong = changed(first.marks, made)
        found += not judge_quickly(game, records, wrong)
        game.is_over(wrong)
        ruleset_of(game.sheet).score([Record.on(game.sheet, first.game, 1, wrong), *others])
        undone = changed(wrong, {field: first.marks.get(field) for field in made})
        assert undone == first.marks
        assert judge_quickly(game, records, undone), made
        again = [Record.on(game.sheet, first.game, 1, undone), *others]
        assert ruleset_of(game.sheet).score(again).players == honest
    assert found


@pytest.mark.parametrize("name", ["launch", "journey", "escape"])
def test_honest_table_stays_legal_after_undone_changes(name: str) -> None:
    game, records = begun(name)
    chance = Stream("undone", name)
    shuffled = []
    for record in records:
        made = changes(game, record.marks, chance)
        back = {field: record.marks.get(field) for field in made}
        shuffled.append(
            Record.on(load_sheet(name), record.game, record.seat, changed(changed(record.marks, made), back))
        )
    assert words(judged(shuffled, 60)) == {"legal"}
