"""The rules of mine for two to six players: which steps are legal and what follows from each.

A number is the first step of a turn, its action the second; robots that a secondary factory gives are steps of their
own. A number changed by an astronaut has used up the action.

>>> from fairsheet.engine.dealing.deal import deal
>>> from fairsheet.sheets.library.templates import load_sheet
>>> game = Mine(load_sheet("mine"))
>>> state = game.start(deal(game.sheet, "coral-otter-42", players=2))
>>> state = game.play(state, Step(1, "number", (Ink("level-2.1", 5, "number"),), offer=2))
>>> dict(game.marks(state, 1))  # 5 with plant, in a cave with a ruby
{'level-2.1': 5, 'mine-ruby.l2-c1': 'circled'}
>>> [step.ink[0].field for step in game.legal_steps(state) if step.ink]
['mine-plant.g1-c1', 'mine-plant.g2-c1']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from fairsheet.engine.games.base.number_game import NumberGame
from fairsheet.engine.games.mine import _factories, _galleries, _heuristic, _shafts
from fairsheet.engine.games.mine._board import Board, board_of
from fairsheet.engine.games.mine._editor import BONUS_ROBOT, MarkOrder, MineEditor, mark_order
from fairsheet.engine.play.editor import Player, next_of
from fairsheet.engine.play.equals import is_choice
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import ROBOT, crosses_on, numbers_on
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import actions, ascending, planning, races
from fairsheet.sheets.model.marks import Mark, Marks, is_circled
from fairsheet.sheets.model.sheet import Sheet


class Mine(NumberGame[MineEditor]):
    """The rules of mine on its sheet; implements `engine.play.game.Game`."""

    stars: Sequence[int] = (2, 1)

    board: Board

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.board = board_of(sheet)

    def mark_order(self, order: Sequence[tuple[str, Mark]]) -> MarkOrder:
        """See `TableGame.mark_order`."""
        return mark_order(self.board, order)

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `NumberGame.contradictions`."""
        board = self.board
        for level in board.levels:
            yield from ascending.contradictions(level, marks, "in every level", "to the right of")
        yield from _shafts.contradictions(board, marks)
        yield from _factories.contradictions(board, marks)
        yield from planning.contradictions(board, board.plannings, marks)
        yield from _galleries.contradictions(board, marks)
        yield from self._budget(marks)

    def _budget(self, marks: Marks) -> Iterator[Contradiction]:
        """Every number carries at most one action, and each of these marks took one."""
        board, numbers = self.board, numbers_on(self.board, marks)
        used = [field for field in board.beside if is_circled(marks, field)]
        used += [need for factory in board.factories for need in factory.energies if need in marks]
        used += crosses_on(board, marks)
        used += [symbol for symbol in board.astronauts if symbol in marks]
        robots, given = _factories.robots_on(board, marks)
        return actions.contradictions(numbers, used, (robots, len(given)))

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """How good each of the legal steps looks to a player who plays sensibly."""
        offers = state.deal.offers(state.turn)
        return _heuristic.heuristic_values(self.board, state.players[state.mover], offers, steps)

    # --- numbers and errors -------------------------------------------------------------------------------

    def editor(self, player: Player) -> MineEditor:
        """See `NumberGame.editor`."""
        return MineEditor(self.board, player)

    def places_for(self, number: int, marks: Marks) -> Iterator[str]:
        """The empty caves whose level stays ascending."""
        return self.board.places_for(number, marks)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """The level would not ascend."""
        return ascending.refusal(slot, number, "its level")

    def react_to_number(self, editor: MineEditor, slot: str) -> None:
        """A mineral in the cave is circled."""
        _shafts.circle_mineral(editor, slot)

    def cross_astronaut(self, editor: MineEditor, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`."""
        editor.cross_next(editor.mark_order.astronauts, by)

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`."""
        return next(self._choices(player, self.offered(state, player), "action"), None) is not None

    # --- the action and the robots that a factory gives ---------------------------------------------------

    def may_decline(self, player: Player) -> bool:
        """An action may be declined, what a factory gives may not."""
        return BONUS_ROBOT not in player.pending

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """The ways to take the action, or the places of a robot that is given."""
        action, by = self._next_of(state, player)
        return (Step(player.seat, action, (ink,)) for ink in self._choices(player, action, by))

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """Takes the action, or crosses a robot that is given."""
        action, by = self._next_of(state, player)
        match step.ink:
            case (Ink() as ink,) if step.kind == action and ink.by == by:
                return self._take(player, action, ink)
        if by == "bonus":
            raise IllegalStep(RuleCode.ROBOT, "a secondary factory gives robots, so one must be crossed now")
        raise actions.not_offered(action)

    def _next_of(self, state: State, player: Player) -> tuple[str, Cause]:
        """The action of what is pending, and the cause of its mark."""
        if BONUS_ROBOT in player.pending:
            return ROBOT, "bonus"
        return self.offered(state, player), "action"

    def _choices(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
        match action:
            case "energy" | "robot":
                yield from _factories.choices(player, action, by)
            case "plant" | "water":
                yield from _galleries.choices(self.board, player, action, by)
            case "astronaut":
                if (symbol := next_of(player.mark_order.astronauts, player.marks)) is not None:
                    yield Ink(symbol, "crossed", by)
            case "planning":
                yield from planning.choices(self.board.slots, player.marks, by)

    def _take(self, player: Player, action: str, ink: Ink) -> Player:
        """The player after a chosen mark of an action and all that it forces. Raises IllegalStep."""
        if not is_choice(ink, self._choices(player, action, ink.by), self.board.equals, player.marks):
            raise actions.not_allowed(action, ink)
        editor = self.editor(player)
        editor.pending = editor.pending[1:]
        match action:
            case "energy" | "robot":
                _factories.cross_need(editor, ink.field, ink.by)
            case "planning":
                editor.make(ink)
                _shafts.circle_mineral(editor, ink.field)
                editor.cross_next(editor.mark_order.plannings, ink.by)
            case _:
                editor.make(ink)
        return editor.player()

    # --- extraction and races -----------------------------------------------------------------------------

    def incidents(self, state: State) -> tuple[Player, ...]:
        """Full columns are extracted; then fill bonuses that somebody has circled are crossed by all others."""
        extracted = tuple(_shafts.extracted(self.board, player) for player in state.players)
        return races.lost(msgspec.structs.replace(state, players=extracted), self.board.raced)
