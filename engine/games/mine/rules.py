"""The rules of mine for two to six players: which steps are legal and what follows from each.

A number is the first step of a turn, its action the second; robots that a secondary factory gives are steps of their
own. A number changed by an astronaut has used up the action.

>>> from engine.deal import deal
>>> from sheets.library import load_sheet
>>> game = Mine(load_sheet("mine"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> state = game.play(state, Step(1, "number", (Ink("level-2.1", 5, "number"),), offer=2))
>>> dict(game.marks(state, 1))  # 5 with plant, in a cave with a ruby
{'level-2.1': 5, 'mine-ruby.l2-c1': 'circled'}
>>> [step.ink[0].field for step in game.legal_steps(state) if step.ink]
['mine-plant.g1-c1', 'mine-plant.g2-c1']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.game import Contradiction, IllegalStep, Step
from engine.games.base.board import ROBOT
from engine.games.base.editor import Player
from engine.games.base.number_game import NumberGame
from engine.games.base.table import State
from engine.games.mine import check, heuristic
from engine.games.mine.actions import chosen, take
from engine.games.mine.board import Board, is_full
from engine.games.mine.editor import BONUS_ROBOT, MarkOrder, MineEditor, mark_order
from engine.ink import Cause, Ink, Mark, Marks
from engine.rules import ascending, races
from engine.rules.codes import RuleCode
from sheets.model import Sheet


class Mine(NumberGame[MineEditor]):
    """The rules of mine on its sheet; implements `engine.game.Game`."""

    stars: Sequence[int] = (2, 1)

    board: Board

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.board = Board(sheet)

    def mark_order(self, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
        """See `TableGame.mark_order`."""
        return mark_order(self.board, order)

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `NumberGame.contradictions`."""
        return check.contradictions(self.board, marks)

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""
        offers = state.deal.offers(state.turn)
        return heuristic.heuristic_values(self.board, state.players[state.mover], offers, steps)

    # --- numbers and errors -------------------------------------------------------------------------------

    def editor(self, player: Player) -> MineEditor:
        """See `NumberGame.editor`."""
        return MineEditor(self.board, player)

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty caves whose level stays ascending."""
        return self.board.places_for(number, marks)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """The level would not ascend."""
        return ascending.refusal(slot, number, "its level")

    def react_to_number(self, editor: MineEditor, slot: str) -> None:
        """A mineral in the cave is circled."""
        editor.circle_mineral(slot)

    def cross_astronaut(self, editor: MineEditor, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`."""
        editor.cross_astronaut(by)

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`."""
        return next(chosen(self.board, player, self.offered(state, player), "action"), None) is not None

    # --- the action and the robots that a factory gives ---------------------------------------------------

    def may_decline(self, player: Player) -> bool:
        """An action may be declined, what a factory gives may not."""
        return BONUS_ROBOT not in player.pending

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to take the action, or the places of a robot that is given."""
        action, by = self._due(state, player)
        return (Step(player.seat, action, (ink,)) for ink in chosen(self.board, player, action, by))

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Takes the action, or crosses a robot that is given."""
        action, by = self._due(state, player)
        match step.ink:
            case (Ink() as ink,) if step.kind == action and ink.by == by:
                return take(self.board, player, action, ink).player()
        if by == "bonus":
            raise IllegalStep(RuleCode.ROBOT, "a secondary factory gives robots, so one must be crossed now")
        raise IllegalStep(RuleCode.ACTION, f"only {action} can be used now, or declined")

    def _due(self, state: State, player: Player) -> tuple[str, Cause]:
        """The action of what is pending, and the cause of its mark."""
        if BONUS_ROBOT in player.pending:
            return ROBOT, "bonus"
        return self.offered(state, player), "action"

    # --- extraction and races -----------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """Full columns are extracted; then fill bonuses that somebody has circled are crossed by all others."""
        extracted = tuple(self._extracted(player) for player in state.players)
        return races.lost(msgspec.structs.replace(state, players=extracted), self.board.raced)

    def _extracted(self, player: Player) -> Player:
        editor = self.editor(player)
        for column in self.board.columns:
            if is_full(column, editor.marks) and column.tower not in editor.marks:
                editor.extract(column)
        return editor.player()
