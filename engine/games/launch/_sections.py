"""Sections: a complete one sets off its effects.

Rockets, idle rockets whose arrow is filled in, and a sabotage are crossed at once; a build-x and a prepare may be used,
each for one X or one arrow. An X can complete another section, and so on: a chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fairsheet.engine.games.launch import _rockets
from fairsheet.engine.games.launch._board import (
    BUILD_X,
    IDLE_ROCKETS,
    PREPARE,
    ROCKETS,
    SABOTAGE,
    Board,
    Section,
)
from fairsheet.engine.games.launch._editor import LaunchEditor
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import completion
from fairsheet.engine.solver.constraint_model import BoolVar
from fairsheet.engine.solver.timeline import Choice, Event, Last, Never
from fairsheet.sheets.model.marks import Mark, Marks

if TYPE_CHECKING:
    from fairsheet.engine.games.launch._proof import SheetModel

# --- in play ----------------------------------------------------------------------------------------------


def fill(editor: LaunchEditor, slot: str, mark: Mark, by: Cause) -> None:
    """Writes a number or X into a slot; a section that it completes sets off its effects."""
    editor.mark(slot, mark, by)
    board, section = editor.board, editor.board.section_of[slot]
    if not board.is_complete(section, editor.marks):
        return
    for effect in section.effects:
        symbol = board.symbol[effect]
        if symbol in (BUILD_X, PREPARE):
            editor.pending.append(effect)
        elif symbol == SABOTAGE:
            if effect not in editor.marks:
                editor.mark(effect, "crossed", "bonus")
                editor.broadcast.append(effect)
        elif symbol == ROCKETS or board.arrow_of[effect] in editor.marks:
            editor.mark(effect, "crossed", "bonus")
            _rockets.cross(editor, board.rockets[effect], "bonus")


def steps(board: Board, player: Player) -> Iterator[Step]:
    """Every way to use the effects that are pending; of equal ones only the first by mark order."""
    symbols = {board.symbol[effect] for effect in player.pending}
    for symbol in (PREPARE, BUILD_X):
        if symbol in symbols:
            order = player.mark_order(board.builds + board.prepares, "crossed")
            effects = (e for e in order if e in player.pending)
            effect = next(effect for effect in effects if board.symbol[effect] == symbol)
            for target in _targets(board, symbol, player.marks):
                yield Step(player.seat, symbol, (Ink(effect, "crossed", "bonus"), target))


def use(editor: LaunchEditor, effect: str, target: Ink) -> None:
    """Crosses an effect that is pending, and writes its X or fills in its arrow. Raises IllegalStep."""
    board, symbol = editor.board, editor.board.symbol.get(effect, "")
    if effect not in editor.pending:
        raise IllegalStep(RuleCode.SECTION, f"{effect} cannot be used now")
    if target not in _targets(board, symbol, editor.marks):
        raise IllegalStep(RuleCode(symbol), f"{effect} does not allow {target.mark} in {target.field} now")
    editor.pending.remove(effect)
    editor.mark(effect, "crossed", "bonus")
    if symbol == PREPARE:
        editor.make(target)
    else:
        fill(editor, target.field, target.mark, target.by)


def _targets(board: Board, symbol: str, marks: Marks) -> Iterator[Ink]:
    if symbol == PREPARE:
        return (Ink(arrow, "filled", "bonus") for arrow in board.free_arrows(marks))
    return (Ink(slot, "X", "bonus") for slot in board.slots if slot not in marks)


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Effects are crossed exactly when their section is complete, except those that may be declined."""
    for section in board.sections.values():
        for effect in section.effects:
            if board.symbol[effect] == ROCKETS or (
                board.symbol[effect] == SABOTAGE and board.is_complete(section, marks)
            ):
                complete = completion.Completion(section.slots, effect, "crossed", RuleCode.SECTION)
                yield from complete.contradictions(marks)
            elif board.symbol[effect] != SABOTAGE:
                yield from _declined(board, section, effect, marks)
    written = [slot for slot in board.slots if marks.get(slot) == "X"]
    arrows = [arrow for arrow in board.section_of_arrow if arrow in marks]
    yield from _pairs(board.builds, written, "X written", marks, RuleCode.BUILD_X)
    yield from _pairs(board.prepares, arrows, "arrows filled in", marks, RuleCode.PREPARE)


def _declined(board: Board, section: Section, effect: str, marks: Marks) -> Iterator[Contradiction]:
    """Effects that may stay blank; in a complete section idle rockets exactly where their arrow is not filled in."""
    blank = next((slot for slot in section.slots if slot not in marks), None)
    if blank is not None:
        if effect in marks:
            why = f"{effect} is crossed, but {blank} is blank"
            yield Contradiction((effect, blank), why, RuleCode.SECTION)
    elif board.symbol[effect] == IDLE_ROCKETS:
        arrow = board.arrow_of[effect]
        if effect in marks and arrow not in marks:
            why = f"{effect} is crossed without its arrow filled in"
            yield Contradiction((effect, arrow), why, RuleCode.IDLE)
        if arrow in marks and effect not in marks:
            why = f"{arrow} is filled in and the section complete, so {effect} must be crossed"
            yield Contradiction((arrow, effect, *section.slots), why, RuleCode.IDLE)


