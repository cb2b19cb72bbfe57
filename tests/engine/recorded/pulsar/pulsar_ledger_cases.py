"""Cases for the checks of Pulsar 2849's ledgers, and between its sheets, just met and just unmet."""

from __future__ import annotations

from fairsheet.engine.recorded.pulsar.played.draw import drawn_of
from fairsheet.engine.recorded.recorded_tables import fill_boxes, table_sheets
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed
from tests.engine.recorded.case_tables import cases, names, text_of
from tests.engine.recorded.checking import Case
from tests.engine.recorded.pulsar import pulsar_tables
from tests.engine.recorded.pulsar.pulsar_tables import ledgers, none, stations

SEED = "otter"
SIDES = ("i", "ii", "iii")


def seeded() -> list[Record]:
    """Return the three ledgers with a seed: places of the first round as drawn, no draft."""
    order = drawn_of(SEED, Table(SEED, 3)).turn_order
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
            marks["final.total"] = each.marks["final.total"]
        records.append(Record.on(load_sheet(each.sheet), Table(SEED, 3), each.seat, marks))
    return records


def both() -> list[Record]:
    """Return ledgers of seats 1 and 2, and final sheets of seats 2 and 3."""
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
    return fill_boxes(table_sheets([*ledgers()[:2], *records]))


def plain() -> list[Record]:
    """Return the three ledgers of a table without headquarters."""
    return [
        Record.on(load_sheet(each.sheet), Table(None, 3, options={"hq": "no"}), each.seat, each.marks)
        for each in ledgers()
    ]


def unknown_sides(*boards: str) -> dict[str, Mark | None]:
    return none(*(f"set.tech-{board}-a" for board in boards))


def round_blank(number: int) -> dict[str, Mark | None]:
    boxes = ("action", "third", "loss", "transmitters", "gyrodynes", "green", "score")
    return none(*(f"round-{number}.{box}" for box in boxes))


FOUR: dict[str, Mark | None] = {  # four actions in round 8, with a red die
    "draft-8.bonus": 3, "tech.t1a": 8, "tech.t2a": 8, "tx-3.taken": 8, "tx-4.taken": 8,
}  # fmt: skip

