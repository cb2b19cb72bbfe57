"""Replay the drafts of all ledgers of a table: orders, losses, left-over dice. A replay stops at a blank or impossible
pick, or at a round whose dice are unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fairsheet.engine.recorded.base.protocol import Sheets, TableSheet
from fairsheet.engine.recorded.pulsar.played import draft
from fairsheet.engine.recorded.pulsar.played.draw import ROUNDS
from fairsheet.engine.recorded.pulsar.played.position import LEDGER
from fairsheet.engine.recorded.pulsar.played.setup import Setup


class Drafting(NamedTuple):
    """The picks of a round in order, each with the field of its die."""

    number: int
    picks: tuple[draft.Pick, ...]
    fields: tuple[str, ...]

    def picks_of(self, die: int) -> list[tuple[int, str]]:
        """Return the seats that take a die of a value, with the fields of the dice."""
        return [
            (pick.seat, field) for pick, field in zip(self.picks, self.fields, strict=True) if pick.die == die
        ]


class RoundReplayed(NamedTuple):
    """A round: the order of the players' turns, the tracks after the draft, and the dice that nobody took."""

    drafting: Drafting
    acting: tuple[int, ...]
    tracks: draft.Tracks
    left_over: tuple[int, ...]

    @property
    def number(self) -> int:
        """The number of the round, from 1."""
        return self.drafting.number


class Stopped(NamedTuple):
    """The round whose draft is impossible, and the reason."""

    drafting: Drafting
    problem: draft.ImpossiblePick


class Replay(NamedTuple):
    """The rounds that could be replayed, and what stopped the replay."""

    rounds: tuple[RoundReplayed, ...] = ()
    stopped: Stopped | None = None

    @property
    def last_places(self) -> tuple[int, ...] | None:
        """The seats on the places of the initiative track after round 8; None if the replay stopped before."""
        if len(self.rounds) < ROUNDS:
            return None
        return draft.order_on(self.rounds[-1].tracks, draft.INITIATIVE)


def ledgers_of(table: Sheets) -> dict[int, TableSheet]:
    """Return the ledgers by seat."""
    return {each.record.seat: each for each in table if each.record.sheet == LEDGER}


def first_order(ledgers: Mapping[int, TableSheet], setup: Setup) -> tuple[int, ...] | None:
    """Return the order of the seats in the first round, by the seed or otherwise the ledgers; None if invalid."""
    if setup.first_order is not None:
        return setup.first_order
    places = {
        place: seat
        for seat, each in ledgers.items()
        for place in range(1, setup.game.players + 1)
        if f"head.order-{place}" in each.record.marks
    }
    order = tuple(places[place] for place in sorted(places))
    return order if sorted(order) == list(range(1, setup.game.players + 1)) else None


def replay_of(table: Sheets, setup: Setup) -> Replay:
    """Return the replay of a table's ledgers; empty unless all are there and show which counters moved."""
    ledgers = ledgers_of(table)
    order = first_order(ledgers, setup)
    keep_tracks = all(_notes_moves(each) for each in ledgers.values())
    if len(ledgers) < setup.game.players or order is None or not keep_tracks:
        return Replay()
    rounds: list[RoundReplayed] = []
    tracks, places = draft.start_tracks(order), draft.rockets(order)
    for number_of_round, roll in enumerate(setup.rolls, 1):
        seats = draft.picking_order(places, setup.game.players)
        picks = _picks(ledgers, seats, number_of_round)
        if picks is None or roll is None or len(roll) < len(picks):
            break
        fields = [
            f"draft-{number_of_round}.die-{1 + seats[:place].count(seat)}" for place, seat in enumerate(seats)
        ]
        drafting = Drafting(number_of_round, tuple(picks), tuple(fields))
        try:
            after = draft.draft_round(tracks, picks, roll)
        except draft.ImpossiblePick as problem:
            return Replay(tuple(rounds), Stopped(drafting, problem))
        tracks = after.tracks
        rounds.append(RoundReplayed(drafting, tuple(dict.fromkeys(places)), tracks, after.left_over))
        places = draft.order_on(tracks, draft.INITIATIVE)
    return Replay(tuple(rounds))


def _notes_moves(ledger: TableSheet) -> bool:
    """Return whether a ledger notes any moved counter: in eight rounds at least one moves."""
    return any(field.startswith("draft-") and ".move-" in field for field in ledger.record.marks)


def _picks(
    ledgers: Mapping[int, TableSheet], seats: Sequence[int], number_of_round: int
) -> list[draft.Pick] | None:
    """Return the picks of a round in order; None if one is not written or has moves on two tracks."""
    picks = []
    for place, seat in enumerate(seats):
        marks, k = ledgers[seat].record.marks, 1 + seats[:place].count(seat)
        die = marks.get(f"draft-{number_of_round}.die-{k}")
        moved = [track for track in draft.TRACKS if f"draft-{number_of_round}.move-{k}-{track}" in marks]
        if not isinstance(die, int) or len(moved) > 1:
            return None
        rear = f"draft-{number_of_round}.rear-{k}" in marks
        picks.append(draft.Pick(seat, die, moved[0] if moved else None, rear))
    return picks
