"""The factions, read from the players' record: homes, starting positions, and the colours that cost three steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from fairsheet.engine.recorded.gaia._box import RECORD, box
from fairsheet.engine.records.record import Record
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Sheet

FIELD, AUTOMA_FIELD = "faction.", "automa-faction."


class Faction(NamedTuple):
    """A faction: its home planet type, its first structures, and the research areas that start at level 1. `coloured`
    is the number of home types of other factions that cost it three steps."""

    home: str
    structures: int
    research: tuple[str, ...]
    coloured: int


@cache
def factions() -> Mapping[str, Faction]:
    """Return all factions by id."""
    sheet = load_sheet(RECORD)
    return {
        field.id.removeprefix(FIELD): Faction(
            str(field.attrs["home"]),
            int(str(field.attrs["structures"])),
            tuple(str(area) for key in ("research", "also") if (area := field.attrs[key]) != "none"),
            int(str(field.attrs["coloured"])),
        )
        for field in sheet.fields
        if field.id.startswith(FIELD)
    }


def automa_factions(sheet: Sheet) -> tuple[str, ...]:
    """Return the factions that the Automa can play, from its sheet."""
    return tuple(
        field.id.removeprefix(AUTOMA_FIELD) for field in sheet.fields if field.id.startswith(AUTOMA_FIELD)
    )


def faction_of(record: Record) -> str | None:
    """Return the faction marked on a record or on the Automa's sheet; None unless exactly one is marked."""
    marked = [
        field.removeprefix(prefix)
        for field in record.marks
        for prefix in (FIELD, AUTOMA_FIELD)
        if field.startswith(prefix)
    ]
    return marked[0] if len(marked) == 1 else None


def three_step_colours(
    playing: Mapping[int, str], row: Sequence[str], order: Sequence[int]
) -> dict[int, frozenset[str]]:
    """Return the colours at three steps by seat, for factions by seat and an order of the seats.

    They are the homes of the others' base-game factions. The remaining places are filled from the row, first for the
    earlier player in the order.
    """
    all_factions = factions()
    taken = {all_factions[one].home for one in playing.values()} & set(box().homes)
    free = [colour for colour in row if colour not in taken]
    colours = {}
    for seat in order:
        if seat in playing and (coloured := all_factions[playing[seat]].coloured):
            wanted = coloured - len(taken)
            colours[seat] = frozenset([*taken, *free[:wanted]])
            free = free[wanted:]
    return colours
