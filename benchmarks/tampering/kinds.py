"""All ways to tamper with the sheets of a scenario."""

from __future__ import annotations

from benchmarks.tampering import anywhere, launch
from benchmarks.tampering.forgery import Kind
from sheets.model import Sheet

_OF_ITS_OWN = {"launch": launch.KINDS}


def kinds_of(sheet: Sheet) -> tuple[Kind, ...]:
    """Those for any sheet, and those that only make sense under a scenario's own rules."""
    return (*anywhere.KINDS, *_OF_ITS_OWN.get(sheet.name, ()))
