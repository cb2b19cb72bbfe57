"""Tables of Pulsar 2849 by hand: three players, one of them as in the worked example, and the sheet of the table."""

from __future__ import annotations

from collections.abc import Iterable

from engine.ink import Mark
from engine.record import NO_SEAT, Record, Table
from engine.recorded.tables import table_sheets, with_boxes
from sheets.library import load_sheet

Marks = dict[str, Mark]


def crossed(*fields: str) -> Marks:
    return dict.fromkeys(fields, "crossed")


def circled(*fields: str) -> Marks:
    return dict.fromkeys(fields, "circled")


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
TILES = ((9, 6, 4, 6, 1, 6), (8, 5, 4, 5, 2, 5), (12, 4, 4, 4, 2, 4))  # of the goals
GOALS: Marks = {
    f"goal-{place}.{what}": number
    for place, tile in enumerate(TILES, 1)
    for what, number in zip(("tile", "points", "cost-1", "gain-1", "cost-2", "gain-2"), tile, strict=True)
}
ROWS = (0, 2, 1, 0, 2, 0, 2, 4)


def common(players: int = 3) -> Marks:
    """The sheet of a table with sides A."""
    rows: Marks = {f"row.value-{row}": value for row, value in enumerate(ROWS, 1)}
    seats: dict[int, tuple[int, ...]] = {2: (2, 1, 1, 2), 3: (3, 1, 2)}
    order: Marks = {f"rank.seat-{place}": seat for place, seat in enumerate(seats[players], 1)}
    sides = circled("set.map-open", *(f"set.tech-{board}-a" for board in ("i", "ii", "iii")))
    roll: Marks = {"roll-1.v1": 1, "roll-1.v2": 2, "roll-1.v4": 2, "roll-1.v5": 1, "roll-1.v6": 1}
    return {**GOALS, **rows, **order, **sides, **roll, "system.tile-01": 4, "system.tile-05": 14}


def finals(
    game: Table, players: Iterable[Marks], places: Iterable[tuple[int, ...]], table: Marks
) -> list[Record]:
    """Final sheets with their places on the initiative track, and the sheet of the table; boxes filled in."""
    sheet = load_sheet("pulsar-final")
    records = [
        Record.on(sheet, game, seat, {**marks, **circled(*(f"rank.place-{place}" for place in own))})
        for seat, (marks, own) in enumerate(zip(players, places, strict=True), 1)
    ]
    return with_boxes(table_sheets([*records, Record.on(load_sheet("pulsar-table"), game, NO_SEAT, table)]))


def three(seed: str | None = None, **options: str) -> list[Record]:
    """Three players; seat 1 is the worked example."""
    game = Table(seed, 3, options=options) if options else Table(seed, 3)
    return finals(game, (EXAMPLE, SECOND, THIRD), ((2,), (3,), (1,)), common())


def two() -> list[Record]:
    """Two players, each with two places on the initiative track."""
    second = {field: mark for field, mark in SECOND.items() if field != "tech.t1b"}
    second |= {f"station.s{system:02d}": "crossed" for system in range(6, 16)}
    del second["station.s05"]
    second |= stations((16,))
    return finals(Table(None, 2), (EXAMPLE, second), ((2, 3), (1, 4)), common(2))
