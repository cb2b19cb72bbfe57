"""Battle against ASTRA: two sheets, of which one is played in every turn; the panel goes with the sheet of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from engine.deal import Deal, SoloDeal
from engine.game import Contradiction, IllegalStep, MarkOrders, Outside, Step
from engine.games.base.editor import Player
from engine.games.base.solo import SoloGame, cards_of
from engine.games.base.table import State, player_of
from engine.games.battle import astra, heuristic, spaces
from engine.games.battle.astra import PendingMove, astra_side, player_side, sheet_of
from engine.games.battle.board import Side
from engine.games.battle.editor import BattleEditor
from engine.games.battle.rules import Battle
from engine.ink import Ink, Mark, Marks, Turn
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim
from engine.rules.solo import effects, third_card
from engine.rules.solo.effects import PendingEffect
from engine.rules.solo.steps import SoloStep
from engine.solo_deck import DealtEffect
from sheets.model import Sheet
from sheets.sides import NEAR


class SoloBattle(SoloGame, Battle):
    """The rules of battle in the solo game. The sheet of the turn is the first player's, the panel's marks with it."""

    marks_per_bonus = 2

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self._on_panel = frozenset(field.id for field in sheet.fields if field.page == sheet.pages)
        self._for_cards = {field for row in self.panel.rows.values() for field in row.fields}
        self._flags = {flag for planet in self.board.planets.values() for flag in planet.flags.values()}

    def start(
        self,
        deal: Deal,
        mark_orders: MarkOrders | None = None,
        seats: Sequence[int] | None = None,
        outside: Sequence[Outside] = (),
    ) -> State:
        """See `TableGame.start`: always with both sheets."""
        return super().start(deal, mark_orders, self.sheet.seats(deal.players), outside)

    # --- both sheets ----------------------------------------------------------------------------------------

    def to_move(self, state: State) -> int | None:
        """See `Game.to_move`: the player decides for ASTRA as well."""
        return None if state.over else 1

    def marks(self, state: State, seat: int) -> Marks:
        """See `Game.marks`: the panel is in the record of the first sheet."""
        own = {
            field: mark for field, mark in player_of(state, seat).marks.items() if field not in self._on_panel
        }
        return {**own, **self._panel_marks(state)} if seat == self.panel.seat else own

    def _panel_marks(self, state: State) -> dict[str, Mark]:
        """The ink on the panel, which lies at the sheet of the turn."""
        return {field: mark for field, mark in state.players[0].marks.items() if field in self._on_panel}

    def turn_played(self, state: State, seat: int, number: int) -> Turn:
        """See `Game.turn_played`: that of the game, over both sheets."""
        first, other = sorted(state.players, key=lambda player: player.seat != sheet_of(max(1, number)))
        turn = self._turn(state, first, number)
        ink = sorted((*turn.ink, *self._turn(state, other, number).ink), key=self._part_of_turn)
        return msgspec.structs.replace(turn, ink=tuple(ink))

    def _turn(self, state: State, player: Player, number: int) -> Turn:
        return player.turns[number] if number < len(player.turns) else self.told(state, player)

    def _part_of_turn(self, ink: Ink) -> int:
        """The place in a turn of the part of it to which a mark belongs."""
        if ink.by == "mission":
            return 1
        if ink.field in self._for_cards or (ink.field in self.panel.bonuses.fields and ink.mark == "crossed"):
            return 2
        return 3 if ink.by == "incident" else 0

    # --- the course of a turn -------------------------------------------------------------------------------

    def legal_steps(self, state: State) -> list[Step]:
        """See `Game.legal_steps`."""
        return astra.sign_steps(self.board) if state.turn == 0 else super().legal_steps(state)

    def play(self, state: State, step: Step) -> State:
        """See `Game.play`."""
        if state.turn > 0:
            return super().play(state, step)
        if step not in self.legal_steps(state):
            raise IllegalStep(
                RuleCode.SIGN, "the player takes a sign that is not ASTRA's, the same on both sheets"
            )
        players = []
        for player in state.players:
            editor = BattleEditor(self.board, player, self.board.sides[NEAR])
            for ink in step.ink:
                if ink.sheet == player.seat:
                    editor.make(ink)
            drawn = editor.player()
            players.append(msgspec.structs.replace(drawn, ink=(), turns=(Turn(0, None, drawn.ink),)))
        return self.begin_turn(msgspec.structs.replace(state, players=tuple(players), turn=1))

    def begin_turn(self, state: State) -> State:
        """See `SoloGame.begin_turn`; the panel is laid beside the sheet of the turn."""
        if state.turn == 0:
            return state
        first, other = state.players
        if first.seat != sheet_of(state.turn):
            panel = self._panel_marks(state)
            rest = {field: mark for field, mark in first.marks.items() if field not in panel}
            left = msgspec.structs.replace(first, marks=rest, solo=other.solo)
            joined = msgspec.structs.replace(other, marks={**other.marks, **panel}, solo=first.solo)
            state = msgspec.structs.replace(state, players=(joined, left))
        return super().begin_turn(state)

    def pending_first(
        self, state: State, now: Sequence[DealtEffect]
    ) -> tuple[PendingEffect | PendingMove, ...]:
        """See `SoloGame.pending_first`: ASTRA's move with the first card, effects before it or after."""
        pending = super().pending_first(state, now)
        early = sum(effect.is_before_cards for effect in now)
        return (*pending[:early], *([PendingMove()] if cards_of(state) else []), *pending[early:])

    def has_begun(self, state: State, player: Player) -> bool:
        """See `TableGame.has_begun`: the sheet of the other turns is not written on."""
        return player.seat != sheet_of(state.turn) or super().has_begun(state, player)

    def open_claims(self, state: State, player: Player) -> Iterator[Claim]:
        """See `TableGame.open_claims`: all on the first sheet."""
        return super().open_claims(state, player) if player.seat == self.panel.seat else iter(())

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """See `SoloGame.pending_steps`."""
        if isinstance(player.pending[0], PendingMove):
            return iter(astra.steps(self._astra(player), cards_of(state)[0]))
        return super().pending_steps(state, player)

    def may_decline(self, player: Player) -> bool:
        """See `SoloGame.may_decline`: not ASTRA's move."""
        return not isinstance(player.pending[0], PendingMove) and super().may_decline(player)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """See `SoloGame.play_pending`."""
        if not isinstance(player.pending[0], PendingMove):
            return super().play_pending(state, player, step)
        editor = self._astra(player)
        astra.move(editor, cards_of(state)[0], step)
        after = msgspec.structs.replace(editor.player(), pending=player.pending[1:])
        return self._come_up(state, after)

    def _astra(self, player: Player) -> BattleEditor:
        """ASTRA's hand on a sheet."""
        return BattleEditor(self.board, player, self.board.sides[astra_side(player.seat)])

    # --- effects and bonuses --------------------------------------------------------------------------------

    def effect_steps(self, state: State, player: Player, effect: PendingEffect) -> Iterable[Step]:
        """See `SoloGame.effect_steps`."""
        return astra.effect_steps(self._astra(player), self._own_side(player.seat))

    def play_effect(self, state: State, player: Player, effect: PendingEffect, step: Step) -> Player:
        """See `SoloGame.play_effect`."""
        editor = self._astra(player)
        astra.play_effect(editor, self._own_side(player.seat), step)
        return editor.player()

    def _own_side(self, sheet: int) -> Side:
        return self.board.sides[player_side(sheet)]

    def earns(self, ink: Ink) -> bool:
        """A flag for the player, not at the end of the game."""
        return ink.field in self._flags and ink.mark != self.board.astra_sign and ink.by != "incident"

    def earning(self, marks: Marks) -> Sequence[str]:
        """See `SoloGame.earning`: the player's flags on full planets."""
        return [
            flag
            for planet in self.board.planets.values()
            for flag in planet.flags.values()
            if planet.is_full(marks) and marks.get(flag, self.board.astra_sign) != self.board.astra_sign
        ]

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """See `SoloGame.heuristic_values`; ASTRA's sign is best where the player's own one would bring least."""
        if steps[0].kind == SoloStep.MOVE:
            return heuristic.values_of_moves(self._editor(state, state.players[0]), steps)
        return super().heuristic_values(state, steps)

    # --- a final sheet --------------------------------------------------------------------------------------

    def find_contradictions(
        self, marks: Marks, deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> Iterator[Contradiction]:
        """See `Game.find_contradictions`; without ASTRA's sign on one of the ships no sign is anybody's."""
        ships = tuple(side.sign for side in self.board.sides.values())
        if all(ship in marks for ship in ships) and self._sheet_with(marks) is None:
            why = f"one of the two signs is ASTRA's, a {self.board.astra_sign}, and the other one is not"
            yield Contradiction(ships, why, RuleCode.SIGN)
        else:
            yield from super().find_contradictions(marks, deal, missions)

    def turn_contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.turn_contradictions`: what ASTRA's side bears, and on the first sheet the panel."""
        sheet = self._sheet_with(marks)
        if sheet is None:
            return
        yield from astra.contradictions(self.board, self.board.sides[astra_side(sheet)], marks)
        gone = third_card.cards_gone(self.panel, marks)
        if sheet != self.panel.seat:
            if inked := tuple(field for field in marks if field in self._on_panel):
                yield Contradiction(inked, "ASTRA's panel belongs to the other sheet", RuleCode.GIVEN)
            return
        yield from third_card.contradictions(self.panel, gone, marks)
        played = spaces.turns_of(self.board, self._own_side(sheet), marks)
        if played != (gone + 1) // 2:
            signed = [field for field in self.board.spaces if field in marks]
            why = (
                f"{gone} cards went to ASTRA or were thrown out, one a turn, "
                f"but {played} turns were played on this sheet, which is that of the odd ones"
            )
            yield Contradiction(tuple(signed), why, RuleCode.GIVEN)

    def bonus_contradictions(self, marks: Marks) -> Iterable[Contradiction]:
        """See `SoloGame.bonus_contradictions`: one sheet alone does not tell."""
        return ()

    def effect_contradictions(self, deal: SoloDeal, marks: Marks) -> Iterable[Contradiction]:
        """See `SoloGame.effect_contradictions`."""
        if self._sheet_with(marks) != self.panel.seat:
            return ()
        return effects.contradictions(self.panel, deal, third_card.cards_gone(self.panel, marks), marks)

    def _sheet_with(self, marks: Marks) -> int | None:
        """Which of the two sheets bears ASTRA's sign where these marks do; None where no sheet does."""
        astras = [name for name, side in self.board.sides.items() if self.board.is_astra(side, marks)]
        return next((sheet for sheet in (1, 2) if astras == [astra_side(sheet)]), None)
