"""The rules of escape for two to six players: which steps are legal and what follows from each.

A number is the first step of a turn. What it brings at once comes next, an airlock or a double, then its action, or
a wild instead. A number changed by an astronaut has used up the action; the astronaut itself may still be crossed.

>>> from engine.deal import deal
>>> from sheets.library import load_sheet
>>> game = Escape(load_sheet("escape"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> state = game.play(state, game.legal_steps(state)[0])
>>> sorted({step.kind for step in game.legal_steps(state)})  # the first slot has a robot in it
['airlock']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.deal import Deal
from engine.game import Contradiction, IllegalStep, Step
from engine.games.base.facts import ASTRONAUT
from engine.games.base.number_game import ACTION
from engine.games.base.pen import Player
from engine.games.base.races import won_races
from engine.games.base.table import State
from engine.games.base.wild_game import WildGame
from engine.games.escape import appeal, check
from engine.games.escape.actions import chosen, take
from engine.games.escape.facts import AIRLOCK, Facts
from engine.games.escape.pen import EscapePen, Habit, habit
from engine.ink import Cause, Ink, Mark, Marks
from sheets.model import Sheet

DOUBLE = "double"  # the kind of a step that circles one
SYMBOL = "symbol"  # what is due when a number was changed: the astronaut may be crossed


class Escape(WildGame[EscapePen]):
    """The rules of escape on its sheet; implements `engine.game.Game`."""

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

    def unexplained_numbers(self, marks: Marks, deal: Deal | None) -> Iterable[Contradiction]:
        """Numbers that no offer explains; a changed one need not have crossed an astronaut."""
        return check.not_offered(self.facts, marks, deal) if deal is not None else ()

    def appeals(self, state: State, steps: Sequence[Step]) -> list[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""
        actions = [offer.action for offer in state.deal.offers(state.turn)]
        return appeal.appeals(self.facts, state.players[state.mover], actions, steps)

    # --- numbers and errors -------------------------------------------------------------------------------

    def pen(self, player: Player) -> EscapePen:
        """See `NumberGame.pen`."""
        return EscapePen(self.facts, player)

    def chosen(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """See `WildGame.chosen`."""
        return chosen(self.facts, player, action, by)

    def take(self, player: Player, action: str, ink: Ink) -> EscapePen:
        """See `WildGame.take`."""
        return take(self.facts, player, action, ink)

    def places_for(self, number: int, marks: Marks) -> list[str]:
        """The slots of open sections on whose ship the number ascends."""
        return list(self.facts.places_for(number, marks))

    def why_not(self, slot: str, number: int, marks: Marks) -> str:
        """The section is closed, or the ship would not ascend."""
        section = self.facts.section_of[slot]
        if section not in self.facts.open_sections(marks):
            return f"{section} with {slot} is not open: no airlocks join it to a dock"
        return f"{number} in {slot} would break the ascending order of {self.facts.ship_of[slot]}"

    def react_to_number(self, pen: EscapePen, slot: str) -> None:
        """An airlock, or a double."""
        pen.react(slot)

    def cross_astronaut(self, pen: EscapePen, by: Cause) -> None:
        """Whoever changes a number may cross an astronaut."""
        if any(symbol not in pen.marks for symbol in self.facts.astronauts):
            pen.due.append(SYMBOL)

    def react_to_error(self, pen: EscapePen, error: str) -> None:
        """The first errors allow an airlock."""
        if error in self.facts.rewarded and not pen.all_drawn():
            pen.due.append(AIRLOCK)

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`; what is due before the action can make it possible."""
        return bool(player.due) or self.has_action(state, player)

    # --- what is due --------------------------------------------------------------------------------------

    def may_decline(self, player: Player) -> bool:
        """All but the airlock of a robot's slot."""
        return player.due[0] != AIRLOCK or _cause_of_airlock(player) == "error"

    def decline(self, state: State, player: Player) -> Player:
        """Declines what is due first."""
        return self._settled(state, msgspec.structs.replace(player, due=player.due[1:]))

    def due_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to do what is due first."""
        match player.due[0]:
            case "action":
                yield from self.action_steps(state, player)
            case "airlock":
                by = _cause_of_airlock(player)
                for ink in chosen(self.facts, player, "robot", by):
                    yield Step(player.seat, AIRLOCK, (ink,))
            case "symbol":
                for ink in chosen(self.facts, player, ASTRONAUT, _cause_of_change(player)):
                    yield Step(player.seat, ASTRONAUT, (ink,))
            case double:
                yield Step(player.seat, DOUBLE, (Ink(double, "circled", "bonus"),))

    def play_due(self, state: State, player: Player, step: Step) -> Player:
        """Does what is due first."""
        due, *later = player.due
        player = msgspec.structs.replace(player, due=tuple(later))
        pen = self.act(state, player, step) if due == ACTION else self._react(player, due, step)
        return self._settled(state, pen.player())

    def _react(self, player: Player, due: str, step: Step) -> EscapePen:
        match due, step:
            case "airlock", Step(kind="airlock", ink=(Ink(by=by) as ink,)) if by == _cause_of_airlock(player):
                return take(self.facts, player, "robot", ink)
            case "symbol", Step(kind="astronaut", ink=(Ink(by=by) as ink,)) if by == _cause_of_change(player):
                return take(self.facts, player, ASTRONAUT, ink)
            case double, Step(kind="double", ink=(Ink(field, "circled", "bonus") as ink,)) if field == double:
                pen = self.pen(player)
                pen.make(ink)
                return pen
        wanted = {AIRLOCK: "an airlock", SYMBOL: "crossing an astronaut"}.get(due, f"circling {due}")
        raise IllegalStep(f"{wanted} comes first")

    def _settled(self, state: State, player: Player) -> Player:
        """An action that can leave no ink is not due."""
        if player.due == (ACTION,) and not self.has_action(state, player):
            return msgspec.structs.replace(player, due=())
        return player

    # --- the race -----------------------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """The double of a greenhouse that somebody filled first is crossed by all who have not filled it."""
        reached = list(won_races(state, self.facts.greenhouse_of))
        players = []
        for player in state.players:
            pen = self.pen(player)
            for slot, double in self.facts.double_of.items():
                if double in reached and double not in pen.marks and slot not in pen.marks:
                    pen.mark(double, "crossed", "race")
            players.append(pen.player())
        return tuple(players)


def _cause_of_airlock(player: Player) -> Cause:
    """An airlock comes from a robot's slot, or from the error that the turn began with."""
    return "error" if player.ink[0].by == "error" else "bonus"


def _cause_of_change(player: Player) -> Cause:
    """A number is changed by the action of its offer, or by a wild, which is crossed first."""
    return "wild" if player.ink[0].by == "wild" else "action"
