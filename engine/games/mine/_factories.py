"""Factories: energies and robots are crossed. The gains of a complete factory are crossed too.

A complete main factory counts its better factor. A complete secondary one gives one good or robot for each bonus
symbol. Goods are circled in order in the main factory of their kind, like those extracted from the rock. The player
crosses robots anywhere. The first player to circle the trigger of a main factory circles its fill bonus; all others
lose it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.mine._board import BONUS_ROBOT, Board, Factory, Main, MineEditor
from fairsheet.engine.play.editor import Player, next_of
from fairsheet.engine.play.game import Contradiction, off_by
from fairsheet.engine.play.number_board import ENERGY, ROBOT
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import completion
from fairsheet.engine.rules.account import Account, Tally
from fairsheet.engine.rules.completion import Completion
from fairsheet.engine.rules.ladders import Ladder
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Solution, Term
from fairsheet.engine.solver.ink_in_time import Made
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.engine.solver.timeline import Last
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks, is_circled, is_crossed

# --- in play ----------------------------------------------------------------------------------------------


def choices(board: Board, player: Player, action: str, by: Cause) -> Iterator[Ink]:
    """Yield the energies or robots that a player can cross: the next one of each factory."""
    for factory in board.factories:
        fields = factory.energies if action == ENERGY else factory.robots
        if (need := next_of(player.mark_order(fields, "crossed"), player.marks)) is not None:
            yield Ink(need, "crossed", by)


def cross_need(editor: MineEditor, need: str, by: Cause) -> None:
    """Cross an energy or a robot. The last one completes its factory, which may leave robots pending."""
    board = editor.board
    editor.mark(need, "crossed", by)
    factory = board.factory_of[need]
    if not completion.is_complete(factory.needs, editor.marks):
        return
    for gain in factory.gains:
        editor.mark(gain, "crossed", "bonus")
    if factory.kind == ROBOT:
        left = sum(robot not in editor.marks for robot in board.robots)
        editor.pending = [BONUS_ROBOT] * min(len(factory.gains), left)
    elif not isinstance(factory, Main):
        for _ in factory.gains:
            circle_next(editor, board.mains[factory.kind], "bonus")


def circle_next(editor: MineEditor, main: Main, by: Cause) -> None:
    """Circle the next symbol of a main factory. The first player to circle the trigger gets the fill bonus.

    A symbol is always left, because the factory has one for each good in the rock and each given one.
    """
    symbol = next(symbol for symbol in main.symbols if symbol not in editor.marks)
    editor.mark(symbol, "circled", by)
    if symbol == main.trigger and main.fill_bonus is not None and main.fill_bonus not in editor.marks:
        editor.mark(main.fill_bonus, "circled", "bonus")
        editor.broadcast.append(main.fill_bonus)


# --- on a final sheet -------------------------------------------------------------------------------------


def rules(board: Board) -> Iterator[Rule[SheetInTime]]:
    """Yield the rules of factories: gains, goods, fill bonuses and given robots."""
    for factory in board.factories:
        for gain in factory.gains:
            yield Completion(factory.needs, gain, "crossed", RuleCode.FACTORY)
    for main in board.raced.values():
        yield Ladder(main.symbols)
        yield OwnRule((board, main), _check_goods)
        unmet = Message("{won} is circled, but {needed} is not")
        yield Race(main.id, str(main.fill_bonus), (str(main.trigger),), unmet=unmet)
    given = Tally(board.secondaries[ROBOT].gains)
    words = Message("{off} robots crossed: {made} for {earned} given")
    yield Account(RuleCode.ROBOT, words, given, Tally(board.robots), at_least=True)


def _check_goods(about: tuple[Board, Main], marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction unless a main factory counts the extracted goods and those of its secondary factory."""
    board, main = about
    circled = [symbol for symbol in main.symbols if symbol in marks]
    in_rock = (field for field, kind in board.kind_of.items() if kind == main.kind)
    extracted = [field for field in in_rock if is_crossed(marks, field)]
    secondary = board.secondaries[main.kind]
    given = [symbol for symbol in secondary.gains if symbol in marks]
    if surplus := len(circled) - len(extracted) - len(given):
        why = Message(
            "{off} symbols circled in {main}: {circled} for {extracted} extracted and {given} given",
            off=off_by(surplus),
            main=main.id,
            circled=len(circled),
            extracted=len(extracted),
            given=len(given),
        )
        few = (circled if surplus > 0 else [*given, *extracted])[-abs(surplus) :]
        yield Contradiction.counting((*circled, *extracted, *given), why, RuleCode.GOODS, few=tuple(few))


# --- in time ----------------------------------------------------------------------------------------------


