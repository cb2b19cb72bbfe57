"""The proof of one request: a history for every sheet, or the certainty that there is none."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

import msgspec

from fairsheet.engine.dealing.deal import missions_by_letter
from fairsheet.engine.dealing.piles import FoundCards, PiledDeal
from fairsheet.engine.play.game import Game, Outside
from fairsheet.engine.proof._witness import BudgetSpent, ScheduleFails, find_history
from fairsheet.engine.proof.request import ProofRequest, Schedule, Scheduler
from fairsheet.engine.records.ink import History
from fairsheet.engine.solver.budget import STATING, Budget
from fairsheet.engine.solver.constraint_model import Lit, Model
from fairsheet.engine.solver.solve import Solver

ROUNDS = 2  # through the choices of cards for unknown missions
ATTEMPTS = 20  # schedules that may fail under the rules before the request is left undecided
EXACT = 3  # failures in a row before fewer choices are forbidden together


Outcome = typing.Literal["possible", "impossible", "undecided"]


class Proof(msgspec.Struct, frozen=True):
    """The outcome; if the request is possible, histories by seat and what absent players must have done.

    `cards` are set if they were unknown and must come from one deck.
    """

    outcome: Outcome
    histories: Mapping[int, History] = {}
    outside: tuple[Outside, ...] = ()
    cards: FoundCards | None = None


def prove(game: Game, request: ProofRequest, budget: Budget) -> Proof:
    """Look for a history of every sheet that the rules of the game allow, mark for mark.

    The outcome is `impossible` only if the constraints have no solution; they never ask more than the rules. Each
    choice of cards for unknown missions has its share of the budget, so that a hard one leaves work for the others.
    Choices that ran out of budget share the rest in a second round.
    """
    if _differ_in_turns(game, request):
        return Proof("impossible")
    return _try_missions(request, budget, partial(_prove, game))


def schedule_outcome(game: Game, request: ProofRequest, budget: Budget) -> Outcome:
    """Return the outcome of `prove` without a history, which takes longer to find.

    `possible` only means that there is a schedule: the rules may not allow it.
    """
    if _differ_in_turns(game, request):
        return "impossible"
    return _try_missions(request, budget, _has_schedule).outcome


def _try_missions(
    request: ProofRequest, budget: Budget, ask: Callable[[ProofRequest, Budget], Proof]
) -> Proof:
    """Return the proof of some choice of cards for the unknown missions, each with its share of the budget."""
    outcomes: set[str] = set()
    waiting = list(with_all_missions(request))
    for _ in range(ROUNDS):
        unfinished: list[ProofRequest] = []
        for place, each in enumerate(waiting):
            share = budget.share(budget.left / (len(waiting) - place))
            proof = ask(each, share)
            if proof.outcome == "possible":
                return proof
            if proof.outcome == "undecided" and share.left <= 0:
                unfinished.append(each)
            else:
                outcomes.add(proof.outcome)
        waiting = unfinished
    return Proof("undecided" if waiting or "undecided" in outcomes else "impossible")


def _differ_in_turns(game: Game, request: ProofRequest) -> bool:
    """Return whether the ink of the sheets shows different numbers of turns: every player plays every turn."""
    return len({game.turns_seen(marks) for marks in request.sheets.values()}) > 1


def _has_schedule(request: ProofRequest, budget: Budget) -> Proof:
    """Return `possible` if there is a schedule, even one that the rules do not allow."""
    stated_model = _model_of(request, budget)
    if stated_model is None:
        return Proof("undecided")
    match Solver(stated_model[0]).solve(budget):
        case "solved":
            return Proof("possible")
        case "infeasible":
            return Proof("impossible")
        case "unknown":
            return Proof("undecided")


def with_all_missions(request: ProofRequest) -> Iterator[ProofRequest]:
    """Yield the request with every choice of cards for the letters whose mission is unknown."""
    cards = missions_by_letter(request.sheet)
    unknown = {letter: choices for letter, choices in cards.items() if letter not in request.missions}
    for choice in product(*unknown.values()):
        missions = {**request.missions, **dict(zip(unknown, choice, strict=True))}
        yield msgspec.structs.replace(request, missions=missions)


def _prove(game: Game, request: ProofRequest, budget: Budget) -> Proof:
    stated_model = _model_of(request, budget)
    if stated_model is None:
        return Proof("undecided")
    model, planner = stated_model
    clauses = len(model.clauses)
    for inprocess in (False, True):
        solver = Solver(model, inprocess=inprocess)
        proof = _follow_schedules(game, request, model, solver, planner, budget)
        if proof.outcome != "undecided":
            break
        del model.clauses[clauses:]  # valid schedules may have been excluded, too
    return proof


def _follow_schedules(
    game: Game, request: ProofRequest, model: Model, solver: Solver, planner: Scheduler, budget: Budget
) -> Proof:
    """Play the schedules that a solver finds, one after the other, and exclude those that fail."""
    for attempt in range(ATTEMPTS):
        match solver.solve(budget):
            case "infeasible":
                return Proof("impossible" if attempt == 0 else "undecided")
            case "unknown":
                return Proof("undecided")
        assert solver.solution is not None
        schedule = planner.schedule(solver.solution)
        try:
            histories = find_history(game, request, schedule, budget)
            return Proof("possible", histories, schedule.outside, _found_cards(schedule))
        except BudgetSpent:
            return Proof("undecided")
        except ScheduleFails as failure:
            model.clause(*(-literal for literal in choices_to_forbid(schedule, failure, attempt)))
    return Proof("undecided")


def _found_cards(schedule: Schedule) -> FoundCards | None:
    """Return the cards that came up in a schedule, if they come from one deck."""
    if not isinstance(schedule.deal, PiledDeal):
        return None
    piles = tuple(pile[: schedule.turns + 1] for pile in schedule.deal.piles)
    return FoundCards(schedule.deal.missions, piles)


def _model_of(request: ProofRequest, budget: Budget) -> tuple[Model, Scheduler] | None:
    """Return the request as a model; None if the budget does not suffice, because building a model is work, too.

    Return None also for the solo game with physical cards: the shuffle of its second passage is unknown.
    """
    if budget.left <= 0 or (request.sheet.solo_level is not None and request.deal is None):
        return None
    model = Model()
    planner = request.stated(model)
    budget.spend(STATING * model.size)
    return None if budget.left <= 0 else (model, planner)


def choices_to_forbid(schedule: Schedule, failure: ScheduleFails, attempt: int) -> Sequence[Lit]:
    """Return choices of a schedule that failed, not to be made together again.

    These are first all choices of the turn that failed. After several failures they are only every second choice, then
    every third, and so on. Each such ban excludes more schedules, perhaps valid ones, so nothing is called impossible
    any more.
    """
    chosen = [
        literal for seat in failure.sheets for literal in schedule.choices.get((failure.turn, seat), ())
    ]
    every = max(1, min(1 + attempt // EXACT, len(chosen)))
    return chosen[attempt % every :: every]
