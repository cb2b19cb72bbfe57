"""Tables of Pulsar 2849 by hand: three players, one as in the worked example, and the sheet of the table."""

from __future__ import annotations

from collections.abc import Iterable

from fairsheet.engine.recorded.recorded_tables import fill_boxes, table_sheets
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed

Marks = dict[str, Mark]


def none(*fields: str) -> dict[str, Mark | None]:
    return dict.fromkeys(fields)


def stations(systems: Iterable[int]) -> Marks:
    return crossed(*(f"station.s{system:02d}" for system in systems))


# The worked example: four pulsars, three gyrodynes spinning, six stations and one added, five patents.
EXAMPLE: Marks = {
    "score.before": 103,
    **crossed(*(f"claim-{n}.taken" for n in (1, 2, 3, 4)), "award.medium-7", "tx.online-1", "tx.online-2"),
    "claim-1.size-medium": "circled+crossed",
    "claim-2.size-large": "circled+crossed",
    "claim-3.size-medium": "circled+crossed",
    "spare.small": 1,
    **crossed(*(f"tech.t{id_}" for id_ in ("1b", "3a", "4a", "5a", "6b")), "goal-1.done", "goal-1.bonus-1"),
    **stations(range(1, 7)),
    "station.extra": 1,
    "end.cubes": 7,
    "end.paid": 4,
    "final.purple": 3,
    "final.goals": 12,
}
# Eleven stations for the second goal, three gate runs for the third, side A2 of the headquarters.
SECOND: Marks = {
    "score.before": 96,
    **circled("head.hq-a2", "claim-1.size-small", "claim-2.size-small"),
    **crossed("claim-1.taken", "claim-2.taken", "award.small-7", "tech.t1b", "tech.t2a", "tech.t8a"),
    **crossed(*(f"hq.p{id_}" for id_ in ("1a", "1b", "1c", "2a", "3a")), "run.p1a", "run.p1b", "run.p3a"),
    **stations(range(5, 16)),
    **crossed("goal-2.done", "goal-3.done"),
    "end.cubes": 3,
    "final.purple": 0,
    "final.goals": 9,
}
THIRD: Marks = {
    "score.before": 88,
    **circled("head.hq-b1", "claim-1.size-small", "claim-2.size-small"),
    **crossed("claim-1.taken", "claim-2.taken", "award.small-4", "tech.t2c", "hq.p1a", "run.p1a"),
    **stations((1, 16)),
    "end.cubes": 0,
    "final.purple": 0,
    "final.goals": 0,
}
WORTH = ("points", "cost-1", "gain-1", "cost-2", "gain-2")  # the facts on the tile of a goal


def goal(place: int, number: int) -> dict[str, Mark | None]:
    """Return another goal at that place, without the facts on its tile."""
    return {f"goal-{place}.tile": number, **none(*(f"goal-{place}.{what}" for what in WORTH))}


TILES = ((9, 6, 4, 6, 1, 6), (8, 5, 4, 5, 2, 5), (12, 4, 4, 4, 2, 4))  # tiles of the goals
GOALS: Marks = {
    f"goal-{place}.{what}": number
    for place, tile in enumerate(TILES, 1)
    for what, number in zip(("tile", *WORTH), tile, strict=True)
}
ROWS = (0, 2, 1, 0, 2, 0, 2, 4)


def common(players: int = 3) -> Marks:
    """Return the sheet of a table with sides A."""
    rows: Marks = {f"row.value-{row}": value for row, value in enumerate(ROWS, 1)}
    seats: dict[int, tuple[int, ...]] = {2: (2, 1, 1, 2), 3: (3, 1, 2)}
    order: Marks = {f"rank.seat-{place}": seat for place, seat in enumerate(seats[players], 1)}
    sides = circled("set.map-open", *(f"set.tech-{board}-a" for board in ("i", "ii", "iii")))
    roll: Marks = {"roll-1.v1": 1, "roll-1.v2": 2, "roll-1.v4": 2, "roll-1.v5": 1, "roll-1.v6": 1}
    return {**GOALS, **rows, **order, **sides, **roll, "system.tile-01": 4, "system.tile-05": 14}


def finals(
    game: Table, players: Iterable[Marks], places: Iterable[tuple[int, ...]], table: Marks
) -> list[Record]:
    """Return filled-in final sheets with places on the initiative track, and the sheet of the table."""
    sheet = load_sheet("pulsar-final")
    records = [
        Record.on(sheet, game, seat, {**marks, **circled(*(f"rank.place-{place}" for place in own))})
        for seat, (marks, own) in enumerate(zip(players, places, strict=True), 1)
    ]
    return fill_boxes(table_sheets([*records, Record.on(load_sheet("pulsar-table"), game, NO_SEAT, table)]))


