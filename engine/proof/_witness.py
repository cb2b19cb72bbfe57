"""A history that leads to the sheets: the schedule of a solution, played by the rules of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from fairsheet.engine.play.game import PASS, Game, Step, mark_order_of
from fairsheet.engine.play.state import State
from fairsheet.engine.play.turn_search import DeadEnd, play_turn
from fairsheet.engine.proof.request import ProofRequest, Schedule
from fairsheet.engine.records.ink import History, Ink
from fairsheet.engine.records.side_owners import owner_of, players_of
from fairsheet.engine.solver.budget import STEPPING, Budget
from fairsheet.sheets.model.marks import STRUCK, becomes

SECOND_SEARCH = 0.3  # most work for the second search, which blames all players


class ScheduleFails(Exception):
    """The rules do not allow a schedule; `turn` is the first turn that fails, on the sheets of some seats."""

    def __init__(self, turn: int, sheets: Collection[int]) -> None:
        self.turn, self.sheets = turn, sheets
        super().__init__(f"the rules do not follow the schedule in turn {turn}")


class BudgetSpent(Exception):
    """The budget is spent before a history is found."""


def find_history(game: Game, request: ProofRequest, schedule: Schedule, budget: Budget) -> dict[int, History]:
    """Return histories by player that end with exactly the ink of the request.

    Only legal steps are played, so the rules decide. Inside a turn, the order of a player's steps is searched. Raises
    ScheduleFails and BudgetSpent.
    """
    mark_orders = {seat: mark_order_of(marks) for seat, marks in request.sheets.items()}
    state = game.start(schedule.deal, mark_orders, sorted(request.sheets), schedule.outside)
    for turn in range(game.turn(state), schedule.turns + 1):
        state = _Turn(game, request, schedule, budget, turn).play(state)
    for seat, marks in request.sheets.items():
        made = game.marks(state, seat)
        for field in dict.fromkeys((*marks, *made)):
            if made.get(field) != marks.get(field):
                raise ScheduleFails(schedule.when[seat].get(field, schedule.turns), [seat])
    return {seat: game.history(state, seat) for seat in request.sheets if seat <= request.players}


class _Turn(NamedTuple):
    """A turn in which every player has to make the marks that are scheduled for it.

    A quick search blames only the players who fail. If it fails, a second, short search blames all players `together`,
    because effects and claims of others can be the reason.
    """

    game: Game
    request: ProofRequest
    schedule: Schedule
    budget: Budget
    turn: int

    def play(self, state: State) -> State:
        """Return the state after the turn. Raises ScheduleFails and BudgetSpent."""
        try:
            return self._search(state)
        except DeadEnd as failed:
            failed_sheets = [
                seat for seat in self.request.sheets if not failed.seats.isdisjoint(self._players([seat]))
            ]
        try:
            short = self._replace(budget=self.budget.share(SECOND_SEARCH))
            return short._search(state, together=self._players(self.request.sheets))
        except (DeadEnd, BudgetSpent):
            raise ScheduleFails(self.turn, failed_sheets) from None

    def _search(self, state: State, together: Collection[int] = ()) -> State:
        """Return the state after the turn. Raises DeadEnd and BudgetSpent."""
        return play_turn(self.game, state, self.turn, self._steps, self._check, self.game.situation, together)

    def _spend_step(self) -> None:
        """Pay for a state that is looked at. Raises BudgetSpent."""
        if self.budget.left <= 0:
            raise BudgetSpent
        self.budget.spend(STEPPING)

    def _players(self, sheets: Iterable[int]) -> set[int]:
        """Return the players who write on some sheets."""
        return players_of(self.request.sheet, sheets, self.request.players)

    def _steps(self, state: State, seat: int) -> list[Step]:
        """Return the legal steps that the schedule allows, steps that pass last. Raises BudgetSpent."""
        self._spend_step()
        steps = (
            step
            for step in self.game.legal_steps(state)
            if all(self._is_scheduled(ink.sheet or seat, ink) for ink in step.ink)
            and self._uses_its_cards(step)
        )
        return sorted(
            steps, key=lambda step: (self._is_late(step), step.kind == PASS, not self._uses_its_offer(step))
        )

    def _uses_its_cards(self, step: Step) -> bool:
        """Return whether a step uses the cards that a schedule of the solo game has for the turn."""
        offer, leaves = self.schedule.cards.get(self.turn, (step.offer, step.card))
        return step.offer in (None, offer) and step.card in (None, leaves)

    def _is_late(self, step: Step) -> bool:
        """Return whether a step makes a mark that the schedule has late in the turn."""
        return any((self.turn, ink.field) in self.schedule.late for ink in step.ink)

    def _uses_its_offer(self, step: Step) -> bool:
        """Return whether a step uses the scheduled offer of the sheet that it writes on; True if it uses no offer."""
        if step.offer is None or self.schedule.cards:
            return True
        sheets = {ink.sheet or step.seat for ink in step.ink}
        used = self.schedule.deal.offers(self.turn)[step.offer - 1]
        return all(self.schedule.offers.get((self.turn, sheet), used) == used for sheet in sheets)

    def _is_scheduled(self, sheet: int, ink: Ink) -> bool:
        """Return whether a sheet has a mark, and the schedule has it in this turn or leaves its turn open."""
        field, turn = ink.field, self.turn
        circled = self.schedule.circled.get(sheet, {}) if ink.mark == "circled" else {}
        planned = circled.get(field, self.schedule.when[sheet].get(field, turn))
        return planned == turn and becomes(self.request.sheets[sheet].get(field), ink.mark)

    def _check(self, state: State) -> None:
        """Raise DeadEnd if a scheduled mark is missing, or a mark belongs to another turn.

        The first players to write one of these marks are blamed, because all later steps then need not be tried again.
        Struck marks come last, because they follow from the actions of all players. An earlier circle does not count as
        this turn's cross.
        """
        self._spend_step()
        played = {
            seat: self.game.turn_played(state, seat, self.turn).ink
            for seat in self._players(self.request.sheets)
        }
        made = [(ink.sheet or seat, ink) for seat, inked in played.items() for ink in inked]
        inked = {(sheet, ink.field) for sheet, ink in made}
        failed = [
            (ink.mark == STRUCK, self._players([sheet]))
            for sheet, ink in made
            if not self._belongs(sheet, ink)
        ]
        for scheduled in (self.schedule.when, self.schedule.circled):
            for sheet, when in scheduled.items():
                for field, at in when.items():
                    if at == self.turn and (sheet, field) not in inked:
                        is_struck = self.request.sheets[sheet].get(field) == STRUCK
                        failed.append((is_struck, self._writers(played, sheet, field)))
        if failed:
            _, blamed = min(failed, key=lambda each: (each[0], max(each[1])))
            raise DeadEnd(blamed, f"turn {self.turn} does not go as scheduled")

    def _writers(self, played: Mapping[int, Sequence[Ink]], sheet: int, field: str) -> set[int]:
        """Return the players who should have inked a field.

        These are its owner or, for a common field, all who write on the sheet in the turn.
        """
        request = self.request
        if request.players == 1:
            return self._players([sheet])
        if not request.sheet.is_shared or request.sheet.field[field].side is not None:
            return {owner_of(request.sheet, field, sheet, request.players)}
        return {seat for seat, made in played.items() if any(ink.sheet == sheet for ink in made)}

    def _belongs(self, sheet: int, ink: Ink) -> bool:
        """Return whether a mark of the turn is on the final sheet and not scheduled for another turn."""
        final = self.request.sheets[sheet].get(ink.field)
        turn = self.schedule.when[sheet].get(ink.field, self.turn)
        return (final == "circled+crossed" or turn == self.turn) and becomes(final, ink.mark)
