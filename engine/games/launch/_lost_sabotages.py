"""Sabotages in the solo game: an effect crosses one of the player's choice, which circles an error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from fairsheet.engine.dealing.solo_deck import DealtEffect
from fairsheet.engine.games.launch._board import Board
from fairsheet.engine.games.launch._system_errors import Suffered, own_errors
from fairsheet.engine.play.editor import Player, SheetEditor, next_of
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.rules.solo.steps import SoloStep
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, BoolVar, Term
from fairsheet.engine.solver.timeline import Choice, Never
from fairsheet.sheets.model.marks import Marks, is_circled

if TYPE_CHECKING:
    from fairsheet.engine.games.launch._solo import SheetModel
    from fairsheet.engine.solver.solution import Solution


# --- in play ----------------------------------------------------------------------------------------------


def steps(board: Board, player: Player) -> Iterator[Step]:
    """Each of the sabotages without a cross can be crossed."""
    for symbol in board.sabotages:
        if symbol not in player.marks:
            yield Step(player.seat, SoloStep.EFFECT, (Ink(symbol, "crossed", "astra"),))


def play(board: Board, editor: SheetEditor, step: Step) -> None:
    """Crosses the sabotage that was chosen and circles an error, if any is left. Raises IllegalStep."""
    match step:
        case Step(kind=SoloStep.EFFECT, ink=(Ink(symbol, "crossed", "astra") as ink,)):
            if symbol in board.sabotages and symbol not in editor.marks:
                editor.make(ink)
                error = next_of(editor.mark_order(board.errors, "circled"), editor.marks)
                if error is not None:
                    editor.mark(error, "circled", "astra")
                return
    raise IllegalStep(
        RuleCode.EFFECT, "an effect card has come up: a sabotage without a cross is crossed now"
    )


# --- on a final sheet -------------------------------------------------------------------------------------


def turn_contradictions(board: Board, turns: int, marks: Marks) -> Iterator[Contradiction]:
    """As many turns as numbers and errors of one's own."""
    numbers = board.numbers_on(marks)
    least, most = own_errors(board, marks)
    if not len(numbers) + least <= turns <= len(numbers) + most:
        circled = [error for error in board.errors if error in marks]
        own = f"{least}" if least == most else f"{least} to {most}"
        why = f"{turns} cards have left, one a turn, but there are {len(numbers)} numbers and {own} errors of one's own"
        yield Contradiction((*numbers, *circled) or board.slots[:1], why, RuleCode.TURN)


def bonus_contradictions(board: Board, panel: Panel, marks: Marks) -> Iterator[Contradiction]:
    """Of the sabotages crossed those that no effect took were set off, each for a solo bonus."""
    circled = [bonus for bonus in panel.bonuses.fields if is_circled(marks, bonus)]
    crossed = [symbol for symbol in board.sabotages if symbol in marks]
    effects = [icon for card in panel.effects.values() for icon in (card.first, card.second) if icon in marks]
    most = len(crossed) - len(board.suffered(marks))
    least = min(most, max(0, len(crossed) - len(effects)))
    exact = len(crossed) < len(board.sabotages)
    if not least <= len(circled) <= (least if exact else most):
        why = (
            f"{len(circled)} solo bonuses are circled, but {len(crossed)} sabotages crossed "
            f"and {len(effects)} effects that took one each"
        )
        yield Contradiction((*circled, *crossed, *effects) or board.sabotages, why, RuleCode.SOLO_BONUS)


# --- in time ----------------------------------------------------------------------------------------------


class LostInTime:
    """Which of the sabotages crossed on a sheet were taken by effects, and when; all others were set off.

    An effect takes one that is not crossed yet, as long as there is any.
    """

    def __init__(self, sheet: SheetModel, effects: Sequence[DealtEffect]) -> None:
        self.sheet, self.model, self.board, self.effects = sheet, sheet.model, sheet.board, effects
        self.turns = sorted({effect.turn for effect in effects})
        self.crossed = [symbol for symbol in self.board.sabotages if symbol in sheet.marks]
        self.complete = {symbol: sheet.sections.completion_of(symbol) for symbol in self.crossed}
        self.taken = {symbol: self._is_taken(symbol) for symbol in self.crossed}
        self.when = {
            symbol: Choice(self.model, self.turns) if taken != FALSE and self.turns else Never(self.model)
            for symbol, taken in self.taken.items()
        }

    def _is_taken(self, symbol: str) -> BoolVar:
        if not self.complete[symbol].last:
            return TRUE
        return self.model.literal() if self.turns else FALSE

    def suffered(self) -> list[Suffered]:
        """Each took an error with it."""
        return [Suffered(self.when[symbol], taken) for symbol, taken in self.taken.items()]

    def set_off_by(self, turn: int) -> list[Term]:
        """How many the player has set off by the end of a turn, as a sum."""
        return [
            (1, self.model.all_of((event.by(turn), -self.taken[s]))) for s, event in self.complete.items()
        ]

    def taken_at(self, symbol: str, turn: int) -> BoolVar:
        """Whether an effect of a turn took a sabotage."""
        return self.model.all_of((self.taken[symbol], self.when[symbol].at(turn)))

    def constrain(self, panel: Panel) -> None:
        """States that every effect took one, and that solo bonuses were circled for all others."""
        model, name = self.model, self.sheet.name
        icons = [panel.effect_icon(each.letter, each.time) for each in self.effects]
        with model.rule(RuleCode.EFFECT, name(*self.crossed, *icons), "every effect took a sabotage"):
            for symbol, taken in self.taken.items():
                model.implies(taken, *(self.when[symbol].at(turn) for turn in self.turns))
            for turn in self.turns:
                self._take(turn)
        circled = [bonus for bonus in panel.bonuses.fields if is_circled(self.sheet.marks, bonus)]
        why = f"{len(circled)} sabotages were set off, each for a solo bonus"
        with model.rule(RuleCode.SOLO_BONUS, name(*circled, *self.crossed), why):
            model.linear([(1, -taken) for taken in self.taken.values()], len(circled), len(circled))

    def _take(self, turn: int) -> None:
        came_up = sum(effect.turn == turn for effect in self.effects)
        now = [(1, self.taken_at(symbol, turn)) for symbol in self.crossed]
        for symbol, event in self.complete.items():
            self.model.implies(self.taken_at(symbol, turn), -event.by(turn - 1))
        self.model.linear(now, None, came_up)
        if len(self.crossed) < len(self.board.sabotages):
            self.model.linear(now, came_up, None)
            return
        before = [
            self.model.any_of((event.by(turn - 1), self.model.all_of((self.taken[s], self.when[s].by(turn)))))
            for s, event in self.complete.items()
        ]
        none_left = self.model.at_least([(1, each) for each in before], len(before))
        self.model.linear(now, came_up, None, given=(-none_left,))

    def turns_of(self, found: Mapping[str, int], solution: Solution) -> dict[str, int]:
        """In which turn each was crossed, given the turns of the slots."""
        turns: dict[str, int] = {}
        for symbol, taken in self.taken.items():
            if not solution.holds(taken):
                turns[symbol] = max(found[slot] for slot in self.board.home_of[symbol].slots)
            elif (turn := self.when[symbol].turn(solution)) is not None:
                turns[symbol] = turn
        return turns
