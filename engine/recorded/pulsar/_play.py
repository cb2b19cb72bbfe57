"""Plausible tables of Pulsar 2849: sheets as they look at the end of a game, without skilful play.

Dice are drafted by the rules. Actions, stations, pulsars and points are random within what the checks allow. Unknown
numbers on components are made up and written on the table's sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from msgspec.structs import replace

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.bot_sheet import BotSheet
from fairsheet.engine.recorded.base.protocol import Findings, TableSheet
from fairsheet.engine.recorded.pulsar._both_sheets import joined_sheets, owner_findings
from fairsheet.engine.recorded.pulsar._checks import CUBES_PAID, purple_findings
from fairsheet.engine.recorded.pulsar._goals import bonus_cubes, fulfils, goal_findings, goal_points
from fairsheet.engine.recorded.pulsar._ledger import budget_findings
from fairsheet.engine.recorded.pulsar.played import draft
from fairsheet.engine.recorded.pulsar.played.draw import BOARDS, ROUNDS, PulsarDraw, drawn_of, rolls_itself
from fairsheet.engine.recorded.pulsar.played.position import (
    AWARDS,
    CLAIMS,
    FINAL,
    LEDGER,
    POINTS,
    PROJECTS,
    SIZES,
    TABLE,
    TECHNOLOGIES,
    TRANSMITTERS,
    links_of,
    position_of,
)
from fairsheet.engine.recorded.pulsar.played.setup import (
    MEDIAN,
    WORTH,
    Setup,
    board_of_row,
    setup_of,
    table_facts,
)
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark

SITES, MOST_OF_SIZE, MOST_CUBES, MOST_PURPLE = 16, 10, 14, 25
LETTERS = ("a", "a", "ab", "b", "b", "bc", "c", "c")  # of the transmitters on offer, by round
LEAST_WORTH = dict(zip(WORTH, (3, 1, 1, 3, 3), strict=True))  # made-up numbers of a goal are at least these
GREEN = ("tech.t3a", "tech.t3b")  # technologies that give points in production
MAY_BE_BLANK = ("third", "loss", "green")  # boxes of a round that count 0 if blank

Marks = dict[str, Mark]


@dataclass
class _State:
    """The state of a game: the ledgers by seat, the tracks, and the components left for all, in random order."""

    setup: Setup
    ledgers: Mapping[int, BotSheet]
    tracks: draft.Tracks
    sites: list[int]
    gyrodynes: list[str]
    room: list[str]  # for stations, by system
    letters: list[str]  # of the transmitters on offer


def played_table(game: Table, drawn: PulsarDraw | None, chance: Stream) -> list[Record]:
    """Return the records of a plausible table: both sheets of each player, and the table's sheet."""
    has_own_rolls = drawn is None or rolls_itself(game)
    own = drawn_of(f"table {chance.word()}", game)
    real = drawn or own
    if has_own_rolls:
        real = replace(real, rolls=own.rolls, turn_order=own.turn_order)
    table = BotSheet(load_sheet(TABLE), game, NO_SEAT, chance)
    table.marks = _table_marks(real, chance, seeded=drawn is not None, rolled=has_own_rolls)
    room = table_facts().tables[f"room-{game.players}"]
    seats = range(1, game.players + 1)
    state = _State(
        setup_of([table.sheet], drawn),
        {
            seat: BotSheet(load_sheet(LEDGER), game, seat, chance, marks=_head_marks(real, seat, chance))
            for seat in seats
        },
        draft.start_tracks(real.turn_order),
        chance.shuffled(range(1, SITES + 1)),
        chance.shuffled(SIZES * MOST_OF_SIZE),
        chance.shuffled([system for system, tile in real.systems.items() for _ in range(room[tile])]),
        [],
    )
    places = draft.rockets(real.turn_order)
    for number, roll in enumerate(real.rolls, 1):
        left_over = _draft(state, number, roll, draft.picking_order(places, game.players))
        state.letters = [chance.choice(LETTERS[number - 1]) for _ in range(3)]
        for seat in dict.fromkeys(places):
            _act(state, state.ledgers[seat], number, left_over)
        for ledger in state.ledgers.values():
            _produce(state, ledger, number, draft.median_value(draft.median_place(roll)))
        places = draft.order_on(state.tracks, draft.INITIATIVE)
    table.marks |= {f"rank.seat-{place}": seat for place, seat in enumerate(places, 1)}
    return [*_final_records(state, places), table.sheet.record]


