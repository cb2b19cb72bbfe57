from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import Deal, deal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.play.game import Outside
from fairsheet.engine.play.replay import IllegalHistory, replay
from fairsheet.engine.records.ink import History, Ink, Turn
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.model.sheet import Sheet

Table = tuple[Deal, dict[int, History]]


@pytest.fixture(scope="module")
def table(sheet: Sheet) -> Table:
    """Return a game with sabotage, arrows, X, closed errors and missions."""
    (played,) = simulate(sheet, "replay", 3)
    return deal(sheet, "replay", 3), dict(played.histories)


def edited(history: History, turn: int, change: Callable[[Turn], Turn]) -> History:
    return (*history[: turn - 1], change(history[turn - 1]), *history[turn:])


def complaint(
    game: Launch, table: Table, seat: int, turn: int, change: Callable[[Turn], Turn]
) -> IllegalHistory:
    dealt, histories = table
    with pytest.raises(IllegalHistory) as illegal:
        replay(game, dealt, {**histories, seat: edited(histories[seat], turn, change)})
    return illegal.value


def test_forced_marks_may_be_in_any_order(game: Launch, table: Table) -> None:
    """Choices keep their order, and all forced marks move to the front of their turn."""
    dealt, histories = table
    chosen = ("number", "error")

    def shuffled(turn: Turn) -> Turn:
        ink = sorted(
            turn.ink,
            key=lambda each: each.by in chosen or each.mark in ("X", "filled") or "mission" in each.field,
        )
        both = {each.field for each in turn.ink if each.mark == "circled"}
        late = [each for each in ink if each.mark == "crossed" and each.field in both]
        return replace(turn, ink=tuple([each for each in ink if each not in late] + late))

    moved = {seat: tuple(shuffled(turn) for turn in history) for seat, history in histories.items()}
    assert moved != histories
    state = replay(game, dealt, moved)
    assert all(
        game.marks(state, seat) == game.marks(replay(game, dealt, histories), seat) for seat in histories
    )


def test_unusual_choices_among_equals_are_replayed_unchanged(game: Launch, table: Table) -> None:
    """Rename rockets of a row, errors and extras among themselves, as another player would order them."""
    dealt, histories = table
    stream = Stream("habit", "test")
    renamed: dict[int, History] = {}
    for seat, history in histories.items():
        names: dict[str, str] = {}
        for equals in (*(row.rockets for row in game.board.rows), game.board.errors, game.board.extras):
            names.update(zip(equals, stream.shuffled(equals), strict=True))
        renamed[seat] = tuple(
            replace(turn, ink=tuple(replace(ink, field=names.get(ink.field, ink.field)) for ink in turn.ink))
            for turn in history
        )
    assert renamed != histories
    state = replay(game, dealt, renamed)
    assert {seat: game.history(state, seat) for seat in renamed} == renamed


def test_history_may_stop_before_the_end(game: Launch, table: Table) -> None:
    dealt, histories = table
    for turns in (0, 1, 7):
        state = replay(game, dealt, {seat: history[:turns] for seat, history in histories.items()})
        assert game.turn(state) == turns + 1
        assert game.to_move(state) == 1


def test_every_single_deletion_is_found(game: Launch, table: Table) -> None:
    dealt, histories = table
    turns = 12
    short = {seat: history[:turns] for seat, history in histories.items()}
    for seat, history in short.items():
        for turn in history:
            for ink in turn.ink:
                missing = edited(history, turn.turn, without(ink))
                with pytest.raises(IllegalHistory):
                    replay(game, dealt, {**short, seat: missing})


def first(table: Table, seat: int, *fields: str) -> tuple[int, Ink]:
    """Return the first turn and ink of a seat whose field starts with one of these."""
    return next(
        (turn.turn, ink) for turn in table[1][seat] for ink in turn.ink if ink.field.startswith(fields)
    )


def without(ink: Ink) -> Callable[[Turn], Turn]:
    return lambda turn: replace(turn, ink=tuple(each for each in turn.ink if each != ink))


def swapped(ink: Ink, other: Ink) -> Callable[[Turn], Turn]:
    return lambda turn: replace(turn, ink=tuple(other if each == ink else each for each in turn.ink))