CASES: list[Case] = cases(
    names(globals(), pulsar_tables),
    f"""
draft-dice error ledgers | | 2: draft-1.die-1=3
draft-dice error ledgers | 3: draft-2.die-1=- | 1: draft-4.die-2=5
draft-replay warn ledgers | | 1: draft-1.move-1-engineering=-
draft-replay error ledgers | | 1: draft-2.move-1-engineering=o
draft-replay error ledgers | | 1: draft-1.move-1-initiative=o
draft-replay error ledgers | | 1: draft-1.rear-1=x
draft-replay error two_ledgers | | 1: draft-2.rear-1=x
turn-order error ledgers | log: rank.seat-1=- | log: rank.seat-1=2 rank.seat-2=3
losses error ledgers | | 2: round-4.loss=-
losses error ledgers | 1: round-4.loss=0 | 1: round-4.loss=1
third-point error ledgers | 1: round-3.third=0 | 1: round-3.third=1
third-point error two_ledgers | | 2: round-1.third=-
third-point error two_ledgers | | 1: draft-1.rear-2=-
# A blank round, and cubes without marks, prove nothing.
losses error ledgers | 2: round_blank(4) | 2: round_blank(4) round-4.score=23
third-point error two_ledgers | 2: round_blank(1) | 2: round_blank(1) round-1.score=12
final-cubes error ledgers | 2: end.cubes,end.paid,final.cubes=- | 2: end.paid,final.cubes=-
copied-die error ledgers | | 2: draft-5.bonus=3
copied-die warn ledgers | 2: draft-5.copied=- | 2: draft-5.bonus=-
gyrodyne-points error ledgers | | 2: round-5.gyrodynes=8
gyrodyne-points error ledgers | log: row.value-5=- unknown_sides(ii) 2: round-5.gyrodynes=8 round-5.score=-
    | 1: round-5.gyrodynes=1
gyrodyne-points error ledgers | log: row.value-8=X unknown_sides(iii) 2: round-8.gyrodynes=16 round-8.score=-
    | log: row.value-8=X unknown_sides(iii) 2: round-8.gyrodynes=19
transmitter-points error ledgers | | 2: round-3.transmitters=0
transmitter-points error ledgers | 2: tx-2.sale=2 round-6.transmitters=3 round-6.score=-
    | 2: tx-2.sale,round-5.transmitters=2
# A player who copies nothing from the tiles is believed.
transmitter-points error ledgers | 2: tx-1.points,tx-2.cubes=- | 2: tx-1.points=-
# So is a player who keeps no rounds in which they were turned over.
transmitter-points error ledgers | 2: tx-1.online,tx-2.online=- | 2: tx-1.online=-
running-score error ledgers | 1: round-5.score=- | 1: round-5.score=31
running-score error ledgers | 1: head.order-1=- | 1: round-1.score=9
claim-order error ledgers | | 2: claim-1.spin=1
claim-order error ledgers | 2: claim-4.built=7 claim-4.size-small=o | 2: claim-4.built=6 claim-4.size-small=o
claim-order error ledgers | | 2: claim-4.built=7
claim-order error ledgers | | 2: claim-1.size-large=o
claim-order error ledgers | | 2: claim-4.site=9
claim-unique error ledgers | 1: claim-1.site=7 | 1: claim-1.site=8
claim-unique error ledgers | 2: spare.small=6 | 2: spare.small=7
awards error ledgers | | 2: award.medium-7=-
awards error ledgers | 1: claim-2.built=5 | 1: claim-2.built=3
awards error ledgers | 2: draft-1.die-1=- 1: award.small-4=x | 1: award.small-4=- award.small-7=x 3: award.small-7=-
    award.small-4=x
awards error ledgers | 2: award.medium-4=x claim-4.size-medium,claim-5.size-medium=o claim-4.built=7 claim-5.site=11
    claim-5.round,claim-5.built=8 | 2: award.medium-4=x
tech-row error ledgers | | 2: tech.t6b=5
tech-owners error ledgers | 1: tech.t3a=4 | 1: tech.t3a=3
tech-owners error ledgers | 1: tech.t1b=2 | 1: tech.t1b=2 3: tech.t1b=3
tech-owners error two_ledgers | 1: tech.t1a=3 2: tech.t1a=3 | 1: tech.t2a=3 2: tech.t2a=4
tech-owners error both | 3: tech.t1b=x 1: tech.t2a=2 | 3: tech.t1b=x 1: tech.t1b=2
hq-pyramid error ledgers | 1: hq.p1a=2 hq.p1b,hq.p2a=3 | 1: hq.p1a=2 hq.p1b=4 hq.p2a=3
hq-pyramid error ledgers | 1: hq.p1a,run.p1a=2 | 1: hq.p1a=2 run.p1a=1
hq-pyramid warn ledgers | 1: hq.p1a,run.p1a=2 | 1: run.p1a=2
run-real error ledgers | 1: hq.p1a,run.p1a=2 head.hq-a2=o | 1: hq.p1a,run.p1a=2 head.hq-c2=o
hq-unique error ledgers | 1: head.hq-a1=o 3: head.hq-b1=o | 1: head.hq-a1=o 3: head.hq-a2=o
hq-unique error both | 1: head.hq-a1=o 3: head.hq-b1=o | 1: head.hq-a1=o 3: head.hq-a2=o
hq-unique error ledgers | 1: head.hq-a1=o | 1: head.hq-a1,head.hq-b1=o
hq-none error plain | | 1: hq.p1a=2
tx-order error ledgers | 2: tx-2.online=4 | 2: tx-2.online=3
tx-order error ledgers | 2: tx-1.online,tx-1.taken=3 round-1.transmitters,round-2.transmitters=-
    | 2: tx-1.online,tx-1.taken=4
tx-order error ledgers | | 2: tx-1.letter-b=o
tx-order error ledgers | 1: tx-1.taken,tx-2.taken=4 | 1: tx-1.taken,tx-2.taken,tx-3.taken=4
tx-letter warn ledgers | 2: tx-2.taken=3 | 2: tx-2.taken=2
tx-letter warn ledgers | 1: tx-1.taken=6 tx-1.letter-c=o | 1: tx-1.taken=5 tx-1.letter-c=o
award-action warn ledgers | 2: round-5.action=7 round-5.score=- | 2: round-5.action=6
action-budget error ledgers | 1: FOUR head.hq-a2=o | 1: FOUR tx-5.taken=8 head.hq-a2=o
action-budget-unknown warn ledgers | 1: FOUR | 1: FOUR tx-5.taken=8
action-budget-plain warn ledgers | 1: FOUR tech.t1a=- | 1: FOUR tech.t1a,draft-8.bonus=-
action-budget-plain warn ledgers | 1: FOUR tech.t1a=- tech.t3a=8 | 1: FOUR
die-match warn ledgers | 2: tech.t2c=8 | 2: draft-4.bonus=6
die-match warn ledgers | log: unknown_sides(ii) 2: draft-4.bonus=6 | 2: draft-4.bonus=-
station-room error ledgers | 1: station.s02=x | 1: station.s01=x 3: station.s01=x
goals error ledgers | | 2: tech.t3a=-
goals error ledgers | 2: goal-1.bonus-2=x end.paid=5 | 2: goal-1.bonus-2=x goal-1.bonus-1=-
goals error ledgers | | 2: goal-1.done=-
final-goals error ledgers | | 2: final.goals=6
final-pulsars note ledgers | | 2: final.pulsars=2
final-pulsars note ledgers | 2: claim-1.round=- | 2: claim-4.round,claim-4.site=-
final-gyrodynes note ledgers | | 2: final.gyrodynes=2
final-cubes note ledgers | | 2: final.cubes=2
final-cubes error ledgers | 2: end.paid=6 final.cubes=0 | 2: end.paid=8 final.cubes=0
final-initiative error ledgers | 2: final.initiative=- | 2: final.initiative=7
final-initiative error ledgers | | 2: final.initiative=3
final-stations note ledgers | | 2: final.stations=12
final-stations error ledgers | 1: final.stations=4 final.total=- | 1: final.stations=3 final.total=-
final-total note ledgers | 2: final.purple=- | 2: final.total=140
final-total warn ledgers | 2: round-8.score=- | 2: round-8.score,final.total=-
final-purple warn ledgers | 2: final.purple=3 | 2: final.purple=6
final-purple warn ledgers | 1: final.purple=0 tech.t2c=5 | 1: final.purple=3 tech.t2c=5
first-order error ledgers | 1: head.order-1=- | 1: head.order-1=- head.order-3=o
first-order error ledgers | | 1: head.order-4=o
first-order error two_ledgers | | 1: head.order-1=- head.order-3=o
first-order error seeded | | 1:
    {text_of({f"head.order-{k}": "circled" if f"head.order-{k}" not in seeded()[0].marks else None for k in (1, 2)})}
""",
)
