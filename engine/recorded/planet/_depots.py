"""Check which depot each seat faced: seats face consecutive depots, and the rings of the station keep their offset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.checks.attribution import dissenting
from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import Findings, Sheets, TableSheet
from fairsheet.engine.recorded.planet._draw import PlanetDraw, tiles_are_seeded
from fairsheet.engine.recorded.planet.box.components import SECTIONS
from fairsheet.engine.recorded.planet.box.printed import turns_noted
from fairsheet.engine.records.record import Table
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.sheet import CheckLevel

OFFSET = "strip.offset"
SeatField = tuple[int, str]


def depot_field(turn: int) -> str:
    """Return the field of a strip that names the depot of a turn."""
    return f"turn-{turn:02d}.depot"


def turns_by_rule(game: Table, drawn: PlanetDraw | None) -> bool:
    """Return whether the station turns one depot clockwise before each turn, and at no other time."""
    if game.solo is not None:
        return drawn is not None and bool(drawn.events) and "green-turn-station" not in drawn.events
    return game.chosen.get("station") == "clockwise"


def faced_by_rule(seat: int, turn: int, station: PlanetDraw) -> int:
    """Return the depot, from 1, that a seat faces in a turn if the station started as the seed says."""
    return (station.start_turn + turn + seat - 1) % SECTIONS + 1


def depot_findings(table: Sheets, drawn: PlanetDraw | None) -> Findings:
    """Check depots: the strips agree on the station. Only a warning if the table shuffled the tiles: it may have
    numbered the depots in another way."""
    game = table[0].record.game
    seeded = tiles_are_seeded(game)
    level: CheckLevel = "error" if seeded else "warn"
    by_seat = {each.record.seat: each for each in table}

    def conflict(why: Message, wrong: Sequence[SeatField]) -> Findings:
        fields = {seat: tuple(field for of, field in wrong if of == seat) for seat, _ in wrong}
        yield from cross_sheet_findings(
            "depots", level, why, [(by_seat[seat], fields[seat]) for seat in sorted(fields)]
        )

    offsets = {
        (seat, OFFSET): offset
        for seat, each in by_seat.items()
        if (offset := each.number(OFFSET)) is not None
    }
    drawn_offset = drawn.ring_offset if drawn is not None and seeded else None
    yield from conflict(
        Message("This offset does not fit: all players have the same one, and it never changes."),
        dissenting(offsets, drawn_offset),
    )
    turning = turns_by_rule(game, drawn)
    turns = {turn: _facing_seat_1(by_seat, turn) for turn in turns_noted()}
    if turning:
        start_depots = {
            mark: (facing - turn) % SECTIONS
            for turn, marks in turns.items()
            for mark, facing in marks.items()
        }
        drawn_start = drawn.start_turn if drawn is not None and seeded else None
        yield from conflict(
            Message(
                "The depots do not fit together: the station turns by one depot before each turn, and neighbours "
                "face consecutive depots."
            ),
            dissenting(start_depots, drawn_start),
        )
        return
    for turn, marks in turns.items():
        why = Message("In turn {turn} the depots of neighbours are not consecutive.", turn=turn)
        yield from conflict(why, dissenting(marks))


def _facing_seat_1(by_seat: Mapping[int, TableSheet], turn: int) -> dict[SeatField, int]:
    """Return the depot, from 0, that seat 1 faces if a mark is right, by mark."""
    field = depot_field(turn)
    return {
        (seat, field): (depot - seat) % SECTIONS
        for seat, each in by_seat.items()
        if (depot := each.number(field)) is not None
    }
