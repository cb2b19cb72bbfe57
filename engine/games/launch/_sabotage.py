"""Sabotages: the first player to complete the section sets one off. It circles an error for all other players.

In the solo game each effect takes a sabotage of the player's choice, with an error. The player sets off all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.dealing.solo_deck import DealtEffect
from fairsheet.engine.games.base.proof_claims import Broadcast, ClaimTable, S
from fairsheet.engine.games.launch import _system_errors
from fairsheet.engine.games.launch._board import Board, Section
from fairsheet.engine.games.launch._numbers import WrittenSheet
from fairsheet.engine.games.launch._system_errors import Suffered
from fairsheet.engine.play.editor import Player, SheetEditor
from fairsheet.engine.play.game import Contradiction, few_of
from fairsheet.engine.play.number_board import numbers_on
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.rules import races
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Solution, Term
from fairsheet.engine.solver.timeline import Choice, Event, Never, first_among, is_among_first
from fairsheet.languages.messages import Message, counted
from fairsheet.sheets.model.marks import Marks, is_circled

# --- in play ----------------------------------------------------------------------------------------------


def apply_sabotages(board: Board, state: State) -> tuple[Player, ...]:
    """Return the players after sabotages. A player who set a symbol off this turn has already crossed it."""
    set_off = list(races.prizes_won(state, board.sabotages))
    players = []
    for player in state.players:
        editor = SheetEditor(player)
        for symbol in set_off:
            if symbol not in editor.marks:
                _system_errors.circle(board, editor, "incident")
                editor.mark(symbol, "crossed", "incident")
        players.append(editor.player())
    return tuple(players)


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, marks: Marks, deal: Deal | None) -> Iterator[Contradiction]:
    """Yield a contradiction if sabotages of other players are crossed without errors, or without other players."""
    crossed = board.suffered(marks)
    circled = tuple(error for error in board.errors if error in marks)
    if crossed and deal is not None and deal.players == 1 and deal.solo is None:
        why = Message("{crossed} is crossed, but nobody else could set it off", crossed=crossed[0])
        yield Contradiction(crossed[:1], why, RuleCode.SABOTAGE)
    elif len(circled) < min(len(crossed), len(board.errors)):
        errors = Message("{n} error is circled", "{n} errors are circled", n=len(circled))
        why = Message(
            "opponents set off {crossed}, but {errors}",
            crossed=counted(len(crossed), "sabotage"),
            errors=errors,
        )
        yield Contradiction.counting(
            (*crossed, *circled), why, RuleCode.SABOTAGE, few=few_of(circled, crossed)
        )


def turn_contradictions(board: Board, turns: int, marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction unless the number of turns fits the numbers and the player's own errors."""
    numbers = numbers_on(board, marks)
    least, most = _system_errors.own_errors(board, marks)
    if not len(numbers) + least <= turns <= len(numbers) + most:
        circled = [error for error in board.errors if error in marks]
        own = f"{least}" if least == most else f"{least} to {most}"
        why = Message(
            "the panel shows {turns} cards, one a turn, but there are {numbers} numbers and {own} own errors",
            turns=turns,
            numbers=len(numbers),
            own=own,
        )
        fields = (*numbers, *circled) or board.slots[:1]
        yield Contradiction.counting(fields, why, RuleCode.TURN, few=few_of(circled, tuple(numbers)))


