"""What binds the sheets of a table with numbers: the turns, the races, the claims, and the end."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from fairsheet.engine.games.base.proof_claims import Broadcast, ClaimTable
from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.play.number_board import NumberBoard, turns_of
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.rules import end, races
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import TRUE, BoolVar, Model
from fairsheet.engine.solver.timeline import Turns
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.sheets.model.marks import Marks

S = TypeVar("S", bound=NumberSheet)


class NumberTable(ClaimTable[S]):
    """The constraints of a table of such sheets; see `engine.proof.request.Constraints`.

    `prizes` are the races of the scenario. Whoever reaches a prize in the turn in which it is won circles it.
    """

    def __init__(
        self, model: Model, request: ProofRequest, board: NumberBoard, prizes: Sequence[Race] = ()
    ) -> None:
        super().__init__(model, request)
        self.number_board = board
        self.last = max(turns_of(board, marks) for marks in request.sheets.values())
        self.turns = Turns(model, 0, self.last)
        self.offers = self.offered()
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
        self.state_races(prizes)
        for card in request.missions.values():
            self.claim(card)
            for seat in self.players:
                with model.part(seat):
                    self.met(card, seat)
        for seat, player in self.players.items():
            claims = self.claims[seat]
            claimed_all = len(claims) == len(request.missions)
            end.in_time(player, claims.values() if claimed_all else None, self.claimed(seat))

    @property
    def absent(self) -> int:
        """How many sheets of the table are not available."""
        return self.request.absent

    def offered(self) -> Offers:
        """What is offered in which turn."""
        return Offers(self.model, self.request.deal, self.last)

    def state_races(self, prizes: Sequence[Race]) -> None:
        """States who has won the prizes, and that all others feel it."""
        for race in prizes:
            won = races.in_time(self, race)
            if won is not None:
                self.broadcast[race.prize] = Broadcast(won, [TRUE for _ in races.winners(self, race)])

    # --- what a scenario fills in -------------------------------------------------------------------------

    @abstractmethod
    def sheet(self, seat: int, marks: Marks) -> S:
        """The events of one seat's sheet."""

    def equals(self, player: S) -> Iterator[tuple[Sequence[str], Mapping[int, BoolVar]]]:
        """What is counted on a sheet. See `ClaimTable.equals`."""
        return ((each.fields, each) for each in player.counted)

    @abstractmethod
    def reached(self, player: S, race: Race, turn: int) -> BoolVar:
        """Whether a player has reached the prize of a race by the end of a turn."""