def _table_marks(drawn: PulsarDraw, chance: Stream, *, seeded: bool, rolled: bool) -> Marks:
    """Return the marks of the table's sheet, without what the seed gives; some tables also note the tiles."""
    known, marks = table_facts().tables, dict[str, Mark]()
    for row in range(1, ROUNDS + 1):
        is_known = drawn.tech_sides[board_of_row(row)] == "A"
        value: Mark = known["rows-a"][row] if is_known else chance.choice([MEDIAN, *range(4)])
        marks |= {} if is_known and seeded else {f"row.value-{row}": value}
    for place, goal in enumerate(drawn.goals, 1):
        marks |= {
            f"goal-{place}.{what}": known[f"goal-{what}"].get(goal, least + chance.below(4))
            for what, least in LEAST_WORTH.items()
        }
        marks |= {} if seeded else {f"goal-{place}.tile": goal}
    if chance.below(2):
        marks |= {f"system.tile-{system[1:]}": tile for system, tile in drawn.systems.items()}
    if not seeded:
        sides = (f"tech-{board}-{drawn.tech_sides[board]}".lower() for board in BOARDS)
        marks |= {f"set.{what}": "circled" for what in (f"map-{drawn.map_side}", *sides)}
    for number, roll in enumerate(drawn.rolls if rolled else (), 1):
        marks |= {f"roll-{number}.v{value}": roll.count(value) for value in sorted(set(roll))}
    return marks


def _head_marks(drawn: PulsarDraw, seat: int, chance: Stream) -> Marks:
    """Return the marks of a ledger's head: the place in the first round, and the side of the headquarters."""
    marks: Marks = {f"head.order-{drawn.turn_order.index(seat) + 1}": "circled"}
    if seat in drawn.hq:
        marks[f"head.hq-{drawn.hq[seat].lower()}{1 + chance.below(2)}"] = "circled"
    return marks


def _draft(state: _State, number: int, roll: Sequence[int], seats: Sequence[int]) -> list[int]:
    """Draft random allowed dice for all players, who mostly keep their counters off the right end; return the dice
    that are left."""
    dice, place = list(roll), draft.median_place(roll)
    for turn, seat in enumerate(seats):
        ledger, k = state.ledgers[seat], 1 + seats[:turn].count(seat)
        picks = [pick for die in sorted(set(dice)) for pick in _picks(state, seat, dice, die, place)]
        loss = draft.loss_of(state.tracks, seat)
        careful = [pick for pick in picks if draft.loss_of(pick[1], seat) <= loss]
        choices = careful if careful and ledger.chance.below(8) else picks
        pick, state.tracks = ledger.chance.choice(choices)
        dice.remove(pick.die)
        ledger.marks[f"draft-{number}.die-{k}"] = pick.die
        if pick.track is not None:
            ledger.marks[f"draft-{number}.move-{k}-{pick.track}"] = "circled"
        if pick.rear:
            ledger.marks[f"draft-{number}.rear-{k}"] = "crossed"
    return dice


def _picks(
    state: _State, seat: int, dice: Sequence[int], die: int, place: int
) -> Iterator[tuple[draft.Pick, draft.Tracks]]:
    """Yield the allowed picks of a die, each with the tracks after it."""
    behind = (False, True) if len(state.ledgers) == 2 else (False,)
    picks = [draft.Pick(seat, die, track, rear) for track in draft.TRACKS for rear in behind]
    for pick in picks if draft.distance(die, place) else [draft.Pick(seat, die, None)]:
        with suppress(draft.ImpossiblePick):
            yield pick, draft.take(state.tracks, pick, dice, place)


