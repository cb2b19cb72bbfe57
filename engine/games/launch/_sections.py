"""Sections: a complete section sets off its effects.

Rockets, idle rockets with a filled arrow, and sabotages are crossed at once. A build-x or a prepare may be used for one
X or one arrow. An X can complete another section, and so on: a chain.
"""

from __future__ import annotations

from collections.abc import Iterator

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
from fairsheet.engine.games.launch._numbers import NumbersInTime, WrittenSheet
from fairsheet.engine.play.declared import Fields
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import completion
from fairsheet.engine.rules.account import Account, Tally
from fairsheet.engine.rules.completion import Completion
from fairsheet.engine.solver.constraint_model import Lit
from fairsheet.engine.solver.timeline import Choice, Event, Last, Never
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Mark, Marks

# --- in play ----------------------------------------------------------------------------------------------


def fill(board: Board, editor: SheetEditor, slot: str, mark: Mark, by: Cause) -> None:
    """Write a number or X into a slot. A section that it completes sets off its effects."""
    editor.mark(slot, mark, by)
    section = board.section_of[slot]
    for effect in section.effects if board.is_complete(section, editor.marks) else ():
        symbol = board.symbol[effect]
        if symbol in (BUILD_X, PREPARE):
            editor.pending.append(effect)
        elif symbol == SABOTAGE:
            if effect not in editor.marks:
                editor.mark(effect, "crossed", "bonus")
                editor.broadcast.append(effect)
        elif symbol == ROCKETS or board.arrow_of[effect] in editor.marks:
            editor.mark(effect, "crossed", "bonus")
            _rockets.cross(board, editor, board.rockets[effect], "bonus")
    _drop_idle(board, editor)


def _drop_idle(board: Board, editor: SheetEditor) -> None:
    """Remove pending effects that can do nothing. They can do nothing later either."""
    symbols = {board.symbol[effect] for effect in editor.pending}
    left = {symbol for symbol in symbols if any(True for _ in _targets(board, symbol, editor.marks))}
    editor.pending = [effect for effect in editor.pending if board.symbol[effect] in left]


def steps(board: Board, player: Player) -> Iterator[Step]:
    """Yield every way to use the pending effects; of equal effects only the first by mark order."""
    symbols = {board.symbol[effect] for effect in player.pending}
    for symbol in (PREPARE, BUILD_X):
        if symbol in symbols:
            order = player.mark_order(board.builds + board.prepares, "crossed")
            effects = (e for e in order if e in player.pending)
            effect = next(effect for effect in effects if board.symbol[effect] == symbol)
            for target in _targets(board, symbol, player.marks):
                yield Step(player.seat, symbol, (Ink(effect, "crossed", "bonus"), target))


def use(board: Board, editor: SheetEditor, effect: str, target: Ink) -> None:
    """Cross a pending effect, and write its X or fill in its arrow. Raises IllegalStep."""
    symbol = board.symbol.get(effect, "")
    if effect not in editor.pending:
        raise IllegalStep(RuleCode.SECTION, f"{effect} cannot be used now")
    if target not in _targets(board, symbol, editor.marks):
        raise IllegalStep(RuleCode(symbol), f"{effect} does not allow {target.mark} in {target.field} now")
    editor.pending.remove(effect)
    editor.mark(effect, "crossed", "bonus")
    if symbol == PREPARE:
        editor.make(target)
        _drop_idle(board, editor)
    else:
        fill(board, editor, target.field, target.mark, target.by)


def _targets(board: Board, symbol: str, marks: Marks) -> Iterator[Ink]:
    if symbol == PREPARE:
        return (Ink(arrow, "filled", "bonus") for arrow in board.free_arrows(marks))
    return (Ink(slot, "X", "bonus") for slot in board.slots if slot not in marks)


# --- on a final sheet -------------------------------------------------------------------------------------


def rules(board: Board) -> Iterator[Rule[object]]:
    """Yield the rules of effects: each is crossed if and only if its section is complete, unless it may be declined.

    Every X comes from one build-x, every filled arrow from one prepare.
    """
    for section in board.sections.values():
        for effect in section.effects:
            symbol = board.symbol[effect]
            forced, only = symbol in (ROCKETS, SABOTAGE), symbol != SABOTAGE
            yield Completion(section.slots, effect, "crossed", RuleCode.SECTION, forced, only)
            if symbol == IDLE_ROCKETS:
                yield OwnRule((board.arrow_of[effect], effect, section.slots), _check_idle)
    build_x = Message("{off} X symbols crossed: {made} for {earned} X")
    prepare = Message("{off} grey arrows crossed: {made} for {earned} filled arrows")
    crosses, arrows = Tally(board.slots, "X"), Tally(tuple(board.section_of_arrow))
    yield Account(RuleCode.BUILD_X, build_x, crosses, Tally(board.builds), capped=False)
    yield Account(RuleCode.PREPARE, prepare, arrows, Tally(board.prepares), capped=False)


