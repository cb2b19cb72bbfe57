"""The rules of escape for two to six players: the legal steps and their consequences.

The first step of a turn is a number. Its airlock or double comes next, then its action or a wild. Changing a number by
an astronaut uses up the action; the astronaut itself may still be crossed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.base.number_game import ACTION
from fairsheet.engine.games.base.solo import PrizeGame
from fairsheet.engine.games.base.wild_game import WildGame
from fairsheet.engine.games.escape import _airlocks, _doubles, _heuristic
from fairsheet.engine.games.escape._board import AIRLOCK, Board, board_of
from fairsheet.engine.games.escape._doubles import DOUBLE, Double
from fairsheet.engine.games.escape._editor import EscapeEditor
from fairsheet.engine.games.escape._proof import SheetModel
from fairsheet.engine.play.editor import Player, next_of, slot_just_written
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import ASTRONAUT, ENERGY, ROBOT
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import ascending, offers, planning, wilds
from fairsheet.engine.rules.account import Tally
from fairsheet.engine.rules.actions import Actions
from fairsheet.engine.rules.ascending import Ascending, Openings
from fairsheet.engine.rules.ladders import Ladder
from fairsheet.engine.rules.locations import Location
from fairsheet.engine.rules.tanks import Tanks
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks

SYMBOL = "symbol"  # pending after a number was changed: the astronaut may be crossed

_ASCENDING = Message("numbers ascend on a ship")


def rules(board: Board) -> tuple[Rule[SheetModel], ...]:
    """Return the rules of a sheet."""
    symbols = {ship: tuple(board.symbols_of(ship)) for ship in board.ships}
    used = Tally((*chain(*symbols.values()), *board.astronauts))
    drawn, given = Tally(tuple(board.airlocks)), Tally(tuple(board.rewarded))
    return (
        *(Ascending(slots, _ASCENDING) for slots in board.zones),
        *(Location(ship, slots, symbols[ship]) for ship, slots in board.ships.items()),
        OwnRule(board, _airlocks.contradictions, lambda sheet: sheet.airlocks.constrain()),
        *_airlocks.rules(board),
        OwnRule(board, None, lambda sheet: sheet.state_ships()),
        Tanks(board.tank_of),
        *_doubles.races_of(board),
        Ladder(board.planning),
        planning.symbols_crossed(board.slots, board.planning),
        *wilds.rules_of(board),
        Actions(board.slots, (used, Tally(board.slots, "X")), ((drawn, given),)),
    )


class Escape(WildGame[EscapeEditor]):
    """The rules of escape on its sheet; implements `fairsheet.engine.play.game.Game`."""

    stars: Sequence[int] = (5, 3, 1)
    board: Board
    board_of, rules_of = staticmethod(board_of), staticmethod(rules)
    values_of = staticmethod(_heuristic.heuristic_values)

    def unexplained_numbers(self, marks: Marks, deal: Deal | None) -> Iterable[Contradiction]:
        """Return contradictions about numbers that no offer explains. A change needs no crossed astronaut."""
        return offers.contradictions(self.board, marks, deal) if deal is not None else ()

    def editor(self, player: Player) -> EscapeEditor:
        """See `NumberGame.editor`."""
        return EscapeEditor(self.board, player)

    def choices(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """Yield an airlock, or the next reactor or plant of the ship of this turn's number."""
        if action == ROBOT:
            yield from _airlocks.choices(self.board, player.marks, by)
        elif (ship := self.board.ship_of.get(slot_just_written(player))) is not None:
            fields = self.board.reactors if action == ENERGY else self.board.plants
            if (symbol := next_of(player.mark_order(fields[ship], "circled"), player.marks)) is not None:
                yield Ink(symbol, "circled", by)

    def slots_for_x(self, marks: Marks) -> list[str]:
        """See `WildGame.slots_for_x`: an X needs an open section."""
        sections = self.board.open_sections(marks)
        return [slot for slot in self.board.slots if self.board.section_of[slot] in sections]

    def openings(self, zones: Iterable[Sequence[str]], marks: Marks) -> Openings:
        """See `NumberGame.openings`: the slots of open sections."""
        sections, found = self.board.open_sections(marks), super().openings(zones, marks)
        return {slot: bounds for slot, bounds in found.items() if self.board.section_of[slot] in sections}

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """See `NumberGame.refusal`: the section is closed, or the ship would not ascend."""
        closed = _airlocks.refusal(self.board, slot, marks)
        return closed or ascending.refusal(slot, number, self.board.ship_of[slot])

    def react_to_number(self, editor: EscapeEditor, slot: str) -> None:
        """See `NumberGame.react_to_number`: an airlock or a double is pending."""
        editor.react(slot)

    def cross_astronaut(self, editor: EscapeEditor, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`: a player who changes a number may cross an astronaut."""
        if any(symbol not in editor.marks for symbol in self.board.astronauts):
            editor.pending.append(SYMBOL)

    def react_to_error(self, editor: EscapeEditor, error: str) -> None:
        """See `NumberGame.react_to_error`: the first errors allow an airlock."""
        if error in self.board.rewarded:
            editor.expect_airlock()

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`: pending steps before the action can make it possible."""
        return bool(player.pending) or super().can_act(state, player)

    def may_decline(self, player: Player) -> bool:
        """Return whether what is pending may be declined: everything except the airlock of a robot's slot."""
        return player.pending[0] != AIRLOCK or _airlocks.cause(player) == "error"

    def decline(self, state: State, player: Player) -> Player:
        """Decline the first pending item."""
        return self._without_idle_action(state, msgspec.structs.replace(player, pending=player.pending[1:]))

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Yield the ways to resolve the first pending item."""
        match player.pending[0]:
            case "action":
                yield from self.action_steps(state, player)
            case "airlock":
                for ink in _airlocks.choices(self.board, player.marks, _airlocks.cause(player)):
                    yield Step(player.seat, AIRLOCK, (ink,))
            case "symbol":
                for ink in self.all_choices(player, ASTRONAUT, _cause_of_change(player)):
                    yield Step(player.seat, ASTRONAUT, (ink,))
            case Double(field):
                yield Step(player.seat, DOUBLE, (Ink(field, "circled", "bonus"),))

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Resolve the first pending item."""
        pending, *later = player.pending
        player = msgspec.structs.replace(player, pending=tuple(later))
        editor = self.act(state, player, step) if pending == ACTION else self._react(player, pending, step)
        return self._without_idle_action(state, editor.player())

    def _react(self, player: Player, pending: object, step: Step) -> EscapeEditor:
        match pending, step:
            case "airlock", Step(kind="airlock", ink=(Ink(by=by) as ink,)) if by == _airlocks.cause(player):
                return self.take(player, ROBOT, ink)
            case "symbol", Step(kind="astronaut", ink=(Ink(by=by) as ink,)) if by == _cause_of_change(player):
                return self.take(player, ASTRONAUT, ink)
            case Double(double), Step(kind="double", ink=(Ink(field, "circled", "bonus") as ink,)) if (
                field == double
            ):
                editor = self.editor(player)
                editor.make(ink)
                return editor
            case "airlock", _:
                raise IllegalStep(RuleCode.AIRLOCK, "an airlock comes first")
            case Double(double), _:
                raise IllegalStep(RuleCode.RACE, f"circling {double} comes first")
        raise IllegalStep(RuleCode.ACTION, "crossing an astronaut comes first")

    def _without_idle_action(self, state: State, player: Player) -> Player:
        """Return the player without a pending action that can leave no ink."""
        if player.pending == (ACTION,) and not super().can_act(state, player):
            return msgspec.structs.replace(player, pending=())
        return player

    def incidents(self, state: State) -> tuple[Player, ...]:
        """See `TableGame.incidents`: other players lose the doubles of greenhouses that a player filled first."""
        return _doubles.cross_lost_doubles(self.board, state)


class SoloEscape(PrizeGame, Escape):
    """Escape against ASTRA. Effects cross doubles; circled ones earn solo bonuses."""


def _cause_of_change(player: Player) -> Cause:
    """Return the cause of a change: the action of the offer, or a wild, which is crossed first."""
    return "wild" if any(ink.by == "wild" for ink in player.ink) else "action"