def _act(state: _State, ledger: BotSheet, number: int, left_over: Sequence[int]) -> None:
    """Play a player's turn: an action for each die, including a bonus die, if the checks allow it."""
    chance, red = ledger.chance, f"draft-{number}.bonus"
    ledger.marks[f"round-{number}.action"] = chance.below(6)
    if is_copied := chance.below(8) == 0:
        ledger.marks[f"draft-{number}.copied"] = "crossed"
    if is_copied or chance.below(8) == 0:
        ledger.marks[red] = chance.choice(left_over) if is_copied else chance.below(7)
    for _ in range(3 if red in ledger.marks else 2):
        _do(state, ledger, number)
        _fly(state, ledger, number)
        _build(state, ledger, number)
    unused = [project for project in PROJECTS if ledger.number(f"hq.p{project}")]
    if unused and chance.below(2):
        run = f"run.p{chance.choice(unused)}"
        ledger.put({run: number} if run not in ledger.marks else {})


def _do(state: _State, ledger: BotSheet, number: int) -> None:
    """Take a patent, a project or a transmitter, or let a gyrodyne spin, if the dice pay for it."""
    chance, n = ledger.chance, 1 + sum(f"tx-{n}.taken" in ledger.marks for n in TRANSMITTERS)
    kinds = [
        [f"tech.t{technology}" for technology in TECHNOLOGIES],
        [f"hq.p{project}" for project in PROJECTS],
        [f"claim-{k}.spin" for k in CLAIMS if f"claim-{k}.built" in ledger.marks],
        [f"tx-{n}.taken"] if n in TRANSMITTERS and state.letters else [],
    ]
    blank = [[field for field in kind if field not in ledger.marks] for kind in kinds]
    field = chance.choice(chance.choice([kind for kind in blank if kind]))
    sheets = {seat: [other.sheet] for seat, other in state.ledgers.items()}

    def objections(sheet: TableSheet) -> Findings:
        yield from budget_findings(sheet, state.setup, number)
        if field.startswith("tech."):
            seats = {**sheets, ledger.seat: [sheet]}
            yield from owner_findings(seats, field.removeprefix("tech.t"), state.setup)

    if ledger.put({field: number}, objections) and field.startswith("tx-"):
        online = number + chance.below(3)
        ledger.marks[f"tx-{n}.letter-{state.letters.pop()}"] = "circled"
        ledger.marks[f"tx-{n}.{chance.choice(('points', 'cubes', 'sale'))}"] = 1 + chance.below(3)
        ledger.put({f"tx-{n}.online": online} if online <= ROUNDS else {})
        ledger.mark([f"tx-{n}.linked"] if n > 1 else [], "crossed", one_in=2)


def _fly(state: _State, ledger: BotSheet, number: int) -> None:
    """Mark stations that ships reach, and sometimes a pulsar."""
    chance, n = ledger.chance, 1 + sum(f"claim-{n}.site" in ledger.marks for n in CLAIMS)
    for _ in range(min(chance.below(3), len(state.room))):
        ledger.marks[f"station.{state.room.pop()}"] = "crossed"
    if n in CLAIMS and state.sites and chance.below(4) == 0:
        ledger.marks |= {f"claim-{n}.site": state.sites.pop(), f"claim-{n}.round": number}
    if chance.below(16) == 0:
        ledger.marks["station.extra"] = 1 + ledger.number("station.extra")


def _build(state: _State, ledger: BotSheet, number: int) -> None:
    """Build a gyrodyne, usually on a free pulsar, and mark the award that it wins, if any."""
    marks, chance = ledger.marks, ledger.chance
    if not state.gyrodynes or chance.below(3):
        return
    size = state.gyrodynes.pop()
    free = [n for n in CLAIMS if f"claim-{n}.site" in marks and f"claim-{n}.built" not in marks]
    if not free or chance.below(4) == 0:
        marks[f"spare.{size}"] = 1 + ledger.number(f"spare.{size}")
        return
    marks |= {f"claim-{free[0]}.size-{size}": "circled", f"claim-{free[0]}.built": number}
    count = sum(f"claim-{n}.size-{size}" in marks for n in CLAIMS)
    left = [
        worth
        for worth in AWARDS
        if not any(f"award.{size}-{worth}" in each.marks for each in state.ledgers.values())
    ]
    if left and (count == 2 or (count == 4 and f"award.{size}-7" in marks)):
        marks |= {
            f"award.{size}-{left[0]}": "crossed",
            f"round-{number}.action": ledger.number(f"round-{number}.action") + left[0],
        }


