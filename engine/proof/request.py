"""What a proof is asked about, the sheets of a table, and what it proposes, the turn of each mark."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.play.game import Outside
from fairsheet.engine.solver.constraint_model import Lit, Model, Solution
from fairsheet.engine.solver.timeline import Event
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet


class Schedule(msgspec.Struct, frozen=True):
    """When the marks were made that players choose; all others follow from the rules.

    `when`: by the seat of a sheet, the turn of each chosen mark by its field; `circled` that of a chosen circle where
    `when` has that of its cross. `deal` is a `Deal` or stands in for one.
    `choices`: by turn and the seat of a sheet, the literals of the model that put these marks there.
    `offers`: by turn and sheet, the offer that the model has used, which is tried first; `late`: turns with
    fields that are marked after what others of the turn have brought about; they are tried last.
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


# a mark by its seat and field, or one of these: an error of a seat, and that all played on
Subject = tuple[int, str]
ERROR = "error"
PLAYED = (0, "played")


class Scheduler(Protocol):
    """A case stated in a model."""

    def events(self) -> Iterable[tuple[int, str, Event]]:
        """The marks whose turns are chosen one by one: the seat of the sheet, the field, and when it was inked."""

    def facts(self) -> Iterable[tuple[Lit, Subject, int]]:
        """What may have been in which turn of the game, each with the literal that says so."""

    def of_one_deck(self) -> None:
        """States further that the offers, where the cards are not known, come from one deck."""

    def schedule(self, solution: Solution) -> Schedule:
        """What a solution of the model means."""


class Constraints(Protocol):
    """What a game gives to the proof: a function of this kind, which its `Scenario` names.

    It states in the model what every legal game that ends with these sheets fulfils. It must never ask more
    than the rules do; where it asks less, a schedule may fail under the rules, and another one is looked for.
    """

    def __call__(self, model: Model, request: ProofRequest) -> Scheduler:
        """States the request."""


class ProofRequest(msgspec.Struct, frozen=True):
    """The sheets available of one table, by seat, without their boxes for sums, and the constraints of their game.

    `deal` is None where the cards are not known; then `one_deck` says whether the offers are to come from one deck.
    `missions` maps the letters to the cards that lie open.
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
        """How many sheets of the table are not available."""
        return len(self.sheet.seats(self.players)) - len(self.sheets)

    def stated(self, model: Model) -> Scheduler:
        """States it all in a model."""
        scheduler = self.constraints(model, self)
        if self.one_deck:
            scheduler.of_one_deck()
        return scheduler

    def only(self, seats: Sequence[int]) -> ProofRequest:
        """The same case with the sheets of these seats alone; the others count as absent."""
        return msgspec.structs.replace(self, sheets={seat: self.sheets[seat] for seat in seats})
