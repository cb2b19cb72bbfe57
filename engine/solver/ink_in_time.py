"""The ink of one sheet in time: in which turns marks were made that are counted, not told apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Model, Term
from fairsheet.sheets.model.marks import Marks

Made = Mapping[int, Lit]  # by turn, whether one of some equal marks was made in it


class InkInTime:
    """The marks of one sheet, made in `turns`; `used` says by turn, of each offer, whether it is the one used."""

    model: Model
    seat: int
    marks: Marks
    turns: Iterable[int]
    used: dict[int, Mapping[Offer, Lit]]

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Marks of this sheet as a rule of the model names them."""
        return [(self.seat, field) for field in fields]

    def each_turn(self) -> dict[int, Lit]:
        """A new literal for each turn."""
        return {turn: self.model.literal() for turn in self.turns}

    def some_turns(self, fields: Iterable[str]) -> dict[int, Lit]:
        """For each turn whether one of the fields was inked, if any of them bears ink."""
        if any(field in self.marks for field in fields):
            return self.each_turn()
        return dict.fromkeys(self.turns, FALSE)

    def until(self, made: Made, turn: int) -> list[Term]:
        """In how many turns up to this one a mark was made, as terms of a sum."""
        return [(1, literal) for each, literal in made.items() if each <= turn]

    def inked(self, fields: Iterable[str]) -> int:
        """How many of the fields bear ink."""
        return sum(field in self.marks for field in fields)

    def exactly(self, made: Made, fields: Iterable[str]) -> None:
        """States that a mark was made in as many turns as fields bear ink."""
        count = self.inked(fields)
        self.model.linear([(1, literal) for literal in made.values()], count, count)
