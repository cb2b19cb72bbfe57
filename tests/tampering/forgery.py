"""A table of bots with one tampered sheet."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.base.table import TableGame
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Game
from fairsheet.engine.play.replay import IllegalHistory, replay
from fairsheet.engine.records.ink import History, Ink
from fairsheet.engine.records.record import Record, deal_of, table_of
from fairsheet.engine.rules.missions import Claim, claims_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played
from fairsheet.sheets.model.marks import Mark, Marks

T = TypeVar("T")


class Honest(msgspec.Struct, frozen=True):
    """A table after some turns of a game of bots: the ink on every sheet by its seat, without sums.

    The histories are those of the whole game.
    """

    game: Game
    deal: Deal
    turns: int
    sheets: Mapping[int, Marks]
    histories: Mapping[int, History] = {}

    @property
    def claims(self) -> list[Claim]:
        """Return the open mission cards."""
        claims = claims_of(self.game.sheet)
        return [claims[card] for card in self.deal.missions.values()]

    def claim_inks(self, claim: Claim) -> tuple[Ink, Ink]:
        """Return the ink for a first claim and for a later one."""
        assert isinstance(self.game, TableGame)
        return self.game.claim_ink(claim, later=False), self.game.claim_ink(claim, later=True)


@dataclass
class Forgery:
    """One sheet of a table. Tampering changes `marks`, and `honest` has the original marks."""

    table: Honest
    seat: int
    marks: dict[str, Mark]
    chance: random.Random

    @property
    def honest(self) -> Marks:
        return self.table.sheets[self.seat]

    @property
    def others(self) -> dict[int, Marks]:
        """Return the ink on the other sheets of the table."""
        return {seat: marks for seat, marks in self.table.sheets.items() if seat != self.seat}

    @property
    def sheets(self) -> dict[int, Marks]:
        """Return the table with the tampered sheet."""
        return {**self.table.sheets, self.seat: self.marks}

    def pick(self, choices: Sequence[T]) -> T:
        """Return any choice. Raise IndexError if there are none, because the change is impossible here."""
        return self.chance.choice(choices)


Kind = Callable[[Forgery], None]  # a way to tamper; raises IndexError if it is impossible on a sheet


def honest_table(played: Played, turns: int | None = None) -> Honest:
    """Return a game of bots after some turns, or at its end."""
    game, deal = rules_of(played.sheet), deal_of(played.sheet, played.records[0])
    assert deal is not None
    last = max(turn.turn for history in played.histories.values() for turn in history)
    turns = last if turns is None else min(turns, last)
    histories = {
        seat: tuple(turn for turn in history if turn.turn <= turns)
        for seat, history in played.histories.items()
    }
    state = replay(game, deal, histories)
    sheets = {record.seat: dict(game.marks(state, record.seat)) for record in played.records}
    return Honest(game, deal, turns, sheets, played.histories)


def tamper(table: Honest, kind: Kind, chance: random.Random) -> Forgery | None:
    """Return the table with one changed sheet, or None if no sheet allows the change."""
    for seat in chance.sample(sorted(table.sheets), len(table.sheets)):
        forgery = Forgery(table, seat, dict(table.sheets[seat]), chance)
        try:
            kind(forgery)
        except IndexError:
            continue
        if forgery.marks != forgery.honest:
            return forgery
    return None


def records_of(table: Honest, sheets: Mapping[int, Marks]) -> list[Record]:
    """Return the sheets as records of the table."""
    return [Record.on(table.game.sheet, table_of(table.deal), seat, sheets[seat]) for seat in sorted(sheets)]


def replays(table: Honest, sheets: Mapping[int, Marks], histories: Mapping[int, History]) -> bool:
    """Return whether the histories of all sheets lead to exactly their ink under the rules."""
    try:
        state = replay(table.game, table.deal, histories)
    except IllegalHistory:
        return False
    return all(
        dict(table.game.marks(state, seat)) == without_sums(table.game.sheet, marks)
        for seat, marks in sheets.items()
    )
