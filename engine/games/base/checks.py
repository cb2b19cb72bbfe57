"""What no order of play can explain about one sheet with numbers: errors, missions, numbers and their offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.cards import DECK
from engine.deal import Deal
from engine.game import Contradiction
from engine.games.base.board import SHIFT, NumberBoard, turns_of
from engine.games.base.offers import Turns, offer_contradictions, turns_that_offer
from engine.ink import Marks
from engine.rules.codes import RuleCode


def numbers_on(board: NumberBoard, marks: Marks) -> dict[str, int]:
    """The numbers written, by slot."""
    return {slot: mark for slot in board.slots if isinstance(mark := marks.get(slot), int)}


def crosses_on(board: NumberBoard, marks: Marks) -> list[str]:
    """The slots with an X."""
    return [slot for slot in board.slots if marks.get(slot) == "X"]


def unplanned_crosses(
    symbols: Sequence[str], written: Sequence[str], marks: Marks
) -> Iterator[Contradiction]:
    """Every X crosses a planning symbol, as long as any is left."""
    planned = [symbol for symbol in symbols if symbol in marks]
    if len(planned) != min(len(written), len(symbols)):
        why = f"there are {len(written)} X, but {len(planned)} planning symbols crossed"
        yield Contradiction((*written, *planned), why, RuleCode.PLANNING)


def unnumbered_tanks(tank_of: Mapping[str, str], marks: Marks) -> Iterator[Contradiction]:
    """A tank, by its slot, is circled with a number in the slot."""
    for slot, tank in tank_of.items():
        if tank in marks and not isinstance(marks.get(slot), int):
            yield Contradiction((tank, slot), f"{tank} is circled, but {slot} has no number", RuleCode.TANK)


def beyond_cards(board: NumberBoard, marks: Marks) -> Iterator[Contradiction]:
    """Numbers that stand on no card come from astronauts, each of which is crossed while any is left."""
    on_cards = {card.number for card in DECK}
    beyond = [slot for slot, number in numbers_on(board, marks).items() if number not in on_cards]
    crossed = sum(symbol in marks for symbol in board.astronauts)
    if len(beyond) > crossed < len(board.astronauts):
        why = f"{len(beyond)} numbers stand on no card, but {crossed} astronauts are crossed"
        yield Contradiction((*beyond, *board.astronauts), why, RuleCode.NUMBER)


def not_offered(board: NumberBoard, marks: Marks, deal: Deal) -> Iterator[Contradiction]:
    """Numbers that the offers cannot explain, even changed by astronauts: each needs a turn of its own."""
    horizon = turns_of(board, marks)
    by_number, _ = turns_that_offer(deal, horizon)
    changed = any(symbol in marks for symbol in board.astronauts)

    def turns_for(slot: str, number: int) -> Turns:
        reach = range(number - SHIFT, number + SHIFT + 1) if changed else (number,)
        return tuple(sorted({turn for offered in reach for turn in by_number.get(offered, ())}))

    return offer_contradictions(numbers_on(board, marks), turns_for, horizon, lambda slot, number: "it")
