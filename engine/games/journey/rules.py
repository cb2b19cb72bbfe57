"""The rules of journey for two to six players: which steps are legal and what follows from each.

A number is the first step of a turn; its action, or a wild instead, is the second; a cut that is pending the third. A
number changed by an astronaut has used up the action.

>>> from engine.deal import deal
>>> from sheets.library import load_sheet
>>> game = Journey(load_sheet("journey"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> state = game.play(state, game.legal_steps(state)[0])
>>> game.to_move(state)  # the action of that offer found nothing to do
2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.game import Contradiction, IllegalStep, Step
from engine.games.base.editor import Player
from engine.games.base.table import State
from engine.games.journey import check, heuristic
from engine.games.journey.actions import chosen, take
from engine.games.journey.board import Board
from engine.games.journey.editor import CUT, JourneyEditor, MarkOrder, mark_order, next_energy
from engine.ink import Cause, Ink, Mark, Marks
from engine.rules import ascending, races
from engine.rules.codes import RuleCode
from engine.rules.wilds import WildGame
from sheets.model import Sheet


class Journey(WildGame[JourneyEditor]):
    """The rules of journey on its sheet; implements `engine.game.Game`."""

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

    def editor(self, player: Player) -> JourneyEditor:
        """See `NumberGame.editor`."""
        return JourneyEditor(self.board, player)

    def chosen(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """See `WildGame.chosen`."""
        return chosen(self.board, player, action, by)

    def take(self, player: Player, action: str, ink: Ink) -> JourneyEditor:
        """See `WildGame.take`."""
        return take(self.board, player, action, ink)

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty slots whose zone, between its cuts, stays ascending."""
        return self.board.places_for(number, marks)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """The zone would not ascend."""
        return ascending.refusal(slot, number, "its zone")

    def react_to_error(self, editor: JourneyEditor, error: str) -> None:
        """The first errors give an energy."""
        if error in self.board.rewarded:
            editor.circle_energy(next_energy(self.board, editor.before), "error")

    # --- the action and the cut ---------------------------------------------------------------------------

    def may_decline(self, player: Player) -> bool:
        """An action may be declined, a cut may not."""
        return player.pending != (CUT,)

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to take the action, or the places of a cut."""
        if player.pending != (CUT,):
            return self.action_steps(state, player)
        by = player.ink[-1].by
        return (
            Step(player.seat, CUT, (Ink(cut, "drawn", by),))
            for cut in self.board.cuts
            if cut not in player.marks
        )

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Takes the action, the wild or the cut."""
        if player.pending == (CUT,):
            return self._cut(player, step)
        return self.act(state, msgspec.structs.replace(player, pending=()), step).player()

    def _cut(self, player: Player, step: Step) -> Player:
        match step:
            case Step(kind="cut", ink=(Ink(cut, "drawn", by) as ink,)) if by == player.ink[-1].by:
                if cut not in self.board.cuts or cut in player.marks:
                    raise IllegalStep(RuleCode.ENERGY, f"no cut can be drawn at {cut}")
                editor = JourneyEditor(self.board, player)
                editor.pending = []
                editor.make(ink)
                return editor.player()
        raise IllegalStep(RuleCode.ENERGY, "a pair of energies is full, so a cut must be drawn now")

    # --- the race -----------------------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """A high multiplier that somebody has circled is crossed by all others who have not."""
        return races.lost(state, self.board.highs)
