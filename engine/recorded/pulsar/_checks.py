"""Checks between the sheets of a Pulsar 2849 table, and between the sheets and the draw of the seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.recorded.base.cross_sheet import Statement, cross_sheet_findings, findings_with_table
from fairsheet.engine.recorded.base.protocol import Findings, Sheets, TableSheet, finding_on
from fairsheet.engine.recorded.pulsar._awards import award_findings
from fairsheet.engine.recorded.pulsar._both_sheets import (
    SEAT_CHECKS,
    by_seat,
    completed,
    findings_of_seats,
    inked_by_seats,
    joined_sheets,
)
from fairsheet.engine.recorded.pulsar._draft_findings import draft_findings
from fairsheet.engine.recorded.pulsar._goals import agreed_points, goal_findings, goal_points, is_unclear
from fairsheet.engine.recorded.pulsar._last_places import last_places_of, place_findings
from fairsheet.engine.recorded.pulsar._ledger import ledger_findings
from fairsheet.engine.recorded.pulsar.played.draft_replay import ledgers_of, replay_of
from fairsheet.engine.recorded.pulsar.played.draw import BOARDS, PulsarDraw
from fairsheet.engine.recorded.pulsar.played.position import (
    FINAL,
    LEDGER,
    Position,
    has_ink,
    links_of,
    position_of,
)
from fairsheet.engine.recorded.pulsar.played.setup import (
    WORTH,
    Setup,
    board_of_row,
    initiative_points,
    setup_of,
    sheet_of_table,
)
from fairsheet.engine.records.record import SheetKey
from fairsheet.languages.messages import Message, counted, either
from fairsheet.sheets.support.phrases import there_are_message

BEFORE = {FINAL: "score.before", LEDGER: "round-8.score"}  # the score to which the final points are added
NO_SCORE = Message("The score after round 8 must be filled in, or at least the total.")
PER_LINK, FOR_CUBES, CUBES_PAID = 3, 9, 2  # purple technologies 6b and 8a of side A

CHECKS_IN_PYTHON = {  # each with its rule in a sentence or two
    "goals": "A goal is crossed only if the position fulfils it, and no gyrodyne counts for two goals. Not checked if "
    "the goal is unknown, if nothing that it counts is filled in, or if the player may have technology 7b of side A, "
    "which may count as a goal.",
    "final-goals": "The box has the points of the crossed goals and bonuses, if they are known. Not checked "
    "if none is crossed.",
    "final-cubes": "The cubes paid at the end cover the crossed bonuses. A blank counts 0, but nothing is checked if "
    "no number of cubes is written.",
    "final-purple": "Points at the end need a purple technology. On side A, 6b gives 3 for each link of two online "
    "transmitters, and 8a gives 9 for 2 cubes. Not checked if the side of board III is unknown or no technology is "
    "filled in.",
    "final-total": "A sheet has the score after round 8, or at least the total; the player's other sheet may have "
    "it instead.",
    "final-initiative": "The box has the points of the places by the replayed drafts. If there is no replay and no "
    "place is circled, the places on the table's sheet count.",
    "station-room": "A system has at most as many stations as its tile, if known, has planets for the players.",
    "turn-order": "The table's sheet, the final sheets and the replayed drafts agree on the last places.",
    "table-tiles": "Rows on side A have their values, and a goal that the seed draws has its known numbers.",
    "table-seed": "Set-up and dice on the table's sheet are those that the seed draws. A remark, because a table "
    "may draw and roll for itself: the written ones count.",
    "hq-seed": "A player has the headquarters that the seed draws. A remark, because a table may deal them itself.",
    "first-order": "The places in the first round are those that the seed draws, unless the table rolls its own "
    "dice.",
    "draft-dice": "Dice are taken from the rolled ones. If all ledgers are there, all drafts are replayed with the "
    "seed's dice. The dice on the table's sheet count instead if they differ or the table rolls for itself "
    "(`--option dice=own`). A replay stops at an impossible pick. "
    "Not checked if a ledger shows no counter that moved.",
    "draft-replay": "A counter moves for each die away from the marker, and none for a die at the marker. No counter "
    "moves beyond space 15 if there is another choice.",
    "losses": "A counter on space 14 costs 1 point, on space 15 2 points; a blank is 0 in a round that is filled in.",
    "third-point": "With two players, the third counter on the engineering track gives its owner 1 point; a "
    "blank is 0 in a round that is filled in.",
    "copied-die": "A copied red die has the value of a die that nobody took.",
    "gyrodyne-points": "Each spinning gyrodyne gives its size plus the value of the row, if known. "
    "Not checked if no pulsar is filled in.",
    "awards": "Each award exists once. One award of a size needs two gyrodynes of this size on the player's own "
    "pulsars, both need four. If all ledgers are there, the first player who has built two has the award of 7, the "
    "second the award of 4; a player who has four before others have two has both. If a ledger has no award, the "
    "final sheet counts. An award is missing only if the ledger has the end of the game and some player has crossed "
    "awards. Not checked if an order is unknown or no pulsar is filled in.",
    "award-action": "The points of a round's actions are at least those of the awards won in it.",
    "action-budget": "A round has at most four actions (patents, projects, transmitters, spins). All boards are known.",
    "action-budget-unknown": "The same for tables whose boards have unknown effects.",
    "action-budget-plain": "More than two in a round need a red die, more than three an action that splits a die.",
    "die-match": "The dice of a round pay for its actions, each changed by −2 to +3. Not checked if a die may have "
    "been split or is not written.",
    **SEAT_CHECKS,
}


def findings_between(table: Sheets, drawn: PulsarDraw | None) -> Findings:
    """Yield what is wrong between the sheets of a table, or between them and the draw."""
    setup = setup_of(table, drawn)
    replay = replay_of(table, setup)
    common = sheet_of_table(table)
    seats = by_seat(table)
    counted = {seat: [completed(each, own).record.marks for each in own] for seat, own in seats.items()}
    for seat, own in seats.items():
        others = (marks for other in counted if other != seat for marks in counted[other])
        corroborated = agreed_points(others, setup.goals)
        joined = joined_sheets(own)[0]
        if not joined.inked(BEFORE[joined.record.sheet], "final.total"):
            yield finding_on(joined, "final-total", "warn", (BEFORE[joined.record.sheet],), NO_SCORE)
        position, links = position_of(joined), links_of(own)
        statements: list[tuple[TableSheet, Statement]] = []
        for each in own:
            filled = completed(each, own)
            statements += [
                (each, statement.on(each.layout))
                for statement in (
                    *goal_findings(filled, position, setup, corroborated),
                    *purple_findings(filled, position, links, setup, _written_side(common, drawn)),
                )
            ]
            yield from _headquarters(each, drawn)
            if each.record.sheet == LEDGER:
                yield from ledger_findings(each, table, setup)
        yield from findings_with_table(statements, common)
    yield from draft_findings(table, setup, replay)
    yield from place_findings(table, setup, replay)
    yield from award_findings(table, setup.game.players, replay)
    yield from _station_room(seats, common, setup)
    yield from findings_of_seats(seats, setup)
    if common is not None:
        yield from _drawn_on_table(common, drawn)
        yield from _rows(common, setup)
        yield from _goal_tiles(common, setup)


def known_boxes_of(table: Sheets, drawn: PulsarDraw | None) -> dict[SheetKey, dict[str, int]]:
    """Return the points of the goals and the initiative track, by sheet and seat. Goals need known numbers; the track
    is left out if a place is circled or the written points fit some order of the players."""
    setup = setup_of(table, drawn)
    places = last_places_of(table, replay_of(table, setup))
    initiative = initiative_points(places, setup.game.players) if places is not None else {}
    written = [each.number("final.initiative") for each in ledgers_of(table).values()]
    if None not in written and Counter(written) == Counter(initiative.values()):
        initiative = {}
    known: dict[SheetKey, dict[str, int]] = {}
    for seat, own in by_seat(table).items():
        position = position_of(joined_sheets(own)[0])
        for each in own:
            boxes, marks = dict[str, int](), completed(each, own).record.marks
            points = goal_points(marks, setup.goals)
            if points is not None and not (is_unclear(position, setup) and "final.goals" in marks):
                boxes["final.goals"] = points
            if seat in initiative and not has_ink(each.record.marks, "rank."):
                boxes["final.initiative"] = initiative[seat]
            known[each.record.sheet, seat] = boxes
    return known


def _written_side(common: TableSheet | None, drawn: PulsarDraw | None) -> tuple[str, ...]:
    """Return the fields of the table's sheet with the side of board III, unless the seed draws the same side."""
    if common is None:
        return ()
    seeded = () if drawn is None else (f"set.tech-iii-{drawn.tech_sides['III']}".lower(),)
    return tuple(f for f in common.inked_in("set.tech-iii-") if f not in seeded)


