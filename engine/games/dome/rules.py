"""The rules of dome for two to six players: which steps are legal and what follows from each.

A number is the first step of a turn, its action the second; a cut that is pending after an X is the third. A number
changed by an astronaut has used up the action.

>>> from engine.deal import deal
>>> from sheets.library import load_sheet
>>> game = Dome(load_sheet("dome"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> len(game.legal_steps(state))
24
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Contradiction, IllegalStep, Step
from engine.games.base.editor import Player
from engine.games.base.number_game import NumberGame
from engine.games.base.table import State
from engine.games.dome import check, heuristic
from engine.games.dome.actions import action_steps, take
from engine.games.dome.board import Board
from engine.games.dome.editor import CUT, DomeEditor, MarkOrder, mark_order
from engine.ink import Cause, Ink, Mark, Marks
from engine.rules import ascending, races
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim
from sheets.model import Sheet


class Dome(NumberGame[DomeEditor]):
    """The rules of dome on its sheet; implements `engine.game.Game`."""

    stars: Sequence[int] = (3, 2, 1)

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

    def unmet_claims(self, cards: Sequence[Claim], marks: Marks) -> Iterator[Contradiction]:
        """See `NumberGame.unmet_claims`."""
        return check.unmet_claims(cards, marks)

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""
        offers = state.deal.offers(state.turn)
        return heuristic.heuristic_values(self.board, state.players[state.mover], steps, offers)

    # --- numbers ------------------------------------------------------------------------------------------

    def editor(self, player: Player) -> DomeEditor:
        """See `NumberGame.editor`."""
        return DomeEditor(self.board, player)

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty slots with which a tower can grow, and stays ascending."""
        return self.board.places_for(number, marks)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """The tower does not grow there, or would not ascend."""
        tower = self.board.tower_of[slot]
        if slot not in self.board.growing(tower, marks):
            why = f"{tower.id} begins on a start floor and then grows beside a filled one, not at {slot}"
            return IllegalStep(RuleCode.GROWTH, why)
        return ascending.refusal(slot, number, tower.id)

    def react_to_number(self, editor: DomeEditor, slot: str) -> None:
        """The end of a tower is settled when it is reached."""
        editor.settle_end(slot)

    def cross_astronaut(self, editor: DomeEditor, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`."""
        editor.cross_astronaut(by)

    # --- the action and the cut ---------------------------------------------------------------------------

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`."""
        return next(action_steps(self.board, player, self.offered(state, player)), None) is not None

    def may_decline(self, player: Player) -> bool:
        """An action may be declined, a cut may not."""
        return player.pending != (CUT,)

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to take the action, or the parts to be cut."""
        if player.pending != (CUT,):
            return action_steps(self.board, player, self.offered(state, player))
        cuts = self.board.open_cuts(player.marks)
        return (Step(player.seat, CUT, (Ink(cut, "drawn", "action"),)) for cut in cuts)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Takes the action, or cuts a part."""
        if player.pending == (CUT,):
            return self._cut(player, step)
        offered = self.offered(state, player)
        if step.kind != offered:
            raise IllegalStep(RuleCode.ACTION, f"only {offered} can be used now, or declined")
        return take(self.board, player, step).player()

    def _cut(self, player: Player, step: Step) -> Player:
        match step:
            case Step(kind="cut", ink=(Ink(cut, "drawn", "action") as ink,)):
                if cut not in self.board.open_cuts(player.marks):
                    raise IllegalStep(
                        RuleCode.CUT, f"{cut} is no cut of a part that is neither cut nor built"
                    )
                editor = self.editor(player)
                editor.pending = []
                editor.make(ink)
                editor.settle_end(next(ink.field for ink in player.ink if ink.mark == "X"))
                return editor.player()
        raise IllegalStep(RuleCode.CUT, "an X was written, so a part of the dome must be cut now")

    # --- missions and the race ----------------------------------------------------------------------------

    def claim_ink(self, claim: Claim, later: bool) -> Ink:
        """The star is circled in the first turn, the seal later."""
        return Ink(claim.later_field if later else claim.field, "circled", "mission")

    def incidents(self, state: State) -> tuple[Player, ...]:
        """A high value that somebody has circled is crossed by all others who have not."""
        return races.lost(state, self.board.highs)
