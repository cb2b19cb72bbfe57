"""Replaying histories under the rules: whether players could have made exactly these marks."""

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

# the attributes for the cards in a turn of the solo game, and their names in messages
_OF_CARDS = {
    "cards": "the cards",
    "effects": "the effect cards",
    "number_card": "the cards used for number and action",
    "action_card": "the cards used for number and action",
    "astra_card": "the cards given or thrown out",
    "thrown_out": "the cards given or thrown out",
}


class IllegalHistory(DeadEnd):
    """The rules do not allow a history: the turn and seat of the first fault, and the reason.

    `rule` is the rule that forbids a step; None if the turns or their ink do not match the steps.
    """

    def __init__(self, turn: int, seat: int, why: str, rule: RuleCode | None = None) -> None:
        self.turn = turn
        self.seat = seat
        self.why = why
        self.rule = rule
        super().__init__({seat}, f"turn {turn}, seat {seat}: {why}")


def replay(
    game: Game,
    deal: Deal,
    histories: Mapping[int, History],
    outside: Sequence[Outside] = (),
    taken: list[Step] | None = None,
) -> State:
    """Return the state after these histories, given by player. Raises IllegalHistory if the rules do not allow one.

    A history lists its choices in order; marks that the rules force may be anywhere in their turn. If there is a choice
    between equal fields, the history decides. `outside` are the effects of seats without a history. All histories end
    after the same turn, which need not be the last one of the game. The steps are added to `taken`.
    """
    mark_orders = mark_orders_of(histories)
    state = game.start(deal, mark_orders, sorted(mark_orders), outside)
    turns = {seat: {turn.turn: turn for turn in history} for seat, history in histories.items()}
    last = max((turn for played in turns.values() for turn in played), default=game.turn(state) - 1)
    for seat, history in histories.items():
        _check_turns(seat, history, game.turn(state), last)
    while game.to_move(state) is not None and (number := game.turn(state)) <= last:
        recorded = {seat: played[number] for seat, played in turns.items()}
        state = _play_turn(game, state, recorded, number, taken)
    if game.to_move(state) is None and game.turn(state) < last:
        over = game.turn(state)
        raise IllegalHistory(over + 1, min(histories), f"the game was over after turn {over}")
    return state


def _play_turn(
    game: Game, state: State, recorded: Mapping[int, Turn], number: int, taken: list[Step] | None
) -> State:
    """Return the state after a turn. Raises IllegalHistory if no order of steps leads to the recorded ink.

    If the same mark can have another cause, only the end of the turn shows whether an option was declined.
    """

    def steps(state: State, seat: int) -> Sequence[Step]:
        if seat not in recorded:
            raise IllegalHistory(number, seat, "there is no history of this seat")
        return _next_steps(game, state, seat, recorded[seat]) or [
            _first_step(game, state, seat, recorded[seat])
        ]

    def check(state: State) -> None:
        for seat, turn in recorded.items():
            _check_same_ink(seat, game.turn_played(state, seat, number), turn)

    return play_turn(game, state, number, steps, check, taken=taken)


def mark_orders_of(histories: Mapping[int, History]) -> MarkOrders:
    """Return the order in which the marks on each sheet were made."""
    orders: dict[int, list[tuple[str, Mark]]] = {}
    played = [(turn.turn, seat, turn) for seat, history in histories.items() for turn in history]
    for _, seat, turn in sorted(played, key=lambda each: each[:2]):
        for ink in turn.ink:
            orders.setdefault(ink.sheet or seat, []).append((ink.field, ink.mark))
    return orders or dict.fromkeys(histories, ())


def _check_turns(seat: int, history: History, first: int, last: int) -> None:
    for expected, turn in zip(range(first, last + 1), history, strict=False):
        if turn.turn != expected:
            raise IllegalHistory(expected, seat, f"turn {turn.turn} comes instead of turn {expected}")
    if len(history) != last - first + 1:
        raise IllegalHistory(
            first + len(history), seat, f"the history ends before turn {last}, which others played"
        )


