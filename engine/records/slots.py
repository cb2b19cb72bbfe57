"""The room on a sheet: slots that can be written in, and turns."""

from __future__ import annotations

from fairsheet.sheets.model.sheet import Sheet

ERROR = "system-error"  # the symbol of the fields for errors


def slots_of(sheet: Sheet) -> tuple[str, ...]:
    """Return the slots that can be written in, in the order of the zones; a slot may be in several zones."""
    slots = dict.fromkeys(slot for zone in sheet.zones for slot in zone.slots)
    return tuple(slot for slot in slots if sheet.field[slot].printed is None)


def most_turns(sheet: Sheet) -> int:
    """Return the number of turns for which a sheet with numbers has room: each leaves one number or one error."""
    return len(slots_of(sheet)) + len(sheet.fields_of_symbol(ERROR))
