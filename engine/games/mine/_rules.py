"""The rules of mine for two to six players: the legal steps and their consequences.

The first step of a turn is a number, the second its action. Each robot that a secondary factory gives is a step.
Changing a number by an astronaut uses up the action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from fairsheet.engine.games.base.action_game import ActionGame
from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.games.mine import _factories, _galleries, _heuristic, _shafts
from fairsheet.engine.games.mine._board import BONUS_ROBOT, Board, MineEditor, board_of
from fairsheet.engine.games.mine._proof import SheetModel
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.play.number_board import ENERGY, PLANNING, ROBOT
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import ascending, planning
from fairsheet.engine.rules.account import Tally
from fairsheet.engine.rules.actions import Actions
from fairsheet.engine.rules.ascending import Ascending
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks

_ASCENDING = Message("numbers ascend in every level")


def rules(board: Board) -> tuple[Rule[SheetModel], ...]:
    """Return the rules of a sheet."""
    energies = tuple(need for factory in board.factories for need in factory.energies)
    crossed = Tally(energies), Tally(board.slots, "X"), Tally(board.astronauts)
    robots = Tally(board.robots), Tally(board.secondaries[ROBOT].gains)
    return (
        *(Ascending(level, _ASCENDING) for level in board.zones),
        *_shafts.rules(board),
        *_factories.rules(board),
        OwnRule(board, None, lambda sheet: sheet.factories.constrain()),
        planning.symbols_crossed(board.slots, board.plannings),
        OwnRule(board, _galleries.contradictions, lambda sheet: sheet.galleries.constrain()),
        Actions(board.slots, (Tally(tuple(board.beside), "circled"), *crossed), (robots,)),
    )


class Mine(ActionGame[MineEditor]):
    """The rules of mine on its sheet; implements `fairsheet.engine.play.game.Game`."""

    stars: Sequence[int] = (2, 1)
    board: Board
    board_of, rules_of = staticmethod(board_of), staticmethod(rules)
    values_of = staticmethod(_heuristic.heuristic_values)
    forced = BONUS_ROBOT

    def editor(self, player: Player) -> MineEditor:
        """See `NumberGame.editor`."""
        return MineEditor(self.board, player)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """See `NumberGame.refusal`: the level would not ascend."""
        return ascending.refusal(slot, number, "its level")

    def react_to_number(self, editor: MineEditor, slot: str) -> None:
        """Circle the mineral in the cave."""
        _shafts.circle_mineral(editor, slot)

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield the ways to take the action, or to cross a robot that is given."""
        if BONUS_ROBOT not in player.pending:
            return super().pending_steps(state, player)
        return (Step(player.seat, ROBOT, (ink,)) for ink in self.choices(player, ROBOT, "bonus"))

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Take the action, or cross a robot that is given."""
        if BONUS_ROBOT not in player.pending:
            return super().play_pending(state, player, step)
        match step:
            case Step(kind="robot", ink=(Ink(by="bonus") as ink,)):
                left = msgspec.structs.replace(player, pending=player.pending[1:])
                return self.take(left, ROBOT, ink).player()
        raise IllegalStep(RuleCode.ROBOT, "a secondary factory gives robots, so one must be crossed now")

    def choices(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """See `ActionGame.choices`."""
        if action in (ENERGY, ROBOT):
            return _factories.choices(self.board, player, action, by)
        return _galleries.choices(self.board, player, action, by)

    def do(self, editor: MineEditor, action: str, ink: Ink) -> None:
        """See `ActionGame.do`."""
        if action in (ENERGY, ROBOT):
            _factories.cross_need(editor, ink.field, ink.by)
            return
        editor.make(ink)
        if action == PLANNING:
            _shafts.circle_mineral(editor, ink.field)
            editor.cross_next(editor.mark_order(self.board.plannings, "crossed"), ink.by)

    def incidents(self, state: State) -> tuple[Player, ...]:
        """See `TableGame.incidents`: extracts full columns first, because this can circle fill bonuses."""
        extracted = tuple(_shafts.extract_full_columns(self.board, player) for player in state.players)
        return super().incidents(msgspec.structs.replace(state, players=extracted))


class SoloMine(PrizeGame, Mine):
    """Mine against ASTRA. Effects cross fill bonuses; circled ones earn solo bonuses."""
