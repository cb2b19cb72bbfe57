"""The rules of colony for two to six players: which steps are legal and what follows from each.

A number is the first step of a turn; its action is the second. A number changed by an astronaut has used up the action.

>>> from fairsheet.engine.dealing.deal import deal
>>> from fairsheet.sheets.library.templates import load_sheet
>>> game = Colony(load_sheet("colony"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> state = game.play(state, game.legal_steps(state)[0])
>>> game.to_move(state)  # the action of that offer found nothing to do
2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.engine.games.base.number_game import NumberGame
from fairsheet.engine.games.colony import _antennas, _heuristic, _quarters, _tunnels
from fairsheet.engine.games.colony._board import Board, board_of
from fairsheet.engine.play.editor import Player, SheetEditor, next_of, order_of, slot_just_written
from fairsheet.engine.play.equals import is_choice
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import ENERGY, PLANNING, PLANT, ROBOT, WATER, crosses_on, numbers_on
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import actions, ascending, ladders, planning, races, tanks
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet

ACTION: Cause = "action"


class Colony(NumberGame[SheetEditor]):
    """The rules of colony on its sheet; implements `engine.play.game.Game`."""

    stars: Sequence[int] = (2, 1)

    board: Board

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.board = board_of(sheet)

    def mark_order(self, order: Sequence[tuple[str, Mark]]) -> tuple[str, ...]:
        """The astronauts in the order in which a player crosses them. See `TableGame.mark_order`."""
        return order_of(order)(self.board.astronauts, "crossed")

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `NumberGame.contradictions`."""
        board = self.board
        for zone in board.zones:
            yield from ascending.contradictions(zone, marks, "to the right and upwards", "after")
        for ladder in board.factors.values():
            yield from ladders.contradictions(ladder.fields, marks)
        yield from ladders.contradictions(board.planning, marks)
        yield from planning.contradictions(board, board.planning, marks)
        yield from tanks.contradictions(board.tank_of, marks)
        yield from _quarters.contradictions(board, marks)
        yield from _tunnels.contradictions(board.network, marks)
        yield from _antennas.contradictions(board, marks)
        yield from self._budget(marks)

    def _budget(self, marks: Marks) -> Iterator[Contradiction]:
        """Every number brings one action at most, which leaves one mark."""
        board = self.board
        greenhouses = [field for quarter in board.quarters.values() for field in quarter.greenhouses]
        effects = (
            *board.network.ends,
            *board.tank_of.values(),
            *greenhouses,
            *board.factor_of,
            *board.astronauts,
        )
        made = [*(field for field in effects if field in marks), *crosses_on(board, marks)]
        return actions.contradictions(numbers_on(board, marks), made)

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""
        missions = self.open_claims(state, state.players[state.mover])
        wanted = (field for claim in missions for field in claim.needs)
        return _heuristic.heuristic_values(self.board, state, steps, wanted)

    # --- numbers ------------------------------------------------------------------------------------------

    def editor(self, player: Player) -> SheetEditor:
        """See `NumberGame.editor`."""
        return SheetEditor(player)

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty slots whose row and column stay ascending."""
        return self.board.places_for(number, marks)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """The row or the column would not ascend."""
        return ascending.refusal(slot, number, "its row or its column")

    def react_to_number(self, editor: SheetEditor, slot: str) -> None:
        """The antenna of the building, and a full quarter; the same for an X."""
        _antennas.place_filled(self.board, editor, slot)
        _quarters.slot_filled(self.board, editor, slot)

    def cross_astronaut(self, editor: SheetEditor, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`."""
        editor.cross_next(editor.before.mark_order, by)

    # --- the action ---------------------------------------------------------------------------------------

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`."""
        return next(self._choices(player, self.offered(state, player)), None) is not None

    def may_decline(self, player: Player) -> bool:
        """Every action may be declined."""
        return True

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to take the action."""
        action = self.offered(state, player)
        return (Step(player.seat, action, (ink,)) for ink in self._choices(player, action))

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Takes the action."""
        action = self.offered(state, player)
        match step.ink:
            case (Ink(by="action") as ink,) if step.kind == action:
                return self._take(player, action, ink)
        raise actions.not_offered(action)

    def _choices(self, player: Player, action: str) -> Iterator[Ink]:
        """The marks that a player can choose for an action; none where it does nothing. Of astronauts the first."""
        board, marks, by = self.board, player.marks, ACTION
        match action:
            case "robot":
                yield from (Ink(tunnel, "drawn", by) for tunnel in board.network.open_tunnels(marks))
            case "energy":
                blank = (next_of(ladder.fields, marks) for ladder in board.factors.values())
                yield from (Ink(box, "crossed", by) for box in blank if box is not None)
            case "plant":
                yield from _quarters.choices(board, player, by)
            case "water":
                yield from tanks.choices(board.tank_of, player, by)
            case "astronaut":
                if (symbol := next_of(player.mark_order, marks)) is not None:
                    yield Ink(symbol, "crossed", by)
            case "planning":
                yield from planning.choices(board.slots, marks, by)

    def _take(self, player: Player, action: str, ink: Ink) -> Player:
        """The player after a chosen mark of an action and all that it forces. Raises IllegalStep."""
        if not is_choice(ink, self._choices(player, action), self.board.equals, player.marks):
            raise _refusal(self.board, player, action, ink)
        editor = self.editor(player)
        editor.pending = []
        editor.make(ink)
        if action == ROBOT:
            _antennas.tunnel_drawn(self.board, editor, ink.field)
        elif action == PLANNING:
            self.react_to_number(editor, ink.field)
            editor.cross_next(self.board.planning, ink.by)
        return editor.player()

    # --- the race -----------------------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """The high bonus of a quarter that somebody has circled is crossed by all others who have not."""
        return races.lost(state, self.board.highs)


def _refusal(board: Board, player: Player, action: str, ink: Ink) -> IllegalStep:
    """Why an action does not make a mark."""
    slot = slot_just_written(player)
    if ink.field in player.marks:
        return IllegalStep(RuleCode.INK, f"{ink.field} is marked already")
    if action == ROBOT and ink.field in board.network.ends:
        return IllegalStep(
            RuleCode.TUNNEL, f"{ink.field} does not begin at a place that is connected to the rocket"
        )
    if action == WATER and ink.field in board.tank_of.values():
        return IllegalStep(RuleCode.TANK, f"{ink.field} is not the tank of {slot}, where the number stands")
    if action == PLANT and ink.field in board.quarter_of[slot].greenhouses:
        return IllegalStep(RuleCode.ORDER, f"{ink.field} is not the next greenhouse of its quarter")
    if action == PLANT and any(ink.field in quarter.greenhouses for quarter in board.quarters.values()):
        return IllegalStep(
            RuleCode.LOCATION, f"{ink.field} is not in the quarter of {slot}, where the number stands"
        )
    if action == ENERGY and ink.field in board.factor_of:
        return IllegalStep(RuleCode.ORDER, f"{ink.field} is not the lowest box left of its ladder")
    return actions.not_allowed(action, ink)
