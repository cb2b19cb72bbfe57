"""The marks of players that the seed or other sheets bear out, so that nobody takes them for wrong."""

from __future__ import annotations

from collections.abc import Sequence

from engine.record import SheetKey
from engine.recorded import TableSheet
from engine.recorded.pulsar.draw import PulsarDraw
from engine.recorded.pulsar.last_places import places_borne_out
from engine.recorded.pulsar.replay import ledgers_of, replay_of
from engine.recorded.pulsar.setup import setup_of


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
