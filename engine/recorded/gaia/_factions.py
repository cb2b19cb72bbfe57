"""The factions, as the players' record states them: homes, how they begin, and which colours cost them three steps."""

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
    """The planet type on which a faction begins, with how many structures; areas of research that begin at 1; how many
    home types cost it three steps that the other factions give."""

    home: str
    structures: int
    research: tuple[str, ...]
    coloured: int


@cache
def factions() -> Mapping[str, Faction]:
    """All factions by their ids."""
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
    """Those that the Automa can play, by its sheet."""
    return tuple(
        field.id.removeprefix(AUTOMA_FIELD) for field in sheet.fields if field.id.startswith(AUTOMA_FIELD)
    )


def faction_of(record: Record) -> str | None:
    """The faction that is marked on a record or on the Automa's sheet; None unless it is one."""
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
    """By seat, the colours at three steps, where players have these factions and sit in this order.

    They are the homes of the others' factions of the base game; the places that are left are filled from the row, those
    of the first player in the order before those of the other.
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
