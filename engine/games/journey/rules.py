"""The rules of journey for two to six players: which steps are legal and what follows from each.

A number is the first step of a turn; its action, or a wild instead, is the second; a cut that is due the third. A
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
from engine.games.base.pen import Player
from engine.games.base.races import after_races
from engine.games.base.table import State
from engine.games.base.wild_game import WildGame
from engine.games.journey import appeal, check
from engine.games.journey.actions import chosen, take
from engine.games.journey.facts import Facts
from engine.games.journey.pen import CUT, Habit, JourneyPen, habit, next_energy
from engine.ink import Cause, Ink, Mark, Marks
from sheets.model import Sheet


class Journey(WildGame[JourneyPen]):
    """The rules of journey on its sheet; implements `engine.game.Game`."""

    facts: Facts

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.facts = Facts(sheet)

    def habit(self, order: Sequence[tuple[str, Mark]]) -> Habit:
        """See `TableGame.habit`."""
        return habit(self.facts, order)

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `NumberGame.contradictions`."""
        return check.contradictions(self.facts, marks)

    def appeals(self, state: State, steps: Sequence[Step]) -> list[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""
        offers = state.deal.offers(state.turn)
        return appeal.appeals(self.facts, state.players[state.mover], offers, steps)

    # --- numbers and errors -------------------------------------------------------------------------------

    def pen(self, player: Player) -> JourneyPen:
        """See `NumberGame.pen`."""
        return JourneyPen(self.facts, player)

    def chosen(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """See `WildGame.chosen`."""
        return chosen(self.facts, player, action, by)

    def take(self, player: Player, action: str, ink: Ink) -> JourneyPen:
        """See `WildGame.take`."""
        return take(self.facts, player, action, ink)

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty slots whose zone, between its cuts, stays ascending."""
        return self.facts.places_for(number, marks)

    def why_not(self, slot: str, number: int, marks: Marks) -> str:
        """The zone would not ascend."""
        return f"{number} in {slot} would break the ascending order of its zone"

    def react_to_error(self, pen: JourneyPen, error: str) -> None:
        """The first errors give an energy."""
        if error in self.facts.rewarded:
            pen.circle_energy(next_energy(self.facts, pen.before), "error")

    # --- the action and the cut ---------------------------------------------------------------------------

    def may_decline(self, player: Player) -> bool:
        """An action may be declined, a cut may not."""
        return player.due != (CUT,)

    def due_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to take the action, or the places of a cut."""
        if player.due != (CUT,):
            return self.action_steps(state, player)
        by = player.ink[-1].by
        return (
            Step(player.seat, CUT, (Ink(cut, "drawn", by),))
            for cut in self.facts.cuts
            if cut not in player.marks
        )

    def play_due(self, state: State, player: Player, step: Step) -> Player:
        """Takes the action, the wild or the cut."""
        if player.due == (CUT,):
            return self._cut(player, step)
        return self.act(state, msgspec.structs.replace(player, due=()), step).player()

    def _cut(self, player: Player, step: Step) -> Player:
        match step:
            case Step(kind="cut", ink=(Ink(cut, "drawn", by) as ink,)) if by == player.ink[-1].by:
                if cut not in self.facts.cuts or cut in player.marks:
                    raise IllegalStep(f"no cut can be drawn at {cut}")
                pen = JourneyPen(self.facts, player)
                pen.due = []
                pen.make(ink)
                return pen.player()
        raise IllegalStep("a pair of energies is full, so a cut must be drawn now")

    # --- the race -----------------------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """A high multiplier that somebody has circled is crossed by all others who have not."""
        return after_races(state, self.facts.highs)
