"""Symbols that are crossed, every so many of which earn a wild action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.declared import FieldId, Fields, decode, groups
from engine.games.base.board import ASTRONAUT, NumberBoard
from engine.games.base.editor import Order, Player, SheetEditor
from engine.ink import Cause
from engine.rules import ladders
from sheets.model import Sheet


class WildPair(msgspec.Struct, frozen=True):
    """Symbols of one kind, and the wild that they earn."""

    id: str
    order: int
    symbols: Fields
    wild: FieldId


WILD_PAIRS = groups("wild-pair", WildPair)


class Panel(msgspec.Struct, frozen=True):
    """Symbols of one kind that are crossed; every so many (`pair`) of them circle a wild action."""

    symbols: tuple[str, ...]
    wilds: tuple[str, ...]
    pair: int


class WildBoard(NumberBoard):
    """The board of a sheet with panels, named by their symbol."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        pairs: dict[str, list[WildPair]] = {}
        for pair in decode(sheet, [WILD_PAIRS])[WILD_PAIRS]:
            pairs.setdefault(str(sheet.field[pair.symbols[0]].symbol), []).append(pair)
        self.panels = {symbol: _panel(sheet, symbol, its_pairs) for symbol, its_pairs in pairs.items()}


class PanelOrder(msgspec.Struct, frozen=True):
    """The order in which a player crosses the symbols of a panel, and circles and crosses its wilds."""

    symbols: tuple[str, ...]
    circled: tuple[str, ...]
    crossed: tuple[str, ...]


class WildOrder(msgspec.Struct, frozen=True):
    """The mark order of a player whose sheet has panels, by their symbol; each scenario adds its own."""

    panels: Mapping[str, PanelOrder]


def panel_orders(board: WildBoard, ordered: Order) -> dict[str, PanelOrder]:
    """The mark orders of a player who sorts fields in this way."""
    return {
        name: PanelOrder(
            ordered(panel.symbols, "crossed"),
            ordered(panel.wilds, "circled"),
            ordered(panel.wilds, "crossed"),
        )
        for name, panel in board.panels.items()
    }


class WildEditor(SheetEditor):
    """Writes on a sheet with panels."""

    board: WildBoard
    mark_order: Any

    def cross_symbol(self, name: str, by: Cause, symbol: str | None = None) -> None:
        """Crosses a symbol of a panel, if any is left: the next one if none is chosen. It may earn a wild."""
        panel, mark_order = self.board.panels[name], _panel_orders(self.before)[name]
        symbol = symbol or ladders.next_of(mark_order.symbols, self.marks)
        if symbol is None:
            return
        self.mark(symbol, "crossed", by)
        if sum(each in self.marks for each in panel.symbols) % panel.pair == 0:
            wild = ladders.next_of(mark_order.circled, self.marks)
            if wild is not None:
                self.mark(wild, "circled", "bonus")

    def cross_astronaut(self, by: Cause, astronaut: str | None = None) -> None:
        """Crosses an astronaut, if any is left: the next one if none is chosen."""
        self.cross_symbol(ASTRONAUT, by, astronaut)


def open_wilds(player: Player) -> list[str]:
    """The wild actions that a player can use: of each panel the first that is circled and not crossed."""
    circled = (
        [wild for wild in mark_order.crossed if player.marks.get(wild) == "circled"]
        for mark_order in _panel_orders(player).values()
    )
    return [wilds[0] for wilds in circled if wilds]


def _panel(sheet: Sheet, symbol: str, pairs: Sequence[WildPair]) -> Panel:
    (size,) = {len(pair.symbols) for pair in pairs}
    symbols = tuple(field.id for field in sheet.fields_of_symbol(symbol))
    return Panel(symbols, tuple(pair.wild for pair in pairs), size)


def _panel_orders(player: Player) -> Mapping[str, PanelOrder]:
    mark_order: WildOrder = player.mark_order
    return mark_order.panels
