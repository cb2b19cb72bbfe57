"""Games in which wilds are earned: a turn takes the action of its offer, or another action by a wild."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.games.base.action_game import ActionGame
from fairsheet.engine.games.base.computed import Computed
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import PASS, Step
from fairsheet.engine.play.number_board import ASTRONAUT
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import actions, offers
from fairsheet.engine.rules.wilds import WildBoard, WildEditor
from fairsheet.sheets.model.marks import Mark

W = TypeVar("W", bound=WildEditor)

UNUSED = "unused"  # the kind of a step that crosses a wild but takes no action


def value_wild_steps(
    state: State,
    steps: Sequence[Step],
    number: Callable[[str, str, Mark, bool], float],
    mark: Callable[[str, str], float],
    wild_cost: float,
) -> list[float]:
    """Return how good steps look, by the worth of their last mark, minus a cost for a wild. Unused wilds come last.

    `number(action, slot, number, changed)` returns the worth of a number with the action of its offer, or changed by a
    wild. `mark(kind, field)` returns the worth of any other mark.
    """
    actions = [offer.action for offer in state.deal.offers(state.turn)] if state.turn else []
    marks: Computed[tuple[str, str], float] = Computed(lambda made: mark(*made))

    def worth(step: Step) -> float:
        if step.kind in (PASS, UNUSED, "error"):
            return float("-inf") if step.kind == UNUSED else 0.0
        ink, by_wild = step.ink[-1], len(step.ink) > 1 and step.ink[0].by == "wild"
        if step.offer is None:
            own = marks[step.kind, ink.field]
        else:
            own = number(actions[step.offer - 1], ink.field, ink.mark, by_wild)
        return own - wild_cost if by_wild else own

    return [worth(step) for step in steps]


class WildGame(ActionGame[W]):
    """A turn takes the action of its offer, or another one by a wild. Every action is optional."""

    board: WildBoard

    def can_take(self, slot: str, number: int, offer: Offer) -> bool:
        """Return whether an astronaut or a wild can give the number. Any slot takes it."""
        return number in offers.near(offer.number)

    def do(self, editor: W, action: str, ink: Ink) -> None:
        """Make a mark that was chosen for an action, and the marks that follow from it in every scenario."""
        match action:
            case "astronaut":
                editor.cross_symbol(ASTRONAUT, ink.by, ink.field)
            case "planning":
                editor.write_x(ink.field, ink.by)
            case _:
                editor.make(ink)

    def open_wilds(self, player: Player) -> list[str]:
        """Return the first wild of each panel that is circled and not crossed."""
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
        """Return whether a wild is circled and not crossed."""
        wilds = (wild for panel in self.board.panels.values() for wild in panel.wilds)
        return field in wilds and player.marks.get(field) == "circled"

    def cross_astronaut(self, editor: W, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`."""
        editor.cross_symbol(ASTRONAUT, by)

    def action_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield every way to take the offered action, or any action by a wild, after the number is written."""
        yield from super().action_steps(state, player)
        for wild in self.open_wilds(player):
            crossed = Ink(wild, "crossed", "wild")
            for action in ACTIONS:
                for ink in self.all_choices(player, action, self.wild_cause):
                    yield Step(player.seat, action, (crossed, ink))
            yield Step(player.seat, UNUSED, (crossed,))

    def act(self, state: State, player: Player, step: Step) -> W:
        """Return the editor after a step of `action_steps`, or an equal one. Raises IllegalStep."""
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
