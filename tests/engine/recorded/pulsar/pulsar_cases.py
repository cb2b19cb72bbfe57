"""Cases for the checks of Pulsar 2849's final sheets and of the table's sheet, just met and just unmet."""

from __future__ import annotations

from fairsheet.engine.recorded.pulsar.played.draw import MAP_SIDES, drawn_of
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled
from tests.engine.recorded.case_tables import cases, names, text_of
from tests.engine.recorded.checking import Case, changed
from tests.engine.recorded.pulsar import pulsar_tables
from tests.engine.recorded.pulsar.pulsar_tables import goal, none, three

SEED = "coral-otter-42"
DRAWN = drawn_of(SEED, Table(SEED, 3))
TILES_DRAWN = {(goal + 1) // 2 for goal in DRAWN.goals}


def seeded(seed: str = SEED) -> list[Record]:
    """Return three players with the draw of the seed; seat 1 has its headquarters."""
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
        {"1": {**no_goals, **circled(f"head.hq-{letter}1")}, "2": no_goals, "3": no_goals, "log": table},
    )


def with_five_patents() -> list[Record]:
    """Return the same with a seed that draws a goal with known numbers; nobody copied the number of a goal."""
    seeds = (f"seed {k}" for k in range(1000))
    table = seeded(next(seed for seed in seeds if drawn_of(seed, Table(seed, 3)).goals[0] == 9))
    return changed(table, {"log": none(*(f"goal-{place}.tile" for place in (1, 2, 3)))})


def plain() -> list[Record]:
    """Return three players without headquarters."""
    without: dict[str, Mark | None] = {
        field: None
        for each in three()[1:3]
        for field in each.marks
        if field.startswith(("head.", "hq.", "run.", "goal-3."))
    }
    without |= {"final.goals": None, "final.total": None}
    return changed(three(hq="no"), {"2": without, "3": without})


def even_start() -> list[Record]:
    """Return three players who begin with even dice."""
    return changed(three(**{"even-start": "yes"}), {"log": {"roll-1.v1": 0, "roll-1.v3": 1}})


