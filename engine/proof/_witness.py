"""A history that leads to the sheets: the schedule of a solution, carried out under the rules of the game."""

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

SECOND_SEARCH = 0.3  # work at most for it, in which all are to blame


class ScheduleFails(Exception):
    """The rules do not follow a schedule; `turn` is the first one in which they cannot, on the sheets of some seats."""

    def __init__(self, turn: int, sheets: Collection[int]) -> None:
        self.turn, self.sheets = turn, sheets
        super().__init__(f"the rules do not follow the schedule in turn {turn}")


class BudgetSpent(Exception):
    """The budget is spent, and no history was found yet."""


def witness(game: Game, request: ProofRequest, schedule: Schedule, budget: Budget) -> dict[int, History]:
    """Histories by player that end with exactly the ink of the request. Raises ScheduleFails and BudgetSpent.

    The rules decide: only legal steps are played. Inside a turn the order of a player's steps is searched.
    """
    mark_orders = {seat: mark_order_of(marks) for seat, marks in request.sheets.items()}
    state = game.start(schedule.deal, mark_orders, sorted(request.sheets), schedule.outside)
    for turn in range(game.turn(state), schedule.turns + 1):
        state = _Turn(game, request, schedule, budget, turn).played(state)
    for seat, marks in request.sheets.items():
        made = game.marks(state, seat)
        for field in dict.fromkeys((*marks, *made)):
            if made.get(field) != marks.get(field):
                raise ScheduleFails(schedule.when[seat].get(field, schedule.turns), [seat])
    return {seat: game.history(state, seat) for seat in request.sheets if seat <= request.players}


class _Turn(NamedTuple):
    """A turn in which every player has to make the marks that are scheduled for it.

    Who fails is first taken to be alone to blame, which is quick. What others set off or claim can be the reason, too:
    so all are to blame `together` in a second search, a short one.
    """

    game: Game
    request: ProofRequest
    schedule: Schedule
    budget: Budget
    turn: int

    def played(self, state: State) -> State:
        """The state after the turn. Raises ScheduleFails and BudgetSpent."""
        try:
            return self._searched(state)
        except DeadEnd as failed:
            theirs = [
                seat for seat in self.request.sheets if not failed.seats.isdisjoint(self._players([seat]))
            ]
        try:
            short = self._replace(budget=self.budget.share(SECOND_SEARCH))
            return short._searched(state, together=self._players(self.request.sheets))
        except (DeadEnd, BudgetSpent):
            raise ScheduleFails(self.turn, theirs) from None

    def _searched(self, state: State, together: Collection[int] = ()) -> State:
        """The state after the turn. Raises DeadEnd and BudgetSpent."""
        return play_turn(self.game, state, self.turn, self._steps, self._check, self.game.situation, together)

    def _spend_step(self) -> None:
        """Pays for a state that is looked at. Raises BudgetSpent."""
        if self.budget.left <= 0:
            raise BudgetSpent
        self.budget.spend(STEPPING)

    def _players(self, sheets: Iterable[int]) -> set[int]:
        """Those who write on some sheets."""
        return players_of(self.request.sheet, sheets, self.request.players)

    def _steps(self, state: State, seat: int) -> list[Step]:
        """The legal steps that the schedule allows, those that decline last. Raises BudgetSpent."""
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
        """Whether a step uses the cards that a schedule of the solo game has for the turn."""
        offer, leaves = self.schedule.cards.get(self.turn, (step.offer, step.card))
        return step.offer in (None, offer) and step.card in (None, leaves)

    def _is_late(self, step: Step) -> bool:
        """Whether a step makes a mark that the schedule has late in the turn."""
        return any((self.turn, ink.field) in self.schedule.late for ink in step.ink)

    def _uses_its_offer(self, step: Step) -> bool:
        """Whether a step uses the offer that the schedule has for the sheet it writes on, if it uses one."""
        if step.offer is None or self.schedule.cards:
            return True
        sheets = {ink.sheet or step.seat for ink in step.ink}
        used = self.schedule.deal.offers(self.turn)[step.offer - 1]
        return all(self.schedule.offers.get((self.turn, sheet), used) == used for sheet in sheets)

    def _is_scheduled(self, sheet: int, ink: Ink) -> bool:
        """Whether a mark is one of a sheet's, and the schedule has it in the turn or leaves its turn open."""
        field, turn = ink.field, self.turn
        circled = self.schedule.circled.get(sheet, {}) if ink.mark == "circled" else {}
        planned = circled.get(field, self.schedule.when[sheet].get(field, turn))
        return planned == turn and becomes(self.request.sheets[sheet].get(field), ink.mark)

    def _check(self, state: State) -> None:
        """Raises a DeadEnd where something is missing that is scheduled, or stands that belongs elsewhere.

        Of several such marks it is of those who write first: all that comes after them need not be tried again. Marks
        that are struck come last: they follow from what all did. An earlier circle is no cross of this turn.
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
        """Who should have inked a field: its owner or, where it is common, all who write on the sheet in the turn."""
        request = self.request
        if request.players == 1:
            return self._players([sheet])
        if not request.sheet.is_shared or request.sheet.field[field].side is not None:
            return {owner_of(request.sheet, field, sheet, request.players)}
        return {seat for seat, made in played.items() if any(ink.sheet == sheet for ink in made)}

    def _belongs(self, sheet: int, ink: Ink) -> bool:
        """Whether a mark made in the turn is one of the sheet's and not scheduled for another turn."""
        final = self.request.sheets[sheet].get(ink.field)
        turn = self.schedule.when[sheet].get(ink.field, self.turn)
        return (final == "circled+crossed" or turn == self.turn) and becomes(final, ink.mark)
