"""What binds the sheets of a table of Pulsar 2849 to each other, and to what the seed drew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.recorded.base.cross_sheet import Statement, cross_sheet_findings, findings_with_table
from fairsheet.engine.recorded.base.protocol import Findings, Sheets, TableSheet, finding_on
from fairsheet.engine.recorded.pulsar._awards import award_findings
from fairsheet.engine.recorded.pulsar._both_sheets import (
    OF_SEATS,
    by_seat,
    completed,
    findings_of_seats,
    inked_by_seats,
    joined_sheets,
)
from fairsheet.engine.recorded.pulsar._draft_findings import draft_findings
from fairsheet.engine.recorded.pulsar._goals import goal_findings, goal_points, is_unsure, points_corroborated
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
from fairsheet.sheets.support.phrases import there_are

BEFORE = {FINAL: "score.before", LEDGER: "round-8.score"}  # the score to which the end is added
NO_SCORE = Message("The score after round 8 must be filled in, or at least the total.")
PER_LINK, FOR_CUBES, CUBES_PAID = 3, 9, 2  # purple technologies 6b and 8a of side A

CHECKS_IN_PYTHON = {  # what is checked in this package, in a sentence
    "goals": "A goal is crossed only where the position fulfils it; no gyrodyne counts for two goals. Left out where "
    "the goal is not known, where nothing is filled in that it counts, and for who may have technology 7b of side A, "
    "which may count as a goal.",
    "final-goals": "The box has the points of the goals and bonuses that are crossed, where they are known. Left out "
    "where none is crossed.",
    "final-cubes": "The cubes paid at the end cover the bonuses that are crossed; a blank is 0, but without any "
    "number of cubes nothing is checked.",
    "final-purple": "Points at the end need a purple technology; on side A 6b brings 3 for each link of two online "
    "transmitters, and 8a 9 for 2 cubes. Left out where the side of board III is not known, or no technology is "
    "filled in.",
    "final-total": "A sheet has the score after round 8, or at least the total; the other sheet of a player may have "
    "it.",
    "final-initiative": "The box has the points of the places that the replayed drafts give, or else the table's sheet "
    "where no place is circled.",
    "station-room": "A system has no more stations than its tile has planets for this many players, where it is known.",
    "turn-order": "The table's sheet, the final sheets and the replayed drafts agree about the last places.",
    "table-tiles": "Rows on side A have their values, and a goal that the seed draws has what is known of it.",
    "table-seed": "What lies on the table and is rolled is what the seed draws; a remark, for a table may draw and "
    "roll for itself: what is written counts.",
    "hq-seed": "A player's headquarters are those that the seed draws; a remark, for a table may deal them itself.",
    "first-order": "The places in the first round are those that the seed draws, unless the table rolls dice of its "
    "own.",
    "draft-dice": "Dice are taken from those that were rolled. All drafts are replayed, where all ledgers are there, "
    "from the seed's dice, or from those on the table's sheet where they are others or the table chose to roll for "
    "itself (`--option dice=own`); a replay stops at a pick that cannot be. "
    "Left out where a ledger tells of no counter that moved.",
    "draft-replay": "A counter moves for each die away from the marker, none for one at it, and none beyond space "
    "15 while there is another choice.",
    "losses": "A counter on space 14 costs 1 point, on space 15 2 points; a blank is 0 in a round that is filled in.",
    "third-point": "With two players the third counter on the engineering track brings its owner 1 point; a "
    "blank is 0 in a round that is filled in.",
    "copied-die": "A copied red die has the value of a die that nobody took.",
    "gyrodyne-points": "Each spinning gyrodyne brings its size and the value of the row, where it is known. "
    "Left out where no pulsar is filled in.",
    "awards": "A player has two gyrodynes of a size on own pulsars for one of its awards, four for both, and there is "
    "one of each. Where all ledgers are there, the first who has two of a size built has its award of 7, the second "
    "that of 4; who has four before others have two has both. Left out where an order is not known; of a player whose "
    "ledger has no award the final sheet is looked at, and none is missing on a ledger without the end of the game, "
    "nor where nobody has crossed any. Left out where no pulsar is filled in.",
    "award-action": "The points of a round's actions are at least those of the awards won in it.",
    "action-budget": "Four things at most are patented, done, taken and turned over in a round; all boards are known.",
    "action-budget-unknown": "The same, where effects of a board are not known.",
    "action-budget-plain": "More than two in a round need a red die, more than three an action that splits a die.",
    "die-match": "The dice of a round pay for it, each changed by −2 to +3 at most. Left out where a die may have been "
    "split, or a die is not written.",
    **OF_SEATS,
}


def findings_between(table: Sheets, drawn: PulsarDraw | None) -> Findings:
    """What is wrong between the sheets of a table, or with what the seed drew."""
    setup = setup_of(table, drawn)
    replay = replay_of(table, setup)
    common = sheet_of_table(table)
    seats = by_seat(table)
    counted = {seat: [completed(each, own).record.marks for each in own] for seat, own in seats.items()}
    for seat, own in seats.items():
        others = (marks for other in counted if other != seat for marks in counted[other])
        corroborated = points_corroborated(others, setup.goals)
        as_one = joined_sheets(own)[0]
        if not as_one.inked(BEFORE[as_one.record.sheet], "final.total"):
            yield finding_on(as_one, "final-total", "warn", (BEFORE[as_one.record.sheet],), NO_SCORE)
        position, links = position_of(as_one), links_of(own)
        told: list[tuple[TableSheet, Statement]] = []
        for each in own:
            whole = completed(each, own)
            told += [
                (each, statement.on(each.layout))
                for statement in (
                    *goal_findings(whole, position, setup, corroborated),
                    *purple_findings(whole, position, links, setup, _written_side(common, drawn)),
                )
            ]
            yield from _headquarters(each, drawn)
            if each.record.sheet == LEDGER:
                yield from ledger_findings(each, table, setup)
        yield from findings_with_table(told, common)
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
    """The points of the goals, where those of the table are known, and of the initiative track, where no place is
    circled and the points that all wrote do not agree with each other."""
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
            if points is not None and not (is_unsure(position, setup) and "final.goals" in marks):
                boxes["final.goals"] = points
            if seat in initiative and not has_ink(each.record.marks, "rank."):
                boxes["final.initiative"] = initiative[seat]
            known[each.record.sheet, seat] = boxes
    return known


def _written_side(common: TableSheet | None, drawn: PulsarDraw | None) -> tuple[str, ...]:
    """Where the table's sheet tells the side of board III, unless the seed draws the same."""
    if common is None:
        return ()
    seeded = () if drawn is None else (f"set.tech-iii-{drawn.tech_sides['III']}".lower(),)
    return tuple(f for f in common.inked_in("set.tech-iii-") if f not in seeded)