def test_reasons_name_turn_seat_and_fault(game: Launch, table: Table) -> None:
    number = table[1][1][0].ink[0]
    assert isinstance(number.mark, int)
    illegal = complaint(game, table, 1, 1, swapped(number, replace(number, mark=number.mark % 15 + 1)))
    assert (illegal.turn, illegal.seat) == (1, 1)
    assert "offer" in illegal.why
    assert str(illegal).startswith("turn 1, seat 1: ")

    turn, rocket = first(table, 2, "row-rocket")
    cut = complaint(game, table, 2, turn, without(rocket))
    assert "must also lead to crossed in row-rocket" in cut.why
    double = replace(rocket, field="row-rocket.10-1")
    added = complaint(game, table, 2, turn, lambda each: replace(each, ink=(*each.ink, double)))
    assert "nothing in this turn leads to crossed in row-rocket.10-1 (bonus)" in added.why
    by = complaint(game, table, 2, turn, swapped(rocket, replace(rocket, by="mission")))
    assert "nothing in this turn leads to" in by.why

    assert (
        "turn starts with one number" in complaint(game, table, 3, 2, lambda each: replace(each, ink=())).why
    )
    assert (
        "turn starts with one number"
        in complaint(game, table, 3, 2, lambda each: replace(each, offer=None)).why
    )
    assert "no offer 9" in complaint(game, table, 3, 2, lambda each: replace(each, offer=9)).why
    gap = complaint(game, table, 3, 2, lambda each: replace(each, turn=9))
    assert (gap.turn, gap.seat) == (2, 3)
    assert "turn 9 comes instead of turn 2" in gap.why


def test_voluntary_error_is_refused(game: Launch, table: Table) -> None:
    error = Turn(1, None, (Ink("error.1", "circled", "error"),))
    illegal = complaint(game, table, 2, 1, lambda _: error)
    assert "only be circled when no number can be written" in illegal.why


def test_cross_before_its_circle_is_refused(game: Launch, sheet: Sheet) -> None:
    """An error circled and crossed in one turn must be circled first; this game contains one."""
    (played,) = simulate(sheet, "both 34", 4)
    turns = [(seat, turn) for seat, history in played.histories.items() for turn in history]
    seat, turn = next((seat, turn) for seat, turn in turns if _field_marked_twice(turn))
    late = next(ink for ink in turn.ink if ink.field == _field_marked_twice(turn))
    backwards = replace(turn, ink=(*(ink for ink in turn.ink if ink != late), late))
    history = edited(played.histories[seat], turn.turn, lambda _: backwards)
    with pytest.raises(IllegalHistory, match=f"{late.field} is crossed before it is circled"):
        replay(game, deal(sheet, played.seed, 4), {**played.histories, seat: history})


def _field_marked_twice(turn: Turn) -> str | None:
    """Return the first field that gets two marks in the turn."""
    fields = [ink.field for ink in turn.ink]
    return next((field for field in fields if fields.count(field) == 2), None)


def test_lengths_must_agree_and_nothing_follows_the_end(game: Launch, table: Table) -> None:
    dealt, histories = table
    last = len(histories[1])
    with pytest.raises(IllegalHistory, match=f"turn {last}, seat 2: the history ends before turn {last}"):
        replay(game, dealt, {**histories, 2: histories[2][:-1]})
    longer = {seat: (*history, replace(history[-1], turn=last + 1)) for seat, history in histories.items()}
    with pytest.raises(IllegalHistory, match=f"over after turn {last}"):
        replay(game, dealt, longer)


def test_one_sheet_can_be_replayed_with_the_others_actions(game: Launch, table: Table) -> None:
    dealt, histories = table
    outside = [
        Outside(turn, ink)
        for turn in range(1, len(histories[1]) + 1)
        if (ink := _felt_fields(histories[1][turn - 1]) + _felt_fields(histories[3][turn - 1]))
    ]
    alone = replay(game, dealt, {2: histories[2]}, outside)
    assert game.history(alone, 2) == histories[2]
    with pytest.raises(IllegalHistory):
        replay(game, dealt, {2: histories[2]})


def _felt_fields(turn: Turn) -> tuple[str, ...]:
    return tuple(
        ink.field
        for ink in turn.ink
        if ink.field.startswith(("sabotage", "mission")) and ink.by != "incident"
    )
