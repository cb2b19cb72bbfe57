"""What is missing of a table, in words: sheets of players and of the table, and pages that bear no ink."""

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
from fairsheet.sheets.naming.printed_words import words_beside
from fairsheet.sheets.support.phrases import the_sheet
from fairsheet.wording._part_names import part_label


def missing_line(sheet: Sheet, records: Sequence[Record], catalog: Catalog = BUNDLED) -> str | None:
    """Which sheets are missing and what cannot be known without them; None where all are available.

    `catalog` has the layouts of the records.
    """
    seats = missing_seats(sheet, records)
    if not seats or sheet.solo_level is not None:
        return None
    if ruleset_of(sheet, catalog).play_together(records):
        return format_missing(seats)
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
    """Which sheets of a recorded game are missing, with which the others could not be compared; None for none."""
    seats = missing_seats(sheet, records) if sheet.has_companions else ()
    if not seats:
        return None
    return Message("{missing}: only the other sheets could be checked", missing=format_missing(seats))


def unproved_line(sheet: Sheet, records: Sequence[Record]) -> str | None:
    """Which sheets of a table that is proved are missing, and what the proof takes them to bear; None for none."""
    seats = missing_seats(sheet, records) if ruleset_of(sheet).is_proved and sheet.solo_level is None else ()
    if not seats:
        return None
    return Message(
        "{missing}: in the proof it may bear whatever the rules allow",
        "{missing}: in the proof they may bear whatever the rules allow",
        n=len(seats),
        missing=format_missing(seats),
    )


def missing_page_line(sheet: Sheet, records: Sequence[Record]) -> str | None:
    """What to do about a half of a solo game that is missing or bears no ink; None where there is none."""
    blank = blank_half(sheet, records)
    if blank is None:
        return None
    if seats := missing_seats(sheet, records):
        return Message("{missing}: give it together with the other one", missing=format_missing(seats))
    if blank == "sheet":
        return Message("the player's sheet bears no ink: scan its photo together with the other page")
    return Message("ASTRA's panel bears no ink: scan its photo together with the other page")


def sheets_not_there(sheet: Sheet, records: Sequence[Record]) -> list[Sheet]:
    """The sheets, one for the table, that a table has beside those of its players and of which there is no record."""
    there = {template_of(record.sheet) for record in records if record.seat == NO_SEAT}
    in_play = sheets_in_play(companions_of(sheet), records[0].game)
    return [each for each in in_play if each.is_of_table and each.name not in there]


def table_sheet_line(sheet: Sheet, records: Sequence[Record]) -> str | None:
    """Which sheets that are one for the table are missing; None for none."""
    names = [the_sheet(each.own_title) for each in sheets_not_there(sheet, records)]
    if not names:
        return None
    return Message(
        "{names}, one for the table, is missing: only the other sheets could be checked",
        "{names}, one for the table, are missing: only the other sheets could be checked",
        n=len(names),
        names=listed(names),
    )


def unknown_winner_line(sheet: Sheet, records: Sequence[Record]) -> str:
    """That nobody can know who has won a game alone or together, and which sheet would tell."""
    inked = [record for record in records if record.marks] or records
    names = [the_sheet(each.own_title) for each in sheets_not_there(sheet, inked) if each.scores]
    if names:
        return Message(
            "who wins is not known from what is here: {names} is missing",
            "who wins is not known from what is here: {names} are missing",
            n=len(names),
            names=listed(names),
        )
    blank = [words_beside(sheet, sheet.field[box]) or box for box in _blank_targets(sheet, inked)]
    if blank:
        return Message(
            "who wins is not known from what is here: {names} is blank",
            "who wins is not known from what is here: {names} are blank",
            n=len(blank),
            names=listed([Message("“{words}”", words=Message(words)) for words in blank]),
        )
    return Message("who wins is not known from what is here")


def _blank_targets(sheet: Sheet, records: Sequence[Record]) -> list[str]:
    """The boxes with what those who play have to reach that are on a sheet and on none of its records filled in."""
    targets = recorded_game(sheet).boxes_of_targets
    return [box for box in targets if box in sheet.field and not any(box in each.marks for each in records)]


def unranked_line(sheet: Sheet, records: Sequence[Record], catalog: Catalog = BUNDLED) -> str | None:
    """Which players are not ranked since a page of their sheets bears no ink; None where all are.

    `catalog` has the layouts of the records.
    """
    in_part = ruleset_of(sheet, catalog).in_part(records)
    if not in_part:
        return None
    pages = [
        Message("the sheet of seat {seat}", seat=each.record.seat)
        if each.layout.pages == 1
        else Message("page {page} of seat {seat}", page=page, seat=each.record.seat)
        for each in in_part
        for page in missing_pages(each)
    ]
    return Message(
        "{pages} bears no ink, so that its player is not ranked: scan the photo together with the others",
        "{pages} bear no ink, so that their players are not ranked: scan the photo together with the others",
        n=len(pages),
        pages=listed(pages),
    )
