"""Describe a table in words, in the order in which the page shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from msgspec import UNSET

from fairsheet.engine.checks.verdict import Judgement, SheetVerdict, VerdictWord
from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.records.column_records import players_of
from fairsheet.engine.records.ink import Turn
from fairsheet.engine.records.record import NO_SEAT, Record, missions_of
from fairsheet.engine.records.side_owners import owner_of
from fairsheet.engine.records.solo_pages import blank_half
from fairsheet.languages.messages import Message, as_sentence, counted, joined, listed
from fairsheet.languages.terms import term
from fairsheet.pipeline.judging.judging import doubts_about_verdict
from fairsheet.reports.contents import Picture, ReportSheet, ReportTable, sheet_of
from fairsheet.reports.headline import headline, is_won_together
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.model.marks import mark_name
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.analysis_words import analysis_lines
from fairsheet.wording.field_names import field_names
from fairsheet.wording.formatting import (
    askable_doubts,
    causes,
    format_missions,
    format_offer,
    format_verdict,
    in_words_of_sheet,
    reasons_of,
    unseen_part,
)
from fairsheet.wording.missing_parts import (
    missing_page_line,
    missing_sheets_message,
    table_sheet_line,
    unranked_line,
)
from fairsheet.wording.points import Points, covered_fields, points_of
from fairsheet.wording.table_words import (
    astra_lines,
    format_checked,
    format_players,
    is_shared,
    is_undecided_in_part,
    known_names,
    names_of_all,
    own_title,
    owner_name,
    sheet_names,
    side_of_solo,
    tie_lines,
    with_names,
)

MEANINGS: Mapping[Judgement, str] = {
    "legal": Message(
        "An order of play that obeys every rule leaves exactly this ink; the turns below show it. "
        "The real game may have differed in ways that leave no ink."
    ),
    "illegal": Message("No order of play leaves exactly this ink. This contradicts the rules:"),
    "undecided": Message("The work limit was reached before an order of play or a contradiction was found."),
}
MEANING_AS_READ = Message(
    "Marks in doubt may be misread, so nothing is decided yet. As read, this contradicts the rules:"
)
MEANING_LACKING = Message("Nothing here contradicts itself, but this is missing:")
MEANING_IN_CONFLICT = Message(
    "This sheet can be right, and so can each of the others, but not all of them together:"
)
MEANING_UNSEEN = Message("So much of this sheet cannot be seen that nothing can be proved about it.")
MEANING_IN_PART = Message(
    "All pages of one player are proved together; no single page is impossible by itself."
)
MEANING_WRONG_SUMS = Message("A wrong sum breaks no rule: the points are computed from the marks.")
MEANINGS_BY_CHECKS: Mapping[Judgement, str] = {
    "legal": Message(
        "All checks found nothing wrong. They do not prove how the game was played, because the sheet shows only "
        "its result."
    ),
    "illegal": Message("Not all of this can be right:"),
    "undecided": Message("Nothing here is impossible, but look at this:"),
}


@dataclass(frozen=True)
class SheetView:
    """One sheet. `verdict` is None if nothing was proved; `turns` is empty if there is no history.

    `reasons` say why marks are wrong or odd: the lines, the marks to look at first as (field, mark), and the others.
    `doubts` have the number on the pictures or "", the name of the field, and what another mark there could change. A
    turn has its number, the offers, each with whether it was taken, and (cause, marks written).
    """

    seat: int
    name: str
    shows_seat: bool
    verdict: VerdictWord | None
    words: str
    meaning: str
    reasons: tuple[tuple[Sequence[str], Sequence[tuple[str, str]], Sequence[tuple[str, str]]], ...]
    reading: str
    pictures: tuple[Picture, ...]
    doubts: tuple[tuple[str, Doubt, str, str], ...]
    differences: tuple[str, ...]
    analysis: tuple[str, ...]
    turns: tuple[tuple[int, list[tuple[str, bool]], list[tuple[str, str]]], ...]


@dataclass(frozen=True)
class TableView:
    """One table; `points` is None if unknown, `names` are by seat, and `missions` are pairs of letter and text."""

    title: str
    facts: str
    seed: str | None
    missions: tuple[tuple[str, str], ...]
    headline: str
    is_ranked: bool
    notices: tuple[str, ...]
    points: Points | None
    names: Mapping[int, str]
    verdicts: Mapping[int, VerdictWord]
    ties: tuple[str, ...]
    sheets: tuple[SheetView, ...]


def table_view(table: ReportTable) -> TableView:
    """Return the content of the page about a table."""
    records, verdict = table.records, table.verdict
    one, players = players_of(table.sheet, records)
    shared = one is not table.sheet  # its players have columns
    game, known = players[0].game, {**table.names, **known_names(players)}
    names = names_of_all(players) | known
    verdicts = {seat: worst.word for seat in names if verdict and (worst := verdict.of_seats({seat}))}
    covered = covered_fields((each.record.seat, each.doubts) for each in table.sheets)
    points = points_of(table.sheet, records, table.score, table.catalog, covered) if table.score else None
    in_part = verdict is not None and is_undecided_in_part(table.sheet, records, verdict)
    cards = "" if game.seed is not None or not has_cards(table.sheet) else Message("physical cards")
    name = table.name or game.name
    named = "" if name is None else Message("table {name}", name=name)
    return TableView(
        title=Message(table.sheet.game_title),
        facts=joined(", ", filter(None, (format_players(game), cards, named))),
        is_ranked=table.is_proved and not covered and game.solo is None and not is_won_together(table),
        seed=game.seed,
        missions=format_missions(table.sheet, missions_of(table.sheet, records)),
        headline=headline(table, points, names) if points and table.is_proved else "",
        notices=tuple(_notices(table, known)),
        points=points,
        names=names,
        verdicts=dict.fromkeys(names, verdicts[records[0].seat]) if shared and verdicts else verdicts,
        ties=tuple(_ties(table, points.unsure if points else ())) if table.is_proved else (),
        sheets=tuple(
            _sheet_view(
                table,
                each,
                Message("The sheet of all players")
                if shared
                else sheet_names(records)[each.record.key]
                if each.record.seat == NO_SEAT or is_shared(each.record)
                else _with_kind(
                    names.get(each.record.seat, owner_name(each.record.seat, "")), each.record, records
                ),
                tuple(_differences(points, names, sheet_of(table, each.record), each.record, shared=shared))
                if points
                else (),
                known,
                in_part=in_part,
            )
            for each in table.sheets
        ),
    )


def _with_kind(name: str, record: Record, records: Sequence[Record]) -> str:
    """Return the player's name, with the title or the side of the sheet if the player has several."""
    several = [each.seat for each in records].count(record.seat) > 1
    title = Message(own_title(record.sheet)) if several else ""
    side = side_of_solo(record.sheet, record.game, record.seat)
    return joined(", ", filter(None, (name, title, side)))


