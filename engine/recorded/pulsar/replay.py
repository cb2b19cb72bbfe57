"""All ledgers of a table replayed: drafts, orders, losses, left-over dice. A replay stops where it cannot go
on: at a pick that is not written or not possible, or at a round whose dice are not known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.proof.verdict import Finding
from engine.recorded import TableSheet
from engine.recorded.pulsar import draft
from engine.recorded.pulsar.draw import ROUNDS
from engine.recorded.pulsar.position import LEDGER, has_ink
from engine.recorded.pulsar.setup import Setup, initiative_points


class RoundReplayed(NamedTuple):
    """A round: the order in which players act, the tracks after the draft, and the dice that nobody took."""

    number: int
    acting: tuple[int, ...]
    tracks: draft.Tracks
    left_over: tuple[int, ...]


class Replay(NamedTuple):
    """The rounds that could be replayed, and what stopped it: a finding on a seat's ledger."""

    rounds: tuple[RoundReplayed, ...] = ()
    stopped: tuple[int, Finding] | None = None

    @property
    def last_places(self) -> tuple[int, ...] | None:
        """The seats on the places of the initiative track after round 8, if the replay comes so far."""
        if len(self.rounds) < ROUNDS:
            return None
        return draft.order_on(self.rounds[-1].tracks, draft.INITIATIVE)


def ledgers_of(table: Sequence[TableSheet]) -> dict[int, TableSheet]:
    """The ledgers by seat."""
    return {each.record.seat: each for each in table if each.record.sheet == LEDGER}


def first_order(ledgers: Mapping[int, TableSheet], setup: Setup) -> tuple[int, ...] | None:
    """The seats in the first round: by the seed, else as all ledgers say; None where that is no order."""
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


def replay_of(table: Sequence[TableSheet], setup: Setup) -> Replay:
    """The replay of a table's ledgers; empty unless all of them are there, and tell which counters moved."""
    ledgers = ledgers_of(table)
    order = first_order(ledgers, setup)
    keep_tracks = all(_tells_moves(each) for each in ledgers.values())
    if len(ledgers) < setup.game.players or order is None or not keep_tracks:
        return Replay()
    rounds: list[RoundReplayed] = []
    tracks, places = draft.start_tracks(order), draft.rockets(order)
    for number_of_round, roll in enumerate(setup.rolls, 1):
        seats = draft.picking_order(places, setup.game.players)
        picks = _picks(ledgers, seats, number_of_round)
        if picks is None or roll is None or len(roll) < len(picks):
            break
        try:
            after = draft.drafted(tracks, picks, roll)
        except draft.ImpossiblePick as problem:
            return Replay(tuple(rounds), _stopped(ledgers, seats, number_of_round, problem))
        tracks = after.tracks
        rounds.append(RoundReplayed(number_of_round, tuple(dict.fromkeys(places)), tracks, after.left_over))
        places = draft.order_on(tracks, draft.INITIATIVE)
    return Replay(tuple(rounds))


def _tells_moves(ledger: TableSheet) -> bool:
    """Whether any counter moved by a ledger; in eight rounds one does, if that is kept at all."""
    return any(field.startswith("draft-") and ".move-" in field for field in ledger.record.marks)


def _picks(
    ledgers: Mapping[int, TableSheet], seats: Sequence[int], number_of_round: int
) -> list[draft.Pick] | None:
    """The picks of a round in their order; None where one is not written, or two tracks stand for one."""
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


def _stopped(
    ledgers: Mapping[int, TableSheet],
    seats: Sequence[int],
    number_of_round: int,
    problem: draft.ImpossiblePick,
) -> tuple[int, Finding]:
    seat = seats[problem.place]
    k = 1 + seats[: problem.place].count(seat)
    marks = ledgers[seat].record.marks
    of_die = f"draft-{number_of_round}.die-{k}"
    rings = (f"draft-{number_of_round}.move-{k}-{track}" for track in draft.TRACKS)
    fields = (of_die, *(field for field in rings if field in marks))
    check = "draft-dice" if problem.is_die else "draft-replay"
    return seat, Finding(check, "error", (of_die,) if problem.is_die else fields, problem.why)


def replay_findings(
    table: Sequence[TableSheet], setup: Setup, replay: Replay
) -> Iterator[tuple[TableSheet, Finding]]:
    """draft-dice, draft-replay, losses, third-point, copied-die, final-initiative, first-order."""
    ledgers = ledgers_of(table)
    yield from _first_places(ledgers, setup)
    if replay.stopped is not None:
        seat, finding = replay.stopped
        yield ledgers[seat], finding
    players = setup.game.players
    for each_round in replay.rounds:
        third = draft.third_point(each_round.tracks, players)
        for seat, ledger in ledgers.items():
            yield from _round_findings(ledger, each_round, int(seat == third), players)
    if (places := replay.last_places) is not None:
        for seat, points in initiative_points(places, players).items():
            if ledgers[seat].record.marks.get("final.initiative", points) != points:
                written = ledgers[seat].record.marks["final.initiative"]
                why = f"The place on the initiative track brings {points}, and {written} is written."
                yield ledgers[seat], Finding("final-initiative", "error", ("final.initiative",), why)


def _first_places(ledgers: Mapping[int, TableSheet], setup: Setup) -> Iterator[tuple[TableSheet, Finding]]:
    """first-order: the places in the first round are those that the seed draws."""
    for place, seat in enumerate(setup.first_order or (), 1):
        each = ledgers.get(seat)
        wrong = tuple(
            field
            for field in (each.record.marks if each is not None else ())
            if field.startswith("head.order-") and field != f"head.order-{place}"
        )
        if each is not None and wrong:
            why = f"The seed gives place {place} in the first round to this seat."
            yield each, Finding("first-order", "error", wrong, why)


def _round_findings(
    ledger: TableSheet, each_round: RoundReplayed, third: int, players: int
) -> Iterator[tuple[TableSheet, Finding]]:
    marks, begin = ledger.record.marks, f"round-{each_round.number}"
    tells_points = has_ink(marks, f"{begin}.")  # where the round was not filled in at all, a blank is no 0
    loss, noted = draft.loss_of(each_round.tracks, ledger.record.seat), ledger.number_or_0(f"{begin}.loss")
    if tells_points and noted != loss:
        why = f"The counters at the right end of the tracks cost {loss}, not {noted}."
        yield ledger, Finding("losses", "error", (f"{begin}.loss",), why)
    noted = ledger.number_or_0(f"{begin}.third")
    if players == 2 and tells_points and noted != third:
        why = f"The third counter on the engineering track brings this player {third}, not {noted}."
        yield ledger, Finding("third-point", "error", (f"{begin}.third",), why)
    bonus = f"draft-{each_round.number}.bonus"
    if f"draft-{each_round.number}.copied" in marks and marks.get(bonus, None) not in (
        None,
        *each_round.left_over,
    ):
        left = ", ".join(map(str, each_round.left_over))
        why = f"A copied die is one that nobody took, here {left}, and not {marks[bonus]}."
        yield ledger, Finding("copied-die", "error", (bonus,), why)
