"""What every legal table of launch fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other, `proof_ledger` its errors, rockets and end; here is
what binds the sheets of a table: the number of turns, who set off which sabotage. Claims are those of every table; only
the rockets that they gave tell whether they were first.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.base.proof_claims import Broadcast, ClaimTable
from engine.games.launch.board import Board
from engine.games.launch.proof_ledger import Ledger, RocketsClaimed, Suffered
from engine.games.launch.proof_sheet import SheetModel
from engine.ink import Marks
from engine.proof.model import FALSE, TRUE, Model, Term
from engine.proof.offers import Offers
from engine.proof.request import ProofRequest
from engine.proof.timeline import Turns, first_among, is_among_first
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim


class TableModel(ClaimTable[SheetModel]):
    """The constraints of launch; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        super().__init__(model, request)
        self.board = Board(request.sheet)
        self.turns = self._turns()
        self.offers = Offers(model, request.deal, self.turns.most)
        for seat, marks in request.sheets.items():
            self.players[seat] = SheetModel(model, self.board, seat, marks, self.turns, self.offers)
        for player in self.players.values():
            player.constrain()
        self.suffered: dict[int, list[Suffered]] = {seat: [] for seat in self.players}
        for symbol in self.board.sabotages:
            self._sabotage(symbol)
        for card in request.missions.values():
            self.claim(card)
        self.ledgers = {seat: self._ledger(seat) for seat in self.players}
        for seat, ledger in self.ledgers.items():
            ledger.constrain()
            for card in request.missions.values():
                self.met(card, seat)
            ledger.end()

    def claim_made(self, player: SheetModel, claim: Claim) -> None:
        """The mark of a claim is the same for both of its values."""

    def count(self, player: SheetModel, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """See `ClaimTable.count`."""
        return self.ledgers[player.seat].count(turn, mark, fields)

    def _ledger(self, seat: int) -> Ledger:
        claims = [
            RocketsClaimed(self.claim_cards[card], event, self.is_first[seat, card])
            for card, event in self.claims[seat].items()
        ]
        return Ledger(self.players[seat], self.suffered[seat], claims)

    # --- turns ----------------------------------------------------------------------------------------------

    def _turns(self) -> Turns:
        """All players have had the same number of turns: of each, numbers and errors of one's own."""
        bounds = {seat: self._turn_bounds(marks) for seat, marks in self.request.sheets.items()}
        if not self.model.relaxed:
            least = max(least for least, _ in bounds.values())
            most = min(most for _, most in bounds.values())
            if least > most:
                self.model.clause()
            return Turns(self.model, least, max(least, most))
        turns = Turns(self.model, 0, max(most for _, most in bounds.values()))
        for seat, (least, most) in bounds.items():
            marks = self.request.sheets[seat]
            numbers = [(seat, slot) for slot in self.board.slots if isinstance(marks.get(slot), int)]
            errors = [(seat, error) for error in self.board.errors if error in marks]
            own = _span(least - len(numbers), most - len(numbers), "error")
            written = _span(len(numbers), len(numbers), "number")
            words = f"seat {seat} wrote {written} and circled {own} of its own"
            words += f", so it had {_span(least, most, 'turn')}"
            with self.model.rule(RuleCode.TURN, numbers + errors, words):
                self.model.clause(turns.played(least) if least else TRUE)
                self.model.clause(-turns.played(most + 1))
        return turns

    def _turn_bounds(self, marks: Marks) -> tuple[int, int]:
        board = self.board
        numbers = sum(isinstance(marks.get(slot), int) for slot in board.slots)
        circled = sum(error in marks for error in board.errors)
        crossed = [symbol for symbol in board.sabotages if symbol in marks]
        suffered = [s for s in crossed if not board.is_complete(board.home_of[s], marks)]
        surely = len(suffered) if circled < len(board.errors) else 0  # with all circled, more cannot be seen
        return numbers + max(0, circled - len(crossed)), numbers + max(0, circled - surely)

    # --- sabotages ------------------------------------------------------------------------------------------

    def _sabotage(self, symbol: str) -> None:
        """A symbol is set off once for all, in the turn in which the first players complete its section.

        An X costs two marks elsewhere, so nobody completes a section of n slots before turn n.
        """
        model, section = self.model, self.board.home_of[symbol]
        having = [seat for seat, player in self.players.items() if symbol in player.marks]
        if not having:
            return
        lacking = [seat for seat in self.players if seat not in having]
        if lacking:
            words = f"{symbol} is crossed by {_seats(having)} but not by {_seats(lacking)}"
            with model.rule(RuleCode.SABOTAGE, [(seat, symbol) for seat in self.players], words):
                model.clause()
        all_complete = {seat: self.players[seat].complete[section.id] for seat in having}
        completions = {seat: event for seat, event in all_complete.items() if event.last}
        words = f"{symbol} is crossed, but nobody can have completed {section.id}"
        with model.rule(RuleCode.SABOTAGE, [(seat, symbol) for seat in having], words):
            if not completions and not self.request.absent:
                model.clause()
            first = first_among(model, completions, self.turns, self.request.absent, len(section.slots))
        set_off = {
            seat: is_among_first(model, event, first, self.turns) for seat, event in completions.items()
        }
        self.broadcast[symbol] = Broadcast(first, tuple(set_off.values()))
        for seat in having:
            self.suffered[seat].append(Suffered(first, -set_off.get(seat, FALSE)))


def _span(least: int, most: int, what: str) -> str:
    count = f"{least}" if least == most else f"{least} to {most}"
    return f"{count if most else 'no'} {what}{'' if most in (0, 1) else 's'}"


def _seats(seats: list[int]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {' and '.join(str(seat) for seat in seats)}"
