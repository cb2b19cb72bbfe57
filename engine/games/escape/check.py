"""What no order of play can explain about one sheet of escape.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import Deal
from engine.game import Contradiction
from engine.games.base.board import ASTRONAUT, SHIFT, turns_of
from engine.games.base.checks import (
    crosses_on,
    numbers_on,
    unnumbered_tanks,
    unplanned_crosses,
)
from engine.games.base.marks import is_circled, is_crossed
from engine.games.base.offers import Turns, offer_contradictions, turns_that_offer
from engine.games.escape.board import Board
from engine.ink import Marks
from engine.rules import ascending, ladders
from engine.rules.codes import RuleCode
from engine.rules.wilds import unearned_wilds


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(board, marks)
    yield from _closed(board, marks)
    yield from _airlocks(board, marks)
    yield from unnumbered_tanks(board.tank_of, marks)
    yield from _doubles(board, marks)
    yield from ladders.contradictions(board.planning, marks)
    yield from unplanned_crosses(board.planning, crosses_on(board, marks), marks)
    yield from unearned_wilds(board.panel, marks)
    yield from _budget(board, marks)
    yield from _budget_of_ships(board, marks)


def _ascending(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for slots in board.ships.values():
        yield from ascending.contradictions(slots, marks, "on a ship", "after")


def _closed(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What is filled lies in open sections, and airlocks lead on from these; told once for sections joined together."""
    told = board.open_sections(marks)
    for section, slots in board.sections.items():
        inked = [field for field in (*slots, *board.airlocks_at[section]) if field in marks]
        if section in told or not inked:
            continue
        island = board.joined([section], marks)
        told |= island
        used = [slot for each in board.sections if each in island for slot in board.sections[each]]
        ways = [a for a, ends in board.airlocks.items() if not island.isdisjoint(ends)]
        fields = [field for field in used if field in marks] + ways
        names = " and ".join(sorted(island))
        yield Contradiction(
            tuple(fields), f"no airlocks join {names} to a dock, but there is ink on it", RuleCode.OPEN
        )


def _airlocks(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every robot in a filled slot gives an airlock, as long as one is left."""
    given = [slot for slot in board.slots if slot in board.rewarded and slot in marks]
    drawn = [airlock for airlock in board.airlocks if airlock in marks]
    if len(drawn) < min(len(given), len(board.airlocks)):
        why = f"{len(given)} slots with a robot are filled, but only {len(drawn)} airlocks drawn"
        yield Contradiction((*given, *drawn), why, RuleCode.AIRLOCK)


def _doubles(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A double is circled when its greenhouse is filled, or crossed."""
    for slot, double in board.double_of.items():
        if is_circled(marks, double) and is_crossed(marks, double):
            yield Contradiction(
                (double,), f"{double} is circled and crossed, but can only be one", RuleCode.RACE
            )
        elif is_circled(marks, double) and slot not in marks:
            yield Contradiction((double, slot), f"{double} is circled, but {slot} is empty", RuleCode.RACE)


def _budget(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every number carries at most one action, and each of these marks took one."""
    numbers = numbers_on(board, marks)
    symbols = (*_symbols(board), *board.panel.symbols)
    used = [field for field in symbols if field in marks] + crosses_on(board, marks)
    drawn = [airlock for airlock in board.airlocks if airlock in marks]
    given = [field for field in board.rewarded if field in marks]
    actions = len(used) + max(0, len(drawn) - len(given))
    if actions > len(numbers):
        why = f"the marks took {actions} actions, but only {len(numbers)} numbers are written"
        yield Contradiction((*used, *drawn, *numbers), why, RuleCode.ACTION)


def _symbols(board: Board) -> Iterator[str]:
    """The tanks, plants and reactors."""
    yield from board.tank_of.values()
    for symbols in (*board.plants.values(), *board.reactors.values()):
        yield from symbols


def _budget_of_ships(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Each tank, plant and reactor of a ship took the action of a number on it."""
    for ship, slots in board.ships.items():
        numbers = [slot for slot in slots if isinstance(marks.get(slot), int)]
        tanks = [board.tank_of[slot] for slot in slots if slot in board.tank_of]
        symbols = (*tanks, *board.plants[ship], *board.reactors[ship])
        circled = [symbol for symbol in symbols if symbol in marks]
        if len(circled) > len(numbers):
            why = (
                f"{len(circled)} symbols of {ship} are circled, but only {len(numbers)} numbers written on it"
            )
            yield Contradiction((*circled, *numbers), why, RuleCode.LOCATION)


def not_offered(board: Board, marks: Marks, deal: Deal) -> Iterator[Contradiction]:
    """Numbers that the offers cannot explain, even changed by an astronaut or a wild: each needs its own turn."""
    horizon = turns_of(board, marks)
    by_number, by_offer = turns_that_offer(deal, horizon)
    wilds = any(is_crossed(marks, wild) for wild in board.panel.wilds)

    def turns_for(slot: str, number: int) -> Turns:
        turns = set(by_number.get(number, ()))
        for near in range(number - SHIFT, number + SHIFT + 1):
            turns.update(by_number.get(near, ()) if wilds else by_offer.get((near, ASTRONAUT), ()))
        return tuple(sorted(turns))

    return offer_contradictions(numbers_on(board, marks), turns_for, horizon, lambda slot, number: "it")