def purple_findings(
    sheet: TableSheet, position: Position, links: int | None, setup: Setup, written_side: tuple[str, ...]
) -> Iterator[Statement]:
    """final-purple: what purple technologies can bring, where the side of board III is known."""
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
        why = Message("Only purple technologies bring points at the end.")
        yield Statement(Finding("final-purple", "warn", ("final.purple",), why), written_side)
    elif side == "A" and purple and purple.keys() <= {"6b", "8a"}:
        possible = _purple_points(set(purple), position, links, sheet.number_or_0("end.paid"))
        if points not in possible:
            can_be = either(sorted(possible))
            why = Message(
                "The purple technologies bring {can_be}, and {points} is written.",
                can_be=can_be,
                points=points,
            )
            fields = ("final.purple", *purple.values())
            yield Statement(Finding("final-purple", "warn", fields, why), written_side)


def _purple_points(purple: set[str], position: Position, links: int | None, paid: int) -> set[int]:
    """What technologies 6b and 8a of side A can bring, with so many links and cubes paid."""
    most = max(0, len(position.online) - 1)
    linked = [links] if links is not None else list(range(most + 1))
    of_links = {PER_LINK * count for count in linked} if "6b" in purple else {0}
    may_pay = "8a" in purple and paid >= CUBES_PAID
    return {points + more for points in of_links for more in ((0, FOR_CUBES) if may_pay else (0,))}


