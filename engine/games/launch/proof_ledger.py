"""Errors, rockets, missions and the end of one sheet of launch in time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager

import msgspec

from engine.games.launch.board import IDLE_ROCKETS, ROCKETS
from engine.games.launch.proof_sheet import SheetModel
from engine.proof.model import FALSE, TRUE, BoolVar, Term
from engine.proof.timeline import Event, Last
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim


class Suffered(msgspec.Struct, frozen=True):
    """A sabotage crossed on the sheet: when it was set off, and whether that was an opponent's doing."""

    event: Event
    by_others: BoolVar


class RocketsClaimed(msgspec.Struct, frozen=True):
    """A mission crossed on the sheet: when, and whether it was among the first claims of its card."""

    claim: Claim
    event: Event
    is_first: BoolVar


class Ledger:
    """Counts of one sheet at the end of every turn, as sums of literals.

    Within a turn an error of one's own comes first, then rockets of effects, then sabotages, then missions.
    """

    def __init__(
        self, player: SheetModel, suffered: Sequence[Suffered], claims: Sequence[RocketsClaimed]
    ) -> None:
        self.player, self.suffered, self.claims = player, suffered, claims
        self.model, self.board, self.marks, self.turns = (
            player.model,
            player.board,
            player.marks,
            player.turns,
        )
        self.crossed = [error for error in self.board.errors if self.marks.get(error) == "circled+crossed"]
        self.extras = [extra for extra in self.board.extras if extra in self.marks]
        self.rows = [rocket for rocket in self.board.row_rockets if rocket in self.marks]
        # By turn, where all rows are full in the end: are they yet, errors crossed before and after claims.
        self.rows_full: dict[int, BoolVar] = {}
        self.crossed_before: dict[int, int] = {}
        self.crossed_after: dict[int, int] = {}

    def constrain(self) -> None:
        """States how many errors are circled and crossed, and where the rockets went."""
        self._circled_errors()
        self._budget()
        if len(self.rows) == len(self.board.row_rockets):
            self._crossed_errors()

    # --- errors ---------------------------------------------------------------------------------------------

    def circles(self, turn: int, suffered_until: int | None = None) -> list[Term]:
        """Errors to be circled up to a turn, were there enough of them."""
        until = turn if suffered_until is None else suffered_until
        own = [(1, self.player.own_error[earlier]) for earlier in self.turns if earlier <= turn]
        return own + [(1, self.model.all_of((s.event.by(until), s.by_others))) for s in self.suffered]

    def circled(self, turn: int, suffered_until: int | None = None) -> list[Term]:
        """Errors circled up to a turn."""
        terms, capacity = self.circles(turn, suffered_until), len(self.board.errors)
        if len(self.player.errors) < capacity or self.model.greatest(terms) <= capacity:
            return terms
        return [(1, self._least(terms, [(capacity, TRUE)]))]

    def _circled_errors(self) -> None:
        most, circled = len(self.board.errors), len(self.player.errors)
        words = (
            f"{circled} errors are circled: one for every turn without a number and every sabotage suffered"
        )
        crossed = [symbol for symbol in self.board.sabotages if symbol in self.marks]
        with self.model.rule(RuleCode.ERROR, self.player.name(*self.player.errors, *crossed), words):
            self.model.linear(self.circles(self.turns.most), circled, None if circled == most else circled)

    # --- rockets --------------------------------------------------------------------------------------------

    def rockets(self, turn: int, claims_until: int) -> list[Term]:
        """Rockets earned by effects up to a turn and by missions up to another."""
        board = self.board
        effects = [
            e for e, symbol in board.symbol.items() if symbol in (ROCKETS, IDLE_ROCKETS) and e in self.marks
        ]
        terms = [(board.rockets[effect], self.player.completion_of(effect).by(turn)) for effect in effects]
        for claimed in self.claims:
            claim, made = claimed.claim, claimed.event.by(claims_until)
            terms.append((claim.later, made))
            terms.append((claim.first - claim.later, self.model.all_of((made, claimed.is_first))))
        return terms

    def _budget(self) -> None:
        """Every rocket earned is crossed somewhere; rockets are lost only when nothing is left to cross."""
        spent = len(self.rows) + len(self.crossed) + len(self.extras)
        none_left = len(self.extras) == len(self.board.extras)
        last = self.turns.most
        missions = [claimed.claim.field for claimed in self.claims]
        words = f"seat {self.player.seat} has earned the {spent} rockets that it has crossed"
        with self.model.rule(
            RuleCode.ROCKETS, self.player.name(*missions, *self.rows, *self.crossed, *self.extras), words
        ):
            self.model.linear(self.rockets(last, last), spent, None if none_left else spent)

    def _crossed_errors(self) -> None:
        """With all rows full, rockets cross open errors: as many as are open when they are earned."""
        gained_before = crossed = FALSE  # counts: none yet
        for turn in self.turns:
            gained, _ = self._in_excess(self.rockets(turn, turn - 1))
            before = self._least(
                [(1, crossed), (1, gained), (-1, gained_before)], self.circled(turn, suffered_until=turn - 1)
            )
            gained_before, self.rows_full[turn] = self._in_excess(self.rockets(turn, turn))
            crossed = self._least([(1, before), (1, gained_before), (-1, gained)], self.circled(turn))
            self.crossed_before[turn], self.crossed_after[turn] = before, crossed
        count = len(self.crossed)
        words = f"seat {self.player.seat} has crossed {count} errors with rockets earned while they were open"
        with self.model.rule(RuleCode.ROCKETS, self.player.name(*self.crossed), words):
            self.model.linear([(1, crossed)], count, count)

    def _in_excess(self, rockets: list[Term]) -> tuple[int, BoolVar]:
        """How many rockets there are beyond those that fill the rows, and whether the rows are full."""
        model, capacity = self.model, len(self.rows)
        most = model.greatest(rockets)
        if most < capacity:
            return FALSE, FALSE
        full, excess = model.literal(), model.integer(0, most - capacity)
        model.linear([*rockets, (-1, excess)], capacity, capacity, given=(full,))
        model.linear(rockets, None, capacity - 1, given=(-full,))
        model.linear([(1, excess)], 0, 0, given=(-full,))
        return excess, full

    def _least(self, left: list[Term], right: list[Term]) -> int:
        """The smaller of two sums."""
        model = self.model
        most = min(model.greatest(left), model.greatest(right))
        if most <= 0:
            return FALSE
        least, is_left = model.integer(0, most), model.literal()
        for terms, given in ((left, is_left), (right, -is_left)):
            over = [(-1, least), *terms]
            model.linear(over, 0, None)
            model.linear(over, None, 0, given=(given,))
        return least

    # --- missions and the end -------------------------------------------------------------------------------

    def count(self, turn: int, mark: str, fields: Sequence[str]) -> list[Term]:
        """How many of the fields bear the mark when missions are claimed in a turn."""
        if set(fields) <= set(self.board.errors):
            crossed = self.crossed_before.get(turn, FALSE)
            return self.circled(turn) if mark == "circled" else [(1, crossed)]
        events: Mapping[str, Event] = self.player.crosses if mark == "X" else self.player.filled
        return [(1, events[field].by(turn)) for field in fields if field in events]

    def end(self) -> None:
        """Nobody plays on after a turn at whose end the game is over."""
        model, board, player = self.model, self.board, self.player
        missions = [claimed.claim.field for claimed in self.claims]
        if len(missions) == len(board.mission_fields):
            with self._ends_with("claimed all missions", missions):
                self._never_before_the_end(Last(model, [claimed.event for claimed in self.claims]))
        if len(player.filled) == len(board.slots):
            with self._ends_with("filled all slots", player.filled):
                self._never_before_the_end(Last(model, player.filled.values()))
        if len(player.errors) == len(board.errors):
            with self._ends_with("circled all errors", player.errors):
                for turn in self.turns:
                    later = self.turns.played(turn + 1)
                    model.linear(self.circles(turn), None, len(board.errors) - 1, given=(later,))
        if self.rows_full:
            with self._ends_with("launched", [*(row.value for row in board.rows), *self.crossed]):
                for turn, full in self.rows_full.items():
                    open_errors = [*self.circled(turn), (-1, self.crossed_after[turn])]
                    model.linear(open_errors, 1, None, given=(self.turns.played(turn + 1), full))

    def _ends_with(self, what: str, fields: Iterable[str]) -> AbstractContextManager[None]:
        words = f"nobody plays on after seat {self.player.seat} has {what}"
        return self.model.rule(RuleCode.END, self.player.name(*fields), words)

    def _never_before_the_end(self, event: Event) -> None:
        for turn in self.turns:
            self.model.clause(-self.turns.played(turn + 1), -event.by(turn))
