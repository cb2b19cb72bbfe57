"""Games in which wilds are earned: a turn takes the action of its offer, or a wild with another one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import TypeVar

from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.base.number_game import NumberGame
from fairsheet.engine.play.editor import Player, next_of
from fairsheet.engine.play.equals import is_choice
from fairsheet.engine.play.game import Step
from fairsheet.engine.play.number_board import ASTRONAUT
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import actions, offers, planning, tanks
from fairsheet.engine.rules.wilds import WildBoard, WildEditor, open_wilds, panels_of
from fairsheet.sheets.model.marks import Marks

W = TypeVar("W", bound=WildEditor)

UNUSED = "unused"  # the kind of a step in which a wild is crossed, and no action taken for it


class WildGame(NumberGame[W]):
    """The action of a turn, or a wild with another one. An action is optional, also one that a wild stands for."""

    board: WildBoard

    def can_take(self, slot: str, number: int, offer: Offer) -> bool:
        """A number of the offer, or one that an astronaut or a wild changed, goes anywhere."""
        return number in offers.near(offer.number)

    # --- what a scenario fills in -------------------------------------------------------------------------

    @abstractmethod
    def choices(self, player: Player, action: str, by: Cause) -> Iterable[Ink]:
        """The marks that a player can choose for a robot, an energy or a plant. Of equals the first."""

    def slots_for_x(self, marks: Marks) -> Iterable[str]:
        """The slots into which an X can go, if they are empty: all by default."""
        return self.board.slots

    def do(self, editor: W, action: str, ink: Ink) -> None:
        """Makes a mark that was chosen for an action, and what it forces in every scenario."""
        match action:
            case "astronaut":
                editor.cross_astronaut(ink.by, ink.field)
            case "planning":
                editor.write_x(ink.field, ink.by)
            case _:
                editor.make(ink)

    # --- wilds --------------------------------------------------------------------------------------------

    def open_wilds(self, player: Player) -> list[str]:
        """Of each panel the first that is circled and not crossed."""
        return open_wilds(player)

    def is_open_wild(self, field: str, player: Player) -> bool:
        """Whether a wild is circled and not crossed."""
        wilds = (wild for panel in self.board.panels.values() for wild in panel.wilds)
        return field in wilds and player.marks.get(field) == "circled"

    def cross_astronaut(self, editor: W, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`."""
        editor.cross_astronaut(by)

    # --- the action ---------------------------------------------------------------------------------------

    def chosen(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
        match action:
            case "water":
                yield from tanks.choices(self.board.tank_of, player, by)
            case "astronaut":
                symbols = panels_of(player)[ASTRONAUT].symbols
                if (symbol := next_of(symbols, player.marks)) is not None:
                    yield Ink(symbol, "crossed", by)
            case "planning":
                yield from planning.choices(self.slots_for_x(player.marks), player.marks, by)
            case _:
                yield from self.choices(player, action, by)

    def take(self, player: Player, action: str, ink: Ink) -> W:
        """The editor after a chosen mark of an action, or an equal of one, and all it forces. Raises IllegalStep."""
        if not is_choice(ink, self.chosen(player, action, ink.by), self.board.equals, player.marks):
            raise actions.not_allowed(action, ink)
        editor = self.editor(player)
        self.do(editor, action, ink)
        return editor

    def action_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Every way to take the offered action, or any one for a wild, once the number is written."""
        offered = self.offered(state, player)
        for ink in self.chosen(player, offered, "action"):
            yield Step(player.seat, offered, (ink,))
        for wild in self.open_wilds(player):
            crossed = Ink(wild, "crossed", "wild")
            for action in ACTIONS:
                for ink in self.chosen(player, action, self.wild_cause):
                    yield Step(player.seat, action, (crossed, ink))
            yield Step(player.seat, UNUSED, (crossed,))

    def has_action(self, state: State, player: Player) -> bool:
        """Whether the action of the offer, or a wild, would leave any ink now."""
        return any(True for _ in self.action_steps(state, player))

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`."""
        return self.has_action(state, player)

    def act(self, state: State, player: Player, step: Step) -> W:
        """The editor after a step of `action_steps`, or an equal of one. Raises IllegalStep."""
        offered = self.offered(state, player)
        match step.ink:
            case (Ink(by="action") as ink,) if step.kind == offered:
                return self.take(player, offered, ink)
            case (Ink(wild, "crossed", "wild") as crossed, *rest) if self.is_open_wild(wild, player):
                editor = self.editor(player)
                editor.make(crossed)
                match rest:
                    case [] if step.kind == UNUSED:
                        return editor
                    case [Ink(by=by) as ink] if by == self.wild_cause:
                        return self.take(editor.player(), step.kind, ink)
        raise actions.not_offered(f"{offered}, or a wild,")
