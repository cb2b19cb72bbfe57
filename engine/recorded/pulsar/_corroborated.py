"""The marks of players that the seed or other sheets bear out, so that nobody takes them for wrong."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.recorded.pulsar._last_places import places_borne_out
from fairsheet.engine.recorded.pulsar.played.draft_replay import ledgers_of, replay_of
from fairsheet.engine.recorded.pulsar.played.draw import PulsarDraw
from fairsheet.engine.recorded.pulsar.played.setup import setup_of
from fairsheet.engine.records.record import SheetKey


def fields_borne_out(table: Sequence[TableSheet], drawn: PulsarDraw | None) -> dict[SheetKey, set[str]]:
    """By sheet the place in the first round that the seed draws, and the places at the end that others tell as well."""
    setup = setup_of(table, drawn)
    ledgers = ledgers_of(table)
    found = {
        ledgers[seat].record.key: {f"head.order-{place}"}
        for place, seat in enumerate(setup.first_order or (), 1)
        if seat in ledgers
    }
    return found | places_borne_out(table, replay_of(table, setup))
