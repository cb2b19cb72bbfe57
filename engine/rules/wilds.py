"""Wilds: symbols are crossed, every so many of which earn a wild; it can be crossed later to take any action."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from engine.cards import ACTIONS
from engine.deal import Offer
from engine.declared import FieldId, Fields, decode, groups
from engine.game import Contradiction, Step
from engine.games.base.board import ASTRONAUT, PLANNING, NumberBoard
from engine.games.base.editor import Order, Player, SheetEditor
from engine.games.base.equals import Equals, is_choice
from engine.games.base.marks import is_circled, is_crossed
from engine.games.base.number_game import NumberGame
from engine.games.base.table import State
from engine.ink import Cause, Ink, Marks
from engine.proof.model import BoolVar, Term
from engine.rules import actions, ladders, offers, planning, tanks
from engine.rules.codes import RuleCode
from sheets.model import Sheet

if TYPE_CHECKING:
    from engine.games.base.proof_sheet import NumberSheet


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
    """The board of a sheet with panels, named by their symbol, and with tanks, by their slots."""

    tank_of: Mapping[str, str]
    equals: Equals

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

    def __init__(self, board: WildBoard, player: Player) -> None:
        super().__init__(player)
        self.board = board
        self.mark_order = player.mark_order

    def write_x(self, slot: str, by: Cause) -> None:
        """Writes an X and crosses a planning symbol, if any is left."""
        self.mark(slot, "X", by)
        self.cross_symbol(PLANNING, by)

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


# --- in play ----------------------------------------------------------------------------------------------

W = TypeVar("W", bound=WildEditor)

UNUSED = "unused"  # the kind of a step in which a wild is crossed, and no action taken for it


class WildGame(NumberGame[W]):
    """The action of a turn, or a wild with another one. An action is optional, also one that a wild stands for."""

    board: WildBoard

    def can_take(self, slot: str, number: int, offer: Offer) -> bool:
        """A number of the offer, or one that an astronaut or a wild changed, goes anywhere."""
        return number in offers.near(offer.number)

    # --- what a scenario fills in -------------------------------------------------------------------------

    @abstractmethod
    def choices(self, player: Player, action: str, by: Cause) -> Iterable[Ink]:
        """The marks that a player can choose for a robot, an energy or a plant. Of equals the first."""

    def slots_for_x(self, marks: Marks) -> Iterable[str]:
        """The slots into which an X can go, if they are empty: all by default."""
        return self.board.slots

    def do(self, editor: W, action: str, ink: Ink) -> None:
        """Makes a mark that was chosen for an action, and what it forces in every scenario."""
        match action:
            case "astronaut":
                editor.cross_astronaut(ink.by, ink.field)
            case "planning":
                editor.write_x(ink.field, ink.by)
            case _:
                editor.make(ink)

    # --- wilds --------------------------------------------------------------------------------------------

    def open_wilds(self, player: Player) -> list[str]:
        """Of each panel the first that is circled and not crossed."""
        return open_wilds(player)

    def is_open_wild(self, field: str, player: Player) -> bool:
        """Whether a wild is circled and not crossed."""
        wilds = (wild for panel in self.board.panels.values() for wild in panel.wilds)
        return field in wilds and player.marks.get(field) == "circled"

    def cross_astronaut(self, editor: W, by: Cause) -> None:
        """See `NumberGame.cross_astronaut`."""
        editor.cross_astronaut(by)

    # --- the action ---------------------------------------------------------------------------------------

    def chosen(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """The marks that a player can choose for an action; none where it does nothing. Of equals the first."""
        match action:
            case "water":
                yield from tanks.choices(self.board.tank_of, player, by)
            case "astronaut":
                symbols = _panel_orders(player)[ASTRONAUT].symbols
                if (symbol := ladders.next_of(symbols, player.marks)) is not None:
                    yield Ink(symbol, "crossed", by)
            case "planning":
                yield from planning.choices(self.slots_for_x(player.marks), player.marks, by)
            case _:
                yield from self.choices(player, action, by)

    def take(self, player: Player, action: str, ink: Ink) -> W:
        """The editor after a chosen mark of an action, or an equal of one, and all it forces. Raises IllegalStep."""
        if not is_choice(ink, self.chosen(player, action, ink.by), self.board.equals, player.marks):
            raise actions.not_allowed(action, ink)
        editor = self.editor(player)
        self.do(editor, action, ink)
        return editor

    def action_steps(self, state: State, player: Player) -> Iterator[Step]:
        """Every way to take the offered action, or any one for a wild, once the number is written."""
        offered = self.offered(state, player)
        for ink in self.chosen(player, offered, "action"):
            yield Step(player.seat, offered, (ink,))
        for wild in self.open_wilds(player):
            crossed = Ink(wild, "crossed", "wild")
            for action in ACTIONS:
                for ink in self.chosen(player, action, self.wild_cause):
                    yield Step(player.seat, action, (crossed, ink))
            yield Step(player.seat, UNUSED, (crossed,))

    def has_action(self, state: State, player: Player) -> bool:
        """Whether the action of the offer, or a wild, would leave any ink now."""
        return any(True for _ in self.action_steps(state, player))

    def can_act(self, state: State, player: Player) -> bool:
        """See `NumberGame.can_act`."""
        return self.has_action(state, player)

    def act(self, state: State, player: Player, step: Step) -> W:
        """The editor after a step of `action_steps`, or an equal of one. Raises IllegalStep."""
        offered = self.offered(state, player)
        match step.ink:
            case (Ink(by="action") as ink,) if step.kind == offered:
                return self.take(player, offered, ink)
            case (Ink(wild, "crossed", "wild") as crossed, *rest) if self.is_open_wild(wild, player):
                editor = self.editor(player)
                editor.make(crossed)
                match rest:
                    case [] if step.kind == UNUSED:
                        return editor
                    case [Ink(by=by) as ink] if by == self.wild_cause:
                        return self.take(editor.player(), step.kind, ink)
        raise actions.not_offered(f"{offered}, or a wild,")


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: WildBoard, marks: Marks) -> Iterator[Contradiction]:
    """What the panels contradict; an X crosses a symbol of the one for planning, where there is one."""
    for name, panel in board.panels.items():
        if name == PLANNING:
            yield from planning.contradictions(board, panel.symbols, marks)
        yield from _unearned(panel, marks)


def _unearned(panel: Panel, marks: Marks) -> Iterator[Contradiction]:
    """Every so many symbols of a panel circle a wild, and only circled wilds are used."""
    crossed = [symbol for symbol in panel.symbols if symbol in marks]
    wilds = [wild for wild in panel.wilds if wild in marks]
    for wild in wilds:
        if not is_circled(marks, wild):
            yield Contradiction((wild,), f"{wild} is crossed without being circled", RuleCode.WILD)
    if len(wilds) != min(len(crossed) // panel.pair, len(panel.wilds)):
        why = (
            f"{len(crossed)} symbols are crossed, but {len(wilds)} wilds circled: every {panel.pair} give one"
        )
        yield Contradiction((*crossed, *wilds) or panel.wilds, why, RuleCode.WILD)


# --- in time ----------------------------------------------------------------------------------------------


class WildsInTime:
    """When the wilds of a sheet were used; those of a panel are counted, by its name."""

    def __init__(self, sheet: NumberSheet, board: WildBoard) -> None:
        self._sheet, self._panels = sheet, board.panels
        self._used = {
            name: sheet.count([wild for wild in panel.wilds if is_crossed(sheet.marks, wild)])
            for name, panel in board.panels.items()
        }

    def used_in(self, turn: int) -> BoolVar:
        """Whether a wild was used in a turn."""
        return self._sheet.model.any_of(used[turn] for used in self._used.values())

    def constrain(self) -> None:
        """A wild is used after the turns in which the symbols that earn it were crossed."""
        sheet = self._sheet
        for name, used in self._used.items():
            why = f"the {name} wilds were used after they were earned"
            with sheet.model.rule(RuleCode.WILD, sheet.name(*used.fields), why):
                for turn in sheet.turns:
                    spent = [(-self._panels[name].pair, literal) for _, literal in sheet.until(used, turn)]
                    sheet.model.linear([*self._crossed_by(name, turn - 1), *spent], 0, None)

    def _crossed_by(self, name: str, turn: int) -> list[Term]:
        """How many symbols of a panel were crossed by a turn: astronauts for changed numbers, plannings for X."""
        if name == ASTRONAUT:
            return self._sheet.until(self._sheet.astronauts, turn)
        return [(1, event.by(turn)) for event in self._sheet.crosses.values()]
