"""Compare the final places on the initiative track between the drafts, the final sheets and the table's sheet."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.checks.attribution import explaining, left_out
from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import Findings, OnSheet, Sheets, TableSheet
from fairsheet.engine.recorded.pulsar._draft_findings import drafts_on, picks_noted_wrongly, wrong_initiative
from fairsheet.engine.recorded.pulsar.played import draft
from fairsheet.engine.recorded.pulsar.played.draft_replay import Replay, ledgers_of, replay_of
from fairsheet.engine.recorded.pulsar.played.draw import PulsarDraw
from fairsheet.engine.recorded.pulsar.played.position import FINAL, has_ink, is_players
from fairsheet.engine.recorded.pulsar.played.setup import Setup, initiative_points, setup_of, sheet_of_table
from fairsheet.engine.records.record import SheetKey
from fairsheet.languages.messages import Message, listed

PLACES = range(1, 5)


def place_findings(table: Sheets, setup: Setup, replay: Replay) -> Findings:
    """Check turn-order, final-initiative: checked by the drafts, if they are known; otherwise the players' sheets are
    compared with the table's sheet."""
    finals, common = _finals(table), sheet_of_table(table)
    if replay.last_places is not None:
        yield from _draft_conflicts(table, finals, common, replay.last_places, setup)
    elif common is not None:
        sheets = [*finals, common]
        wrong = explaining(sheets, left_out(sheets), _agree)
        for final in finals:
            yield from _disagreements(common, final, wrong)
        yield from _initiative(table, common)


def last_places_of(table: Sheets, replay: Replay) -> tuple[int, ...] | None:
    """Return the seats on the places, by the drafts or otherwise the table's sheet; None if neither has them all."""
    common, players = sheet_of_table(table), table[0].record.game.players
    if replay.last_places is not None or common is None:
        return replay.last_places
    places = tuple(seat for place in PLACES if (seat := common.number(f"rank.seat-{place}")) is not None)
    return places if sorted(places) == sorted(draft.rockets(range(1, players + 1))) else None


def corroborated_places(table: Sheets, drawn: PulsarDraw | None) -> dict[SheetKey, set[str]]:
    """Return the fields of each ledger and final sheet whose places are corroborated: places in the first round by the
    seed, places at the end by the drafts, or by the table's sheet and all other final sheets."""
    setup = setup_of(table, drawn)
    replay, ledgers = replay_of(table, setup), ledgers_of(table)
    first = {
        ledgers[seat].record.key: {f"head.order-{place}"}
        for place, seat in enumerate(setup.first_order or (), 1)
        if seat in ledgers
    }
    finals, common = _finals(table), sheet_of_table(table)
    if replay.last_places is not None:
        right = [each for each in finals if _claimed(each) <= _places_of(each, replay.last_places)]
    elif common is not None and (wrong := explaining(sheets := [*finals, common], left_out(sheets), _agree)):
        right = [each for each in finals if each not in wrong]
    else:
        right = []
    return first | {each.record.key: {f"rank.place-{place}" for place in _claimed(each)} for each in right}


def _finals(table: Sheets) -> list[TableSheet]:
    """Return the final sheets with a circled place."""
    return [each for each in table if each.record.sheet == FINAL and _claimed(each)]


def _draft_conflicts(
    table: Sheets, finals: Sheets, common: TableSheet | None, places: Sequence[int], setup: Setup
) -> Findings:
    """Check turn-order: if only one sheet contradicts the drafts, it is wrong; otherwise a draft may be wrong."""
    conflicting: list[OnSheet] = []
    seats: set[int] = set()
    for final in finals:
        own, circled = _places_of(final, places), _claimed(final)
        if not circled <= own:
            conflicting.append((final, tuple(f"rank.place-{place}" for place in sorted(circled ^ own))))
            seats.add(final.record.seat)
    if common is not None:
        on_places = {f"rank.seat-{place}": seat for place, seat in enumerate(places, 1)}
        if wrong := common.differing(on_places):
            conflicting.append((common, wrong))
            seats |= {on_places[field] for field in wrong}
    ledgers = ledgers_of(table)
    if conflicting and (slips := picks_noted_wrongly(table, setup)):
        conflicting = [(ledgers[seat], drafts_on(ledgers[seat])) for seat in slips]
    elif conflicting and len(conflicting) + len(wrong_initiative(ledgers, places)) > 1:
        conflicting += [(ledgers[seat], drafts_on(ledgers[seat])) for seat in sorted(seats)]
    order = listed([Message("seat {seat}", seat=seat) for seat in places])
    why = Message("Initiative track: the places contradict the drafts, which give {order}.", order=order)
    yield from cross_sheet_findings("turn-order", "error", why, conflicting)


def _disagreements(common: TableSheet, final: TableSheet, wrong: Sheets) -> Findings:
    """Check turn-order: the table's sheet and a final sheet agree who is on a place; `wrong` are suspected sheets."""
    for place in _disagreed(common, final):
        both = [(common, (f"rank.seat-{place}",)), (final, (f"rank.place-{place}",))]
        named = [each for each in both if each[0] in wrong] or both
        why = Message("The sheets disagree about place {place} of the initiative track.", place=place)
        yield from cross_sheet_findings("turn-order", "error", why, named)


def _initiative(table: Sheets, common: TableSheet) -> Findings:
    """Check final-initiative: a player without a circled place has the points of the place on the table's sheet."""
    places, players = last_places_of(table, Replay()), common.record.game.players
    points = initiative_points(places, players) if places is not None else {}
    for each in table:
        written = each.number("final.initiative")
        right = points.get(each.record.seat, written)
        if is_players(each) and not has_ink(each.record.marks, "rank.") and written not in (None, right):
            why = Message(
                "Initiative: {written} written, {right} computed from the places on the table's sheet.",
                right=right or 0,
                written=written,
            )
            ranks = common.inked(*(f"rank.seat-{place}" for place in PLACES))
            yield from cross_sheet_findings(
                "final-initiative", "error", why, [(each, ("final.initiative",)), (common, ranks)]
            )


def _agree(sheets: Sheets) -> bool:
    finals = [each for each in sheets if each.record.sheet == FINAL]
    claimed = [place for each in finals for place in _claimed(each)]
    commons = [each for each in sheets if each not in finals]
    return len(claimed) == len(set(claimed)) and not any(
        _disagreed(common, final) for common in commons for final in finals
    )


def _disagreed(common: TableSheet, final: TableSheet) -> list[int]:
    """Return the places about which the table's sheet and a final sheet disagree. A place that a final sheet lacks may
    only have been forgotten."""
    written = {place: common.record.marks.get(f"rank.seat-{place}") for place in PLACES}
    is_complete = len(_claimed(final)) >= (2 if final.record.game.players == 2 else 1)
    return [
        place
        for place, seat in written.items()
        if seat is not None
        and (is_complete or seat != final.record.seat)
        and (seat == final.record.seat) != (place in _claimed(final))
    ]


def _claimed(final: TableSheet) -> set[int]:
    """Return the places that a final sheet claims for its player."""
    return {place for place in PLACES if f"rank.place-{place}" in final.record.marks}


def _places_of(final: TableSheet, places: Sequence[int]) -> set[int]:
    return {place for place, seat in enumerate(places, 1) if seat == final.record.seat}
