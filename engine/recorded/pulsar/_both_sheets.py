"""Combine and compare players' final sheets and ledgers, and check that a unique component has one owner.

Marks on either sheet count, and marks on both must agree. Most players with a ledger do the final scoring on a final
sheet. So a blank block counts as unknown if the seat's other sheet has that block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import Findings, Sheets, TableSheet, finding_on
from fairsheet.engine.recorded.pulsar.played.position import (
    CLAIMS,
    FINAL,
    LEDGER,
    SIZES,
    TECHNOLOGIES,
    has_ink,
    is_players,
    position_of,
)
from fairsheet.engine.recorded.pulsar.played.setup import Setup
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Mark, Marks

SEAT_CHECKS = {
    "same-seat": "The final sheet and the ledger of a player agree if both are filled in. If one is blank, the other "
    "one counts.",
    "tech-owners": "At most two players have a technology. If it has only one price, they patented it in different "
    "rounds; at a table of two, only one of them has it.",
    "hq-unique": "There is one headquarters of each letter.",
}
ICONS = ("award.", "goal-", "head.hq-", "station.s")  # blocks of icons that both sheets have
NUMBERS = ("spare.", "end.")  # blocks of numbers
SINGLE = ("station.extra", "final.")  # numbers that are completed one by one
HEADQUARTERS, MOST_OWNERS = "abcd", 2  # of a technology
WITH_ROUNDS = ("tech.", "hq.", "run.")  # blocks of crosses on the final sheet, of rounds on the ledger


def by_seat(table: Sheets) -> dict[int, list[TableSheet]]:
    """Return the sheets of each player by seat: one, or the final sheet and the ledger."""
    seats: dict[int, list[TableSheet]] = {}
    for each in table:
        if is_players(each):
            seats.setdefault(each.record.seat, []).append(each)
    return seats


def completed(sheet: TableSheet, table: Sheets) -> TableSheet:
    """Return a player's sheet with goals, numbers and other marks that only the seat's other sheet has."""
    marks = dict(sheet.record.marks)
    for other in _others(sheet, table):
        for begin in (*ICONS, *NUMBERS):
            if not has_ink(sheet.record.marks, begin):
                marks |= _block(other.record.marks, begin)
        for begin in SINGLE:
            marks = {**_block(other.record.marks, begin), **marks}
    return TableSheet(sheet.layout, replace(sheet.record, marks=marks))


def joined_sheets(table: Sheets) -> list[TableSheet]:
    """Return the sheets of a table; if a player has both, only the final sheet, completed by the ledger."""
    ledgers = {each.record.seat: each for each in table if each.record.sheet == LEDGER}
    finals = {each.record.seat for each in table if each.record.sheet == FINAL}
    sheets = []
    for each in table:
        if each.record.sheet == FINAL and each.record.seat in ledgers:
            sheets.append(_with_rounds(completed(each, table), ledgers[each.record.seat]))
        elif each.record.sheet != LEDGER or each.record.seat not in finals:
            sheets.append(each)
    return sheets


def findings_of_seats(seats: Mapping[int, Sheets], setup: Setup) -> Findings:
    """Check same-seat, tech-owners, hq-unique."""
    for own in seats.values():
        if len(own) == 2:
            yield from _mark_conflicts(*sorted(own, key=lambda each: each.record.sheet))
    for technology in TECHNOLOGIES:
        yield from owner_findings(seats, technology, setup)
    for letter in HEADQUARTERS:
        owners = inked_by_seats(seats, (f"head.hq-{letter}1", f"head.hq-{letter}2"))
        if len(owners) > 1:
            why = Message(
                "There is only one headquarters {letter}, but {having} players have it.",
                letter=letter.upper(),
                having=len(owners),
            )
            yield from _on_all_sheets(owners, "hq-unique", why)


def owner_findings(seats: Mapping[int, Sheets], technology: str, setup: Setup) -> Findings:
    """Check tech-owners: the number of players with a technology, and the rounds of a technology with one price."""
    field = f"tech.t{technology}"
    owners = inked_by_seats(seats, (field,))
    has_one_price = not setup.facts.has_two_prices(technology)
    if len(owners) > (1 if has_one_price and setup.game.players == 2 else MOST_OWNERS):
        one, two = Message("one of two players"), Message("two players")
        most = one if has_one_price and setup.game.players == 2 else two
        why = Message(
            "At most {most} can have technology {technology}, but {having} players have it.",
            most=most,
            technology=technology,
            having=len(owners),
        )
        yield from _on_all_sheets(owners, "tech-owners", why)
    elif has_one_price and len(owners) > 1:
        rounds = [
            {each.record.marks[field] for each, _ in own if each.record.sheet == LEDGER} for own in owners
        ]
        if rounds[0] & rounds[1]:
            why = Message(
                "Technology {technology} has only one price, but two players patented it in the same round.",
                technology=technology,
            )
            yield from _on_all_sheets(owners, "tech-owners", why)


SeatSheets = list[tuple[TableSheet, tuple[str, ...]]]  # sheets of a seat, each with marked fields


def inked_by_seats(seats: Mapping[int, Sheets], fields: Sequence[str]) -> list[SeatSheets]:
    """Return the sheets with a mark in one of the fields, grouped by seat."""
    groups = [
        [(each, inked) for each in own if (inked := tuple(f for f in fields if f in each.record.marks))]
        for own in seats.values()
    ]
    return [group for group in groups if group]


def _on_all_sheets(owners: Sequence[SeatSheets], check: str, why: Message) -> Findings:
    sheets = [on_sheet for group in owners for on_sheet in group]
    yield from cross_sheet_findings(check, "error", why, sheets)


def _others(sheet: TableSheet, table: Sheets) -> list[TableSheet]:
    return [
        other
        for other in table
        if is_players(other) and other.record.seat == sheet.record.seat and other is not sheet
    ]


def _block(marks: Marks, begin: str) -> dict[str, Mark]:
    return {field: mark for field, mark in marks.items() if field.startswith(begin)}


def _with_rounds(final: TableSheet, ledger: TableSheet) -> TableSheet:
    """Return a final sheet with the marks of its ledger in its own form, such as crosses for rounds."""
    marks, inked = dict(final.record.marks), ledger.record.marks
    position = position_of(ledger)
    for begin in WITH_ROUNDS:
        if not has_ink(marks, begin):
            marks |= dict.fromkeys(_block(inked, begin), "crossed")
    if not has_ink(marks, "claim-"):
        for n in CLAIMS:
            if has_ink(inked, f"claim-{n}."):
                marks[f"claim-{n}.taken"] = "crossed"
            mark = "circled+crossed" if f"claim-{n}.spin" in inked else "circled"
            marks |= dict.fromkeys(_block(inked, f"claim-{n}.size-"), mark)
    if not has_ink(marks, "tx."):
        marks |= {f"tx.online-{k}": "crossed" for k, _ in enumerate(position.online, 1)}
    if "score.before" not in marks and "round-8.score" in inked:
        marks["score.before"] = inked["round-8.score"]
    return TableSheet(final.layout, replace(final.record, marks=marks))


def _mark_conflicts(final: TableSheet, ledger: TableSheet) -> Findings:
    """Check same-seat: the marks that both sheets have."""
    one, other = final.record.marks, ledger.record.marks
    differ = {
        field
        for begin in ICONS
        if has_ink(one, begin) and has_ink(other, begin)
        for field in _block(one, begin).keys() ^ _block(other, begin).keys()
    }
    differ |= {
        field
        for field in one.keys() & other.keys()
        if field.startswith((*NUMBERS, *SINGLE)) and one[field] != other[field]
    }
    before, after = one.get("score.before"), other.get("round-8.score")
    if None not in (before, after) and before != after:
        differ |= {"score.before", "round-8.score"}
    here, there = position_of(final), position_of(ledger)
    for mine, theirs in (
        (here.patents, there.patents),
        (here.projects, there.projects),
        (here.runs, there.runs),
    ):
        if mine and theirs:
            differ |= {(mine if id_ in mine else theirs)[id_] for id_ in mine.keys() ^ theirs.keys()}
    if here.online and there.online and len(here.online) != len(there.online):
        differ |= {*here.online, *there.online}
    if has_ink(one, "claim-") and has_ink(other, "claim-"):
        for size in SIZES:
            if len(here.spinning[size]) != len(there.spinning[size]):
                differ |= {*here.spinning[size], *there.spinning[size]}
    why = Message(
        "The final sheet and the ledger of this player differ in these marks: one of them is wrong."
    )
    for each in (final, ledger) if differ else ():
        fields = tuple(sorted(field for field in differ if field in each.layout.field))
        yield finding_on(each, "same-seat", "warn", fields, why)
