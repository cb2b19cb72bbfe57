"""Virus against ASTRA: effects set off viruses and spreads. Those that the player sets off earn solo bonuses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from fairsheet.engine.dealing.deal import SoloDeal, effects_of
from fairsheet.engine.dealing.solo_deck import DealtEffect
from fairsheet.engine.games.base.proof_solo import SoloNumberTableModel
from fairsheet.engine.games.base.solo import SoloGame
from fairsheet.engine.games.virus import _effect_cards, _proof, _proof_sheet
from fairsheet.engine.games.virus._causes import Cause, Order
from fairsheet.engine.games.virus._effect_cards import EffectCardsInTime
from fairsheet.engine.games.virus._rules import Virus
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, Outside, Step
from fairsheet.engine.play.number_board import WATER
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules.solo import bonuses
from fairsheet.engine.rules.solo.effects import PendingEffect
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Model, Solution, Term
from fairsheet.engine.solver.timeline import Condition, Event
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks


class SoloVirus(SoloGame, Virus):
    """The rules of virus in the solo game."""

    def effect_steps(self, state: State, player: Player, effect: PendingEffect) -> Iterable[Step]:
        """See `SoloGame.effect_steps`."""
        return _effect_cards.steps(self.board, player, effect)

    def play_effect(self, state: State, player: Player, effect: PendingEffect, step: Step) -> Player:
        """See `SoloGame.play_effect`."""
        return _effect_cards.play(self.board, player, effect, step)

    def end_effect(self, player: Player, effect: PendingEffect) -> Player:
        """See `SoloGame.end_effect`: the effect can still infect the sheet."""
        return _effect_cards.end_effect(self.board, super().end_effect(player, effect), effect)

    def earns(self, ink: Ink) -> bool:
        """Return whether the mark is a virus or a spread that the player set off."""
        return ink.field in self.board.set_off_by.values() and ink.by != "astra"

    def earning_fields(self, marks: Marks) -> Sequence[str]:
        """Return the crossed viruses of the tracks and spreads, also ASTRA's, and missions claimed first."""
        fields = [*self.board.track_viruses, *self.board.spreads]
        return [field for field in fields if field in marks] + list(self._first_claims(marks).values())

    def bonus_contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.bonus_contradictions`."""
        by_astra = _effect_cards.made_by_astra(self.board, self.panel, marks)
        return bonuses.contradictions(self.panel, self.earning_fields(marks), marks, by_astra)

    def effect_contradictions(self, deal: SoloDeal, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.effect_contradictions`."""
        return _effect_cards.contradictions(self.board, self.panel, self._first_claims(marks), marks)

    def _first_claims(self, marks: Marks) -> dict[str, str]:
        """Return the fields of the missions that were claimed for their first value, by letter."""
        return {
            self.sheet.mission[card].letter: claim.field
            for card, claim in self.claims.items()
            if marks.get(claim.field) == claim.first
        }


class StruckNext(msgspec.Struct, frozen=True):
    """Whether a slot is struck at the beginning of the next turn, by an effect that comes up then."""

    struck: Event
    effects: frozenset[int]  # the turns in which effects come up

    def by(self, turn: int) -> Lit:
        """Return whether it is struck then, after a turn."""
        return self.struck.at(turn + 1) if turn + 1 in self.effects else FALSE


class SheetModel(_proof_sheet.SheetModel):
    """The sheet over time if effects strike, too. `came_up` are the effects that have come up."""

    def __init__(self, came_up: Sequence[DealtEffect], *about: Any) -> None:
        self._came_up = came_up
        super().__init__(*about)

    @property
    def last_strike(self) -> int:
        """The last turn in which a slot can be struck: effects can strike after the last turn played."""
        return max((self.last, *(effect.turn for effect in self._came_up)))

    def closings(self, number: int) -> Iterator[tuple[Condition, ...]]:
        """See `SheetInTime.closings`: an effect may also strike a slot before the player writes in the next turn."""
        effects = frozenset(effect.turn for effect in self._came_up)
        for slot, closing in zip(self.board.slots, super().closings(number), strict=True):
            yield (*closing, StruckNext(self.struck[slot], effects)) if slot in self.struck else closing


class TableModel(SoloNumberTableModel[_proof_sheet.SheetModel], _proof.TableModel):
    """The constraints of virus in the solo game; see `fairsheet.engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        super().__init__(model, request, self._sheet_in_time)
        self._state_rows_after_effects()

    def _state_rows_after_effects(self) -> None:
        """State that a full row circles no energy of a quarter that effects completed in the same turn."""
        (player,), (strikes,) = self.players.values(), self.strikes.values()
        drops = [row.symbols[-1] for row in self.board.tracks[WATER].rows]
        words = Message("full rows of drops circled no energy of {id} after effects completed it")
        for id_ in player.complete:
            quarter = self.board.quarters[id_]
            about = player.name(*quarter.slots, *quarter.energies, *drops)
            with self.model.rule(RuleCode.ROW, about, words.filled(id=id_)):
                for turn in sorted({cause.event.last for cause in strikes.causes if cause.early}):
                    if circled := player.energy_bonuses[id_].get(turn):
                        self.model.implies(circled, -strikes.evacuated_before_action(id_, turn))

    def _sheet_in_time(self, *about: Any) -> SheetModel:
        icon, marks = Panel(self.request.sheet).effect_icon, self.request.sheets[1]
        came_up = [each for each in effects_of(self.deal.seed) if icon(each.letter, each.time) in marks]
        return SheetModel(came_up, *about)

    def state_effects(self) -> dict[str, Event]:
        """Return when each virus and spread was set off, by the player or by ASTRA."""
        (player,) = self.players.values()
        cards = self._effect_cards = EffectCardsInTime(self)
        earning, every = tuple(cards.when), self.panel_in_time.panel.bonuses.fields

        def earned_by(turn: int) -> list[Term]:
            return [(1, literal) for literal in cards.earned_by(turn)]

        bonuses.in_time(self.panel_in_time, earning, earned_by)
        circled = [bonus for bonus in every if bonus in player.marks]
        why = Message(
            "the circled solo bonus was earned by an effect that the player set off",
            "the {n} circled solo bonuses were earned by effects that the player set off",
            n=len(circled),
        )
        with self.model.rule(RuleCode.SOLO_BONUS, player.name(*circled, *earning), why):
            most = None if len(circled) == len(every) else len(circled)
            self.model.linear(earned_by(player.last), len(circled), most)
        player.events.update(cards.when)
        return cards.when

    def causes(self, player: _proof_sheet.SheetModel, order: Order) -> Iterator[Cause]:
        """See `proof.TableModel.causes`."""
        return self._effect_cards.causes()

    def by_absent(self, solution: Solution) -> Iterator[Outside]:
        """Yield nothing: no player is absent, because ASTRA does the rest."""
        return iter(())