def three(seed: str | None = None, **options: str) -> list[Record]:
    """Return three players; seat 1 is the worked example."""
    game = Table(seed, 3, options=options) if options else Table(seed, 3)
    return finals(game, (EXAMPLE, SECOND, THIRD), ((2,), (3,), (1,)), common())


def two() -> list[Record]:
    """Return two players, each with two places on the initiative track."""
    second = {field: mark for field, mark in SECOND.items() if field != "tech.t1b"}
    second |= {f"station.s{system:02d}": "crossed" for system in range(6, 16)}
    del second["station.s05"]
    second |= stations((16,))
    return finals(Table(None, 2), (EXAMPLE, second), ((2, 3), (1, 4)), common(2))


# Ledgers of three players. The first draft is its worked example; in rounds 4 to 7 some dice are away from the
# marker: seat 2 is on space 14 after round 4, and seats 3, 2 and 1 lead on the initiative track in this order.
ROLLS: tuple[tuple[int, ...], ...] = (
    (1, 2, 2, 4, 4, 5, 6), (3,) * 7, (3,) * 7, *((1, 1, 3, 3, 3, 5, 5),) * 4, (3,) * 7,
)  # fmt: skip
NO_MOVE = (3, "")  # a die at the marker
DRAFTS: dict[int, tuple[tuple[tuple[int, str], tuple[int, str]], ...]] = {
    1: (
        ((6, "e"), (2, "i")), (NO_MOVE, NO_MOVE), (NO_MOVE, NO_MOVE), (NO_MOVE, NO_MOVE), (NO_MOVE, NO_MOVE),
        ((5, "i"), (5, "i")), ((5, "i"), (5, "e")), (NO_MOVE, NO_MOVE),
    ),
    2: (
        ((5, "i"), (2, "e")), (NO_MOVE, NO_MOVE), (NO_MOVE, NO_MOVE), ((5, "i"), (5, "i")), ((1, "i"), (1, "i")),
        (NO_MOVE, NO_MOVE), (NO_MOVE, NO_MOVE), (NO_MOVE, NO_MOVE),
    ),
    3: (
        ((1, "i"), (4, "e")), (NO_MOVE, NO_MOVE), (NO_MOVE, NO_MOVE), (NO_MOVE, (1, "i")), (NO_MOVE, (5, "e")),
        (NO_MOVE, (1, "i")), (NO_MOVE, (1, "i")), (NO_MOVE, NO_MOVE),
    ),
}  # fmt: skip
TRACKS = {"i": "initiative", "e": "engineering"}


def drafted(seat: int) -> Marks:
    marks: Marks = {}
    for number, picks in enumerate(DRAFTS[seat], 1):
        for k, (die, track) in enumerate(picks, 1):
            marks[f"draft-{number}.die-{k}"] = die
            if track:
                marks[f"draft-{number}.move-{k}-{TRACKS[track]}"] = "circled"
    return marks


def rounds(**boxes: tuple[int, ...]) -> Marks:
    return {
        f"round-{number}.{box}": points
        for box, each in boxes.items()
        for number, points in enumerate(each, 1)
    }


EXAMPLE_LEDGER: Marks = {
    "head.order-2": "circled",
    **drafted(2),
    "draft-4.bonus": 2,
    "draft-5.bonus": 5,
    "draft-5.copied": "crossed",
    **rounds(
        action=(0, 2, 3, 0, 11, 5, 8, 6), loss=(0, 0, 0, 1, 0, 0, 0, 0), transmitters=(1,) * 8,
        gyrodynes=(0, 4, 3, 2, 9, 5, 13, 19), green=(0,) * 8, score=(7, 14, 21, 23, 44, 55, 77, 103),
    ),
    "claim-1.site": 4, "claim-1.round": 1, "claim-1.size-medium": "circled", "claim-1.built": 2, "claim-1.spin": 2,
    "claim-2.site": 9, "claim-2.round": 3, "claim-2.size-large": "circled", "claim-2.built": 4, "claim-2.spin": 5,
    "claim-3.site": 2, "claim-3.round": 5, "claim-3.size-medium": "circled", "claim-3.built": 5, "claim-3.spin": 7,
    "claim-4.site": 12, "claim-4.round": 7,
    "spare.small": 1, "award.medium-7": "crossed",
    "tx-1.letter-a": "circled", "tx-1.taken": 1, "tx-1.online": 1, "tx-1.points": 1,
    "tx-2.letter-b": "circled", "tx-2.taken": 4, "tx-2.online": 6, "tx-2.cubes": 1, "tx-2.linked": "crossed",
    "tech.t1b": 2, "tech.t3a": 3, "tech.t4a": 4, "tech.t5a": 5, "tech.t6b": 6,
    **stations(range(1, 7)), "station.extra": 1, "end.cubes": 7, "end.paid": 4,
    **crossed("goal-1.done", "goal-1.bonus-1"), "final.purple": 3, "final.goals": 12,
}  # fmt: skip