def purple_findings(
    sheet: TableSheet, position: Position, links: int | None, setup: Setup, written_side: tuple[str, ...]
) -> Iterator[Statement]:
    """Check final-purple: the points that purple technologies can give, if the side of board III is known."""
    side, marks = setup.sides.get("III"), sheet.record.marks
    if side is None or "final.purple" not in marks:
        return
    purple = {
        id_: field
        for id_, field in position.patents.items()
        if id_ >= "6" and setup.facts.is_purple(id_, side)
    }
    points = sheet.number_or_0("final.purple")
    if not purple and points and position.patents:
        why = Message("Only purple technologies give points at the end, but none is patented.")
        yield Statement(Finding("final-purple", "warn", ("final.purple",), why), written_side)
    elif side == "A" and purple and purple.keys() <= {"6b", "8a"}:
        possible = _purple_points(set(purple), position, links, sheet.number_or_0("end.paid"))
        if points not in possible:
            can_be = either(sorted(possible))
            why = Message(
                "Purple technologies: {points} written, {can_be} possible.", can_be=can_be, points=points
            )
            fields = ("final.purple", *purple.values())
            yield Statement(Finding("final-purple", "warn", fields, why), written_side)


def _purple_points(purple: set[str], position: Position, links: int | None, paid: int) -> set[int]:
    """Return the possible points of technologies 6b and 8a of side A, by links and cubes paid."""
    most = max(0, len(position.online) - 1)
    linked = [links] if links is not None else list(range(most + 1))
    link_points = {PER_LINK * count for count in linked} if "6b" in purple else {0}
    may_pay = "8a" in purple and paid >= CUBES_PAID
    return {points + more for points in link_points for more in ((0, FOR_CUBES) if may_pay else (0,))}