def _headquarters(sheet: TableSheet, drawn: PulsarDraw | None) -> Findings:
    """hq-seed: the letter that the seed draws for the seat."""
    letter = drawn.hq.get(sheet.record.seat) if drawn is not None else None
    if letter is None:
        return
    wrong = tuple(field for field in sheet.inked_in("head.hq-") if field[-2] != letter.lower())
    if wrong:
        why = Message(
            "The seed gives headquarters {letter} to this seat, if the table goes by it.", letter=letter
        )
        yield finding_on(sheet, "hq-seed", "note", wrong, why)


def _station_room(seats: Mapping[int, Sheets], common: TableSheet | None, setup: Setup) -> Findings:
    """station-room: the planets of a system for so many players."""
    room = setup.facts.tables[f"room-{setup.game.players}"]
    for system, tile in setup.tiles.items():
        field = f"station.s{system}"
        there = inked_by_seats(seats, (field,))
        if common is not None and len(there) > room.get(tile, len(there)):
            why = Message(
                "The tile on system {system} has room for {room}, and {there_are}.",
                system=int(system),
                room=counted(room[tile], "station"),
                there_are=there_are(len(there)),
            )
            sheets = [on_sheet for of_seat in there for on_sheet in of_seat]
            tiles = (common, (f"system.tile-{system}",))
            yield from cross_sheet_findings("station-room", "error", why, [*sheets, tiles])


def _drawn_on_table(sheet: TableSheet, drawn: PulsarDraw | None) -> Findings:
    """table-seed: what is written is what the seed draws."""
    if drawn is None:
        return
    expected = {f"set.tech-{board}-{drawn.tech_sides[board]}".lower() for board in BOARDS}
    expected.add(f"set.map-{drawn.map_side}")
    other = tuple(field for field in sheet.inked_in("set.") if field not in expected)
    other += sheet.differing({f"goal-{place}.tile": goal for place, goal in enumerate(drawn.goals, 1)})
    if other:
        yield finding_on(
            sheet,
            "table-seed",
            "note",
            other,
            Message(
                "The seed draws other sides or goals than are written here; those that are written count."
            ),
        )
    for place, roll in enumerate(drawn.rolls, 1):
        other = sheet.differing({f"roll-{place}.v{value}": roll.count(value) for value in range(1, 7)})
        if other and sheet.record.game.chosen.get("dice") != "own":
            why = Message(
                "The seed rolls other dice in round {place}; those that are written count.", place=place
            )
            yield finding_on(sheet, "table-seed", "note", other, why)


def _rows(sheet: TableSheet, setup: Setup) -> Findings:
    """table-tiles: rows on side A have their values."""
    for row, value in setup.facts.tables["rows-a"].items():
        field = f"row.value-{row}"
        if setup.side_of_row(row) == "A" and sheet.record.marks.get(field, value) != value:
            written = sheet.record.marks[field]
            why = Message(
                "On side A of board {board} row {row} is worth {value}, and {written} is written.",
                board=board_of_row(row),
                row=row,
                value=value,
                written=written,
            )
            yield finding_on(sheet, "table-tiles", "error", (field,), why)


def _goal_tiles(sheet: TableSheet, setup: Setup) -> Findings:
    """table-tiles: as the template has it, where the seed alone tells which goal lies at a place."""
    for place, goal in enumerate(setup.goals, 1):
        if goal.number is None or f"goal-{place}.tile" in sheet.record.marks:
            continue
        tables = setup.facts.tables
        known = {f"goal-{place}.{what}": tables[f"goal-{what}"].get(goal.number) for what in WORTH}
        if wrong := sheet.differing(known):
            why = Message(
                "By the seed goal {place} is number {number}, of which other numbers are known than these.",
                place=place,
                number=goal.number,
            )
            yield finding_on(sheet, "table-tiles", "error", wrong, why)
