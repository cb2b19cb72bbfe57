"""The request of a proof (the sheets of a table) and its proposed schedule (the turn of each mark)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.play.game import Outside
from fairsheet.engine.records.ink import History
from fairsheet.engine.solver.constraint_model import Lit, Model, Solution
from fairsheet.engine.solver.timeline import Event
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet


class Schedule(msgspec.Struct, frozen=True):
    """The turns of the marks that players choose; all other marks follow from the rules.

    `when`: by the seat of a sheet, the turn of each chosen mark by its field. `circled`: the turn of a chosen circle if
    `when` has the turn of its cross. `deal` is a `Deal` or replaces one.

    `choices`: by turn and the seat of a sheet, the literals of the model that put these marks there.

    `offers`: by turn and sheet, the offer that the model used, which is tried first. `late`: turns with fields that are
    marked after other effects of the turn; they are tried last.

    `cards`: in the solo game, by turn, the offer used (None in a turn with an error) and the card that leaves.
    """

    turns: int
    deal: Deal
    when: Mapping[int, Mapping[str, int]]
    choices: Mapping[tuple[int, int], Sequence[Lit]]
    outside: tuple[Outside, ...] = ()
    circled: Mapping[int, Mapping[str, int]] = {}
    cards: Mapping[int, tuple[int | None, int]] = {}
    offers: Mapping[tuple[int, int], Offer] = {}
    late: Collection[tuple[int, str]] = ()


# a mark by its seat and field, an error of a seat, or the fact that the game went on
Subject = tuple[int, str]
ERROR = "error"
PLAYED = (0, "played")


class Scheduler(Protocol):
    """A request stated in a model."""

    def events(self) -> Iterable[tuple[int, str, Event]]:
        """Yield the marks whose turns are chosen one by one: the seat of the sheet, the field and the event."""

    def facts(self) -> Iterable[tuple[Lit, Subject, int]]:
        """Yield what may have happened in which turn of the game, each with the literal for it."""

    def of_one_deck(self) -> None:
        """State that the offers of unknown cards come from one deck."""

    def as_played(self, histories: Mapping[int, History]) -> None:
        """State that all marks were made in the turns of these histories, by player."""

    def schedule(self, solution: Solution) -> Schedule:
        """Return the schedule that a solution of the model describes."""


class Constraints(Protocol):
    """A game's part of the proof: a function that its `Scenario` names.

    It states in the model the conditions that every legal game with these final sheets meets. It must never ask more
    than the rules. If it asks less, a schedule may fail under the rules; then another one is looked for.
    """

    def __call__(self, model: Model, request: ProofRequest) -> Scheduler:
        """State the request in a model."""


class ProofRequest(msgspec.Struct, frozen=True):
    """The sheets of one table that are available, by seat, without their boxes for sums, and the game's constraints.

    `deal` is None if the cards are unknown; then `one_deck` requires that the offers come from one deck. `missions`
    maps the letters to the cards on the table.
    """

    constraints: Constraints
    sheet: Sheet
    deal: Deal | None
    missions: Mapping[str, str]
    players: int
    sheets: Mapping[int, Marks]
    one_deck: bool = False

    @property
    def absent(self) -> int:
        """The number of sheets of the table that are not available."""
        return len(self.sheet.seats(self.players)) - len(self.sheets)

    def stated(self, model: Model) -> Scheduler:
        """State the whole request in a model."""
        scheduler = self.constraints(model, self)
        if self.one_deck:
            scheduler.of_one_deck()
        return scheduler

    def only(self, seats: Sequence[int]) -> ProofRequest:
        """Return the same request with only the sheets of these seats; the others count as absent."""
        return msgspec.structs.replace(self, sheets={seat: self.sheets[seat] for seat in seats})
