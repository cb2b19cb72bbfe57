"""The rules of journey for two to six players: which steps are legal and what follows from each.

A number is the first step of a turn; its action, or a wild instead, is the second; a cut that is pending the third. A
number changed by an astronaut has used up the action.

>>> from fairsheet.engine.dealing.deal import deal
>>> from fairsheet.sheets.library.templates import load_sheet
>>> game = Journey(load_sheet("journey"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> state = game.play(state, game.legal_steps(state)[0])
>>> game.to_move(state)  # the action of that offer found nothing to do
2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from fairsheet.engine.games.base.wild_game import WildGame
from fairsheet.engine.games.journey import _energies, _heuristic, _stations, _zones
from fairsheet.engine.games.journey._board import Board, board_of
from fairsheet.engine.games.journey._energies import CUT
from fairsheet.engine.play.editor import Player, order_of
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import ASTRONAUT, crosses_on, numbers_on
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import actions, ascending, races, tanks, wilds
from fairsheet.engine.rules.wilds import WildEditor, WildOrder, panel_orders
from fairsheet.sheets.model.marks import Mark, Marks, is_circled
from fairsheet.sheets.model.sheet import Sheet


class MarkOrder(WildOrder, frozen=True):
    """The order in which a player makes marks that the rules leave open."""

    energies: tuple[str, ...]
    robots: Mapping[str, tuple[str, ...]]
    plants: Mapping[str, tuple[str, ...]]


class Journey(WildGame[WildEditor]):
    """The rules of journey on its sheet; implements `engine.play.game.Game`."""

    board: Board

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.board = board_of(sheet)

    def mark_order(self, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
        """See `TableGame.mark_order`."""
        ordered = order_of(order)
        places = self.board.stations
        return MarkOrder(
            energies=ordered(self.board.energies, "circled"),
            robots={id_: ordered(station.robots, "circled") for id_, station in places.items()},
            plants={id_: ordered(station.plants, "circled") for id_, station in places.items()},
            panels=panel_orders(self.board, ordered),
        )

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `NumberGame.contradictions`."""
        board = self.board
        yield from _zones.contradictions(board, marks)
        yield from _energies.contradictions(board, marks)
        yield from tanks.contradictions(board.tank_of, marks)
        yield from _stations.contradictions(board, marks)
        yield from wilds.contradictions(board, marks)
        yield from self._budget(marks)

    def _budget(self, marks: Marks) -> Iterator[Contradiction]:
        """Every number carries at most one action, and each of these marks took one."""
        board, numbers = self.board, numbers_on(self.board, marks)
        symbols = [f for station in board.stations.values() for f in (*station.robots, *station.plants)]
        used = [field for field in symbols if field in marks]
        used += [tank for tank in board.tank_of.values() if tank in marks]
        used += crosses_on(board, marks)
        used += [symbol for symbol in board.panels[ASTRONAUT].symbols if symbol in marks]
        gained = [energy for energy in board.energies if is_circled(marks, energy)]
        given = sum(error in marks for error in board.rewarded)
        yield from actions.contradictions(numbers, used, (gained, given))

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""
        offers = state.deal.offers(state.turn)
        return _heuristic.heuristic_values(self.board, state.players[state.mover], offers, steps)

    # --- numbers and errors -------------------------------------------------------------------------------

    def editor(self, player: Player) -> WildEditor:
        """See `NumberGame.editor`."""
        return WildEditor(self.board, player)

    def choices(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """See `WildGame.choices`."""
        match action:
            case "robot":
                return _stations.robots(player, by)
            case "energy":
                return _energies.choices(self.board, player, by)
        return _stations.plants(self.board, player, by)

    def do(self, editor: WildEditor, action: str, ink: Ink) -> None:
        """See `WildGame.do`."""
        match action:
            case "robot":
                _stations.circle_robot(self.board, editor, ink)
            case "energy":
                _energies.circle(self.board, editor, ink)
            case _:
                super().do(editor, action, ink)

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty slots whose zone, between its cuts, stays ascending."""
        return _zones.places_for(self.board, number, marks)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """The zone would not ascend."""
        return ascending.refusal(slot, number, "its zone")

    def react_to_error(self, editor: WildEditor, error: str) -> None:
        """The first errors give an energy."""
        if error in self.board.rewarded:
            for energy in _energies.choices(self.board, editor.before, "error"):
                _energies.circle(self.board, editor, energy)

    # --- the action and the cut ---------------------------------------------------------------------------

    def may_decline(self, player: Player) -> bool:
        """An action may be declined, a cut may not."""
        return player.pending != (CUT,)

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to take the action, or the places of a cut."""
        if player.pending != (CUT,):
            return self.action_steps(state, player)
        return _energies.cut_steps(self.board, player)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Takes the action, the wild or the cut."""
        if player.pending == (CUT,):
            return _energies.draw_cut(self.board, player, step)
        return self.act(state, msgspec.structs.replace(player, pending=()), step).player()

    # --- the race -----------------------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """A high multiplier that somebody has circled is crossed by all others who have not."""
        return races.lost(state, self.board.highs)
