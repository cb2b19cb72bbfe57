"""A second line of defence against rules that are stated too strictly: they must hold for a true game.

Bots play the same cards and make as many marks of the sheets as they can. So their game needs the same rules as a
contradiction of the sheets. A first look at their sheets must find none, and the clauses of these rules must hold with
every mark in its true turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from fairsheet.engine.dealing.deal import Deal, deal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.play.game import Game, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates.certificate import is_possible
from fairsheet.engine.proof.request import ProofRequest, Scheduler
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.sheets.model.marks import becomes

CHECKING = 10.0  # most work, far more than any game needs
EVERY = 4  # turns between two looks at a game that is played to its end
CARDS = "true game"  # the seed of the cards if they are unknown


def hold_for_true_game(game: Game, request: ProofRequest, codes: Collection[RuleCode]) -> bool | None:
    """Return whether the clauses of some rules hold for a game of bots that is like the sheets of a request.

    None means that there was too much work to find out.
    """
    dealt = _dealt(request)
    *_, state = play_alike(game, request, dealt, to_end=request.players == 1)
    sheets = {seat: game.marks(state, seat) for seat in request.sheets}
    request = replace(request, deal=dealt, missions=dealt.missions, sheets=sheets)
    return hold_as_played(game, request, state, codes)


def broken_at_first_look(game: Game, request: ProofRequest) -> set[RuleCode]:
    """Return the rules that a game of bots like the sheets of a request breaks at first look: none should be.

    The game is looked at several times, because a wrong rule may accuse only half a game, or only a whole one. A solo
    game is only looked at when it is over: after a turn, effects may be missing that begin the next one.
    """
    *turns, end = play_alike(game, request, _dealt(request), to_end=True)
    looks = [end] if request.players == 1 else [*turns[EVERY - 1 :: EVERY], end]
    return {
        code
        for state in looks
        for seat in request.sheets
        for each in game.contradictions(game.marks(state, seat), request.deal, request.missions)
        for code in each.codes
    }


def _dealt(request: ProofRequest) -> Deal:
    """Return the cards of a request, or others if they are unknown, with the missions that are known."""
    dealt = request.deal or deal(request.sheet, CARDS, request.players, request.sheet.solo_level)
    return replace(dealt, missions={**dealt.missions, **request.missions})


def play_alike(game: Game, request: ProofRequest, dealt: Deal, *, to_end: bool) -> Iterator[State]:
    """Yield the states after each turn of a game in which bots make as many marks of the sheets as they can.

    Unless it is played `to_end`, it ends after the first turn without such a mark. A solo game must be played to its
    end, because the next turn may begin with an effect.
    """

    def likeness(step: Step) -> int:
        made = ((request.sheets.get(ink.sheet or step.seat, {}).get(ink.field), ink.mark) for ink in step.ink)
        return sum(1 if becomes(final, mark) else -1 for final, mark in made)

    stream, state = Stream(dealt.seed, CARDS), game.start(dealt)
    turn, last = game.turn(state), 1
    while game.to_move(state) is not None and (to_end or turn <= last):
        steps = game.legal_steps(state)
        likenesses = list(map(likeness, steps))
        most = max(likenesses)
        if most > 0:
            last = turn + 1
        best = [step for step, each in zip(steps, likenesses, strict=True) if each == most]
        state = game.play(state, stream.choice(best))
        if game.turn(state) > turn or game.to_move(state) is None:
            yield state
        turn = game.turn(state)


def hold_as_played(
    game: Game, request: ProofRequest, state: State, codes: Collection[RuleCode] | None = None
) -> bool | None:
    """Return whether the clauses about sheets of a game hold with all marks in the turns in which they were made.

    If there are `codes`, only rules with these codes are stated, and all definitions. None means that there was too
    much work to find out.
    """
    histories = {seat: game.history(state, seat) for seat in range(1, request.players + 1)}

    def as_played(model: Model, request: ProofRequest) -> Scheduler:
        scheduler = constraints(model, request)
        scheduler.as_played(histories)
        return scheduler

    constraints = request.constraints
    statement = Statement(replace(request, constraints=as_played))
    rules = {number: statement.rule(number) for number in statement.numbers}
    numbers = [n for n, rule in rules.items() if rule is None or codes is None or rule.code in codes]
    return is_possible(statement, numbers, Budget(CHECKING))
