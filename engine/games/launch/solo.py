"""Launch against ASTRA: its cards cross spaces of a track; effects take sabotages away, which earn solo bonuses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.cards import Card
from engine.deal import SoloDeal
from engine.game import PASS, Contradiction, Step
from engine.games.base.editor import Player, SheetEditor
from engine.games.base.solo import SoloGame
from engine.games.base.table import State
from engine.games.launch import lost_sabotages, numbers, track
from engine.games.launch.rules import Launch
from engine.ink import Ink, Marks
from engine.rules.solo import third_card
from engine.rules.solo.effects import PendingEffect
from engine.rules.solo.part import SoloPart
from sheets.model import Sheet


class SoloLaunch(SoloGame, Launch):
    """The rules of launch in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        assert self.panel.track is not None
        self.track = self.panel.track

    def effect_steps(self, state: State, player: Player, effect: PendingEffect) -> Iterator[Step]:
        """Any sabotage that is left."""
        return lost_sabotages.steps(self.board, player)

    def play_effect(self, state: State, player: Player, effect: PendingEffect, step: Step) -> Player:
        """Crosses the sabotage, and circles an error."""
        editor = SheetEditor(player)
        lost_sabotages.play(self.board, editor, step)
        return editor.player()

    def first_steps(self, state: State, player: Player) -> list[Step]:
        """As with several players; an effect may have left no error for a turn in which no number fits."""
        if any(error not in player.marks for error in self.board.errors):
            return super().first_steps(state, player)
        return list(numbers.steps(self.board, state, player)) or [Step(player.seat, PASS)]

    def play_first(self, state: State, player: Player, step: Step) -> Player:
        """See `TableGame.play_first`."""
        if step == Step(player.seat, PASS) and step in self.first_steps(state, player):
            part: SoloPart = player.solo
            return msgspec.structs.replace(player, solo=msgspec.structs.replace(part, nothing=True))
        return super().play_first(state, player, step)

    def earns(self, ink: Ink) -> bool:
        """A sabotage that the player sets off."""
        return ink.by == "bonus" and ink.field in self.board.sabotages

    def give(self, player: Player, card: Card) -> Player:
        """Crosses spaces of the track."""
        editor = SheetEditor(player)
        track.cross(self.track, editor, self.panel.rows[card.action].points)
        return editor.player()

    def endings(self, marks: Marks) -> Iterator[str]:
        """ASTRA can launch, too."""
        yield from super().endings(marks)
        if track.is_full(self.track, marks):
            yield "astra-launch"

    def turns_seen(self, marks: Marks) -> int:
        """A card left in every turn."""
        return third_card.cards_gone(self.panel, marks)

    def wins_tie(self, marks: Marks) -> bool:
        """With both launched, any extra rocket wins."""
        return self.board.is_launched(marks) and any(extra in marks for extra in self.board.extras)

    # --- a final sheet ------------------------------------------------------------------------------------

    def turn_contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.turn_contradictions`; the track has what the cards crossed."""
        yield from lost_sabotages.turn_contradictions(self.board, self.turns_seen(marks), marks)
        yield from track.contradictions(self.panel, self.track, marks)

    def earning(self, marks: Marks) -> Sequence[str]:
        """See `SoloGame.earning`: not told by the ink alone."""
        return ()

    def bonus_contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.bonus_contradictions`."""
        return lost_sabotages.bonus_contradictions(self.board, self.panel, marks)

    def effect_contradictions(self, deal: SoloDeal, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.effect_contradictions`: nothing more than the panel's marks."""
        return iter(())
