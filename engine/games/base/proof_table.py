"""What binds the sheets of a table with numbers: the turns, the races, who claimed first, and the end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from engine.game import Outside
from engine.games.base.board import NumberBoard, turns_of
from engine.games.base.proof_sheet import NumberSheet
from engine.ink import Marks
from engine.proof.conditions import require
from engine.proof.model import BoolVar, Model, Term
from engine.proof.offers import Offers
from engine.proof.request import ProofRequest, Schedule
from engine.proof.solve import Solution
from engine.proof.timeline import Choice, Event, Turns
from engine.rules import races
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim, Claimed, Value, claims_in_time, claims_of
from engine.rules.races import Race

S = TypeVar("S", bound=NumberSheet)


class NumberTable(ABC, Generic[S]):
    """The constraints of a table of such sheets; see `engine.proof.request.Constraints`.

    `prizes` are the races of the scenario. Whoever reaches a prize in the turn in which it is won circles it.
    """

    def __init__(
        self, model: Model, request: ProofRequest, board: NumberBoard, prizes: Sequence[Race] = ()
    ) -> None:
        self.model, self.request, self.number_board, self.races = model, request, board, prizes
        self.claim_cards = claims_of(request.sheet)
        self.last = max(turns_of(board, marks) for marks in request.sheets.values())
        self.turns = Turns(model, 0, self.last)
        self.offers = Offers(model, request.deal, self.last)
        self.players: dict[int, S] = {}
        for seat, marks in request.sheets.items():
            with model.part(seat):
                self.players[seat] = self.sheet(seat, marks)
        for seat, player in self.players.items():
            why = f"seat {seat} has had {player.last} turns by its numbers and errors"
            with model.rule(RuleCode.TURN, player.name(*player.numbers, *player.errors), why):
                model.clause(self.turns.played(player.last))
                model.clause(-self.turns.played(player.last + 1))
            with model.part(seat):
                player.constrain()
        self.won = {race.id: races.in_time(self, race) for race in prizes}
        self.claims: dict[int, dict[str, Choice]] = {seat: {} for seat in self.players}
        self.first_claims: dict[str, Choice] = {}
        for card in request.missions.values():
            self._mission(self.claim_cards[card])
        for seat in self.players:
            self._end(seat)

    # --- what a scenario fills in -------------------------------------------------------------------------

    @abstractmethod
    def sheet(self, seat: int, marks: Marks) -> S:
        """The events of one seat's sheet."""

    @abstractmethod
    def reached(self, player: S, race: Race, turn: int) -> BoolVar:
        """Whether a player has reached the prize of a race by the end of a turn."""

    @abstractmethod
    def count(self, player: S, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """How many of the fields bear the mark (`ink` is any) when missions are claimed in a turn, as a sum."""

    def equals(self, player: S) -> Iterable[tuple[Sequence[str], Mapping[int, BoolVar]]]:
        """Fields that make no difference, in the order of mark_order, and the turns in which one of them was inked."""
        return ()

    def follow(self, player: S, found: dict[str, int], solution: Solution) -> None:
        """Adds the turns of chosen marks that follow from those found."""

    def claim_made(self, player: S, claim: Claim) -> Value | None:
        """For which of its values a player has claimed a mission."""
        field = self.claim_field(player, claim)
        if field not in player.marks:
            return None
        if claim.field != claim.later_field:
            return "first" if field == claim.field else "later"
        return "first" if player.marks[field] == claim.first else "later"

    def claim_field(self, player: S, claim: Claim) -> str:
        """The field in which a player has claimed a mission, or would be the first to claim it."""
        return claim.later_field if claim.later_field in player.marks else claim.field

    # --- missions -----------------------------------------------------------------------------------------

    def _mission(self, claim: Claim) -> None:
        """A card is claimed in a turn in which it is met, and for the value of that turn."""
        made = [
            Claimed(seat, self.claim_field(player, claim), value, player.turns)
            for seat, player in self.players.items()
            if (value := self.claim_made(player, claim))
        ]
        if not made:
            return
        first, events = claims_in_time(self.model, claim, made, self.last, self.request.absent)
        self.first_claims[claim.id] = first
        needs, sheet = self.request.sheet.mission[claim.id].needs, self.request.sheet
        for seat, event in events.items():
            player = self.players[seat]
            self.claims[seat][claim.id] = event
            words = f"mission {claim.id} was claimed in a turn in which it was met"
            field = self.claim_field(player, claim)
            with self.model.part(seat), self.model.rule(RuleCode.MISSION, player.name(field), words):
                for turn in player.turns:
                    require(self.model, needs, sheet, partial(self.count, player, turn), event.at(turn))

    # --- the end ------------------------------------------------------------------------------------------

    def _end(self, seat: int) -> None:
        """Nothing that ends the game happened before the last turn."""
        player, board = self.players[seat], self.number_board
        claims = self.claims[seat]
        ends: list[Sequence[Event]] = []
        if len(claims) == len(self.request.missions):
            ends.append(list(claims.values()))
        if len(player.errors) == len(board.errors):
            ends.append(list(player.erring.values()))
        if all(slot in player.marks for slot in board.slots):
            ends.append(list(player.filled.values()))
        words = f"seat {seat} did nothing that ends the game before the last turn"
        claimed = [self.claim_field(player, self.claim_cards[card]) for card in claims]
        with self.model.rule(RuleCode.END, player.name(*claimed, *player.errors), words):
            for events in ends:
                self.model.clause(*(event.at(player.last) for event in events))

    # --- reading off a solution ---------------------------------------------------------------------------

    def schedule(self, solution: Solution) -> Schedule:
        """In which turn everything was chosen. Equals are taken in the order of the player's mark order."""
        choices: dict[tuple[int, int], list[BoolVar]] = {}
        when: dict[int, dict[str, int]] = {}
        for seat, player in self.players.items():
            found = when[seat] = {}
            events: dict[str, Event] = dict(player.events)
            for card, claimed in self.claims[seat].items():
                events[self.claim_field(player, self.claim_cards[card])] = claimed
            for field, event in events.items():
                turn = event.turn(solution)
                assert turn is not None, field
                found[field] = turn
                choices.setdefault((turn, seat), []).append(event.at(turn))
            for fields, made in self.equals(player):
                turns = [turn for turn in player.turns if solution.holds(made[turn])]
                found.update(zip(fields, turns, strict=False))
                for turn in turns:
                    choices.setdefault((turn, seat), []).append(made[turn])
            self.follow(player, found, solution)
        deal = self.offers.dealt(solution, self.request.sheet, self.request.missions, self.request.players)
        return Schedule(self.last, deal, when, choices, self._outside(solution))

    def _outside(self, solution: Solution) -> tuple[Outside, ...]:
        """What absent players must have done: races won and first claims that are nobody else's."""
        found: dict[int, list[str]] = {}
        for race in self.races:
            won = self.won[race.id]
            if won and not races.winners(self, race):
                found.setdefault(won.turn(solution) or 0, []).append(race.prize)
        for card, first in self.first_claims.items():
            claim = self.claim_cards[card]
            if not any(self.claim_made(player, claim) == "first" for player in self.players.values()):
                found.setdefault(first.turn(solution) or 0, []).append(claim.field)
        return tuple(Outside(turn, tuple(fields)) for turn, fields in sorted(found.items()))
