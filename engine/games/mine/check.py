"""What no order of play can explain about one sheet of mine.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Contradiction
from engine.games.base.board import ROBOT
from engine.games.base.checks import (
    crosses_on,
    numbers_on,
    unplanned_crosses,
)
from engine.games.base.marks import is_circled, is_crossed
from engine.games.base.offers import unmatched
from engine.games.mine.board import Board, is_complete, is_full
from engine.ink import Marks
from engine.rules import ascending, ladders
from engine.rules.codes import RuleCode


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(board, marks)
    yield from _minerals(board, marks)
    yield from _columns(board, marks)
    yield from _factories(board, marks)
    yield from _goods(board, marks)
    yield from _fill_bonuses(board, marks)
    yield from unplanned_crosses(board.plannings, crosses_on(board, marks), marks)
    yield from _galleries(board, marks)
    yield from _budget(board, marks)


def _ascending(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for level in board.levels:
        yield from ascending.contradictions(level, marks, "in every level", "to the right of")


def _minerals(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A mineral is circled exactly when its cave is filled."""
    for slot, mineral in board.mineral_in.items():
        if slot in marks and not is_circled(marks, mineral):
            yield Contradiction(
                (slot, mineral), f"{slot} is filled, but {mineral} is not circled", RuleCode.MINERAL
            )
        if slot not in marks and mineral in marks:
            yield Contradiction(
                (slot, mineral), f"{mineral} bears ink, but {slot} is empty", RuleCode.MINERAL
            )


def _columns(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A full column is extracted: its tower is circled, and what is circled in it is crossed, and nothing else."""
    for column in board.columns:
        full = is_full(column, marks)
        empty = [slot for slot in column.slots if slot not in marks]
        if full and column.tower not in marks:
            why = f"{column.id} is full, but {column.tower} is not circled"
            yield Contradiction((*column.slots, column.tower), why, RuleCode.EXTRACTION)
        if not full and column.tower in marks:
            why = f"{column.tower} is circled, but {empty[0]} is empty"
            yield Contradiction((column.tower, empty[0]), why, RuleCode.EXTRACTION)
        for resource in column.resources:
            if is_crossed(marks, resource) and not is_circled(marks, resource):
                why = f"{resource} is crossed without being circled"
                yield Contradiction((resource,), why, RuleCode.EXTRACTION)
            elif full and marks.get(resource) == "circled":
                why = f"{column.id} is full, but {resource} is not crossed"
                yield Contradiction((*column.slots, resource), why, RuleCode.EXTRACTION)
            elif not full and is_crossed(marks, resource):
                why = f"{resource} is crossed, but {empty[0]} is empty"
                yield Contradiction((resource, empty[0]), why, RuleCode.EXTRACTION)


def _factories(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A factory's base factor or bonus symbols are crossed exactly when all its energies and robots are."""
    for factory in board.factories:
        complete = is_complete(factory, marks)
        blank = next((need for need in factory.needs if need not in marks), None)
        for gain in factory.gains:
            if complete and gain not in marks:
                why = f"{factory.id} is complete, but {gain} is not crossed"
                yield Contradiction((*factory.needs, gain), why, RuleCode.FACTORY)
            elif blank is not None and gain in marks:
                yield Contradiction((gain, blank), f"{gain} is crossed, but {blank} is not", RuleCode.FACTORY)


def _goods(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A main factory counts what was extracted and what its secondary factory gave, in order."""
    for main in board.raced.values():
        circled = [symbol for symbol in main.symbols if symbol in marks]
        yield from ladders.contradictions(main.symbols, marks)
        extracted = [field for field, kind in board.kind_of.items() if kind == main.kind]
        extracted = [field for field in extracted if is_crossed(marks, field)]
        secondary = board.secondaries[main.kind]
        given = [symbol for symbol in secondary.gains if symbol in marks]
        if len(circled) != len(extracted) + len(given):
            why = (
                f"{main.id} has {len(circled)} symbols circled, but {len(extracted)} were extracted "
                f"and {len(given)} given by {secondary.id}"
            )
            yield Contradiction((*circled, *extracted, *given), why, RuleCode.GOODS)


def _fill_bonuses(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A fill bonus is circled with its trigger, or crossed since somebody else was first; never both."""
    for main in board.raced.values():
        bonus, trigger = str(main.fill_bonus), str(main.trigger)
        if is_circled(marks, bonus) and is_crossed(marks, bonus):
            yield Contradiction(
                (bonus,), f"{bonus} is circled and crossed, but can only be one", RuleCode.RACE
            )
        elif is_circled(marks, bonus) and trigger not in marks:
            yield Contradiction((bonus, trigger), f"{bonus} is circled, but {trigger} is not", RuleCode.RACE)
        elif trigger in marks and bonus not in marks:
            why = f"{trigger} is circled, so {bonus} must be circled, or crossed if others were first"
            yield Contradiction((trigger, bonus), why, RuleCode.RACE)


def _galleries(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every plant or water that is circled was taken by a number of its own in a cave beside it."""
    numbers = numbers_on(board, marks)
    choices: dict[str, tuple[int, ...]] = {}
    for resource, caves in board.beside.items():
        if not is_circled(marks, resource):
            continue
        choices[resource] = tuple(board.slots.index(cave) for cave in caves if cave in numbers)
        if not choices[resource]:
            why = f"{resource} is circled, but there is no number in {' or '.join(caves)}"
            yield Contradiction((resource, *caves), why, RuleCode.LOCATION)
    for resources in unmatched({name: places for name, places in choices.items() if places}):
        takers = sorted({board.slots[place] for name in resources for place in choices[name]})
        why = (
            f"{', '.join(resources)} are circled, but only numbers in {', '.join(takers)} can have taken them"
        )
        yield Contradiction((*resources, *takers), why, RuleCode.LOCATION)


def _budget(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every number carries at most one action, and each of these marks took one; given robots took none."""
    numbers = numbers_on(board, marks)
    energies = [field for factory in board.factories for field in factory.energies if field in marks]
    robots = [robot for robot in board.robots if robot in marks]
    given = [symbol for symbol in board.secondaries[ROBOT].gains if symbol in marks]
    if len(robots) < min(len(given), len(board.robots)):
        why = f"{len(given)} robots were given, but {len(robots)} are crossed"
        yield Contradiction((*given, *robots), why, RuleCode.ROBOT)
    used = [field for field in board.beside if is_circled(marks, field)]
    used += energies + crosses_on(board, marks)
    used += [symbol for symbol in board.astronauts if symbol in marks]
    actions = len(used) + max(0, len(robots) - len(given))
    if actions > len(numbers):
        why = f"the marks took {actions} actions, but only {len(numbers)} numbers are written"
        yield Contradiction((*used, *robots, *numbers), why, RuleCode.ACTION)
