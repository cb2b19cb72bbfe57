"""What no order of play can explain about one sheet of journey.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Contradiction
from engine.games.base.board import ASTRONAUT, PLANNING, crosses_on, numbers_on
from engine.games.base.marks import is_circled, is_crossed
from engine.games.journey.board import Board
from engine.ink import Marks
from engine.rules import actions, ascending, planning, races, tanks
from engine.rules.codes import RuleCode
from engine.rules.wilds import unearned_wilds


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """What no order of play can explain about the marks of this scenario."""
    yield from _ascending(board, marks)
    yield from _energies(board, marks)
    yield from _errors(board, marks)
    yield from tanks.contradictions(board.tank_of, marks)
    yield from _stations(board, marks)
    yield from _panels(board, marks)
    yield from _budget(board, marks)


def _ascending(board: Board, marks: Marks) -> Iterator[Contradiction]:
    for zone in board.trajectory.stretches(marks):
        yield from ascending.contradictions(zone, marks, "in every zone", "after")


def _energies(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Energies are crossed in full pairs, each of which gives a cut."""
    drawn = [cut for cut in board.cuts if cut in marks]
    crossed = [energy for energy in board.energies if is_crossed(marks, energy)]
    for energy in crossed:
        if energy not in board.printed and not is_circled(marks, energy):
            yield Contradiction((energy,), f"{energy} is crossed without being circled", RuleCode.ENERGY)
    left = board.open_energies(marks)
    if len(left) >= board.pair:
        why = f"{len(left)} energies are circled and not crossed, but a full pair is crossed at once"
        yield Contradiction(tuple(left), why, RuleCode.ENERGY)
    if len(crossed) != board.pair * len(drawn):
        why = f"{len(crossed)} energies are crossed, but {len(drawn)} cuts drawn: every pair gives one"
        yield Contradiction((*crossed, *drawn) or board.energies, why, RuleCode.ENERGY)


def _errors(board: Board, marks: Marks) -> Iterator[Contradiction]:
    given = [error for error in board.errors if error in marks and error in board.rewarded]
    gained = [energy for energy in board.energies if is_circled(marks, energy)]
    if len(gained) < min(len(given), len(board.energies) - len(board.printed)):
        why = f"{len(given)} errors give an energy each, but {len(gained)} are circled"
        yield Contradiction((*given, *board.energies), why, RuleCode.ENERGY)


def _stations(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """A station whose robots are all circled has one of its multipliers circled."""
    for station in board.stations.values():
        yield from races.contradictions(station.high, station.low, station.robots, marks)


def _panels(board: Board, marks: Marks) -> Iterator[Contradiction]:
    yield from planning.contradictions(board, board.panels[PLANNING].symbols, marks)
    for panel in board.panels.values():
        yield from unearned_wilds(panel, marks)


def _budget(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Every number carries at most one action, and each of these marks took one."""
    numbers = numbers_on(board, marks)
    stations = board.stations.values()
    used = [field for station in stations for field in (*station.robots, *station.plants) if field in marks]
    used += [tank for tank in board.tank_of.values() if tank in marks]
    used += crosses_on(board, marks)
    used += [symbol for symbol in board.panels[ASTRONAUT].symbols if symbol in marks]
    gained = [energy for energy in board.energies if is_circled(marks, energy)]
    given = sum(error in marks for error in board.rewarded)
    yield from actions.contradictions(numbers, used, (gained, given))
    wilds = [wild for panel in board.panels.values() for wild in panel.wilds if is_crossed(marks, wild)]
    if len(wilds) > len(numbers):
        yield Contradiction((*wilds, *numbers), "there are more wilds used than numbers", RuleCode.WILD)
