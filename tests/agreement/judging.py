"""What the program says of the sheets of a small table, and what playing says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.registry import proof_request, rules_of
from fairsheet.engine.play.game import Contradiction, Game
from fairsheet.engine.proof.prove import prove
from fairsheet.engine.solver.budget import Budget
from fairsheet.sheets.model.marks import Marks
from tests.agreement.boards import Kind, dealt, small
from tests.tampering.forgery import Honest
from tests.tampering.playing import Playing, try_every_step

WORK = 20.0  # for one table, far more than any of them needs
STEPS = 20_000  # that are tried at most to see whether some sheets can be reached

Sheets = Mapping[int, Marks]  # by seat


class SmallTable(msgspec.Struct, frozen=True):
    """A table on a small board, before anything is played."""

    game: Game
    deal: Deal

    @property
    def turns(self) -> int:
        """How many turns have offers."""
        return next(turn for turn in range(1, 100) if not self.deal.offers(turn)) - 1

    def contradictions(self, sheets: Sheets, *, dealt: bool = True) -> list[tuple[int, Contradiction]]:
        """What is said against the sheets, each by itself, with its seat; as of physical cards, if not `dealt`."""
        deal = self.deal if dealt else None
        return [
            (seat, found)
            for seat, marks in sheets.items()
            for found in self.game.check(marks, deal, self.deal.missions)
        ]

    def proof(self, sheets: Sheets, *, dealt: bool = True) -> Literal["possible", "impossible", "undecided"]:
        """What the proof says of the sheets together; seats without one are absent."""
        deal = self.deal if dealt else None
        players = self.deal.players
        return prove(
            self.game, proof_request(self.game.sheet, deal, self.deal.missions, players, sheets), Budget(WORK)
        ).outcome

    def played(self, sheets: Sheets) -> Playing | None:
        """Whether some way to play leads to the sheets of all seats; None where that takes too many steps."""
        return try_every_step(Honest(self.game, self.deal, self.turns, {}), sheets, STEPS)


def table_of(name: str, kind: Kind) -> SmallTable:
    """A small table of a scenario."""
    return SmallTable(rules_of(small(name)), dealt(name, kind))


def by_seat(table: Sequence[Marks]) -> dict[int, Marks]:
    """The sheets of a table by their seats."""
    return dict(enumerate(table, start=1))
