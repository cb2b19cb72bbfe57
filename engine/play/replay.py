"""Replaying histories under the rules: whether players could have done exactly that, mark for mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET

from fairsheet.engine.dealing.deal import PAIRS, Deal
from fairsheet.engine.play.game import PASS, Game, IllegalStep, MarkOrders, Outside, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.play.turn_search import DeadEnd, play_turn
from fairsheet.engine.records.ink import History, Ink, Turn
from fairsheet.sheets.model.marks import Mark

# What a turn of the solo game records of its cards, and how a message calls it.
_OF_CARDS = {
    "cards": "the cards",
    "effects": "the effect cards",
    "number_card": "the cards used for number and action",
    "action_card": "the cards used for number and action",
    "astra_card": "what became of the cards",
    "thrown_out": "what became of the cards",
}


class IllegalHistory(DeadEnd):
    """A history that the rules do not allow: the turn and seat where it breaks, and why.

    `rule` is that of the step that is not allowed; None where the turns or their ink are not those of the steps.
    """

    def __init__(self, turn: int, seat: int, why: str, rule: RuleCode | None = None) -> None:
        self.turn = turn
        self.seat = seat
        self.why = why
        self.rule = rule
        super().__init__({seat}, f"turn {turn}, seat {seat}: {why}")


def replay(
    game: Game, deal: Deal, histories: Mapping[int, History], outside: Sequence[Outside] = ()
) -> State:
    """The state after these histories, given by player. Raises IllegalHistory where the rules do not allow one.

    A history gives its choices in order; marks that the rules force may stand anywhere in their turn. Where
    equals could be chosen from, the choice is the history's. `outside` says what seats without a history
    did. All histories end after the same turn, which need not be the last one of the game.
    """
    mark_orders = _orders(histories)
    state = game.start(deal, mark_orders, sorted(mark_orders), outside)
    turns = {seat: {turn.turn: turn for turn in history} for seat, history in histories.items()}
    last = max((turn for played in turns.values() for turn in played), default=game.turn(state) - 1)
    for seat, history in histories.items():
        _check_turns(seat, history, game.turn(state), last)
    while game.to_move(state) is not None and (number := game.turn(state)) <= last:
        state = _play_turn(game, state, {seat: played[number] for seat, played in turns.items()}, number)
    if game.to_move(state) is None and game.turn(state) < last:
        over = game.turn(state)
        raise IllegalHistory(over + 1, min(histories), f"the game was over after turn {over}")
    return state


def _play_turn(game: Game, state: State, recorded: Mapping[int, Turn], number: int) -> State:
    """The state after a turn. Raises IllegalHistory where no way of playing leads to the recorded ink.

    Whether something was declined shows only in the end, if the same mark can come from something else as well.
    """

    def steps(state: State, seat: int) -> Sequence[Step]:
        if seat not in recorded:
            raise IllegalHistory(number, seat, "there is no history of this seat")
        return _next_steps(game, state, seat, recorded[seat]) or [_attempt(game, state, seat, recorded[seat])]

    def check(state: State) -> None:
        for seat, turn in recorded.items():
            _compare(seat, game.turn_played(state, seat, number), turn)

    return play_turn(game, state, number, steps, check)


def _orders(histories: Mapping[int, History]) -> MarkOrders:
    """The order in which the marks on each sheet were made."""
    orders: dict[int, list[tuple[str, Mark]]] = {}
    played = [(turn.turn, seat, turn) for seat, history in histories.items() for turn in history]
    for _, seat, turn in sorted(played, key=lambda each: each[:2]):
        for ink in turn.ink:
            orders.setdefault(ink.sheet or seat, []).append((ink.field, ink.mark))
    return orders or dict.fromkeys(histories, ())


def _check_turns(seat: int, history: History, first: int, last: int) -> None:
    for expected, turn in zip(range(first, last + 1), history, strict=False):
        if turn.turn != expected:
            raise IllegalHistory(expected, seat, f"turn {turn.turn} stands where turn {expected} should")
    if len(history) != last - first + 1:
        raise IllegalHistory(
            first + len(history), seat, f"the history ends before turn {last}, which others played"
        )


def _next_steps(game: Game, state: State, seat: int, turn: Turn) -> list[Step]:
    """What the history can do next: the legal step of those with ink still to come that is begun first, or to decline.

    Nothing where the rules allow neither.

    If the history is in order, it declines where the ink of that step is not the next one; so that is tried first.

    Of steps that begin with the same ink the one with more of it is taken, then the one that is done first.
    """
    left = _without(turn.ink, game.turn_played(state, seat, turn.turn).ink)
    index_of = {ink: index for index, ink in reversed(list(enumerate(left)))}
    best: tuple[tuple[int, int, int], Step] | None = None
    declined: Step | None = None
    for step in game.legal_steps(state):
        if step.kind == PASS:
            declined = step
        elif all(ink in index_of for ink in step.ink) and _is_of_its_cards(step, turn):
            indices = [index_of[ink] for ink in step.ink]
            key = min(indices), -len(indices), max(indices)
            if best is None or key < best[0]:
                best = key, step
    if best is None:
        return [declined] if declined is not None else []
    if declined is None:
        return [best[1]]
    return [best[1], declined] if best[0][0] == 0 else [declined, best[1]]


def _is_of_its_cards(step: Step, turn: Turn) -> bool:
    """Whether a step uses the recorded offer, or lets the recorded card leave."""
    return step.offer in (None, offer_used(turn)) and step.card in (None, turn.astra_card)


def offer_used(turn: Turn) -> int | None:
    """The offer that a turn used, from 1: in the solo game by the cards used for the number and the action."""
    match turn:
        case Turn(number_card=int(number), action_card=int(action)):
            pair = (number - 1, action - 1)
            return PAIRS.index(pair) + 1 if pair in PAIRS else None
    return turn.offer


def _attempt(game: Game, state: State, seat: int, turn: Turn) -> Step:
    """The step with which the turn claims to begin. Raises IllegalHistory with what is wrong with it by the rules."""
    kinds = ("setup", "number", "error")
    first = next((ink for ink in turn.ink if ink.by in kinds), None)
    step = Step(seat, first.by, (first,), offer_used(turn)) if first else Step(seat, "nothing")
    try:
        game.play(state, step)
    except IllegalStep as illegal:
        raise IllegalHistory(turn.turn, seat, str(illegal), illegal.rule) from None
    return step


def _compare(seat: int, played: Turn, recorded: Turn) -> None:
    """Raises IllegalHistory unless both turns have the same ink, and circles come before their crosses."""
    if recorded.offer != played.offer:
        raise IllegalHistory(recorded.turn, seat, f"offer {recorded.offer} was not used")
    _compare_cards(seat, played, recorded)
    missing, surplus = _without(played.ink, recorded.ink), _without(recorded.ink, played.ink)
    if surplus:
        raise IllegalHistory(recorded.turn, seat, f"nothing in this turn leads to {_format_ink(surplus)}")
    if missing:
        raise IllegalHistory(recorded.turn, seat, f"this turn must also lead to {_format_ink(missing)}")
    for index, ink in enumerate(recorded.ink):
        if ink.mark == "crossed" and any(i.field == ink.field for i in recorded.ink[index + 1 :]):
            raise IllegalHistory(recorded.turn, seat, f"{ink.field} is crossed before it is circled")


def _compare_cards(seat: int, played: Turn, recorded: Turn) -> None:
    """Raises IllegalHistory unless both turns of a solo game have the same cards, used in the same way."""
    for name, words in _OF_CARDS.items():
        now, then = getattr(played, name), getattr(recorded, name)
        if (now or None) != (then or None) and then is not UNSET:
            raise IllegalHistory(recorded.turn, seat, f"{words} are not those of this turn")
    if played.cards is not UNSET and recorded.cards is UNSET:
        raise IllegalHistory(recorded.turn, seat, "it does not name the cards that came up")


def _without(ink: Iterable[Ink], made: Iterable[Ink]) -> list[Ink]:
    """What is left of the ink, in order, when each mark made has been taken away once."""
    gone = Counter(made)
    left = []
    for each in ink:
        if gone[each]:
            gone[each] -= 1
        else:
            left.append(each)
    return left


def _format_ink(ink: Sequence[Ink]) -> str:
    return ", ".join(f"{each.mark} in {each.field} ({each.by})" for each in ink)
