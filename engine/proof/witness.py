"""A history that leads to the sheets: the plan of a solution, carried out under the rules of the game."""

from __future__ import annotations

from typing import Any

from engine.game import PASS, Game, Step, habit_of
from engine.ink import History, Mark
from engine.proof.case import Case, Plan


class PlanFails(Exception):
    """The rules do not follow a plan; `turn` is the first one in which they cannot."""

    def __init__(self, turn: int) -> None:
        self.turn = turn
        super().__init__(f"the rules do not follow the plan in turn {turn}")


def witness(game: Game, case: Case, plan: Plan) -> dict[int, History]:
    """Histories by seat that end with exactly the ink of the case. Raises PlanFails.

    The rules decide: only legal steps are played. Inside a turn the order of a player's steps is searched.
    """
    habits = {seat: habit_of(marks) for seat, marks in case.sheets.items()}
    state = game.start(plan.deal, habits, sorted(case.sheets), plan.outside)
    for turn in range(1, plan.turns + 1):
        state, _ = _play_turn(game, case, plan, turn, state)
        if state is None:
            raise PlanFails(turn)
    for seat, marks in case.sheets.items():
        made = game.marks(state, seat)
        for field in {*marks, *made}:
            if made.get(field) != marks.get(field):
                raise PlanFails(plan.when[seat].get(field, plan.turns))
    return {seat: game.history(state, seat) for seat in case.sheets}


def _play_turn(game: Game, case: Case, plan: Plan, turn: int, state: Any) -> tuple[Any, set[int]]:
    """The state after a turn in which every player has made the marks planned for it, or None.

    With it the seats that could not. What others did in the turn is not to blame for that, so only steps of
    these seats are taken back (conflict-directed backjumping).
    """
    seat = game.to_move(state)
    if seat is None or game.turn(state) != turn:
        failed = {seat for seat in case.sheets if not _is_done(game, case, plan, turn, state, seat)}
        return None if failed else state, failed
    blamed = {seat}
    for step in _steps(game, case, plan, turn, state, seat):
        end, failed = _play_turn(game, case, plan, turn, game.play(state, step))
        if end is not None or seat not in failed:
            return end, failed
        blamed |= failed
    return None, blamed


def _steps(game: Game, case: Case, plan: Plan, turn: int, state: Any, seat: int) -> list[Step]:
    """The legal steps that the plan allows, those that decline last."""
    marks, when = case.sheets[seat], plan.when[seat]
    steps = [
        step
        for step in game.legal_steps(state)
        if all(
            when.get(ink.field, turn) == turn and _becomes(marks.get(ink.field), ink.mark) for ink in step.ink
        )
    ]
    return sorted(steps, key=lambda step: step.kind == PASS)


def _becomes(final: Mark | None, mark: Mark) -> bool:
    """Whether a field that ends with `final` bore this mark on the way."""
    return final == mark or (final == "circled+crossed" and mark in ("circled", "crossed"))


def _is_done(game: Game, case: Case, plan: Plan, turn: int, state: Any, seat: int) -> bool:
    """Whether the player has inked all that is planned for the turn, and nothing that belongs elsewhere.

    A circle of an earlier turn is not its cross.
    """
    marks, when = case.sheets[seat], plan.when[seat]
    played = game.history(state, seat)
    made = played[turn - 1].ink if len(played) >= turn else ()
    inked = {ink.field for ink in made}
    for ink in made:
        final = marks.get(ink.field)
        planned = final == "circled+crossed" or when.get(ink.field, turn) == turn
        if not planned or not _becomes(final, ink.mark):
            return False
    return all(field in inked for field, chosen in when.items() if chosen == turn)
