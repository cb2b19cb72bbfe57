"""What players write about a game that was played: final sheets, ledgers, and the sheet of the table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.recorded.pulsar._goals import ANY_3, DIFFERENT_2, ONE_SIZE, fulfils, fulfils_both
from fairsheet.engine.recorded.pulsar._play import PlayedGame, Player, played_game
from fairsheet.engine.recorded.pulsar.played.draw import BOARDS, GOALS, PulsarDraw, drawn_of, rolls_itself
from fairsheet.engine.recorded.pulsar.played.position import FINAL, LEDGER, TABLE, position_of
from fairsheet.engine.recorded.pulsar.played.setup import board_of_row, table_facts
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark

MAY_BE_BLANK = ("third", "loss", "green")  # boxes of a round that count 0 where they are blank


class GoalTile(NamedTuple):
    """A goal on the table: its number, its points, and cubes and points of its two bonuses."""

    number: int
    points: int
    bonuses: tuple[tuple[int, int], tuple[int, int]]


def played_table(game: Table, drawn: PulsarDraw | None, chance: Stream) -> list[Record]:
    """The records of a plausible table: the sheets of every player, and that of the table."""
    has_own_rolls = drawn is None or rolls_itself(game)
    if drawn is not None and has_own_rolls:
        own = drawn_of(f"table {chance.word()}", game)
        drawn = replace(drawn, rolls=own.rolls, turn_order=own.turn_order)
    played = played_game(game, drawn, chance)
    goals = [_goal_tile(number, chance) for number in played.drawn.goals]
    records = []
    for seat, player in played.players.items():
        end = _end(played, player, goals)
        name = f"Bot {seat}"
        final = {**_common(player), **_final(player), **_places(played, seat), **end}
        ledger = {**_common(player), **_ledger(played, player), **end}
        records.append(Record.on(load_sheet(FINAL), game, seat, final, name))
        records.append(Record.on(load_sheet(LEDGER), game, seat, ledger, name))
    table = _table(played, goals, seeded=drawn is not None) | (_rolls(played) if has_own_rolls else {})
    return [*records, Record.on(load_sheet(TABLE), game, NO_SEAT, table)]


def _goal_tile(number: int, chance: Stream) -> GoalTile:
    """A goal with what is known of it; what is not is made up."""
    known = table_facts().tables
    points, *bonuses = (
        known[f"goal-{what}"].get(number, least + chance.below(4))
        for what, least in (("points", 3), ("cost-1", 1), ("gain-1", 3), ("cost-2", 1), ("gain-2", 3))
    )
    return GoalTile(number, points, ((bonuses[0], bonuses[1]), (bonuses[2], bonuses[3])))


def _crossed(fields: Iterable[str]) -> dict[str, Mark]:
    return dict.fromkeys(fields, "crossed")


def _common(player: Player) -> dict[str, Mark]:
    """What both sheets of a player have alike, but for the end of the game."""
    marks = _crossed(f"award.{size}-{worth}" for size, worth in player.awards)
    marks |= _crossed(f"station.s{system:02d}" for system in player.stations)
    if player.headquarters:
        marks[f"head.hq-{player.headquarters}"] = "circled"
    if player.extra:
        marks["station.extra"] = player.extra
    for size in set(player.spare):
        marks[f"spare.{size}"] = player.spare.count(size)
    return marks


def _final(player: Player) -> dict[str, Mark]:
    """The position on a final sheet."""
    marks: dict[str, Mark] = {"score.before": player.score}
    for n, claim in enumerate(player.claims, 1):
        marks[f"claim-{n}.taken"] = "crossed"
        if claim.size:
            marks[f"claim-{n}.size-{claim.size}"] = "circled+crossed" if claim.spin else "circled"
    online = sum(each.online is not None for each in player.transmitters)
    marks |= _crossed(f"tx.online-{k}" for k in range(1, online + 1))
    for begin, done in (("tech.t", player.patents), ("hq.p", player.projects), ("run.p", player.runs)):
        marks |= _crossed(begin + id_ for id_ in done)
    return marks


def _ledger(played: PlayedGame, player: Player) -> dict[str, Mark]:
    """Dice, boxes and rounds on a ledger; what is 0 is left blank where it may be, by half of the players."""
    marks: dict[str, Mark] = {f"head.order-{played.drawn.turn_order.index(player.seat) + 1}": "circled"}
    writes_zeros = player.seat % 2 == 0
    for r, noted in enumerate(player.rounds, 1):
        for k, (die, (track, rear)) in enumerate(zip(noted.dice, noted.moves, strict=True), 1):
            marks[f"draft-{r}.die-{k}"] = die
            if track is not None:
                marks[f"draft-{r}.move-{k}-{track}"] = "circled"
            if rear:
                marks[f"draft-{r}.rear-{k}"] = "crossed"
        if noted.bonus is not None:
            marks[f"draft-{r}.bonus"] = noted.bonus
        if noted.copied:
            marks[f"draft-{r}.copied"] = "crossed"
        for box, points in noted.boxes.items():
            if points or writes_zeros or box not in MAY_BE_BLANK:
                marks[f"round-{r}.{box}"] = points
    for n, claim in enumerate(player.claims, 1):
        marks |= {f"claim-{n}.site": claim.site, f"claim-{n}.round": claim.round}
        if claim.size and claim.built:
            marks |= {f"claim-{n}.size-{claim.size}": "circled", f"claim-{n}.built": claim.built}
        if claim.spin:
            marks[f"claim-{n}.spin"] = claim.spin
    for n, each in enumerate(player.transmitters, 1):
        marks |= {f"tx-{n}.letter-{each.letter}": "circled", f"tx-{n}.taken": each.taken}
        brings = {"points": each.points, "cubes": each.cubes, "sale": each.sale}
        marks |= {f"tx-{n}.{what}": worth for what, worth in brings.items() if worth}
        if each.online:
            marks[f"tx-{n}.online"] = each.online
        if each.linked:
            marks[f"tx-{n}.linked"] = "crossed"
    for begin, done in (("tech.t", player.patents), ("hq.p", player.projects), ("run.p", player.runs)):
        marks |= {begin + id_: number_of_round for id_, number_of_round in done.items()}
    return marks


def _places(played: PlayedGame, seat: int) -> dict[str, Mark]:
    """A player's places on the initiative track."""
    return {f"rank.place-{place}": "circled" for place, there in enumerate(played.places, 1) if there == seat}