class FactoriesInTime:
    """When energies and robots of each factory were crossed, what was given, and when each was complete.

    The energies or robots of one factory are only counted.
    """

    def __init__(self, sheet: NumberSheet, board: Board) -> None:
        self.sheet, self.board, self.model, self.marks = sheet, board, sheet.model, sheet.marks
        self.energies = {factory.id: sheet.count(factory.energies) for factory in board.factories}
        self.robots = {factory.id: sheet.some_turns(factory.robots) for factory in board.factories}
        self._giver = board.secondaries[ROBOT]

    @cached_property
    def complete(self) -> Mapping[str, Made]:
        """By factory and turn, whether all its energies and robots are crossed."""
        others = [factory for factory in self.board.factories if factory is not self._giver]
        return {self._giver.id: self._activated, **{each.id: self._completion(each) for each in others}}

    @cached_property
    def _activated(self) -> Made:
        """By turn, whether the factory that gives robots is complete. It gets none itself."""
        return self._completion(self._giver)

    @cached_property
    def _given(self) -> Mapping[str, list[Lit]]:
        """By factory, whether it got at least one, two, … of the given robots."""
        if not completion.is_complete(self._giver.needs, self.marks):
            return {}
        others = (factory for factory in self.board.factories if factory is not self._giver)
        return {factory.id: self._shares(factory) for factory in others}

    def _shares(self, factory: Factory) -> list[Lit]:
        crossed = self.sheet.inked(factory.robots)
        shares = [self.model.literal() for _ in range(min(crossed, len(self._giver.gains)))]
        for one, more in pairwise(shares):
            self.model.implies(more, one)
        return shares

    def _robots_by(self, factory: Factory, turn: int) -> list[Term]:
        """Return how many robots of a factory are crossed by the end of a turn, including given ones, as a sum."""
        acted = self.sheet.until(self.robots[factory.id], turn)
        if factory is self._giver:
            return acted
        shares = self._given.get(factory.id, ())
        return [*acted, *((1, self.model.all_of((share, self._activated[turn]))) for share in shares)]

    def _completion(self, factory: Factory) -> Made:
        """Return by turn whether all energies and robots of a factory are crossed."""
        if not completion.is_complete(factory.needs, self.marks):
            return dict.fromkeys(self.sheet.turns, FALSE)
        return {
            turn: self.model.at_least(
                [*self.sheet.until(self.energies[factory.id], turn), *self._robots_by(factory, turn)],
                len(factory.needs),
            )
            for turn in self.sheet.turns
        }

    def triggered(self, main: Main, extracted: dict[str, Last]) -> Made:
        """Return by turn whether a main factory's trigger is circled. `extracted` has the extractions by tower."""
        if main.trigger not in self.marks:
            return dict.fromkeys(self.sheet.turns, FALSE)
        least, secondary = main.symbols.index(main.trigger) + 1, self.board.secondaries[main.kind]
        goods: dict[str, int] = {}  # by tower of an extracted column
        for column in self.board.columns:
            brought = [field for field in column.resources if self.board.kind_of[field] == main.kind]
            goods[column.tower] = sum(is_circled(self.marks, field) for field in brought)
        reached = {}
        for turn in self.sheet.turns:
            from_rock = [(goods[tower], event.by(turn)) for tower, event in extracted.items()]
            given = (len(secondary.gains), self.complete[secondary.id][turn])
            reached[turn] = self.model.at_least([*from_rock, given], least)
        return reached

    def constrain(self) -> None:
        """State that energies took actions, and that robots took actions or were given."""
        for factory in self.board.factories:
            crossed = [robot for robot in factory.robots if robot in self.marks]
            why = Message(
                "the robot crossed in {factory} took an action or was given by {giver}",
                "the {n} robots crossed in {factory} took actions or were given by {giver}",
                n=len(crossed),
                factory=factory.id,
                giver=self._giver.id,
            )
            with self.model.rule(RuleCode.ROBOT, self.sheet.name(*crossed), why):
                self.model.linear(self._robots_by(factory, self.sheet.last), len(crossed), len(crossed))
        if self._given:
            self._give_robots()

    def _give_robots(self) -> None:
        """State that one robot is given for each bonus symbol, or all that are left."""
        model, count = self.model, len(self._giver.gains)
        shares = [(1, share) for each in self._given.values() for share in each]
        why = Message(
            "{giver} gave its robot, if one was left",
            "{giver} gave its {n} robots, or all that were left",
            giver=self._giver.id,
            n=count,
        )
        with model.rule(RuleCode.ROBOT, self.sheet.name(*self._giver.gains), why):
            if any(robot not in self.marks for robot in self.board.robots):
                model.linear(shares, count, count)
                return
            fewer = model.literal()
            model.linear(shares, None, count)
            model.linear(shares, count, None, given=(-fewer,))
            for turn in self.sheet.turns[1:]:
                for made in self.robots.values():
                    model.clause(-fewer, -self._activated[turn - 1], -made[turn])

    def follow(self, found: dict[str, int], solution: Solution) -> None:
        """Add the turns of robots: those of their actions, or the turn in which they were given."""
        sheet = self.sheet
        gift = next((t for t in sheet.turns if solution.holds(self._activated[t])), 0)
        for factory in self.board.factories:
            fields = [field for field in self.marks if field in factory.robots]
            acted = [turn for turn in sheet.turns if solution.holds(self.robots[factory.id][turn])]
            given = [gift for share in self._given.get(factory.id, ()) if solution.holds(share)]
            found.update(zip(fields, sorted([*acted, *given]), strict=True))
