"""The constraints that every legal table of launch satisfies, stated over time for the solver.

Claims work as at every table, but only the rockets that they gave show whether they were first. The number of turns is
uncertain, because a sheet does not show which errors were the player's own and which came from sabotages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property

from fairsheet.engine.games.base.proof_claims import ClaimTable
from fairsheet.engine.games.launch import _sabotage
from fairsheet.engine.games.launch._board import Board, board_of
from fairsheet.engine.games.launch._numbers import NumbersInTime, WrittenSheet
from fairsheet.engine.games.launch._rockets import RocketsInTime
from fairsheet.engine.games.launch._sections import SectionsInTime
from fairsheet.engine.games.launch._system_errors import (
    ErrorsInTime,
    Suffered,
    own_errors,
    own_errors_in_time,
)
from fairsheet.engine.play.number_board import numbers_on
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.request import ERROR, ProofRequest, Subject
from fairsheet.engine.rules.missions import Claim
from fairsheet.engine.solver.conditions import CannotState
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model, Solution, Term
from fairsheet.engine.solver.timeline import Event, Last, Turns
from fairsheet.engine.solver.turn_offers import Offers
from fairsheet.languages.messages import Message, counted
from fairsheet.sheets.model.marks import Marks, becomes


class SheetModel(WrittenSheet):
    """The events of one sheet, and the constraints that need no other sheet.

    The table adds its rockets and when its errors were circled.
    """

    circling: ErrorsInTime
    rockets: RocketsInTime

    def __init__(
        self, model: Model, board: Board, seat: int, marks: Marks, turns: Turns, offers: Offers
    ) -> None:
        super().__init__(model, board, seat, marks, turns, offers)
        self.numbers = NumbersInTime(self)
        self.filled.update(self.numbers.events)
        self.sections = SectionsInTime(self, self.numbers)
        self.numbers.choose_errors()
        self.events: dict[str, Event] = {**self.filled, **self.sections.arrows}

    def constrain(self) -> None:
        """State what the marks of the sheet require of each other."""
        self.numbers.constrain()
        own_errors_in_time(self.numbers)
        self.sections.constrain()

    # --- queries of the table -------------------------------------------------------------------------------

    def count_inked(self, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `fairsheet.engine.games.base.proof_claims.SheetModel.count_inked`."""
        terms: list[Term] = [(1, self.events[field].by(turn)) for field in fields if field in self.events]
        wanted = set(fields)
        bearing = {error for error in self.errors if mark == "ink" or becomes(self.marks[error], mark)}
        if not wanted.isdisjoint(self.board.errors):
            if not wanted >= bearing:
                raise CannotState("some of the errors")
            crossed = self.rockets.crossed_before.get(turn, FALSE)
            terms += [(1, crossed)] if mark == "crossed" else self.circling.circled(turn)
        return terms

    @cached_property
    def dated_fields(self) -> Set[str]:
        """See `fairsheet.engine.games.base.proof_claims.SheetModel.dated_fields`."""
        return {*self.events, *self.board.errors}

    def equals(self) -> Iterable[tuple[Sequence[str], Mapping[int, Lit]]]:
        """See `fairsheet.engine.games.base.proof_claims.SheetModel.equals`: there are none."""
        return ()

    def follow(self, found: dict[str, int], solution: Solution) -> None:
        """See `fairsheet.engine.games.base.proof_claims.SheetModel.follow`: nothing follows."""


