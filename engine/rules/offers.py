"""Numbers come from the offers of their turns, one from each turn; astronauts change them by a little."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial

from fairsheet.engine.dealing.cards import ACTIONS, DECK
from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.play.game import Contradiction, IllegalStep, off_by
from fairsheet.engine.play.number_board import ASTRONAUT, NumberBoard, numbers_on, turns_of
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.solver.constraint_model import FALSE, Lit
from fairsheet.engine.solver.matching import matchable, unmatched
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.languages.messages import Message, Value, counted, either, joined, listed
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks

ON_CARDS = frozenset(card.number for card in DECK)
LISTED = 8  # turns at most that words list
SHIFT = 2  # the largest change of a number by an astronaut

Turns = tuple[int, ...]


def near(number: int) -> range:
    """Return the numbers into which a number can be changed, including itself.

    >>> list(near(7))
    [5, 6, 7, 8, 9]
    """
    return range(number - SHIFT, number + SHIFT + 1)


def numbers_of(offer: Offer) -> Sequence[int]:
    """Return the numbers that an offer gives: its own or, with its astronaut, one near it.

    >>> list(numbers_of(Offer(7, "plant"))), list(numbers_of(Offer(7, "astronaut")))
    ([7], [5, 6, 7, 8, 9])
    """
    return near(offer.number) if offer.action == ASTRONAUT else (offer.number,)


def offer_of(state: State, index: int) -> Offer:
    """Return an offer of the turn by its index, from 1. Raises IllegalStep."""
    offers = state.deal.offers(state.turn)
    if not 1 <= index <= len(offers):
        raise IllegalStep(RuleCode.OFFER, f"there is no offer {index}")
    return offers[index - 1]


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: NumberBoard, marks: Marks, deal: Deal) -> Iterator[Contradiction]:
    """Yield numbers that the offers cannot explain, even if changed; each number needs its own turn."""
    horizon, changing = turns_of(board, marks), tuple(board.changing(marks))
    offered = turns_that_offer(deal, horizon)

    def turns_for(slot: str, number: int) -> Turns:
        return offered.turns_that_give(number, changing)

    return without_turns(numbers_on(board, marks), turns_for, horizon, lambda slot, number: Message("it"))


def without_turns(
    numbers: Mapping[str, int],
    turns_for: Callable[[str, int], Turns],
    horizon: int,
    wanted: Callable[[str, int], str],
) -> Iterator[Contradiction]:
    """Yield numbers, by slot, that no turn up to `horizon` can give, or that have too few turns between them.

    `turns_for(slot, number)` returns the turns that can give a number; `wanted` says in words what they must offer.
    """
    choices: dict[str, Turns] = {}
    for slot, number in numbers.items():
        turns = turns_for(slot, number)
        if turns:
            choices[slot] = turns
        else:
            what = wanted(slot, number)
            why = Message(
                "{slot} has {number}, but the sheet shows {n} turn, which does not offer {what}",
                "{slot} has {number}, but the sheet shows {n} turns, none of which offers {what}",
                number=number,
                slot=slot,
                n=horizon,
                what=what,
            )
            yield Contradiction((slot,), why, RuleCode.OFFER)
    for slots in unmatched(choices):
        turns = tuple(sorted({turn for slot in slots for turn in choices[slot]}))
        some = joined(
            ", ", (Message("{number} in {slot}", number=numbers[slot], slot=slot) for slot in slots)
        )
        why = Message(
            "each of these numbers needs its own turn, but only {turns} could give them: {some}",
            some=some,
            turns=listed_turns(turns),
        )
        yield Contradiction.counting(slots, why, RuleCode.OFFER, few=slots)


def listed_turns(turns: Sequence[int]) -> Message:
    """Return turns in words.

    >>> listed_turns((3,)), listed_turns((3, 5))
    ('turn 3', 'turns 3 and 5')
    """
    return Message("turn {turns}", "turns {turns}", n=len(turns), turns=listed(turns))


class TurnsOffering:
    """The first turns of a deal by their offers: `by_number`, and `by_offer`, a number with an action."""

    def __init__(self, dealt: Sequence[Sequence[Offer]]) -> None:
        self.by_number: dict[int, Turns] = {}
        self.by_offer: dict[tuple[int, str], Turns] = {}
        self.turns_that_give = cache(self._turns_that_give)
        for turn, offers in enumerate(dealt, start=1):
            for number in {offer.number for offer in offers}:
                self.by_number[number] = (*self.by_number.get(number, ()), turn)
            for offer in {(offer.number, offer.action) for offer in offers}:
                self.by_offer[offer] = (*self.by_offer.get(offer, ()), turn)

    def _turns_that_give(self, number: int, changing: tuple[str, ...]) -> Turns:
        """Return the turns that can give a number; offers of the actions `changing` may be changed into it."""
        turns = set(self.by_number.get(number, ()))
        for action in changing:
            turns.update(turn for other in near(number) for turn in self.by_offer.get((other, action), ()))
        return tuple(sorted(turns))


def turns_that_offer(deal: Deal, turns: int) -> TurnsOffering:
    """Return the turns up to `turns` by their offers."""
    return _offering(tuple(map(deal.possible_offers, range(1, turns + 1))))


# for the photos read last, with hundreds of readings of each deal
_offering = lru_cache(maxsize=64)(TurnsOffering)


def on_no_card(board: NumberBoard, marks: Marks) -> Iterator[Contradiction]:
    """Yield numbers that are on no card without an astronaut crossed for each, while any is left."""
    beyond = [slot for slot, number in numbers_on(board, marks).items() if number not in ON_CARDS]
    crossed = sum(symbol in marks for symbol in board.astronauts)
    if len(beyond) > crossed < len(board.astronauts):
        why = Message(
            "{off} astronauts crossed: {crossed} for {beyond} on no card",
            off=off_by(crossed - len(beyond)),
            beyond=counted(len(beyond), "number"),
            crossed=crossed,
        )
        yield Contradiction.counting((*beyond, *board.astronauts), why, RuleCode.NUMBER, few=beyond)


def too_few_turns(board: NumberBoard, marks: Marks, deal: Deal) -> Iterator[Contradiction]:
    """Yield numbers of which more were changed than astronauts are crossed, while any astronaut is left.

    Without a change, each number needs its own turn that offered it.
    """
    crossed = sum(symbol in marks for symbol in board.astronauts)
    if not 0 < crossed < len(board.astronauts):
        return
    numbers, offered = numbers_on(board, marks), turns_that_offer(deal, turns_of(board, marks)).by_number
    changes = tuple(range(-crossed, 0))  # places for changed numbers
    for slots in unmatched({slot: (*offered.get(each, ()), *changes) for slot, each in numbers.items()}):
        turns = sorted({turn for slot in slots for turn in offered.get(numbers[slot], ())})
        words = Message("{off} astronauts crossed: {crossed}, but no turn offered any of {numbers}: {some}")
        if turns:
            words = Message(
                "{off} astronauts crossed: {crossed}, but only {turns} offered any of {numbers}: {some}"
            )
        why = words.filled(
            off=off_by(-1),
            crossed=crossed,
            numbers=counted(len(slots), "number"),
            some=joined(
                ", ", (Message("{number} in {slot}", number=numbers[slot], slot=slot) for slot in slots)
            ),
            **({"turns": listed_turns(turns)} if turns else {}),
        )
        yield Contradiction.counting((*slots, *board.astronauts), why, RuleCode.OFFER, few=slots)


# --- in time ----------------------------------------------------------------------------------------------


def possible_turns(sheet: SheetInTime) -> dict[str, list[int]]:
    """Return the turns in which each number can have been written, given that every number needs its own."""
    every = list(sheet.turns)
    if sheet.model.relaxed:
        return dict.fromkeys(sheet.number_in, every)
    offered = {slot: _turns_for(sheet, number) for slot, number in sheet.number_in.items()}
    possible = matchable(offered, sheet.last, every if sheet.errors else [])
    if possible is None:
        sheet.model.clause()
    return possible or offered


def _turns_for(sheet: SheetInTime, number: int) -> list[int]:
    """Return the turns that can give a number."""
    changing = sheet.board.changing(sheet.marks)
    turns = set(sheet.offers.turns(number, ACTIONS))
    turns.update(turn for other in near(number) for turn in sheet.offers.turns(other, changing))
    return sorted(turn for turn in turns if turn <= sheet.last)


def in_time(sheet: SheetInTime) -> None:
    """State that a number is that of the chosen offer, or near it if an astronaut changed it."""
    model, alike = sheet.model, _slots_by_number(sheet)
    # only rules that can be left out need words
    words = {slots[0]: _words(sheet, slots[0]) if model.relaxed else Message("") for slots in alike}
    for turn in sheet.turns:
        wild = sheet.wild_in(turn)
        written = model.any_of(event.at(turn) for event in sheet.numbers.values())
        chosen = sheet.used[turn] = sheet.offers.choose(turn, written)
        model.implies(wild, written)
        for action in ACTIONS:
            act = sheet.acts[action][turn]
            model.implies(act, wild, *(x for offer, x in chosen.items() if offer.action == action))
            model.implies(act, written)
        for slots in alike:
            number = sheet.number_in[slots[0]]
            now = model.any_of(sheet.numbers[slot].at(turn) for slot in slots)
            if now == FALSE:
                continue
            with model.rule(RuleCode.OFFER, sheet.name(*slots), words[slots[0]]):
                for offer, literal in chosen.items():
                    if number not in near(offer.number):
                        model.clause(-now, -literal)
                    elif offer.number != number:
                        model.clause(-now, -literal, sheet.acts[ASTRONAUT][turn])
                _require_action(sheet, number, turn, now, wild)


def came_from(
    slot: str, number: int, turns: Sequence[Value], last: int, changed: Sequence[Value] = ()
) -> Message:
    """Return the reason that turns up to the `last` can have given a number, itself or `changed`.

    A few turns are named.
    """
    # without known cards, every turn can have offered it
    if len(turns) == last or len(turns) + len(changed) > LISTED:
        words = Message("the {number} in {slot} was written in a turn that offered it, or by an astronaut")
        if not changed:
            words = Message("the {number} in {slot} was written in a turn that offered it")
        return words.filled(slot=slot, number=number)
    if turns and changed:
        words = Message(
            "the {number} in {slot} came from turn {turns}, which offered it, or by an astronaut from turn {changed}"
        )
    elif turns:
        words = Message("the {number} in {slot} came from turn {turns}, which offered it")
    elif changed:
        words = Message("the {number} in {slot} came by an astronaut from turn {changed}")
    else:
        words = Message(
            "the {number} in {slot} came from a turn, but none offered it, not even by an astronaut"
        )
    filling = {name: either(some) for name, some in (("turns", turns), ("changed", changed)) if some}
    return words.filled(slot=slot, number=number, **filling)


def _words(sheet: SheetInTime, slot: str) -> Message:
    """Return the reason that a turn gave the number in a slot, with the offers that can have given it."""
    number, is_changing = sheet.number_in[slot], bool(sheet.board.changing(sheet.marks))
    turns, changed = list[Value](), list[Value]()
    for turn in sheet.turns:
        offers = [offer for offer in sheet.offers.of_turn(turn) if offer.number in near(number)]
        if actions := [term(offer.action) for offer in offers if offer.number == number]:
            turns.append(Message("{turn} ({offers})", turn=turn, offers=either(actions)))
        is_any = is_changing and sheet.wild_in(turn) != FALSE
        of_astronaut = (offer for offer in offers if is_any or (is_changing and offer.action == ASTRONAUT))
        if others := [offer for offer in of_astronaut if offer.number != number]:
            pairs = [joined(" ", (offer.number, term(offer.action))) for offer in others]
            changed.append(Message("{turn} ({offers})", turn=turn, offers=either(pairs)))
    return came_from(slot, number, turns, sheet.last, changed)


def _slots_by_number(sheet: SheetInTime) -> list[list[str]]:
    """Return the slots grouped by their numbers, or one by one if a contradiction must name them."""
    if sheet.model.relaxed:
        return [[slot] for slot in sheet.number_in]
    numbers = dict.fromkeys(sheet.number_in.values())
    return [[slot for slot, each in sheet.number_in.items() if each == number] for number in numbers]


def _require_action(sheet: SheetInTime, number: int, turn: int, now: Lit, wild: Lit) -> None:
    """State that a number that takes an action is offered with that action. Redundant, but saves search."""
    model, offered, acts = sheet.model, partial(sheet.offers.any_of, turn, number), sheet.acts
    changed = [literal for other in near(number) for literal in sheet.offers.any_of(turn, other, [ASTRONAUT])]
    model.clause(-now, wild, *changed, *offered(ACTIONS))
    model.clause(-now, acts[ASTRONAUT][turn], *offered(ACTIONS))
    for action in ACTIONS:
        if action != ASTRONAUT:
            model.clause(-now, -acts[action][turn], wild, *offered([action]))


def offered_numbers(sheet: SheetInTime, turn: int) -> dict[int, Lit]:
    """Return for each number whether an offer of a turn gives it."""
    given: dict[int, list[Lit]] = {}
    for offer, offered in sheet.offers.of_turn(turn).items():
        for number in numbers_of(offer):
            if number in sheet.board.numbers:
                given.setdefault(number, []).append(offered)
    return {number: sheet.model.any_of(offered) for number, offered in given.items()}
