"""Rockets: those given by effects and missions are crossed row by row, then open errors, then extra rockets.

The value of a full row is crossed. Rockets are lost if nothing is left to cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairsheet.engine.games.launch._board import Board
from fairsheet.engine.games.launch._numbers import WrittenSheet
from fairsheet.engine.games.launch._system_errors import ErrorsInTime
from fairsheet.engine.play.editor import SheetEditor, next_of
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause
from fairsheet.engine.rules import completion, crosses
from fairsheet.engine.rules.missions import Claim
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Term
from fairsheet.engine.solver.timeline import Event
from fairsheet.languages.messages import Message, either
from fairsheet.sheets.model.marks import Marks

# --- in play ----------------------------------------------------------------------------------------------


def cross(board: Board, editor: SheetEditor, count: int, by: Cause) -> None:
    """Cross rockets, as long as anything is left to cross."""
    for _ in range(count):
        _cross_one(board, editor, by)


def _cross_one(board: Board, editor: SheetEditor, by: Cause) -> None:
    """Cross the first that is left: rockets row by row, open errors, extra rockets. Otherwise the rocket is lost."""
    marks, order = editor.marks, editor.mark_order
    for row in board.rows:
        if (rocket := next_of(order(row.rockets, "crossed"), marks)) is not None:
            editor.mark(rocket, "crossed", by)
            if completion.is_complete(row.rockets, marks):
                editor.mark(row.value, "crossed", by)
            return
    open_errors = (error for error in order(board.errors, "crossed") if marks.get(error) == "circled")
    target = next(open_errors, None) or next_of(order(board.extras, "crossed"), marks)
    if target is not None:
        editor.mark(target, "crossed", by)


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, marks: Marks, cards: Sequence[Claim]) -> Iterator[Contradiction]:
    """Yield contradictions about rows out of order, errors and extra rockets crossed too early, and unearned rockets.

    `cards` are the missions that may be open.
    """
    for row in board.rows:
        yield from completion.Completion(row.rockets, row.value, "crossed", RuleCode.ROW).contradictions(
            marks
        )
    yield from _order(board, marks)
    yield from _budget(board, marks, cards)


def _order(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions unless rows are filled from the bottom, before circled errors and extra rockets."""
    blank = ""
    for row in board.rows:
        early = next((rocket for rocket in row.rockets if rocket in marks), None) if blank else None
        if early is not None:
            why = Message("{early} is crossed, but {blank} in a lower row is blank", early=early, blank=blank)
            yield Contradiction((blank, early), why, RuleCode.ORDER)
            break
        blank = blank or next_of(row.rockets, marks) or ""
    yield from crosses.uncircled(board.errors, marks, RuleCode.ERROR)
    blank = next_of(board.row_rockets, marks) or ""
    crossed = [error for error in board.errors if marks.get(error) == "circled+crossed"]
    for field in (*crossed, *(extra for extra in board.extras if extra in marks)) if blank else ():
        why = Message("{field} is crossed, but {blank} of the rows is blank", field=field, blank=blank)
        yield Contradiction((field, blank), why, RuleCode.ORDER)


def _budget(board: Board, marks: Marks, cards: Sequence[Claim]) -> Iterator[Contradiction]:
    """Yield a contradiction unless the crossed rockets are those earned. Rockets are lost if no extra one is left."""
    sources = [effect for effect in board.rockets if effect in marks]
    possible = {sum(board.rockets[effect] for effect in sources)}
    for field in board.mission_fields.values():
        if field in marks:
            sources.append(field)
            values = {value for card in cards if card.field == field for value in (card.first, card.later)}
            possible = {earned + value for earned in possible for value in values}
    spent = [rocket for rocket in (*board.row_rockets, *board.extras) if rocket in marks]
    spent += [error for error in board.errors if marks.get(error) == "circled+crossed"]
    lost = all(extra in marks for extra in board.extras)
    if len(spent) in possible or (lost and len(spent) < max(possible)):
        return
    earned = either(sorted(possible))
    why = Message(
        "{n} rocket is crossed, in rows and on errors, but effects and missions gave {earned}",
        "{n} rockets are crossed, in rows and on errors, but effects and missions gave {earned}",
        earned=earned,
        n=len(spent),
    )
    yield Contradiction.counting((*sources, *spent), why, RuleCode.ROCKETS, few=(*sources, *spent)[-1:])


# --- in time ----------------------------------------------------------------------------------------------


