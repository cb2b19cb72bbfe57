"""Describe what is missing at a table: sheets of players and of the table, and pages without ink."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.recorded.blank_pages import missing_pages
from fairsheet.engine.recorded.registry import recorded_game, sheets_in_play
from fairsheet.engine.records.record import NO_SEAT, Record
from fairsheet.engine.records.solo_pages import blank_half
from fairsheet.engine.records.table_records import format_missing, missing_seats
from fairsheet.engine.rulesets.formula_sheet import unknown_boxes
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import companions_of
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.naming.printed_words import printed_name
from fairsheet.sheets.support.phrases import the_sheet
from fairsheet.wording._part_names import part_label
from fairsheet.wording.table_words import side_of_solo


def lacks_points(sheet: Sheet, records: Sequence[Record]) -> bool:
    """Check whether nobody's points are known: each player writes on two sheets, and a sheet is missing."""
    return sheet.is_shared and bool(missing_seats(sheet, records))


def missing_sheets_message(sheet: Sheet, records: Sequence[Record], catalog: Catalog = BUNDLED) -> str | None:
    """Name the missing sheets and the points that are unknown without them; None if all are available.

    `catalog` has the layouts of the records.
    """
    seats = missing_seats(sheet, records)
    if not seats or sheet.solo_level is not None:
        return None
    if ruleset_of(sheet, catalog).play_together(records):
        return format_missing(seats)
    if lacks_points(sheet, records):
        return Message("{missing}: each player's points are on two sheets", missing=format_missing(seats))
    unknown = unknown_boxes(sheet, records)
    if not unknown:
        return Message(
            "{missing}: the rank is only among the sheets available", missing=format_missing(seats)
        )
    return Message(
        "{missing}: {parts} cannot be known; the rank is only among the sheets available",
        missing=format_missing(seats),
        parts=listed([part_label(sheet, box) for box in unknown]),
    )


def unchecked_line(sheet: Sheet, records: Sequence[Record]) -> str | None:
    """Name the missing sheets of a recorded game, with which the others could not be compared; None if none."""
    seats = missing_seats(sheet, records) if sheet.has_companions else ()
    if not seats:
        return None
    return Message("{missing}: only the other sheets could be checked", missing=format_missing(seats))


def unproved_line(sheet: Sheet, records: Sequence[Record]) -> str | None:
    """Name the missing sheets of a table that is proved, and what the proof assumes about them; None if none."""
    seats = missing_seats(sheet, records) if ruleset_of(sheet).is_proved and sheet.solo_level is None else ()
    if not seats:
        return None
    return Message(
        "{missing}: the proof assumes any marks that the rules allow on it",
        "{missing}: the proof assumes any marks that the rules allow on them",
        n=len(seats),
        missing=format_missing(seats),
    )


def missing_page_line(sheet: Sheet, records: Sequence[Record]) -> str | None:
    """Say what to do about a half of a solo game that is missing or has no ink; None if both have ink."""
    blank = blank_half(sheet, records)
    if blank is None:
        return None
    if seats := missing_seats(sheet, records):
        side = side_of_solo(sheet.name, records[0].game, seats[0])
        return Message("the {side} is missing: add its photo", side=side)
    if blank == "sheet":
        return Message("the player's sheet is missing or blank: add its photo")
    return Message("ASTRA's panel is missing or blank: add its photo")


def missing_table_sheets(sheet: Sheet, records: Sequence[Record]) -> list[Sheet]:
    """Return the table sheets (one for all players) of a game for which there is no record."""
    there = {template_of(record.sheet) for record in records if record.seat == NO_SEAT}
    in_play = sheets_in_play(companions_of(sheet), records[0].game)
    return [each for each in in_play if each.is_of_table and each.name not in there]


def table_sheet_line(sheet: Sheet, records: Sequence[Record]) -> str | None:
    """Name the missing table sheets; None if none."""
    names = [the_sheet(each.own_title) for each in missing_table_sheets(sheet, records)]
    if not names:
        return None
    return Message(
        "{names} (one for the table) is missing: only the other sheets could be checked",
        "{names} (one for the table) are missing: only the other sheets could be checked",
        n=len(names),
        names=listed(names),
    )


def unknown_winner_line(sheet: Sheet, records: Sequence[Record]) -> str:
    """Say that the winner of a solo or cooperative game is unknown, and which sheet or box is missing."""
    inked = [record for record in records if record.marks] or records
    names = [the_sheet(each.own_title) for each in missing_table_sheets(sheet, inked) if each.scores]
    if names:
        return Message(
            "winner unknown: {names} is missing",
            "winner unknown: {names} are missing",
            n=len(names),
            names=listed(names),
        )
    blank = [printed_name(sheet, sheet.field[box]) or box for box in _blank_targets(sheet, inked)]
    if blank:
        return Message(
            "winner unknown: {names} is blank",
            "winner unknown: {names} are blank",
            n=len(blank),
            names=listed([Message("“{words}”", words=Message(words)) for words in blank]),
        )
    return Message("winner unknown")


def _blank_targets(sheet: Sheet, records: Sequence[Record]) -> list[str]:
    """Return the boxes of a sheet for the targets of the players that no record has filled in."""
    targets = recorded_game(sheet).boxes_of_targets
    return [box for box in targets if box in sheet.field and not any(box in each.marks for each in records)]


def unranked_line(sheet: Sheet, records: Sequence[Record], catalog: Catalog = BUNDLED) -> str | None:
    """Name the players who are not ranked because a page of their sheet has no ink; None if all are ranked.

    `catalog` has the layouts of the records.
    """
    in_part = ruleset_of(sheet, catalog).in_part(records)
    if not in_part:
        return None
    pages = [
        Message("the sheet of player {seat}", seat=each.record.player or each.record.seat)
        if each.layout.pages == 1
        else Message("page {page} of player {seat}", page=page, seat=each.record.player or each.record.seat)
        for each in in_part
        for page in missing_pages(each)
    ]
    return Message(
        "{pages} is missing or blank, so its player is not ranked: add its photo",
        "{pages} are missing or blank, so their players are not ranked: add their photos",
        n=len(pages),
        pages=listed(pages),
    )
