"""Wilds: every few crossed symbols earn a wild, which can be crossed later to take any action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from fairsheet.engine.play.declared import Entry, FieldId, Fields, decode, groups
from fairsheet.engine.play.editor import Player, SheetEditor, next_of
from fairsheet.engine.play.game import Contradiction, few_of, off_by
from fairsheet.engine.play.number_board import ASTRONAUT, PLANNING, NumberBoard, numbers_on
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause
from fairsheet.engine.rules import crosses, planning
from fairsheet.engine.solver.constraint_model import Lit, Term
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks, becomes, is_crossed
from fairsheet.sheets.model.sheet import Sheet


class WildPair(Entry, frozen=True):
    """Symbols of one kind, and the wild that they earn."""

    order: int
    symbols: Fields
    wild: FieldId


WILD_PAIRS = groups("wild-pair", WildPair)


class Panel(msgspec.Struct, frozen=True):
    """Symbols of one kind that are crossed; every `pair` of them circle a wild action."""

    symbols: tuple[str, ...]
    wilds: tuple[str, ...]
    pair: int


class WildBoard(NumberBoard):
    """The board of a sheet with panels, by symbol, and with tanks, by slot."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        pairs: dict[str, list[WildPair]] = {}
        for pair in decode(sheet, [WILD_PAIRS])[WILD_PAIRS]:
            pairs.setdefault(str(sheet.field[pair.symbols[0]].symbol), []).append(pair)
        self.panels = {
            symbol: _panel(sheet, symbol, pairs_of_symbol) for symbol, pairs_of_symbol in pairs.items()
        }


class WildEditor(SheetEditor):
    """An editor of a sheet with panels."""

    board: WildBoard

    def __init__(self, board: WildBoard, player: Player) -> None:
        super().__init__(player)
        self.board = board

    def write_x(self, slot: str, by: Cause) -> None:
        """Write an X and cross a planning symbol, if any is left."""
        self.mark(slot, "X", by)
        self.cross_symbol(PLANNING, by)

    def cross_symbol(self, name: str, by: Cause, symbol: str | None = None) -> None:
        """Cross a symbol of a panel, if any is left: the next one if none is chosen. It may earn a wild."""
        panel = self.board.panels[name]
        symbol = symbol or next_of(self.mark_order(panel.symbols, "crossed"), self.marks)
        if symbol is None:
            return
        self.mark(symbol, "crossed", by)
        if sum(each in self.marks for each in panel.symbols) % panel.pair == 0:
            wild = next_of(self.mark_order(panel.wilds, "circled"), self.marks)
            if wild is not None:
                self.mark(wild, "circled", "bonus")


def _panel(sheet: Sheet, symbol: str, pairs: Sequence[WildPair]) -> Panel:
    (size,) = {len(pair.symbols) for pair in pairs}
    symbols = tuple(field.id for field in sheet.fields_of_symbol(symbol))
    return Panel(symbols, tuple(pair.wild for pair in pairs), size)


def rules_of(board: WildBoard) -> Iterator[Rule[Any]]:
    """Yield the rules of the panels: an X crosses a planning symbol, symbols earn wilds, and wilds are used."""
    for name, panel in board.panels.items():
        if name == PLANNING:
            yield planning.symbols_crossed(board.slots, panel.symbols)
    yield Wilds(board)


class Wilds(Rule[Any], frozen=True):
    """Symbols earn wilds, which are circled and then used, at most one in a turn with a number."""

    board: WildBoard

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """Yield wilds that are miscounted, crossed but not circled, or more than the numbers."""
        for panel in self.board.panels.values():
            yield from _miscounted(panel, marks)
        wilds = [wild for panel in self.board.panels.values() for wild in panel.wilds]
        yield from crosses.uncircled(wilds, marks, RuleCode.WILD)
        numbers, used = numbers_on(self.board, marks), [wild for wild in wilds if is_crossed(marks, wild)]
        if len(used) > len(numbers):
            why = Message(
                "{used} wilds are used with only {numbers} numbers", used=len(used), numbers=len(numbers)
            )
            yield Contradiction.counting((*used, *numbers), why, RuleCode.WILD, few=few_of([*numbers], used))

    def in_time(self, sheet: Any) -> None:
        """State the rule; see `WildsInTime.constrain`."""
        sheet.wilds.constrain()


def _miscounted(panel: Panel, marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction if more or fewer wilds are circled than earned. A wild that is only crossed counts as
    either.
    """
    crossed = [symbol for symbol in panel.symbols if symbol in marks]
    inked = [wild for wild in panel.wilds if wild in marks]
    circled = [wild for wild in inked if becomes(marks[wild], "circled")]
    due = min(len(crossed) // panel.pair, len(panel.wilds))
    if not len(circled) <= due <= len(inked):
        made = len(circled if len(circled) > due else inked)
        words = Message("{off} wilds circled: {made} for {earned} crossed symbols, {per} each")
        why = words.filled(off=off_by(made - due), earned=len(crossed), made=made, per=panel.pair)
        yield Contradiction.counting((*crossed, *inked), why, RuleCode.WILD, few=few_of(inked, crossed))


class WildsInTime:
    """The turns in which the wilds of a sheet were used; `_used` counts those of a panel, by its name."""

    def __init__(self, sheet: SheetInTime, board: WildBoard) -> None:
        self._sheet, self._panels = sheet, board.panels
        self._used = {
            name: sheet.count([wild for wild in panel.wilds if is_crossed(sheet.marks, wild)])
            for name, panel in board.panels.items()
        }

    def used_in(self, turn: int) -> Lit:
        """Return whether a wild was used in a turn."""
        return self._sheet.model.any_of(used[turn] for used in self._used.values())

    def constrain(self) -> None:
        """State that a wild is used after the symbols that earn it were crossed, at most one in a turn."""
        sheet = self._sheet
        fields = sheet.name(*(field for used in self._used.values() for field in used.fields))
        why = Message(
            "the crossed wild took the action of a turn",
            "the {n} crossed wilds took the actions of {n} turns",
            n=len(fields),
        )
        with sheet.model.rule(RuleCode.WILD, fields, why):
            for turn in sheet.turns:
                sheet.model.linear([(1, used[turn]) for used in self._used.values()], None, 1)
        for name, used in self._used.items():
            why = Message(
                "the crossed {name} wild was used after {per} symbols were crossed for it",
                "each of the {n} crossed {name} wilds was used after {per} symbols were crossed for it",
                n=len(used.fields),
                name=term(name),
                per=self._panels[name].pair,
            )
            with sheet.model.rule(RuleCode.WILD, sheet.name(*used.fields), why):
                for turn in sheet.turns:
                    spent = [(-self._panels[name].pair, literal) for _, literal in sheet.until(used, turn)]
                    sheet.model.linear([*self._crossed_by(name, turn - 1), *spent], 0, None)

    def _crossed_by(self, name: str, turn: int) -> list[Term]:
        """Return the number of symbols of a panel crossed by a turn: astronauts for changed numbers, planning for X."""
        if name == ASTRONAUT:
            return self._sheet.until(self._sheet.astronauts, turn)
        return [(1, event.by(turn)) for event in self._sheet.crosses.values()]