def _produce(state: _State, ledger: BotSheet, number: int, median: int) -> None:
    """Fill in the other boxes of a round."""
    chance, row = ledger.chance, state.setup.rows[number - 1]
    each_spins = median if row == MEDIAN else row
    spinning = [n for n in CLAIMS if f"claim-{n}.spin" in ledger.marks]
    sizes = [size for size in SIZES for n in spinning if f"claim-{n}.size-{size}" in ledger.marks]
    online = [n for n in TRANSMITTERS if 1 <= ledger.number(f"tx-{n}.online") <= number]
    sales = sum(ledger.number(f"tx-{n}.sale") for n in online)
    boxes = {
        "action": ledger.number(f"round-{number}.action"),
        "third": int(draft.third_point(state.tracks, len(state.ledgers)) == ledger.seat),
        "loss": draft.loss_of(state.tracks, ledger.seat),
        "transmitters": sum(ledger.number(f"tx-{n}.points") for n in online) + chance.below(sales + 1),
        "gyrodynes": sum(POINTS[size] + int(each_spins or 0) for size in sizes),
        "green": chance.below(4) if ledger.sheet.inked(*GREEN) else 0,
    }
    (order,) = ledger.sheet.inked_in("head.order-")
    before = ledger.number(f"round-{number - 1}.score") if number > 1 else 4 + int(order[-1])
    turns = before + boxes["action"] + boxes["third"] - boxes["loss"]
    boxes["score"] = max(0, turns) + boxes["transmitters"] + boxes["gyrodynes"] + boxes["green"]
    writes_zeros = ledger.seat % 2 == 0
    ledger.marks |= {
        f"round-{number}.{box}": points
        for box, points in boxes.items()
        if points or writes_zeros or box not in MAY_BE_BLANK
    }


def _final_records(state: _State, places: Sequence[int]) -> Iterator[Record]:
    """Yield the records of both sheets of all players, after the final scoring."""
    for seat, ledger in state.ledgers.items():
        final = BotSheet(load_sheet(FINAL), ledger.game, seat, ledger.chance)
        final.marks = dict(joined_sheets([final.sheet, ledger.sheet])[0].record.marks)
        ledger.marks |= _count_at_the_end(final, links_of([ledger.sheet]), state.setup)
        final.marks |= {f"rank.place-{k}": "circled" for k, owner in enumerate(places, 1) if owner == seat}
        yield final.sheet.record
        yield ledger.sheet.record


def _count_at_the_end(final: BotSheet, links: int | None, setup: Setup) -> Marks:
    """Write goals, cubes and purple technologies on a final sheet; return these marks."""
    before, position = final.marks, position_of(final.sheet)
    final.marks = {**before, "end.cubes": final.chance.below(MOST_CUBES)}
    fulfilled = [
        place for place, goal in enumerate(setup.goals, 1) if goal.number and fulfils(position, goal.number)
    ]
    for place, what in product(fulfilled, ("done", "bonus-1", "bonus-2")):
        crossed: Marks = {f"goal-{place}.{what}": "crossed"}
        paid = bonus_cubes({**final.marks, **crossed}, setup.goals)
        final.put(
            {**crossed, "end.paid": paid or None}, lambda sheet: goal_findings(sheet, position, setup, ())
        )
    if "8a" in position.patents:
        final.put({"end.paid": final.number("end.paid") + CUBES_PAID})
    final.marks["final.goals"] = goal_points(final.marks, setup.goals) or 0
    final.write(
        "final.purple",
        range(MOST_PURPLE if position.patents else 1),
        lambda sheet: purple_findings(sheet, position, links, setup, ()),
    )
    return {field: mark for field, mark in final.marks.items() if field not in before}
