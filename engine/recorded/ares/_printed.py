"""Facts of Ares Expedition, read from the templates of its sheets: cards, corporations, ratings, rounds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from fairsheet.sheets.library.templates import load_sheet

RECORD, COOP, SOLO = "ares-record", "ares-coop", "ares-solo"


@cache
def cards(table: str) -> tuple[int, ...]:
    """Return the cards of a table of the record.

    >>> cards("counting-jovian")
    (63, 153)
    """
    return load_sheet(RECORD).table[table].keys


@cache
def values(table: str) -> Mapping[int, int]:
    """Return the values of the cards in a table of the record."""
    return load_sheet(RECORD).table[table].entries


def start_rating() -> int:
    """Return the rating with which a player begins."""
    (rating,) = cards("start-rating")
    return rating


def corporation_with(symbol: str) -> str:
    """Return the field of the corporation that has a card symbol, `jovian` or `earth`.

    >>> corporation_with("earth")
    'corp.teractor'
    """
    return str(load_sheet(RECORD).group[f"{symbol}-corporation"].attrs["fields"])


@cache
def rounds_of(log: str) -> int:
    """Return the number of rounds that a log has.

    >>> rounds_of("ares-coop"), rounds_of("ares-solo")
    (15, 25)
    """
    rounds = (field.id[1:3] for field in load_sheet(log).fields if field.id[0] == "r")
    return max(int(number) for number in rounds if number.isdigit())
