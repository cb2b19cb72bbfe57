"""Galleries: the number of a turn takes one plant or water next to its cave, by the action of its offer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.mine._board import Board
from fairsheet.engine.play.editor import Player, slot_just_written
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.number_board import numbers_on
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.solver.constraint_model import Lit, Solution
from fairsheet.engine.solver.matching import unmatched
from fairsheet.engine.solver.timeline import Event
from fairsheet.languages.messages import Message, either, joined
from fairsheet.sheets.model.marks import Marks, is_circled


def choices(board: Board, player: Player, kind: str, by: Cause) -> Iterator[Ink]:
    """Yield the plants or waters that a player can take."""
    for resource in board.around.get(slot_just_written(player), ()):
        if board.kind_of[resource] == kind and resource not in player.marks:
            yield Ink(resource, "circled", by)


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about circled plants and waters without a number of their own next to them."""
    numbers = numbers_on(board, marks)
    choices: dict[str, tuple[int, ...]] = {}
    for resource, caves in board.beside.items():
        if not is_circled(marks, resource):
            continue
        choices[resource] = tuple(board.slots.index(cave) for cave in caves if cave in numbers)
        if not choices[resource]:
            why = Message(
                "{resource} is circled, but there is no number in {caves}",
                resource=resource,
                caves=either(caves),
            )
            yield Contradiction.counting((resource, *caves), why, RuleCode.LOCATION, few=(resource,))
    for resources in unmatched({name: places for name, places in choices.items() if places}):
        takers = sorted({board.slots[index] for name in resources for index in choices[name]})
        why = Message(
            "{resources} are circled, but only numbers in {takers} can have taken them",
            resources=joined(", ", resources),
            takers=joined(", ", takers),
        )
        yield Contradiction.counting((*resources, *takers), why, RuleCode.LOCATION, few=resources)


class GalleriesInTime:
    """By circled plant or water, whether each number next to it was the one that took it."""

    def __init__(self, sheet: NumberSheet, board: Board) -> None:
        self.sheet, self.board = sheet, board
        self.takers = {
            field: self._takers(caves)
            for field, caves in board.beside.items()
            if is_circled(sheet.marks, field)
        }

    def _takers(self, caves: tuple[str, ...]) -> dict[str, Lit]:
        numbered = [cave for cave in caves if cave in self.sheet.numbers]
        return dict(zip(numbered, self.sheet.model.one_of(len(numbered)), strict=True))

    def taken(self, field: str, when: Callable[[Event], Lit]) -> Lit:
        """Return whether a plant or water was taken, if `when` holds for the number that took it."""
        model, numbers = self.sheet.model, self.sheet.numbers
        takers = self.takers[field].items()
        return model.any_of(model.all_of((took, when(numbers[slot]))) for slot, took in takers)

    def constrain(self) -> None:
        """State that a number takes at most one plant or water."""
        sheet = self.sheet
        for slot in sheet.numbers:
            took = {field: takers[slot] for field, takers in self.takers.items() if slot in takers}
            why = Message("the number in {slot} took only one of {took}", slot=slot, took=joined(", ", took))
            with sheet.model.rule(RuleCode.LOCATION, sheet.name(slot, *took), why):
                sheet.model.linear([(1, literal) for literal in took.values()], None, 1)

    def follow(self, found: dict[str, int], solution: Solution) -> None:
        """Add the turns of plants and waters: those of the numbers that took them."""
        for field, takers in self.takers.items():
            found[field] = next(found[slot] for slot, took in takers.items() if solution.holds(took))
