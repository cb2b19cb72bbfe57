"""One player's hand in one turn of virus: makes marks, and the marks that the rules then force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.base.board import PLANNING, ROBOT
from engine.games.base.editor import Player, order_of
from engine.games.virus.board import Board, Row
from engine.ink import Cause, Mark
from engine.rules import ladders
from engine.rules.wilds import WildEditor, WildOrder, panel_orders

VIRUS, STRIKE = "virus", "strike"  # what is pending in a quarter: its virus acts; one of its slots is struck


class MarkOrder(WildOrder, frozen=True):
    """The order in which a player makes marks that the rules leave open; energies and plants by quarter.

    `rings` are those that the player draws round quarters with empty slots when the game is over.
    """

    energies: Mapping[str, tuple[str, ...]]
    plants: Mapping[str, tuple[str, ...]]
    rings: frozenset[str]


def mark_order(board: Board, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
    """The mark order of a player who makes the marks of `order` in that order and all others by the sheet's."""
    ordered = order_of(order)
    quarters = board.quarters
    return MarkOrder(
        energies={id_: ordered(quarter.energies, "circled") for id_, quarter in quarters.items()},
        plants={id_: ordered(quarter.plants, "circled") for id_, quarter in quarters.items()},
        panels=panel_orders(board, ordered),
        rings=frozenset(field for field, _ in order if field in board.rings),
    )


class VirusEditor(WildEditor):
    """Writes on a sheet of virus.

    Pending are an action, or the robot or energy of a full row; in incidents two words such as `strike quarter.1-left`.
    """

    board: Board
    mark_order: MarkOrder

    def __init__(self, board: Board, player: Player) -> None:
        super().__init__(player)
        self.board = board
        self.mark_order = player.mark_order

    # --- actions ------------------------------------------------------------------------------------------

    def advance(self, kind: str, by: Cause) -> None:
        """Crosses the next symbol of a track, and what that brings: its row's value and action, a virus, a spread."""
        track = self.board.tracks[kind]
        symbol = ladders.next_of(track.symbols, self.marks)
        if symbol is None:
            return
        self.mark(symbol, "crossed", by)
        for row in track.rows:
            if symbol == row.symbols[-1]:
                self._complete(row)
        effect = self.board.set_off_by.get(symbol)
        if effect is not None and effect not in self.marks:
            self.set_off(effect, "bonus")
            self.broadcast.append(effect)

    def _complete(self, row: Row) -> None:
        self.mark(row.value, "crossed", "bonus")
        self.mark(row.bonus, "crossed", "bonus")
        left = self.open_walkways() if row.action == ROBOT else self.energies_left()
        if left:
            self.pending.append(row.action)

    def open_walkways(self) -> list[str]:
        """The walkways that can be closed."""
        return [walkway for walkway in self.board.walkways if walkway not in self.marks]

    def energies_left(self) -> list[str]:
        """The next energy of every quarter with empty slots."""
        blank = (
            ladders.next_of(self.mark_order.energies[quarter], self.marks)
            for quarter in self.board.quarters
            if not self.board.is_complete(quarter, self.marks)
        )
        return [energy for energy in blank if energy is not None]

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X and crosses a planning symbol, if any is left."""
        self.mark(slot, "X", by)
        self.cross_symbol(PLANNING, by)

    # --- viruses ------------------------------------------------------------------------------------------

    def set_off(self, effect: str, by: Cause) -> None:
        """Crosses a spread, or activates a virus: its target is circled as well."""
        self.mark(effect, "crossed", by)
        target = self.board.target_of.get(effect)
        if target is not None:
            self.mark(target, "circled", by)

    def infect(self, times: int) -> None:
        """So many propagations are pending: every active virus acts in each of them."""
        quarters = self.board.infected(self.marks)
        self.pending += [f"{VIRUS} {quarter}" for quarter in quarters] * times
        self.run_viruses()

    def run_viruses(self) -> None:
        """Lets viruses act until the player has to choose a slot that is struck."""
        while self.pending and self.pending[0].startswith(VIRUS):
            quarter = self.pending.pop(0).removeprefix(f"{VIRUS} ")
            if self.board.is_complete(quarter, self.marks):
                near = self.board.open_neighbours(quarter, self.marks)
                struck = [other for other in near if not self.board.is_complete(other, self.marks)]
            else:
                struck = [quarter]
            self.pending[:0] = [f"{STRIKE} {other}" for other in struck]

    def strike(self, slot: str) -> None:
        """Strikes a slot, and lets the next viruses act."""
        self.mark(slot, "struck", "incident")
        self.evacuate()
        self.run_viruses()

    def evacuate(self) -> None:
        """Circles every quarter that has become complete."""
        for id_, quarter in self.board.quarters.items():
            if quarter.ring not in self.marks and self.board.is_complete(id_, self.marks):
                self.mark(quarter.ring, "circled", "incident")