def plain_ledger(seat: int, place: int, second_small: int, award: int) -> Marks:
    """Return mostly five points a round for actions, and two small gyrodynes, the second of them built in round 4."""
    return {
        f"head.order-{place}": "circled",
        **drafted(seat),
        **rounds(action=(5, 5, 3, 7, 5, 5, 5, 5), transmitters=(0,) * 8, gyrodynes=(0,) * 8),
        **rounds(score=tuple(4 + place + points for points in (5, 10, 13, 20, 25, 30, 35, 40))),
        "claim-1.site": 5 + seat, "claim-1.round": 1, "claim-1.size-small": "circled", "claim-1.built": 2,
        "claim-2.site": 12 + seat, "claim-2.round": 2, "claim-2.size-small": "circled", "claim-2.built": second_small,
        f"award.small-{award}": "crossed",
        "end.cubes": 2, "final.purple": 0, "final.goals": 0,
    }  # fmt: skip


def ledgers() -> list[Record]:
    """Return three ledgers, seat 2's being the worked example, and the sheet of the table with all rolls."""
    game = Table(None, 3)
    marks = (plain_ledger(1, 1, 4, 4), EXAMPLE_LEDGER, plain_ledger(3, 3, 4, 7))
    records = [Record.on(load_sheet("pulsar-ledger"), game, seat, own) for seat, own in enumerate(marks, 1)]
    table = {field: mark for field, mark in common().items() if not field.startswith(("roll-", "rank."))}
    for number, roll in enumerate(ROLLS, 1):
        table |= {f"roll-{number}.v{die}": roll.count(die) for die in set(roll)}
    table |= {"rank.seat-1": 3, "rank.seat-2": 2, "rank.seat-3": 1}
    return fill_boxes(table_sheets([*records, Record.on(load_sheet("pulsar-table"), game, NO_SEAT, table)]))


# In round 1, seat 1 of two moves its front counter on the initiative track and the rear one on the other.
TWO_DRAFTS: dict[int, Marks] = {
    1: {
        "draft-1.die-1": 4, "draft-1.move-1-initiative": "circled",
        "draft-1.die-2": 5, "draft-1.move-2-engineering": "circled", "draft-1.rear-2": "crossed",
    },
    2: {
        "draft-1.die-1": 2, "draft-1.move-1-engineering": "circled",
        "draft-1.die-2": 2, "draft-1.move-2-initiative": "circled",
    },
}  # fmt: skip


def two_ledgers() -> list[Record]:
    """Return two players; after round 1 no counter moves, and seat 2 has the third one on the engineering track."""
    game = Table(None, 2)
    records = []
    for seat in (1, 2):
        third = int(seat == 2)
        marks: Marks = {f"head.order-{seat}": "circled", **TWO_DRAFTS[seat]}
        marks |= {f"draft-{number}.die-{k}": 3 for number in range(2, 9) for k in (1, 2)}
        marks |= rounds(action=(5,) * 8, third=(third,) * 8, transmitters=(0,) * 8, gyrodynes=(0,) * 8)
        marks |= rounds(score=tuple(4 + seat + (5 + third) * number for number in range(1, 9)))
        marks |= {"end.cubes": 0, "final.purple": 0, "final.goals": 0, "station.s01": "crossed"}
        records.append(Record.on(load_sheet("pulsar-ledger"), game, seat, marks))
    table: Marks = {"roll-1.v1": 1, "roll-1.v2": 2, "roll-1.v4": 2, "roll-1.v5": 1, "roll-1.v6": 1}
    table |= {f"roll-{number}.v3": 7 for number in range(2, 9)}
    return fill_boxes(table_sheets([*records, Record.on(load_sheet("pulsar-table"), game, NO_SEAT, table)]))
