"""A game that a program plays, step by step, by the rules that bots and proofs go by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from fairsheet.api._arguments import check, in_python
from fairsheet.api.public import deal, load_sheet
from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import Record, table_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import records_of
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.page_geometry import frame_of
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.frozen_values import FrozenDict

if TYPE_CHECKING:
    from fairsheet.engine.scoring.score import Score


class Game:
    """A game of one of the scenarios with the cards of a seed, played step by step.

    The sheet is given itself or by its name; `solo` is the level of ASTRA, for one player alone.
    A step is one decision of one player; what the rules then force is done with it. Raises FairsheetError for an
    argument that cannot be, and for a sheet without rules in the program.

    >>> game = Game("launch", seed="coral-otter-42", players=2)
    >>> game.to_move, len(game.legal_steps())
    (1, 47)
    >>> game.push(game.legal_steps()[0])
    >>> game.to_move, game.ink(1)
    (2, {'floor-7.1': 4})
    >>> game.pop().kind, game.ink(1)
    ('number', {})
    """

    @in_python
    def __init__(
        self, sheet: Sheet | str | Path, *, seed: str, players: int = 1, solo: int | None = None
    ) -> None:
        given = sheet if isinstance(sheet, Sheet) else load_sheet(sheet)
        rules_of(given)  # complains of a sheet that has none
        dealt = deal(given, seed, players, solo)
        if solo is not None and given.solo_level != solo:
            given = solo_sheet(given, solo)
        self._sheet = given
        self._rules = rules_of(given)
        self._states: list[State] = [self._rules.start(dealt)]
        self._steps: list[Step] = []

    @property
    def sheet(self) -> Sheet:
        """The sheet that is played on; in a solo game with ASTRA's panel."""
        return self._sheet

    @property
    def deal(self) -> Deal:
        """The cards; those of a solo game know which of them have left it."""
        return self._state.deal

    @property
    def turn(self) -> int:
        """The turn being played, from 1, or 0 while setting up; of a game that is over the last one."""
        return self._rules.turn(self._state)

    @property
    def to_move(self) -> int | None:
        """The seat that decides next, from 1; None when the game is over."""
        return self._rules.to_move(self._state)

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to decide."""
        return self.to_move is None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far, which lead from the start of the same game here."""
        return tuple(self._steps)

    def legal_steps(self) -> tuple[Step, ...]:
        """What the seat to move may do; nothing when the game is over.

        Of what is equal, such as which of the rockets of a row is crossed, one is here; `push` takes any.
        """
        return () if self.is_over else tuple(self._rules.legal_steps(self._state))

    def push(self, step: Step) -> None:
        """Play a step. Raises FairsheetError, and leaves everything as it was, where the rules do not allow it."""
        check(Step, "give one of legal_steps()", step=step)
        if self.is_over:
            raise FairsheetError("the game is over", where="step", hint="pop() takes the last step back")
        if step.seat != self.to_move:
            hint = "give one of legal_steps()"
            raise FairsheetError(f"it is not the turn of seat {step.seat}", where="step", hint=hint)
        try:
            self._states.append(self._rules.play(self._state, step))
        except IllegalStep as illegal:
            raise FairsheetError(str(illegal), where="step", hint="give one of legal_steps()") from None
        self._steps.append(step)

    def pop(self) -> Step:
        """Take the last step back, and return it. Raises FairsheetError where there was none."""
        if not self._steps:
            raise FairsheetError("no step was played yet", where="pop", hint="push one")
        self._states.pop()
        return self._steps.pop()

    def copy(self) -> Game:
        """The same position, to try something without changing this one."""
        other = object.__new__(Game)
        other._sheet, other._rules = self._sheet, self._rules
        other._states, other._steps = self._states.copy(), self._steps.copy()
        return other

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        """How `copy.copy` and `pickle` make it again: by its steps."""
        dealt = self.deal
        return _replayed, (self._sheet, dealt.seed, dealt.players, dealt.solo, self.steps)

    def ink(self, seat: int) -> FrozenDict[str, Mark]:
        """What the fields of a seat's sheet bear, by their ids. Raises FairsheetError for a seat without a sheet."""
        self._check_seat(seat, self._sheet.seats(self.deal.players))
        return FrozenDict(self._rules.marks(self._state, seat))

    def history(self, seat: int) -> History:
        """What a player wrote, turn by turn, up to this step. Raises FairsheetError for a seat without a player."""
        self._check_seat(seat, range(1, self.deal.players + 1))
        return self._rules.history(self._state, seat)

    def score(self) -> Score:
        """The points that the sheets have by now, part by part, and their ranking."""
        seats = self._sheet.seats(self.deal.players)
        return ruleset_of(self._sheet).score([self._record(seat) for seat in seats])

    def records(self) -> tuple[Record, ...]:
        """The sheets as records, all boxes filled in as a careful person would."""
        return tuple(records_of(self._rules, self.deal, self._state))

    def svg(self, seat: int) -> str:
        """The sheet of a seat with its ink, as an SVG whose units are mm, its pages below each other.

        Raises FairsheetError for a seat without a sheet.
        """
        self._check_seat(seat, self._sheet.seats(self.deal.players))
        from fairsheet.pipeline.reading.picture_files import data_url, record_pngs

        pictures = record_pngs(self._sheet, self._record(seat))
        width, height = frame_of(self._sheet).w, frame_of(self._sheet).h
        images = "".join(
            f'<image y="{page * height}" width="{width}" height="{height}" href="{data_url(picture, "png")}"/>'
            for page, picture in enumerate(pictures)
        )
        size = f"{width} {len(pictures) * height}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">{images}</svg>'

    def _repr_svg_(self) -> str:
        """What notebooks show: the sheet of the seat to move, in the end of the first."""
        return self.svg(self.to_move or 1)

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"turn {self.turn}, seat {self.to_move} to move"
        return f"<Game of {self._sheet.name}, seed {self.deal.seed!r}, {where}>"

    @property
    def _state(self) -> State:
        return self._states[-1]

    def _record(self, seat: int) -> Record:
        return Record.on(self._sheet, table_of(self.deal), seat, self._rules.marks(self._state, seat))

    def _check_seat(self, seat: int, seats: range | tuple[int, ...]) -> None:
        hint = f"give 1 to {seats[-1]}"
        check(int, hint, seat=seat)
        if seat not in seats:
            raise FairsheetError(f"there is no seat {seat}", where="seat", hint=hint)


def _replayed(sheet: Sheet, seed: str, players: int, solo: int | None, steps: Iterable[Step]) -> Game:
    game = Game(sheet, seed=seed, players=players, solo=solo)
    for step in steps:
        game.push(step)
    return game
