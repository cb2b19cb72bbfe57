"""Airlocks: only sections joined to a dock are open, for writing and for drawing airlocks.

Every robot in a filled slot draws an airlock while one is left. Actions and errors may draw one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.escape._board import Board
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, IllegalStep
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules.account import Account, Tally
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model
from fairsheet.engine.solver.ink_in_time import Made
from fairsheet.engine.solver.timeline import Choice, Event, First
from fairsheet.languages.messages import Message, counted
from fairsheet.sheets.model.marks import Marks

# --- in play ----------------------------------------------------------------------------------------------


def choices(board: Board, marks: Marks, by: Cause) -> Iterator[Ink]:
    """Yield the airlocks that can be drawn: those at an open section."""
    sections = board.open_sections(marks)
    for airlock, ends in board.airlocks.items():
        if airlock not in marks and not sections.isdisjoint(ends):
            yield Ink(airlock, "drawn", by)


def cause(player: Player) -> Cause:
    """Return the cause of a pending airlock: a robot's slot, or the error that began the turn."""
    return "error" if any(ink.by == "error" for ink in player.ink) else "bonus"


def refusal(board: Board, slot: str, marks: Marks) -> IllegalStep | None:
    """Return why a slot cannot be written in, or None if its section is open."""
    section = board.section_of[slot]
    if section in board.open_sections(marks):
        return None
    return IllegalStep(RuleCode.OPEN, f"{section} with {slot} is not open: no airlocks join it to a dock")


# --- on a final sheet -------------------------------------------------------------------------------------


