"""Virus against ASTRA: what sets off a virus or a spread earns solo bonuses; effects set them off and infect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.deal import SoloDeal
from engine.game import Contradiction, Step
from engine.games.base.editor import Player
from engine.games.base.solo import SoloGame
from engine.games.base.table import State
from engine.games.virus import effect_cards
from engine.games.virus.rules import Virus
from engine.ink import Ink, Marks
from engine.rules.solo import bonuses
from engine.rules.solo.effects import PendingEffect


class SoloVirus(SoloGame, Virus):
    """The rules of virus in the solo game."""

    def effect_steps(self, state: State, player: Player, effect: PendingEffect) -> Iterable[Step]:
        """See `SoloGame.effect_steps`."""
        return effect_cards.steps(self.board, player, effect)

    def play_effect(self, state: State, player: Player, effect: PendingEffect, step: Step) -> Player:
        """See `SoloGame.play_effect`."""
        return effect_cards.play(self.board, player, effect, step)

    def without_choice(self, player: Player, effect: PendingEffect) -> Player:
        """See `SoloGame.without_choice`: it can infect the sheet all the same."""
        return effect_cards.without_choice(self.board, super().without_choice(player, effect), effect)

    def earns(self, ink: Ink) -> bool:
        """A virus or a spread that the player set off."""
        return ink.field in self.board.set_off_by.values() and ink.by != "astra"

    def earning(self, marks: Marks) -> Sequence[str]:
        """Viruses of the tracks and spreads, some of which are ASTRA's, and those of missions claimed first."""
        fields = [*effect_cards.viruses_of_tracks(self.board), *self.board.spreads]
        return [field for field in fields if field in marks] + list(self._first_claims(marks).values())

    def bonus_contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.bonus_contradictions`."""
        by_astra = effect_cards.made_by_astra(self.board, self.panel, marks)
        return bonuses.contradictions(self.panel, self.earning(marks), marks, by_astra)

    def effect_contradictions(self, deal: SoloDeal, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.effect_contradictions`."""
        return effect_cards.contradictions(self.board, self.panel, self._first_claims(marks), marks)

    def _first_claims(self, marks: Marks) -> dict[str, str]:
        """By letter, the fields of the missions that were claimed for their first value."""
        return {
            self.sheet.mission[card].letter: claim.field
            for card, claim in self.claims.items()
            if marks.get(claim.field) == claim.first
        }
