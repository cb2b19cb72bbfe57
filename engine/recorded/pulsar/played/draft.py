"""The draft of Pulsar 2849 replayed: dice, the median marker, counters on the two tracks, and what their order gives.

Spaces of the tracks run from 1 at the left, which is ahead, to 15. On one space counters stack; the upper is ahead.

>>> median_place([1, 2, 2, 4, 4, 5, 6])
6
>>> [distance(die, 6) for die in (1, 2, 4, 5, 6)]
[-3, -2, 1, 2, 3]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fairsheet.languages.messages import Message

INITIATIVE, ENGINEERING = TRACKS = ("initiative", "engineering")
START, LAST = 8, 15
LOSS = {14: 1, 15: 2}  # points for each counter there

Stack = tuple[int, ...]  # the seats of counters, the lowest first
Tracks = Mapping[str, tuple[Stack, ...]]  # by track the stacks of its spaces


class Pick(NamedTuple):
    """A die that a seat takes, and the own counter that it moves: `track` is None for none, `rear` the one behind."""

    seat: int
    die: int
    track: str | None
    rear: bool = False


class Drafted(NamedTuple):
    """A round after its draft."""

    tracks: Tracks
    left_over: tuple[int, ...]


class Counter(NamedTuple):
    """Where a counter is: its space, and how many lie below it there."""

    space: int
    below: int


class ImpossiblePick(Exception):
    """A pick that the rules do not allow.

    `is_die` says that the die is not there, `is_missing` that it is not noted which counter moves.
    """

    place = 0  # of the pick in its round

    def __init__(self, why: Message, *, is_die: bool = False, is_missing: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.is_die = is_die
        self.is_missing = is_missing


def rockets(order: Sequence[int]) -> tuple[int, ...]:
    """The places of the order track in the first round: two players have two rockets each, by turns."""
    return tuple(order) * (2 if len(order) == 2 else 1)


def start_tracks(order: Sequence[int]) -> Tracks:
    """Both tracks before the first round: all counters on space 8, those of the first player lowest."""
    spaces: list[Stack] = [()] * LAST
    spaces[START - 1] = rockets(order)
    return {track: tuple(spaces) for track in TRACKS}


def median_place(roll: Sequence[int]) -> int:
    """The place of the median marker: 2v − 1 under the dice of value v, one less or more between two values."""
    dice = sorted(roll)
    median = dice[len(dice) // 2]
    left, right = sum(die < median for die in dice), sum(die > median for die in dice)
    return 2 * median - 1 + (right > left) - (left > right)


def median_value(place: int) -> int:
    """What a row that is worth the median brings: the value at the marker, the higher one between two."""
    return place // 2 + 1


def distance(die: int, place: int) -> int:
    """How far a counter moves for a die, to the left below 0, with the marker at that place."""
    half_spaces = 2 * die - 1 - place
    spaces = (abs(half_spaces) + 1) // 2
    return spaces if half_spaces > 0 else -spaces


def picking_order(places: Sequence[int], players: int) -> tuple[int, ...]:
    """The seats as they take dice: there and back again; two players by their four rockets."""
    return tuple(places) if players == 2 else (*places, *reversed(places))


def counters(tracks: Tracks, track: str, seat: int) -> list[Counter]:
    """A seat's counters on a track, the one ahead first."""
    return [
        Counter(space, below)
        for space, stack in enumerate(tracks[track], 1)
        for below in range(len(stack) - 1, -1, -1)
        if stack[below] == seat
    ]


def is_forced_right(tracks: Tracks, seat: int, dice: Sequence[int], place: int) -> bool:
    """Whether every die left would push every counter of a seat off the right end of its track."""
    furthest_left = min(counter.space for track in TRACKS for counter in counters(tracks, track, seat))
    return all(furthest_left + distance(die, place) > LAST for die in dice)


def moved(tracks: Tracks, track: str, counter: Counter, spaces: int) -> Tracks:
    """The tracks after a move: on top, but beyond the right end to the foot of the last space."""
    stacks = [list(stack) for stack in tracks[track]]
    seat = stacks[counter.space - 1].pop(counter.below)
    target = counter.space + spaces
    if target > LAST:
        stacks[LAST - 1].insert(0, seat)
    else:
        stacks[max(1, target) - 1].append(seat)
    return {**tracks, track: tuple(tuple(stack) for stack in stacks)}


def take(tracks: Tracks, pick: Pick, dice: Sequence[int], place: int) -> Tracks:
    """The tracks after a pick from the dice that are left. Raises ImpossiblePick."""
    if pick.die not in dice:
        raise ImpossiblePick(Message("there is no die {die} left to take.", die=pick.die), is_die=True)
    spaces = distance(pick.die, place)
    if pick.track is None:
        if spaces:
            why = Message("a die {die} moves a counter; which one is not circled.", die=pick.die)
            raise ImpossiblePick(why, is_missing=True)
        return tracks
    if not spaces:
        raise ImpossiblePick(Message("a die {die} lies at the marker, so no counter moves.", die=pick.die))
    own = counters(tracks, pick.track, pick.seat)
    counter = own[-1 if pick.rear else 0]
    if counter.space + spaces > LAST and not is_forced_right(tracks, pick.seat, dice, place):
        why = Message("a die {die} would move this counter beyond space {last}.", die=pick.die, last=LAST)
        raise ImpossiblePick(why)
    return moved(tracks, pick.track, counter, spaces)


def drafted(tracks: Tracks, picks: Sequence[Pick], roll: Sequence[int]) -> Drafted:
    """A round's draft from the tracks before it. Raises ImpossiblePick with the place of the first impossible one."""
    place, dice = median_place(roll), list(roll)
    for k, pick in enumerate(picks):
        try:
            tracks = take(tracks, pick, dice, place)
        except ImpossiblePick as problem:
            problem.place = k
            raise
        dice.remove(pick.die)
    return Drafted(tracks, tuple(sorted(dice)))


def order_on(tracks: Tracks, track: str) -> tuple[int, ...]:
    """The seats of the counters on a track, the one ahead first."""
    return tuple(seat for stack in tracks[track] for seat in reversed(stack))


def loss_of(tracks: Tracks, seat: int) -> int:
    """What a seat loses for its counters at the right end of the tracks."""
    return sum(LOSS.get(counter.space, 0) for track in TRACKS for counter in counters(tracks, track, seat))


def third_point(tracks: Tracks, players: int) -> int | None:
    """With two players, the seat that gets the point of the third counter on the engineering track."""
    return order_on(tracks, ENGINEERING)[2] if players == 2 else None