def _ties(table: ReportTable, unsure: Collection[int]) -> Iterator[str]:
    """Yield what broke ties, and the points of ASTRA if they are known."""
    if table.score is not None:
        yield from tie_lines(table.sheet, table.records, table.score, table.catalog, unsure)
        if blank_half(table.sheet, table.records) != "panel":
            yield from astra_lines(table.score)[:-1]  # the headline has the last one, about the winner


def _differences(
    points: Points, names: Mapping[int, str], sheet: Sheet, record: Record, *, shared: bool
) -> Iterator[str]:
    """Yield the wrong sums and blank boxes on a sheet, with names if several players write on it.

    If it is `shared`, it has a column for each player, and the wrong sums of all are included.
    """
    for wrong in points.differences:
        is_here = shared or (
            wrong.box in sheet.field
            and owner_of(sheet, wrong.box, record.seat, record.game.players) == wrong.seat
        )
        if is_here and (shared or is_shared(record)):
            yield joined(", ", (names[wrong.seat], wrong.words))
        elif is_here:
            yield wrong.words
    for blanks in points.blanks:
        if blanks.seat == record.seat:
            yield blanks.words


def _analysis(table: ReportTable, record: Record) -> Iterator[str]:
    """Yield where a player's points came from, if the table was analysed."""
    players = table.analysis.players if table.analysis else ()
    for player in players:
        if player.seat == record.seat:
            (history,) = (each.history for each in table.found if each.seat == player.seat and each.history)
            yield from analysis_lines(player, sheet_of(table, record), history, alone=len(players) == 1)


def _notices(table: ReportTable, names: Mapping[int, str]) -> Iterator[str]:
    """Yield warnings about the ranking, with the `names` of players that are known."""
    records, found = table.records, table.found
    yield from table.notes
    for missing in (
        missing_sheets_message(table.sheet, records, table.catalog),
        missing_page_line(table.sheet, records),
        table_sheet_line(table.sheet, records),
        unranked_line(table.sheet, records, table.catalog),
    ):
        if missing is not None:
            yield as_sentence(with_names(missing, names))
    if conflict := [each for each in found if each.word == "in conflict"]:
        seats = sorted({seat for each in conflict for seat in (each.seat, *(each.conflict_with or ()))})
        whose = listed([owner_name(seat, "") for seat in seats if seat != NO_SEAT])
        words = Message("The sheets do not fit together ({whose}): look at the reasons below first.")
        yield words.filled(whose=with_names(whose, names))
    if illegal := sum(each.word == "illegal" for each in found):
        yield Message(
            "{n} sheet is illegal with these marks: look at the reasons below first.",
            "{n} sheets are illegal with these marks: look at the reasons below first.",
            n=illegal,
        )
    if doubted := sum(each.is_doubted and not each.is_in_conflict for each in found):
        yield Message(
            "{n} sheet contradicts the rules as read, but marks in doubt could change that.",
            "{n} sheets contradict the rules as read, but marks in doubt could change that.",
            n=doubted,
        )
    if (in_doubt := doubts_line(table)) is not None:
        yield in_doubt


