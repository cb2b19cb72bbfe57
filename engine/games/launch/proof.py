"""What every legal table of launch fulfils, stated in time for the solver.

`proof_sheet` has what the marks of one sheet ask of each other, `proof_ledger` its errors, rockets, missions
and end; here is what binds the sheets of a table: the number of turns, who set off which sabotage, who
claimed first.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Outside
from engine.games.launch.board import Board
from engine.games.launch.proof_ledger import Claimed, Ledger, Suffered
from engine.games.launch.proof_sheet import SheetModel
from engine.ink import Marks
from engine.proof.model import FALSE, TRUE, BoolVar, Model
from engine.proof.offers import Offers
from engine.proof.request import ProofRequest, Schedule
from engine.proof.solve import Solution
from engine.proof.timeline import Choice, Event, First, Turns
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim


class TableModel:
    """The constraints of launch; see `engine.proof.request.Constraints`."""

    def __init__(self, model: Model, request: ProofRequest) -> None:
        self.model, self.request, self.board = model, request, Board(request.sheet)
        self.turns = self._turns()
        self.offers = Offers(model, request.deal, self.turns.most)
        self.players = {
            seat: SheetModel(model, self.board, seat, marks, self.turns, self.offers)
            for seat, marks in request.sheets.items()
        }
        for player in self.players.values():
            player.constrain()
        self.set_off: dict[str, Event] = {}
        self.setters: dict[tuple[int, str], BoolVar] = {}
        for symbol in self.board.sabotages:
            self._sabotage(symbol)
        self.first_claim: dict[str, Event] = {}
        self.claims: dict[int, list[Claimed]] = {seat: [] for seat in self.players}
        for card in request.missions.values():
            self._mission(self.board.claims[card])
        for seat, player in self.players.items():
            suffered = [
                Suffered(event, -self.setters[seat, symbol])
                for symbol, event in self.set_off.items()
                if symbol in player.marks
            ]
            Ledger(player, request.sheet, suffered, self.claims[seat]).constrain()

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
        model, board = self.model, self.board
        section = board.home_of[symbol].id
        having = [seat for seat, player in self.players.items() if symbol in player.marks]
        if not having:
            return
        lacking = [seat for seat in self.players if seat not in having]
        if lacking:
            words = f"{symbol} is crossed by {_seats(having)} but not by {_seats(lacking)}"
            with model.rule(RuleCode.SABOTAGE, [(seat, symbol) for seat in self.players], words):
                model.clause()
        all_complete = {seat: self.players[seat].complete[section] for seat in having}
        completions = {seat: event for seat, event in all_complete.items() if event.last}
        words = f"{symbol} is crossed, but nobody can have completed {section}"
        with model.rule(RuleCode.SABOTAGE, [(seat, symbol) for seat in having], words):
            if not completions and not self.request.absent:
                model.clause()
            event = self._first_of(completions, len(board.sections[section].slots))
        self.set_off[symbol] = event
        for seat in having:
            self.setters[seat, symbol] = self._sets_off(completions.get(seat), event)

    def _first_of(self, events: Mapping[int, Event], least: int) -> Event:
        """The first of the players' events; absent ones may be earlier, though not before the turn `least`."""
        if not self.request.absent:
            return First(self.model, events.values())
        earliest = min([least, *(event.first for event in events.values())])
        found = Choice(self.model, [turn for turn in self.turns if turn >= earliest])
        for turn in self.turns:
            self.model.implies(found.at(turn), self.turns.played(turn))
            for event in events.values():
                self.model.implies(event.by(turn), found.by(turn))
        return found

    def _sets_off(self, completion: Event | None, event: Event) -> BoolVar:
        """Whether a player's event was in the turn of the table's first one."""
        if completion is None:
            return FALSE
        setter = self.model.literal()
        for turn in self.turns:
            self.model.clause(-setter, -event.by(turn), completion.by(turn))
            self.model.clause(setter, -completion.by(turn), event.by(turn - 1))
        return setter

    # --- missions -------------------------------------------------------------------------------------------

    def _mission(self, claim: Claim) -> None:
        """Claims of a card's first turn take the first value, all others the later one."""
        model = self.model
        claims = {
            seat: Choice(model, list(self.turns))
            for seat, player in self.players.items()
            if claim.field in player.marks
        }
        if not claims:
            return
        first = self._first_of(claims, least=1)
        for seat, event in claims.items():
            for turn in self.turns:
                model.implies(event.at(turn), self.turns.played(turn))
            self.claims[seat].append(Claimed(claim, event, self._sets_off(event, first)))
        self.first_claim[claim.field] = first

    # --- reading off a solution -----------------------------------------------------------------------------

    def schedule(self, solution: Solution) -> Schedule:
        """In which turn everything was chosen."""
        when: dict[int, dict[str, int]] = {}
        choices: dict[tuple[int, int], list[BoolVar]] = {}
        for seat, player in self.players.items():
            events = {**player.filled, **player.arrows}
            events.update((claimed.claim.field, claimed.event) for claimed in self.claims[seat])
            when[seat] = {}
            for field, event in events.items():
                turn = event.turn(solution)
                assert turn is not None, field
                when[seat][field] = turn
                choices.setdefault((turn, seat), []).append(event.at(turn))
        turns = self.turns.count(solution)
        deal = self.offers.dealt(solution, self.request.sheet, self.request.missions, self.request.players)
        return Schedule(turns, deal, when, choices, self._outside(solution))

    def _outside(self, solution: Solution) -> tuple[Outside, ...]:
        """What absent players must have done: sabotages and first claims that are nobody else's."""
        found: dict[int, list[str]] = {}
        for symbol, event in self.set_off.items():
            own = any(solution.holds(self.setters.get((seat, symbol), FALSE)) for seat in self.players)
            turn = event.turn(solution)
            if not own and turn is not None:
                found.setdefault(turn, []).append(symbol)
        for field, event in self.first_claim.items():
            turn = event.turn(solution)
            firsts = [c.is_first for claims in self.claims.values() for c in claims if c.claim.field == field]
            if turn is not None and not any(solution.holds(first) for first in firsts):
                found.setdefault(turn, []).append(field)
        return tuple(Outside(turn, tuple(fields)) for turn, fields in sorted(found.items()))


def _span(least: int, most: int, what: str) -> str:
    count = f"{least}" if least == most else f"{least} to {most}"
    return f"{count if most else 'no'} {what}{'' if most in (0, 1) else 's'}"


def _seats(seats: list[int]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {' and '.join(str(seat) for seat in seats)}"
