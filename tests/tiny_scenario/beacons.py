"""The scenario of beacons.sheet: one zone, and an energy action that circles the next energy in a ladder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fairsheet.engine.games.base.action_game import ActionGame
from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.base.proof_table import NumberTableModel
from fairsheet.engine.games.base.scenario import Scenario
from fairsheet.engine.play.declared import Entry, Fields, decode, zones
from fairsheet.engine.play.editor import Player, SheetEditor, next_of
from fairsheet.engine.play.equals import equals_of
from fairsheet.engine.play.game import IllegalStep
from fairsheet.engine.play.number_board import ENERGY, ERRORS, NumberBoard
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import ascending
from fairsheet.engine.rules.account import Tally
from fairsheet.engine.rules.actions import Actions
from fairsheet.engine.rules.ladders import Ladder
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet


class Coast(Entry, frozen=True):
    """The only zone of the sheet."""

    slots: Fields
    ascends: str


COAST = zones(Coast)
DECLARED = (COAST, ERRORS)


class Board(NumberBoard):
    """The parts of the sheet that the rules use."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        (coast,) = decode(sheet, DECLARED)[COAST]
        self.zones = (coast.slots,)
        self.energies = tuple(field.id for field in sheet.fields_of_symbol(ENERGY))
        self.equals = equals_of([self.astronauts])


board_of = remembered(Board)


def rules(board: Board) -> tuple[Rule[SheetInTime], ...]:
    """Return the rules of a sheet."""
    (coast,) = board.zones
    return (
        ascending.Ascending(coast, Message("numbers ascend along the coast")),
        Ladder(board.energies),
        Actions(board.slots, (Tally(board.energies), Tally(board.slots, "X"), Tally(board.astronauts))),
    )


class Beacons(ActionGame[SheetEditor]):
    """The game in play: a number goes into the zone, and an energy circles the next one."""

    board: Board
    board_of, rules_of = staticmethod(board_of), staticmethod(rules)

    def editor(self, player: Player) -> SheetEditor:
        """See `NumberGame.editor`."""
        return SheetEditor(player)

    def refusal(self, slot: str, number: int, marks: Marks) -> IllegalStep:
        """See `NumberGame.refusal`."""
        return ascending.refusal(slot, number, "the coast")

    def choices(self, player: Player, action: str, by: Cause) -> Iterator[Ink]:
        """See `ActionGame.choices`."""
        if action == ENERGY and (energy := next_of(self.board.energies, player.marks)) is not None:
            yield Ink(energy, "circled", by)


class BeaconsInTime(NumberSheet):
    """The game in the proof: the energies are counted in their order."""

    board: Board

    def prepare(self) -> None:
        """See `SheetInTime.prepare`."""
        self.energies = self.count(self.board.energies, ordered=True)
        self.leaves(ENERGY, self.board.energies, self.energies)
        self.register_counts(self.board.energies, self.energies)


CONSTRAINTS = partial(NumberTableModel, board_of, rules, BeaconsInTime)
GAME = Scenario(Beacons, CONSTRAINTS, Beacons, CONSTRAINTS, DECLARED)  # it has no print with ASTRA's panel
