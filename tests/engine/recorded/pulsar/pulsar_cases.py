"""Cases of the checks of Pulsar 2849's final sheets and of the table's sheet, just met and just not."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.engine.recorded.pulsar.played.draw import MAP_SIDES, drawn_of
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.checking import Case, changed
from tests.engine.recorded.pulsar.pulsar_tables import circled, crossed, goal, none, stations, three, two

SEED = "coral-otter-42"
DRAWN = drawn_of(SEED, Table(SEED, 3))
TILES_DRAWN = {(goal + 1) // 2 for goal in DRAWN.goals}


def seeded(seed: str = SEED) -> list[Record]:
    """Three players with what the seed draws; seat 1 has the headquarters that it gives."""
    drawn = drawn_of(seed, Table(seed, 3))
    letter = drawn.hq[1].lower()
    table: dict[str, Mark | None] = {
        field: None for field in three()[-1].marks if field.startswith("set.tech-")
    }
    table |= {field: None for field in three()[-1].marks if field.startswith(("row.", "roll-"))}
    table |= circled(*(f"set.tech-{board}-{side}".lower() for board, side in drawn.tech_sides.items()))
    for place, number in enumerate(drawn.goals, 1):
        table |= goal(place, number)
    no_goals: dict[str, Mark | None] = {
        field: None
        for each in three()
        for field in each.marks
        if field.startswith(("goal-", "head.", "hq.", "run."))
    }
    no_goals |= {"final.goals": None, "final.total": None, "final.purple": None}
    return changed(
        three(seed),
        {
            "1": {**no_goals, **circled(f"head.hq-{letter}1")},
            "2": no_goals,
            "3": no_goals,
            "log": table,
        },
    )


def with_five_patents() -> list[Record]:
    """The same with a seed that draws the goal of which the numbers are known; nobody copied the number of a goal."""
    seeds = (f"seed {k}" for k in range(1000))
    table = seeded(next(seed for seed in seeds if drawn_of(seed, Table(seed, 3)).goals[0] == 9))
    return changed(table, {"log": none(*(f"goal-{place}.tile" for place in (1, 2, 3)))})


def plain() -> list[Record]:
    """Three players without headquarters."""
    without: dict[str, Mark | None] = {
        field: None
        for each in three()[1:3]
        for field in each.marks
        if field.startswith(("head.", "hq.", "run.", "goal-3."))
    }
    without |= {"final.goals": None, "final.total": None}
    return changed(three(hq="no"), {"2": without, "3": without})


def total(marks: Mapping[str, Mark | None]) -> dict[str, Mark | None]:
    """Changes after which the total is not told."""
    return {**marks, "final.total": None}


CASES: list[Case] = [
    (
        "claim-final",
        "error",
        three,
        {"3": {"claim-6.taken": "crossed"}},
        {"3": circled("claim-6.size-large")},
    ),
    ("claim-final", "error", three, {}, {"3": circled("claim-1.size-large")}),
    ("hq-pyramid", "error", three, {"3": crossed("hq.p1b", "hq.p2a")}, {"3": crossed("hq.p2a")}),
    (
        "hq-pyramid",
        "error",
        three,
        {"3": crossed("hq.p1b", "hq.p1c", "hq.p2a", "hq.p2b", "hq.p3a", "hq.p3b", "hq.p4a")},
        {"3": crossed("hq.p1b", "hq.p1c", "hq.p2a", "hq.p2b", "hq.p3a", "hq.p4a")},
    ),
    ("hq-pyramid", "error", three, {"3": crossed("run.p1a")}, {"3": crossed("run.p1b")}),
    ("run-real", "error", three, {"2": crossed("run.p1b")}, {"2": crossed("run.p2a")}),
    (
        "run-real",
        "error",
        three,
        {"2": {**none("head.hq-a2"), **circled("head.hq-c1")}},
        {"2": {**none("head.hq-a2"), **circled("head.hq-c2")}},
    ),
    ("awards", "error", three, {}, {"3": none("claim-2.size-small")}),
    ("awards", "error", three, {}, {"3": crossed("award.small-7")}),
    (
        "awards",
        "error",
        three,
        {
            "1": crossed("award.medium-4", "claim-5.taken", "claim-6.taken")
            | circled("claim-5.size-medium", "claim-6.size-medium")
        },
        {"1": crossed("award.medium-4", "claim-5.taken") | circled("claim-5.size-medium")},
    ),
    ("claim-unique", "error", three, {"3": {"spare.small": 5}}, {"3": {"spare.small": 6}}),
    ("tech-owners", "error", three, {}, {"3": crossed("tech.t1b")}),
    ("tech-owners", "error", two, {"2": crossed("tech.t1b")}, {"2": crossed("tech.t3a")}),
    ("hq-unique", "error", three, {"1": circled("head.hq-c1")}, {"1": circled("head.hq-a1")}),
    ("hq-unique", "error", three, {}, {"3": circled("head.hq-b2")}),
    ("hq-none", "error", plain, {}, {"3": crossed("hq.p1a")}),
    ("final-pulsars", "error", three, {}, {"1": {"final.pulsars": 2}}),
    ("final-gyrodynes", "error", three, {}, {"1": {"final.gyrodynes": 2}}),
    ("final-cubes", "error", three, {"1": none("end.cubes")}, {"1": {"final.cubes": 3}}),
    (
        "final-cubes",
        "error",
        three,
        {"1": {"end.paid": 7, "final.cubes": 0, "final.total": 140}},
        {"1": {"end.paid": 8}},
    ),
    ("final-cubes", "error", three, {}, {"1": {"end.paid": 3}}),
    ("final-initiative", "error", three, {"1": none("rank.place-2")}, {"1": {"final.initiative": 7}}),
    (  # by the table's sheet
        "final-initiative",
        "error",
        three,
        {"1": none("rank.place-2")},
        {"1": {**none("rank.place-2"), "final.initiative": 7}},
    ),
    (
        "final-initiative",
        "error",
        two,
        {"1": none("rank.place-2", "rank.place-3")},
        {"1": {**none("rank.place-2", "rank.place-3"), "final.initiative": 7}},
    ),
    ("final-initiative", "error", three, {}, {"2": circled("rank.place-2")}),
    ("final-initiative", "error", three, {}, {"2": {**none("rank.place-3"), **circled("rank.place-4")}}),
    ("final-initiative", "error", two, {}, {"1": circled("rank.place-4")}),
    ("final-initiative", "warn", two, {}, {"1": none("rank.place-3")}),
    (
        "final-initiative",
        "error",
        three,
        {"2": none("rank.place-3")},
        {"2": {**none("rank.place-3"), **circled("rank.place-1")}},
    ),
    ("final-stations", "error", three, {}, {"2": {"final.stations": 37}}),
    ("final-total", "error", three, {"1": none("score.before")}, {"1": {"final.total": 140}}),
    ("final-total", "warn", three, {"1": none("score.before")}, {"1": none("score.before", "final.total")}),
    ("final-total", "error", three, {"1": total({"final.goals": 12})}, {"1": {"score.before": 104}}),
    (
        "final-purple",
        "warn",
        three,
        {"1": total({"final.purple": 0})},
        {"1": total({"final.purple": 6})},
    ),
    (
        "final-purple",
        "warn",
        three,
        {"2": total({"end.paid": 2, "final.purple": 9})},
        {"2": total({"end.paid": 1, "final.purple": 9})},
    ),
    ("final-purple", "warn", three, {"3": total({})}, {"3": total({"final.purple": 3})}),
    (
        "final-purple",
        "warn",
        three,
        {"3": total({"final.purple": 3, "tech.t6a": "crossed"}), "log": none("set.tech-iii-a")},
        {"3": total({"final.purple": 3, "tech.t6a": "crossed"})},
    ),
    ("station-room", "error", three, {"3": stations((2, 3))}, {"3": stations((5,))}),
    (
        "turn-order",
        "error",
        three,
        {"log": none("rank.seat-1")},
        {"log": {"rank.seat-1": 2, "rank.seat-3": 3}},
    ),
    ("turn-order", "error", three, {}, {"log": {"rank.seat-4": 2}}),
    ("turn-order", "error", three, {}, {"log": {"rank.seat-3": 4}}),
    ("turn-order", "error", three, {}, {"log": {"rank.seat-3": 1}}),
    ("turn-order", "error", two, {}, {"log": {"rank.seat-1": 1}}),
    ("table-tiles", "error", three, {"log": {"system.tile-02": 5}}, {"log": {"system.tile-02": 4}}),
    (
        "table-tiles",
        "error",
        three,
        {"log": goal(2, 5), "2": none("goal-2.done")},
        {"log": goal(2, 10), "2": none("goal-2.done")},
    ),
    ("table-tiles", "error", three, {}, {"log": {"roll-1.v6": 2}}),
    ("table-tiles", "error", three, {}, {"log": {"goal-1.points": 7}}),
    ("table-tiles", "error", three, {}, {"log": {"goal-1.cost-2": 2}}),
    ("table-tiles", "error", three, {}, {"log": {"goal-1.gain-1": 5}}),
    *(
        ("table-tiles", "error", with_five_patents, {"log": {field: number}}, {"log": {field: number + 1}})
        for field, number in (("goal-1.points", 6), ("goal-1.cost-1", 4), ("goal-1.gain-2", 6))
    ),
    ("table-tiles", "error", three, {}, {"log": {"row.value-8": 3}}),
    (
        "table-tiles",
        "error",
        three,
        {"log": {"row.value-8": 3, **none("set.tech-iii-a")}},
        {"log": {"row.value-3": "X"}},
    ),
    ("table-tiles", "error", three, {}, {"log": circled("set.tech-i-b")}),
    ("table-tiles", "error", three, {}, {"log": circled("set.map-dead-ends")}),
    (
        "table-tiles",
        "error",
        lambda: three(map="open"),
        {},
        {"log": {**none("set.map-open"), **circled("set.map-dead-ends")}},
    ),
    (
        "table-tiles",
        "error",
        lambda: changed(three(**{"even-start": "yes"}), {"log": {"roll-1.v1": 0, "roll-1.v3": 1}}),
        {},
        {"log": {"roll-1.v3": 0, "roll-1.v1": 1}},
    ),
    (
        "table-seed",
        "note",
        seeded,
        {},
        {"log": {"goal-1.tile": next(k for k in range(1, 13) if (k + 1) // 2 not in TILES_DRAWN)}},
    ),
    (
        "table-seed",
        "note",
        seeded,
        {"log": circled(f"set.map-{DRAWN.map_side}")},
        {"log": circled(*(f"set.map-{side}" for side in MAP_SIDES if side != DRAWN.map_side))},
    ),
    (
        "table-seed",
        "note",
        seeded,
        {"log": {f"roll-3.v{value}": DRAWN.rolls[2].count(value) for value in range(1, 7)}},
        {"log": {f"roll-3.v{value}": 7 if value == 6 else 0 for value in range(1, 7)}},
    ),
    ("hq-seed", "note", seeded, {}, {"2": circled(f"head.hq-{DRAWN.hq[3].lower()}1")}),
]