def rules(board: Board) -> Iterator[Rule[object]]:
    """Yield the rule that a robot in a filled slot gives an airlock, while one is left."""
    given = tuple(slot for slot in board.slots if slot in board.rewarded)
    words = Message("{off} airlocks drawn: {made}, but filled slots with a robot gave {earned}")
    yield Account(RuleCode.AIRLOCK, words, Tally(given), Tally(tuple(board.airlocks)), at_least=True)


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about marks in closed sections, one for each group of joined sections."""
    known = board.open_sections(marks)
    for section, slots in board.sections.items():
        inked = [field for field in (*slots, *board.airlocks_at[section]) if field in marks]
        if section in known or not inked:
            continue
        island = board.joined([section], marks)
        known |= island
        used = [slot for each in board.sections if each in island for slot in board.sections[each]]
        ways = [a for a, ends in board.airlocks.items() if not island.isdisjoint(ends)]
        fields = [field for field in used if field in marks] + ways
        yield Contradiction.counting(
            tuple(fields),
            Message(
                "no airlocks lead from a dock to {section}, but something is marked there", section=section
            ),
            RuleCode.OPEN,
            few=inked,
        )


# --- in time ----------------------------------------------------------------------------------------------


class InTurns(Event):
    """An event that happens in a half of a turn, seen by whole turns."""

    def __init__(self, model: Model, event: Event) -> None:
        super().__init__(model, (event.first + 1) // 2, (event.last + 1) // 2)
        self._event = event

    def by(self, turn: int) -> Lit:
        """Return whether it has happened by the end of a turn."""
        return self._event.by(2 * turn)


class AirlocksInTime:
    """The airlocks of a sheet and the sections that they open. `drawn` has the half of a turn of each airlock.

    A turn t has two *halves*, 2t - 1 and 2t, in each of which at most one airlock is drawn. The first half is for a
    number in a robot's slot. The second is for an action (`robots`, by turn), an X in a robot's slot or an error.
    """

    def __init__(self, sheet: NumberSheet, board: Board, robots: Made) -> None:
        self._sheet, self._model, self._board, self._robots = sheet, sheet.model, board, robots
        self._allowed = {turn: self._after_error(turn) for turn in sheet.turns}
        self._given_in = {half: self._given(half) for half in range(1, 2 * sheet.last + 1)}
        halves = [half for half, given in self._given_in.items() if given != FALSE]
        self._away = self._airlocks_away()
        self.drawn = {
            airlock: Choice(self._model, self._halves_for(airlock, halves))
            for airlock in self._board.airlocks
            if airlock in sheet.marks
        }
        self._opening = {
            section: First(self._model, [self.drawn[airlock] for airlock in self._ways_into(section)])
            for section in self._board.airlocks_at
        }
        self.opening = {  # by section without a dock, in whole turns
            section: InTurns(self._model, event)
            for section, event in self._opening.items()
            if section not in self._board.docked
        }

    def events(self) -> dict[str, Event]:
        """Return the airlocks by whole turns."""
        return {airlock: InTurns(self._model, event) for airlock, event in self.drawn.items()}

    def constrain(self) -> None:
        """State what the airlocks and the sections require of each other."""
        self._state_open_sections()
        self._state_sources()
        self._state_enough_airlocks()
        self._state_start_sections()

    def is_open(self, section: str, half: int) -> Lit:
        """Return whether a section is open at the end of a half of a turn."""
        return TRUE if section in self._board.docked else self._opening[section].by(half)

    def _state_open_sections(self) -> None:
        """State that filled slots are in open sections. An X may use a section opened by the number of its turn."""
        for slot, event in self._sheet.filled.items():
            section = self._board.section_of[slot]
            why = Message(
                "{slot} was filled after {section} was opened, because numbers go only into open sections",
                slot=slot,
                section=section,
            )
            with self._model.rule(RuleCode.OPEN, self._sheet.name(slot, *self._drawn_at(section)), why):
                for turn in self._sheet.turns:
                    half = 2 * turn - (2 if slot in self._sheet.numbers else 1)
                    self._model.implies(event.by(turn), self.is_open(section, half))

    def _drawn_at(self, section: str) -> list[str]:
        return [airlock for airlock in self._board.airlocks_at[section] if airlock in self._sheet.marks]

    def _halves_for(self, airlock: str, halves: Sequence[int]) -> Sequence[int]:
        """Return the halves after airlocks that lead to this one, and before those behind it. Saves search."""
        if self._model.relaxed:
            return halves
        marks, ends = self._sheet.marks, self._board.airlocks
        before = min(self._away.get(end, 0) for end in ends[airlock])
        without = self._board.open_sections({field: marks[field] for field in marks if field != airlock})
        after = sum(other in marks and without.isdisjoint(ends[other]) for other in ends if other != airlock)
        return halves[before : max(0, len(halves) - after)]

    def _ways_into(self, section: str) -> list[str]:
        """Return the airlocks that can open a section: not those reached only through it. Saves search."""
        drawn, marks = self._drawn_at(section), self._sheet.marks
        if self._model.relaxed:
            return drawn
        before = self._board.open_sections({field: marks[field] for field in marks if field not in drawn})
        return [airlock for airlock in drawn if not before.isdisjoint(self._board.airlocks[airlock])]

    def _after_error(self, turn: int) -> Lit:
        """Return whether an airlock is drawn after the error of a turn, if there can be one."""
        errors = [
            self._sheet.erring[error].at(turn)
            for error in self._sheet.errors
            if error in self._board.rewarded
        ]
        if not errors:
            return FALSE
        allowed = self._model.literal()
        self._model.implies(allowed, *errors)
        return allowed

    def _given(self, half: int) -> Lit:
        """Return whether something gives or allows an airlock in a half of a turn."""
        turn, first = (half + 1) // 2, half % 2
        filled = self._sheet.numbers if first else self._sheet.crosses
        robots = [filled[slot].at(turn) for slot in filled if slot in self._board.rewarded]
        return self._model.any_of(robots if first else [*robots, self._robots[turn], self._allowed[turn]])

    def _state_sources(self) -> None:
        """State that each airlock is given by something, and that given ones are drawn while any is left."""
        model = self._model
        all_drawn = len(self.drawn) == len(self._board.airlocks)
        with_robot = [slot for slot in self._sheet.filled if slot in self._board.rewarded]
        why = Message(
            "the {airlocks} came from {slots} with a robot, {errors} and actions",
            airlocks=counted(len(self.drawn), "airlock"),
            slots=counted(len(with_robot), "filled slot"),
            errors=counted(len(self._sheet.errors), "error"),
        )
        with model.rule(
            RuleCode.AIRLOCK, self._sheet.name(*self.drawn, *with_robot, *self._sheet.errors), why
        ):
            for half, given in self._given_in.items():
                drawn = [event.at(half) for event in self.drawn.values()]
                if not all_drawn:
                    model.exactly_one([*drawn, -given])
                    continue
                model.linear([(1, literal) for literal in drawn], None, 1)
                for literal in drawn:
                    model.implies(literal, given)
                model.implies(given, *drawn, model.all_of(e.by(half - 1) for e in self.drawn.values()))

    def _state_enough_airlocks(self) -> None:
        """State that a section opens only after all airlocks on the way to it. Redundant, but saves search."""
        sections = dict.fromkeys(self._board.section_of[slot] for slot in self._sheet.filled)
        why = Message(
            "the airlock was drawn before a slot behind it was filled",
            "the {n} airlocks were drawn before slots behind them were filled",
            n=len(self.drawn),
        )
        with self._model.rule(RuleCode.AIRLOCK, self._sheet.name(*self.drawn), why):
            for turn in self._sheet.turns:
                before = [(1, given) for half, given in self._given_in.items() if half <= 2 * turn]
                drawn = [(-1, event.by(2 * turn)) for event in self.drawn.values()]
                self._model.linear([*before, *drawn], 0, None)
                for section in sections:
                    if self._away.get(section, 0) > 1:
                        self._model.linear(
                            before, self._away[section], None, given=(self.is_open(section, 2 * turn),)
                        )

    def _airlocks_away(self) -> dict[str, int]:
        """Return by section how many drawn airlocks are on the shortest way to it from a dock."""
        away = dict.fromkeys(self._board.docked, 0)
        frontier = list(away)
        for section in frontier:
            for airlock in self._drawn_at(section):
                for beyond in (each for each in self._board.airlocks[airlock] if each not in away):
                    away[beyond] = away[section] + 1
                    frontier.append(beyond)
        return away

    def _state_start_sections(self) -> None:
        """State that an airlock touches a section that was open before."""
        for airlock, event in self.drawn.items():
            ends = self._board.airlocks[airlock]
            if not self._board.docked.isdisjoint(ends):
                continue
            beside = [other for end in ends for other in self._ways_into(end) if other != airlock]
            why = Message("{airlock} was drawn from a section that was open by then", airlock=airlock)
            with self._model.rule(RuleCode.AIRLOCK, self._sheet.name(airlock, *beside), why):
                for half in self._given_in:
                    before = [self.drawn[other].by(half - 1) for other in beside]
                    self._model.implies(event.by(half), *before)