def _headquarters(sheet: TableSheet, drawn: PulsarDraw | None) -> Findings:
    """Check hq-seed: the letter that the seed draws for the seat."""
    letter = drawn.hq.get(sheet.record.seat) if drawn is not None else None
    if letter is None:
        return
    wrong = tuple(field for field in sheet.inked_in("head.hq-") if field[-2] != letter.lower())
    if wrong:
        why = Message(
            "The seed gives this player headquarters {letter}, if the table follows it.", letter=letter
        )
        yield finding_on(sheet, "hq-seed", "note", wrong, why)


def _station_room(seats: Mapping[int, Sheets], common: TableSheet | None, setup: Setup) -> Findings:
    """Check station-room: no more stations than planets of the system's tile, which depend on the number of players."""
    room = setup.facts.tables[f"room-{setup.game.players}"]
    for system, tile in setup.tiles.items():
        field = f"station.s{system}"
        owners = inked_by_seats(seats, (field,))
        if common is not None and len(owners) > room.get(tile, len(owners)):
            why = Message(
                "The tile on system {system} has room for {room}, but {there_are}.",
                system=int(system),
                room=counted(room[tile], "station"),
                there_are=there_are_message(len(owners)),
            )
            sheets = [on_sheet for group in owners for on_sheet in group]
            tiles = (common, (f"system.tile-{system}",))
            yield from cross_sheet_findings("station-room", "error", why, [*sheets, tiles])


def _drawn_on_table(sheet: TableSheet, drawn: PulsarDraw | None) -> Findings:
    """Check table-seed: the table's sheet has the draw of the seed."""
    if drawn is None:
        return
    expected = {f"set.tech-{board}-{drawn.tech_sides[board]}".lower() for board in BOARDS}
    expected.add(f"set.map-{drawn.map_side}")
    other = tuple(field for field in sheet.inked_in("set.") if field not in expected)
    other += sheet.differing({f"goal-{place}.tile": goal for place, goal in enumerate(drawn.goals, 1)})
    if other:
        why = Message("The seed draws other sides or goals than these; the written ones count.")
        yield finding_on(sheet, "table-seed", "note", other, why)
    for place, roll in enumerate(drawn.rolls, 1):
        other = sheet.differing({f"roll-{place}.v{value}": roll.count(value) for value in range(1, 7)})
        if other and sheet.record.game.chosen.get("dice") != "own":
            why = Message("The seed rolls other dice in round {place}; the written ones count.", place=place)
            yield finding_on(sheet, "table-seed", "note", other, why)


def _rows(sheet: TableSheet, setup: Setup) -> Findings:
    """Check table-tiles: rows on side A have their values."""
    for row, value in setup.facts.tables["rows-a"].items():
        field = f"row.value-{row}"
        if setup.side_of_row(row) == "A" and sheet.record.marks.get(field, value) != value:
            written = sheet.record.marks[field]
            why = Message(
                "On side A of board {board}, row {row} is worth {value}, but {written} is written.",
                board=board_of_row(row),
                row=row,
                value=value,
                written=written,
            )
            yield finding_on(sheet, "table-tiles", "error", (field,), why)


def _goal_tiles(sheet: TableSheet, setup: Setup) -> Findings:
    """Check table-tiles: a goal that only the seed names has the numbers of the template."""
    for place, goal in enumerate(setup.goals, 1):
        if goal.number is None or f"goal-{place}.tile" in sheet.record.marks:
            continue
        tables = setup.facts.tables
        known = {f"goal-{place}.{what}": tables[f"goal-{what}"].get(goal.number) for what in WORTH}
        if wrong := sheet.differing(known):
            why = Message(
                "According to the seed, goal {place} is number {number}, but that goal has other numbers than these.",
                place=place,
                number=goal.number,
            )
            yield finding_on(sheet, "table-tiles", "error", wrong, why)
