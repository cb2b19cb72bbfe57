"""ASTRA's panel in time: the turns in which it was given cards, and in which cards were thrown out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairsheet.engine.play.game import mark_order_of
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.solver.constraint_model import Lit, Model
from fairsheet.engine.solver.ink_in_time import InkInTime
from fairsheet.engine.solver.solo_offers import SoloOffers
from fairsheet.sheets.model.marks import Marks, is_crossed


class PanelInTime(InkInTime):
    """The panel in time: by turn, whether a card of an action was given, and whether one was thrown out."""

    def __init__(
        self, model: Model, seat: int, marks: Marks, turns: Sequence[int], offers: SoloOffers, panel: Panel
    ) -> None:
        self.model, self.seat, self.marks, self.turns = model, seat, marks, turns
        self.offers, self.panel = offers, panel
        self.given = {action: self.some_turns(row.fields) for action, row in panel.rows.items()}
        self.thrown = self.some_turns([bonus for bonus in panel.bonuses.fields if is_crossed(marks, bonus)])

    def equals(self) -> Iterator[tuple[list[str], Mapping[int, Lit]]]:
        """Yield the cards of an action that ASTRA was given, and the crossed solo bonuses; see `ClaimTable.equals`."""
        order = [field for field, mark in mark_order_of(self.marks) if mark == "crossed"]
        for action, row in self.panel.rows.items():
            yield [field for field in order if field in row.fields], self.given[action]
        yield [field for field in order if field in self.panel.bonuses.fields], self.thrown