def _check_idle(about: tuple[str, str, Fields], marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions between the arrow and the idle rockets of a complete section."""
    arrow, rockets, slots = about
    if not completion.is_complete(slots, marks):
        return
    if rockets in marks and arrow not in marks:
        why = Message("{rockets} is crossed, but {arrow} is not filled in", rockets=rockets, arrow=arrow)
        yield Contradiction((rockets, arrow), why, RuleCode.IDLE)
    if arrow in marks and rockets not in marks:
        why = Message(
            "{rockets} is not crossed, but its section is complete and {arrow} is filled in",
            arrow=arrow,
            rockets=rockets,
        )
        yield Contradiction.counting((arrow, rockets, *slots), why, RuleCode.IDLE, few=(arrow, rockets))


# --- in time ----------------------------------------------------------------------------------------------


class SectionsInTime:
    """The turns in which each section was completed, each X written and each arrow filled in."""

    def __init__(self, sheet: WrittenSheet, numbers: NumbersInTime) -> None:
        self.sheet, self.numbers, self.model, self.board = sheet, numbers, sheet.model, sheet.board
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
        """Return when the section of an effect was completed."""
        return self.complete[self.board.home_of[effect].id]

    def _completion(self, section: Section) -> Event:
        if any(slot not in self.sheet.filled for slot in section.slots):
            return Never(self.model)
        return Last(self.model, [self.sheet.filled[slot] for slot in section.slots])

    def _turns_of(self, symbol: str) -> list[int]:
        """Return the turns in which a number can complete a section that has such an effect crossed."""
        found: set[int] = set()
        possible = self.numbers.possible
        for effect in self._crossed(symbol):
            slots = [possible[slot] for slot in self.board.home_of[effect].slots if slot in possible]
            if all(slots):
                earliest = max((turns[0] for turns in slots), default=0)
                found.update(turn for turns in slots for turn in turns if turn >= earliest)
        return sorted(found)

    def _crossed(self, symbol: str) -> list[str]:
        return [e for e, found in self.board.symbol.items() if found == symbol and e in self.sheet.marks]

    def constrain(self) -> None:
        """State where X and arrows came from."""
        self._build_x()
        self._prepare()

    def _build_x(self) -> None:
        """State that every X is written when a section with a crossed build-x is completed, one for each.

        The number of a turn completes a section, whose X may complete another, and so on. In such a chain no section
        gets a number and an X, or two X, in one turn.
        """
        model, board, sheet = self.model, self.board, self.sheet
        builds = self._crossed(BUILD_X)
        words = Message(
            "each X was written for a crossed X symbol, in its turn: {made} X for {effects} symbols"
        )
        self._state_one_for_each(self.crosses, builds, RuleCode.BUILD_X, words)
        roots = {turn: [self._is_set_off(effect, turn) for effect in builds] for turn in sheet.turns}
        for slot, cross in self.crosses.items():
            section = board.section_of[slot]
            others = [
                sheet.filled[other] for other in section.slots if other != slot and other in sheet.filled
            ]
            why = Message("the X in {slot} was written in a turn that set off an X symbol", slot=slot)
            with model.rule(RuleCode.BUILD_X, sheet.name(slot), why):
                for turn in cross.turns:
                    model.implies(cross.at(turn), *roots[turn])
                    for other in others:
                        model.clause(-cross.at(turn), -other.at(turn))

    def _is_set_off(self, effect: str, turn: int) -> Lit:
        """Return whether the number of a turn completed the section of an effect."""
        section, numbers = self.board.home_of[effect], self.numbers.events
        now = [numbers[slot].at(turn) for slot in section.slots if slot in numbers]
        return self.model.all_of((self.completion_of(effect).by(turn), self.model.any_of(now)))

    def _state_one_for_each(
        self, made: dict[str, Choice], effects: list[str], code: RuleCode, words: Message
    ) -> None:
        """State that by the end of each turn the number of marks equals the number of used effects."""
        why = words.filled(made=len(made), effects=len(effects))
        with self.model.rule(code, self.sheet.name(*made, *effects), why):
            for turn in self.sheet.turns:
                written = [(1, event.by(turn)) for event in made.values()]
                earned = [(-1, self.completion_of(effect).by(turn)) for effect in effects]
                self.model.linear(written + earned, 0, 0)

    def _prepare(self) -> None:
        """State that a prepare fills an arrow when its section completes, before the arrow's section does."""
        model, sheet = self.model, self.sheet
        words = Message("each arrow was filled in for a crossed grey arrow: {made} for {effects}")
        self._state_one_for_each(self.arrows, self._crossed(PREPARE), RuleCode.PREPARE, words)
        for arrow, event in self.arrows.items():
            section = self.board.section_of_arrow[arrow]
            complete, numbers = self.complete[section.id], self.numbers.events
            words = Message("{arrow} was filled in before its section was complete", arrow=arrow)
            with model.rule(RuleCode.PREPARE, sheet.name(arrow, *section.slots), words):
                for turn in sheet.turns:
                    model.implies(complete.by(turn), event.by(turn))
                    for slot in section.slots:
                        if slot in numbers:
                            # the number that completes the section comes before all effects of its turn
                            model.clause(-event.at(turn), -numbers[slot].at(turn), -complete.by(turn))
