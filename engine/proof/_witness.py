"""A history that leads to the sheets: the schedule of a solution, carried out under the rules of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from fairsheet.engine.play.game import PASS, Game, Step, mark_order_of
from fairsheet.engine.play.turn_search import DeadEnd, play_turn
from fairsheet.engine.proof.request import ProofRequest, Schedule
from fairsheet.engine.records.ink import History, Ink
from fairsheet.engine.records.side_owners import owner_of, players_of
from fairsheet.engine.solver.budget import STEPPING, Budget
from fairsheet.sheets.model.marks import becomes


class ScheduleFails(Exception):
    """The rules do not follow a schedule; `turn` is the first one in which they cannot, on the sheets of some seats."""

    def __init__(self, turn: int, sheets: Collection[int]) -> None:
        self.turn, self.sheets = turn, sheets
        super().__init__(f"the rules do not follow the schedule in turn {turn}")


class BudgetSpent(Exception):
    """The budget is spent, and no history was found yet."""


def witness(game: Game, request: ProofRequest, schedule: Schedule, budget: Budget) -> dict[int, History]:
    """Histories by player that end with exactly the ink of the request. Raises ScheduleFails and BudgetSpent.

    The rules decide: only legal steps are played. Inside a turn the order of a player's steps is searched.
    """
    mark_orders = {seat: mark_order_of(marks) for seat, marks in request.sheets.items()}
    state = game.start(schedule.deal, mark_orders, sorted(request.sheets), schedule.outside)
    for turn in range(game.turn(state), schedule.turns + 1):
        state = _play_turn(game, request, schedule, budget, turn, state)
    for seat, marks in request.sheets.items():
        made = game.marks(state, seat)
        for field in dict.fromkeys((*marks, *made)):
            if made.get(field) != marks.get(field):
                raise ScheduleFails(schedule.when[seat].get(field, schedule.turns), [seat])
    return {seat: game.history(state, seat) for seat in request.sheets if seat <= request.players}


def _play_turn(
    game: Game, request: ProofRequest, schedule: Schedule, budget: Budget, turn: int, state: Any
) -> Any:
    """The state after a turn in which every player has made the marks planned for it.

    Raises ScheduleFails and BudgetSpent.
    """

    def steps(state: Any, seat: int) -> list[Step]:
        _spend_step(budget)
        return _steps(game, request, schedule, turn, state, seat)

    def check(state: Any) -> None:
        _spend_step(budget)
        if failed := _unfinished(game, request, schedule, turn, state):
            raise DeadEnd(failed, f"turn {turn} does not go as scheduled")

    try:
        return play_turn(game, state, turn, steps, check, game.situation)
    except DeadEnd as failed:
        players = {seat: players_of(request.sheet, [seat], request.players) for seat in request.sheets}
        theirs = [seat for seat, writers in players.items() if not failed.seats.isdisjoint(writers)]
        raise ScheduleFails(turn, theirs) from None


def _spend_step(budget: Budget) -> None:
    """Pays for a state that is looked at. Raises BudgetSpent."""
    if budget.left <= 0:
        raise BudgetSpent
    budget.spend(STEPPING)


def _steps(
    game: Game, request: ProofRequest, schedule: Schedule, turn: int, state: Any, seat: int
) -> list[Step]:
    """The legal steps that the schedule allows, those that decline last."""
    steps = [
        step
        for step in game.legal_steps(state)
        if all(_is_scheduled(request, schedule, turn, ink.sheet or seat, ink) for ink in step.ink)
        and _uses_its_cards(schedule, turn, step)
    ]
    return sorted(steps, key=lambda step: step.kind == PASS)


def _uses_its_cards(schedule: Schedule, turn: int, step: Step) -> bool:
    """Whether a step uses the cards that a schedule of the solo game has for its turn."""
    offer, leaves = schedule.cards.get(turn, (step.offer, step.card))
    return step.offer in (None, offer) and step.card in (None, leaves)


def _is_scheduled(request: ProofRequest, schedule: Schedule, turn: int, sheet: int, ink: Ink) -> bool:
    """Whether a mark is one of a sheet's, and the schedule has it in a turn or leaves its turn open."""
    field = ink.field
    circled = schedule.circled.get(sheet, {}) if ink.mark == "circled" else {}
    planned = circled.get(field, schedule.when[sheet].get(field, turn))
    return planned == turn and becomes(request.sheets[sheet].get(field), ink.mark)


def _unfinished(game: Game, request: ProofRequest, schedule: Schedule, turn: int, state: Any) -> set[int]:
    """The players on whose sheets something is missing that is scheduled, or stands that belongs elsewhere.

    An earlier circle is no cross of this turn.
    """
    played = {
        seat: game.turn_played(state, seat, turn).ink
        for seat in players_of(request.sheet, request.sheets, request.players)
    }
    inked = {(ink.sheet or seat, ink.field) for seat, made in played.items() for ink in made}
    odd = {
        ink.sheet or seat
        for seat, made in played.items()
        for ink in made
        if not _belongs(request, schedule, turn, ink.sheet or seat, ink)
    }
    found = players_of(request.sheet, odd, request.players)
    for scheduled in (schedule.when, schedule.circled):
        for sheet, when in scheduled.items():
            for field, at in when.items():
                if at == turn and (sheet, field) not in inked:
                    found |= _writers(request, played, sheet, field)
    return found


def _writers(request: ProofRequest, played: Mapping[int, Sequence[Ink]], sheet: int, field: str) -> set[int]:
    """Who should have inked a field in a turn: its owner or, where it is common, whoever writes on the sheet now."""
    if request.players == 1:
        return players_of(request.sheet, [sheet], request.players)
    if not request.sheet.is_shared or request.sheet.field[field].side is not None:
        return {owner_of(request.sheet, field, sheet, request.players)}
    return {seat for seat, made in played.items() if any(ink.sheet == sheet for ink in made)}


def _belongs(request: ProofRequest, schedule: Schedule, turn: int, sheet: int, ink: Ink) -> bool:
    """Whether a mark made in a turn is one of the sheet's and not planned for another turn."""
    final = request.sheets[sheet].get(ink.field)
    planned = final == "circled+crossed" or schedule.when[sheet].get(ink.field, turn) == turn
    return planned and becomes(final, ink.mark)
