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
from engine.games.base.number_game import NumberGame
from engine.games.base.pen import Player
from engine.games.base.races import after_races
from engine.games.base.table import State
from engine.games.colony import appeal, check
from engine.games.colony.actions import chosen, take
from engine.games.colony.facts import Facts
from engine.games.colony.pen import ColonyPen, Habit, habit
from engine.ink import Cause, Ink, Mark, Marks
from sheets.model import Sheet


class Colony(NumberGame[ColonyPen]):
    """The rules of colony on its sheet; implements `engine.game.Game`."""

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
        missions = self.open_claims(state, state.players[state.mover])
        wanted = (field for claim in missions for field in claim.needs)
        return appeal.appeals(self.facts, state, steps, wanted)

    # --- numbers ------------------------------------------------------------------------------------------

    def pen(self, player: Player) -> ColonyPen:
        """See `NumberGame.pen`."""
        return ColonyPen(self.facts, player)

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty slots whose row and column stay ascending."""
        return self.facts.places_for(number, marks)

    def why_not(self, slot: str, number: int, marks: Marks) -> str:
        """The row or the column would not ascend."""
        return f"{number} in {slot} would break the ascending order of its row or its column"

    def react_to_number(self, pen: ColonyPen, slot: str) -> None:
        """The antenna of the building, and a full quarter."""
        pen.react_to_filled(slot)

    def cross_astronaut(self, pen: ColonyPen, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`."""
        pen.cross_astronaut(by)

    # --- the action ---------------------------------------------------------------------------------------

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`."""
        return next(chosen(self.facts, player, self.offered(state, player)), None) is not None

    def may_decline(self, player: Player) -> bool:
        """Every action may be declined."""
        return True

    def due_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to take the action."""
        action = self.offered(state, player)
        return (Step(player.seat, action, (ink,)) for ink in chosen(self.facts, player, action))

    def play_due(self, state: State, player: Player, step: Step) -> Player:
        """Takes the action."""
        action = self.offered(state, player)
        match step.ink:
            case (Ink(by="action") as ink,) if step.kind == action:
                return take(self.facts, player, action, ink).player()
        raise IllegalStep(f"only {action} can be used now, or declined")

    # --- the race -----------------------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """The high bonus of a quarter that somebody has circled is crossed by all others who have not."""
        return after_races(state, self.facts.highs)
