"""Numbers: each turn writes one of an offer, on a floor of its action or a wild one, or has an error if none fits."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cache, partial

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.launch._board import WILD, Board
from fairsheet.engine.play.declared import Fields
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import numbers_on
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules import ascending
from fairsheet.engine.rules.ascending import Ascending
from fairsheet.engine.rules.offers import came_from, offer_of, turns_that_offer, without_turns
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model
from fairsheet.engine.solver.ink_in_time import InkInTime
from fairsheet.engine.solver.matching import matchable
from fairsheet.engine.solver.timeline import Choice, Event, Turns
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.languages.messages import Message, joined
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks

# --- in play ----------------------------------------------------------------------------------------------


def steps(board: Board, state: State, player: Player) -> Iterator[Step]:
    """Yield every number that a player can write."""
    for index, offer in enumerate(state.deal.offers(state.turn), start=1):
        for floor in board.floors_of[offer.action]:
            for slot in board.slots_for(floor, offer.number, player.marks):
                yield Step(player.seat, "number", (Ink(slot, offer.number, "number"),), index)


def check(board: Board, state: State, marks: Marks, slot: str, number: int, index: int) -> None:
    """Check that a number can be written with an offer, by its index from 1. Raises IllegalStep if it cannot."""
    offer = offer_of(state, index)
    if slot not in board.floor_of:
        raise IllegalStep(RuleCode.INK, f"{slot} is not a slot")
    floor = board.floor_of[slot]
    what = f"offer {index} of turn {state.turn} is {offer.number} with {offer.action}"
    if number != offer.number:
        raise IllegalStep(RuleCode.OFFER, f"{what}, not {number}")
    if floor not in board.floors_of[offer.action]:
        raise IllegalStep(RuleCode.OFFER, f"{what}, but {floor} takes {board.action[floor]}")
    if slot in marks:
        raise IllegalStep(RuleCode.INK, f"{slot} is filled already")
    if slot not in board.slots_for(floor, number, marks):
        raise ascending.refusal(slot, number, floor)


# --- on a final sheet -------------------------------------------------------------------------------------


def rules(board: Board) -> Iterator[Rule[object]]:
    """Yield the rules of floors: numbers ascend, and each number is on a card."""
    for floor, slots in board.floors.items():
        yield Ascending(slots, Message("numbers ascend on {zone}"), floor)
        yield OwnRule((board.numbers, slots), _on_no_card)


def _on_no_card(about: tuple[Container[int], Fields], marks: Marks) -> Iterator[Contradiction]:
    numbers, slots = about
    for slot in slots:
        mark = marks.get(slot)
        if isinstance(mark, int) and mark not in numbers:
            yield Contradiction((slot,), Message("no card has the number {mark}", mark=mark), RuleCode.NUMBER)


def not_offered(board: Board, marks: Marks, deal: Deal, most_errors: int) -> Iterator[Contradiction]:
    """Yield contradictions about numbers that the offers of the deal cannot explain. Each needs a turn of its own.

    `most_errors` is the greatest possible number of turns without a number.
    """
    numbers = numbers_on(board, marks)
    horizon = len(numbers) + most_errors
    offered = turns_that_offer(deal, horizon)
    by_number, by_offer = offered.by_number, offered.by_offer

    def turns_for(slot: str, number: int) -> tuple[int, ...]:
        action = board.action[board.floor_of[slot]]
        return by_number.get(number, ()) if action == WILD else by_offer.get((number, action), ())

    return without_turns(numbers, turns_for, horizon, partial(_wanted, board))


def _wanted(board: Board, slot: str, number: int) -> str:
    """Return what must be offered for a number in a slot, in words."""
    action = board.action[board.floor_of[slot]]
    if action == WILD:
        return str(number)
    return Message("{number} with {action}", number=number, action=term(action))


# --- in time ----------------------------------------------------------------------------------------------


class WrittenSheet(InkInTime):
    """The marks on one sheet. `filled` has the slots whose turns the model chooses: numbers, then X."""

    turns: Turns

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, turns: Turns, offers: Offers
    ) -> None:
        self.model, self.board, self.seat, self.marks = model, board, seat, marks
        self.turns, self.offers, self.used = turns, offers, {}
        self.number_in = numbers_on(board, marks)
        self.errors = [error for error in board.errors if error in marks]
        self.filled: dict[str, Event] = {}

    def ends_with(self, why: Message, fields: Iterable[str]) -> AbstractContextManager[None]:
        """Return the context of the rule that the game ended by something; `why` has a placeholder `seat`."""
        return self.model.rule(RuleCode.END, self.name(*fields), why.filled(seat=self.seat))


class NumbersInTime:
    """The turns in which numbers were written, and the turns with an error of the player's own instead."""

    def __init__(self, sheet: WrittenSheet) -> None:
        self.sheet, self.model, self.board = sheet, sheet.model, sheet.board
        self.turns, self.offers, self.number_in = sheet.turns, sheet.offers, sheet.number_in
        self.closed_by = cache(self._closed_by)
        self.possible = self._possible_turns()
        self.events = {slot: self._event(slot) for slot in self.number_in}
        self.own_error: dict[int, Lit] = {}

    def choose_errors(self) -> None:
        """Add the turns that may have been errors."""
        for turn in self.turns:
            self.own_error[turn] = self.model.literal() if self._may_err(turn, self.possible) else FALSE

    def _actions(self, slot: str) -> list[str]:
        floor = self.board.floor_of[slot]
        return [action for action, floors in self.board.floors_of.items() if floor in floors]

    def _possible_turns(self) -> dict[str, list[int]]:
        """Return the turns in which each number can have been written, so that every number has its own."""
        offered = {
            slot: self.offers.turns(number, self._actions(slot)) for slot, number in self.number_in.items()
        }
        if RuleCode.OFFER in self.model.relaxed:
            return offered
        possible = offered
        while True:
            vacant = [t for t in self.turns if t > self.turns.least or self._may_err(t, possible)]
            left = matchable(possible, self.turns.most, vacant)
            if left is None:
                self.model.clause()
                return offered
            if left == possible:
                return left
            possible = left

    def _event(self, slot: str) -> Choice:
        possible = self.possible[slot]
        if RuleCode.OFFER not in self.model.relaxed:
            event = Choice(self.model, possible)
        else:
            event = Choice(self.model, list(self.turns))
            with self.model.rule(RuleCode.OFFER, self.sheet.name(slot), self._format_offered(slot, possible)):
                self.model.clause(*(event.at(turn) for turn in possible))
        for turn in possible:
            offered = self.offers.any_of(turn, self.number_in[slot], self._actions(slot))
            self.model.implies(event.at(turn), *offered)
        return event

    def _format_offered(self, slot: str, possible: list[int]) -> Message:
        number = self.number_in[slot]
        if not possible:
            wanted = _wanted(self.board, slot, number)
            words = Message(
                "{slot} has {number}, but the sheet shows {n} turn, which does not offer {what}",
                "{slot} has {number}, but the sheet shows {n} turns, none of which offers {what}",
            )
            return words.filled(slot=slot, number=number, n=self.turns.most, what=wanted)
        return came_from(slot, number, possible, self.turns.most)

    def constrain(self) -> None:
        """State that every turn played has one number or one error."""
        model, turns, sheet = self.model, self.turns, self.sheet
        idle = {turn: model.literal() if model.relaxed else -turns.played(turn) for turn in turns}
        for turn in turns:
            made = [event.at(turn) for event in self.events.values()]
            model.exactly_one([*made, self.own_error[turn], idle[turn]])
            if RuleCode.OFFER in model.relaxed:
                self._state_use(turn)
        count = len(self.events)
        words = Message(
            "player {seat} wrote a number in {count} turns, and circled an error in all others",
            seat=sheet.seat,
            count=count,
        )
        with model.rule(RuleCode.TURN, sheet.name(*sheet.errors[::-1], *self.events), words):
            for turn in turns:
                model.clause(idle[turn], turns.played(turn))
                model.clause(-idle[turn], -turns.played(turn))
            # redundant, but solvers are far slower without this sum
            played = [(-1, turns.played(turn)) for turn in turns]
            model.linear([*((1, error) for error in self.own_error.values()), *played], -count, -count)

    def _state_use(self, turn: int) -> None:
        """State the same for the turn: it is an error or gave a number. This may explain more with fewer marks."""
        used = [
            slot
            for slot, number in self.number_in.items()
            if self.offers.any_of(turn, number, self._actions(slot))
        ]
        offers = [joined(" ", (offer.number, term(offer.action))) for offer in self.offers.of_turn(turn)]
        nowhere = Message("turn {turn} ({offers}) was an error, because none of its numbers is on the sheet")
        somewhere = Message("turn {turn} ({offers}) was an error or gave the number in {slots}")
        words = (somewhere if used else nowhere).filled(
            turn=turn, offers=joined(", ", offers), slots=joined(", ", used)
        )
        with self.model.rule(RuleCode.USE, self.sheet.name(*used), words):
            used_here = (self.events[slot].at(turn) for slot in used)
            self.model.clause(*used_here, self.own_error[turn], -self.turns.played(turn))

    def _may_err(self, turn: int, possible: Mapping[str, list[int]]) -> bool:
        """Return whether earlier marks can have closed all sure offers of a turn, each slot considered separately."""
        if self.model.relaxed or not self.sheet.errors:
            return bool(self.sheet.errors)
        return all(
            any(slot not in possible or turn > min(possible[slot], default=turn) for slot in closers)
            for offer, offered in self.offers.of_turn(turn).items()
            if offered == TRUE
            for floor in self.board.floors_of[offer.action]
            for closers in self.closed_by(floor, offer.number)
        )

    def _closed_by(self, floor: str, number: int) -> list[list[str]]:
        """Return, for every slot of a floor, the marks any one of which closes it to a number.

        A slot is closed if it is filled, a number on its left is not smaller, or one on its right is not greater.
        """
        slots = self.board.floors[floor]
        return [
            [slot] * (slot in self.sheet.marks) + ascending.bounding(slots, slot, number, self.number_in)
            for slot in slots
        ]
