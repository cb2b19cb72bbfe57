"""The places on the initiative track at the end, as the drafts, the final sheets and the table's sheet have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.proof.verdict import Finding
from engine.recorded import TableSheet
from engine.recorded.pulsar.draft_findings import drafts_on, wrong_initiative
from engine.recorded.pulsar.position import FINAL
from engine.recorded.pulsar.replay import Replay, ledgers_of
from engine.recorded.pulsar.setup import sheet_of_table
from engine.recorded.spanning import OnSheet, findings_spanning

PLACES = range(1, 5)


def place_findings(table: Sequence[TableSheet], replay: Replay) -> Iterator[tuple[TableSheet, Finding]]:
    """turn-order: by the drafts, where they are known; else between the final sheets and the table's sheet."""
    finals = [
        each
        for each in table
        if each.record.sheet == FINAL and any(field.startswith("rank.") for field in each.record.marks)
    ]
    common = sheet_of_table(table)
    if replay.last_places is not None:
        yield from _by_drafts(table, finals, common, replay.last_places)
    elif common is not None:
        for final in finals:
            yield from _between(common, final)


def _by_drafts(
    table: Sequence[TableSheet],
    finals: Sequence[TableSheet],
    common: TableSheet | None,
    places: Sequence[int],
) -> Iterator[tuple[TableSheet, Finding]]:
    """Who alone is at odds with the drafts is wrong; where several sheets are, a draft may be noted wrongly."""
    at_odds: list[OnSheet] = []
    seats: set[int] = set()
    for final in finals:
        own = {f"rank.place-{place}" for place, seat in enumerate(places, 1) if seat == final.record.seat}
        circled = {field for field in final.record.marks if field.startswith("rank.place-")}
        if circled and circled != own:
            at_odds.append((final, tuple(sorted(circled ^ own))))
            seats.add(final.record.seat)
    if common is not None:
        wrong = [
            (field, seat)
            for place, seat in enumerate(places, 1)
            if common.record.marks.get(field := f"rank.seat-{place}", seat) != seat
        ]
        if wrong:
            at_odds.append((common, tuple(field for field, _ in wrong)))
            seats |= {seat for _, seat in wrong}
    ledgers = ledgers_of(table)
    if at_odds and len(at_odds) + len(wrong_initiative(ledgers, places)) > 1:
        at_odds += [(ledgers[seat], drafts_on(ledgers[seat])) for seat in sorted(seats)]
    why = (
        f"By the drafts the places on the initiative track are those of seats {', '.join(map(str, places))}."
    )
    yield from findings_spanning("turn-order", "error", why, at_odds)


def _between(common: TableSheet, final: TableSheet) -> Iterator[tuple[TableSheet, Finding]]:
    """Where the table's sheet and a final sheet do not agree who is on a place."""
    for place in PLACES:
        seat, rank = f"rank.seat-{place}", f"rank.place-{place}"
        written = common.record.marks.get(seat)
        if written is not None and (written == final.record.seat) != (rank in final.record.marks):
            why = f"The sheets do not agree who is on place {place} of the initiative track."
            yield from findings_spanning("turn-order", "error", why, [(common, (seat,)), (final, (rank,))])
