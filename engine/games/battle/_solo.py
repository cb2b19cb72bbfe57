"""Battle against ASTRA: two sheets, one of which is played in every turn. The panel is with the sheet of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

import msgspec

from fairsheet.engine.dealing.deal import Deal, SoloDeal, effects_of
from fairsheet.engine.dealing.solo_deck import DealtEffect
from fairsheet.engine.games.base.proof_solo import SoloTable
from fairsheet.engine.games.base.solo import SoloGame, cards_of
from fairsheet.engine.games.battle import _astra as astra
from fairsheet.engine.games.battle import _proof
from fairsheet.engine.games.battle._astra import AstraModel, PendingMove, astra_side, player_side, sheet_of
from fairsheet.engine.games.battle._heuristic import View
from fairsheet.engine.games.battle._moments import Moments, in_turns
from fairsheet.engine.games.battle._rules import Battle
from fairsheet.engine.games.battle.parts import spaces
from fairsheet.engine.games.battle.parts.board import Side
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.games.battle.parts.proof_sheet import SheetModel, SideModel
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State, player_of
from fairsheet.engine.proof.request import ProofRequest, Schedule, Subject
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.engine.rules.missions import Claim
from fairsheet.engine.rules.solo import bonuses, effects, third_card
from fairsheet.engine.rules.solo.effects import PendingEffect
from fairsheet.engine.rules.solo.panel import Panel, SoloStep
from fairsheet.engine.rules.solo.panel_in_time import PanelInTime
from fairsheet.engine.solver.constraint_model import Lit, Model, Solution, Term
from fairsheet.engine.solver.solo_offers import SoloOffers
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Mark, Marks, is_circled
from fairsheet.sheets.model.sheet import Sheet


class SoloBattle(SoloGame, Battle):
    """The rules of battle in the solo game. The first player of a state has the sheet of the turn and the panel."""

    marks_per_bonus = 2

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self._on_panel = frozenset(field.id for field in sheet.fields if field.page == sheet.pages)
        self._for_cards = {field for row in self.panel.rows.values() for field in row.fields}
        self._flags = {flag for planet in self.board.planets.values() for flag in planet.flags}

    # --- both sheets ----------------------------------------------------------------------------------------

    def to_move(self, state: State) -> int | None:
        """See `Game.to_move`: the player decides for ASTRA as well."""
        return None if state.over else 1

    def marks(self, state: State, seat: int) -> Marks:
        """See `Game.marks`: the record of the first sheet has the panel."""
        own = {
            field: mark for field, mark in player_of(state, seat).marks.items() if field not in self._on_panel
        }
        return {**own, **self._panel_marks(state)} if seat == self.panel.seat else own

    def _panel_marks(self, state: State) -> dict[str, Mark]:
        """Return the ink on the panel, which is with the sheet of the turn."""
        return {field: mark for field, mark in state.players[0].marks.items() if field in self._on_panel}

    def turn_played(self, state: State, seat: int, number: int) -> Turn:
        """See `Game.turn_played`: joins the marks of both sheets."""
        first, other = sorted(state.players, key=lambda player: player.seat != sheet_of(max(1, number)))
        turn = self._turn(state, first, number)
        ink = sorted((*turn.ink, *self._turn(state, other, number).ink), key=self._is_after_missions)
        return msgspec.structs.replace(turn, ink=tuple(ink))

    def _is_after_missions(self, ink: Ink) -> bool:
        """Return whether a mark is made at the end of a turn, by the card that leaves, or at the end of the game."""
        is_thrown_out = ink.field in self.panel.bonuses.fields and ink.mark == "crossed"
        return is_thrown_out or ink.field in self._for_cards or ink.by == "incident"

    # --- the course of a turn -------------------------------------------------------------------------------

    sign_rule = "the player takes a sign that is not ASTRA's, the same on both sheets"

    def sign_steps(self, state: State) -> list[Step]:
        """See `Battle.sign_steps`."""
        return astra.sign_steps(self.board)

    def begin_turn(self, state: State) -> State:
        """See `SoloGame.begin_turn`: moves the panel to the sheet of the turn."""
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

    def initial_pending(
        self, state: State, now: Sequence[DealtEffect]
    ) -> tuple[PendingEffect | PendingMove, ...]:
        """See `SoloGame.initial_pending`: adds ASTRA's move with the first card, after the early effects."""
        pending = super().initial_pending(state, now)
        early = sum(effect.is_before_cards for effect in now)
        return (*pending[:early], *([PendingMove()] if cards_of(state) else []), *pending[early:])

    def has_begun(self, state: State, player: Player) -> bool:
        """See `TableGame.has_begun`: the sheet of the other turns has no step to play."""
        return player.seat != sheet_of(state.turn) or super().has_begun(state, player)

    def open_claims(self, state: State, player: Player) -> Iterator[Claim]:
        """See `TableGame.open_claims`: all missions are claimed on the first sheet."""
        return super().open_claims(state, player) if player.seat == self.panel.seat else iter(())

    def pending_steps(self, state: State, player: Player) -> Iterator[Step]:
        """See `SoloGame.pending_steps`."""
        if isinstance(player.pending[0], PendingMove):
            return iter(astra.steps(self._astra(player), cards_of(state)[0]))
        return super().pending_steps(state, player)

    def may_decline(self, player: Player) -> bool:
        """See `SoloGame.may_decline`: ASTRA's move may not be declined."""
        return not isinstance(player.pending[0], PendingMove) and super().may_decline(player)

    def play_pending(self, state: State, player: Player, step: Step) -> Player:
        """See `SoloGame.play_pending`."""
        if not isinstance(player.pending[0], PendingMove):
            return super().play_pending(state, player, step)
        editor = self._astra(player)
        astra.move(editor, cards_of(state)[0], step)
        return self._reveal(state, msgspec.structs.replace(editor.player(), pending=player.pending[1:]))

    def _astra(self, player: Player) -> BattleEditor:
        """Return the editor with which ASTRA writes on a sheet."""
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
        """Return whether the mark is a flag for the player, drawn before the end of the game."""
        return ink.field in self._flags and ink.mark != self.board.astra_sign and ink.by != "incident"

    def heuristic_values(self, state: State, steps: Sequence[Step]) -> list[float]:
        """See `SoloGame.heuristic_values`: ASTRA's sign is best if the player's own sign would bring least there."""
        if steps[0].kind == SoloStep.MOVE:
            view = View(self._editor(state, state.players[0]))
            return [-view.presence[self.board.planet_of[step.ink[0].field].id] for step in steps]
        return super().heuristic_values(state, steps)

    # --- a final sheet --------------------------------------------------------------------------------------

    def contradictions(
        self, marks: Marks, deal: Deal | None, missions: Mapping[str, str] | None = None
    ) -> Iterator[Contradiction]:
        """See `Game.contradictions`: if no ship or both ships have ASTRA's sign, signs belong to nobody."""
        ships = tuple(side.sign for side in self.board.sides.values())
        if all(ship in marks for ship in ships) and self._sheet_with(marks) is None:
            why = Message(
                "the two signs are both a {sign} or neither, but exactly one of them must be ASTRA’s",
                sign=term(self.board.astra_sign or ""),
            )
            yield Contradiction(ships, why, RuleCode.SIGN)
        else:
            yield from super().contradictions(marks, deal, missions)

    def turn_contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.turn_contradictions`: checks ASTRA's side, and the panel on the first sheet."""
        sheet = self._sheet_with(marks)
        if sheet is None:
            return
        yield from astra.contradictions(self.board, self.board.sides[astra_side(sheet)], marks)
        gone = third_card.cards_gone(self.panel, marks)
        if sheet != self.panel.seat:
            if inked := tuple(field for field in marks if field in self._on_panel):
                yield Contradiction(
                    inked, Message("ASTRA's panel belongs to the other sheet"), RuleCode.GIVEN
                )
            return
        yield from third_card.contradictions(self.panel, gone, marks)
        played = spaces.turns_of(self.board, self._own_side(sheet), marks)
        if played != (gone + 1) // 2:
            signed = [field for field in self.board.spaces if field in marks]
            why = Message(
                "the panel shows {gone} cards, one a turn, but this sheet of the odd turns shows {played} turns",
                gone=gone,
                played=played,
            )
            yield Contradiction.counting(tuple(signed), why, RuleCode.GIVEN, few=tuple(signed[-1:]))

    def effect_contradictions(self, deal: SoloDeal, marks: Marks) -> Iterable[Contradiction]:
        """See `SoloGame.effect_contradictions`."""
        if self._sheet_with(marks) != self.panel.seat:
            return ()
        return effects.contradictions(self.panel, deal, third_card.cards_gone(self.panel, marks), marks)

    def _sheet_with(self, marks: Marks) -> int | None:
        """Return which of the two sheets has ASTRA's sign as in these marks; None if neither does."""
        astras = [name for name, side in self.board.sides.items() if self.board.is_astra(side, marks)]
        return next((sheet for sheet in (1, 2) if astras == [astra_side(sheet)]), None)


# --- in time ----------------------------------------------------------------------------------------------


class TableModel(SoloTable[SheetModel], _proof.TableModel):
    """The constraints of battle in the solo game; see `fairsheet.engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.panel = Panel(request.sheet)
        marks, dealt = request.sheets[1], effects_of(cast("SoloDeal", request.deal).seed)
        self.played = third_card.cards_gone(self.panel, marks)
        came_up = [each for each in dealt if self.panel.effect_icon(each.letter, each.time) in marks]
        self.moments = Moments(self.played, came_up)
        super().__init__(model, request)

    def turns_on(self, seat: int) -> int:
        """See `proof.TableModel.turns_on`: one card leaves in every turn."""
        return self.played

    def offered(self) -> SoloOffers:
        """See `proof.TableModel.offered`."""
        return super().offered().at_moments(self.moments.turn_of)

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `proof.TableModel.sheet`."""
        moments, board, offers = self.moments, self.board, cast("SoloOffers", self.offers)
        turns = list(moments.player.values())
        own = [moment for turn, moment in moments.player.items() if sheet_of(turn) == seat]
        sides = board.sides[player_side(seat)], board.sides[astra_side(seat)]
        player = SideModel(self.model, board, seat, sides[0], marks, offers, own)
        astra = AstraModel(self.model, board, seat, sides[1], marks, offers, moments)
        if seat == self.panel.seat:
            self.panel_in_time = PanelInTime(self.model, seat, marks, turns, offers, self.panel)
        return SheetModel(self.model, board, seat, marks, [player, astra], turns)

    def constrain(self, sheet: SheetModel) -> None:
        """See `proof.TableModel.constrain`."""
        super().constrain(sheet)
        for signer in sheet.signers:
            if isinstance(signer, AstraModel):
                signer.constrain()

    def state_turns(self) -> None:
        """See `proof.TableModel.state_turns`: odd turns are played on the first sheet, even ones on the second."""
        self.model.clause(self.turns.played(self.played))
        for seat, sheet in self.players.items():
            (own,) = sheet.sides.values()
            on_sheet, seen = len(own.turns), spaces.turns_of(self.board, own.side, sheet.marks)
            why = Message(
                "sheet {seat} shows {seen} turns, but {on_sheet} of the {played} turns are played on it",
                played=self.played,
                on_sheet=on_sheet,
                seat=seat,
                seen=seen,
            )
            with self.model.rule(RuleCode.TURN, sheet.name(*sheet.errors[::-1], *sheet.spaces), why):
                if on_sheet != seen:
                    self.model.clause()
        third_card.in_time(self.panel_in_time)
        self._state_bonuses()

    def _state_bonuses(self) -> None:
        """State that every second planet that the player won, on either sheet, earned a solo bonus."""
        events = self.panel_in_time
        every = self.panel.bonuses.fields
        circled = [bonus for bonus in every if is_circled(events.marks, bonus)]
        won = [
            (seat, planet.id, flag)
            for seat, sheet in self.players.items()
            for planet in self.board.planets.values()
            if planet.is_full(sheet.marks)
            and (flag := self.board.sides[player_side(seat)].flags[planet.id]) in sheet.marks
        ]
        flags = [(seat, flag) for seat, _, flag in won]
        earned = min(len(every), self.panel.bonuses.gain * (len(flags) // SoloBattle.marks_per_bonus))
        why = Message(
            "{circled} solo bonuses are circled, but {earned} were earned, one for every second planet",
            circled=len(circled),
            earned=earned,
        )
        with self.model.rule(RuleCode.SOLO_BONUS, [*events.name(*circled), *flags], why):
            if len(circled) != earned:
                self.model.clause()

        def earned_by(moment: int) -> list[Term]:
            return [(1, self.players[seat].full[planet].by(moment)) for seat, planet, _ in won]

        bonuses.in_time(events, circled, earned_by, SoloBattle.marks_per_bonus)

    def state_signs(self) -> None:
        """See `proof.TableModel.state_signs`: ASTRA has its own sign."""
        ships = {
            (seat, side.sign): sheet.marks.get(side.sign)
            for seat, sheet in self.players.items()
            for side in self.board.sides.values()
        }
        astras = [(seat, self.board.sides[astra_side(seat)].sign) for seat in self.players]
        why = Message(
            "ASTRA’s {sign} is not on the far side of the first sheet and the near side of the second, "
            "or the player has different signs",
            sign=term(self.board.astra_sign or ""),
        )
        if not any(ships.values()):
            return
        with self.model.rule(RuleCode.SIGN, ships, why):
            if any((sign == self.board.astra_sign) != (ship in astras) for ship, sign in ships.items()):
                self.model.clause()
            if len(set(ships.values())) != len(self.board.sides):
                self.model.clause()

    def last_turns(self, seat: int) -> Sequence[int]:
        """See `proof.TableModel.last_turns`: the last turn counts on either sheet."""
        return [] if not self.played else [self.moments.astra[self.played], self.moments.player[self.played]]

    def start_of(self, turn: int) -> int:
        """See `ClaimTable.start_of`: returns its first moment."""
        return self.moments.first_of(turn)

    def facts(self) -> Iterator[tuple[Lit, Subject, int]]:
        """See `Scheduler.facts`: there are none, because several moments are in one turn."""
        return iter(())

    def schedule(self, solution: Solution) -> Schedule:
        """See `Scheduler.schedule`."""
        return in_turns(super().schedule(solution), self.moments)
