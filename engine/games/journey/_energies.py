"""Energies are circled by actions and errors. A full pair is crossed at once and causes a cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.journey._board import Board
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step, few_of, off_by
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import crosses
from fairsheet.engine.solver.constraint_model import TRUE, Lit, Solution, Term
from fairsheet.engine.solver.timeline import Event
from fairsheet.languages.messages import Message, counted
from fairsheet.sheets.model.marks import Marks, is_circled, is_crossed

CUT = "cut"  # pending when a pair of energies is full


def open_energies(board: Board, marks: Marks) -> list[str]:
    """Return the energies that are circled, in ink or in print, and not crossed."""
    return [
        energy
        for energy in board.energies
        if marks.get(energy) == "circled" or (energy in board.printed and energy not in marks)
    ]


def choices(board: Board, player: Player, by: Cause) -> Iterator[Ink]:
    """Yield the energy that the player circles next, if any is left."""
    for energy in player.mark_order(board.energies, "circled"):
        if energy not in board.printed and not is_circled(player.marks, energy):
            yield Ink(energy, "circled", by)
            return


def circle(board: Board, editor: SheetEditor, energy: Ink) -> None:
    """Circle an energy. A full pair is crossed, and a cut is pending."""
    editor.make(energy)
    full = open_energies(board, editor.marks)
    if len(full) >= board.pair:
        for each in full:
            editor.mark(each, "crossed", energy.by)
        if any(cut not in editor.marks for cut in board.cuts):
            editor.pending = [CUT]


def cut_steps(board: Board, player: Player) -> Iterator[Step]:
    """Yield the places of a pending cut."""
    by = player.ink[-1].by
    return (Step(player.seat, CUT, (Ink(cut, "drawn", by),)) for cut in board.cuts if cut not in player.marks)


def draw_cut(board: Board, player: Player, step: Step) -> Player:
    """Return the player after drawing a pending cut. Raises IllegalStep."""
    match step:
        case Step(kind="cut", ink=(Ink(cut, "drawn", by) as ink,)) if by == player.ink[-1].by:
            if cut not in board.cuts or cut in player.marks:
                raise IllegalStep(RuleCode.ENERGY, f"no cut can be drawn at {cut}")
            editor = SheetEditor(player)
            editor.pending = []
            editor.make(ink)
            return editor.player()
    raise IllegalStep(RuleCode.ENERGY, "a pair of energies is full, so a cut must be drawn now")


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions on a final sheet about crossed pairs, cuts, and energies that errors gave."""
    drawn = [cut for cut in board.cuts if cut in marks]
    crossed = [energy for energy in board.energies if is_crossed(marks, energy)]
    own = [energy for energy in crossed if energy not in board.printed]
    yield from crosses.uncircled(own, marks, RuleCode.ENERGY)
    left = open_energies(board, marks)
    if len(left) >= board.pair:
        why = Message(
            "{left} energies are circled and not crossed, but a full pair is crossed at once", left=len(left)
        )
        yield Contradiction(tuple(left), why, RuleCode.ENERGY)
    if surplus := len(crossed) - board.pair * len(drawn):
        words = Message("{off} energies crossed: {crossed} for {drawn}, at {pair} energies a cut")
        cuts = counted(len(drawn), "cut")
        why = words.filled(off=off_by(surplus), crossed=len(crossed), drawn=cuts, pair=board.pair)
        few = crossed[-surplus:] if surplus > 0 else drawn[len(crossed) // board.pair :]
        yield Contradiction.counting((*crossed, *drawn), why, RuleCode.ENERGY, few=few)
    given = [error for error in board.errors if error in marks and error in board.rewarded]
    gained = [energy for energy in board.energies if is_circled(marks, energy)]
    due = min(len(given), len(board.energies) - len(board.printed))
    if len(gained) < due:
        words = Message("{off} energies circled: {gained}, but crossed errors gave {given}")
        why = words.filled(off=off_by(len(gained) - due), given=len(given), gained=len(gained))
        yield Contradiction.counting(
            (*given, *board.energies), why, RuleCode.ENERGY, few=few_of(gained, given)
        )


class EnergiesInTime:
    """When the energies of a sheet were circled: by actions (`acted`, by turn) and by errors (`given`)."""

    def __init__(self, sheet: NumberSheet, board: Board, cuts: Mapping[str, Event]) -> None:
        self._sheet, self._board, self._cuts = sheet, board, cuts
        self.acted = sheet.some_turns(board.energies)
        self.given = self._given()

    def _given(self) -> dict[str, Lit]:
        """Return, for each error that gives an energy, whether one was left to give."""
        gained = sum(is_circled(self._sheet.marks, energy) for energy in self._board.energies)
        all_circled = gained + len(self._board.printed) == len(self._board.energies)
        rewarded = [error for error in self._sheet.errors if error in self._board.rewarded]
        return {error: self._sheet.model.literal() if all_circled else TRUE for error in rewarded}

    def gained(self, turn: int) -> list[Term]:
        """Return the energies circled up to a turn, as a sum."""
        by_errors = [
            (1, self._sheet.model.all_of((gives, self._sheet.erring[error].by(turn))))
            for error, gives in self.given.items()
        ]
        return self._sheet.until(self.acted, turn) + by_errors

    def constrain(self) -> None:
        """State that energies come from actions and errors, and that every full pair draws a cut in its turn."""
        sheet, board, model = self._sheet, self._board, self._sheet.model
        circled = [energy for energy in board.energies if is_circled(sheet.marks, energy)]
        why = Message(
            "the circled energy came from an action or an error",
            "the {n} circled energies came from actions and errors",
            n=len(circled),
        )
        with model.rule(RuleCode.ENERGY, sheet.name(*circled, *sheet.errors), why):
            model.linear(self.gained(sheet.last), len(circled), len(circled))
            for error, gives in self.given.items():
                for turn in sheet.turns:
                    lost = (-gives, sheet.erring[error].at(turn))
                    model.linear(self.gained(turn), len(circled), None, given=lost)
        why = Message(
            "the cut was drawn in a turn that filled a pair of energies",
            "the {n} cuts were drawn in turns that filled a pair of energies each",
            n=len(self._cuts),
        )
        with model.rule(RuleCode.ENERGY, sheet.name(*self._cuts, *circled), why):
            for turn in sheet.turns:
                drawn = [(-board.pair, event.by(turn)) for event in self._cuts.values()]
                low = -len(board.printed)
                model.linear([*self.gained(turn), *drawn], low, low + board.pair - 1)

    def turns(self, found: dict[str, int], solution: Solution) -> list[int]:
        """Return the turns in which energies were circled. `found` has those of errors."""
        given = [found[error] for error in self.given]
        return sorted([*given, *(turn for turn in self._sheet.turns if solution.holds(self.acted[turn]))])
