"""Games in which a turn with a number also takes the action of its offer. The player chooses the mark of an action."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator

import msgspec

from fairsheet.engine.games.base.number_game import NumberGame, P
from fairsheet.engine.play.editor import Player, next_of
from fairsheet.engine.play.equals import is_choice
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import actions, tanks
from fairsheet.sheets.model.marks import Marks


class ActionGame(NumberGame[P]):
    """The rules of actions: an action makes one chosen mark and the marks that follow from it, or is declined."""

    @abstractmethod
    def choices(self, player: Player, action: str, by: Cause) -> Iterable[Ink]:
        """Return the marks that a player can choose for a robot, an energy or a plant.

        On sheets without tanks, water is included. Of equal fields only the first is returned.
        """

    def slots_for_x(self, marks: Marks) -> Iterable[str]:
        """Return the slots that can take an X if they are empty: all by default."""
        return self.board.slots

    def do(self, editor: P, action: str, ink: Ink) -> None:
        """Make a mark that was chosen for an action, and the marks that follow from it."""
        editor.make(ink)

    def not_allowed(self, player: Player, action: str, ink: Ink) -> IllegalStep:
        """Return the error that explains why an action cannot make a mark."""
        return actions.not_allowed(action, ink)

    def all_choices(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """Yield the marks that a player can choose for an action. Of equal fields only the first is yielded."""
        match action:
            case "water" if self.board.tank_of:
                yield from tanks.choices(self.board.tank_of, player, by)
            case "astronaut":
                astronauts = player.mark_order(self.board.astronauts, "crossed")
                if (symbol := next_of(astronauts, player.marks)) is not None:
                    yield Ink(symbol, "crossed", by)
            case "planning":
                empty = (slot for slot in self.slots_for_x(player.marks) if slot not in player.marks)
                yield from (Ink(slot, "X", by) for slot in empty)
            case _:
                yield from self.choices(player, action, by)

    def take(self, player: Player, action: str, ink: Ink) -> P:
        """Return the editor after a chosen mark, or an equal one, and all that follows. Raises IllegalStep."""
        if not is_choice(ink, self.all_choices(player, action, ink.by), self.board.equals, player.marks):
            raise self.not_allowed(player, action, ink)
        editor = self.editor(player)
        self.do(editor, action, ink)
        return editor

    def action_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield every way to take the offered action after the number is written."""
        offered = self.offered(state, player)
        for ink in self.all_choices(player, offered, "action"):
            yield Step(player.seat, offered, (ink,))

    def act(self, state: State, player: Player, step: Step) -> P:
        """Return the editor after a step of `action_steps`, or an equal one. Raises IllegalStep."""
        offered = self.offered(state, player)
        match step.ink:
            case (Ink(by="action") as ink,) if step.kind == offered:
                return self.take(player, offered, ink)
        raise actions.not_offered(offered)

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`."""
        return any(True for _ in self.action_steps(state, player))

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield the ways to take the action."""
        return self.action_steps(state, player)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Take the action."""
        return self.act(state, msgspec.structs.replace(player, pending=player.pending[1:]), step).player()
