"""Launch against ASTRA: its cards cross spaces of a track. Sabotages that effects do not take earn solo bonuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import SoloDeal, effects_of
from fairsheet.engine.dealing.solo_deck import LAST_TURN
from fairsheet.engine.games.base.proof_solo import SoloTable, turn_of_second_effect
from fairsheet.engine.games.base.solo import SoloGame
from fairsheet.engine.games.launch import _numbers, _proof, _sabotage, _system_errors
from fairsheet.engine.games.launch._board import Board
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.games.launch._sabotage import TakenInTime
from fairsheet.engine.games.launch._system_errors import ErrorsInTime, Suffered
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.game import PASS, Contradiction, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules.ladders import Ladder
from fairsheet.engine.rules.solo import bonuses, effects, third_card
from fairsheet.engine.rules.solo.effects import PendingEffect
from fairsheet.engine.rules.solo.panel import Panel, SoloPart
from fairsheet.engine.rules.solo.panel_in_time import PanelInTime
from fairsheet.engine.solver.constraint_model import Model, Solution, Term
from fairsheet.engine.solver.solo_offers import SoloOffers
from fairsheet.engine.solver.timeline import Turns
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet


class SoloLaunch(SoloGame, Launch):
    """The rules of launch in the solo game."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self.track = _spaces(self.panel)

    def effect_steps(self, state: State, player: Player, effect: PendingEffect) -> Iterator[Step]:
        """Return steps that cross any sabotage that is left."""
        return effects.prize_steps(self.board.sabotages, player)

    def play_effect(self, state: State, player: Player, effect: PendingEffect, step: Step) -> Player:
        """Cross the sabotage, and circle an error."""
        editor = SheetEditor(player)
        effects.cross_prize(self.board.sabotages, editor, step, "a sabotage without a cross")
        _system_errors.circle(self.board, editor, "astra")
        return editor.player()

    def first_steps(self, state: State, player: Player) -> list[Step]:
        """See `TableGame.first_steps`: passes if no number fits and effects have used up all errors."""
        if any(error not in player.marks for error in self.board.errors):
            return super().first_steps(state, player)
        return list(_numbers.steps(self.board, state, player)) or [Step(player.seat, PASS)]

    def play_first(self, state: State, player: Player, step: Step) -> Player:
        """See `TableGame.play_first`."""
        if step == Step(player.seat, PASS) and step in self.first_steps(state, player):
            part: SoloPart = player.solo
            return msgspec.structs.replace(player, solo=msgspec.structs.replace(part, nothing=True))
        return super().play_first(state, player, step)

    def earns(self, ink: Ink) -> bool:
        """Return whether the mark is a sabotage that the player sets off."""
        return ink.by == "bonus" and ink.field in self.board.sabotages

    def give(self, player: Player, card: Card) -> Player:
        """Cross spaces of the track."""
        editor = SheetEditor(player)
        for _ in range(self.panel.rows[card.action].points):
            editor.cross_next(self.track, "astra")
        return editor.player()

    def endings(self, marks: Marks) -> Iterator[str]:
        """See `TableGame.endings`: ASTRA can launch, too."""
        yield from super().endings(marks)
        if self.track[-1] in marks:
            yield "astra-launch"

    def turns_seen(self, marks: Marks) -> int:
        """Return how many turns were played: one card leaves in every turn."""
        return third_card.cards_gone(self.panel, marks)

    def wins_tie(self, marks: Marks) -> bool:
        """Return whether the player wins a tie: if both have launched, by any extra rocket."""
        return self.board.is_launched(marks) and any(extra in marks for extra in self.board.extras)

    # --- a final sheet ------------------------------------------------------------------------------------

    def turn_contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.turn_contradictions`: also compares the track with the given cards."""
        yield from _sabotage.turn_contradictions(self.board, self.turns_seen(marks), marks)
        yield from Ladder(self.track).contradictions(marks)
        rows = self.panel.rows.values()
        given = [field for row in rows for field in row.fields if field in marks]
        points = sum(row.points * sum(field in marks for field in row.fields) for row in rows)
        crossed = [space for space in self.track if space in marks]
        if len(crossed) != min(points, len(self.track)):
            why = Message(
                "the cards given to ASTRA are worth {points} spaces, but {crossed} are crossed",
                points=points,
                crossed=len(crossed),
            )
            fields = (*given, *crossed) or self.track[:1]
            yield Contradiction.counting(fields, why, RuleCode.ASTRA_TRACK, few=tuple(crossed[-1:]))

    def bonus_contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """See `SoloGame.bonus_contradictions`."""
        return _sabotage.bonus_contradictions(self.board, self.panel, marks)


# --- in time ----------------------------------------------------------------------------------------------


class SheetModel(_proof.SheetModel):
    """The sheet with its panel."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, turns: Turns, offers: SoloOffers,
        panel: Panel, deal: SoloDeal,
    ) -> None:  # fmt: skip
        super().__init__(model, board, seat, marks, turns, offers)
        self.panel, self.solo_offers = panel, offers
        self.panel_in_time = PanelInTime(model, seat, marks, list(turns), offers, panel)
        icon = panel.effect_icon
        came_up = [each for each in effects_of(deal.seed) if icon(each.letter, each.time) in marks]
        self.taken = TakenInTime(self, self.sections.complete, came_up)

    def constrain(self) -> None:
        """State what the marks of the sheet require of each other."""
        super().constrain()
        self._use_offers()
        third_card.in_time(self.panel_in_time)
        bonuses.in_time(self.panel_in_time, self.taken.crossed, self.taken.set_off_by)
        self.taken.constrain(self.panel)
        self._end_of_track()

    def follow(self, found: dict[str, int], solution: Solution) -> None:
        """See `fairsheet.engine.games.base.proof_claims.SheetModel.follow`."""
        found.update(self.taken.turns_of(found, solution))

    def _end_of_track(self) -> None:
        """State that no player plays after ASTRA has launched."""
        spaces, given = _spaces(self.panel), self.panel_in_time.given
        why = Message("the game ended when ASTRA launched on the sheet of player {seat}")
        with self.ends_with(why, [space for space in spaces if space in self.marks]):
            for turn in self.turns:
                crossed: list[Term] = [
                    (row.points, literal)
                    for action, row in self.panel.rows.items()
                    for _, literal in self.panel_in_time.until(given[action], turn)
                ]
                self.model.linear(crossed, None, len(spaces) - 1, given=(self.turns.played(turn + 1),))

    def _use_offers(self) -> None:
        """State that the two used cards are those of the number and of its floor."""
        for turn in self.turns:
            events = self.numbers.events
            written = self.model.any_of(event.at(turn) for event in events.values())
            chosen = self.solo_offers.choose(turn, written)
            for slot, event in events.items():
                floor, number = self.board.floor_of[slot], self.number_in[slot]
                why = Message("two cards of a turn gave the {number} in {slot}", slot=slot, number=number)
                with self.model.rule(RuleCode.OFFER, self.name(slot), why):
                    fits = (
                        literal
                        for offer, literal in chosen.items()
                        if offer.number == number and floor in self.board.floors_of[offer.action]
                    )
                    self.model.implies(event.at(turn), *fits)


class SoloErrors(ErrorsInTime):
    """Errors in the solo game: an effect circles one before the turn begins."""

    def to_circle(self, turn: int, suffered_until: int | None = None) -> list[Term]:
        """See `ErrorsInTime.to_circle`; effects can come up after the last turn."""
        return super().to_circle(turn, LAST_TURN + 1 if turn == self.sheet.turns.most else turn)


class TableModel(SoloTable[_proof.SheetModel], _proof.TableModel):
    """The constraints of launch in the solo game; see `fairsheet.engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.panel = Panel(request.sheet)
        super().__init__(model, request)

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `TableModel.sheet`."""
        offers = self.offers
        assert isinstance(offers, SoloOffers)
        sheet = SheetModel(self.model, self.board, seat, marks, self.turns, offers, self.panel, self.deal)
        self.panel_in_time = sheet.panel_in_time
        return sheet

    def suffered(self) -> Mapping[int, list[Suffered]]:
        """See `TableModel.suffered`: effects take sabotages as opponents do."""
        return {seat: self._solo(player).taken.suffered() for seat, player in self.players.items()}

    def errors_of(self, player: _proof.SheetModel, suffered: list[Suffered]) -> ErrorsInTime:
        """See `TableModel.errors_of`."""
        return SoloErrors(player.numbers, suffered)

    def turn_bounds(self, marks: Marks) -> tuple[int, int]:
        """Return the least and the greatest number of turns: one card leaves in every turn."""
        turns = third_card.cards_gone(self.panel, marks)
        return turns, turns

    def state_claim(self, card: str) -> None:
        """See `SoloTable.state_claim`: the turn of a claim shows its value, because the mark does not."""
        super().state_claim(card)
        turned = turn_of_second_effect(self.request.sheet, self.deal, card)
        for seat, claims in self.claims.items():
            if card in claims:
                self.is_first[seat, card] = claims[card].by(turned - 1)

    @staticmethod
    def _solo(player: _proof.SheetModel) -> SheetModel:
        assert isinstance(player, SheetModel)
        return player


def _spaces(panel: Panel) -> tuple[str, ...]:
    """Return the spaces of ASTRA's track that its cards cross, one for each point."""
    assert panel.track is not None
    return panel.track.fields[panel.track.start :]