def _pairs(
    effects: tuple[str, ...], made: list[str], what: str, marks: Marks, code: RuleCode
) -> Iterator[Contradiction]:
    """Every X comes from one build-x, every filled arrow from one prepare."""
    used = [effect for effect in effects if effect in marks]
    if len(made) != len(used):
        why = f"there are {len(made)} {what}, but {len(used)} {code} crossed"
        yield Contradiction((*made, *used) or effects, why, code)


# --- in time ----------------------------------------------------------------------------------------------


class SectionsInTime:
    """When each section was completed, each X written and each arrow filled in."""

    def __init__(self, sheet: SheetModel) -> None:
        self.sheet, self.model, self.board = sheet, sheet.model, sheet.board
        every = list(sheet.turns)
        set_off = every if self.model.relaxed else self._turns_of(BUILD_X)
        self.crosses = {
            slot: Choice(self.model, set_off) for slot in self.board.slots if sheet.marks.get(slot) == "X"
        }
        sheet.filled.update(self.crosses)
        self.complete = {section.id: self._completion(section) for section in self.board.sections.values()}
        readied = every if self.model.relaxed else sorted({*self._turns_of(PREPARE), *set_off})
        self.arrows = {
            arrow: Choice(self.model, readied)
            for arrow in self.board.section_of_arrow
            if arrow in sheet.marks
        }

    def completion_of(self, effect: str) -> Event:
        """When the section of an effect was completed."""
        return self.complete[self.board.home_of[effect].id]

    def _completion(self, section: Section) -> Event:
        if any(slot not in self.sheet.filled for slot in section.slots):
            return Never(self.model)
        return Last(self.model, [self.sheet.filled[slot] for slot in section.slots])

    def _turns_of(self, symbol: str) -> list[int]:
        """The turns in which a number can complete a section with such an effect crossed."""
        found: set[int] = set()
        possible = self.sheet.numbers.possible
        for effect in self._crossed(symbol):
            slots = [possible[slot] for slot in self.board.home_of[effect].slots if slot in possible]
            if all(slots):
                earliest = max((turns[0] for turns in slots), default=0)
                found.update(turn for turns in slots for turn in turns if turn >= earliest)
        return sorted(found)

    def _crossed(self, symbol: str) -> list[str]:
        return [e for e, found in self.board.symbol.items() if found == symbol and e in self.sheet.marks]

    def constrain(self) -> None:
        """States where X and arrows came from."""
        self._build_x()
        self._prepare()

    def _build_x(self) -> None:
        """Every X is written when a section with a crossed build-x is completed, one for each.

        The number of a turn completes a section, whose X may complete another, and so on: a chain. So no
        section gets a number and an X, or two X, in one turn.
        """
        model, board, sheet = self.model, self.board, self.sheet
        builds = self._crossed(BUILD_X)
        self._one_for_each(self.crosses, builds, RuleCode.BUILD_X, "every X comes from a build-x")
        roots = {turn: [self._set_off(effect, turn) for effect in builds] for turn in sheet.turns}
        for slot, cross in self.crosses.items():
            section = board.section_of[slot]
            others = [
                sheet.filled[other] for other in section.slots if other != slot and other in sheet.filled
            ]
            why = f"{slot} = X was written when a build-x was set off"
            with model.rule(RuleCode.BUILD_X, sheet.name(slot), why):
                for turn in cross.turns:
                    model.implies(cross.at(turn), *roots[turn])
                    for other in others:
                        model.clause(-cross.at(turn), -other.at(turn))

    def _set_off(self, effect: str, turn: int) -> BoolVar:
        """Whether the number of a turn completed the section of an effect."""
        section, numbers = self.board.home_of[effect], self.sheet.numbers.events
        now = [numbers[slot].at(turn) for slot in section.slots if slot in numbers]
        return self.model.all_of((self.completion_of(effect).by(turn), self.model.any_of(now)))

    def _one_for_each(self, made: dict[str, Choice], effects: list[str], code: RuleCode, words: str) -> None:
        """As many marks were made by the end of a turn as effects used."""
        with self.model.rule(code, self.sheet.name(*made, *effects), words):
            for turn in self.sheet.turns:
                written = [(1, event.by(turn)) for event in made.values()]
                earned = [(-1, self.completion_of(effect).by(turn)) for effect in effects]
                self.model.linear(written + earned, 0, 0)

    def _prepare(self) -> None:
        """Every arrow is filled for a prepare when its section is completed, before that of the arrow is."""
        model, sheet = self.model, self.sheet
        words = "every arrow is filled in by a prepare"
        self._one_for_each(self.arrows, self._crossed(PREPARE), RuleCode.PREPARE, words)
        for arrow, event in self.arrows.items():
            section = self.board.section_of_arrow[arrow]
            complete, numbers = self.complete[section.id], sheet.numbers.events
            words = f"{arrow} was filled in before its section was complete"
            with model.rule(RuleCode.PREPARE, sheet.name(arrow, *section.slots), words):
                for turn in sheet.turns:
                    model.implies(complete.by(turn), event.by(turn))
                    for slot in section.slots:
                        if slot in numbers:
                            # The number that completes the section comes before all effects of its turn.
                            model.clause(-event.at(turn), -numbers[slot].at(turn), -complete.by(turn))
