"""Whether the numbers of a sheet can come from different turns of the deal, as a bipartite matching."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import Deal
from engine.game import Contradiction
from engine.games.base.offers import Turns, turns_that_offer
from engine.games.base.offers import offer_contradictions as base_contradictions
from engine.games.launch.board import WILD, Board
from engine.ink import Marks


def offer_contradictions(board: Board, marks: Marks, deal: Deal) -> Iterator[Contradiction]:
    """Numbers that the offers of the deal cannot explain: every number needs a turn of its own.

    A game of N numbers and E own errors has N + E turns, and E is at most the errors circled for no sabotage.
    """
    numbers = {slot: mark for slot in board.slots if isinstance(mark := marks.get(slot), int)}
    horizon = len(numbers) + most_own_errors(board, marks)
    by_number, by_offer = turns_that_offer(deal, horizon)

    def action_for(slot: str) -> str:
        return board.action[board.floor_of[slot]]

    def turns_for(slot: str, number: int) -> Turns:
        action = action_for(slot)
        return by_number.get(number, ()) if action == WILD else by_offer.get((number, action), ())

    def wanted(slot: str, number: int) -> str:
        action = action_for(slot)
        return f"{number}" if action == WILD else f"{number} with {action}"

    return base_contradictions(numbers, turns_for, horizon, wanted)


def most_own_errors(board: Board, marks: Marks) -> int:
    """How many errors the player can have circled in turns of their own, without a number."""
    circled = sum(error in marks for error in board.errors)
    if circled == len(board.errors):
        return circled
    return max(0, circled - len(board.suffered(marks)))
