"""ASTRA's panel in time: which cards it was given in which turns, and when one was thrown out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairsheet.engine.play.game import mark_order_of
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.solver.constraint_model import FALSE, BoolVar, Model, Term
from fairsheet.engine.solver.solo_offers import SoloOffers
from fairsheet.sheets.model.marks import Marks, is_crossed


class PanelEvents:
    """The panel in time: by turn, whether a card of an action was given, and whether one was thrown out."""

    def __init__(
        self, model: Model, seat: int, marks: Marks, turns: Sequence[int], offers: SoloOffers, panel: Panel
    ) -> None:
        self.model, self.seat, self.marks, self.turns = model, seat, marks, turns
        self.offers, self.panel = offers, panel
        self.last = max(turns, default=0)
        self.given = {action: self._some_turns(row.fields) for action, row in panel.rows.items()}
        self.thrown = self._some_turns([bonus for bonus in panel.bonuses.fields if is_crossed(marks, bonus)])

    def _some_turns(self, fields: Sequence[str]) -> dict[int, BoolVar]:
        inked = any(field in self.marks for field in fields)
        return {turn: self.model.literal() if inked else FALSE for turn in self.turns}

    def name(self, *fields: str) -> list[tuple[int, str]]:
        """Marks of the panel as a rule of the model names them."""
        return [(self.seat, field) for field in fields]

    def until(self, made: Mapping[int, BoolVar], turn: int) -> list[Term]:
        """In how many turns up to this one something was done, as a sum."""
        return [(1, literal) for each, literal in made.items() if each <= turn]

    def exactly(self, made: Mapping[int, BoolVar], fields: Sequence[str]) -> None:
        """States that something was done in as many turns as fields bear ink."""
        count = sum(field in self.marks for field in fields)
        self.model.linear(self.until(made, self.last), count, count)

    def equals(self) -> Iterator[tuple[list[str], Mapping[int, BoolVar]]]:
        """The cards of an action that ASTRA was given, and the solo bonuses crossed; see `ClaimTable.equals`."""
        order = [field for field, mark in mark_order_of(self.marks) if mark == "crossed"]
        for action, row in self.panel.rows.items():
            yield [field for field in order if field in row.fields], self.given[action]
        yield [field for field in order if field in self.panel.bonuses.fields], self.thrown