class RocketsInTime:
    """How many rockets are earned and how many errors they have crossed by the end of every turn.

    `complete` has when each section was complete, by its id. `claims` has the crossed missions: when each was claimed,
    and whether it was among the first claims of its card. The order within a turn is: the player's own error, rockets
    of effects, sabotages, missions.
    """

    def __init__(
        self,
        sheet: WrittenSheet,
        complete: Mapping[str, Event],
        errors: ErrorsInTime,
        claims: Sequence[tuple[Claim, Event, Lit]],
    ) -> None:
        self.sheet, self.complete, self.errors, self.claims = sheet, complete, errors, claims
        self.model, self.board, self.turns = sheet.model, sheet.board, sheet.turns
        self.crossed = [error for error in self.board.errors if sheet.marks.get(error) == "circled+crossed"]
        self.extras = [extra for extra in self.board.extras if extra in sheet.marks]
        self.rows = [rocket for rocket in self.board.row_rockets if rocket in sheet.marks]
        # By turn, if all rows are full in the end: whether they are full yet, and errors crossed before and after
        # claims.
        self.rows_full: dict[int, Lit] = {}
        self.crossed_before: dict[int, int] = {}
        self.crossed_after: dict[int, int] = {}

    def constrain(self) -> None:
        """State where the rockets were crossed."""
        self._budget()
        if len(self.rows) == len(self.board.row_rockets):
            self._crossed_errors()

    def earned(self, turn: int, claims_until: int) -> list[Term]:
        """Return the rockets earned by effects up to `turn` and by missions up to `claims_until`, as a sum."""
        terms = [
            (rockets, self.complete[section.id].by(turn))
            for effect, section in self.board.home_of.items()
            if (rockets := self.board.rockets.get(effect)) and effect in self.sheet.marks
        ]
        for claim, event, is_first in self.claims:
            made = event.by(claims_until)
            terms.append((claim.later, made))
            terms.append((claim.first - claim.later, self.model.all_of((made, is_first))))
        return terms

    def _budget(self) -> None:
        """State that every earned rocket is crossed, unless nothing was left to cross."""
        crossed = [*self.rows, *self.crossed, *self.extras]
        most = None if len(self.extras) == len(self.board.extras) else len(crossed)
        missions = [claim.field for claim, _, _ in self.claims]
        words = Message(
            "player {seat} earned the {crossed} rockets that are crossed",
            seat=self.sheet.seat,
            crossed=len(crossed),
        )
        with self.model.rule(RuleCode.ROCKETS, self.sheet.name(*missions, *crossed), words):
            self.model.linear(self.earned(self.turns.most, self.turns.most), len(crossed), most)

    def _crossed_errors(self) -> None:
        """State that after all rows are full, rockets cross the errors that are open when they are earned."""
        circled, minimum = self.errors.circled, self.model.minimum
        gained_before = crossed = FALSE  # counts start at 0
        for turn in self.turns:
            gained, _ = self._in_excess(self.earned(turn, turn - 1))
            more = [(1, crossed), (1, gained), (-1, gained_before)]
            before = minimum(more, circled(turn, suffered_until=turn - 1))
            gained_before, self.rows_full[turn] = self._in_excess(self.earned(turn, turn))
            crossed = minimum([(1, before), (1, gained_before), (-1, gained)], circled(turn))
            self.crossed_before[turn], self.crossed_after[turn] = before, crossed
        count = len(self.crossed)
        words = Message(
            "player {seat} crossed {n} error with rockets earned while it was open",
            "player {seat} crossed {n} errors with rockets earned while they were open",
            seat=self.sheet.seat,
            n=count,
        )
        with self.model.rule(RuleCode.ROCKETS, self.sheet.name(*self.crossed), words):
            self.model.linear([(1, crossed)], count, count)

    def _in_excess(self, rockets: list[Term]) -> tuple[int, Lit]:
        """Return how many rockets exceed those that fill the rows, and whether the rows are full."""
        model, capacity = self.model, len(self.rows)
        most = model.upper_bound(rockets)
        if most < capacity:
            return FALSE, FALSE
        full, excess = model.literal(), model.integer(most - capacity)
        model.linear([*rockets, (-1, excess)], capacity, capacity, given=(full,))
        model.linear(rockets, None, capacity - 1, given=(-full,))
        model.linear([(1, excess)], 0, 0, given=(-full,))
        return excess, full

    def state_end(self) -> None:
        """State that no player plays after all rows are full and no error is open."""
        if not self.rows_full:
            return
        fields = [*(row.value for row in self.board.rows), *self.crossed]
        with self.sheet.ends_with(Message("the game ended when player {seat} launched"), fields):
            for turn, full in self.rows_full.items():
                open_errors = [*self.errors.circled(turn), (-1, self.crossed_after[turn])]
                self.model.linear(open_errors, 1, None, given=(self.turns.played(turn + 1), full))
