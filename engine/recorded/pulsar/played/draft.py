"""The draft of Pulsar 2849: dice, the median marker, counters on the two tracks, and what their order gives.

Spaces of the tracks count from 1 at the left, which is ahead, to 15. In a stack of counters the upper ones are ahead.

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

Stack = tuple[int, ...]  # the seats of the counters, lowest first
Tracks = Mapping[str, tuple[Stack, ...]]  # the stacks of each space, by track


class Pick(NamedTuple):
    """A die that a seat takes, and its counter that moves: `track` is None for none, `rear` means the one behind."""

    seat: int
    die: int
    track: str | None
    rear: bool = False


class Drafted(NamedTuple):
    """A round after its draft."""

    tracks: Tracks
    left_over: tuple[int, ...]


class Counter(NamedTuple):
    """The position of a counter: its space, and the number of counters below it."""

    space: int
    below: int


class ImpossiblePick(Exception):
    """A pick that the rules do not allow.

    `is_die` means that there is no such die, `is_missing` that the moving counter is not noted.
    """

    place = 0  # of the pick in its round

    def __init__(self, why: Message, *, is_die: bool = False, is_missing: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.is_die = is_die
        self.is_missing = is_missing


def rockets(order: Sequence[int]) -> tuple[int, ...]:
    """Return the seats on the order track in the first round; two players have two rockets each, alternating."""
    return tuple(order) * (2 if len(order) == 2 else 1)


def start_tracks(order: Sequence[int]) -> Tracks:
    """Return both tracks before the first round: all counters on space 8, the first player's at the bottom."""
    spaces: list[Stack] = [()] * LAST
    spaces[START - 1] = rockets(order)
    return {track: tuple(spaces) for track in TRACKS}


def median_place(roll: Sequence[int]) -> int:
    """Return the place of the median marker: 2v − 1 under the dice of value v, one less or more between two values."""
    dice = sorted(roll)
    median = dice[len(dice) // 2]
    left, right = sum(die < median for die in dice), sum(die > median for die in dice)
    return 2 * median - 1 + (right > left) - (left > right)


def median_value(place: int) -> int:
    """Return the value of a row that is worth the median: the value at the marker; between two, the higher one."""
    return place // 2 + 1


def distance(die: int, place: int) -> int:
    """Return the spaces that a counter moves for a die if the marker is at `place`; negative to the left."""
    half_spaces = 2 * die - 1 - place
    spaces = (abs(half_spaces) + 1) // 2
    return spaces if half_spaces > 0 else -spaces


def picking_order(places: Sequence[int], players: int) -> tuple[int, ...]:
    """Return the seats in the order of their picks: forwards, then backwards; two players by their four rockets."""
    return tuple(places) if players == 2 else (*places, *reversed(places))


def counters(tracks: Tracks, track: str, seat: int) -> list[Counter]:
    """Return a seat's counters on a track, the leading one first."""
    return [
        Counter(space, below)
        for space, stack in enumerate(tracks[track], 1)
        for below in range(len(stack) - 1, -1, -1)
        if stack[below] == seat
    ]


def is_forced_right(tracks: Tracks, seat: int, dice: Sequence[int], place: int) -> bool:
    """Return whether each remaining die would push each counter of a seat off the right end of its track."""
    furthest_left = min(counter.space for track in TRACKS for counter in counters(tracks, track, seat))
    return all(furthest_left + distance(die, place) > LAST for die in dice)


def moved(tracks: Tracks, track: str, counter: Counter, spaces: int) -> Tracks:
    """Return the tracks after a move: onto the top of a stack, but beyond the right end to the last space's bottom."""
    stacks = [list(stack) for stack in tracks[track]]
    seat = stacks[counter.space - 1].pop(counter.below)
    target = counter.space + spaces
    if target > LAST:
        stacks[LAST - 1].insert(0, seat)
    else:
        stacks[max(1, target) - 1].append(seat)
    return {**tracks, track: tuple(tuple(stack) for stack in stacks)}


def take(tracks: Tracks, pick: Pick, dice: Sequence[int], place: int) -> Tracks:
    """Return the tracks after a pick from the remaining dice. Raises ImpossiblePick if the rules forbid the pick."""
    if pick.die not in dice:
        raise ImpossiblePick(Message("no die {die} is left to take.", die=pick.die), is_die=True)
    spaces = distance(pick.die, place)
    if pick.track is None:
        if spaces:
            why = Message("a die {die} moves a counter, but no counter is circled.", die=pick.die)
            raise ImpossiblePick(why, is_missing=True)
        return tracks
    if not spaces:
        raise ImpossiblePick(Message("a die {die} is at the marker, so no counter moves.", die=pick.die))
    own = counters(tracks, pick.track, pick.seat)
    counter = own[-1 if pick.rear else 0]
    if counter.space + spaces > LAST and not is_forced_right(tracks, pick.seat, dice, place):
        why = Message("a die {die} would move this counter beyond space {last}.", die=pick.die, last=LAST)
        raise ImpossiblePick(why)
    return moved(tracks, pick.track, counter, spaces)


def draft_round(tracks: Tracks, picks: Sequence[Pick], roll: Sequence[int]) -> Drafted:
    """Return a round after its draft. Raises ImpossiblePick with the place of the first impossible pick."""
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
    """Return the seats of the counters on a track, the leading one first."""
    return tuple(seat for stack in tracks[track] for seat in reversed(stack))


def loss_of(tracks: Tracks, seat: int) -> int:
    """Return the points that a seat loses for its counters at the right end of the tracks."""
    return sum(LOSS.get(counter.space, 0) for track in TRACKS for counter in counters(tracks, track, seat))


def third_point(tracks: Tracks, players: int) -> int | None:
    """Return the seat with the third counter on the engineering track, if there are two players: it gets a point."""
    return order_on(tracks, ENGINEERING)[2] if players == 2 else None
