"""The rules of journey for two to six players: the legal steps and their consequences.

The first step of a turn is a number, the second its action or a wild, the third a pending cut. Changing a number by an
astronaut uses up the action.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.games.base.wild_game import WildGame
from fairsheet.engine.games.journey import _energies, _heuristic, _stations, _zones
from fairsheet.engine.games.journey._board import Board, board_of
from fairsheet.engine.games.journey._energies import CUT
from fairsheet.engine.games.journey._proof import SheetModel
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import ascending, wilds
from fairsheet.engine.rules.account import Tally
from fairsheet.engine.rules.actions import Actions
from fairsheet.engine.rules.tanks import Tanks
from fairsheet.engine.rules.wilds import WildEditor
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.segments import Segment


def rules(board: Board) -> tuple[Rule[SheetModel], ...]:
    """Return the rules of a sheet."""
    symbols = [field for station in board.stations.values() for field in (*station.robots, *station.plants)]
    return (
        OwnRule(board, _zones.contradictions, lambda sheet: sheet.zones.constrain()),
        Tanks(board.tank_of),
        *_stations.races_of(board),
        OwnRule(board, None, lambda sheet: _stations.plants_in_time(sheet, board, sheet.zones, sheet.plants)),
        OwnRule(board, _energies.contradictions, lambda sheet: sheet.energies.constrain()),
        *wilds.rules_of(board),
        Actions(
            board.slots,
            (Tally((*symbols, *board.tank_of.values())), Tally(board.slots, "X"), Tally(board.astronauts)),
            ((Tally(board.energies, "circled"), Tally(tuple(board.rewarded))),),
        ),
    )


class Journey(WildGame[WildEditor]):
    """The rules of journey on its sheet; implements `fairsheet.engine.play.game.Game`."""

    board: Board
    board_of, rules_of = staticmethod(board_of), staticmethod(rules)
    values_of = staticmethod(_heuristic.heuristic_values)
    forced = CUT

    def editor(self, player: Player) -> WildEditor:
        """See `NumberGame.editor`."""
        return WildEditor(self.board, player)

    def choices(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """See `WildGame.choices`."""
        match action:
            case "robot":
                return _stations.robots(self.board, player, by)
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

    def zones(self, marks: Marks) -> list[Segment]:
        """See `NumberGame.zones`: the parts of the trajectory between its cuts."""
        return self.board.trajectory.segments(marks)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """See `NumberGame.refusal`: the zone would not ascend."""
        return ascending.refusal(slot, number, "its zone")

    def react_to_error(self, editor: WildEditor, error: str) -> None:
        """See `NumberGame.react_to_error`: the first errors give an energy."""
        if error in self.board.rewarded:
            for energy in _energies.choices(self.board, editor.before, "error"):
                _energies.circle(self.board, editor, energy)

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield the ways to take the action, or the places of a cut."""
        cutting = player.pending == (CUT,)
        return _energies.cut_steps(self.board, player) if cutting else super().pending_steps(state, player)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Take the action, the wild or the cut."""
        if player.pending == (CUT,):
            return _energies.draw_cut(self.board, player, step)
        return super().play_pending(state, player, step)


class SoloJourney(PrizeGame, Journey):
    """Journey against ASTRA. Effects cross high multipliers; circled ones earn solo bonuses."""
