"""All ways to tamper with the sheets of a scenario."""

from __future__ import annotations

from fairsheet.sheets.model.sheet import Sheet
from tests.tampering import anywhere, clever, launch
from tests.tampering.forgery import Kind

_OF_ITS_OWN = {"launch": launch.KINDS}


def kinds_of(sheet: Sheet) -> tuple[Kind, ...]:
    """Return the ways for any sheet and those for the rules of one scenario."""
    return (*anywhere.KINDS, *clever.KINDS, *_OF_ITS_OWN.get(sheet.name, ()))