class TableModel(ClaimTable[SheetModel]):
    """The constraints of launch; see `fairsheet.engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        super().__init__(model, request)
        self.board = board_of(request.sheet)
        self.turns = self._turns()
        self.offers = self.offered()
        for seat, marks in request.sheets.items():
            self.players[seat] = self.sheet(seat, marks)
        for player in self.players.values():
            player.constrain()
        suffered = self.suffered()
        for card in request.missions.values():
            self.state_claim(card)
        for seat, player in self.players.items():
            player.circling = self.errors_of(player, suffered[seat])
        for seat, player in self.players.items():
            claims = [
                (self.claim_cards[c], made, self.is_first[seat, c]) for c, made in self.claims[seat].items()
            ]
            player.rockets = RocketsInTime(player, player.sections.complete, player.circling, claims)
        for seat, player in self.players.items():
            player.circling.constrain()
            player.rockets.constrain()
            for card in request.missions.values():
                self.state_met(card, seat)
            self._end(seat)

    def sheet(self, seat: int, marks: Marks) -> SheetModel:
        """Return the events of one seat's sheet."""
        return SheetModel(self.model, self.board, seat, marks, self.turns, self.offers)

    def suffered(self) -> Mapping[int, list[Suffered]]:
        """Return, by seat, the crossed sabotages: when each was set off, and whether by others."""
        found: dict[int, list[Suffered]] = {seat: [] for seat in self.players}
        for symbol in self.board.sabotages:
            section = self.board.home_of[symbol]
            complete = {seat: each.sections.complete[section.id] for seat, each in self.players.items()}
            for seat, each in _sabotage.in_time(self, symbol, section, complete).items():
                found[seat].append(each)
        return found

    def errors_of(self, player: SheetModel, suffered: list[Suffered]) -> ErrorsInTime:
        """Return the model of when the errors of a sheet were circled."""
        return ErrorsInTime(player.numbers, suffered)

    def facts(self) -> Iterator[tuple[Lit, Subject, int]]:
        """See `fairsheet.engine.proof.request.Scheduler.facts`: adds turns with an error of the player's own."""
        yield from super().facts()
        for seat, player in self.players.items():
            for turn, error in player.numbers.own_error.items():
                yield error, (seat, ERROR), turn

    def claimed_value(self, player: SheetModel, claim: Claim) -> None:
        """Return None: the mark of a claim is the same for both of its values."""

    # --- turns and the end --------------------------------------------------------------------------------

    def _turns(self) -> Turns:
        """Return the turns of the game: all players had the same number of them, with numbers or own errors."""
        bounds = {seat: self.turn_bounds(marks) for seat, marks in self.request.sheets.items()}
        if not self.model.relaxed:
            least = max(least for least, _ in bounds.values())
            most = min(most for _, most in bounds.values())
            if least > most:
                self.model.clause()
            return Turns(self.model, least, max(least, most))
        turns = Turns(self.model, 0, max(most for _, most in bounds.values()))
        for seat, (least, most) in bounds.items():
            marks = self.request.sheets[seat]
            numbers = [(seat, slot) for slot in numbers_on(self.board, marks)]
            errors = [(seat, error) for error in self.board.errors if error in marks]
            words = Message(
                "player {seat} had {turns}: {written}, and {own}, not counting sabotages",
                seat=seat,
                written=counted(len(numbers), "number"),
                own=_errors(least - len(numbers), most - len(numbers)),
                turns=_turns(least, most),
            )
            with self.model.rule(RuleCode.TURN, errors[::-1] + numbers, words):
                self.model.clause(turns.played(least) if least else TRUE)
                self.model.clause(-turns.played(most + 1))
        return turns

    def turn_bounds(self, marks: Marks) -> tuple[int, int]:
        """Return the least and the greatest number of turns that a sheet can have seen."""
        numbers = len(numbers_on(self.board, marks))
        least, most = own_errors(self.board, marks)
        return numbers + least, numbers + most

    def _end(self, seat: int) -> None:
        """State that no player plays after a turn that ended the game."""
        player, claims = self.players[seat], self.claims[seat]
        if len(claims) == len(self.board.mission_fields):
            why = Message("the game ended when player {seat} claimed the last mission")
            self._never_before_the_end(seat, why, self.claimed_fields(seat), claims.values())
        if len(player.filled) == len(self.board.slots):
            why = Message("the game ended when player {seat} filled the last slot")
            self._never_before_the_end(seat, why, player.filled, player.filled.values())
        player.circling.state_end()
        player.rockets.state_end()

    def _never_before_the_end(
        self, seat: int, why: Message, fields: Iterable[str], events: Iterable[Event]
    ) -> None:
        with self.players[seat].ends_with(why, fields):
            last = Last(self.model, events)
            for turn in self.turns:
                self.model.clause(-self.turns.played(turn + 1), -last.by(turn))


def _errors(least: int, most: int) -> Message:
    if least == most:
        return counted(most, "error")
    return Message("{least} to {n} error", "{least} to {n} errors", n=most, least=least)


def _turns(least: int, most: int) -> Message:
    if least == most:
        return counted(most, "turn")
    return Message("{least} to {n} turn", "{least} to {n} turns", n=most, least=least)