def bonus_contradictions(board: Board, panel: Panel, marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction unless each crossed sabotage that no effect took has a solo bonus."""
    circled = [bonus for bonus in panel.bonuses.fields if is_circled(marks, bonus)]
    crossed = [symbol for symbol in board.sabotages if symbol in marks]
    effects = [icon for card in panel.effects.values() for icon in (card.first, card.second) if icon in marks]
    most = len(crossed) - len(board.suffered(marks))
    least = min(most, max(0, len(crossed) - len(effects)))
    exact = len(crossed) < len(board.sabotages)
    if not least <= len(circled) <= (least if exact else most):
        why = Message(
            "{circled} solo bonuses are circled, but {crossed} sabotages are crossed and effects took "
            "{effects} of them",
            circled=len(circled),
            crossed=len(crossed),
            effects=len(effects),
        )
        fields = (*circled, *crossed, *effects) or board.sabotages
        yield Contradiction.counting(fields, why, RuleCode.SOLO_BONUS, few=few_of(circled, crossed))


# --- in time ----------------------------------------------------------------------------------------------


def in_time(
    table: ClaimTable[S], symbol: str, section: Section, complete: Mapping[int, Event]
) -> dict[int, Suffered]:
    """State that a symbol is set off once, in the turn in which the first players complete its section.

    `complete` has when each seat completes the section, if it does. An X costs two other marks, so nobody completes a
    section of n slots before turn n. Returns the sabotage by seat.
    """
    model, absent = table.model, table.request.absent
    having = [seat for seat, player in table.players.items() if symbol in player.marks]
    if not having:
        return {}
    lacking = [seat for seat in table.players if seat not in having]
    if lacking:
        words = Message(
            "{symbol} is crossed by {having} but not by {lacking}",
            symbol=symbol,
            having=races.named(having),
            lacking=races.named(lacking),
        )
        with model.rule(RuleCode.SABOTAGE, [(seat, symbol) for seat in table.players], words):
            model.clause()
    completions = {seat: complete[seat] for seat in having if complete[seat].last}
    words = Message("{symbol} is crossed, but nobody can have completed {section}")
    if completions or absent:
        words = Message("a player completed {section}, which set off {symbol}")
    words = words.filled(symbol=symbol, section=section.id)
    with model.rule(RuleCode.SABOTAGE, [(seat, symbol) for seat in having], words):
        if not completions and not absent:
            model.clause()
        first = first_among(model, completions, table.turns, absent, len(section.slots))
    set_off = {seat: is_among_first(model, event, first, table.turns) for seat, event in completions.items()}
    table.broadcast[symbol] = Broadcast(first, tuple(set_off.values()))
    return {seat: Suffered(first, -set_off.get(seat, FALSE)) for seat in having}


class TakenInTime:
    """Which of the crossed sabotages were taken by effects, and when. The player set off all others.

    An effect takes one that is not crossed yet, if there is any.
    """

    def __init__(
        self, sheet: WrittenSheet, complete: Mapping[str, Event], effects: Sequence[DealtEffect]
    ) -> None:
        self.sheet, self.model, self.board, self.effects = sheet, sheet.model, sheet.board, effects
        self.turns = sorted({effect.turn for effect in effects})
        self.crossed = [symbol for symbol in self.board.sabotages if symbol in sheet.marks]
        self.complete = {symbol: complete[self.board.home_of[symbol].id] for symbol in self.crossed}
        self.taken = {symbol: self._is_taken(symbol) for symbol in self.crossed}
        self.when = {
            symbol: Choice(self.model, self.turns) if taken != FALSE and self.turns else Never(self.model)
            for symbol, taken in self.taken.items()
        }

    def _is_taken(self, symbol: str) -> Lit:
        if not self.complete[symbol].last:
            return TRUE
        return self.model.literal() if self.turns else FALSE

    def suffered(self) -> list[Suffered]:
        """Return the sabotages taken by effects. Each circled an error."""
        return [Suffered(self.when[symbol], taken) for symbol, taken in self.taken.items()]

    def set_off_by(self, turn: int) -> list[Term]:
        """Return how many the player has set off by the end of a turn, as a sum."""
        return [
            (1, self.model.all_of((event.by(turn), -self.taken[s]))) for s, event in self.complete.items()
        ]

    def taken_at(self, symbol: str, turn: int) -> Lit:
        """Return whether an effect of a turn took a sabotage."""
        return self.model.all_of((self.taken[symbol], self.when[symbol].at(turn)))

    def constrain(self, panel: Panel) -> None:
        """State that every effect took one, and that all others earned a circled solo bonus."""
        model, name = self.model, self.sheet.name
        icons = [panel.effect_icon(each.letter, each.time) for each in self.effects]
        why = Message("each effect that came up took a sabotage, {icons} in all", icons=len(icons))
        with model.rule(RuleCode.EFFECT, name(*self.crossed, *icons), why):
            for symbol, taken in self.taken.items():
                model.implies(taken, *(self.when[symbol].at(turn) for turn in self.turns))
            for turn in self.turns:
                self._state_taken(turn)
        circled = [bonus for bonus in panel.bonuses.fields if is_circled(self.sheet.marks, bonus)]
        why = Message("{circled} sabotages earned the circled solo bonuses", circled=len(circled))
        with model.rule(RuleCode.SOLO_BONUS, name(*circled, *self.crossed), why):
            model.linear([(1, -taken) for taken in self.taken.values()], len(circled), len(circled))

    def _state_taken(self, turn: int) -> None:
        came_up = sum(effect.turn == turn for effect in self.effects)
        now = [(1, self.taken_at(symbol, turn)) for symbol in self.crossed]
        for symbol, event in self.complete.items():
            self.model.implies(self.taken_at(symbol, turn), -event.by(turn - 1))
        self.model.linear(now, None, came_up)
        if len(self.crossed) < len(self.board.sabotages):
            self.model.linear(now, came_up, None)
            return
        before = [
            self.model.any_of((event.by(turn - 1), self.model.all_of((self.taken[s], self.when[s].by(turn)))))
            for s, event in self.complete.items()
        ]
        none_left = self.model.at_least([(1, each) for each in before], len(before))
        self.model.linear(now, came_up, None, given=(-none_left,))

    def turns_of(self, found: Mapping[str, int], solution: Solution) -> dict[str, int]:
        """Return the turn in which each was crossed, from the turns of the slots."""
        turns: dict[str, int] = {}
        for symbol, taken in self.taken.items():
            if not solution.holds(taken):
                turns[symbol] = max(found[slot] for slot in self.board.home_of[symbol].slots)
            elif (turn := self.when[symbol].turn(solution)) is not None:
                turns[symbol] = turn
        return turns