def _next_steps(game: Game, state: State, seat: int, turn: Turn) -> list[Step]:
    """Return steps that the history can take next: the legal step whose ink comes first, or to decline; maybe none.

    If the next ink is not that of the step, an ordered history declines; so declining is tried first.

    Of steps that begin with the same ink, the one with more ink comes first, then the one that ends first.
    """
    left = _remove_made(turn.ink, game.turn_played(state, seat, turn.turn).ink)
    index_of = {ink: index for index, ink in reversed(list(enumerate(left)))}
    best: tuple[tuple[int, int, int], Step] | None = None
    declined: Step | None = None
    for step in game.legal_steps(state):
        if step.kind == PASS:
            declined = step
        elif all(ink in index_of for ink in step.ink) and _uses_recorded_cards(step, turn):
            indices = [index_of[ink] for ink in step.ink]
            key = min(indices), -len(indices), max(indices)
            if best is None or key < best[0]:
                best = key, step
    if best is None:
        return [declined] if declined is not None else []
    if declined is None:
        return [best[1]]
    return [best[1], declined] if best[0][0] == 0 else [declined, best[1]]


def _uses_recorded_cards(step: Step, turn: Turn) -> bool:
    """Return whether a step uses the recorded offer, or removes the recorded card."""
    return step.offer in (None, offer_used(turn)) and step.card in (None, turn.astra_card)


def offer_used(turn: Turn) -> int | None:
    """Return the offer that a turn used, from 1; in the solo game, the cards for number and action decide."""
    match turn:
        case Turn(number_card=int(number), action_card=int(action)):
            pair = (number - 1, action - 1)
            return PAIRS.index(pair) + 1 if pair in PAIRS else None
    return turn.offer


def _first_step(game: Game, state: State, seat: int, turn: Turn) -> Step:
    """Return the first step of the recorded turn. Raises IllegalHistory if it breaks a rule."""
    kinds = ("setup", "number", "error")
    first = next((ink for ink in turn.ink if ink.by in kinds), None)
    step = Step(seat, first.by, (first,), offer_used(turn)) if first else Step(seat, "nothing")
    try:
        game.play(state, step)
    except IllegalStep as illegal:
        raise IllegalHistory(turn.turn, seat, str(illegal), illegal.rule) from None
    return step


def _check_same_ink(seat: int, played: Turn, recorded: Turn) -> None:
    """Raise IllegalHistory unless both turns have the same ink, and circles come before their crosses."""
    if recorded.offer != played.offer:
        raise IllegalHistory(recorded.turn, seat, f"offer {recorded.offer} was not used")
    _check_same_cards(seat, played, recorded)
    missing, surplus = _remove_made(played.ink, recorded.ink), _remove_made(recorded.ink, played.ink)
    if surplus:
        raise IllegalHistory(recorded.turn, seat, f"nothing in this turn leads to {_format_ink(surplus)}")
    if missing:
        raise IllegalHistory(recorded.turn, seat, f"this turn must also lead to {_format_ink(missing)}")
    for index, ink in enumerate(recorded.ink):
        if ink.mark == "crossed" and any(i.field == ink.field for i in recorded.ink[index + 1 :]):
            raise IllegalHistory(recorded.turn, seat, f"{ink.field} is crossed before it is circled")


def _check_same_cards(seat: int, played: Turn, recorded: Turn) -> None:
    """Raise IllegalHistory unless both turns of a solo game have the same cards, used in the same way."""
    for name, words in _OF_CARDS.items():
        now, then = getattr(played, name), getattr(recorded, name)
        if (now or None) != (then or None) and then is not UNSET:
            raise IllegalHistory(recorded.turn, seat, f"{words} are not those of this turn")
    if played.cards is not UNSET and recorded.cards is UNSET:
        raise IllegalHistory(recorded.turn, seat, "it does not name the cards that came up")


def _remove_made(ink: Iterable[Ink], made: Iterable[Ink]) -> list[Ink]:
    """Return the ink that is left, in order, after each mark made is removed once."""
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
