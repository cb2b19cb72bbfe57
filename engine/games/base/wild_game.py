"""Games in which wilds are earned: a turn takes the action of its offer, or a wild with another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypeVar

from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.base.action_game import ActionGame
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import PASS, Step
from fairsheet.engine.play.number_board import ASTRONAUT
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import actions, offers
from fairsheet.engine.rules.wilds import WildBoard, WildEditor
from fairsheet.sheets.model.marks import Mark

W = TypeVar("W", bound=WildEditor)

UNUSED = "unused"  # the kind of a step in which a wild is crossed, and no action taken for it


def wild_steps_valued(
    state: State,
    steps: Sequence[Step],
    number: Callable[[str, str, Mark, bool], float],
    mark: Callable[[str, str], float],
    wild_cost: float,
) -> list[float]:
    """How good steps look, given what their last mark is worth, less a cost for a wild; none is crossed for nothing.

    `number(action, slot, number, changed)` is the worth of a number, with the action of its offer, or changed by a
    wild; `mark(kind, field)` that of any other mark.
    """
    actions = [offer.action for offer in state.deal.offers(state.turn)] if state.turn else []
    number, mark = cache(number), cache(mark)

    def worth(step: Step) -> float:
        if step.kind in (PASS, UNUSED, "error"):
            return float("-inf") if step.kind == UNUSED else 0.0
        ink, by_wild = step.ink[-1], len(step.ink) > 1 and step.ink[0].by == "wild"
        if step.offer is None:
            return mark(step.kind, ink.field) - wild_cost * by_wild
        return number(actions[step.offer - 1], ink.field, ink.mark, by_wild) - wild_cost * by_wild

    return [worth(step) for step in steps]


class WildGame(ActionGame[W]):
    """The action of a turn, or a wild with another one. An action is optional, also one that a wild stands for."""

    board: WildBoard

    def can_take(self, slot: str, number: int, offer: Offer) -> bool:
        """A number of the offer, or one that an astronaut or a wild changed, goes anywhere."""
        return number in offers.near(offer.number)

    def do(self, editor: W, action: str, ink: Ink) -> None:
        """Makes a mark that was chosen for an action, and what it forces in every scenario."""
        match action:
            case "astronaut":
                editor.cross_symbol(ASTRONAUT, ink.by, ink.field)
            case "planning":
                editor.write_x(ink.field, ink.by)
            case _:
                editor.make(ink)

    def open_wilds(self, player: Player) -> list[str]:
        """Of each panel the first that is circled and not crossed."""
        circled = (
            [
                wild
                for wild in player.mark_order(panel.wilds, "crossed")
                if player.marks.get(wild) == "circled"
            ]
            for panel in self.board.panels.values()
        )
        return [wilds[0] for wilds in circled if wilds]

    def is_open_wild(self, field: str, player: Player) -> bool:
        """Whether a wild is circled and not crossed."""
        wilds = (wild for panel in self.board.panels.values() for wild in panel.wilds)
        return field in wilds and player.marks.get(field) == "circled"

    def cross_astronaut(self, editor: W, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`."""
        editor.cross_symbol(ASTRONAUT, by)

    def action_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Every way to take the offered action, or any one for a wild, once the number is written."""
        yield from super().action_steps(state, player)
        for wild in self.open_wilds(player):
            crossed = Ink(wild, "crossed", "wild")
            for action in ACTIONS:
                for ink in self.chosen(player, action, self.wild_cause):
                    yield Step(player.seat, action, (crossed, ink))
            yield Step(player.seat, UNUSED, (crossed,))

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
