"""The rules of colony for two to six players: which steps are legal and what follows from each.

A number is the first step of a turn; its action is the second. A number changed by an astronaut has used up the action.

>>> from engine.deal import deal
>>> from sheets.library import load_sheet
>>> game = Colony(load_sheet("colony"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> state = game.play(state, game.legal_steps(state)[0])
>>> game.to_move(state)  # the action of that offer found nothing to do
2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Contradiction, IllegalStep, Step
from engine.games.base.editor import Player
from engine.games.base.number_game import NumberGame
from engine.games.base.table import State
from engine.games.colony import check, heuristic
from engine.games.colony.actions import chosen, take
from engine.games.colony.board import Board
from engine.games.colony.editor import ColonyEditor, MarkOrder, mark_order
from engine.ink import Cause, Ink, Mark, Marks
from engine.rules import actions, ascending, races
from sheets.model import Sheet


class Colony(NumberGame[ColonyEditor]):
    """The rules of colony on its sheet; implements `engine.game.Game`."""

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
        missions = self.open_claims(state, state.players[state.mover])
        wanted = (field for claim in missions for field in claim.needs)
        return heuristic.heuristic_values(self.board, state, steps, wanted)

    # --- numbers ------------------------------------------------------------------------------------------

    def editor(self, player: Player) -> ColonyEditor:
        """See `NumberGame.editor`."""
        return ColonyEditor(self.board, player)

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty slots whose row and column stay ascending."""
        return self.board.places_for(number, marks)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """The row or the column would not ascend."""
        return ascending.refusal(slot, number, "its row or its column")

    def react_to_number(self, editor: ColonyEditor, slot: str) -> None:
        """The antenna of the building, and a full quarter."""
        editor.react_to_filled(slot)

    def cross_astronaut(self, editor: ColonyEditor, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`."""
        editor.cross_astronaut(by)

    # --- the action ---------------------------------------------------------------------------------------

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`."""
        return next(chosen(self.board, player, self.offered(state, player)), None) is not None

    def may_decline(self, player: Player) -> bool:
        """Every action may be declined."""
        return True

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to take the action."""
        action = self.offered(state, player)
        return (Step(player.seat, action, (ink,)) for ink in chosen(self.board, player, action))

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Takes the action."""
        action = self.offered(state, player)
        match step.ink:
            case (Ink(by="action") as ink,) if step.kind == action:
                return take(self.board, player, action, ink).player()
        raise actions.not_offered(action)

    # --- the race -----------------------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """The high bonus of a quarter that somebody has circled is crossed by all others who have not."""
        return races.lost(state, self.board.highs)
