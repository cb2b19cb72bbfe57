"""Every check of Pulsar 2849's ledgers, by its name, just met and just not; the draft and its worked examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import pytest

from engine.ink import Mark
from engine.record import NO_SEAT, Record, Table
from engine.recorded.pulsar import draft
from engine.recorded.pulsar.checks import BETWEEN
from engine.recorded.pulsar.draft import ENGINEERING, INITIATIVE, ImpossiblePick, Pick
from engine.recorded.pulsar.draw import drawn_of
from engine.recorded.tables import score_recorded, table_sheets, with_boxes
from sheets.library import load_sheet

from .ares_tables import changed
from .checking import assert_check, findings
from .pulsar_tables import circled, crossed, ledgers, stations, two_ledgers
from .test_pulsar_checks import CASES as OTHER_CASES
from .test_pulsar_checks import none

Changes = Mapping[str, Mapping[str, Mark | None]]
Make = Callable[[], Sequence[Record]]
SEED = "otter"
SIDES = ("i", "ii", "iii")


def seeded() -> list[Record]:
    """The three ledgers with a seed: places of the first round as drawn, no draft."""
    order = drawn_of(SEED, Table(SEED, 3))["turn-order"]
    records = []
    for each in ledgers():
        marks = {
            field: mark
            for field, mark in each.marks.items()
            if not field.startswith(
                ("draft-", "head.", "roll-", "set.", "goal-", "rank.", "round-", "final.", "row.")
            )
        }
        if each.seat != NO_SEAT:
            marks[f"head.order-{order.index(each.seat) + 1}"] = "circled"
        records.append(Record.on(load_sheet(each.sheet), Table(SEED, 3), each.seat, marks))
    return records


def both() -> list[Record]:
    """Ledgers of seats 1 and 2, final sheets of seats 2 and 3."""
    final = {
        "score.before": 103,
        **crossed(*(f"claim-{n}.taken" for n in (1, 2, 3, 4)), "award.medium-7", "tx.online-1", "tx.online-2"),
        "claim-1.size-medium": "circled+crossed",
        "claim-2.size-large": "circled+crossed",
        "claim-3.size-medium": "circled+crossed",
        "spare.small": 1,
        **crossed(*(f"tech.t{id_}" for id_ in ("1b", "3a", "4a", "5a", "6b")), "goal-1.done", "goal-1.bonus-1"),
        **stations(range(1, 7)),
        **circled("rank.place-2"),
        "station.extra": 1, "end.cubes": 7, "end.paid": 4, "final.purple": 3, "final.goals": 12,
    }  # fmt: skip
    game = Table(None, 3)
    third = {
        "score.before": 47,
        "end.cubes": 2,
        "final.purple": 0,
        "final.goals": 0,
        **circled("rank.place-1"),
    }
    records = [
        Record.on(load_sheet("pulsar-final"), game, seat, marks) for seat, marks in ((2, final), (3, third))
    ]
    return with_boxes(table_sheets([*ledgers()[:2], *records]))


def unknown_sides(*boards: str) -> dict[str, Mark | None]:
    return none(*(f"set.tech-{board}-a" for board in boards))


FOUR: dict[str, Mark | None] = {  # four things done in round 8, with a red die
    "draft-8.bonus": 3, "tech.t1a": 8, "tech.t2a": 8, "tx-3.taken": 8, "tx-4.taken": 8,
}  # fmt: skip

CASES: list[tuple[str, str, Make, Changes, Changes]] = [
    ("draft-dice", "error", ledgers, {}, {"2": {"draft-1.die-1": 3}}),
    ("draft-dice", "error", ledgers, {"3": none("draft-2.die-1")}, {"1": {"draft-4.die-2": 5}}),
    ("draft-replay", "error", ledgers, {}, {"1": none("draft-1.move-1-engineering")}),
    ("draft-replay", "error", ledgers, {}, {"1": circled("draft-2.move-1-engineering")}),
    ("draft-replay", "error", ledgers, {}, {"1": circled("draft-1.move-1-initiative")}),
    ("draft-replay", "error", ledgers, {}, {"1": crossed("draft-1.rear-1")}),
    ("draft-replay", "error", two_ledgers, {}, {"1": crossed("draft-2.rear-1")}),
    (
        "turn-order",
        "error",
        ledgers,
        {"log": none("rank.seat-1")},
        {"log": {"rank.seat-1": 2, "rank.seat-2": 3}},
    ),
    ("losses", "error", ledgers, {}, {"2": {"round-4.loss": None}}),
    ("losses", "error", ledgers, {"1": {"round-4.loss": 0}}, {"1": {"round-4.loss": 1}}),
    ("third-point", "error", ledgers, {"1": {"round-3.third": 0}}, {"1": {"round-3.third": 1}}),
    ("third-point", "error", two_ledgers, {}, {"2": {"round-1.third": None}}),
    ("third-point", "error", two_ledgers, {}, {"1": none("draft-1.rear-2")}),
    ("copied-die", "error", ledgers, {}, {"2": {"draft-5.bonus": 3}}),
    ("copied-die", "error", ledgers, {"2": none("draft-5.copied")}, {"2": none("draft-5.bonus")}),
    ("gyrodyne-points", "error", ledgers, {}, {"2": {"round-5.gyrodynes": 8}}),
    (
        "gyrodyne-points",
        "error",
        ledgers,
        {"log": {"row.value-5": None, **unknown_sides("ii")}, "2": {"round-5.gyrodynes": 8}},
        {"1": {"round-5.gyrodynes": 1}},
    ),
    (
        "gyrodyne-points",
        "error",
        ledgers,
        {"log": {"row.value-8": "X", **unknown_sides("iii")}, "2": {"round-8.gyrodynes": 16}},
        {"log": {"row.value-8": "X", **unknown_sides("iii")}, "2": {"round-8.gyrodynes": 19}},
    ),
    ("transmitter-points", "error", ledgers, {}, {"2": {"round-3.transmitters": 0}}),
    (
        "transmitter-points",
        "error",
        ledgers,
        {"2": {"tx-2.sale": 2, "round-6.transmitters": 3}},
        {"2": {"tx-2.sale": 2, "round-5.transmitters": 2}},
    ),
    ("running-score", "error", ledgers, {"1": none("round-5.score")}, {"1": {"round-5.score": 31}}),
    ("running-score", "error", ledgers, {"1": none("head.order-1")}, {"1": {"round-1.score": 9}}),
    ("claim-order", "error", ledgers, {"2": {"claim-1.spin": 3}}, {"2": {"claim-1.spin": 1}}),
    (
        "claim-order",
        "error",
        ledgers,
        {"2": {"claim-4.built": 7, **circled("claim-4.size-small")}},
        {"2": {"claim-4.built": 6, **circled("claim-4.size-small")}},
    ),
    ("claim-order", "error", ledgers, {}, {"2": {"claim-4.built": 7}}),
    ("claim-order", "error", ledgers, {}, {"2": circled("claim-1.size-large")}),
    ("claim-order", "error", ledgers, {}, {"2": {"claim-4.site": 9}}),
    ("claim-unique", "error", ledgers, {"1": {"claim-1.site": 7}}, {"1": {"claim-1.site": 8}}),
    ("claim-unique", "error", ledgers, {"2": {"spare.small": 6}}, {"2": {"spare.small": 7}}),
    ("awards", "error", ledgers, {}, {"2": none("award.medium-7")}),
    ("awards", "error", ledgers, {"1": {"claim-2.built": 5}}, {"1": {"claim-2.built": 3}}),
    (
        "awards",
        "error",
        ledgers,
        {"2": {"draft-1.die-1": None}, "1": {"award.small-4": "crossed"}},
        {
            "1": {**none("award.small-4"), **crossed("award.small-7")},
            "3": {**none("award.small-7"), **crossed("award.small-4")},
        },
    ),
    (
        "awards",
        "error",
        ledgers,
        {
            "2": {
                **crossed("award.medium-4"),
                **circled("claim-4.size-medium", "claim-5.size-medium"),
                "claim-4.built": 7,
                "claim-5.site": 11,
                "claim-5.round": 8,
                "claim-5.built": 8,
            }
        },
        {"2": crossed("award.medium-4")},
    ),
    ("tech-row", "error", ledgers, {}, {"2": {"tech.t6b": 5}}),
    ("tech-owners", "error", ledgers, {"1": {"tech.t3a": 4}}, {"1": {"tech.t3a": 3}}),
    ("tech-owners", "error", ledgers, {"1": {"tech.t1b": 2}}, {"1": {"tech.t1b": 2}, "3": {"tech.t1b": 3}}),
    (
        "tech-owners",
        "error",
        two_ledgers,
        {"1": {"tech.t1a": 3}, "2": {"tech.t1a": 3}},
        {"1": {"tech.t2a": 3}, "2": {"tech.t2a": 4}},
    ),
    (
        "tech-owners",
        "error",
        both,
        {"3": crossed("tech.t1b"), "1": {"tech.t2a": 2}},
        {"3": crossed("tech.t1b"), "1": {"tech.t1b": 2}},
    ),
    (
        "hq-pyramid",
        "error",
        ledgers,
        {"1": {"hq.p1a": 2, "hq.p1b": 3, "hq.p2a": 3}},
        {"1": {"hq.p1a": 2, "hq.p1b": 4, "hq.p2a": 3}},
    ),
    ("hq-pyramid", "error", ledgers, {"1": {"hq.p1a": 2, "run.p1a": 2}}, {"1": {"hq.p1a": 2, "run.p1a": 1}}),
    (
        "run-real",
        "error",
        ledgers,
        {"1": {"hq.p1a": 2, "run.p1a": 2, **circled("head.hq-a2")}},
        {"1": {"hq.p1a": 2, "run.p1a": 2, **circled("head.hq-c2")}},
    ),
    (
        "hq-unique",
        "error",
        ledgers,
        {"1": circled("head.hq-a1"), "3": circled("head.hq-b1")},
        {"1": circled("head.hq-a1"), "3": circled("head.hq-a2")},
    ),
    (
        "hq-unique",
        "error",
        both,
        {"1": circled("head.hq-a1"), "3": circled("head.hq-b1")},
        {"1": circled("head.hq-a1"), "3": circled("head.hq-a2")},
    ),
    ("hq-none", "error", lambda: plain(), {}, {"1": {"hq.p1a": 2}}),
    ("tx-order", "error", ledgers, {"2": {"tx-2.online": 4}}, {"2": {"tx-2.online": 3}}),
    (
        "tx-order",
        "error",
        ledgers,
        {"2": {"tx-1.online": 3, "tx-1.taken": 3, "tx-1.points": None}},
        {"2": {"tx-1.online": 4, "tx-1.taken": 4}},
    ),
    ("tx-order", "error", ledgers, {}, {"2": circled("tx-1.letter-b")}),
    (
        "tx-order",
        "error",
        ledgers,
        {"1": {"tx-1.taken": 4, "tx-2.taken": 4}},
        {"1": {"tx-1.taken": 4, "tx-2.taken": 4, "tx-3.taken": 4}},
    ),
    ("tx-letter", "warn", ledgers, {"2": {"tx-2.taken": 3}}, {"2": {"tx-2.taken": 2}}),
    (
        "tx-letter",
        "warn",
        ledgers,
        {"1": {"tx-1.taken": 6, **circled("tx-1.letter-c")}},
        {"1": {"tx-1.taken": 5, **circled("tx-1.letter-c")}},
    ),
    (
        "action-budget",
        "error",
        ledgers,
        {"1": {**FOUR, **circled("head.hq-a2")}},
        {"1": {**FOUR, "tx-5.taken": 8, **circled("head.hq-a2")}},
    ),
    ("action-budget-unknown", "warn", ledgers, {"1": FOUR}, {"1": {**FOUR, "tx-5.taken": 8}}),
    (
        "action-budget-plain",
        "warn",
        ledgers,
        {"1": {**FOUR, "tech.t1a": None}},
        {"1": {**FOUR, "tech.t1a": None, "draft-8.bonus": None}},
    ),
    ("action-budget-plain", "warn", ledgers, {"1": {**FOUR, "tech.t1a": None, "tech.t3a": 8}}, {"1": FOUR}),
    ("die-match", "warn", ledgers, {"2": {"tech.t2c": 8}}, {"2": {"draft-4.bonus": 6}}),
    (
        "die-match",
        "warn",
        ledgers,
        {"log": unknown_sides("ii"), "2": {"draft-4.bonus": 6}},
        {"2": none("draft-4.bonus")},
    ),
    ("station-room", "error", ledgers, {"1": stations((2,))}, {"1": stations((1,)), "3": stations((1,))}),
    ("goals", "error", ledgers, {}, {"2": none("tech.t3a")}),
    (
        "goals",
        "error",
        ledgers,
        {"2": crossed("goal-1.bonus-2")},
        {"2": {**crossed("goal-1.bonus-2"), **none("goal-1.bonus-1")}},
    ),
    ("goals", "error", ledgers, {}, {"2": none("goal-1.done")}),
    ("final-goals", "error", ledgers, {}, {"2": {"final.goals": 6}}),
    ("final-pulsars", "error", ledgers, {}, {"2": {"final.pulsars": 2}}),
    (
        "final-pulsars",
        "error",
        ledgers,
        {"2": none("claim-1.round")},
        {"2": none("claim-4.round", "claim-4.site")},
    ),
    ("final-gyrodynes", "error", ledgers, {}, {"2": {"final.gyrodynes": 2}}),
    ("final-cubes", "error", ledgers, {}, {"2": {"final.cubes": 2}}),
    (
        "final-cubes",
        "error",
        ledgers,
        {"2": {"end.paid": 6, "final.cubes": 0}},
        {"2": {"end.paid": 8, "final.cubes": 0}},
    ),
    ("final-initiative", "error", ledgers, {"2": none("final.initiative")}, {"2": {"final.initiative": 7}}),
    ("final-stations", "error", ledgers, {}, {"2": {"final.stations": 12}}),
    ("final-total", "error", ledgers, {"2": none("final.purple")}, {"2": {"final.total": 140}}),
    ("final-purple", "warn", ledgers, {"2": {"final.purple": 3}}, {"2": {"final.purple": 6}}),
    ("final-purple", "warn", ledgers, {"1": {"final.purple": None}}, {"1": {"final.purple": 3}}),
    (
        "first-order",
        "error",
        ledgers,
        {"1": none("head.order-1")},
        {"1": {**none("head.order-1"), **circled("head.order-3")}},
    ),
    ("first-order", "error", ledgers, {}, {"1": circled("head.order-4")}),
    ("first-order", "error", two_ledgers, {}, {"1": {**none("head.order-1"), **circled("head.order-3")}}),
    (
        "first-order",
        "error",
        seeded,
        {},
        {
            "1": {
                f"head.order-{k}": "circled" if f"head.order-{k}" not in seeded()[0].marks else None
                for k in (1, 2)
            }
        },
    ),
]


def plain() -> list[Record]:
    """The three ledgers of a table without headquarters."""
    return [
        Record.on(load_sheet(each.sheet), Table(None, 3, options={"hq": "no"}), each.seat, each.marks)
        for each in ledgers()
    ]


@pytest.mark.parametrize(
    ("check", "level", "make", "met", "broken"), CASES, ids=[f"{case[0]}-{k}" for k, case in enumerate(CASES)]
)
def test_a_check_is_just_met_and_just_not(
    check: str, level: str, make: Make, met: Changes, broken: Changes
) -> None:
    table = make()
    assert_check(check, level, changed(table, met), changed(table, broken))


SAME: list[
    tuple[Mapping[str, Mark | None], str]
] = [  # changes of the final sheet, and what is named on the ledger
    (none("award.medium-7"), "award.medium-7"),
    ({"spare.small": 2}, "spare.small"),
    (none("station.s06"), "station.s06"),
    (none("tech.t4a"), "tech.t4a"),
    ({"score.before": 102}, "round-8.score"),
    (none("tx.online-2"), "tx-2.online"),
    ({"claim-1.size-medium": "circled"}, "claim-1.size-medium"),
]


@pytest.mark.parametrize(("change", "named"), SAME)
def test_two_sheets_of_a_player_agree(change: Mapping[str, Mark | None], named: str) -> None:
    ledger, final = (each for each in both() if each.seat == 2)
    if ledger.sheet == "pulsar-final":
        ledger, final = final, ledger
    assert findings([ledger, final]) == []
    told = [
        found for found in findings([ledger, *changed([final], {"2": change})]) if found.check == "same-seat"
    ]
    assert len(told) == 2
    assert named in told[1 if named not in told[0].fields else 0].fields


def test_every_check_of_the_ledger_and_between_sheets_is_tried() -> None:
    stated = {check.id for check in load_sheet("pulsar-ledger").checks}
    tried = {case[0] for case in CASES}
    assert stated <= tried
    assert stated | set(BETWEEN) <= tried | {case[0] for case in OTHER_CASES} | {"same-seat"}


@pytest.mark.parametrize("make", [ledgers, two_ledgers, seeded, both, plain])
def test_no_part_of_an_honest_table_is_accused(make: Make) -> None:
    table = make()
    for count in range(1, len(table) + 1):
        for part in combinations(table, count):
            assert findings(part) == []
            if any(each.seat != NO_SEAT for each in part):
                assert all(player.differences == () for player in score_recorded(table_sheets(part)).players)


def test_the_worked_example() -> None:
    player = score_recorded(table_sheets(ledgers())).players[1]
    assert player.parts == {
        "final.purple": 3, "final.goals": 12, "final.pulsars": 1, "final.gyrodynes": 1, "final.cubes": 1,
        "final.initiative": 4, "final.stations": 16,
    }  # fmt: skip
    assert player.total == 141


def test_of_two_sheets_of_a_player_the_ledger_counts() -> None:
    score = score_recorded(table_sheets(both()))
    assert [player.seat for player in score.players] == [1, 2, 3]
    assert score.ranking == ((2,), (3,), (1,))


def test_the_place_on_the_track_is_known_without_its_box() -> None:
    table = changed(ledgers(), {"2": none("final.initiative", "final.total")})
    assert score_recorded(table_sheets(table)).players[1].parts["final.initiative"] == 4


MARKERS = [
    ((1, 2, 2, 4, 4, 5, 6), 6),
    ((1, 1, 1, 2, 3, 6, 6), 3),
    ((3, 3, 3, 4, 4, 5, 5), 6),
    ((2, 2, 3, 3, 3, 4, 5), 5),
    ((1, 2, 3, 3, 3, 3, 4, 5, 6), 6),
    ((1, 2, 3, 4, 5, 6, 6, 6, 6), 9),
]


@pytest.mark.parametrize(("roll", "place"), MARKERS)
def test_the_median_marker(roll: tuple[int, ...], place: int) -> None:
    assert draft.median_place(roll) == place == draft.median_place(roll[::-1])


def test_a_row_worth_the_median_brings_the_higher_value() -> None:
    assert [draft.median_value(place) for place in range(1, 12)] == [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


def test_the_worked_example_of_a_draft() -> None:
    a, b, c = 1, 2, 3
    picks = [
        Pick(a, 6, ENGINEERING), Pick(b, 5, INITIATIVE), Pick(c, 1, INITIATIVE),
        Pick(c, 4, ENGINEERING), Pick(b, 2, ENGINEERING), Pick(a, 2, INITIATIVE),
    ]  # fmt: skip
    assert draft.picking_order((a, b, c), 3) == tuple(pick.seat for pick in picks)
    after = draft.drafted(draft.start_tracks((a, b, c)), picks, (1, 2, 2, 4, 4, 5, 6))
    assert after.left_over == (4,)
    assert draft.order_on(after.tracks, INITIATIVE) == (c, a, b)
    assert draft.cubes_of(after.tracks, 3) == {b: 3, c: 2, a: 0}
    spaces = {seat: draft.counters(after.tracks, ENGINEERING, seat)[0].space for seat in (a, b, c)}
    assert spaces == {a: 11, b: 6, c: 9}


def on(**spaces: dict[int, tuple[int, ...]]) -> draft.Tracks:
    """Tracks with stacks on some spaces."""
    return {track: tuple(spaces[track].get(space, ()) for space in range(1, 16)) for track in draft.TRACKS}


def test_a_moved_counter_leaves_those_above_it_and_lands_on_top() -> None:
    tracks = on(initiative={8: (1, 2, 3), 10: (4,)}, engineering={8: (1, 2, 3, 4)})
    moved = draft.take(tracks, Pick(1, 5, INITIATIVE), (5,), 6)
    assert (moved[INITIATIVE][7], moved[INITIATIVE][9]) == ((2, 3), (4, 1))
    assert draft.order_on(moved, INITIATIVE) == (3, 2, 1, 4)


def test_at_the_left_end_a_counter_goes_to_the_top() -> None:
    tracks = on(initiative={1: (1, 2), 3: (3,)}, engineering={8: (1, 2, 3)})
    assert draft.take(tracks, Pick(1, 1, INITIATIVE), (1,), 6)[INITIATIVE][0] == (2, 1)
    assert draft.take(tracks, Pick(3, 1, INITIATIVE), (1,), 6)[INITIATIVE][0] == (1, 2, 3)


def test_beyond_the_right_end_a_counter_goes_only_without_a_choice() -> None:
    tracks = on(initiative={14: (1,), 15: (2,)}, engineering={13: (1,), 8: (2,)})
    for dice, allowed in (((6, 6), True), ((6, 4), False), ((6, 5), False), ((6, 3), False)):
        if allowed:
            assert draft.take(tracks, Pick(1, 6, INITIATIVE), dice, 6)[INITIATIVE][14] == (1, 2)
        else:
            with pytest.raises(ImpossiblePick, match="beyond space 15"):
                draft.take(tracks, Pick(1, 6, INITIATIVE), dice, 6)


def test_losses_and_points_of_places() -> None:
    tracks = on(initiative={14: (1,), 15: (2,)}, engineering={14: (2,), 3: (1,)})
    assert [draft.loss_of(tracks, seat) for seat in (1, 2)] == [1, 3]
    assert draft.initiative_points((2, 1, 1, 2), 2) == {2: 7, 1: 6}
    assert draft.initiative_points((3, 1, 2), 3) == {3: 7, 1: 4, 2: 0}
    assert draft.initiative_points((3, 1, 2, 4), 4) == {3: 7, 1: 4, 2: 2, 4: 0}


def test_two_players_take_dice_by_their_rockets_and_move_either_counter() -> None:
    tracks = draft.start_tracks((1, 2))
    assert tracks[INITIATIVE][7] == (1, 2, 1, 2)
    assert draft.picking_order(draft.rockets((1, 2)), 2) == (1, 2, 1, 2)
    front = draft.take(tracks, Pick(1, 5, INITIATIVE), (5,), 6)
    rear = draft.take(tracks, Pick(1, 5, INITIATIVE, rear=True), (5,), 6)
    assert (front[INITIATIVE][7], rear[INITIATIVE][7]) == ((1, 2, 2), (2, 1, 2))


def test_after_an_impossible_pick_later_rounds_are_not_judged() -> None:
    broken = changed(ledgers(), {"1": {"draft-3.die-1": 6}, "2": {"round-4.loss": None}})
    assert [found.check for found in findings(broken) if found.check in ("draft-dice", "losses")] == [
        "draft-dice"
    ]
    assert "running-score" in {found.check for found in findings(broken)}


def test_without_a_ledger_nothing_is_replayed() -> None:
    broken = changed(ledgers(), {"1": {"draft-1.die-1": 3}})
    assert {found.check for found in findings(broken)} == {"draft-dice"}
    assert findings(broken[:2] + broken[3:]) == []
