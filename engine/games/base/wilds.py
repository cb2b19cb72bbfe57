"""Symbols that are crossed, every so many of which earn a wild action."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.games.base.marks import first_blank
from engine.games.base.pen import Pen
from engine.ink import Cause, Marks
from sheets.model import Attribute, Sheet

WILD_PAIR = "wild-pair"  # the type of a group: symbols, and the wild that they earn


class Panel(msgspec.Struct, frozen=True):
    """Symbols of one kind that are crossed; every so many (`pair`) of them circle a wild action."""

    symbols: tuple[str, ...]
    wilds: tuple[str, ...]
    pair: int


def panel_of(sheet: Sheet, symbol: str) -> Panel:
    """The panel of a symbol, by the groups of type `wild-pair`, each with its `symbols` and its `wild`."""
    fields = tuple(field.id for field in sheet.fields_of_symbol(symbol))
    pairs = [
        group
        for group in sheet.groups_of_type(WILD_PAIR)
        if set(field_names(group.attrs["symbols"])) <= {*fields}
    ]
    sizes = {len(field_names(group.attrs["symbols"])) for group in pairs}
    return Panel(fields, tuple(str(group.attrs["wild"]) for group in pairs), min(sizes))


def cross_symbol(pen: Pen, panel: Panel, symbols: Sequence[str], wilds: Sequence[str], by: Cause) -> None:
    """Crosses a symbol, if any is left, and circles the wild that it earns; both sorted by the player's habit."""
    left = first_blank(symbols, pen.marks)
    if left is None:
        return
    pen.mark(left, "crossed", by)
    crossed = sum(symbol in pen.marks for symbol in symbols)
    if crossed % panel.pair == 0:
        wild = first_blank(wilds, pen.marks)
        if wild is not None:
            pen.mark(wild, "circled", "bonus")


def open_wild(wilds: Sequence[str], marks: Marks) -> str | None:
    """The first wild that is circled and not crossed."""
    return next((wild for wild in wilds if marks.get(wild) == "circled"), None)


def field_names(attribute: Attribute) -> tuple[str, ...]:
    """The fields that an attribute of a group names: one or several."""
    return tuple(str(name) for name in attribute) if isinstance(attribute, tuple) else (str(attribute),)
