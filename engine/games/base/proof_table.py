"""The constraints that connect the sheets of a table with numbers: turns, races, claims, and the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from fairsheet.engine.dealing.solo_deck import LAST_TURN
from fairsheet.engine.games.base.proof_claims import Broadcast, ClaimTable
from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.play.number_board import NumberBoard, turns_of
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.rules import end, races
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import TRUE, Model
from fairsheet.engine.solver.timeline import Turns
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.languages.messages import Message, counted
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet

N = TypeVar("N", bound=NumberSheet)


class NumberTableModel(ClaimTable[N]):
    """The constraints of a table of such sheets.

    `board_of` reads the template, `rules_of` gives the rules, and `in_time` makes the model of a sheet. With these
    three arguments bound, the class is a `fairsheet.engine.proof.request.Constraints`.
    """

    def __init__(
        self,
        board_of: Callable[[Sheet], NumberBoard],
        rules_of: Callable[[Any], Sequence[Rule[N]]],
        in_time: Callable[[Model, Any, int, Marks, Offers], N],
        model: Model,
        request: ProofRequest,
    ) -> None:
        super().__init__(model, request)
        self.board = board_of(request.sheet)
        self.sheet_in_time = in_time
        rules = rules_of(self.board)
        self.last = max(turns_of(self.board, marks) for marks in request.sheets.values())
        self.turns = Turns(model, 0, self.last)
        self.offers = self.offered()
        for seat, marks in request.sheets.items():
            with self.part(seat):
                self.players[seat] = self.sheet(seat, marks)
        for seat, player in self.players.items():
            why = Message(
                "player {seat} played {turns}: {numbers} and {errors}",
                seat=seat,
                turns=counted(player.last, "turn"),
                numbers=counted(len(player.numbers), "number"),
                errors=counted(len(player.errors), "error"),
            )
            with model.rule(RuleCode.TURN, player.name(*player.errors[::-1], *player.numbers), why):
                model.clause(self.turns.played(player.last))
                model.clause(-self.turns.played(player.last + 1))
            with self.part(seat):
                player.constrain(rules)
        self.state_races([rule for rule in rules if isinstance(rule, Race)])
        for card in request.missions.values():
            self.state_claim(card)
            for seat in self.players:
                with self.part(seat):
                    self.state_met(card, seat)
        self.is_over = request.players == 1 and self.last >= LAST_TURN  # or the deck may be empty
        for seat, player in self.players.items():
            claims = self.claims[seat]
            claimed_all = len(claims) == len(request.missions)
            ended = end.in_time(player, claims.values() if claimed_all else None, self.claimed_fields(seat))
            self.is_over |= ended

    def part(self, seat: int) -> AbstractContextManager[None]:
        """Return the context in which a sheet is stated: a part of its own, which the search fits to earlier parts."""
        return self.model.part(seat)

    def offered(self) -> Offers:
        """Return the offers of each turn."""
        return Offers(self.model, self.request.deal, self.last)

    def sheet(self, seat: int, marks: Marks) -> N:
        """Return the events of one seat's sheet."""
        return self.sheet_in_time(self.model, self.board, seat, marks, self.offers)

    def state_races(self, prizes: Sequence[Race]) -> None:
        """State who has won the prizes, and that this affects all other players."""
        for race in prizes:
            won = races.in_time(self.model, self.players, race, self.last, self.request.absent)
            if won is not None:
                winners = races.winners(self.players, race, self.last)
                self.broadcast[race.prize] = Broadcast(won, [TRUE for _ in winners])
