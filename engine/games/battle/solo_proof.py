"""Battle against ASTRA, stated in time for the solver. The time of this model is that of `Moments`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.deal import SoloDeal, effects_of
from engine.games.base.marks import is_circled
from engine.games.base.proof_solo import PanelEvents, SoloTable
from engine.games.battle import proof, proof_sheet, spaces
from engine.games.battle.astra import astra_side, player_side, sheet_of
from engine.games.battle.astra_proof import AstraModel
from engine.games.battle.board import Board, Planet
from engine.games.battle.moments import Moments, OffersAtMoments, in_turns
from engine.games.battle.proof_sheet import SideModel, Signer
from engine.games.battle.solo import SoloBattle
from engine.ink import Marks
from engine.proof.model import Model, Term
from engine.proof.request import ProofRequest, Schedule
from engine.proof.solo_offers import SoloOffers
from engine.proof.solve import Solution
from engine.proof.timeline import Event
from engine.rules.codes import RuleCode
from engine.rules.solo import bonuses, third_card
from engine.rules.solo.panel import Panel


class SheetModel(proof_sheet.SheetModel):
    """A sheet with the player's side and ASTRA's."""

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, side: SideModel, astra: AstraModel,
        panel: PanelEvents, turns: Sequence[int],
    ) -> None:  # fmt: skip
        self.own, self.astra, self.panel_events = side, astra, panel
        super().__init__(model, board, seat, marks, [side], turns)

    @property
    def signers(self) -> Sequence[Signer]:
        """See `proof_sheet.SheetModel.signers`."""
        return [self.own, self.astra]

    @property
    def writing(self) -> list[int]:
        """See `proof_sheet.SheetModel.writing`; effects sign nothing but moons."""
        return sorted([*self.own.turns, *self.astra.moves])

    @property
    def events(self) -> dict[str, Event]:
        """See `proof_sheet.SheetModel.events`."""
        return {**super().events, **self.astra.events}

    def constrain(self) -> None:
        """See `proof_sheet.SheetModel.constrain`."""
        super().constrain()
        self.astra.constrain(self.own, self.full, self.symbols, self.taken)

    def won_by(self, moment: int) -> list[Term]:
        """How many planets the player has won by the end of a moment, as a sum."""
        return [(1, self.full[planet.id].by(moment)) for planet in self.won]

    @property
    def won(self) -> list[Planet]:
        """The full planets that are the player's."""
        return [
            planet
            for planet in self.board.planets.values()
            if planet.is_full(self.marks) and planet.flags[self.own.side.name] in self.marks
        ]


class TableModel(SoloTable, proof.TableModel):
    """The constraints of battle in the solo game; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.panel = Panel(request.sheet)
        marks, dealt = request.sheets[1], effects_of(cast("SoloDeal", request.deal).seed)
        self.played = third_card.cards_gone(self.panel, marks)
        came_up = [each for each in dealt if self.panel.effect_icon(each.letter, each.time) in marks]
        self.moments = Moments(self.played, came_up)
        super().__init__(model, request)

    def turns_on(self, seat: int) -> int:
        """See `proof.TableModel.turns_on`: in every turn a card has left."""
        return self.played

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """See `proof.TableModel.sheet`."""
        moments, board = self.moments, self.board
        offers = OffersAtMoments(cast("SoloOffers", self.offers), moments)
        turns = list(moments.player.values())
        own = [moments.player[turn] for turn in moments.player if sheet_of(turn) == seat]
        sides = board.sides[player_side(seat)], board.sides[astra_side(seat)]
        player = SideModel(self.model, board, seat, sides[0], marks, offers, own)
        astra = AstraModel(self.model, board, seat, sides[1], marks, offers, moments)
        panel = PanelEvents(self.model, seat, marks, turns, offers, self.panel)
        return SheetModel(self.model, board, seat, marks, player, astra, panel, turns)

    def state_turns(self) -> None:
        """See `proof.TableModel.state_turns`: odd turns are played on the first sheet, even ones on the second."""
        self.model.clause(self.turns.played(self.played))
        for seat, sheet in self.players.items():
            on_sheet, seen = len(sheet.own.turns), spaces.turns_of(self.board, sheet.own.side, sheet.marks)
            why = f"of {self.played} turns {on_sheet} were played on sheet {seat}, not {seen}"
            with self.model.rule(RuleCode.TURN, sheet.name(*sheet.spaces, *sheet.errors), why):
                if on_sheet != seen:
                    self.model.clause()
        third_card.in_time(self.players[1].panel_events)
        self._state_bonuses()

    def _state_bonuses(self) -> None:
        """Every second planet that the player has won, on whichever sheet, earned a solo bonus."""
        events: PanelEvents = self.players[1].panel_events
        every = self.panel.bonuses.fields
        circled = [bonus for bonus in every if is_circled(events.marks, bonus)]
        flags = [
            (seat, planet.flags[sheet.own.side.name])
            for seat, sheet in self.players.items()
            for planet in sheet.won
        ]
        earned = min(len(every), self.panel.bonuses.gain * (len(flags) // SoloBattle.marks_per_bonus))
        why = (
            f"{len(circled)} solo bonuses are circled, but {earned} were earned: one for every second planet"
        )
        with self.model.rule(RuleCode.SOLO_BONUS, [*events.name(*circled), *flags], why):
            if len(circled) != earned:
                self.model.clause()

        def earned_by(moment: int) -> list[Term]:
            return [term for sheet in self.players.values() for term in sheet.won_by(moment)]

        bonuses.in_time(events, circled, earned_by, SoloBattle.marks_per_bonus)

    def state_signs(self) -> None:
        """See `proof.TableModel.state_signs`; ASTRA has its own."""
        ships = {
            (seat, side.sign): sheet.marks.get(side.sign)
            for seat, sheet in self.players.items()
            for side in self.board.sides.values()
        }
        astras = [(seat, self.board.sides[astra_side(seat)].sign) for seat in self.players]
        why = f"ASTRA's {self.board.astra_sign} is on the far side of the first sheet, on the near one of the second"
        if not any(ships.values()):
            return
        with self.model.rule(RuleCode.SIGN, ships, f"{why}; the player has the same sign on both"):
            if any((sign == self.board.astra_sign) != (ship in astras) for ship, sign in ships.items()):
                self.model.clause()
            if len(set(ships.values())) != len(self.board.sides):
                self.model.clause()

    def last_turns(self, seat: int) -> Sequence[int]:
        """See `proof.TableModel.last_turns`: the end can come in the last turn on whichever sheet it is."""
        return [] if not self.played else [self.moments.astra[self.played], self.moments.player[self.played]]

    def beginning_of(self, turn: int) -> int:
        """See `SoloTable.beginning_of`: its first moment."""
        return self.moments.first_of(turn)

    def schedule(self, solution: Solution) -> Schedule:
        """See `Scheduler.schedule`."""
        return in_turns(super().schedule(solution), self.moments)
