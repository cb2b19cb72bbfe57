"""The rules of colony for two to six players: the legal steps and their consequences.

The first step of a turn is a number, the second its action. Changing a number by an astronaut uses up the action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.engine.games.base.action_game import ActionGame
from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.games.colony import _antennas, _heuristic, _quarters, _tunnels
from fairsheet.engine.games.colony._board import Board, board_of
from fairsheet.engine.games.colony._proof import SheetModel
from fairsheet.engine.play.editor import Player, SheetEditor, next_of, slot_just_written
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.play.number_board import ENERGY, PLANNING, PLANT, ROBOT, WATER
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import actions, ascending, planning
from fairsheet.engine.rules.account import Tally
from fairsheet.engine.rules.actions import Actions
from fairsheet.engine.rules.ascending import Ascending
from fairsheet.engine.rules.ladders import Ladder
from fairsheet.engine.rules.tanks import Tanks
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks

_ASCENDING = Message("numbers ascend to the right and upwards")


def rules(board: Board) -> tuple[Rule[SheetModel], ...]:
    """Return the rules of a sheet."""
    greenhouses = tuple(field for quarter in board.quarters.values() for field in quarter.greenhouses)
    effects = (
        *board.network.ends,
        *board.tank_of.values(),
        *greenhouses,
        *board.factor_of,
        *board.astronauts,
    )
    return (
        *(Ascending(zone, _ASCENDING) for zone in board.zones),
        Ladder(board.planning),
        planning.symbols_crossed(board.slots, board.planning),
        Tanks(board.tank_of),
        *_quarters.rules(board),
        *(Ladder(ladder.fields) for ladder in board.factors.values()),
        OwnRule(board.network, _tunnels.contradictions, lambda sheet: sheet.network.constrain()),
        OwnRule(
            board,
            _antennas.contradictions,
            lambda sheet: _quarters.state_plants(sheet, board, sheet.greenhouses),
        ),
        Actions(board.slots, (Tally(effects), Tally(board.slots, "X"))),
    )


class Colony(ActionGame[SheetEditor]):
    """The rules of colony on its sheet; implements `fairsheet.engine.play.game.Game`."""

    stars: Sequence[int] = (2, 1)
    board: Board
    board_of, rules_of = staticmethod(board_of), staticmethod(rules)

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """Return how good each of the legal steps looks to a sensible player."""
        missions = self.open_claims(state, state.players[state.mover])
        wanted = (field for claim in missions for field in claim.needs)
        return _heuristic.heuristic_values(self.board, state, steps, wanted)

    def editor(self, player: Player) -> SheetEditor:
        """See `NumberGame.editor`."""
        return SheetEditor(player)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """See `NumberGame.refusal`: the row or the column would not ascend."""
        return ascending.refusal(slot, number, "its row or its column")

    def react_to_number(self, editor: SheetEditor, slot: str) -> None:
        """See `NumberGame.react_to_number`: checks the antennas and the quarter; also used for an X."""
        _antennas.react_to_place(self.board, editor, slot)
        _quarters.react_to_slot(self.board, editor, slot)

    def choices(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """See `ActionGame.choices`."""
        match action:
            case "robot":
                yield from (Ink(way, "drawn", by) for way in self.board.network.open_tunnels(player.marks))
            case "energy":
                blank = (next_of(ladder.fields, player.marks) for ladder in self.board.factors.values())
                yield from (Ink(box, "crossed", by) for box in blank if box is not None)
            case "plant":
                yield from _quarters.choices(self.board, player, by)

    def do(self, editor: SheetEditor, action: str, ink: Ink) -> None:
        """See `ActionGame.do`."""
        editor.make(ink)
        if action == ROBOT:
            _antennas.react_to_tunnel(self.board, editor, ink.field)
        elif action == PLANNING:
            self.react_to_number(editor, ink.field)
            editor.cross_next(self.board.planning, ink.by)

    def not_allowed(self, player: Player, action: str, ink: Ink) -> IllegalStep:
        """See `ActionGame.not_allowed`."""
        return _refusal(self.board, player, action, ink)


class SoloColony(PrizeGame, Colony):
    """Colony against ASTRA. Effects cross high bonuses of quarters; circled ones earn solo bonuses."""


def _refusal(board: Board, player: Player, action: str, ink: Ink) -> IllegalStep:
    """Return the error that explains why an action cannot make a mark."""
    slot = slot_just_written(player)
    if ink.field in player.marks:
        return IllegalStep(RuleCode.INK, f"{ink.field} is marked already")
    if action == ROBOT and ink.field in board.network.ends:
        return IllegalStep(
            RuleCode.TUNNEL, f"{ink.field} does not begin at a place that is connected to the rocket"
        )
    if action == WATER and ink.field in board.tank_of.values():
        return IllegalStep(RuleCode.TANK, f"{ink.field} is not the tank of {slot}, which has the number")
    if action == PLANT and ink.field in board.quarter_of[slot].greenhouses:
        return IllegalStep(RuleCode.ORDER, f"{ink.field} is not the next greenhouse of its quarter")
    if action == PLANT and any(ink.field in quarter.greenhouses for quarter in board.quarters.values()):
        return IllegalStep(
            RuleCode.LOCATION, f"{ink.field} is not in the quarter of {slot}, which has the number"
        )
    if action == ENERGY and ink.field in board.factor_of:
        return IllegalStep(RuleCode.ORDER, f"{ink.field} is not the lowest box left of its ladder")
    return actions.not_allowed(action, ink)
