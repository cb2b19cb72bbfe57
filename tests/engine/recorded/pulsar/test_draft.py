"""Test the draft of Pulsar 2849: the median marker, counters on their tracks, the worked example."""

from __future__ import annotations

import pytest

from fairsheet.engine.recorded.pulsar.played import draft
from fairsheet.engine.recorded.pulsar.played.draft import ENGINEERING, INITIATIVE, ImpossiblePick, Pick
from fairsheet.engine.recorded.pulsar.played.setup import initiative_points

MARKERS = [
    ((1, 2, 2, 4, 4, 5, 6), 6),
    ((1, 1, 1, 2, 3, 6, 6), 3),
    ((3, 3, 3, 4, 4, 5, 5), 6),
    ((2, 2, 3, 3, 3, 4, 5), 5),
    ((1, 2, 3, 3, 3, 3, 4, 5, 6), 6),
    ((1, 2, 3, 4, 5, 6, 6, 6, 6), 9),
]


@pytest.mark.parametrize(("roll", "place"), MARKERS)
def test_median_marker_has_its_place(roll: tuple[int, ...], place: int) -> None:
    assert draft.median_place(roll) == place == draft.median_place(roll[::-1])


def test_row_worth_the_median_gives_the_higher_value() -> None:
    assert [draft.median_value(place) for place in range(1, 12)] == [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


def test_worked_example_of_a_draft_is_replayed() -> None:
    a, b, c = 1, 2, 3
    picks = [
        Pick(a, 6, ENGINEERING), Pick(b, 5, INITIATIVE), Pick(c, 1, INITIATIVE),
        Pick(c, 4, ENGINEERING), Pick(b, 2, ENGINEERING), Pick(a, 2, INITIATIVE),
    ]  # fmt: skip
    assert draft.picking_order((a, b, c), 3) == tuple(pick.seat for pick in picks)
    after = draft.draft_round(draft.start_tracks((a, b, c)), picks, (1, 2, 2, 4, 4, 5, 6))
    assert after.left_over == (4,)
    assert draft.order_on(after.tracks, INITIATIVE) == (c, a, b)
    spaces = {seat: draft.counters(after.tracks, ENGINEERING, seat)[0].space for seat in (a, b, c)}
    assert spaces == {a: 11, b: 6, c: 9}


def on(**spaces: dict[int, tuple[int, ...]]) -> draft.Tracks:
    """Return tracks with stacks on some spaces."""
    return {track: tuple(spaces[track].get(space, ()) for space in range(1, 16)) for track in draft.TRACKS}


def test_moved_counter_leaves_upper_ones_and_is_put_on_top() -> None:
    tracks = on(initiative={8: (1, 2, 3), 10: (4,)}, engineering={8: (1, 2, 3, 4)})
    moved = draft.take(tracks, Pick(1, 5, INITIATIVE), (5,), 6)
    assert (moved[INITIATIVE][7], moved[INITIATIVE][9]) == ((2, 3), (4, 1))
    assert draft.order_on(moved, INITIATIVE) == (3, 2, 1, 4)


def test_counter_at_the_left_end_goes_to_the_top() -> None:
    tracks = on(initiative={1: (1, 2), 3: (3,)}, engineering={8: (1, 2, 3)})
    assert draft.take(tracks, Pick(1, 1, INITIATIVE), (1,), 6)[INITIATIVE][0] == (2, 1)
    assert draft.take(tracks, Pick(3, 1, INITIATIVE), (1,), 6)[INITIATIVE][0] == (1, 2, 3)


def test_counter_passes_the_right_end_only_without_a_choice() -> None:
    tracks = on(initiative={14: (1,), 15: (2,)}, engineering={13: (1,), 8: (2,)})
    for dice, allowed in (((6, 6), True), ((6, 4), False), ((6, 5), False), ((6, 3), False)):
        if allowed:
            assert draft.take(tracks, Pick(1, 6, INITIATIVE), dice, 6)[INITIATIVE][14] == (1, 2)
        else:
            with pytest.raises(ImpossiblePick, match="beyond space 15"):
                draft.take(tracks, Pick(1, 6, INITIATIVE), dice, 6)


def test_places_have_their_losses_and_points() -> None:
    tracks = on(initiative={14: (1,), 15: (2,)}, engineering={14: (2,), 3: (1,)})
    assert [draft.loss_of(tracks, seat) for seat in (1, 2)] == [1, 3]
    assert initiative_points((2, 1, 1, 2), 2) == {2: 7, 1: 6}
    assert initiative_points((3, 1, 2), 3) == {3: 7, 1: 4, 2: 0}
    assert initiative_points((3, 1, 2, 4), 4) == {3: 7, 1: 4, 2: 2, 4: 0}


def test_two_players_take_dice_by_rockets_and_move_either_counter() -> None:
    tracks = draft.start_tracks((1, 2))
    assert tracks[INITIATIVE][7] == (1, 2, 1, 2)
    assert draft.picking_order(draft.rockets((1, 2)), 2) == (1, 2, 1, 2)
    front = draft.take(tracks, Pick(1, 5, INITIATIVE), (5,), 6)
    rear = draft.take(tracks, Pick(1, 5, INITIATIVE, rear=True), (5,), 6)
    assert (front[INITIATIVE][7], rear[INITIATIVE][7]) == ((1, 2, 2), (2, 1, 2))