CASES: list[Case] = cases(
    names(globals(), pulsar_tables),
    """
claim-final error three | 3: claim-6.taken=x | 3: claim-6.size-large=o
claim-final error three | | 3: claim-1.size-large=o
hq-pyramid error three | 3: hq.p1b,hq.p2a=x | 3: hq.p2a=x
hq-pyramid error three | 3: hq.p1b,hq.p1c,hq.p2a,hq.p2b,hq.p3a,hq.p3b,hq.p4a=x
    | 3: hq.p1b,hq.p1c,hq.p2a,hq.p2b,hq.p3a,hq.p4a=x
hq-pyramid error three | 3: run.p1a=x | 3: run.p1b=x
hq-pyramid warn three | | 3: hq.p1a=-
run-real error three | 2: run.p1b=x | 2: run.p2a=x
run-real error three | 2: head.hq-a2=- head.hq-c1=o | 2: head.hq-a2=- head.hq-c2=o
awards error three | | 3: claim-2.size-small=-
awards error three | | 3: award.small-7=x
awards error three | 1: award.medium-4,claim-5.taken,claim-6.taken=x claim-5.size-medium,claim-6.size-medium=o
    | 1: award.medium-4,claim-5.taken=x claim-5.size-medium=o
claim-unique error three | 3: spare.small=5 | 3: spare.small=6
tech-owners error three | | 3: tech.t1b=x
tech-owners error two | 2: tech.t1b=x | 2: tech.t3a=x
hq-unique error three | 1: head.hq-c1=o | 1: head.hq-a1=o
hq-unique error three | | 3: head.hq-b2=o
hq-none error plain | | 3: hq.p1a=x
final-pulsars note three | | 1: final.pulsars=2
final-gyrodynes note three | | 1: final.gyrodynes=2
final-cubes note three | 1: end.cubes=- | 1: final.cubes=3
final-cubes error three | 1: end.paid=7 final.cubes=0 final.total=140 | 1: end.paid=8 final.cubes=0
final-cubes error three | | 1: end.paid=3 final.cubes=2
final-initiative note three | 1: rank.place-2=- | 1: final.initiative=7
# According to the table's sheet.
final-initiative error three | 1: rank.place-2=- | 1: rank.place-2=- final.initiative=7
final-initiative error two | 1: rank.place-2,rank.place-3=- | 1: rank.place-2,rank.place-3=- final.initiative=7
final-initiative error three | | 2: rank.place-2=o final.initiative=4
final-initiative error three | | 2: rank.place-3=- rank.place-4=o
final-initiative error two | | 1: rank.place-4=o
final-initiative warn two | | 1: rank.place-3=-
final-initiative error three | 2: rank.place-3=- | 2: rank.place-3=- rank.place-1=o final.initiative=7
final-stations note three | | 2: final.stations=37
final-stations error three | 3: station.s01,station.s16=- final.stations=4 final.total=-
    | 3: station.s01,station.s16=- final.stations=3 final.total=-
final-initiative error three | | 1: final.initiative=3
final-total note three | 1: score.before=- | 1: final.total=140
final-total warn three | 1: score.before=- | 1: score.before,final.total=-
final-total note three | 1: final.goals=12 final.total=- | 1: score.before=104
final-purple warn three | 1: final.purple=0 final.total=- | 1: final.purple=6 final.total=-
final-purple warn three | 2: end.paid=2 final.purple=9 final.total=- | 2: end.paid=1 final.purple=9 final.total=-
final-purple warn three | 3: final.total=- | 3: final.purple=3 final.total=-
final-purple warn three | 3: final.purple=3 tech.t6a=x final.total=- log: set.tech-iii-a=-
    | 3: final.purple=3 tech.t6a=x final.total=-
station-room error three | 3: station.s02,station.s03=x | 3: station.s05=x
turn-order error three | log: rank.seat-1=- | log: rank.seat-1=2 rank.seat-3=3
turn-order error three | | log: rank.seat-4=2
turn-order error three | | log: rank.seat-3=4
turn-order error three | | log: rank.seat-3=1
turn-order error two | | log: rank.seat-1=1
table-tiles error three | log: system.tile-02=5 | log: system.tile-02=4
table-tiles error three | log: goal(2,5) 2: goal-2.done=- | log: goal(2,10) 2: goal-2.done=-
table-tiles error three | | log: roll-1.v6=2
table-tiles error three | | log: goal-1.points=7
table-tiles error three | | log: goal-1.cost-2=2
table-tiles error three | | log: goal-1.gain-1=5
table-tiles error with_five_patents | log: goal-1.points=6 | log: goal-1.points=7
table-tiles error with_five_patents | log: goal-1.cost-1=4 | log: goal-1.cost-1=5
table-tiles error with_five_patents | log: goal-1.gain-2=6 | log: goal-1.gain-2=7
table-tiles error three | | log: row.value-8=3
table-tiles error three | log: row.value-8=3 set.tech-iii-a=- | log: row.value-3=X
table-tiles error three | | log: set.tech-i-b=o
table-tiles error three | | log: set.map-dead-ends=o
table-tiles error three(map=open) | | log: set.map-open=- set.map-dead-ends=o
table-tiles error even_start | | log: roll-1.v3=0 roll-1.v1=1
""",
    f"""
table-seed note seeded | | log: goal-1.tile={next(k for k in range(1, 13) if (k + 1) // 2 not in TILES_DRAWN)}
table-seed note seeded | log: set.map-{DRAWN.map_side}=o | log:
    {text_of(circled(*(f"set.map-{side}" for side in MAP_SIDES if side != DRAWN.map_side)))}
table-seed note seeded | log: {text_of({f"roll-3.v{value}": DRAWN.rolls[2].count(value) for value in range(1, 7)})}
    | log: {text_of({f"roll-3.v{value}": 7 if value == 6 else 0 for value in range(1, 7)})}
hq-seed note seeded | | 2: head.hq-{DRAWN.hq[3].lower()}1=o
""",
)
