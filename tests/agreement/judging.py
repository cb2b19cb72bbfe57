"""The program's verdicts on the sheets of a small table, and the results of playing it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
import pytest

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.base.proof_claims import ClaimTable
from fairsheet.engine.games.registry import proof_request, rules_of
from fairsheet.engine.play.game import Contradiction, Game
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates.certificate import find_certificate
from fairsheet.engine.proof.prove import prove
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.records.ink import History
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.engine.solver.solve import Solver
from fairsheet.sheets.library.templates import scenario_names
from fairsheet.sheets.model.marks import Marks
from tests.agreement.boards import Kind, dealt, kinds_of, small
from tests.tampering.forgery import Honest
from tests.tampering.playing import Playing, try_every_step

WORK = 20.0  # for one table, far more than any needs
STEPS = 20_000  # most steps that are tried to check whether some sheets can be reached

Sheets = Mapping[int, Marks]  # by seat

each_table = pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name in scenario_names() for kind in kinds_of(name)]
)


class SmallTable(msgspec.Struct, frozen=True):
    """A table on a small board, before anything is played."""

    game: Game
    deal: Deal

    @property
    def turns(self) -> int:
        """The number of turns with offers."""
        return next(turn for turn in range(1, 100) if not self.deal.offers(turn)) - 1

    @property
    def seats(self) -> range:
        return range(1, self.deal.players + 1)

    def sheets(self, state: Any) -> dict[int, Marks]:
        """Return the ink on all sheets."""
        return {seat: dict(self.game.marks(state, seat)) for seat in self.seats}

    def histories(self, state: Any) -> dict[int, History]:
        """Return the turns of all players."""
        return {seat: self.game.history(state, seat) for seat in self.seats}

    def random_end(self, chance: random.Random, turns: int) -> Any:
        """Return the state after this many turns, or at the end, of a random game."""
        state = self.game.start(self.deal)
        while self.game.to_move(state) is not None and self.game.turn(state) <= turns:
            state = self.game.play(state, chance.choice(self.game.legal_steps(state)))
        return state

    def request(self, sheets: Sheets, *, dealt: bool = True) -> ProofRequest:
        """Return the request to the proof for some sheets, of physical cards if not `dealt`; missing seats are
        absent."""
        deal = self.deal if dealt else None
        return proof_request(self.game.sheet, deal, self.deal.missions, self.deal.players, sheets)

    def model(self, sheets: Sheets, *, dealt: bool = True) -> tuple[Model, ClaimTable[Any]]:
        """Return a model of some sheets."""
        model, request = Model(), self.request(sheets, dealt=dealt)
        constraints = request.constraints(model, request)
        assert isinstance(constraints, ClaimTable)
        return model, constraints

    def contradictions(self, sheets: Sheets, *, dealt: bool = True) -> list[tuple[int, Contradiction]]:
        """Return the contradictions of each sheet with its seat; as for physical cards if not `dealt`."""
        deal = self.deal if dealt else None
        return [
            (seat, found)
            for seat, marks in sheets.items()
            for found in self.game.contradictions(marks, deal, self.deal.missions)
        ]

    def proof(self, sheets: Sheets, *, dealt: bool = True) -> Literal["possible", "impossible", "undecided"]:
        """Return the proof's verdict on the sheets together; missing seats are absent."""
        return prove(self.game, self.request(sheets, dealt=dealt), Budget(WORK)).outcome

    def is_certified(self, sheets: Sheets) -> bool:
        """Return whether a certificate shows that the sheets cannot all be true."""
        return find_certificate(Statement(self.request(sheets)), Budget(WORK)) is not None

    def played(self, sheets: Sheets) -> Playing | None:
        """Return whether some way to play leads to the sheets of all seats; None if that takes too many steps."""
        return try_every_step(Honest(self.game, self.deal, self.turns, {}), sheets, STEPS)


def table_of(name: str, kind: Kind) -> SmallTable:
    """Return a small table of a scenario."""
    return SmallTable(rules_of(small(name)), dealt(name, kind))


def by_seat(table: Sequence[Marks]) -> dict[int, Marks]:
    """Return the sheets of a table by their seats."""
    return dict(enumerate(table, start=1))


def is_solved(model: Model) -> bool:
    """Return whether a model has a solution."""
    outcome = Solver(model).solve(Budget(60))
    assert outcome in ("solved", "infeasible")
    return outcome == "solved"