def doubts_line(table: ReportTable) -> Message | None:
    """Return how many marks are in doubt; None if there are none."""
    doubts = sum(len(askable_doubts(each.doubts)) for each in table.sheets)
    words = Message(
        "{n} mark is still in doubt: look at the sheets.", "{n} marks are still in doubt: look at the sheets."
    )
    return words.filled(n=doubts) if doubts else None


def _sheet_view(
    table: ReportTable,
    each: ReportSheet,
    name: str,
    differences: tuple[str, ...],
    names: Mapping[int, str],
    *,
    in_part: bool,
) -> SheetView:
    record, verdict = each.record, table.verdict
    sheet = sheet_of(table, record)
    found = verdict.of_sheet(record.sheet, record.seat) if verdict else None
    deal = verdict.deal_of(sheet, record) if verdict else None
    named = field_names(sheet).__getitem__
    doubts = each.doubts or ()
    words = meaning = ""
    reasons = []
    if verdict is not None and found is not None:
        words = with_names(
            format_verdict(
                found,
                sheet,
                deal=deal,
                doubts=doubts_about_verdict(found, sheet, each.doubts),
                checked=format_checked(table.sheet, table.records),
                in_part=in_part,
                is_outvoted=verdict.is_outvoted(found),
            ),
            names,
        )
        meaning = _meaning(found, in_part=in_part, unseen=unseen_part(doubts) > 0)
        for why, fields, others in reasons_of(found, sheet, first=verdict.first_in_conflict(found)):
            first, further = (
                [(named(field), mark_name(record.marks.get(field))) for field in some]
                for some in (fields, others)
            )
            reasons.append(([with_names(line, names) for line in why], first, further))
    return SheetView(
        seat=record.seat,
        name=name,
        shows_seat=bool(record.player) and record.game.players > 1,
        verdict=found.word if found else None,
        words=words,
        meaning=meaning,
        reasons=tuple(reasons),
        reading=joined(
            " ", filter(None, (each.reading, *(_hidden_lines(doubts) if unseen_part(doubts) else ())))
        ),
        pictures=each.pictures,
        doubts=tuple(
            (
                doubt.tag if any(picture.has_numbers for picture in each.pictures) else "",
                doubt,
                named(doubt.field),
                with_names(each.effects.get(doubt.field, ""), names),
            )
            for doubt in askable_doubts(doubts)
        ),
        differences=differences,
        analysis=tuple(_analysis(table, record)),
        turns=tuple(_turn(turn, sheet, deal) for turn in (found.history if found else None) or ()),
    )


def _hidden_lines(doubts: Sequence[Doubt]) -> Iterator[str]:
    """Yield how many fields cannot be seen, with the reason."""
    for why, number in Counter(doubt.because for doubt in doubts if doubt.is_unseen).items():
        yield as_sentence(joined(": ", (counted(number, "field"), why)))


def _meaning(found: SheetVerdict, *, in_part: bool, unseen: bool) -> str:
    if found.is_doubted:
        return MEANING_AS_READ
    if unseen and found.verdict == "undecided":
        return MEANING_UNSEEN
    if in_part and found.verdict == "undecided":
        return MEANING_IN_PART
    if found.lacks_only_marks:
        return MEANING_LACKING
    if found.is_in_conflict:
        return MEANING_IN_CONFLICT
    if found.verdict == "legal" and found.wrong_sums:
        return MEANING_WRONG_SUMS
    return (MEANINGS if found.grade is UNSET else MEANINGS_BY_CHECKS)[found.verdict]


def _turn(
    turn: Turn, sheet: Sheet, deal: Deal | None
) -> tuple[int, list[tuple[str, bool]], list[tuple[str, str]]]:
    if turn.cards:
        offers = _cards_of(turn, turn.cards)
    elif deal is None or turn.turn == 0 or deal.solo is not None:
        offers = [(format_offer(turn, deal), True)]
    else:
        offers = [
            (joined(" ", (offer.number, term(offer.action))), place == turn.offer)
            for place, offer in enumerate(deal.offers(turn.turn), 1)
        ]
    done = causes(turn.ink, partial(in_words_of_sheet, sheet=sheet))
    return turn.turn, offers, [(term(cause), joined("; ", phrases)) for cause, phrases in done]


def _cards_of(turn: Turn, cards: Sequence[Card]) -> list[tuple[str, bool]]:
    """Return the cards of a solo turn with their use, and whether the player used them."""
    left = Message("back into the box") if turn.thrown_out is True else Message("to ASTRA")
    uses = {turn.number_card: term("number"), turn.action_card: term("action"), turn.astra_card: left}
    return [
        (
            joined(
                ": ", (joined(" ", (card.number, term(card.action))), uses.get(place, Message("discarded")))
            ),
            place in (turn.number_card, turn.action_card),
        )
        for place, card in enumerate(cards, 1)
    ]