def _end(played: PlayedGame, player: Player, goals: list[GoalTile]) -> dict[str, Mark]:
    """Cubes, goals and purple technologies."""
    sheet = load_sheet(FINAL)
    record = Record.on(sheet, played.game, player.seat, {**_common(player), **_final(player)})
    position = position_of(TableSheet(sheet, record))
    marks: dict[str, Mark] = {"end.cubes": player.cubes}
    done: list[int] = []
    left = player.cubes
    for place, goal in enumerate(goals, 1):
        others = [(a, goal.number) if a in ONE_SIZE else (goal.number, a) for a in done]
        both = [pair for pair in others if pair[0] in ONE_SIZE and pair[1] in (DIFFERENT_2, ANY_3)]
        if not fulfils(position, goal.number) or not all(fulfils_both(position, *pair) for pair in both):
            continue
        done.append(goal.number)
        marks[f"goal-{place}.done"] = "crossed"
        for k, (cost, _) in enumerate(goal.bonuses, 1):
            if cost > left:
                break
            left -= cost
            marks[f"goal-{place}.bonus-{k}"] = "crossed"
    purple, cubes = _purple(played, player, left)
    marks["final.goals"] = sum(
        worth
        for place, goal in enumerate(goals, 1)
        for field, worth in (
            (f"goal-{place}.done", goal.points),
            (f"goal-{place}.bonus-1", goal.bonuses[0][1]),
            (f"goal-{place}.bonus-2", goal.bonuses[1][1]),
        )
        if field in marks
    )
    marks["final.purple"] = purple
    if paid := player.cubes - left + cubes:
        marks["end.paid"] = paid
    return marks


def _purple(played: PlayedGame, player: Player, cubes: int) -> tuple[int, int]:
    """The points of purple technologies, and the cubes paid for them of those left."""
    side = played.drawn.tech_sides["III"]
    owned = [id_ for id_ in player.patents if id_ >= "6" and table_facts().is_purple(id_, side)]
    if side != "A":
        return sum(1 + played.chance.below(8) for _ in owned), 0
    points = paid = 0
    if "6b" in owned:
        points += 3 * sum(
            bool(second.linked and first.online and second.online)
            for first, second in pairwise(player.transmitters)
        )
    if "7a" in owned:
        points += (0, 4, 8, 16)[len(set(player.spinning()))]
    if "8a" in owned and cubes >= 2:
        points, paid = points + 9, 2
    return points, paid


def _table(played: PlayedGame, goals: list[GoalTile], *, seeded: bool) -> dict[str, Mark]:
    """The sheet of the table: with a seed what it does not know, else all; tiles of the systems at some tables."""
    chance, drawn = played.chance, played.drawn
    marks: dict[str, Mark] = {
        f"row.value-{row}": value
        for row, value in enumerate(played.rows, 1)
        if drawn.tech_sides[board_of_row(row)] != "A" or not seeded
    }
    for place, goal in enumerate(goals, 1):
        marks[f"goal-{place}.points"] = goal.points
        for k, (cost, gain) in enumerate(goal.bonuses, 1):
            marks |= {f"goal-{place}.cost-{k}": cost, f"goal-{place}.gain-{k}": gain}
    marks |= {f"rank.seat-{place}": seat for place, seat in enumerate(played.places, 1)}
    if chance.below(3) == 0:
        marks |= {f"system.tile-{system[1:]}": tile for system, tile in drawn.systems.items()}
    if seeded:
        return marks
    marks[f"set.map-{drawn.map_side}"] = "circled"
    marks |= {f"set.tech-{board}-{drawn.tech_sides[board]}".lower(): "circled" for board in BOARDS}
    marks |= {f"goal-{place}.tile": drawn.goals[place - 1] for place in range(1, GOALS + 1)}
    return marks


def _rolls(played: PlayedGame) -> dict[str, Mark]:
    """How many dice of each round show a value."""
    return {
        f"roll-{number}.v{value}": roll.count(value)
        for number, roll in enumerate(played.drawn.rolls, 1)
        for value in sorted(set(roll))
    }
