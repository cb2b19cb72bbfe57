"""The ink of one sheet in time: the turns of marks that are counted, not distinguished."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.records.ink import Cause
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Model, Term
from fairsheet.sheets.model.marks import Marks

Made = Mapping[int, Lit]  # by turn, whether one of some equal marks was made in it


class InkInTime:
    """The marks of one sheet, made in `turns`; `used` has by turn, for each offer, whether it is the one used."""

    model: Model
    seat: int
    marks: Marks
    turns: Iterable[int]
    used: dict[int, Mapping[Offer, Lit]]
    counted_apart: tuple[Cause, ...] = ()  # see `fairsheet.engine.games.base.proof_claims.SheetModel`

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Return marks of this sheet in the form that rules of the model need."""
        return [(self.seat, field) for field in fields]

    def each_turn(self) -> dict[int, Lit]:
        """Return a new literal for each turn."""
        return {turn: self.model.literal() for turn in self.turns}

    def some_turns(self, fields: Iterable[str]) -> dict[int, Lit]:
        """Return for each turn whether one of the fields was inked; FALSE if none of them has ink."""
        if any(field in self.marks for field in fields):
            return self.each_turn()
        return dict.fromkeys(self.turns, FALSE)

    def until(self, made: Made, turn: int) -> list[Term]:
        """Return the number of turns up to this one in which a mark was made, as terms of a sum."""
        return [(1, literal) for each, literal in made.items() if each <= turn]

    def inked(self, fields: Iterable[str]) -> int:
        """Return the number of fields that have ink."""
        return sum(field in self.marks for field in fields)

    def exactly(self, made: Made, fields: Iterable[str]) -> None:
        """State that the number of turns in which a mark was made is the number of fields with ink."""
        count = self.inked(fields)
        self.model.linear([(1, literal) for literal in made.values()], count, count)
